package isa

import "slices"

// fragments are the numbers of registers of the operands of matrix instructions, by the name of the
// function that computes them: Go data, which internal/gen makes of the shapes of
// runtime/tensorops. A build with the tag isatable, which is that of internal/gen itself, has none.
var fragments map[string][]int

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
	if n := fragments[m.intrinsic]; i < len(n) {
		return []int{n[i]}
	}
	if n := m.VecLen(); n > 1 {
		return []int{n}
	}
	return nil
}
