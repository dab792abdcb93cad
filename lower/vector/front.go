package vector

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// early reports whether a value of the body is computed in front of the gangs: what the schedule computes
// once for a row, and what costs nothing.
func (x *gangFunc) early(v *ir.Value) bool {
	switch v.Op {
	case ir.OpConst, ir.OpArg, ir.OpSymAddr:
		return true
	case ir.OpParam:
		return v.Type != ir.Tuple
	case ir.OpSReg:
		return v.Coordinate() && v.Attr.SReg != "tid.x"
	}
	return x.row[v]
}

// inFront computes a value of the body in the entry, of which all threads of a row have the same.
func (x *gangFunc) inFront(v *ir.Value) *ir.Value {
	if w := x.front[v]; w != nil {
		return w
	}
	if !v.Pure() || v.Op == ir.OpPhi || analysis.IsSReg(v, "tid.x") {
		x.refuse(x.place(v.Pos), "a condition of the row that is computed from "+v.Op.String())
	}
	args := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = x.inFront(a)
	}
	w := x.f.Blocks[0].AddLike(v, args...)
	x.front[v] = w
	return w
}

// conditions asks for what must be so for there to be gangs, and returns what bounds their threads from
// above, I64.
func (x *gangFunc) conditions(end *ir.Value) (limit *ir.Value) {
	b := x.body
	for _, g := range b.Gates {
		if c := x.inFront(g.Cond); g.Holds {
			x.unless(c)
		} else {
			x.bail(c)
		}
	}
	if x.plan.Aligned {
		low := x.add(ir.OpAnd, ir.I32, false, x.first, x.constant(ir.I32, uint64(x.plan.Width-1)))
		x.bail(x.icmp(ir.Ne, low, x.constant(ir.I32, 0)))
	}
	first := x.add(ir.OpZext, ir.I64, false, x.first)
	limit = x.add(ir.OpZext, ir.I64, false, end)
	for i := range b.Spans {
		limit = x.span(&b.Spans[i], first, limit)
	}
	if l := b.Lanes; l != nil {
		limit = x.pieces(l, first, limit)
	}
	for _, m := range x.plan.Disjoint {
		x.apartFrom(m)
	}
	for _, m := range x.loops.Meet {
		x.apartFrom(m)
	}
	return limit
}

// span asks that the first thread is not before a span, and bounds the others.
func (x *gangFunc) span(s *schedule.Span, first, limit *ir.Value) *ir.Value {
	ext, most := ir.OpZext, int64(math.MaxUint32)
	if s.Signed {
		ext, most = ir.OpSext, math.MaxInt32
	}
	wide := func(v *ir.Value) *ir.Value { return x.add(ext, ir.I64, false, v) }
	index := x.sum(s.Index)
	edge := func(e *schedule.Edge) *ir.Value { // as a %tid.x
		at := x.constant(ir.I64, uint64(e.Plus))
		if e.Value != nil {
			at = x.plus(ir.I64, at, wide(x.inFront(e.Value)))
		}
		if !s.Sure() {
			at = x.add(ir.OpSub, ir.I64, false, at, wide(index))
		}
		if s.Step > 1 { // where that is negative it need not be exact: all threads are behind it
			at = x.plus(ir.I64, at, x.constant(ir.I64, uint64(s.Step-1)))
			at = x.add(ir.OpDivS, ir.I64, false, at, x.constant(ir.I64, uint64(s.Step)))
		}
		return at
	}
	if s.From != nil {
		x.bail(x.icmp(ir.LtS, first, edge(s.From)))
	}
	if s.To != nil {
		limit = x.add(ir.OpMinS, ir.I64, false, limit, edge(s.To))
	}
	if !s.Sure() { // the sums do not wrap
		limit = x.add(ir.OpMinS, ir.I64, false, limit, edge(&schedule.Edge{Plus: most + 1}))
	}
	return limit
}

// pieces asks that the gangs are in one of the pieces of a row that run.
func (x *gangFunc) pieces(l *schedule.Lanes, first, limit *ir.Value) *ir.Value {
	lane := x.add(ir.OpAnd, ir.I64, false, first, x.constant(ir.I64, uint64(l.Of-1)))
	x.bail(x.icmp(ir.LtS, lane, x.constant(ir.I64, uint64(l.From))))
	last := x.plus(ir.I64, x.add(ir.OpSub, ir.I64, false, first, lane), x.constant(ir.I64, uint64(l.To)))
	return x.add(ir.OpMinS, ir.I64, false, limit, last)
}

// sum computes a sum of the row, I32.
func (x *gangFunc) sum(s schedule.Sum) *ir.Value {
	sum := x.constant(ir.I32, uint64(s.Const))
	for _, t := range s.Terms {
		term := x.inFront(t.Value)
		if t.Scale != 1 {
			term = x.add(ir.OpMul, ir.I32, false, term, x.constant(ir.I32, uint64(t.Scale)))
		}
		sum = x.plus(ir.I32, sum, term)
	}
	return sum
}

// apartFrom asks that two accesses go to different memory.
func (x *gangFunc) apartFrom(m gang.Meeting) {
	x.unless(x.add(ir.OpApart, ir.I1, false, x.base(m.Load, true), x.base(m.Store, true)))
}

// base is the address of the variable or the buffer that an access goes to, generic where that is asked.
func (x *gangFunc) base(v *ir.Value, generic bool) *ir.Value {
	a := x.memory.Access(v)
	switch a.Base.Kind {
	case analysis.BaseParam:
		t := ir.I64
		if x.f.Module.Narrow() {
			t = ir.I32
		}
		p := x.add(ir.OpParam, t, false)
		p.Attr.Index, p.Attr.Off = a.Base.Index, a.Base.Off
		if t == ir.I32 {
			p = x.add(ir.OpZext, ir.I64, false, p)
		}
		return p
	case analysis.BaseSymbol:
		s := a.Base.Sym
		p := x.add(ir.OpSymAddr, ir.I64, false)
		p.Attr.Sym = s
		if s.Space.Windowed() && (generic || v.Attr.Space == ir.Generic) {
			p = x.add(ir.OpToGeneric, ir.I64, false, p)
			p.Attr.Space = s.Space
		}
		return p
	}
	x.refuse(v.Pos, "an access by address")
	return nil
}
