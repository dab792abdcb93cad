package gosrc

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
// other assigns the same variables before it does anything else with them. An element of an
// array with one for each thread would be stored twice.

// hoist moves such assignments in front of their ifs, in a block and those inside.
func hoist(b *Block) {
	for i := 0; i < len(b.Stmts); i++ {
		s := b.Stmts[i]
		for _, c := range s.blocks() {
			hoist(c)
		}
		if s.Kind != IfStmt || s.Other == nil || len(s.Other.decls) > 0 || len(s.Body.decls) > 0 {
			continue
		}
		if o := b.owner; o != nil && o.Other == b && len(b.Stmts) == 1 {
			continue // else if
		}
		if !s.hoistable() {
			if !s.Turns || s.Neg == nil {
				continue
			}
			s.Body, s.Other = s.Other, s.Body
			if !s.hoistable() {
				s.Body, s.Other = s.Other, s.Body
				continue
			}
			s.Code, s.Neg = s.Neg, s.Code
		}
		for _, a := range s.Other.Stmts {
			a.Parent = b
		}
		b.Stmts = slices.Insert(b.Stmts, i, s.Other.Stmts...)
		i += len(s.Other.Stmts)
		s.Other = nil
	}
}

// hoistable reports whether the else branch can stand in front of the if.
func (s *Stmt) hoistable() bool {
	const most = 3
	if len(s.Other.Stmts) == 0 || len(s.Other.Stmts) > most {
		return false
	}
	var missing []*Variable // not yet assigned by the body
	for _, a := range s.Other.Stmts {
		if a.Kind != AssignStmt || !a.simple || a.Keep || len(a.LHS) != 1 || a.LHS[0] == nil || a.LHS[0].PerThread || slices.Contains(s.Deps, a.LHS[0]) {
			return false
		}
		missing = append(missing, a.LHS[0])
	}
	for _, a := range s.Body.Stmts {
		if len(missing) == 0 {
			break
		}
		if a.Kind != AssignStmt && a.Kind != CodeStmt || a.Panics {
			return false
		}
		if slices.ContainsFunc(missing, func(w *Variable) bool { return slices.Contains(a.Deps, w) }) {
			return false
		}
		missing = slices.DeleteFunc(missing, func(w *Variable) bool { return slices.Contains(a.LHS, w) })
	}
	return len(missing) == 0
}
