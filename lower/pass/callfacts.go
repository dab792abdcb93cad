package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// callFacts are what inlining must know about the whole module, found once and kept
// up to date while function by function changes.
type callFacts struct {
	counts  map[*ir.Func]map[*ir.Func]int // by caller: what callCounts counts
	calls   map[*ir.Func]int              // places of the module that call the function; two more where its address is taken
	growth  int                           // values by which the module may still grow
	inlined map[*ir.Func]bool             // where some call was

	// Inlining changes none of these: what is inlined is not recursive, and a function
	// that calls another does what that one does.
	recursive map[*ir.Func]bool // may call itself directly or through others, by name
	syncs     map[*ir.Func]bool // has a sync point, or calls what has one
	stack     map[*ir.Func]bool // takes local memory at run time, which it gives back when it returns
}

func newCallFacts(m *ir.Module) *callFacts {
	c := &callFacts{
		counts: map[*ir.Func]map[*ir.Func]int{}, calls: map[*ir.Func]int{},
		stack: map[*ir.Func]bool{}, inlined: map[*ir.Func]bool{}, growth: maxGrowth,
	}
	for _, f := range m.Funcs {
		c.growth += growthEach * funcSize(f)
		c.counts[f] = callCounts(f)
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpAlloca || v.Op == ir.OpStackRestore {
					c.stack[f] = true
				}
			}
		}
		for g, n := range c.counts[f] {
			c.calls[g] += n
		}
	}
	for _, s := range m.Symbols {
		for _, r := range s.Relocs {
			if r.Func != nil {
				c.calls[r.Func] += 2
			}
		}
	}
	direct := ir.NewCallGraph(m, nil) // no other call is inlined
	c.syncs = ir.Functions(analysis.Synchronising(direct))
	c.recursive = direct.Recursive()
	return c
}

// callCounts returns how many places of f call each function. A function whose address
// is taken counts twice.
func callCounts(f *ir.Func) map[*ir.Func]int {
	n := map[*ir.Func]int{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpCall:
				n[v.Attr.Func]++
			case ir.OpFuncAddr:
				n[v.Attr.Func] += 2
			}
		}
	}
	return n
}

// take says that the body of g, which is called once, goes to f.
func (in *inliner) take(g *ir.Func) {
	in.calls[g] = 0
	now := in.counts[in.f]
	now[g]--
	for h, n := range in.counts[g] {
		now[h] += n
	}
	delete(in.counts, g)
}

// copied says that a call of g in f becomes a copy of its body.
func (in *inliner) copied(g *ir.Func) {
	in.calls[g]--
	now := in.counts[in.f]
	now[g]--
	for h, n := range in.counts[g] {
		now[h] += n
		in.calls[h] += n
	}
}

// recount brings the counts up to date after blocks of f were removed.
func (c *callFacts) recount(f *ir.Func) {
	for g, n := range c.counts[f] {
		c.calls[g] -= n
	}
	c.counts[f] = callCounts(f)
	for g, n := range c.counts[f] {
		c.calls[g] += n
	}
}
