package build

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// access is what the modifiers of a memory instruction say. Cache operators,
// eviction priorities and prefetch sizes mean nothing on a CPU, but for .cv,
// which fetches again each time.
type access struct {
	space    ir.Space
	order    ir.Order
	scope    ir.Scope
	volatile bool
}

var orders = map[string]ir.Order{
	"relaxed": ir.Relaxed, "acquire": ir.Acquire, "release": ir.Release, "acq_rel": ir.AcqRel, "sc": ir.SeqCst,
}

var scopes = map[string]ir.Scope{
	"cta": ir.ScopeCTA, "cluster": ir.ScopeCluster, "gpu": ir.ScopeGPU, "sys": ir.ScopeSys,
}

// access reads the modifiers of a memory instruction.
func (b *fn) access() access {
	var a access
	for _, t := range b.match.Tokens() {
		if o, ok := orders[t]; ok {
			a.order = o
		}
		if s, ok := scopes[t]; ok {
			a.scope = s
		}
		switch t {
		case "volatile", "cv", "mmio":
			a.volatile = true
		}
	}
	space, ok := irSpace(b.match.Space())
	if !ok {
		b.giveUp()
	}
	a.space = space
	return a
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

// touchesMemory reports whether a load or store is of memory, and not of a
// parameter that is held in values.
func (b *fn) touchesMemory() bool {
	for i := range b.ops {
		if o := &b.ops[i]; o.Kind == frontend.OpAddr {
			v, ok := o.Sym.(*frontend.Var)
			return !ok || v.Space != isa.SpaceParam
		}
	}
	return true
}

// address returns the address that an operand names, as a place in the space of
// the access. ok is false where the reason has been reported.
func (b *fn) address(o *frontend.Operand, space ir.Space) (addr *ir.Value, ok bool) {
	var off int64
	if o.Const != nil {
		off = int64(o.Const.Bits)
	}
	switch sym := o.Sym.(type) {
	case nil:
		if o.Name == "" {
			return b.konst(ir.I64, uint64(off)), true
		}
	case *frontend.Reg:
		v := b.integer(b.read(b.reg(sym, o.Comp), b.cur))
		if v.Type != ir.I64 && v.Type != ir.I32 {
			b.giveUpf("an address of type " + v.Type.String())
			return nil, false
		}
		if v.Type == ir.I64 && b.narrow() && (space == ir.Generic || space == ir.Global || space == ir.Const) {
			if !b.module.ast.Sized() {
				b.giveUpf("a 64-bit address in a module without .address_size, where addresses have 32 bits")
				return nil, false
			}
			v = b.resize(v, ir.I32, false) // what is too wide is cut, says the manual of ld in PTX 1.2
		}
		// The sum wraps at the width of the register (trap 125).
		if off != 0 {
			v = b.add(ir.OpAdd, v.Type, v, b.konst(v.Type, uint64(off)))
		}
		return b.resize(v, ir.I64, false), true
	case *frontend.Var:
		return b.variableAddress(o, sym, off, space)
	}
	b.giveUp()
	return nil, false
}

// variableAddress is address for an operand that names a variable.
func (b *fn) variableAddress(o *frontend.Operand, v *frontend.Var, off int64, space ir.Space) (*ir.Value, bool) {
	var a *ir.Value
	var in ir.Space
	if o.Kind == frontend.OpIndex {
		a = b.elementAddress(o)
		in, _ = irSpace(v.Space)
	} else {
		var ok bool
		if a, in, ok = b.varAddress(v, off); !ok {
			return nil, false
		}
	}
	switch {
	case in == space:
		return a, true
	case space == ir.Generic && (in == ir.Global || in == ir.Const):
		return b.toGeneric(a, in), true
	case space == ir.Generic && (in == ir.Shared || in == ir.Local):
		b.note(o.Pos, "a generic access by the name of a variable in ."+v.Space.String(), "is one of that space: the manual has addresses in registers there")
		return b.toGeneric(a, in), true
	}
	b.giveUpf("an access of " + space.String() + " memory by the name of a variable in " + in.String() + " memory")
	return nil, false
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

// load builds ld, ldu and ld.nc.
func (b *fn) load() {
	es := elements(&b.ops[0])
	if n := b.match.VecLen(); n > 1 && n != len(es) || n == 1 && len(es) != 1 {
		b.giveUp()
		return
	}
	o := &b.ops[1]
	pt := b.match.Type()
	a := b.access()
	mem := b.memType(es)
	if a.space == ir.ParamSpace {
		if b.loadParam(es, o, mem, pt.IsSigned()) {
			return
		}
		if !b.ast.Entry && !b.match.Has("param::entry") {
			a.space = ir.Local // the copy of a parameter whose address was taken
		}
	}
	addr, ok := b.address(o, a.space)
	if !ok {
		return
	}
	if len(es) == 1 {
		v := a.set(b.add(ir.OpLoad, mem, addr), mem, 1)
		b.set(&es[0], v, pt.IsSigned())
		return
	}
	v := a.set(b.add(ir.OpLoad, ir.Tuple, addr), mem, len(es))
	for range es {
		v.Results = append(v.Results, mem)
	}
	for i, r := range b.extract(v) {
		b.set(&es[i], r, pt.IsSigned())
	}
}

// store builds st.
func (b *fn) store() {
	es := elements(&b.ops[1])
	if n := b.match.VecLen(); n > 1 && n != len(es) || n == 1 && len(es) != 1 {
		b.giveUp()
		return
	}
	o := &b.ops[0]
	a := b.access()
	mem := b.memType(es)
	if slices.ContainsFunc(es, func(e frontend.Operand) bool { return e.Kind == frontend.OpSink }) {
		b.storeSome(o, es, a, mem)
		return
	}
	args := make([]*ir.Value, 1, 1+len(es))
	for i := range es {
		args = append(args, b.value(&es[i], mem))
	}
	if a.space == ir.ParamSpace {
		b.storeParam(o, mem, args[1:])
		return
	}
	addr, ok := b.address(o, a.space)
	if !ok {
		return
	}
	args[0] = addr
	a.set(b.add(ir.OpStore, ir.Void, args...), mem, len(es))
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
		a.set(b.add(ir.OpStore, ir.Void, addr, b.value(&es[i], mem)), mem, 1)
	}
}

// fence builds membar and fence. On a CPU all proxies are one, so a proxy fence is
// at most an ordinary one.
func (b *fn) fence() {
	a := access{order: ir.SeqCst, scope: ir.ScopeSys}
	if b.match.Form.Opcode == "membar" {
		switch {
		case b.match.Has("cta"):
			a.scope = ir.ScopeCTA
		case b.match.Has("gl"):
			a.scope = ir.ScopeGPU
		}
	} else if b.match.HasAny("cta", "cluster", "gpu", "sys") != "" {
		a.order, a.scope = ir.AcqRel, 0
		for _, t := range b.match.Tokens() {
			if o, ok := orders[t]; ok {
				a.order = o
			}
			if s, ok := scopes[t]; ok {
				a.scope = s
			}
		}
	}
	v := b.add(ir.OpFence, ir.Void)
	v.Attr.Order, v.Attr.Scope = a.order, a.scope
}
