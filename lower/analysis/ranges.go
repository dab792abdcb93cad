package analysis

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Ranges knows the ranges of the integers of a function, as numbers with a sign.
type Ranges struct {
	f      *ir.Func
	dom    *ir.DomTree
	ranges []interval // by value ID, of I32 and I64 values as signed numbers
}

// NewRanges computes the ranges of a function.
func NewRanges(f *ir.Func) *Ranges {
	return newRanges(f, ir.Dominators(f))
}

func newRanges(f *ir.Func, dom *ir.DomTree) *Ranges {
	r := &Ranges{f: f, dom: dom, ranges: make([]interval, f.NumValues())}
	r.find(ir.ReversePostorder(f))
	return r
}

// In returns the least and the largest number that a value may be in a block, of its
// type at most.
func (r *Ranges) In(v *ir.Value, b *ir.Block) (lo, hi int64) {
	in := r.rangeIn(v, b)
	return in.lo, in.hi
}

// find computes the ranges of integers. Bounds that do not settle within a
// few rounds are given up.
func (l *Ranges) find(order []*ir.Block) {
	for i := range l.ranges {
		l.ranges[i] = empty
	}
	const rounds = 4
	for n := 0; ; n++ {
		changed := false
		for _, b := range order {
			for _, v := range b.Values {
				if v.Type != ir.I32 && v.Type != ir.I64 {
					continue
				}
				old := l.ranges[v.ID]
				r := old.join(l.rangeOf(v))
				if r == old {
					continue
				}
				if n >= rounds && old != empty {
					r = widen(old, r, v.Type)
				}
				l.ranges[v.ID] = r
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	// What was given up too early comes back: one more step from ranges that
	// hold leads to ranges that hold.
	for range 2 {
		for _, b := range order {
			for _, v := range b.Values {
				if (v.Type == ir.I32 || v.Type == ir.I64) && l.ranges[v.ID] != empty {
					if r := l.rangeOf(v); r != empty {
						l.ranges[v.ID] = r
					}
				}
			}
		}
	}
}

// widen moves the bounds that still change to where they may end: a falling one
// to zero first.
func widen(old, r interval, t ir.Type) interval {
	all := typeRange(t)
	switch {
	case r.lo >= old.lo:
	case r.lo >= 0:
		r.lo = 0
	default:
		r.lo = all.lo
	}
	if r.hi > old.hi {
		r.hi = all.hi
	}
	return r
}

// rangeOf returns the range of a value, by those of its arguments.
func (l *Ranges) rangeOf(v *ir.Value) interval {
	if v.Op != ir.OpPhi {
		return l.transfer(v, func(i int) interval { return l.argRange(v.Args[i]) })
	}
	r := empty
	for i, a := range v.Args {
		r = r.join(l.onEdge(a, v.Block.Preds[i], v.Block))
	}
	return r
}

func (l *Ranges) argRange(a *ir.Value) interval {
	if a.Type != ir.I32 && a.Type != ir.I64 {
		return typeRange(a.Type)
	}
	return l.ranges[a.ID]
}

// onEdge returns the range of a value on the way from b to next. Where the
// branches tell something about what the value was computed from, so do they
// about the value.
func (l *Ranges) onEdge(v *ir.Value, b, next *ir.Block) interval {
	r := l.refine(l.argRange(v), v, b, next)
	if v.Op == ir.OpPhi || r == empty {
		return r
	}
	n := l.transfer(v, func(i int) interval { return l.refine(l.argRange(v.Args[i]), v.Args[i], b, next) })
	if n = (interval{max(n.lo, r.lo), min(n.hi, r.hi)}); n.lo > n.hi {
		return r
	}
	return n
}

// transfer computes the range of an operation.
func (l *Ranges) transfer(v *ir.Value, arg func(i int) interval) interval {
	all := typeRange(v.Type)
	fit := func(r interval, exact bool) interval {
		if !exact && !l.counting(v) || r.lo < all.lo || r.hi > all.hi {
			return all // it may wrap
		}
		return r
	}
	konst := func(i int) (int64, bool) {
		c, ok := v.Args[i].IsConst()
		return ir.Signed(c, v.Args[i].Type.Bits()), ok
	}
	for i := range v.Args {
		if v.Op != ir.OpSelect && arg(i) == empty {
			return empty // not reached yet
		}
	}
	switch v.Op {
	case ir.OpConst:
		c := ir.Signed(v.Attr.Bits, v.Type.Bits())
		return interval{c, c}
	case ir.OpSReg:
		r := l.sregRange(v.Attr.SReg, all)
		if x := v.Given(); x.Bounded {
			r = interval{max(r.lo, x.Lo), min(r.hi, x.Hi)}
		}
		return r
	case ir.OpArg, ir.OpSlotLoad:
		if x := v.Given(); x.Bounded {
			return interval{x.Lo, x.Hi}
		}
	case ir.OpAdd:
		return fit(arg(0).add(arg(1)))
	case ir.OpSub:
		return fit(arg(0).sub(arg(1)))
	case ir.OpMul:
		if k, ok := konst(1); ok {
			return fit(arg(0).mul(k))
		}
		if x, y := arg(0), arg(1); x.lo >= 0 && y.lo >= 0 {
			r, exact := interval{0, x.hi}.mul(y.hi)
			return fit(r, exact)
		}
	case ir.OpShl:
		if k, ok := konst(1); ok && k >= 0 && k < 31 {
			return fit(arg(0).mul(1 << k))
		}
	case ir.OpShrU, ir.OpShrS:
		x := arg(0)
		k, ok := konst(1)
		switch {
		case x.lo >= 0 && ok && k >= 0 && k < 63:
			return interval{x.lo >> k, x.hi >> k}
		case x.lo >= 0:
			return interval{0, x.hi}
		case ok && k > 0 && k < int64(v.Type.Bits()) && v.Op == ir.OpShrU:
			return interval{0, int64(ir.Ones(v.Type.Bits()) >> k)}
		}
	case ir.OpDivU, ir.OpDivS:
		if x := arg(0); x.lo >= 0 {
			if k, ok := konst(1); ok && k > 0 {
				return interval{x.lo / k, x.hi / k}
			}
		}
	case ir.OpRemU, ir.OpRemS:
		if k, ok := konst(1); ok && k > 0 && (v.Op == ir.OpRemU || arg(0).lo >= 0) {
			return interval{0, k - 1}
		}
	case ir.OpAnd:
		r := all
		for i := range 2 {
			if x := arg(i); x.lo >= 0 {
				r = interval{0, min(r.hi, x.hi)}
			}
		}
		return r
	case ir.OpOr, ir.OpXor:
		if x, y := arg(0), arg(1); x.lo >= 0 && y.lo >= 0 {
			return interval{0, 1<<bits.Len64(uint64(max(x.hi, y.hi))) - 1} // no bit above
		}
	case ir.OpMinS:
		x, y := arg(0), arg(1)
		return interval{min(x.lo, y.lo), min(x.hi, y.hi)}
	case ir.OpMaxS:
		x, y := arg(0), arg(1)
		return interval{max(x.lo, y.lo), max(x.hi, y.hi)}
	case ir.OpSext:
		return arg(0)
	case ir.OpZext:
		if x := arg(0); x.lo >= 0 {
			return x
		}
		return interval{0, 1<<v.Args[0].Type.Bits() - 1}
	case ir.OpSelect:
		return arg(1).join(arg(2))
	}
	return all
}

// counting reports whether a sum is what a phi is in the next round, a little more or less, and
// the phi starts in the middle of the numbers of 64 bits: no loop lives to see it at their end.
func (l *Ranges) counting(v *ir.Value) bool {
	const little, middle = 1 << 20, 1 << 62
	phi := v.Args[0]
	k, ok := v.Args[len(v.Args)-1].IsConst()
	if n := int64(k); v.Op != ir.OpAdd && v.Op != ir.OpSub || !ok || n < -little || n > little || phi.Op != ir.OpPhi || !slices.Contains(phi.Args, v) {
		return false
	}
	return !slices.ContainsFunc(phi.Args, func(a *ir.Value) bool {
		r := l.argRange(a)
		return a != v && (r.lo < -middle || r.hi > middle)
	})
}

// sregRange returns the range of a special register: that of the table, within the
// limits of .maxntid and .reqntid.
func (l *Ranges) sregRange(name string, all interval) interval {
	limit := func(i int, hw int64) int64 {
		if n := l.f.ReqNTID[i]; n > 0 {
			return n
		}
		if n := l.f.MaxNTID; n[0] > 0 { // a limit of the product
			return min(n[0]*max(n[1], 1)*max(n[2], 1), hw)
		}
		return hw
	}
	part := isa.LookupSRegPart(name)
	if !part.Bounded {
		return all
	}
	r := interval{part.Lo, part.Hi}
	switch base, axis, _ := strings.Cut(name, "."); base {
	case "ntid":
		r.hi = limit(int(axis[0]-'x'), r.hi)
	case "tid":
		r.hi = limit(int(axis[0]-'x'), r.hi+1) - 1
	}
	return r
}

// rangeIn returns the range of a value in a block, by what was compared before.
func (l *Ranges) rangeIn(v *ir.Value, b *ir.Block) interval {
	if v.Type != ir.I32 && v.Type != ir.I64 {
		return typeRange(v.Type)
	}
	r := l.ranges[v.ID]
	if r == empty {
		return typeRange(v.Type)
	}
	return l.refine(r, v, b, nil)
}

// refine narrows the range of v at the end of block b, on the way to next if
// that is not nil, by the branches that lead there.
func (l *Ranges) refine(r interval, v *ir.Value, b, next *ir.Block) interval {
	if next != nil && b.Term == ir.If && b.Succs[0] != b.Succs[1] {
		r = l.compared(r, v, b.Ctrl[0], b.Succs[0] == next)
	}
	for n := 0; b != nil && n < 16; n, b = n+1, l.dom.Idom(b) {
		if cond, is := entered(b); cond != nil {
			r = l.compared(r, v, cond, is)
		}
	}
	return r
}

// compared narrows the range of v where a condition is known.
func (l *Ranges) compared(r interval, v, cond *ir.Value, is bool) interval {
	if cond.Op != ir.OpICmp || r == empty {
		return r
	}
	c, other := cond.Attr.Cmp, cond.Args[1]
	switch v {
	case cond.Args[0]:
	case cond.Args[1]:
		c, other = c.Mirrored(), cond.Args[0]
	default:
		return r
	}
	if !is {
		c = c.Negated()
	}
	o := l.ranges[other.ID]
	if o == empty {
		return r
	}
	switch c {
	case ir.LtU, ir.LeU: // below a number without sign: not negative either
		if o.lo < 0 {
			return r
		}
		r.lo = max(r.lo, 0)
	case ir.GtU, ir.GeU:
		if r.lo < 0 {
			return r
		}
	}
	n := r
	switch c {
	case ir.LtS, ir.LtU:
		n.hi = min(n.hi, addSat(o.hi, -1))
	case ir.LeS, ir.LeU:
		n.hi = min(n.hi, o.hi)
	case ir.GtS, ir.GtU:
		n.lo = max(n.lo, addSat(o.lo, 1))
	case ir.GeS, ir.GeU:
		n.lo = max(n.lo, o.lo)
	case ir.Ne: // not the first or the last one
		if o.lo == o.hi && n.lo == o.lo {
			n.lo = addSat(n.lo, 1)
		}
		if o.lo == o.hi && n.hi == o.hi {
			n.hi = addSat(n.hi, -1)
		}
	case ir.Eq:
		n = interval{max(n.lo, o.lo), min(n.hi, o.hi)}
	}
	if n.lo > n.hi {
		return r // the way is never taken; do not build on that
	}
	return n
}

// entered returns the condition under which alone a block is entered, and its
// value.
func entered(b *ir.Block) (cond *ir.Value, is bool) {
	if len(b.Preds) != 1 {
		return nil, false
	}
	p := b.Preds[0]
	if p.Term != ir.If {
		return nil, false
	}
	cond, is = p.Ctrl[0], p.Succs[0] == b
	for cond.Op == ir.OpNot {
		cond, is = cond.Args[0], !is
	}
	return cond, is
}
