package builder

import (
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// irType returns the IR type that holds a PTX type: floats and the packed halves
// have types of their own, whatever else is an integer of its width.
func irType(t isa.Type) ir.Type {
	switch t {
	case isa.Pred:
		return ir.I1
	case isa.F16:
		return ir.F16
	case isa.BF16:
		return ir.BF16
	case isa.F32:
		return ir.F32
	case isa.F64:
		return ir.F64
	case isa.F16x2:
		return ir.F16x2
	case isa.BF16x2:
		return ir.BF16x2
	}
	switch n := t.Bits(); n {
	case 8, 16, 32, 64, 128:
		return ir.IntOfBits(n)
	}
	if t.IsOpaque() {
		return ir.I64
	}
	return ir.Void
}

// reg returns the variable of a register or of a component of a vector register.
func (b *fn) reg(r *frontend.Reg, comp string) varID {
	k := regKey{r.Var, r.Num}
	first, ok := b.regs[k]
	if !ok {
		first = b.newReg(r)
		b.regs[k] = first
	}
	return first + varID(component(comp))
}

// newReg makes the variables of a register.
func (b *fn) newReg(r *frontend.Reg) varID {
	if r.Var.InFunc == nil && (!b.ast.Entry || b.sharedWithFunctions(r.Var)) {
		b.unsupported(r.Var.Pos, "a register of module scope that functions use")
	}
	t := b.storage(r.Var.Type)
	name := strings.TrimPrefix(r.SymbolName(), "%")
	first := varID(len(b.vars))
	for c := range max(r.Var.Vec, 1) {
		n := name
		if r.Var.Vec > 1 {
			n += "_" + "xyzw"[c:c+1]
		}
		x := b.newVar(t, n)
		if at := b.inner[r.Var]; at != nil {
			b.write(x, at, b.zero(t))
		}
	}
	return first
}

// component returns the index of .x .y .z .w or .r .g .b .a.
func component(s string) int {
	switch s {
	case "y", "g":
		return 1
	case "z", "b":
		return 2
	case "w", "a":
		return 3
	}
	return 0
}

// isVector reports whether the operand is a whole vector register.
func isVector(o *frontend.Operand) bool {
	r, ok := o.Sym.(*frontend.Reg)
	return ok && o.Kind == frontend.OpName && o.Comp == "" && r.Var.Vec > 1
}

// elements returns the parts of a vector operand: those of {a, b}, the components
// of a vector register or of a vector special register, or the operand itself.
func elements(o *frontend.Operand) []frontend.Operand {
	n := 0
	switch {
	case o.Kind == frontend.OpVec:
		return o.Elems
	case isVector(o):
		n = o.Sym.(*frontend.Reg).Var.Vec
	case o.SReg != nil && o.SReg.Vector && o.Comp == "":
		n = 4
	default:
		return []frontend.Operand{*o}
	}
	list := make([]frontend.Operand, n)
	for i := range list {
		list[i] = *o
		list[i].Comp = "xyzw"[i : i+1]
	}
	return list
}

// formType returns the IR type that the form asks of operand k as written.
func (b *fn) formType(k int) ir.Type {
	t := isa.TypeNone
	if k < len(b.bound) {
		t = b.match.OperandType(b.bound[k])
	}
	if t == isa.TypeNone {
		t = b.match.Type()
	}
	return irType(t)
}

// src returns the value of operand k in the type of the form.
func (b *fn) src(k int) *ir.Value { return b.value(&b.ops[k], b.formType(k)) }

// value returns the value of an operand in a type. A register of another type
// with the same width is reinterpreted; a wider one gives its low bits.
func (b *fn) value(o *frontend.Operand, t ir.Type) *ir.Value {
	v := b.raw(o, t)
	v = b.resize(v, t, false)
	if o.Neg {
		if t == ir.I1 {
			return b.not(v)
		}
		return b.add(ir.OpNeg, t, v)
	}
	return v
}

// raw returns the value of an operand: in its register's own type, or, for a
// constant, in type t.
func (b *fn) raw(o *frontend.Operand, t ir.Type) *ir.Value {
	if o.SReg != nil {
		return b.sreg(o.SReg, o.Comp, t)
	}
	switch o.Kind {
	case frontend.OpConst:
		if o.Const.Kind == frontend.ConstAddr {
			return b.symbolAddress(o.Const.Ref, int64(o.Const.Bits), o.Const.Generic)
		}
		return b.literal(o.Const, t)
	case frontend.OpName:
		if r, ok := o.Sym.(*frontend.Reg); ok {
			v := b.read(b.reg(r, o.Comp), b.cur)
			if o.Const != nil { // a sum
				v = b.integer(v)
				v = b.add(ir.OpAdd, v.Type, v, b.konst(v.Type, o.Const.Bits))
			}
			return v
		}
		return b.symbolAddress(o.Sym, 0, false)
	case frontend.OpIndex:
		return b.elementAddress(o)
	}
	b.giveUp()
	return b.konst(t, 0)
}

// set writes a value to a destination. A wider register gets the value extended
// by the sign that the caller says.
func (b *fn) set(o *frontend.Operand, v *ir.Value, signed bool) {
	if o.Kind == frontend.OpSink {
		return
	}
	r, ok := o.Sym.(*frontend.Reg)
	if !ok {
		b.giveUp()
		return
	}
	x := b.reg(r, o.Comp)
	b.assign(x, b.resize(v, b.vars[x].typ, signed))
}

// assign writes a value to a variable, or selects it under the guard of a pure
// instruction.
func (b *fn) assign(x varID, v *ir.Value) {
	if g := b.guard; g != nil {
		old := b.read(x, b.cur)
		if old == v {
			return
		}
		if g.neg {
			v, old = old, v
		}
		v = b.add(ir.OpSelect, v.Type, g.pred, v, old)
	}
	if b.opt.Origins {
		v.Join(b.pos) // a move makes no value
	}
	if v.Name == "" && v.Op != ir.OpConst {
		v.Name = b.vars[x].name
	}
	b.write(x, b.cur, v)
}

// add appends a value to the current block.
func (b *fn) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return b.cur.Add(op, t, b.pos, args...)
}

// konst appends a constant.
func (b *fn) konst(t ir.Type, bits uint64) *ir.Value {
	return b.cur.Const(t, bits&ir.Ones(t.Bits()), b.pos)
}

// not complements an I1; complementing twice gives the value back.
func (b *fn) not(v *ir.Value) *ir.Value {
	if v.Op == ir.OpNot {
		return v.Args[0]
	}
	return b.add(ir.OpNot, v.Type, v)
}

// bitcast reinterprets a value in a type of the same width.
func (b *fn) bitcast(v *ir.Value, t ir.Type) *ir.Value {
	switch {
	case v.Type == t:
		return v
	case v.Op == ir.OpConst:
		c := b.konst(t, v.Attr.Bits)
		c.Attr.Hi = v.Attr.Hi
		return c
	case v.Op == ir.OpBitcast && v.Args[0].Type == t:
		return b.resolve(v.Args[0])
	}
	return b.add(ir.OpBitcast, t, v)
}

// integer reinterprets a value as an integer of its width.
func (b *fn) integer(v *ir.Value) *ir.Value {
	if v.Type.IsInt() {
		return v
	}
	return b.bitcast(v, ir.IntOfBits(v.Type.Bits()))
}

// resize converts a value to a type: bits are kept, cut off at the top, or added
// there.
func (b *fn) resize(v *ir.Value, t ir.Type, signed bool) *ir.Value {
	from, to := v.Type.Bits(), t.Bits()
	if from == to {
		return b.bitcast(v, t)
	}
	v = b.integer(v)
	n := ir.IntOfBits(to)
	op := ir.OpZext
	switch {
	case to < from:
		op = ir.OpTrunc
	case signed:
		op = ir.OpSext
	}
	if v.Op == ir.OpConst && from <= 64 && to <= 64 {
		bits := v.Attr.Bits
		if op == ir.OpSext && bits>>(from-1)&1 == 1 {
			bits |= ^ir.Ones(from)
		}
		return b.konst(t, bits)
	}
	if op == ir.OpTrunc && (v.Op == ir.OpZext || v.Op == ir.OpSext) && v.Args[0].Type == n {
		return b.bitcast(b.resolve(v.Args[0]), t)
	}
	return b.bitcast(b.add(op, n, v), t)
}

// constant reports whether a value is a constant, and which.
func constant(v *ir.Value) (uint64, bool) {
	if v.Op == ir.OpConst && v.Type != ir.I128 {
		return v.Attr.Bits, true
	}
	return 0, false
}

// intrinsic appends the pure function of that name. The caller has made sure that
// it exists.
func (b *fn) intrinsic(name string, t ir.Type, args ...*ir.Value) *ir.Value {
	v := b.add(ir.OpIntrin, t, args...)
	v.Attr.Name = name
	return v
}
