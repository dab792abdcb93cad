package codegen

// tidy removes what turned out to be of no use: windows that nothing looks
// through, variables that nothing reads, ifs without anything to do.
func tidy(b *block) {
	for sweep(b) {
	}
}

func sweep(b *block) (changed bool) {
	out := b.stmts[:0]
	for _, s := range b.stmts {
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil && sweep(c) {
				changed = true
			}
		}
		if s.kind == stIf && s.neg != nil && len(s.body.stmts) == 0 && s.other != nil && len(s.other.stmts) > 0 {
			s.code, s.neg = s.neg, s.code
			s.body, s.other = s.other, nil
			changed = true
		}
		if useless(s) {
			for _, d := range s.deps {
				d.uses = without(d.uses, s)
			}
			for _, w := range s.lhs {
				if w != nil {
					w.defs = without(w.defs, s)
				}
			}
			changed = true
			continue
		}
		out = append(out, s)
	}
	b.stmts = out
	return changed
}

// useless reports whether a statement can go.
func useless(s *stmt) bool {
	switch s.kind {
	case stIf:
		return len(s.body.stmts) == 0 && (s.other == nil || len(s.other.stmts) == 0)
	case stAssign:
		if s.keep {
			return false
		}
		for _, w := range s.lhs {
			if w == nil || w.param || !onlyUpdates(w) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyUpdates reports whether nothing reads a variable but its own updates.
func onlyUpdates(w *variable) bool {
	for _, u := range w.uses {
		if u.kind != stAssign || len(u.lhs) != 1 || u.lhs[0] != w || u.keep {
			return false
		}
	}
	return true
}

func without(list []*stmt, s *stmt) []*stmt {
	out := list[:0]
	for _, x := range list {
		if x != s {
			out = append(out, x)
		}
	}
	return out
}
