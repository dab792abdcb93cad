package frontend

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// resolve finds what the names of an operand mean. It reports what is wrong and
// returns false then.
func (k *checker) resolve(o *Operand, opcode string) bool {
	ok := true
	switch o.Kind {
	case OpName:
		ok = k.name(o, opcode)
	case OpAddr, OpIndex:
		ok = o.Name == "" || k.base(o, opcode)
	case OpConst:
		ok = k.sum(o) || k.constRef(o.Const, o.Pos)
	}
	if ok && o.Const != nil && o.Kind == OpAddr && !k.offset(o) {
		ok = false
	}
	for i := range o.Elems {
		e := &o.Elems[i]
		ok = k.resolve(e, opcode) && ok
		if e.Kind == OpName && e.Const != nil && ok {
			k.errorf(e.Pos, e.width(), "operand", "%s cannot have an offset in a list", e.Name)
			ok = false
		}
	}
	return ok
}

// name resolves a plain name: a register, a symbol or a special register.
func (k *checker) name(o *Operand, opcode string) bool {
	o.Sym = k.scope.Lookup(o.Name)
	if o.Sym == nil && o.Name[0] == '%' {
		o.SReg = isa.LookupSReg(o.Name)
		if o.SReg != nil && o.Const != nil {
			k.errorf(o.Const.Pos, max(1, len(o.Const.Text)), "operand", "a special register cannot have an offset, move it to a register first")
			return false
		}
		if o.SReg != nil {
			return k.sregComponent(o)
		}
	}
	if o.Sym == nil {
		if ls := k.labels[o.Name]; len(ls) == 1 {
			o.Sym = ls[0] // in another block of the function
		} else {
			if !k.ambiguous(o.Name, o.Pos) {
				k.undefined(o.Name, o.Pos, "name")
			}
			return false
		}
	}
	k.declared(o.Sym, o.Name, o.Pos)
	if o.Comp == "" && o.Path == nil {
		return o.Const == nil || k.offsetName(o)
	}
	if steps := o.steps(); steps != nil {
		return k.part(o, steps, opcode)
	}
	if r, ok := o.Sym.(*Reg); ok {
		if r.Var.poisoned() {
			return true
		}
		if component(o.Comp) >= r.Var.Vec && r.Var.Vec > 1 {
			k.errorf(o.Pos, o.width(), "operand", "%s has no component .%s", o.Name, o.Comp)
			return false
		}
		if component(o.Comp) < 4 && r.Var.Vec <= 1 {
			k.errorf(o.Pos, o.width(), "operand", "%s is not a vector, it has no component .%s", o.Name, o.Comp)
			return false
		}
		return true
	}
	k.errorf(o.Pos, o.width(), "operand", "%s is %s, it has no component .%s", o.Name, symbolKind(o.Sym), o.Comp)
	return false
}

// sum turns name+4 into a register with an offset where the name is that of a
// register, and not of a symbol, which is a constant.
func (k *checker) sum(o *Operand) bool {
	c := o.Const
	if c.Kind != ConstAddr || c.Generic || c.Mask != 0 {
		return false
	}
	r, ok := k.scope.Lookup(c.Sym).(*Reg)
	if !ok {
		return false
	}
	o.Kind, o.Name, o.Sym = OpName, c.Sym, r
	c.Kind, c.Sym = ConstS64, ""
	k.declared(r, o.Name, o.Pos)
	return true
}

// offsetName resolves %name+4 where the name is not that of a register, but of a
// symbol: its address is a constant.
func (k *checker) offsetName(o *Operand) bool {
	switch s := o.Sym.(type) {
	case *Reg:
	case *Var, *Func:
		o.Const.Kind, o.Const.Sym, o.Const.Ref = ConstAddr, o.Name, s
		o.Kind, o.Name, o.Sym = OpConst, "", nil
	default:
		k.errorf(o.Const.Pos, max(1, len(o.Const.Text)), "operand", "%s is %s, it cannot have an offset", o.Name, symbolKind(s))
		return false
	}
	return true
}

// component returns the index of a vector component: 0 for x and r to 3 for w
// and a, 4 for anything else.
func component(s string) int {
	if len(s) == 1 {
		if i := strings.IndexByte("xyzw", s[0]); i >= 0 {
			return i
		}
		if i := strings.IndexByte("rgba", s[0]); i >= 0 {
			return i
		}
	}
	return 4
}

// sregComponent checks the component of a special register.
func (k *checker) sregComponent(o *Operand) bool {
	switch {
	case !o.SReg.Vector && o.Comp != "":
		k.errorf(o.Pos, o.width(), "operand", "%s has no components", o.Name)
		return false
	case o.Comp != "" && strings.IndexByte("xyzw", o.Comp[0]) < 0, len(o.Comp) > 1:
		k.hintf(o.Pos, o.width(), "operand", "the components are .x .y .z .w", "%s has no component .%s", o.Name, o.Comp)
		return false
	}
	return true
}

// gateSReg checks that the module may use the special registers of an operand.
func (k *checker) gateSReg(o *Operand) {
	if o.SReg != nil {
		gate(k.m, k.l, o.Pos, o.Name, o.SReg.PTX, o.SReg.SM)
	}
	for i := range o.Elems {
		k.gateSReg(&o.Elems[i])
	}
}

// base resolves the base of an address.
func (k *checker) base(o *Operand, opcode string) bool {
	o.Sym = k.scope.Lookup(o.Name)
	k.declared(o.Sym, o.Name, o.basePos())
	if steps := o.steps(); steps != nil && o.Sym != nil {
		return k.part(o, steps, opcode)
	}
	p := o.basePos()
	switch s := o.Sym.(type) {
	case nil:
		if o.Name[0] == '%' && isa.LookupSReg(o.Name) != nil {
			k.errorf(p, len(o.Name), "operand", "a special register cannot be an address, move it to a register first")
			return false
		}
		k.undefined(o.Name, p, "name")
		return false
	case *Reg:
		t := s.Var.Type
		if s.Var.poisoned() {
			return true
		}
		if o.Comp != "" {
			if component(o.Comp) >= s.Var.Vec {
				k.errorf(p, len(o.Name), "operand", "%s has no component .%s", o.Name, o.Comp)
				return false
			}
		} else if s.Var.Vec > 1 {
			k.errorf(p, len(o.Name), "type", "an address must be a scalar, %s is a vector", o.Name)
			return false
		}
		if n := t.Bits(); n != 32 && n != 64 || t.IsFloat() || t.IsPacked() {
			k.errorf(p, len(o.Name), "type", "an address register must be an integer of 32 or 64 bits, %s is .%s", o.Name, t)
			return false
		}
	case *Var:
		if o.Comp != "" {
			k.errorf(p, len(o.Name), "operand", "%s has no component .%s", o.Name, o.Comp)
			return false
		}
	case *Func:
		k.errorf(p, len(o.Name), "operand", "%s is %s, not memory", o.Name, symbolKind(s))
		return false
	default:
		k.errorf(p, len(o.Name), "operand", "%s is %s, not an address", o.Name, symbolKind(s))
		return false
	}
	return true
}

// basePos returns where the base of an address is: after the bracket.
func (o *Operand) basePos() diag.Pos {
	if o.Kind == OpAddr {
		return o.Pos + 1
	}
	return o.Pos
}

// offset checks the constant of an address: a signed 32-bit offset where there
// is a base (section 6.4.1). An unsigned one is let through, since some
// compilers write -8 so.
func (k *checker) offset(o *Operand) bool {
	if o.Name == "" {
		return true
	}
	if v := int64(o.Const.Bits); v < -1<<31 || v > 1<<32-1 {
		k.errorf(o.Const.Pos, max(1, len(o.Const.Text)), "range", "the offset of an address must fit in 32 bits")
		return false
	}
	return true
}

// constRef resolves the symbol of an address constant.
func (k *checker) constRef(c *Const, p diag.Pos) bool {
	if c.Kind != ConstAddr {
		return true
	}
	c.Ref = k.scope.Lookup(c.Sym)
	switch s := c.Ref.(type) {
	case nil:
		k.undefined(c.Sym, p, "name")
		return false
	case *Var, *Func:
		k.declared(s, c.Sym, p)
		return true
	default:
		k.errorf(p, len(c.Sym), "operand", "%s is %s, not a constant", c.Sym, symbolKind(s))
		return false
	}
}
