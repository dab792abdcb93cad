package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// mov builds every form of mov: copies of registers, constants, special registers
// and addresses, vectors, and packing and unpacking.
func (b *fn) mov() {
	d, s := &b.ops[0], &b.ops[1]
	if v := b.match.Val("V"); v != "" {
		b.movVector(d, s)
		return
	}
	t := irType(b.match.Type())
	switch {
	case d.Kind == frontend.OpVec || isVector(d):
		b.unpack(elements(d), b.integer(b.packed(s, t)))
	default:
		b.set(d, b.packed(s, t), false)
	}
}

// packed returns the source of a mov: one value, or the elements of a vector with
// the first in the low bits.
func (b *fn) packed(s *frontend.Operand, t ir.Type) *ir.Value {
	if s.Kind != frontend.OpVec && !isVector(s) {
		if b.match.Type().IsBits() {
			// A bit-size mov keeps the register's own type, so that a float does not
			// pass through an integer.
			return b.resize(b.raw(s, t), b.ownType(s, t), false)
		}
		return b.value(s, t)
	}
	es := elements(s)
	bits := t.Bits() / len(es)
	if bits*len(es) != t.Bits() || bits < 8 {
		b.giveUp()
		return b.konst(t, 0)
	}
	it := ir.IntOfBits(t.Bits())
	var all *ir.Value
	for i := range es {
		v := b.resize(b.value(&es[i], ir.IntOfBits(bits)), it, false)
		v = b.shiftLeft(v, bits*i)
		if all == nil {
			all = v
		} else {
			all = b.or(all, v)
		}
	}
	return all
}

// ownType returns the type of an operand's register if it has the width of t,
// else t.
func (b *fn) ownType(o *frontend.Operand, t ir.Type) ir.Type {
	if r, ok := o.Sym.(*frontend.Reg); ok {
		if rt := b.storage(r.Var.Type); rt.Bits() == t.Bits() {
			return rt
		}
	}
	return t
}

// unpack writes the parts of an integer to the elements, low bits first.
func (b *fn) unpack(es []frontend.Operand, v *ir.Value) {
	bits := v.Type.Bits() / len(es)
	if bits*len(es) != v.Type.Bits() || bits < 8 {
		b.giveUp()
		return
	}
	t := ir.IntOfBits(bits)
	for i := range es {
		if es[i].Kind != frontend.OpSink {
			b.set(&es[i], b.resize(b.shiftRight(v, bits*i), t, false), false)
		}
	}
}

// movVector copies the elements of a vector. All are read before any is written
// (trap 119).
func (b *fn) movVector(d, s *frontend.Operand) {
	ds, ss := elements(d), elements(s)
	n := b.match.VecLen()
	if len(ds) != n || len(ss) < n {
		b.giveUp()
		return
	}
	t := irType(b.match.Type())
	vs := make([]*ir.Value, n)
	for i := range vs {
		vs[i] = b.value(&ss[i], t)
	}
	for i := range vs {
		b.set(&ds[i], vs[i], false)
	}
}

// symbolAddress returns the address of a variable in its own space, or its generic
// address, or the handle of a function.
func (b *fn) symbolAddress(sym frontend.Symbol, off int64, generic bool) *ir.Value {
	switch sym := sym.(type) {
	case *frontend.Func:
		return b.funcAddress(sym)
	case *frontend.Var:
		if sym.Type.IsOpaque() || sym.Space == isa.SpaceTex {
			return b.refAddress(sym, off)
		}
		a, space, ok := b.varAddress(sym, off)
		if !ok {
			return b.konst(ir.I64, 0)
		}
		if generic {
			return b.toGeneric(a, space)
		}
		return a
	}
	b.giveUp()
	return b.konst(ir.I64, 0)
}

// funcAddress returns the handle of a function.
func (b *fn) funcAddress(f *frontend.Func) *ir.Value {
	if !b.narrow() && b.match.Form.Opcode == "mov" && b.match.Type().Bits() < 64 {
		b.giveUpf("32-bit function addresses")
	}
	g := b.lookup(f.Name)
	switch {
	case g == nil || g.ir == nil:
		b.giveUpf("the function " + f.Name + ", which has no body")
		return b.konst(ir.I64, 0)
	}
	if x := b.usable(g); x != (missing{}) {
		b.cannotUse(x)
		return b.konst(ir.I64, 0)
	}
	v := b.add(ir.OpFuncAddr, ir.I64)
	v.Attr.Func = g.ir
	return v
}

// varAddress returns the address of a variable plus off in its space. It has
// reported what is wrong where ok is false.
func (b *fn) varAddress(v *frontend.Var, off int64) (a *ir.Value, space ir.Space, ok bool) {
	if v.Space == isa.SpaceParam {
		return b.paramAddress(v, off)
	}
	s, why := b.symbol(v)
	if s == nil && v.Linkage == frontend.Extern {
		b.cannotUse(missing{why, "link the file that defines it: -link"})
		return nil, 0, false
	}
	if s == nil {
		b.giveUpf(why)
		return nil, 0, false
	}
	if !b.narrow() && b.match.Form.Opcode == "mov" && b.match.Type().Bits() < 64 && (s.Space == ir.Global || s.Space == ir.Const) {
		b.giveUpf("32-bit global addresses")
		return nil, 0, false
	}
	a = b.add(ir.OpSymAddr, ir.I64)
	a.Attr.Sym, a.Attr.Off = s, off
	return a, s.Space, true
}

// elementAddress returns the address of a[i] of PTX 1.x with i in a register, which
// counts bytes; Check has made an offset of an index that is a constant.
func (b *fn) elementAddress(o *frontend.Operand) *ir.Value {
	v, ok := o.Sym.(*frontend.Var)
	if !ok || len(o.Elems) != 1 || o.Const == nil {
		b.giveUp()
		return b.konst(ir.I64, 0)
	}
	a := b.symbolAddress(v, int64(o.Const.Bits), false)
	return b.add(ir.OpAdd, ir.I64, a, b.resize(b.raw(&o.Elems[0], ir.I64), ir.I64, true))
}

// narrow reports whether addresses have 32 bits: see ir.Module.
func (b *fn) narrow() bool { return b.out.PtrBits == 32 }

func (b *fn) toGeneric(a *ir.Value, space ir.Space) *ir.Value {
	v := b.add(ir.OpToGeneric, ir.I64, a)
	v.Attr.Space = space
	return v
}

// irSpace returns the IR space of a state space.
func irSpace(s isa.Space) (ir.Space, bool) {
	switch s {
	case isa.SpaceNone:
		return ir.Generic, true
	case isa.SpaceGlobal:
		return ir.Global, true
	case isa.SpaceConst:
		return ir.Const, true
	case isa.SpaceShared:
		return ir.Shared, true
	case isa.SpaceLocal:
		return ir.Local, true
	case isa.SpaceParam:
		return ir.ParamSpace, true
	}
	return 0, false
}

// cvta builds the conversions between the addresses of a space and generic ones.
func (b *fn) cvta() {
	space, ok := irSpace(b.match.Space())
	if !ok || space == ir.Generic {
		b.giveUp()
		return
	}
	op := ir.OpToGeneric
	if b.match.Has("to") {
		op = ir.OpFromGeneric
	}
	v := b.add(op, ir.I64, b.value(&b.ops[1], ir.I64))
	v.Attr.Space = space
	b.set(&b.ops[0], v, false)
}

// isspacep builds the test of a generic address for a window.
func (b *fn) isspacep() {
	space, ok := irSpace(b.match.Space())
	if !ok || space == ir.Generic {
		b.giveUp()
		return
	}
	if space == ir.ParamSpace && !b.ast.Entry {
		b.giveUpf("outside of a kernel") // generated functions do not know where the parameters are
		return
	}
	v := b.add(ir.OpIsSpace, ir.I1, b.value(&b.ops[1], ir.I64))
	v.Attr.Space = space
	b.set(&b.ops[0], v, false)
}

// createpolicy builds a cache policy. It is opaque and means nothing on a CPU, so
// any number will do.
func (b *fn) createpolicy() {
	b.set(&b.ops[0], b.konst(ir.I64, 0), false)
}
