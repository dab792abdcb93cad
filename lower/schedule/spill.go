package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// maxRemat is how many operations a value may cost to be rematerialised in each region that
// needs it instead of being spilled to a slot. An address may cost more: where it is computed
// vectors see which elements lie side by side, and from a slot they would have to gather them.
const (
	maxRemat        = 10
	maxRematAddress = 20
)

// never is the cost of a value that cannot be rematerialised.
const never = 1 << 20

// spill decides how a value that one region computes gets to another: in a slot, or
// rematerialised.
func (x *masked) spill() *spilled {
	c := &spilled{masked: x}
	n := c.f.NumValues()
	c.slot, c.remat = make([]*ir.Slot, n), make([]bool, n)
	spill := make([]bool, n)
	costs := make([]int, n) // plus one
	most := c.mostRemat()
	use := func(region *ir.Block, v *ir.Value) {
		switch {
		case trivial(v) || c.once[v.ID] || c.local(region, v):
		case !c.passed(v) && c.cost(v, costs) <= most[v.ID]:
			c.remat[v.ID] = true
		default:
			spill[v.ID] = true
		}
	}
	c.pass = map[*ir.Value][]*ir.Slot{}
	read := map[*ir.Value][]*ir.Value{} // by sync point: the arguments that it reads of every thread
	for _, x := range c.headers {
		if v := syncOf(x); v != nil {
			read[v] = c.perThread(v)
			for _, a := range read[v] {
				if a != nil && !trivial(a) && !c.once[a.ID] {
					spill[a.ID] = true
				}
			}
			continue
		}
		for _, b := range c.members[x] {
			for _, v := range b.Values {
				if !c.needed[v.ID] || c.once[v.ID] || trivial(v) {
					continue
				}
				if c.passed(v) {
					spill[v.ID] = true
					continue
				}
				for i, a := range c.operands(v) {
					if v.Op != ir.OpPhi || slices.Contains(c.members[x], b.Preds[i]) {
						use(x, a)
					}
				}
			}
			for _, v := range b.Ctrl {
				use(x, v)
			}
			for _, s := range b.Succs {
				if !c.isHeader[s.ID] {
					continue
				}
				for _, phi := range c.incoming(s) {
					use(x, phi.Args[slices.Index(s.Preds, b)])
				}
			}
		}
	}
	c.assign(spill)
	for _, x := range c.headers {
		v := syncOf(x)
		if v == nil {
			continue
		}
		list := make([]*ir.Slot, len(v.Args))
		for i, a := range read[v] {
			switch {
			case a == nil:
			case c.slot[a.ID] != nil:
				list[i] = c.slot[a.ID]
			default:
				list[i] = c.newSlot("lanes", a.Type, a)
			}
		}
		c.pass[v] = list
	}
	return c
}

// mostRemat is by value ID how many operations a value may cost to be rematerialised.
func (c *masked) mostRemat() []int {
	most := make([]int, c.f.NumValues())
	for i := range most {
		most[i] = maxRemat
	}
	for _, leaves := range c.leaves {
		for _, v := range leaves {
			most[v.ID] = maxRematAddress
		}
	}
	return most
}

// passed reports whether a value of a thread gets into its region from outside: a phi at
// a header, and what a sync point gives.
func (c *headed) passed(v *ir.Value) bool {
	switch {
	case v.Op == ir.OpPhi:
		return c.isHeader[v.Block.ID]
	case v.Op == ir.OpExtract:
		return v.Args[0].Convergent()
	}
	return v.Convergent()
}

// local reports whether a region computes a value itself.
func (c *levelled) local(region *ir.Block, v *ir.Value) bool {
	return (c.owner[v.Block.ID] == region || c.tail[v.Block.ID] && !c.isHeader[v.Block.ID]) && !c.once[v.ID] && !c.passed(v) && !trivial(v)
}

// incoming returns the phis of a header that belong to the threads.
func (c *levelled) incoming(x *ir.Block) []*ir.Value {
	var out []*ir.Value
	for _, phi := range x.Phis() {
		if c.needed[phi.ID] && !c.once[phi.ID] {
			out = append(out, phi)
		}
	}
	return out
}

// perThread returns the arguments that a sync point reads of every thread, nil in the
// places of others: the predicate of a barrier, and what is not computed once for the CTA
// of a warp instruction.
func (c *levelled) perThread(v *ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(v.Args))
	if v.Op == ir.OpBarrier {
		copy(out[2:], v.Args[2:])
		return out
	}
	for i, a := range v.Args {
		if c.once[a.ID] {
			continue
		}
		if a.Op == ir.OpBitcast && a.Type == ir.I32 && a.Args[0].Type == ir.F32 && !c.once[a.Args[0].ID] {
			a = a.Args[0] // the bits of a float are as good as the float
			v.Args[i] = a // it is live until here
		}
		out[i] = a
	}
	return out
}

// cost counts the operations that it takes to compute a value from the thread's place in
// the CTA and what is computed once.
func (c *masked) cost(v *ir.Value, memo []int) int {
	switch {
	case trivial(v):
		return 0
	case c.once[v.ID] && c.under[v.Block] && c.maskedLoop(v.Block) != nil:
		return never // of a turn that is over where it is computed again
	case c.once[v.ID]:
		return 0
	}
	if n := memo[v.ID]; n != 0 {
		return n - 1
	}
	memo[v.ID] = never + 1
	n := 1
	switch v.Op {
	case ir.OpPhi, ir.OpExtract, ir.OpSelect:
		n = never
	case ir.OpIntrin:
		n = 8
	}
	if !v.Pure() {
		n = never
	}
	for _, a := range v.Args {
		if n < never {
			n += c.cost(a, memo)
		}
	}
	n = min(n, never)
	memo[v.ID] = n + 1
	return n
}

// assign gives the values that are kept their slots. A phi shares its slot with its
// arguments where no two of them are needed at the same time.
func (c *spilled) assign(spill []bool) {
	reads := analysis.Reads(c.f, c.operands)
	live := analysis.NewLiveness(c.f, func(v *ir.Value) []analysis.Read { return reads[v.ID] })
	c.shared = analysis.NewCoalescer(c.f, c.dom, live)
	for _, x := range c.headers {
		for _, phi := range c.incoming(x) {
			spill[phi.ID] = true
			c.shared.Join(phi, func(a *ir.Value) bool {
				return a.Type == phi.Type && !trivial(a) && !c.once[a.ID] && !c.remat[a.ID]
			})
		}
	}
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			list := c.shared.Class(v)
			if c.slot[v.ID] != nil || len(list) == 1 && !spill[v.ID] {
				continue
			}
			s := c.slotFor(list)
			for _, m := range list {
				c.slot[m.ID] = s
			}
		}
	}
}

// slotFor makes the slot of values that share one.
func (c *masked) slotFor(values []*ir.Value) *ir.Slot {
	from := values[0]
	for _, v := range values {
		if v.Op == ir.OpPhi && from.Op != ir.OpPhi {
			from = v
		}
	}
	name, t := from.Name, from.Type
	for _, v := range values {
		if name == "" {
			name = v.Name
		}
	}
	if len(values) == 1 && from.Op == ir.OpExtract && c.passed(from) {
		if w := c.asFloat(from); w != nil {
			from, t = w, ir.F32 // a shuffle gives the bits of a float
			if name == "" {
				name = w.Name
			}
		}
	}
	s := c.newSlot(name, t, from)
	s.Fact = c.factOf(values[0], values[0].Block)
	for _, v := range values[1:] {
		s.Fact = joinFacts(s.Fact, c.factOf(v, v.Block))
	}
	return s
}

// asFloat returns a float that an integer from a sync point is the bits of, where it is
// used as nothing else.
func (c *subject) asFloat(v *ir.Value) *ir.Value {
	if v.Type != ir.I32 || len(c.ctrl[v.ID]) > 0 || len(c.users[v.ID]) == 0 {
		return nil
	}
	for _, u := range c.users[v.ID] {
		if u.Op != ir.OpBitcast || u.Type != ir.F32 {
			return nil
		}
	}
	return c.users[v.ID][0]
}

// factOf returns what is known of a value in a block.
func (c *subject) factOf(v *ir.Value, b *ir.Block) ir.Fact {
	var x ir.Fact
	if v.Type != ir.I32 && v.Type != ir.I64 {
		return x
	}
	x.Lo, x.Hi = c.bounds().In(v, b)
	n := v.Type.Bits()
	x.Bounded = x.Lo > -1<<(n-1) || x.Hi < 1<<(n-1)-1
	if !x.Bounded {
		x.Lo, x.Hi = 0, 0
	}
	if m := c.prov.Multiple(v); m > 1 {
		x.Multiple = m
	}
	if a := c.prov.Of(v); a.Base.Kind == analysis.BaseSymbol || a.Base.Kind == analysis.BaseParam && c.prov.IsPointer(a.Base.Index, a.Base.Off) {
		x.Points = &ir.Pointer{Sym: a.Base.Sym, Param: a.Base.Index, Off: a.Base.Off, Space: a.Space, Align: a.Align}
	}
	return x
}

func joinFacts(x, y ir.Fact) ir.Fact {
	if x.Bounded && y.Bounded {
		x.Lo, x.Hi = min(x.Lo, y.Lo), max(x.Hi, y.Hi)
	} else {
		x.Bounded, x.Lo, x.Hi = false, 0, 0
	}
	x.Multiple = min(x.Multiple, y.Multiple)
	switch p, q := x.Points, y.Points; {
	case p == nil || q == nil:
		x.Points = nil
	case p.Sym != q.Sym || p.Param != q.Param || p.Off != q.Off || p.Space != q.Space:
		x.Points = nil
	default:
		r := *p
		r.Align = min(p.Align, q.Align)
		x.Points = &r
	}
	return x
}

// isLive reports whether a value is needed after the end of a block.
func (c *spilled) isLive(v *ir.Value, b *ir.Block) bool { return c.shared.Behind(v, b) }
