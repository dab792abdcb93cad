package schedule

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// reaches computes the reach of the accesses of a function.
type reaches struct {
	m      *Memory
	f      *ir.Func
	ranges *analysis.Ranges // when first needed
	frame  *ir.Frame        // of the local variables, likewise
	open   bool             // there is other local memory behind the frame
}

// of returns how far an access may go: within, if it is neither of a shared nor of a
// local variable.
func (r *reaches) of(v *ir.Value, a *analysis.Addr) Reach {
	switch {
	case a.IsShared():
		return r.shared(v, a)
	case a.IsLocal():
		return r.local(v, a)
	}
	return Within
}

// shared returns how far an access of a shared variable may go.
func (r *reaches) shared(v *ir.Value, a *analysis.Addr) Reach {
	s := a.Base.Sym
	first := r.m.Start(r.f, s) == 0 // nothing is before it
	if a.Root != nil {
		if first {
			return Onward
		}
		return Anywhere
	}
	lo, hi, ok := r.bounds(v, a)
	switch {
	case !ok:
	case !s.Extern && lo >= 0 && hi+size(v) <= float64(s.Size):
		return Within
	case first, lo >= 0 && hi <= math.MaxInt32: // and wraps in no width
		return Onward
	}
	return Anywhere
}

// local returns how far an access of a local variable may go without being a fault.
func (r *reaches) local(v *ir.Value, a *analysis.Addr) Reach {
	if r.frame == nil {
		r.frame = r.f.Frame()
		r.open = r.f.Allocates()
	}
	s := a.Base.Sym
	start := r.frame.Offset[s]
	outermost := r.f.Entry && r.frame.Align == ir.FrameAlign // nothing is before the frame
	first := outermost && start == 0
	last := start+s.Size == r.frame.Size
	if first && last && !r.open {
		return Within
	}
	lo, hi, ok := r.bounds(v, a)
	if !ok {
		lo, hi = -1, 0
	}
	most := float64(exact)
	if a.Narrow || v.Args[0].Type == ir.I32 {
		most = 1<<31 - 1 // and wraps in no width
	}
	onwards := first || lo >= 0 && hi <= most
	switch {
	case ok && lo >= 0 && hi+size(v) <= float64(s.Size):
		return Within
	case r.open:
		return Beyond
	case onwards && last:
		return Within
	case onwards:
		return Onward
	case outermost:
		return Anywhere
	}
	return Beyond
}

// exact numbers are their own in a float64; larger ones are taken for unbounded.
const exact = 1 << 48

// bounds returns the least and the largest distance of an access from its variable. It
// fails where nothing is known.
func (r *reaches) bounds(v *ir.Value, a *analysis.Addr) (lo, hi float64, ok bool) {
	if r.ranges == nil && len(a.Terms) > 0 {
		r.ranges = analysis.NewRanges(r.f)
	}
	lo, hi = float64(a.Off), float64(a.Off)
	if a.Root != nil || math.Abs(lo) > exact {
		return 0, 0, false
	}
	for _, t := range a.Terms {
		least, most := r.ranges.In(t.Value, v.Block)
		if t.Ext == analysis.ExtUnsigned && least < 0 {
			least, most = 0, 1<<t.Value.Type.Bits()-1
		}
		x, y := float64(least)*float64(t.Scale), float64(most)*float64(t.Scale)
		if max(math.Abs(x), math.Abs(y)) > exact {
			x, y = math.Inf(-1), math.Inf(1)
		}
		lo, hi = lo+min(x, y), hi+max(x, y)
	}
	return lo, hi, true
}

// size returns the bytes of an access.
func size(v *ir.Value) float64 { return float64(v.AccessBytes()) }

// aligned reports whether an access of a variable is certainly at a multiple of its size.
func (m *Memory) aligned(v *ir.Value, a *analysis.Addr) bool {
	n, s := v.AccessBytes(), a.Base.Sym
	return s != nil && a.Align%n == 0 && m.place(s)%n == 0 && (s.Space == ir.Shared || n <= ir.FrameAlign)
}

// inside reports whether an access through a view is certainly inside of its variable,
// and aligned.
func inside(v *ir.Value, a *Access) bool {
	if a.IsShared() && a.View.Reach == Within {
		return a.Aligned
	}
	return a.Fixed(v)
}
