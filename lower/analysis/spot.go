package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Spots finds where the threads of a row access memory, so that what one does is compared
// with what all others do.
type Spots struct {
	prov    *Provenance
	ranges  *Ranges
	tidX    *ir.Value
	threads int64 // of a row at most
}

// NewSpots is about the accesses of a function of which tidX is %tid.x, in rows of so many
// threads at most.
func NewSpots(prov *Provenance, ranges *Ranges, tidX *ir.Value, threads int64) *Spots {
	return &Spots{prov: prov, ranges: ranges, tidX: tidX, threads: threads}
}

// memory is what an access may be of.
type memory uint8

const (
	anyMemory    memory = iota
	globalMemory        // and not shared
	sharedMemory        // of the variable sym
)

// Spot is where a thread accesses memory: where known the bytes of a shared variable from
// by*tx + off on, for tx from lo to hi.
type Spot struct {
	memory  memory
	sym     *ir.Symbol
	known   bool
	by, off int64
	size    int64
	lo, hi  int64
	Writes  bool
	Faults  bool // or may
}

// Of returns where threads access memory by a value.
func (m *Spots) Of(v *ir.Value) Spot {
	a := m.prov.Access(v)
	s := a.Base.Sym
	x := Spot{size: v.AccessBytes(), Writes: v.Writes(), Faults: !a.Fixed(v)}
	switch {
	case a.IsShared():
		x.memory, x.sym = sharedMemory, s
	case a.Base.Kind == BaseParam, a.Base.Kind == BaseSymbol && (s.Space == ir.Global || s.Space == ir.Const):
		x.memory = globalMemory
		return x
	default:
		return x
	}
	if a.Root != nil || s.Extern {
		return x
	}
	lo, hi := m.ranges.In(m.tidX, v.Block)
	x.lo, x.hi, x.off = max(lo, 0), min(hi, m.threads-1), a.Off
	for _, t := range a.Terms {
		by, off, ok := m.lane(t, &x)
		if !ok {
			return x
		}
		x.by, x.off = x.by+by, x.off+off
	}
	x.known = true
	first, last := x.off+min(x.by*x.lo, x.by*x.hi), x.off+max(x.by*x.lo, x.by*x.hi)
	x.Faults = first < 0 || last+x.size > s.Size || x.by%x.size != 0 || x.off%x.size != 0 || int64(s.Align)%x.size != 0
	return x
}

// lane takes a term apart as a multiple of %tid.x plus a constant, for the threads of a
// spot.
func (m *Spots) lane(t Term, x *Spot) (by, off int64, ok bool) {
	if IsSReg(t.Value, "tid.x") {
		return t.Scale, 0, true
	}
	if t.Ext == ExtNone || t.Value.Type != ir.I32 {
		return 0, 0, false
	}
	off, terms := m.prov.Sum(t.Value)
	if len(terms) != 1 || !IsSReg(terms[0].Value, "tid.x") {
		return 0, 0, false
	}
	by = terms[0].Scale
	// The sum of 32 bits is the number that it looks like.
	if least, most := off+min(by*x.lo, by*x.hi), off+max(by*x.lo, by*x.hi); least < 0 || most >= 1<<31 {
		return 0, 0, false
	}
	return t.Scale * by, t.Scale * off, true
}

// Meets reports whether what a thread does at x may meet what a lower one does at y, or a
// higher one.
func (x *Spot) Meets(y *Spot) (lower, higher bool) {
	apart := x.memory != anyMemory && y.memory != anyMemory && x.memory != y.memory
	both := x.memory == sharedMemory && y.memory == sharedMemory
	switch {
	case !x.Writes && !y.Writes, apart, both && x.sym != y.sym && !x.Faults && !y.Faults:
		return false, false
	case !both, x.sym != y.sym, !x.known, !y.known:
		return true, true
	}
	for t := x.lo; t <= x.hi; t++ {
		first, last := y.touching(x.by*t+x.off, x.size)
		lower = lower || first < t && first <= last
		higher = higher || last > t && first <= last
	}
	return lower, higher
}

// touching returns the first and the last thread that accesses one of some bytes; there is
// none where the last comes before the first. The threads of which one does are in a row.
func (x *Spot) touching(at, size int64) (first, last int64) {
	// at < by*t + off + x.size and by*t + off < at + size
	low, high, by := at-x.size-x.off+1, at+size-x.off-1, x.by
	switch {
	case by == 0 && low <= 0 && 0 <= high:
		return x.lo, x.hi
	case by == 0:
		return 1, 0
	case by < 0:
		low, high, by = -high, -low, -by
	}
	return max(x.lo, -floor(-low, by)), min(x.hi, floor(high, by))
}

// floor returns the largest number whose product with y > 0 is no more than x.
func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
