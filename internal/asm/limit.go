package asm

// LimitVariable is the variable of the environment that limits how many threads of a program with
// vectors run at a time, for tests.
const LimitVariable = "PTX2GO_VECTORS"

// Limits are the values that it may have.
var Limits = []string{"off", "4", "8", "16"}
