package gang

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// patterns finds how the accesses go to memory that have a view. The others go by their
// addresses, lane by lane.
func (p *Plan) patterns(m *schedule.Memory, wraps *wraps) {
	p.Access = map[*ir.Value]Pattern{}
	for _, v := range p.flow.values {
		if at, ok := m.InFrame(v); ok {
			own := own(p, v, at)
			a := m.Access(v)
			own.Whole = a.Inside || a.View != nil && a.Aligned && wraps.whole(a, v.AccessBytes())
			p.Access[v] = own
			continue
		}
		if a := m.Access(v); a != nil && a.View != nil {
			x := p.pattern(v, a, wraps)
			if x.Order == Gather {
				x.Short, x.Even = p.anywhere(v, m)
			}
			p.Access[v] = x
		}
	}
}

// anywhere says more of a Gather: whether its index is one number of 32 bits that differs by lane, and by what it grows.
func (p *Plan) anywhere(v *ir.Value, m *schedule.Memory) (short bool, even *analysis.Term) {
	a := m.Access(v)
	if a.Root != nil || a.Narrow {
		return false, nil
	}
	terms, off, ok := m.Index(p.Body.Func, a, a.Unit(v))
	if !ok {
		return false, nil
	}
	short = len(terms) == 1 && off == 0 && terms[0].Scale == 1 && terms[0].Ext != analysis.ExtNone && p.At(terms[0].Value, v.Block).Class == Varying
	return short, evenTerm(p, v, terms)
}

// pattern returns how an access through a view goes to memory.
func (p *Plan) pattern(v *ir.Value, a *schedule.Access, x *wraps) Pattern {
	out := Pattern{Window: p.window(v)}
	if a.Root != nil && p.At(a.Root, v.Block).Class != Uniform {
		return out
	}
	step, cross, clamped := int64(0), -1, false
	for _, t := range a.Terms {
		s := p.At(t.Value, v.Block)
		switch {
		case s.Class == Uniform:
			continue
		case s.Class == Varying:
			by, ok := mostly{p, v.Block}.grows(t.Value, mostBounds)
			if !ok {
				return Pattern{Window: out.Window}
			}
			step, clamped = step+t.Scale*by, true
			continue
		case cross >= 0 && cross != s.Cross:
			return Pattern{Window: out.Window}
		}
		e := Exact{t.Value, s.Stride, t.Ext == analysis.ExtSigned || a.Narrow}
		if (t.Ext != analysis.ExtNone || a.Narrow) && !x.never(e, v.Block) {
			out.Exact = append(out.Exact, e)
		}
		step, cross = step+t.Scale*s.Stride, s.Cross
	}
	elem, size := a.Unit(v), v.AccessBytes()
	switch {
	case clamped:
		some := cross <= 0 && v.Vec() <= 1
		return Pattern{Window: out.Window, Clamped: some && step == size, Same: some && step == 0 && size >= 4}
	case step == 0:
		out.Order = Splat
	case cross > 0 && (step != size || v.Vec() > 1 || out.Exact != nil):
		out.Exact = nil
	case cross > 0:
		out.Order, out.Stride, out.Cross = Swapped, step/elem, cross
	case step%elem != 0 || step > maxStride || step < -maxStride:
		out.Exact = nil
	default:
		out.Order, out.Stride = Strided, step/elem
		if step == size {
			out.Order = Contiguous
		}
	}
	out.Whole = out.Order != Gather && a.Inside && len(out.Exact) == 0 && x.whole(a, size)
	return out
}

// window reports whether an access goes through a window in the clean loops that have it.
func (p *Plan) window(v *ir.Value) bool {
	some := false
	for _, w := range p.Body.Clean.All() {
		if p.Body.Runs(w)[v.Block] {
			if w.Use[v].Window == nil {
				return false
			}
			some = true
		}
	}
	return some
}

// wraps knows which numbers of 32 bits do not wrap from the first lane of a gang to the last.
type wraps struct {
	*flow
	prov   *analysis.Provenance
	full   []bool           // see whole; nil while that is not known
	ranges *analysis.Ranges // when first needed
}

// never reports whether a number that is extended in a block certainly does not wrap, whatever
// lanes are there: the first lane has it extended, and each lane Stride more than the one
// before it.
func (x *wraps) never(e Exact, b *ir.Block) bool {
	if e.Stride == 0 || x.guarded(e) {
		return true
	}
	if lo, hi := analysis.Sure(e.Value, schedule.MaxRow); lo <= hi {
		return lo >= 0 && hi <= math.MaxInt32
	}
	if x.full == nil || !x.full[b.ID] || e.Value.Type != ir.I32 {
		return false
	}
	// All lanes are here, so that each has a number of the range.
	lo, hi := x.bounds().In(e.Value, b)
	if !e.Signed {
		return lo >= 0 && hi-lo < 1<<32-maxStride*maxJam*Widest
	}
	return hi-lo < 1<<32-maxStride*maxJam*Widest
}

// whole reports whether an access of so many bytes is inside of its variable for all lanes of a
// gang: all have the numbers in its index from where all are there.
func (x *wraps) whole(a *schedule.Access, size int64) bool {
	if x.full == nil || a.Root != nil || a.Base.Sym == nil || a.Base.Sym.Extern || a.Narrow {
		return false
	}
	least, most := a.Off, a.Off
	for _, t := range a.Terms {
		if !x.full[t.Value.Block.ID] {
			return false
		}
		lo, hi := x.bounds().In(t.Value, t.Value.Block)
		if t.Ext == analysis.ExtUnsigned && lo < 0 || lo < -maxWhole || hi > maxWhole || t.Scale < -maxWhole || t.Scale > maxWhole {
			return false
		}
		least, most = least+min(lo*t.Scale, hi*t.Scale), most+max(lo*t.Scale, hi*t.Scale)
	}
	return least >= 0 && most+size <= a.Base.Sym.Size
}

// maxWhole bounds the numbers that are looked at, so that no sum of products overflows.
const maxWhole = 1 << 24

// bounds returns the ranges of the integers.
func (x *wraps) bounds() *analysis.Ranges {
	if x.ranges == nil {
		x.ranges = analysis.NewRanges(x.b.Func)
	}
	return x.ranges
}

// guarded reports whether a guard of the row compares a number: of the threads that pass, it
// wraps in none.
func (x *wraps) guarded(e Exact) bool {
	off, terms := x.prov.Sum(e.Value)
	for _, s := range x.b.Spans {
		if s.Cond == nil || s.Signed != e.Signed || s.To == nil {
			continue
		}
		for _, i := range s.Cond.Args {
			if o, list := x.prov.Sum(i); o == off && sameTerms(list, terms) {
				return true
			}
		}
	}
	return false
}

func sameTerms(a, b []analysis.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for _, t := range a {
		found := false
		for _, u := range b {
			found = found || t == u
		}
		if !found {
			return false
		}
	}
	return true
}
