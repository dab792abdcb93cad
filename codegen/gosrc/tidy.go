package gosrc

import "github.com/dave/jennifer/jen"

// Tidy removes what turned out to be of no use: windows that nothing looks
// through, variables that nothing reads, ifs and loops without anything to do.
func Tidy(b *Block) {
	for sweep(b) {
	}
}

func sweep(b *Block) (changed bool) {
	out := b.Stmts[:0]
	for _, s := range b.Stmts {
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil && sweep(c) {
				changed = true
			}
		}
		if s.Kind == IfStmt && s.Neg != nil && len(s.Body.Stmts) == 0 && s.Other != nil && len(s.Other.Stmts) > 0 {
			s.Code, s.Neg = s.Neg, s.Code
			s.Body, s.Other = s.Other, nil
			changed = true
		}
		if s.Index != nil && !s.Index.Used() {
			s.Code, s.Index = jen.Range().Add(s.Over), nil
		}
		if useless(s) {
			for _, d := range s.Deps {
				d.uses = without(d.uses, s)
			}
			for _, w := range s.LHS {
				if w != nil {
					w.defs = without(w.defs, s)
				}
			}
			changed = true
			continue
		}
		out = append(out, s)
	}
	b.Stmts = out
	return changed
}

// useless reports whether a statement can go.
func useless(s *Stmt) bool {
	switch s.Kind {
	case ForStmt:
		return s.Over != nil && len(s.Body.Stmts) == 0
	case IfStmt:
		return len(s.Body.Stmts) == 0 && (s.Other == nil || len(s.Other.Stmts) == 0)
	case AssignStmt:
		if s.Keep {
			return false
		}
		for _, w := range s.LHS {
			if w != nil && w.Part && (!s.Whole || len(w.defs) > 1) {
				return false
			}
			if w == nil || w.Param || !onlyUpdates(w) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyUpdates reports whether nothing reads a variable but its own updates.
func onlyUpdates(w *Variable) bool {
	for _, u := range w.uses {
		if u.Kind != AssignStmt || len(u.LHS) != 1 || u.LHS[0] != w || u.Keep {
			return false
		}
	}
	return true
}

func without(list []*Stmt, s *Stmt) []*Stmt {
	out := list[:0]
	for _, x := range list {
		if x != s {
			out = append(out, x)
		}
	}
	return out
}
