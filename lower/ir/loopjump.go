package ir

// Loops may be nested as deep as a function is long. What is asked of all loops between two of a nest goes
// up by jumps, in steps that are logarithmic: Myers, "An Applicative Random-Access Stack" (1983).

// link sets the jump of a loop whose parent has its own already.
func (l *Loop) link() {
	p := l.Parent
	switch {
	case p == nil:
	case p.jump != nil && p.jump.jump != nil && p.Depth-p.jump.Depth == p.jump.Depth-p.jump.jump.Depth:
		l.jump = p.jump.jump
	default:
		l.jump = p
	}
}

// Outermost returns the outermost loop around block b that block s is not in; nil where all loops around b
// are around s, too.
func (n *LoopNest) Outermost(b, s *Block) *Loop {
	l := n.Of(b)
	if l == nil || n.Contains(l, s) {
		return nil
	}
	for l.Parent != nil && !n.Contains(l.Parent, s) {
		if l.jump != nil && !n.Contains(l.jump, s) {
			l = l.jump
		} else {
			l = l.Parent
		}
	}
	return l
}

// Below returns the loop around a block whose parent a loop is, which is around the block; nil is around all
// blocks. It returns nil where the loop is the innermost one of the block.
func (n *LoopNest) Below(l *Loop, b *Block) *Loop {
	depth := 1
	if l != nil {
		depth += l.Depth
	}
	x := n.Of(b)
	if x == l {
		return nil
	}
	for x.Depth > depth {
		if x.jump != nil && x.jump.Depth >= depth {
			x = x.jump
		} else {
			x = x.Parent
		}
	}
	return x
}

// Span returns the places in All of a loop and of those inside, which follow it: the first one, and that after
// the last.
func (n *LoopNest) Span(l *Loop) (first, end int) { return l.pre, l.last }
