package builder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// access is how memory is accessed. Cache operators, eviction priorities and prefetch sizes
// mean nothing on a CPU.
type access struct {
	space    ir.Space
	order    ir.Order
	scope    ir.Scope
	volatile bool
}

// set fills the attributes of a memory operation.
func (a access) set(v *ir.Value, mem ir.Type, vec int) *ir.Value {
	v.Attr.Space, v.Attr.Order, v.Attr.Scope, v.Attr.Volatile = a.space, a.order, a.scope, a.volatile
	v.Attr.Mem = mem
	if vec > 1 {
		v.Attr.Vec = vec
	}
	return v
}

// manner is how an instruction accesses memory: as the table says, but for the memory order
// and the scope that modifiers name.
func (b *fn) manner(row isa.Access) access {
	a := access{volatile: row.Volatile}
	for _, t := range slices.Concat([]string{row.Order, row.Scope}, b.match.Tokens()) {
		if o, ok := ir.ParseOrder(t); ok {
			a.order = o
		}
		if s, ok := ir.ParseScope(t); ok {
			a.scope = s
		}
	}
	a.space = ir.Shared
	if !row.Shared {
		var ok bool
		if a.space, ok = irSpace(b.match.Space()); !ok {
			b.giveUp()
		}
	}
	return a
}

// memory builds an instruction of which the table says what it does to memory. Its operands
// are known by what the table says of them: what is written, the address, and values.
func (b *fn) memory(row isa.Access) {
	a := b.manner(row)
	if row.Op == isa.MemoryFence {
		v := b.add(ir.OpFence, ir.Void)
		v.Attr.Order, v.Attr.Scope = a.order, a.scope
		return
	}
	var dest, at *frontend.Operand
	var vals []*frontend.Operand
	for k, i := range b.bound {
		switch o, form := &b.ops[k], &b.match.Form.Operands[i]; {
		case form.Dest:
			dest = o
		case form.Is(isa.KAddr):
			at = o
		case form.Name != "policy": // a hint about caches
			vals = append(vals, o)
		}
	}
	switch row.Op {
	case isa.MemoryLoad:
		b.load(a, dest, at)
	case isa.MemoryStore:
		b.store(a, at, vals[0])
	case isa.MemoryAtom:
		t := b.match.Type()
		kind, ok := ir.ParseAtom(row.Atom, t.IsFloat(), t.IsSigned())
		if !ok {
			panic("build: the ISA table names an unknown atomic operation " + row.Atom)
		}
		if kind.OnBarrier() {
			if strings.HasPrefix(b.match.Form.Mnemonic, "cp.async") {
				copyArrive(b)
			}
			b.onBarrier(a, kind, dest, at, vals)
		} else {
			b.atomic(a, kind, dest, at, vals)
		}
	}
}

// touchesMemory reports whether a load or store is of memory, and not of a
// parameter that is held in values.
func (b *fn) touchesMemory() bool {
	for i := range b.ops {
		if o := &b.ops[i]; o.Kind == frontend.OpAddr {
			v, ok := o.Sym.(*frontend.Var)
			return !ok || v.Space != isa.SpaceParam || v == unsized(b.ast) || loadsOdd(b, o, v)
		}
	}
	return true
}

// memType returns the type in memory: that of the instruction, or, where that is
// only bits, that of the register if it has the same width.
func (b *fn) memType(es []frontend.Operand) ir.Type {
	pt := b.match.Type()
	t := irType(pt)
	if !pt.IsBits() {
		return t
	}
	for i := range es {
		if es[i].Kind != frontend.OpSink {
			return b.ownType(&es[i], t)
		}
	}
	return t
}

// loadsOdd reports whether a load of a kernel's parameter is not aligned.
func loadsOdd(b *fn, at *frontend.Operand, v *frontend.Var) bool {
	i, ok := b.params[v]
	if !ok || at.Const == nil {
		return false
	}
	return odd(b.f.Params[i], int64(at.Const.Bits), b.match.Type().Bytes()*max(1, len(b.ops[0].Elems)))
}

// load builds a load: of a vector as one operation.
func (b *fn) load(a access, dest, at *frontend.Operand) {
	es, ok := b.elementsOf(dest)
	if !ok {
		return
	}
	signed := b.match.Type().IsSigned()
	mem := b.memType(es)
	if a.space == ir.ParamSpace {
		if b.loadParam(es, at, mem, signed) {
			return
		}
		if !b.ast.Entry && !b.match.Has("param::entry") {
			a.space = ir.Local // the copy of a parameter whose address was taken
		}
	}
	addr, ok := b.address(at, a.space)
	if !ok {
		return
	}
	if len(es) == 1 {
		v := a.set(b.add(ir.OpLoad, mem, addr), mem, 1)
		b.set(&es[0], v, signed)
		return
	}
	v := a.set(b.add(ir.OpLoad, ir.Tuple, addr), mem, len(es))
	for range es {
		v.Results = append(v.Results, mem)
	}
	for i, r := range b.extract(v) {
		b.set(&es[i], r, signed)
	}
}

// store builds a store: of a vector as one operation.
func (b *fn) store(a access, at, val *frontend.Operand) {
	es, ok := b.elementsOf(val)
	if !ok {
		return
	}
	mem := b.memType(es)
	if slices.ContainsFunc(es, func(e frontend.Operand) bool { return e.Kind == frontend.OpSink }) {
		b.storeSome(at, es, a, mem)
		return
	}
	args := make([]*ir.Value, 1, 1+len(es))
	for i := range es {
		args = append(args, b.stored(&es[i], mem))
	}
	if a.space == ir.ParamSpace {
		b.storeParam(at, mem, args[1:])
		return
	}
	addr, ok := b.address(at, a.space)
	if !ok {
		return
	}
	args[0] = addr
	a.set(b.add(ir.OpStore, ir.Void, args...), mem, len(es))
}

// stored returns what an element of st leaves in memory. Of a register that is wider than the instruction's type
// the manual keeps the low bits (table 28, "chop"). NVIDIA's assembler does so for integers only: it converts
// f32 and f64 to an unsigned integer of the type, toward zero, and 64 bits, as an unsigned integer, to f32.
func (b *fn) stored(o *frontend.Operand, mem ir.Type) *ir.Value {
	if _, register := o.Sym.(*frontend.Reg); !register || o.SReg != nil {
		return b.value(o, mem)
	}
	v := b.raw(o, mem)
	bits := b.match.Type().IsBits()
	switch from := v.Type; {
	case from.Bits() <= mem.Bits():
	case bits && (from == ir.F32 || from == ir.F64):
		n := ir.IntOfBits(mem.Bits())
		return b.bitcast(b.intrinsic(fmt.Sprintf("CvtRziU%dF%d", n.Bits(), from.Bits()), n, v), mem)
	case !bits && mem == ir.F32:
		return b.intrinsic("CvtRnF32U64", mem, v)
	}
	return b.value(o, mem)
}

// storeSome builds a st with _ among its elements, which leaves those of memory alone:
// as a store for each of the others.
func (b *fn) storeSome(o *frontend.Operand, es []frontend.Operand, a access, mem ir.Type) {
	if a.space == ir.ParamSpace {
		b.giveUpf("_ among the elements of a parameter")
		return
	}
	for i := range es {
		if es[i].Kind == frontend.OpSink {
			continue
		}
		at, c := *o, frontend.Const{}
		if o.Const != nil {
			c = *o.Const
		}
		c.Bits += uint64(i * mem.Bytes())
		at.Const = &c
		addr, ok := b.address(&at, a.space)
		if !ok {
			return
		}
		a.set(b.add(ir.OpStore, ir.Void, addr, b.stored(&es[i], mem)), mem, 1)
	}
}

// atomic builds an atomic operation. A vector is one operation for each element, since only
// elements are atomic.
func (b *fn) atomic(a access, kind ir.Atom, dest, at *frontend.Operand, srcs []*frontend.Operand) {
	addr, ok := b.address(at, a.space)
	if !ok {
		return
	}
	vals, ok := b.elementsOf(srcs[0])
	if !ok {
		return
	}
	var dests []frontend.Operand
	if dest != nil && dest.Kind != frontend.OpSink {
		if dests, ok = b.elementsOf(dest); !ok {
			return
		}
	}
	mem := irType(b.match.Type())
	olds := make([]*ir.Value, len(vals))
	for i := range vals {
		place := addr
		if i > 0 {
			place = b.add(ir.OpAdd, ir.I64, addr, b.konst(ir.I64, uint64(i*mem.Bytes())))
		}
		args := []*ir.Value{place, b.value(&vals[i], mem)}
		for _, o := range srcs[1:] {
			args = append(args, b.value(o, mem))
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
