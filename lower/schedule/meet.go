package schedule

import "github.com/ptx2go/ptx2go/lower/ir"

// postdominators returns the immediate postdominator of each header among those that are
// in; the others end for it.
func (c *headed) postdominators(in func(*ir.Block) bool) map[*ir.Block]*ir.Block {
	var g ir.Func
	node, header := map[*ir.Block]*ir.Block{}, map[*ir.Block]*ir.Block{}
	var last []*ir.Block // nodes after which there is none
	for _, x := range c.headers {
		if in(x) {
			node[x] = g.NewBlock("")
			header[node[x]] = x
		}
	}
	for _, x := range c.headers {
		if node[x] == nil {
			continue
		}
		var to []*ir.Block
		for _, y := range c.succs(x) {
			if n := node[y]; n != nil {
				to = append(to, n)
			}
		}
		if len(to) == 0 {
			node[x].SetTerm(ir.Ret, 0)
			last = append(last, node[x])
		} else {
			node[x].SetTerm(ir.Switch, 0, to...)
		}
	}
	// A loop may be left only for where nothing synchronises any more: then all leave it together, or no
	// header would come after any other.
	ending := ir.Closure(last, func(b *ir.Block) []*ir.Block { return b.Preds })
	for _, x := range c.headers {
		n := node[x]
		if n == nil || ending[n] || !c.fork[x.ID] || len(n.Succs) == len(c.succs(x)) || !c.allAgreed(x.Ctrl[0]) {
			continue
		}
		end := g.NewBlock("")
		end.SetTerm(ir.Ret, 0)
		n.Succs, end.Preds = append(n.Succs, end), append(end.Preds, n)
	}
	out := map[*ir.Block]*ir.Block{}
	if len(g.Blocks) == 0 {
		return out
	}
	tree := ir.PostDominators(&g)
	for x, n := range node {
		if d := tree.Idom(n); d != nil {
			out[x] = header[d]
		}
	}
	return out
}
