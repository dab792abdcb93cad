package schedule

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A row whose threads access memory at one element a thread, behind a guard such as
// i < n, gets a second, clean loop in front of the general one: the guard becomes the
// number of threads, and every buffer is cut to the window that these threads access,
// which is the one bounds check. The clean loop runs where nothing wraps and all windows
// are inside; the loop behind it does the rest, faults included.

// Clean is the clean loop of a row.
type Clean struct {
	Guard  *ir.Block // whose branch compares Index + %tid.x with Limit
	Index  Sum
	Limit  *ir.Value // at hand in front of the loop over threads
	Signed bool      // the comparison is that of numbers with a sign

	Windows []*Window
	Use     map[*ir.Value]*Window // by access
	Blocks  []*ir.Block           // what a thread executes, in this order
}

// maxClean bounds the body of which two copies are worth their length.
const maxClean = 40

// cleaner looks for the clean loop of a row.
type cleaner struct {
	*front
	memory *Memory
	w      *Clean
	guard  lane // what the guard compares
}

// clean finds the clean loop.
func (r *front) clean(m *Memory) {
	row, in := len(r.b.Row), maps.Clone(r.in)
	c := &cleaner{front: r, memory: m, w: &Clean{Use: map[*ir.Value]*Window{}}}
	if !c.shape(r.b.Tree.Body) || slices.ContainsFunc(c.w.Blocks, func(b *ir.Block) bool { return !c.block(b) }) || len(c.w.Windows) == 0 {
		r.b.Row, r.in = r.b.Row[:row], in // without what only it needs
		return
	}
	r.b.Clean = c.w
}

// shape takes a list that is a block, a guard that ends the other threads, and blocks.
func (c *cleaner) shape(list []*region.Node) bool {
	size := 0
	for i, n := range list {
		switch {
		case n.Kind == region.Basic:
			size += len(n.Block.Values)
			c.w.Blocks = append(c.w.Blocks, n.Block)
		case n.Kind == region.If && i == 1 && len(n.Else) == 0 && len(n.Body) == 1 && ends(n.Body) && c.takeGuard(n.Block, n.Negate):
		case i == len(list)-1 && ends(list[i:]):
		default:
			return false
		}
	}
	return c.w.Guard != nil && size <= maxClean
}

// takeGuard reads i < n, with i the index of the thread, from the branch of a block whose
// condition is holds for the threads that go on.
func (c *cleaner) takeGuard(b *ir.Block, holds bool) bool {
	v := b.Ctrl[0]
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 {
		return false
	}
	is, i, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !holds {
		is = is.Negated()
	}
	if is == ir.GtS || is == ir.GtU {
		is, i, limit = is.Mirrored(), limit, i
	}
	if is != ir.LtS && is != ir.LtU || !c.uniform(limit) {
		return false
	}
	off, terms := c.prov.Sum(i)
	var ok bool
	if c.guard, ok = c.lane(off, terms); !ok {
		return false
	}
	c.w.Guard, c.w.Limit, c.w.Signed = b, limit, is == ir.LtS
	c.add(limit)
	c.w.Index, ok = c.sum(c.guard)
	return ok
}
