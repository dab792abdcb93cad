package codegen

// ends reports whether the last statement is one that Go accepts as the end of
// a function with results.
func ends(b *block) bool {
	if len(b.stmts) == 0 {
		return false
	}
	return terminates(b.stmts[len(b.stmts)-1])
}

// terminates reports whether a statement is a terminating one in the sense of
// the Go specification.
func terminates(s *stmt) bool {
	switch s.kind {
	case stReturn, stGoto:
		return true
	case stCode:
		return s.panics
	case stIf:
		return s.other != nil && ends(s.body) && ends(s.other)
	case stFor:
		return s.endless && !breaks(s.body, s)
	case stBlock:
		return s.braces && ends(s.body)
	}
	return false
}

// breaks reports whether a block leaves the loop by break.
func breaks(b *block, loop *stmt) bool {
	for _, s := range b.stmts {
		if s.kind == stBreak && (s.label == loop.label || s.label == "") {
			// A break without a label belongs to the innermost loop or switch:
			// the walk does not enter those.
			return true
		}
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c == nil {
				continue
			}
			if s.kind == stFor || s.kind == stSwitch {
				if breaksTo(c, loop.label) {
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
func breaksTo(b *block, label string) bool {
	for _, s := range b.stmts {
		if s.kind == stBreak && s.label == label {
			return true
		}
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil && breaksTo(c, label) {
				return true
			}
		}
	}
	return false
}
