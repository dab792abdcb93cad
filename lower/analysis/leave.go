package analysis

import "github.com/ptx2go/ptx2go/lower/ir"

// leaves are the levels at which threads leave loops. What threads that are somewhere after a nest see of it
// is the union of those of all loops that they have left: the levels of each way in which threads may
// differ are kept as a Fenwick tree over the loops in their order, where a loop counts for those inside.
type leaves struct {
	level []Level                   // by place of a loop
	count [8][]int32                // by way: the trees, nil where no loop has it
	span  func(*ir.Loop) (int, int) // the places of a loop and of those inside
}

func newLeaves(loops *ir.LoopNest) leaves {
	return leaves{level: make([]Level, len(loops.All)), span: loops.Span}
}

// of returns the level of a loop.
func (s *leaves) of(l *ir.Loop) Level {
	at, _ := s.span(l)
	return s.level[at]
}

// raise adds to the level of a loop, and reports whether that is another one.
func (s *leaves) raise(l *ir.Loop, to Level) bool {
	at, end := s.span(l)
	more := to &^ s.level[at]
	if more == 0 {
		return false
	}
	s.level[at] |= more
	for way := range s.count {
		if more&(1<<way) == 0 {
			continue
		}
		if s.count[way] == nil {
			s.count[way] = make([]int32, len(s.level)+1)
		}
		add(s.count[way], at, 1)
		add(s.count[way], end, -1)
	}
	return true
}

// all returns the union of the levels of an inner loop and those around it up to an outer one.
func (s *leaves) all(inner, outer *ir.Loop) (level Level) {
	if inner == outer {
		return s.of(inner)
	}
	from, _ := s.span(inner)
	for way, tree := range s.count {
		if tree == nil {
			continue
		}
		n := sum(tree, from)
		if outer.Parent != nil {
			at, _ := s.span(outer.Parent)
			n -= sum(tree, at)
		}
		if n > 0 {
			level |= 1 << way
		}
	}
	return level
}

// add adds n to all from a place on.
func add(tree []int32, at int, n int32) {
	for i := at + 1; i < len(tree); i += i & -i {
		tree[i] += n
	}
}

// sum returns what has been added for a place.
func sum(tree []int32, at int) (n int32) {
	for i := at + 1; i > 0; i -= i & -i {
		n += tree[i]
	}
	return n
}
