package ir

import "github.com/ptx2go/ptx2go/internal/diag"

// Step is a piece of a module that a thread executes from begin to end, for counters: instructions of the PTX, with
// what is known of them beforehand.
type Step struct {
	Insts    []StepInst
	Guarded  []int // of Insts: those of NoteGuard, by number
	Requests []Request
	Branch   bool // the last of Insts is a branch at which threads may part
}

// StepInst is an instruction of a step.
type StepInst struct {
	Pos diag.Pos
	Op  string // the opcode with its modifiers
}

// Request is an access of memory in a step.
type Request struct {
	Pos    diag.Pos
	Space  Space
	Bytes  int
	Atomic bool
}
