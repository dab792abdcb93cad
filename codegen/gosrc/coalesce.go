package gosrc

import "slices"

// Coalesce lets what is computed only to become another variable's value further down in the
// block be computed there: x := e; w = x is w = e, if nothing in between knows w, or leaves.
func Coalesce(b *Block) {
	for _, s := range b.Stmts {
		for _, c := range s.blocks() {
			Coalesce(c)
		}
	}
	for i := 0; i < len(b.Stmts); i++ {
		s := b.Stmts[i]
		if d := b.sourceOf(i); d != nil {
			x, w := d.LHS[0], s.LHS[0]
			for _, u := range x.uses {
				u.Deps = slices.DeleteFunc(u.Deps, func(v *Variable) bool { return v == x })
			}
			x.defs, x.uses = nil, nil
			w.defs = append(without(w.defs, s), d)
			d.LHS[0] = w
			d.Shorten([]Expr{d.single})
			d.Origins = append(d.Origins, s.Origins...)
			b.Remove(s)
			i--
		}
	}
}

// sourceOf returns the assignment whose variable becomes that of the copy at a place of a
// block, nil where that is none, or cannot be.
func (b *Block) sourceOf(at int) *Stmt {
	s := b.Stmts[at]
	x := s.copied()
	if x == nil || s.Keep || s.Comment != "" || !x.coalesces() || s.LHS[0] == nil || !s.LHS[0].coalesces() || x.Param || len(x.defs) != 1 {
		return nil
	}
	d, w := x.defs[0], s.LHS[0]
	from := slices.Index(b.Stmts[:at], d)
	if from < 0 || d.Kind != AssignStmt || len(d.LHS) != 1 || d.op != "" || x.Kind != w.Kind || (x.Type == nil) != (w.Type == nil) ||
		!all(x.uses, func(u *Stmt) bool { return u == s || !u.reads(x) }) {
		return nil
	}
	for _, t := range b.Stmts[from+1 : at] {
		if t.knows(w) {
			return nil
		}
	}
	return d
}

// coalesces reports whether a variable is one number or vector, which nothing else is part of.
func (v *Variable) coalesces() bool { return !v.PerThread && !v.Part }

// copied is the variable whose value an assignment gives another one, nil where it does
// something else.
func (s *Stmt) copied() *Variable {
	if s.Kind != AssignStmt || len(s.LHS) != 1 || s.op != "" || !s.single.Atom {
		return nil
	}
	return s.single.of
}

// reads reports whether a statement that mentions a variable, or others with it, reads it.
func (s *Stmt) reads(v *Variable) bool {
	if c := s.copied(); c != nil {
		return c == v
	}
	return slices.Contains(s.Deps, v)
}

// knows reports whether a statement reads or assigns a variable, or goes where others do.
func (s *Stmt) knows(v *Variable) bool {
	switch s.Kind {
	case BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt:
		return true
	}
	if slices.Contains(s.LHS, v) || s.reads(v) {
		return true
	}
	for _, p := range []*Stmt{s.Init, s.Post} {
		if p != nil && p.knows(v) {
			return true
		}
	}
	return slices.ContainsFunc(s.blocks(), func(c *Block) bool {
		return slices.ContainsFunc(c.Stmts, func(t *Stmt) bool { return t.knows(v) })
	})
}
