package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where the lanes of a warp access memory is often a function of their numbers alone, though not a
// linear one: the butterflies of an FFT and of a sort by merging take the bits of %tid.x apart, and
// put a zero or a one between them. Such addresses are computed for all threads that a row may have.

// places are the offsets of an access for the threads of a row, one after the other, for each way
// to choose the numbers that loops count by.
type places struct {
	terms []Term        // the part of the address that is computed
	rest  []Term        // what it is not made of: has no known value
	loops []*ir.Value   // phis that the terms are made of
	at    []placesUnder // of each choice
}

type placesUnder struct {
	loops []uint64 // what the phis have
	off   []uint64 // by %tid.x
}

// Bounds of what is computed.
const (
	mostTurns  = 40      // of numbers that a phi may have
	mostOps    = 64      // of operations in an address
	mostPlaced = 1 << 15 // of warps compared, of all accesses of a function
	longestRow = 1024
)

// placed returns where the lanes access; nil if that is not known.
func (c *Conflicts) placed(a *LaneAccess) *places {
	if a.placed {
		return a.places
	}
	a.placed = true
	p := &places{}
	add := func(t Term) bool {
		n := mostOps
		ok := c.numbered(t.Value, &p.loops, &n)
		if ok {
			p.terms = append(p.terms, t)
		}
		return ok
	}
	for _, t := range a.addr.Terms {
		loops := len(p.loops)
		if add(t) {
			continue
		}
		p.loops = p.loops[:loops]
		// What the lanes have in common may be a summand of its own: see Conflicts.sum.
		off, parts := c.prov.Sum(t.Value)
		if off != 0 || len(parts) < 2 || a.addr.Narrow {
			p.rest = append(p.rest, t)
			continue
		}
		for _, u := range parts {
			u.Scale *= t.Scale
			if u.Ext == ExtNone {
				u.Ext = t.Ext
			}
			loops := len(p.loops)
			if !add(u) {
				p.loops = p.loops[:loops]
				p.rest = append(p.rest, u)
			}
		}
	}
	if len(p.terms) == 0 || len(p.loops) > 1 {
		return nil
	}
	turns := []uint64{0}
	if len(p.loops) == 1 {
		if turns = c.turns(p.loops[0]); turns == nil {
			return nil
		}
	}
	for _, n := range turns {
		u := placesUnder{loops: []uint64{n}[:len(p.loops)]}
		for x := range c.rowLength() {
			off := uint64(a.addr.Off)
			for _, t := range p.terms {
				y := numberOf(t.Value, uint64(x), n)
				if t.Ext == ExtSigned {
					y = uint64(ir.Signed(y, t.Value.Type.Bits()))
				}
				off += y * uint64(t.Scale)
			}
			u.off = append(u.off, off)
		}
		p.at = append(p.at, u)
	}
	a.places = p
	return p
}

// rowLength is how many threads a row may have.
func (c *Conflicts) rowLength() int {
	return int(min(c.sregRange("tid.x", interval{0, longestRow - 1}).hi, longestRow-1) + 1)
}

// numbered reports whether a value is made of %tid.x, constants and phis of loops, and lists these.
func (c *Conflicts) numbered(v *ir.Value, loops *[]*ir.Value, ops *int) bool {
	*ops--
	switch {
	case *ops < 0 || v.Type.Bits() > 64:
		return false
	case v.Op == ir.OpConst, IsSReg(v, "tid.x"):
		return true
	case v.Op == ir.OpPhi:
		if !slices.Contains(*loops, v) {
			*loops = append(*loops, v)
		}
		return true
	}
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpNeg, ir.OpShl, ir.OpShrU, ir.OpShrS,
		ir.OpDivU, ir.OpRemU, ir.OpMinU, ir.OpMaxU, ir.OpMinS, ir.OpMaxS, ir.OpZext, ir.OpSext, ir.OpTrunc:
		return !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !c.numbered(a, loops, ops) })
	}
	return false
}

// numberOf computes such a value, for a thread and a number of the only phi.
func numberOf(v *ir.Value, tid, turn uint64) uint64 {
	switch {
	case v.Op == ir.OpConst:
		return v.Attr.Bits & ir.Ones(v.Type.Bits())
	case IsSReg(v, "tid.x"):
		return tid
	case v.Op == ir.OpPhi:
		return turn
	}
	var args [2]uint64
	for i, a := range v.Args {
		args[i] = numberOf(a, tid, turn)
	}
	switch v.Op {
	case ir.OpZext, ir.OpSext, ir.OpTrunc:
		return ir.EvalConv(v.Op, v.Args[0].Type, v.Type, args[0])
	}
	x, _ := ir.EvalInt(v.Op, v.Type, args[0], args[1]) // which has all that is numbered
	return x
}

// turns lists the numbers that a phi may have that begins with a constant and is computed from
// itself and constants; nil where they are not known, or too many.
func (c *Conflicts) turns(phi *ir.Value) []uint64 {
	var list []uint64
	add := func(n uint64) {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	var steps []*ir.Value
	for _, a := range phi.Args {
		if a == phi {
			continue
		}
		if k, ok := a.IsConst(); ok {
			add(k & ir.Ones(phi.Type.Bits()))
			continue
		}
		var loops []*ir.Value
		n := mostOps
		if !c.numbered(a, &loops, &n) || !slices.Equal(loops, []*ir.Value{phi}) || c.readsThread(a) {
			return nil
		}
		steps = append(steps, a)
	}
	for i := 0; i < len(list); i++ {
		if len(list) > mostTurns {
			return nil
		}
		for _, s := range steps {
			add(numberOf(s, 0, list[i]))
		}
	}
	return list
}

// readsThread reports whether a numbered value is made of the number of the thread.
func (c *Conflicts) readsThread(v *ir.Value) bool {
	return IsSReg(v, "tid.x") || v.Op != ir.OpPhi && slices.ContainsFunc(v.Args, c.readsThread)
}

// placedApart reports whether lanes of one warp certainly access other places, a of a higher lane
// than b: by where each thread does. It is asked last, as it takes long.
func (c *Conflicts) placedApart(a, b *LaneAccess, old bool) bool {
	if !c.u.RowsAgree().In(c.group) || a.addr.Root != nil || b.addr.Root != nil || a.addr.Narrow != b.addr.Narrow {
		return false
	}
	p, q := c.placed(a), c.placed(b)
	if p == nil || q == nil || !c.sameRest(a, b, old) {
		return false
	}
	for _, x := range p.at {
		for _, y := range q.at {
			if len(x.loops) == 1 && len(y.loops) == 1 && x.loops[0] != y.loops[0] && p.loops[0] == q.loops[0] && c.shared(a, b, p.loops[0], old) {
				continue // they have the same number
			}
			if !c.warpsApart(a, b, x.off, y.off) {
				return false
			}
		}
	}
	return c.rows()
}

// sameRest reports whether the unknown parts of two addresses are the same.
func (c *Conflicts) sameRest(a, b *LaneAccess, old bool) bool {
	left := slices.Clone(b.places.rest)
	for _, t := range a.places.rest {
		i := slices.Index(left, t)
		if i < 0 || !c.shared(a, b, t.Value, old) {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// shared reports whether the lanes that make two accesses have the same number.
func (c *Conflicts) shared(a, b *LaneAccess, v *ir.Value, old bool) bool {
	return c.uniformAt(v, a.Value.Block) && c.uniformAt(v, b.Value.Block) && (!old || c.keeps(a, v, 6))
}

// warpsApart reports whether in no warp the bytes of a higher lane meet those of a lower one.
func (c *Conflicts) warpsApart(a, b *LaneAccess, p, q []uint64) bool {
	for w := 0; w < len(p); w += 32 {
		if c.compared++; c.compared > mostPlaced {
			return false
		}
		end := min(w+32, len(p))
		for low := w; low < end; low++ {
			for high := low + 1; high < end; high++ {
				// Of parts that were extended by themselves only 32 bits are certain.
				if d := int64(int32(p[high] - q[low])); d > -a.size && d < b.size {
					return false
				}
			}
		}
	}
	return true
}
