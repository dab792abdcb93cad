package build

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// atomKind returns the atomic operation of the modifiers for a type.
func (b *fn) atomKind(t isa.Type) (ir.Atom, bool) {
	has := b.match.Has
	sign := func(s, u ir.Atom) ir.Atom {
		if t.IsSigned() {
			return s
		}
		return u
	}
	if t.IsFloat() {
		switch {
		case has("add"):
			return ir.AtomFAdd, true
		case has("min"):
			return ir.AtomFMin, true
		case has("max"):
			return ir.AtomFMax, true
		}
	}
	switch {
	case has("add"):
		return ir.AtomAdd, true
	case has("min"):
		return sign(ir.AtomMinS, ir.AtomMinU), true
	case has("max"):
		return sign(ir.AtomMaxS, ir.AtomMaxU), true
	case has("and"):
		return ir.AtomAnd, true
	case has("or"):
		return ir.AtomOr, true
	case has("xor"):
		return ir.AtomXor, true
	case has("exch"):
		return ir.AtomExch, true
	case has("cas"):
		return ir.AtomCAS, true
	case has("inc"):
		return ir.AtomInc, true
	case has("dec"):
		return ir.AtomDec, true
	}
	return ir.AtomNone, false
}

// atom builds atom.
func (b *fn) atom() { b.atomic(&b.ops[0], &b.ops[1], b.ops[2:]) }

// red builds red, an atom without a result.
func (b *fn) red() { b.atomic(nil, &b.ops[0], b.ops[1:]) }

// atomic builds an atomic operation. A vector is one operation for each element,
// since only elements are atomic.
func (b *fn) atomic(d, m *frontend.Operand, srcs []frontend.Operand) {
	pt := b.match.Type()
	kind, ok := b.atomKind(pt)
	n := 1
	if kind == ir.AtomCAS {
		n = 2
	}
	if b.match.Has("L2::cache_hint") && len(srcs) == n+1 {
		srcs = srcs[:n] // the policy is a hint
	}
	if !ok || len(srcs) != n || pt == isa.F32 && b.match.Has("noftz") {
		b.giveUp()
		return
	}
	a := b.access()
	if a.order == ir.Weak {
		a.order = ir.Relaxed
	}
	if a.scope == ir.ScopeNone {
		a.scope = ir.ScopeGPU
	}
	addr, ok := b.address(m, a.space)
	if !ok {
		return
	}
	vals := elements(&srcs[0])
	var dests []frontend.Operand
	if d != nil && d.Kind != frontend.OpSink {
		dests = elements(d)
	}
	if want := b.match.VecLen(); len(vals) != want || dests != nil && len(dests) != want {
		b.giveUp()
		return
	}
	mem := irType(pt)
	olds := make([]*ir.Value, len(vals))
	for i := range vals {
		at := addr
		if i > 0 {
			at = b.add(ir.OpAdd, ir.I64, addr, b.konst(ir.I64, uint64(i*mem.Bytes())))
		}
		args := []*ir.Value{at, b.value(&vals[i], mem)}
		if n == 2 {
			args = append(args, b.value(&srcs[1], mem))
		}
		t := ir.Void
		if dests != nil && dests[i].Kind != frontend.OpSink {
			t = mem
		}
		olds[i] = a.set(b.add(ir.OpAtomic, t, args...), mem, 1)
		olds[i].Attr.Atom = kind
	}
	for i := range dests {
		if olds[i].Type != ir.Void {
			b.set(&dests[i], olds[i], false)
		}
	}
}
