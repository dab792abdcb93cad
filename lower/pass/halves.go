package pass

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// halves turns integers of 128 bits into pairs of 64 bits: nothing after it knows
// them. Loads and stores become vectors of two, which may be torn; those that must
// not be become atomics on both halves at once.
func halves(f *ir.Func, _ *Options) bool {
	h := &halver{f: f, pairs: map[*ir.Value][2]*ir.Value{}, after: map[*ir.Value][]*ir.Value{}, gone: map[*ir.Value]bool{}}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Type == ir.I128 || v.IsAccess() && v.Attr.Mem == ir.I128 {
				h.wide = append(h.wide, v)
			}
		}
	}
	if len(h.wide) == 0 {
		return false
	}
	h.split()
	r := newReplacer(f)
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case h.gone[v]:
			case v.Op == ir.OpTrunc && v.Args[0].Type == ir.I128:
				e := h.emitterAt(v)
				r.replace(v, e.resize(h.pair(v.Args[0])[0], v.Type, false))
				h.place(v, e)
			case slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return a.Type == ir.I128 }):
				panic(fmt.Sprintf("pass: %s with an operand of 128 bits", v.Op))
			}
		}
	}
	for _, b := range f.Blocks {
		placeAfter(b, h.after)
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return h.gone[v] })
	}
	r.apply()
	return true
}

// halver splits the wide values of a function.
type halver struct {
	f     *ir.Func
	wide  []*ir.Value
	pairs map[*ir.Value][2]*ir.Value // low half, high half
	after map[*ir.Value][]*ir.Value  // new values after old ones
	gone  map[*ir.Value]bool
}

// emitterAt makes values that are going to stand behind v.
func (h *halver) emitterAt(v *ir.Value) *emitter { return &emitter{b: v.Block, pos: v.Pos} }

func (h *halver) place(v *ir.Value, e *emitter) {
	h.after[v] = append(h.after[v], e.out...)
}

// split finds the halves of all wide values. Phis first: they may be their own
// arguments.
func (h *halver) split() {
	for _, v := range h.wide {
		h.gone[v] = true
		if v.Op == ir.OpPhi {
			e := h.emitterAt(v)
			p := [2]*ir.Value{e.add(ir.OpPhi, ir.I64), e.add(ir.OpPhi, ir.I64)}
			p[0].Name, p[1].Name = v.Name, v.Name
			h.pairs[v] = p
			h.place(v, e)
		}
	}
	for _, v := range h.wide {
		switch v.Op {
		case ir.OpPhi:
			p := h.pairs[v]
			for _, a := range v.Args {
				x := h.pair(a)
				p[0].Args, p[1].Args = append(p[0].Args, x[0]), append(p[1].Args, x[1])
			}
		case ir.OpStore:
			e := h.emitterAt(v)
			x := h.pair(v.Args[1])
			if torn(v) {
				h.access(e, v, ir.OpStore, v.Args[0], x[0], x[1])
			} else {
				h.access(e, v, ir.OpAtomic, v.Args[0], x[0], x[1]).Attr.Atom = ir.AtomExch
			}
			h.place(v, e)
		default:
			h.pair(v)
		}
	}
}

// torn reports whether the halves of a load or store may be accessed one after the
// other: no other thread expects both at once.
func torn(v *ir.Value) bool {
	switch v.Attr.Space {
	case ir.Generic, ir.Global:
		return !v.Strong()
	}
	return true
}

// access adds an operation on memory like v, on two halves.
func (h *halver) access(e *emitter, v *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value {
	n := e.add(op, ir.Void, args...)
	n.Attr = v.Attr
	n.Attr.Mem, n.Attr.Vec = ir.I64, 2
	if op == ir.OpAtomic && n.Attr.Order == ir.Weak {
		n.Attr.Order, n.Attr.Scope = ir.Relaxed, ir.ScopeSys
	}
	return n
}

// both makes a value deliver two halves, and returns them.
func (h *halver) both(e *emitter, n *ir.Value) [2]*ir.Value {
	n.Type, n.Results = ir.Tuple, []ir.Type{ir.I64, ir.I64}
	lo, hi := e.add(ir.OpExtract, ir.I64, n), e.add(ir.OpExtract, ir.I64, n)
	hi.Attr.Index = 1
	return [2]*ir.Value{lo, hi}
}

// pair returns the halves of a wide value.
func (h *halver) pair(v *ir.Value) [2]*ir.Value {
	if p, ok := h.pairs[v]; ok {
		return p
	}
	e := h.emitterAt(v)
	p := h.build(e, v)
	for _, x := range e.out {
		if x.Op != ir.OpConst {
			x.Name = v.Name
		}
	}
	h.pairs[v] = p
	h.place(v, e)
	return p
}

// build adds the halves of v.
func (h *halver) build(e *emitter, v *ir.Value) [2]*ir.Value {
	each := func(op ir.Op) [2]*ir.Value {
		x := h.pair(v.Args[0])
		if len(v.Args) == 1 {
			return [2]*ir.Value{e.add(op, ir.I64, x[0]), e.add(op, ir.I64, x[1])}
		}
		y := h.pair(v.Args[1])
		return [2]*ir.Value{e.add(op, ir.I64, x[0], y[0]), e.add(op, ir.I64, x[1], y[1])}
	}
	switch v.Op {
	case ir.OpConst:
		return [2]*ir.Value{e.konst(ir.I64, v.Attr.Bits), e.konst(ir.I64, v.Attr.Hi)}
	case ir.OpParam:
		lo, hi := e.add(ir.OpParam, ir.I64), e.add(ir.OpParam, ir.I64)
		lo.Attr, hi.Attr = v.Attr, v.Attr
		hi.Attr.Off += 8
		return [2]*ir.Value{lo, hi}
	case ir.OpLoad:
		if torn(v) {
			return h.both(e, h.access(e, v, ir.OpLoad, v.Args[0]))
		}
		// What replaces zero by zero reads both halves at once.
		zero := e.konst(ir.I64, 0)
		n := h.access(e, v, ir.OpAtomic, v.Args[0], zero, zero, zero, zero)
		n.Attr.Atom = ir.AtomCAS
		return h.both(e, n)
	case ir.OpAtomic:
		args := []*ir.Value{v.Args[0]}
		for _, a := range v.Args[1:] {
			x := h.pair(a)
			args = append(args, x[0], x[1])
		}
		n := h.access(e, v, ir.OpAtomic, args...)
		if v.Type == ir.Void {
			return [2]*ir.Value{}
		}
		return h.both(e, n)
	case ir.OpSelect:
		x, y := h.pair(v.Args[1]), h.pair(v.Args[2])
		return [2]*ir.Value{e.add(ir.OpSelect, ir.I64, v.Args[0], x[0], y[0]), e.add(ir.OpSelect, ir.I64, v.Args[0], x[1], y[1])}
	case ir.OpZext:
		return [2]*ir.Value{e.resize(v.Args[0], ir.I64, false), e.konst(ir.I64, 0)}
	case ir.OpSext:
		lo := e.resize(v.Args[0], ir.I64, true)
		return [2]*ir.Value{lo, e.add(ir.OpShrS, ir.I64, lo, e.konst(ir.I32, 63))}
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot:
		return each(v.Op)
	case ir.OpShl, ir.OpShrU:
		if n, ok := v.Args[1].IsConst(); ok {
			return h.shift(e, v.Op, h.pair(v.Args[0]), n)
		}
	}
	panic(fmt.Sprintf("pass: %s of 128 bits", v.Op))
}

// shift moves a pair by a constant.
func (h *halver) shift(e *emitter, op ir.Op, x [2]*ir.Value, n uint64) [2]*ir.Value {
	// From the half that loses bits to the one that gets them.
	from, to := x[0], x[1]
	back := ir.OpShrU
	if op == ir.OpShrU {
		from, to, back = to, from, ir.OpShl
	}
	by := func(op ir.Op, v *ir.Value, n uint64) *ir.Value {
		switch {
		case n == 0:
			return v
		case n >= 64:
			return e.konst(ir.I64, 0)
		}
		return e.add(op, ir.I64, v, e.konst(ir.I32, n))
	}
	var a, b *ir.Value // what becomes of from and to
	if n >= 64 {
		a, b = e.konst(ir.I64, 0), by(op, from, min(n-64, 64))
	} else {
		a, b = by(op, from, n), by(op, to, n)
		if n > 0 {
			b = e.add(ir.OpOr, ir.I64, b, by(back, from, 64-n))
		}
	}
	if op == ir.OpShrU {
		return [2]*ir.Value{b, a}
	}
	return [2]*ir.Value{a, b}
}
