package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// meetings finds for blocks the branches that may bring threads to it on different ways
// at the same time. At the head of a loop the ways in and the ways back do not mix:
// threads are compared in the same turn.
type meetings struct {
	dom   *ir.DomTree
	post  []*ir.Block   // see control
	list  [][]*ir.Block // by block ID, where found
	state []meetState   // by block ID
	steps int

	// Of the current search.
	mark  []int32 // by block ID: the search that came to it
	num   []int32 // by block ID: its place in region
	round int32
	// region holds the blocks on the ways to the join in postorder of the way back,
	// the join last; meet is the place of the immediate postdominator.
	region []*ir.Block
	meet   []int32
	one    [1]*ir.Block
}

type meetState uint8

const (
	notFound meetState = iota
	found
	lost // the search takes too long
)

// maxMeetSteps bounds the searches, which are quadratic in contrived graphs: blocks that
// jump over the next one, each.
const maxMeetSteps = 1 << 20

func newMeetings(f *ir.Func, dom *ir.DomTree, post []*ir.Block) meetings {
	n := f.NumBlocks()
	return meetings{dom: dom, post: post, list: make([][]*ir.Block, n), state: make([]meetState, n), mark: make([]int32, n), num: make([]int32, n)}
}

// long reports whether the searches have taken too long.
func (m *meetings) long() bool { return m.steps > maxMeetSteps+64*len(m.mark) }

// find returns the branches for a block, false where it gives up.
func (m *meetings) find(j *ir.Block) ([]*ir.Block, bool) {
	if m.state[j.ID] == notFound {
		m.state[j.ID] = found
		var in, back []*ir.Block
		for _, p := range j.Preds {
			switch {
			case !m.dom.Reachable(p):
			case m.dom.Dominates(j, p):
				back = append(back, p)
			default:
				in = append(in, p)
			}
		}
		if len(in) > 1 {
			m.search(j, m.dom.Idom(j), in)
		}
		if len(back) > 1 {
			m.search(j, j, back)
		}
	}
	return m.list[j.ID], m.state[j.ID] == found
}

// search collects the branches on the ways from top to j, by way of its predecessors.
// Ways that meet again before j do not decide: the branches are those that nothing
// but j postdominates.
func (m *meetings) search(j, top *ir.Block, preds []*ir.Block) {
	if m.long() {
		m.state[j.ID], m.list[j.ID] = lost, nil
		return
	}
	m.round++
	m.region = m.region[:0]
	type frame struct {
		b    *ir.Block
		next int
	}
	var stack []frame
	visit := func(b *ir.Block) {
		if m.mark[b.ID] != m.round && m.dom.Reachable(b) {
			m.mark[b.ID] = m.round
			m.num[b.ID] = -1
			stack = append(stack, frame{b: b})
		}
	}
	for _, p := range preds {
		visit(p)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if preds := f.b.Preds; f.b != top && f.next < len(preds) {
				f.next++
				if before := m.dom.Idom(f.b); len(preds) > 1 && m.post[before.ID] == f.b {
					f.next = len(preds)
					visit(before) // nothing in between leads elsewhere
					continue
				}
				visit(preds[f.next-1])
				continue
			}
			m.num[f.b.ID] = int32(len(m.region))
			m.region = append(m.region, f.b)
			stack = stack[:len(stack)-1]
		}
	}
	// The immediate postdominators, as in Cooper, Harvey and Kennedy, "A Simple, Fast
	// Dominance Algorithm" (2001). The place after the last is that of j.
	n := len(m.region)
	m.meet = append(m.meet[:0], make([]int32, n+1)...)
	for i := range n {
		m.meet[i] = -1
	}
	m.meet[n] = int32(n)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			now := int32(-1)
			for _, s := range m.succs(m.region[i]) {
				k := int32(n)
				if s != j {
					if m.mark[s.ID] != m.round || m.meet[m.num[s.ID]] < 0 {
						continue
					}
					k = m.num[s.ID]
				}
				if now < 0 {
					now = k
				}
				for now != k {
					for now < k {
						now = m.meet[now]
						m.steps++
					}
					for k < now {
						k = m.meet[k]
						m.steps++
					}
				}
			}
			if m.steps++; m.long() {
				m.state[j.ID], m.list[j.ID] = lost, nil
				return
			}
			if now != m.meet[i] {
				m.meet[i] = now
				changed = true
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		b := m.region[i]
		ways := 0
		for _, s := range m.succs(b) {
			if s == j || m.mark[s.ID] == m.round {
				ways++
			}
		}
		if ways > 1 && m.meet[i] == int32(n) {
			m.list[j.ID] = append(m.list[j.ID], b)
		}
	}
}

// succs returns where the ways from a block in the region lead, without what search has
// left out.
func (m *meetings) succs(b *ir.Block) []*ir.Block {
	next := m.post[b.ID]
	if next == nil || m.mark[next.ID] != m.round || m.dom.Idom(next) != b || len(next.Preds) < 2 {
		return b.Succs
	}
	m.one[0] = next
	return m.one[:]
}
