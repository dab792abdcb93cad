package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// meetings finds for blocks the branches that may bring threads to it on different ways
// at the same time. At the head of a loop the ways in and the ways back do not mix:
// threads are compared in the same turn.
type meetings struct {
	dom   *ir.DomTree
	list  [][]*ir.Block // by block ID, where found
	state []meetState   // by block ID
	steps int

	// Of the search at hand.
	mark  []int32 // by block ID: the search that came to it
	num   []int32 // by block ID: its place in region
	round int32
	// region holds the blocks on the ways to the join in postorder of the way back,
	// the join last; post is the place of the immediate postdominator.
	region []*ir.Block
	post   []int32
}

type meetState uint8

const (
	notFound meetState = iota
	found
	lost // the search takes too long
)

// maxMeetSteps bounds the searches, which are quadratic in contrived graphs.
const maxMeetSteps = 1 << 24

func newMeetings(f *ir.Func, dom *ir.DomTree) meetings {
	n := f.NumBlocks()
	return meetings{dom: dom, list: make([][]*ir.Block, n), state: make([]meetState, n), mark: make([]int32, n), num: make([]int32, n)}
}

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
		if top := m.dom.Idom(j); top != nil && len(in) > 1 {
			m.search(j, top, in)
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
			if f.b != top && f.next < len(f.b.Preds) {
				f.next++
				visit(f.b.Preds[f.next-1])
				continue
			}
			m.num[f.b.ID] = int32(len(m.region))
			m.region = append(m.region, f.b)
			stack = stack[:len(stack)-1]
		}
	}
	// The immediate postdominators, as in Cooper, Harvey and Kennedy, "A Simple, Fast
	// Dominance Algorithm" (2001). The place behind the last is that of j.
	n := len(m.region)
	m.post = append(m.post[:0], make([]int32, n+1)...)
	for i := range n {
		m.post[i] = -1
	}
	m.post[n] = int32(n)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			now := int32(-1)
			for _, s := range m.region[i].Succs {
				k := int32(n)
				if s != j {
					if m.mark[s.ID] != m.round || m.post[m.num[s.ID]] < 0 {
						continue
					}
					k = m.num[s.ID]
				}
				if now < 0 {
					now = k
				}
				for now != k {
					for now < k {
						now = m.post[now]
						m.steps++
					}
					for k < now {
						k = m.post[k]
						m.steps++
					}
				}
			}
			if m.steps++; m.steps > maxMeetSteps {
				m.state[j.ID], m.list[j.ID] = lost, nil
				return
			}
			if now != m.post[i] {
				m.post[i] = now
				changed = true
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		b := m.region[i]
		ways := 0
		for _, s := range b.Succs {
			if s == j || m.mark[s.ID] == m.round {
				ways++
			}
		}
		if ways > 1 && m.post[i] == int32(n) {
			m.list[j.ID] = append(m.list[j.ID], b)
		}
	}
}
