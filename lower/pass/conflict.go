package pass

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// access to memory that other threads see, as far as lockstep cares.
type sharedAccess struct {
	v           *ir.Value
	read, write bool
	atomic      bool
	volatile    bool // volatile or strong: it may be meant for another lane
	shared      bool // may be in shared memory
	call        bool // a function that may do anything of the above
	addr        analysis.Addr
	size        int64 // bytes
	lane        int   // the only lane that gets here, -1 for all
	sum         *laneSum
}

// laneSum is an offset as a function of the lane: x*tid.x + y*tid.y + z*tid.z +
// lane*(number of the lane) + off + uniform parts + varying parts.
type laneSum struct {
	x, y, z, lane int64
	off           int64
	uniform       []analysis.Term // the same for all lanes at one time
	rest          interval        // the parts that differ in unknown ways
	gcd           int64           // divides every part but off; 0 if there is none
}

// conflict tests whether two accesses of different lanes may touch the same
// bytes, in the one direction that matters. Between sync points the lanes run
// one after the other, the lowest first, so that only a later lane's earlier
// access can come too late: first in the program is a, made by lane t+d, second
// is b, made by lane t. old says that the way from a to b goes around a loop, so
// that values made in loops may have changed.
type conflict struct {
	l           *lanes
	prov        *analysis.Provenance
	independent bool
	usedRows    bool // an answer relied on warps being rows
}

func (c *conflict) test(a, b *sharedAccess, old bool) bool {
	if !a.write && !b.write || a.atomic && b.atomic {
		return false // atomics come in any order on hardware too
	}
	if !(a.volatile || b.volatile) && (c.independent || !a.shared || !b.shared) {
		return false
	}
	if a.lane == 0 || a.lane >= 0 && a.lane == b.lane {
		return false // no lower lane, or the same lane
	}
	if a.call || b.call {
		return true
	}
	if disjoint(a, b) {
		return false
	}
	if a.addr.Base.Kind == analysis.BaseUnknown || a.addr.Base != b.addr.Base || a.addr.Space != b.addr.Space {
		if a.addr.Base.Kind != analysis.BaseUnknown || b.addr.Base.Kind != analysis.BaseUnknown || a.addr.Root != b.addr.Root || a.addr.Root == nil {
			return true
		}
	}
	if a.sum == nil {
		a.sum = c.sum(a)
	}
	if b.sum == nil {
		b.sum = c.sum(b)
	}
	return c.overlap(a, b, old)
}

// disjoint reports whether the two certainly touch different memory.
func disjoint(a, b *sharedAccess) bool {
	x, y := a.v.Attr.Space, b.v.Attr.Space
	if x != ir.Generic && y != ir.Generic && (x == ir.Shared) != (y == ir.Shared) {
		return true
	}
	p, q := a.addr.Base, b.addr.Base
	isShared := func(s ir.Space, base analysis.Base) (yes, known bool) {
		switch {
		case s != ir.Generic:
			return s == ir.Shared, true
		case base.Kind == analysis.BaseSymbol:
			return base.Sym.Space == ir.Shared, true
		case base.Kind == analysis.BaseParam:
			return false, true
		}
		return false, false
	}
	sx, okx := isShared(x, p)
	sy, oky := isShared(y, q)
	if okx && oky && sx != sy {
		return true
	}
	if p.Kind == analysis.BaseSymbol && q.Kind == analysis.BaseSymbol && p.Sym != q.Sym {
		// All dynamic shared arrays begin at the same place.
		return !(p.Sym.Extern && q.Sym.Extern)
	}
	return false
}

// sum splits the offset of an access by how it depends on the lane.
func (c *conflict) sum(a *sharedAccess) *laneSum {
	s := &laneSum{off: a.addr.Off}
	var terms []analysis.Term
	if a.addr.Root != nil {
		terms = append(terms, analysis.Term{Value: a.addr.Root, Scale: 1})
	}
	terms = append(terms, a.addr.Terms...)
	// An index that was computed in 32 bits and extended is taken apart too: if
	// it wraps, the address jumps by 2^32 and does not come near again.
	for depth := 0; depth < 4; depth++ {
		var next []analysis.Term
		for _, t := range terms {
			off, parts := c.prov.Sum(t.Value)
			if len(parts) == 1 && parts[0].Value == t.Value && parts[0].Ext == analysis.ExtNone {
				next = append(next, t)
				continue
			}
			s.off += t.Scale * off
			for _, p := range parts {
				next = append(next, analysis.Term{Value: p.Value, Ext: p.Ext, Scale: t.Scale * p.Scale})
			}
		}
		terms = next
	}
	c.linearID(s, &terms)
	for _, t := range terms {
		c.term(s, t.Value, t.Scale, a.v.Block, 4)
	}
	return s
}

// linearID finds tid.x + ntid.x*tid.y and the like among the terms: the number
// of a thread in its CTA, which differs between lanes as their numbers do.
func (c *conflict) linearID(s *laneSum, terms *[]analysis.Term) {
	for i, t := range *terms {
		if !isSReg(t.Value, "tid.x") {
			continue
		}
		for j, u := range *terms {
			if i != j && u.Scale == t.Scale && c.rowBase(u.Value) {
				s.lane += t.Scale
				s.divide(t.Scale)
				(*terms)[i].Scale, (*terms)[j].Scale = 0, 0
				return
			}
		}
	}
}

// rowBase reports whether a value is ntid.x*tid.y or ntid.x*(tid.y+ntid.y*tid.z).
func (c *conflict) rowBase(v *ir.Value) bool {
	if v.Op != ir.OpMul {
		return false
	}
	for i := range 2 {
		if !isSReg(v.Args[i], "ntid.x") {
			continue
		}
		y := v.Args[1-i]
		if isSReg(y, "tid.y") && c.noZ() {
			c.usedRows = c.usedRows || c.l.f.ReqNTID == [3]int64{}
			return true
		}
		if y.Op == ir.OpAdd {
			for k := range 2 {
				m := y.Args[1-k]
				if isSReg(y.Args[k], "tid.y") && m.Op == ir.OpMul &&
					(isSReg(m.Args[0], "ntid.y") && isSReg(m.Args[1], "tid.z") || isSReg(m.Args[1], "ntid.y") && isSReg(m.Args[0], "tid.z")) {
					return true
				}
			}
		}
	}
	return false
}

// noZ reports whether blocks have one layer of threads: .reqntid says so, or
// the function does not look at tid.z.
func (c *conflict) noZ() bool {
	if n := c.l.f.ReqNTID; n != [3]int64{} {
		return n[2] <= 1
	}
	for _, b := range c.l.f.Blocks {
		for _, v := range b.Values {
			if isSReg(v, "tid.z") {
				return false
			}
		}
	}
	return true
}

func isSReg(v *ir.Value, name string) bool { return v.Op == ir.OpSReg && v.Attr.SReg == name }

func (s *laneSum) divide(k int64) {
	if k < 0 {
		k = -k
	}
	for k != 0 {
		s.gcd, k = k, s.gcd%k
	}
}

// term adds scale times a value to the sum.
func (c *conflict) term(s *laneSum, v *ir.Value, scale int64, at *ir.Block, depth int) {
	if scale == 0 {
		return
	}
	s.divide(scale)
	switch {
	case isSReg(v, "tid.x"):
		s.x += scale
		return
	case isSReg(v, "tid.y") && !c.l.rows:
		s.y += scale
		return
	case isSReg(v, "tid.z") && !c.l.rows:
		s.z += scale
		return
	case isSReg(v, "laneid"), c.laneNumber(v):
		s.lane += scale
		return
	case c.l.uniformAt(v, at), c.warpNumber(v):
		s.uniform = append(s.uniform, analysis.Term{Value: v, Scale: scale})
		return
	}
	if init := c.induction(v); init != nil && depth > 0 {
		// What the lanes have in common is the phi less its first value.
		off, parts := c.prov.Sum(init)
		ok := off == 0 || len(parts) > 0
		for _, p := range parts {
			ok = ok && p.Value.Op != ir.OpPhi
		}
		if ok {
			for _, p := range parts {
				c.term(s, p.Value, p.Scale*scale, v.Block, depth-1)
			}
			s.uniform = append(s.uniform, analysis.Term{Value: v, Scale: scale, Ext: analysis.ExtSigned})
			return
		}
	}
	r := typeRange(v.Type)
	if v.Type == ir.I32 || v.Type == ir.I64 {
		r = c.l.ranges[v.ID]
	}
	if r.lo > r.hi {
		r = typeRange(v.Type)
	}
	s.rest = s.rest.plus(r.times(scale))
}

// laneNumber reports whether a value is tid.x modulo 32 where warps are rows.
func (c *conflict) laneNumber(v *ir.Value) bool {
	switch v.Op {
	case ir.OpAnd, ir.OpRemU, ir.OpRemS:
		n, ok := v.Args[1].IsConst()
		return ok && (v.Op == ir.OpAnd && n == 31 || v.Op != ir.OpAnd && n == 32) && c.threadNumber(v.Args[0])
	}
	return false
}

// warpNumber reports whether a value is tid.x / 32 where warps are rows.
func (c *conflict) warpNumber(v *ir.Value) bool {
	switch v.Op {
	case ir.OpShrU, ir.OpShrS, ir.OpDivU, ir.OpDivS:
		n, ok := v.Args[1].IsConst()
		shift := v.Op == ir.OpShrU || v.Op == ir.OpShrS
		return ok && (shift && n >= 5 && n < 32 || !shift && n != 0 && n%32 == 0) && c.threadNumber(v.Args[0])
	case ir.OpAnd:
		n, ok := v.Args[1].IsConst()
		return ok && n&31 == 0 && c.threadNumber(v.Args[0])
	}
	return false
}

// threadNumber reports whether a value numbers the threads so that lane 0 of a
// warp has a multiple of 32: the number in the CTA, or tid.x where warps are
// rows.
func (c *conflict) threadNumber(v *ir.Value) bool {
	if isSReg(v, "tid.x") && c.l.rows {
		c.usedRows = true
		return true
	}
	if v.Op != ir.OpAdd {
		return false
	}
	return isSReg(v.Args[0], "tid.x") && c.rowBase(v.Args[1]) || isSReg(v.Args[1], "tid.x") && c.rowBase(v.Args[0])
}

// induction returns the first value of a phi at the head of a loop that adds
// the same amount in all lanes at each turn.
func (c *conflict) induction(v *ir.Value) *ir.Value {
	if v.Op != ir.OpPhi || len(v.Args) != 2 {
		return nil
	}
	lp := c.l.loops.Headed(v.Block)
	if lp == nil || len(lp.Latches) != 1 {
		return nil
	}
	for i, p := range v.Block.Preds {
		if !c.l.dom.Dominates(v.Block, p) {
			continue
		}
		step := v.Args[i]
		if step.Op != ir.OpAdd && step.Op != ir.OpSub {
			return nil
		}
		by := step.Args[1]
		if step.Args[0] != v {
			if step.Op == ir.OpSub || step.Args[1] != v {
				return nil
			}
			by = step.Args[0]
		}
		if c.l.uniformAt(by, step.Block) {
			return v.Args[1-i]
		}
	}
	return nil
}

// overlap tests the difference between the address of a in lane t+d and that of
// b in lane t against the sizes of the accesses.
func (c *conflict) overlap(a, b *sharedAccess, old bool) bool {
	p, q := a.sum, b.sum
	diff := interval{p.off - q.off, p.off - q.off}
	diff = diff.plus(p.rest).plus(q.rest.times(-1))
	exact := p.rest == interval{} && q.rest == interval{}

	// Uniform parts cancel if they are the same value at the same time.
	left := append([]analysis.Term(nil), q.uniform...)
	for _, t := range p.uniform {
		for i := range left {
			u := &left[i]
			if u.Value == t.Value && u.Ext == t.Ext && (!old || c.l.invariant(t.Value)) {
				n := min(abs(t.Scale), abs(u.Scale))
				if (t.Scale < 0) == (u.Scale < 0) {
					if t.Scale < 0 {
						n = -n
					}
					t.Scale -= n
					u.Scale -= n
				}
			}
		}
		diff = diff.plus(c.uniformRange(t))
		exact = exact && t.Scale == 0
	}
	for _, u := range left {
		u.Scale = -u.Scale
		diff = diff.plus(c.uniformRange(u))
		exact = exact && u.Scale == 0
	}
	g := laneSum{gcd: p.gcd}
	g.divide(q.gcd)
	hits := func(d interval) bool { // some distance in d is an overlap
		if d.lo < -limit || d.hi > limit {
			// Sums so large may wrap: only powers of two stay divisors.
			return nearMultiple(p.off-q.off, g.gcd&-g.gcd, a.size, b.size)
		}
		if d.hi <= -a.size || d.lo >= b.size {
			return false
		}
		return exact && d.lo == d.hi || nearMultiple(p.off-q.off, g.gcd, a.size, b.size)
	}
	if p.x == 0 && q.x == 0 && p.y == 0 && q.y == 0 && p.z == 0 && q.z == 0 && p.lane == 0 && q.lane == 0 {
		return hits(diff)
	}
	if c.l.rows {
		if p.x != 0 || q.x != 0 {
			c.usedRows = true
		}
		// Lane t of a row has tid.x = x0 + t.
		diff = diff.plus(c.l.sregRange("tid.x", interval{0, 1023}).times(p.x - q.x))
		diff = diff.plus(interval{0, 30}.times(p.lane - q.lane))
		return eachLane(func(d int64) bool { return hits(diff.plus(interval{d, d}.times(p.x + p.lane))) })
	}
	diff = diff.plus(interval{0, 30}.times(p.lane - q.lane))
	if p.x == 0 && q.x == 0 && p.y == 0 && q.y == 0 && p.z == 0 && q.z == 0 {
		return eachLane(func(d int64) bool { return hits(diff.plus(interval{d, d}.times(p.lane))) })
	}
	// A warp may span rows of unknown length: any two threads may be in it.
	for _, k := range []struct {
		name string
		p, q int64
	}{{"tid.x", p.x, q.x}, {"tid.y", p.y, q.y}, {"tid.z", p.z, q.z}} {
		r := c.l.sregRange(k.name, interval{0, 1023})
		diff = diff.plus(r.times(k.p)).plus(r.times(-k.q))
	}
	exact = false
	return hits(diff.plus(interval{1, 31}.times(p.lane)))
}

// limit is how far offsets are trusted not to wrap.
const limit = 1 << 31

// nearMultiple reports whether off plus some multiple of g lies between -before
// and after, exclusively.
func nearMultiple(off, g, before, after int64) bool {
	if g <= 1 {
		return true
	}
	r := off % g
	if r < 0 {
		r += g
	}
	return r < after || g-r < before
}

// eachLane reports whether two lanes of some distance hit.
func eachLane(hits func(d int64) bool) bool {
	for d := int64(1); d < 32; d++ {
		if hits(d) {
			return true
		}
	}
	return false
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// uniformRange is what a uniform part that does not cancel may amount to.
func (c *conflict) uniformRange(t analysis.Term) interval {
	if t.Scale == 0 {
		return interval{}
	}
	r := interval{math.MinInt64, math.MaxInt64}
	if t.Ext == analysis.ExtNone && (t.Value.Type == ir.I32 || t.Value.Type == ir.I64) {
		if k := c.l.ranges[t.Value.ID]; k.lo <= k.hi {
			r = k
		}
	}
	return r.times(t.Scale)
}
