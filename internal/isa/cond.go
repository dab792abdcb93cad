package isa

import "slices"

// cond is a condition on a match: all atoms hold. Without any it always does.
type cond []atom

// atom asks for a choice: that it was made, and is one of these (or none of these, with
// neg); without values, that it was made (or was not). Without a name it asks for one of
// some modifiers.
type atom struct {
	name string
	neg  bool
	any  []string
}

func (c cond) holds(m *Match) bool {
	for _, a := range c {
		var ok bool
		switch {
		case a.name != "" && a.any != nil:
			v := m.Val(a.name)
			ok = v != "" && slices.Contains(a.any, v) != a.neg
		case a.name != "":
			ok = (m.Val(a.name) != "") != a.neg
		default:
			ok = slices.ContainsFunc(a.any, m.Has) != a.neg
		}
		if !ok {
			return false
		}
	}
	return true
}
