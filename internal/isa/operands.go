package isa

import "slices"

// fragments are the numbers of registers of the operands of matrix instructions, by the name of the
// function that computes them: Go data, which internal/gen makes of the shapes of
// runtime/tensorops. A build with the tag isatable, which is that of internal/gen itself, has none.
var fragments map[string]fragment

type fragment struct {
	registers []int // by operand of the form, 0 for what is none
	rows      int
	places    *Places
}

// Places says where in memory the elements of a fragment lie that lanes load or store on their own.
// The matrix is lines one after another: its rows, or with .col its columns. A lane's
// elements are at the places of those of lane 0, and further on by so much for each group of four
// lanes before its own, and for each lane before it in the group.
type Places struct {
	Bits        int // of an element, in a register and in memory
	Unit        int // bits of what the distance between lines is counted in
	Line        int // bytes of a line
	Group, Lane Place
	At          []Place // element by element from the low end of each register
}

// Place is a line, and a bit of it.
type Place struct{ Line, Bit int }

// Places returns where the elements of the instruction's fragment lie in memory, nil where it has
// none there.
func (m *Match) Places() *Places { return fragments[m.intrinsic].places }

// Rows returns how many lanes, the first ones, have the address of a row of a matrix that the
// instruction moves; 0 where it moves none.
func (m *Match) Rows() int { return fragments[m.intrinsic].rows }

// VecLens returns the lengths that operand i may have where it is written as a
// list: those of the table, that of the modifier .vN, or the number of registers of a
// fragment. nil means that the caller cannot tell from the head.
func (m *Match) VecLens(i int) []int {
	o := &m.Form.Operands[i]
	if !o.Is(KVec) {
		return nil
	}
	if o.Lens != nil {
		return slices.Clone(o.Lens)
	}
	if n := fragments[m.intrinsic].registers; i < len(n) && n[i] > 0 {
		return []int{n[i]}
	}
	if n := m.VecLen(); n > 1 {
		return []int{n}
	}
	return nil
}
