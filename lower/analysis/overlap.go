package analysis

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// distance is the address of access a in lane t+d less that of access b in lane
// t: off + x*d etc. as far as it depends on the two lanes, plus unknown parts.
type distance struct {
	a, b *LaneAccess
	off  int64
	rest parts
	few  []few // plus one of a few numbers each
	row  int64 // plus any multiple of row*ntid.x
}

// few is scale times a number that takes few values.
type few struct {
	interval
	scale int64
}

// maxFew is up to how many values are told apart.
const maxFew = 4

// limit is how far offsets are trusted not to wrap.
const limit = 1 << 31

// hits reports whether the distance, plus lane, is an overlap for some value of
// the unknown parts.
func (d *distance) hits(lane int64) bool { return d.hitsFew(d.off+lane, d.few) }

func (d *distance) hitsFew(off int64, list []few) bool {
	if len(list) > 0 {
		for n := list[0].lo; n <= list[0].hi; n++ {
			if d.hitsFew(off+n*list[0].scale, list[1:]) {
				return true
			}
		}
		return false
	}
	lo, hi := addSat(off, d.rest.in.lo), addSat(off, d.rest.in.hi)
	switch {
	case lo < -limit || hi > limit:
		// Sums so large may wrap: only powers of two stay divisors.
		return nearMultiple(off, d.rest.gcd&-d.rest.gcd, d.a.size, d.b.size)
	case hi <= -d.a.size || lo >= d.b.size:
		return false
	case d.rest.gcd == 0:
		return true
	}
	return nearMultiple(off, d.rest.gcd, d.a.size, d.b.size)
}

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

// overlap tests the difference between the address of a in lane t+d and that of
// b in lane t against the sizes of the accesses.
func (c *Conflicts) overlap(a, b *LaneAccess, old bool) bool {
	p, q := a.sum, b.sum
	d := distance{a: a, b: b, off: p.off - q.off, rest: p.rest}
	d.rest.in = d.rest.in.plus(q.rest.in.times(-1))
	d.rest.gcd = gcd(p.rest.gcd, q.rest.gcd)
	c.cancel(&d, old)
	if d.row != 0 {
		// Lanes of a row are less than ntid.x apart.
		if p.x != q.x || abs(p.x) != abs(d.row) || p.lane != 0 || q.lane != 0 || d.off != 0 || d.rest.gcd != 0 || len(d.few) > 0 || !c.rows() {
			return true
		}
		return max(a.size, b.size) > abs(d.row)
	}
	flat := p.x == 0 && q.x == 0 && p.y == 0 && q.y == 0 && p.z == 0 && q.z == 0
	if p.lane != q.lane {
		d.rest.add(interval{0, 30}, p.lane-q.lane)
	}
	switch {
	case flat && p.lane == 0 && q.lane == 0:
		return d.hits(0)
	case flat:
		return eachLane(func(n int64) bool { return d.hits(n * p.lane) })
	case c.rows():
		// Lane t of a row has tid.x = x0 + t.
		if p.x != q.x {
			d.rest.add(c.sregRange("tid.x", interval{}), p.x-q.x)
		}
		return eachLane(func(n int64) bool { return d.hits(n * (p.x + p.lane)) })
	case c.fits(&d):
		return false
	}
	// A warp may span rows of unknown length: any two threads may be in it.
	for _, k := range []struct {
		name string
		p, q int64
	}{{"tid.x", p.x, q.x}, {"tid.y", p.y, q.y}, {"tid.z", p.z, q.z}} {
		r := c.sregRange(k.name, interval{})
		if k.p != 0 {
			d.rest.add(r, k.p)
		}
		if k.q != 0 {
			d.rest.add(r, -k.q)
		}
	}
	return eachLane(func(n int64) bool { return d.hits(n * p.lane) })
}

// cancel takes the uniform parts of the two sums against each other: the same
// value at the same time is the same number. What is left is unknown.
func (c *Conflicts) cancel(d *distance, old bool) {
	left := append([]Term(nil), d.b.sum.uniform...)
	for _, t := range d.a.sum.uniform {
		for i := range left {
			u := &left[i]
			if u.Value != t.Value || u.Ext != t.Ext {
				continue
			}
			if old && !c.keeps(d.a, t.Value, 6) {
				fixed, row, ok := c.stride(d.a, t.Value)
				switch {
				case !ok || u.Scale != t.Scale || row != 0 && d.row != 0:
					continue
				case row != 0:
					d.row = t.Scale * row
				case fixed != 0:
					r := c.rangeIn(t.Value, d.a.Value.Block).plus(c.rangeIn(t.Value, d.b.Value.Block).times(-1))
					d.rest.in = d.rest.in.plus(r.times(t.Scale))
					d.rest.gcd = gcd(d.rest.gcd, t.Scale*fixed)
				}
			}
			t.Scale -= u.Scale
			u.Scale = 0
		}
		c.unknown(d, t, d.a)
	}
	for _, u := range left {
		u.Scale = -u.Scale
		c.unknown(d, u, d.b)
	}
}

// unknown adds a uniform part that does not cancel.
func (c *Conflicts) unknown(d *distance, t Term, a *LaneAccess) {
	if t.Scale == 0 {
		return
	}
	r := interval{math.MinInt64, math.MaxInt64}
	if t.Ext == ExtNone {
		r = c.rangeIn(t.Value, a.Value.Block)
	}
	if r.lo >= -limit && r.hi <= limit && r.hi-r.lo < maxFew && len(d.few) < 2 {
		d.few = append(d.few, few{r, t.Scale})
		return
	}
	d.rest.add(r, t.Scale)
}

// eachLane reports whether two lanes of some distance hit.
func eachLane(hits func(n int64) bool) bool {
	for n := int64(1); n < 32; n++ {
		if hits(n) {
			return true
		}
	}
	return false
}

// The block shapes that fits may assume: rows of any length between these.
const (
	shortRow = 8
	longRow  = 16
)

// fits reports whether two accesses to a tile, x*tid.x + y*tid.y, stay apart for
// all blocks that fit into the tile: whose rows are not longer than those of the
// tile, and long enough that a warp does not reach down to the other access. It
// notes the lengths of rows that this holds for.
func (c *Conflicts) fits(d *distance) bool {
	p, q := d.a.sum, d.b.sum
	size := max(d.a.size, d.b.size)
	if p.x != q.x || p.y != q.y || p.z != 0 || q.z != 0 || p.lane != 0 || q.lane != 0 ||
		p.x == 0 || abs(p.y) < size || !c.layers() {
		return false
	}
	lo, hi := int64(1), (abs(p.y)-size)/abs(p.x)+1
	req := c.f.ReqNTID
	switch {
	case req != [3]int64{}:
		if req[0] > hi {
			return false
		}
		lo, hi = req[0], req[0]
	}
	for dy := int64(0); dy < 32; dy++ {
		for dx := max(1-hi, -1023); dx < min(hi, 1024) || dy == 0 && dx < 32; dx++ {
			if dy == 0 && (dx <= 0 || dx > 31) || !d.hits(p.x*dx+p.y*dy) {
				continue
			}
			if dy == 0 {
				return false
			}
			if n := (31-dx)/dy + 1; req == [3]int64{} {
				lo = max(lo, n)
			} else if req[0] < n {
				return false
			}
		}
	}
	if req != [3]int64{} {
		return true
	}
	if c.maxRow != 0 {
		lo, hi = max(lo, c.minRow), min(hi, c.maxRow)
	}
	if lo > longRow || hi < shortRow || lo > hi {
		return false
	}
	c.minRow, c.maxRow = lo, hi
	return true
}

// butterfly reports whether two accesses belong to an exchange between the
// elements i and i^j of an array, where only the thread with the lower i, or
// only that with the higher, gets there: a bitonic sort, for one. Then no two
// threads touch the same pair.
func (c *Conflicts) butterfly(a, b *LaneAccess, old bool) bool {
	if a.addr.Root != nil || b.addr.Root != nil || len(a.addr.Terms) != 1 || len(b.addr.Terms) != 1 || a.addr.Off != b.addr.Off {
		return false
	}
	t, u := a.addr.Terms[0], b.addr.Terms[0]
	if t.Scale != u.Scale || t.Ext != u.Ext || max(a.size, b.size) > abs(t.Scale) {
		return false
	}
	x := t.Value
	if x.Op != ir.OpXor {
		x = u.Value
	}
	if x.Op != ir.OpXor {
		return false
	}
	for k := range 2 {
		i, j := x.Args[k], x.Args[1-k]
		if t.Value != x && t.Value != i || u.Value != x && u.Value != i {
			continue
		}
		if !c.uniformAt(j, x.Block) || old && !c.keeps(a, j, 6) || !c.distinct(a, i, old) {
			continue
		}
		side := c.side(x, i, a.Value.Block)
		if side != 0 && side == c.side(x, i, b.Value.Block) {
			return true
		}
	}
	return false
}

// distinct reports whether a value is another one in every lane, and if old, in
// every turn of its loop.
func (c *Conflicts) distinct(a *LaneAccess, i *ir.Value, old bool) bool {
	if IsSReg(i, "tid.x") {
		return c.rows()
	}
	init, _ := c.induction(i)
	if init == nil || !IsSReg(init, "tid.x") || !c.rows() {
		return false
	}
	if old && !c.keeps(a, i, 6) {
		if _, row, ok := c.stride(a, i); !ok || abs(row) != 1 {
			return false
		}
	}
	return true
}

// side returns 1 if the block is reached only where x > i, -1 if only where
// x < i, as the comparisons before it say.
func (c *Conflicts) side(x, i *ir.Value, b *ir.Block) int {
	for ; b != nil; b = c.dom.Idom(b) {
		cond, is := entered(b)
		if cond == nil || cond.Op != ir.OpICmp {
			continue
		}
		cmp := cond.Attr.Cmp
		switch {
		case cond.Args[0] == x && cond.Args[1] == i:
		case cond.Args[0] == i && cond.Args[1] == x:
			cmp = cmp.Mirrored()
		default:
			continue
		}
		if !is {
			cmp = cmp.Negated()
		}
		switch cmp {
		case ir.GtS, ir.GtU:
			return 1
		case ir.LtS, ir.LtU:
			return -1
		}
	}
	return 0
}
