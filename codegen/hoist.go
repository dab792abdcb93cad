package codegen

import "slices"

// A predicated load
//
//	if p {
//		x = a[i]
//	} else {
//		x = 0
//	}
//
// is shorter as
//
//	x := 0
//	if p {
//		x = a[i]
//	}
//
// The one branch only assigns constants and variables, which cannot fault, and the
// other assigns the same variables before it does anything else with them.

// hoist moves such assignments in front of their ifs, in a block and those inside.
func hoist(b *block) {
	for i := 0; i < len(b.stmts); i++ {
		s := b.stmts[i]
		for _, c := range s.blocks() {
			hoist(c)
		}
		if s.kind != stIf || s.other == nil || len(s.other.decls) > 0 || len(s.body.decls) > 0 {
			continue
		}
		if o := b.owner; o != nil && o.other == b && len(b.stmts) == 1 {
			continue // else if
		}
		if !s.hoistable() {
			if !s.turns || s.neg == nil {
				continue
			}
			s.body, s.other = s.other, s.body
			if !s.hoistable() {
				s.body, s.other = s.other, s.body
				continue
			}
			s.code, s.neg = s.neg, s.code
		}
		for _, a := range s.other.stmts {
			a.parent = b
		}
		b.stmts = slices.Insert(b.stmts, i, s.other.stmts...)
		i += len(s.other.stmts)
		s.other = nil
	}
}

// hoistable reports whether the else branch can stand in front of the if.
func (s *stmt) hoistable() bool {
	const most = 3
	if len(s.other.stmts) == 0 || len(s.other.stmts) > most {
		return false
	}
	var missing []*variable // not yet assigned by the body
	for _, a := range s.other.stmts {
		if a.kind != stAssign || !a.simple || a.keep || len(a.lhs) != 1 || a.lhs[0] == nil || slices.Contains(s.deps, a.lhs[0]) {
			return false
		}
		missing = append(missing, a.lhs[0])
	}
	for _, a := range s.body.stmts {
		if len(missing) == 0 {
			break
		}
		if a.kind != stAssign && a.kind != stCode || a.panics {
			return false
		}
		if slices.ContainsFunc(missing, func(w *variable) bool { return slices.Contains(a.deps, w) }) {
			return false
		}
		missing = slices.DeleteFunc(missing, func(w *variable) bool { return slices.Contains(a.lhs, w) })
	}
	return len(missing) == 0
}
