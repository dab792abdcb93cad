package counters

import "sync"

// Program is the code that is counted.
type Program struct {
	Instructions []Instruction
	Steps        []Step

	spare sync.Pool // of CTAs
}

// Instruction is one of the PTX.
type Instruction struct {
	File   string
	Line   int
	Op     string // the opcode with its modifiers
	Text   string // of its line
	Source string // what it was compiled from, as "scan.cu:7"; "" where nobody knows
}

// Step is a piece of the program that a thread executes from begin to end.
type Step struct {
	First, End int32     // its instructions
	Guards     []int32   // instructions that a guard lets only some threads execute, as Thread.Guard numbers them
	Requests   []Request // of memory, as Thread.Touch numbers them
	Branch     bool      // the last instruction is a branch at which lanes may part
}

// Request is an access of memory.
type Request struct {
	Instruction int32 // -1 where nobody knows
	Space       Space
	Bytes       int32 // of one lane
	Atomic      bool
}

// Space is a space of memory.
type Space uint8

// The spaces that are told apart. The compiler's ir.Space has the same numbers.
const (
	Generic Space = iota // looked up when it is counted
	Global
	_
	Shared
)

// String returns the name of the space in this package.
func (s Space) String() string { return [...]string{"Generic", "Global", "", "Shared"}[s] }

// words are the numbers that a moment of the step has: an address of each lane for each request, and for each guard the
// lanes that it lets.
func (s *Step) words() int { return lanes*len(s.Requests) + len(s.Guards) }
