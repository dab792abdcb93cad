// Package difftest compares the generated Go code, and the schedule that it is printed
// from, with the reference interpreter on random kernels. Generate makes a PTX kernel from a seed, with
// the inputs and the launch to run it with; Check runs many of them in both
// engines and compares all memory bit by bit; Shrink makes a kernel on which
// they differ small.
//
// The kernels are free of races and end by construction: a thread writes only
// its own part of memory, or exchanges data through constructs that
// synchronise, and every cycle counts down. What PTX leaves undefined does not
// occur in them, except where the project has decided what it means, such as
// division by zero.
//
// The oracle is the interpreter on the SSA form as it was built, before any
// pass: a difference is a bug of a pass, of the code generator, of the runtime,
// or of the interpreter. The arithmetic of runtime/fpops and runtime/intops is
// shared by both sides and not tested here, nor is lower/builder.
package difftest
