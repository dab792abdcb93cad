package gang

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Whether a store meets what was read before it depends on what is read, not on how often: one
// read of each class stands for all of them.

// class is what decides which stores a read meets: two reads of a class meet the same ones.
type class struct {
	slot  *ir.Slot // of what threads keep, else nil
	space ir.Space
	base  analysis.Base
	reach schedule.Reach
	slice bool // it goes through a view
}

func classOf(m *schedule.Memory, v *ir.Value) class {
	if v.Op == ir.OpSlotLoad {
		return class{slot: v.Attr.Slot}
	}
	a := m.Access(v)
	return class{space: v.Attr.Space, base: a.Base, reach: a.Reach, slice: a.View != nil}
}

// read is a read that stands for all of its class, of those before a place.
type read struct {
	*ir.Value
	class
	order int  // among all reads of the body
	own   bool // it stands in the block that is asked for: only what follows it in there is after it
}

// earlier are the reads that threads may execute before what stands in a block, by what a store may
// be: one to a variable meets reads of that variable and those of unknown places.
type earlier struct {
	all     []read // in order
	unknown []read // but for those of variables
	of      map[*ir.Symbol][]read
}

// reads finds the reads before stores.
type reads struct {
	m      *schedule.Memory
	blocks map[*ir.Block][]read // the first of each class
	before map[*ir.Block]*earlier
}

// newReads lists the reads among the values of a body.
func newReads(m *schedule.Memory, values []*ir.Value) *reads {
	r := &reads{m: m, blocks: map[*ir.Block][]read{}, before: map[*ir.Block]*earlier{}}
	type place struct {
		*ir.Block
		class
	}
	seen := map[place]bool{}
	for i, v := range values {
		if v.Op != ir.OpLoad && v.Op != ir.OpSlotLoad {
			continue
		}
		at := place{v.Block, classOf(m, v)}
		if !seen[at] {
			seen[at] = true
			r.blocks[v.Block] = append(r.blocks[v.Block], read{Value: v, class: at.class, order: i})
		}
	}
	return r
}

// in returns the reads before what stands in a block.
func (r *reads) in(b *ir.Block) *earlier {
	e := r.before[b]
	if e != nil {
		return e
	}
	from := ir.Closure(b.Preds, func(b *ir.Block) []*ir.Block { return b.Preds })
	var list []read
	for x := range from {
		list = append(list, r.blocks[x]...)
	}
	sorted := func() {
		slices.SortFunc(list, func(x, y read) int { return cmp.Compare(x.order, y.order) })
	}
	sorted()
	seen := map[class]bool{}
	list = slices.DeleteFunc(list, func(x read) bool {
		again := seen[x.class]
		seen[x.class] = true
		return again
	})
	if !from[b] {
		for _, x := range r.blocks[b] {
			if x.own = true; !seen[x.class] {
				list = append(list, x)
			}
		}
		sorted()
	}
	e = &earlier{all: list, of: map[*ir.Symbol][]read{}}
	for _, x := range list {
		if s := x.named(); s != nil {
			e.of[s] = append(e.of[s], x)
		} else {
			e.unknown = append(e.unknown, x)
		}
	}
	r.before[b] = e
	return e
}

// named is the variable that an access stays inside of, nil where that is not known.
func (c *class) named() *ir.Symbol {
	if c.slot == nil && c.base.Kind == analysis.BaseSymbol && c.reach == schedule.Within {
		return c.base.Sym
	}
	return nil
}

// meets calls do for one read of each class that a thread may execute before a store, at a place of
// its block, and that may meet it.
func (r *reads) meets(store *ir.Value, index []int, do func(read *ir.Value)) {
	e := r.in(store.Block)
	visit := func(list []read) {
		for _, x := range list {
			if x.own && index[x.ID] >= index[store.ID] {
				continue
			}
			if mayAccess(r.m, x.Value, store) {
				do(x.Value)
			}
		}
	}
	if store.Op == ir.OpStore {
		if c := classOf(r.m, store); c.named() != nil {
			visit(e.unknown)
			visit(e.of[c.named()])
			return
		}
	}
	visit(e.all)
}

// mayAccess reports whether a load, or what reads a slot, may read what another value stores.
func mayAccess(m *schedule.Memory, read, store *ir.Value) bool {
	if read.Op == ir.OpSlotLoad || store.Op == ir.OpSlotStore {
		return read.Attr.Slot == store.Attr.Slot
	}
	return mayMeet(m, read, store)
}
