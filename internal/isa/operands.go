package isa

import "slices"

// VecLens returns the lengths that operand i may have where it is written as a
// list: those of the table, or that of the modifier .vN. nil means that the
// caller cannot tell from the head.
func (m *Match) VecLens(i int) []int {
	o := &m.Form.Operands[i]
	if !o.Is(KVec) {
		return nil
	}
	if o.Lens != nil {
		return slices.Clone(o.Lens)
	}
	if n := m.VecLen(); n > 1 {
		return []int{n}
	}
	return nil
}
