package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/lower/ir"
)

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

// sharedAddress returns the address of something in shared memory, also where the head
// has no space: a generic address must lie there (sections 9.7.9.12, 9.7.13.15.9, 9.7.14.5.15
// and 9.7.14.5.16). A kernel that is launched without clusters is a cluster of its own, so that
// .shared::cluster is the same memory.
func (b *fn) sharedAddress(o *frontend.Operand) (addr *ir.Value, ok bool) {
	space, ok := irSpace(b.match.Space())
	if !ok || space != ir.Generic && space != ir.Shared {
		b.giveUp()
		return nil, false
	}
	addr, ok = b.address(o, space)
	if ok && space == ir.Generic {
		addr = b.add(ir.OpFromGeneric, ir.I64, addr)
		addr.Attr.Space = ir.Shared
	}
	return addr, ok
}
