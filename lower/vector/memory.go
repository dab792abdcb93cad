package vector

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// access is the rule of a Load, Store or Atomic.
func (x *gangFunc) access(v *ir.Value) {
	if v.Attr.Space == ir.ParamSpace {
		if !x.one(v) {
			x.refuse(v.Pos, "a parameter that each thread indexes differently")
		}
		x.assign(v, x.like(v, false, x.number(v.Args[0])), -1)
		return
	}
	x.checksAhead(v)
	to := x.reachOf(v)
	x.check(v, to)
	values := make([]*ir.Value, 0, len(v.Args))
	for _, a := range v.Args[1:] {
		values = append(values, x.vector(a))
	}
	w := x.like(v, v.Type != ir.Void && to.each(), append([]*ir.Value{to.address}, values...)...)
	w.Attr.Stride, w.Attr.Cross = to.stride, to.cross
	if v.Op != ir.OpLoad {
		x.effect(v, w)
	} else if to.each() && !x.plan.Access[v].Whole {
		x.masked(w)
	}
	if v.Type == ir.Void {
		return
	}
	if !w.Varying && !x.one(v) {
		w = x.splat(w)
	}
	x.assign(v, w, -1)
}

// reach is where lanes access memory: the address of each, or that of the first and the bytes from one to
// the next.
type reach struct {
	address *ir.Value
	stride  int64
	cross   int
}

// each reports whether each lane has an element of its own.
func (r reach) each() bool { return r.address.Varying || r.stride != 0 }

// reachOf finds where lanes access memory, and asks that numbers do not wrap on which that relies.
func (x *gangFunc) reachOf(v *ir.Value) reach {
	p, a := x.plan.Access[v], x.memory.Access(v)
	switch {
	case v.Op == ir.OpAtomic, p.Order == gang.Gather, v.Op == ir.OpStore && p.Order == gang.Splat, len(p.Exact) > 0 && x.loops.NoWay[v] && !x.windowed(v):
		at := x.address(v, x.vector)
		if !at.Varying {
			at = x.splat(at)
		}
		return reach{address: at}
	}
	if !x.windowed(v) && !x.plan.Asked[v] { // what was asked before does not wrap either
		for _, e := range p.Exact {
			x.within(x.number(e.Value), e)
		}
	}
	r := reach{address: x.address(v, x.number)}
	if p.Order != gang.Splat {
		r.stride, r.cross = p.Stride*a.Unit(v), p.Cross
	}
	return r
}

// windowed reports whether it was asked in front of the gang where an access goes.
func (x *gangFunc) windowed(v *ir.Value) bool {
	return x.clean != nil && x.clean.Use[v].Window != nil && x.loops.NoWay[v]
}

// address computes the address of an access from what it points into and the terms of its index, as numbers
// or as vectors.
func (x *gangFunc) address(v *ir.Value, read func(*ir.Value) *ir.Value) *ir.Value {
	a := x.memory.Access(v)
	if a.View == nil || a.Root != nil {
		x.refuse(v.Pos, "an access by address")
	}
	sum := x.constant(ir.I64, uint64(a.Off))
	if !a.Narrow {
		sum = x.plus(ir.I64, sum, x.base(v, false))
	}
	for _, t := range a.Terms {
		term := read(t.Value)
		with := func(op ir.Op, typ ir.Type, args ...*ir.Value) *ir.Value { return x.add(op, typ, term.Varying, args...) }
		konst := func(n int64) *ir.Value {
			k := x.constant(ir.I64, uint64(n))
			if term.Varying {
				k = x.splat(k)
			}
			return k
		}
		if a.Narrow && term.Type == ir.I64 {
			term = with(ir.OpTrunc, ir.I32, term)
		}
		if term.Type != ir.I64 {
			ext := ir.OpZext
			if t.Ext == analysis.ExtSigned {
				ext = ir.OpSext
			}
			term = with(ext, ir.I64, term)
		}
		if t.Scale != 1 {
			term = with(ir.OpMul, ir.I64, term, konst(t.Scale))
		}
		if term.Varying && !sum.Varying {
			sum = x.splat(sum)
		} else if sum.Varying && !term.Varying {
			term = x.splat(term)
		}
		sum = x.add(ir.OpAdd, ir.I64, sum.Varying, sum, term)
	}
	if a.Narrow {
		// The distance from the base is a number with a sign: that of the first lane may be negative,
		// if it is not there.
		base := x.base(v, false)
		if sum.Varying {
			base = x.splat(base)
		}
		sum = x.add(ir.OpTrunc, ir.I32, sum.Varying, sum)
		sum = x.add(ir.OpSext, ir.I64, sum.Varying, sum)
		sum = x.add(ir.OpAdd, ir.I64, sum.Varying, base, sum)
	}
	return sum
}

// check leaves the gang where an access of the lanes at hand would fault.
func (x *gangFunc) check(v *ir.Value, r reach) {
	switch {
	case x.memory.Access(v).Inside, x.ahead[v], x.plan.Asked[v]:
		return
	case x.loops.NoWay[v]:
		x.refuse(v.Pos, "an access that may fault after an effect")
	}
	x.ask(v, r)
}

func (x *gangFunc) ask(v *ir.Value, r reach) {
	w := x.add(ir.OpInside, ir.I1, false, r.address)
	w.Attr.Space, w.Attr.Mem, w.Attr.Vec, w.Attr.Write = v.Attr.Space, v.Attr.Mem, v.Attr.Vec, v.Writes()
	w.Attr.Stride, w.Attr.Cross = r.stride, r.cross
	if r.each() {
		x.masked(w)
	}
	x.unless(w)
}

// checksAhead asks, before the first effect of a block, whether accesses behind it would fault.
func (x *gangFunc) checksAhead(v *ir.Value) {
	store, checks := x.loops.Ahead(x.block)
	if store != v {
		return
	}
	for _, c := range checks {
		if x.ahead[c] {
			continue
		}
		if !x.memory.Access(c).Inside {
			x.ask(c, x.reachOf(c))
		}
		x.ahead[c] = true
	}
}

// slot is a slot of the function.
func (x *gangFunc) slot(s *ir.Slot) *ir.Slot {
	if !x.slots[s] {
		x.slots[s] = true
		x.f.Slots = append(x.f.Slots, s)
	}
	return s
}
