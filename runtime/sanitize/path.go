package sanitize

// The lanes of a warp execute together what lies between a branch and the place where all its ways meet
// again only as far as they take the same way. Where a lane is, is therefore a path: the branches whose
// ways have not met yet, with the way taken at each, and how many notes it has passed since the last. Paths
// of different lanes compare without knowing how the lanes were run (they are the labels of Mellor-Crummey's
// offset-span labelling): up to where two paths part, the lanes have executed the same instructions
// together.

// node is a path up to a branch and the way taken there, shared by all lanes of a warp that took it.
type node struct {
	parent *node
	jump   *node // an ancestor further up, so that ancestors are found in logarithmic time
	depth  int
	id     uint32 // in CTA.paths, 0 where none is asked for
	way           // from the parent: at is the notes passed there, with the branch itself
	kids   []*node
	next   int           // in kids: behind the one that was asked for last
	index  map[way]*node // of kids, where there are many
}

const manyKids = 8

// way is a branch at some moment, and a way from it.
type way struct {
	at     uint32
	branch uint64
	to     uint64
}

func newRoot() *node {
	n := &node{}
	n.reset()
	return n
}

// reset makes a root of a node.
func (n *node) reset() {
	*n = node{}
	n.jump = n
}

// child returns the node behind a branch.
func (n *node) child(w way) *node {
	// Lanes that run one after another ask for the same ones in the same order.
	for k := range min(len(n.kids), manyKids) {
		i := n.next + k
		if i >= len(n.kids) {
			i -= len(n.kids)
		}
		if n.kids[i].way == w {
			n.next = (i + 1) % len(n.kids)
			return n.kids[i]
		}
	}
	if c := n.index[w]; c != nil {
		return c
	}
	c := &node{parent: n, depth: n.depth + 1, way: w, jump: n}
	if j := n.jump; n.depth-j.depth == j.depth-j.jump.depth {
		c.jump = j.jump
	}
	n.kids = append(n.kids, c)
	if len(n.kids) > manyKids {
		if n.index == nil {
			n.index = map[way]*node{}
			for _, k := range n.kids {
				n.index[k.way] = k
			}
		}
		n.index[w] = c
	}
	n.next = 0
	return c
}

// up returns the ancestor at a depth.
func (n *node) up(depth int) *node {
	for n.depth > depth {
		if n.jump.depth >= depth {
			n = n.jump
		} else {
			n = n.parent
		}
	}
	return n
}

// earlier reports whether a lane that was at (n, at) had passed there when the lanes of its warp that are at
// (m, mat) executed what they execute now: whether there is an instruction after the one and not after the
// other that both execute together.
func earlier(n *node, at uint32, m *node, mat uint32) bool {
	switch d := n.depth - m.depth; {
	case n == m:
		return at < mat
	case d > 0:
		c := n.up(m.depth + 1)
		if c.parent == m {
			return c.at < mat
		}
		n = c.parent
	case d < 0:
		c := m.up(n.depth + 1)
		if c.parent == n {
			return at < c.at
		}
		m = c.parent
	}
	// Both are at the same depth now, with children on the way; find where they part.
	n, m = part(n, m)
	return n.at < m.at
}

// part returns the children of the last common ancestor of two different nodes of one depth that lead to
// them.
func part(n, m *node) (*node, *node) {
	for n.parent != m.parent {
		if n.jump != m.jump {
			n, m = n.jump, m.jump
		} else {
			n, m = n.parent, m.parent
		}
	}
	return n, m
}

// fork is a branch whose ways have not met, for one lane; a frame where call is set.
type fork struct {
	node *node  // in front of it
	at   uint32 // there
	join uint64
	call bool
}

// branch takes a way at a branch.
func (t *Thread) branch(id, join, to uint64) {
	if !t.cta.launch.s.opt.Race {
		return
	}
	t.forks = append(t.forks, fork{node: t.node, at: t.at, join: join})
	t.node, t.at = t.node.child(way{t.at, id, to}), 0
	if t.node.id == 0 {
		t.cta.path(t.node)
	}
}

// join is at the block where ways meet.
func (t *Thread) join(block uint64) {
	for n := len(t.forks); n > 0 && !t.forks[n-1].call && t.forks[n-1].join == block; n = len(t.forks) {
		t.pop()
	}
}

func (t *Thread) pop() {
	n := len(t.forks) - 1
	t.node, t.at = t.forks[n].node, t.forks[n].at
	t.forks = t.forks[:n]
}

// enter and leave are the begin and the end of a function: where it returns, its ways meet.
func (t *Thread) enter() { t.forks = append(t.forks, fork{node: t.node, at: t.at, call: true}) }

func (t *Thread) leave() {
	for call := false; len(t.forks) > 0 && !call; {
		if call = t.forks[len(t.forks)-1].call; call {
			t.forks = t.forks[:len(t.forks)-1]
		} else {
			t.pop()
		}
	}
}
