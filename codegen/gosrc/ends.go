package gosrc

// Ends reports whether the last statement is one that Go accepts as the end of
// a function with results.
func Ends(b *Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	return terminates(b.Stmts[len(b.Stmts)-1])
}

// terminates reports whether a statement is a terminating one in the sense of
// the Go specification.
func terminates(s *Stmt) bool {
	switch s.Kind {
	case ReturnStmt, GotoStmt:
		return true
	case CodeStmt:
		return s.Panics
	case IfStmt:
		return s.Other != nil && Ends(s.Body) && Ends(s.Other)
	case ForStmt:
		return s.Endless && !breaks(s.Body, s)
	case BlockStmt:
		return s.Braces && Ends(s.Body)
	}
	return false
}

// breaks reports whether a block leaves the loop by break.
func breaks(b *Block, loop *Stmt) bool {
	for _, s := range b.Stmts {
		if s.Kind == BreakStmt && (s.Label == loop.Label || s.Label == "") {
			// A break without a label belongs to the innermost loop or switch:
			// the walk does not enter those.
			return true
		}
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c == nil {
				continue
			}
			if s.Kind == ForStmt || s.Kind == SwitchStmt {
				if breaksTo(c, loop.Label) {
					return true
				}
				continue
			}
			if breaks(c, loop) {
				return true
			}
		}
	}
	return false
}

// breaksTo reports whether a block holds a break to a label.
func breaksTo(b *Block, label string) bool {
	for _, s := range b.Stmts {
		if s.Kind == BreakStmt && s.Label == label {
			return true
		}
		for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
			if c != nil && breaksTo(c, label) {
				return true
			}
		}
	}
	return false
}
