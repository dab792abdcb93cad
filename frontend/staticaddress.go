package frontend

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// access returns the bytes that an instruction reads or writes at its address,
// and which of its operands that is; 0 where it has none, or several.
func access(in *Inst, c *candidate) (bytes, at int) {
	data := 0
	switch in.Opcode {
	case "ld", "ldu", "atom":
		at = 1
	case "st", "red":
		data = 1
	default:
		return 0, 0
	}
	if len(in.Ops) < 2 || len(c.match.Form.Mnemonic) != len(in.Opcode) || !c.specs[at].Is(isa.KAddr) {
		return 0, 0 // such as st.async, with two addresses
	}
	t := c.match.Type() // of atom too, whose result may be _
	return t.Bytes() * vectorLen(c, &in.Ops[data]), at
}

// vectorLen returns how many elements an operand has.
func vectorLen(c *candidate, o *Operand) int {
	if n := c.match.VecLen(); n > 1 {
		return n
	}
	if o.Kind == OpVec {
		return max(1, len(o.Elems))
	}
	return 1
}

// staticAddress checks an address that is known but for the place of a variable: its alignment, and that it
// lies in the variable. Both are warnings, as code may never get there, and its module has other kernels: to
// execute the instruction is a fault. But arguments and results of functions have no addresses.
func (k *checker) staticAddress(in *Inst, c *candidate) {
	n, at := access(in, c)
	if n == 0 {
		return
	}
	o := &in.Ops[at]
	if o.Kind != OpAddr {
		return
	}
	offset := int64(0)
	if o.Const != nil {
		offset = int64(int32(o.Const.Bits)) // offsets have 32 bits, see offset
	}
	d := diag.Diagnostic{Pos: o.Pos, Len: o.width(), Code: "align", Severity: diag.Warning}
	if o.Name == "" {
		if o.Const != nil && o.Const.Bits%uint64(n) != 0 {
			d.Msg = fmt.Sprintf("an access of %s at %s, which is not a multiple of %d", diag.Count(n, "byte"), o.Const.Text, n)
			k.l.Add(d)
		}
		return
	}
	v, ok := o.Sym.(*Var)
	if !ok || v.poisoned() || o.Path != nil {
		return
	}
	place := v.Name
	if offset != 0 {
		place += fmt.Sprintf("%+d", offset)
	}
	known := min(int64(n), int64(max(v.Align, 1))) // what the address is surely a multiple of
	if offset%known != 0 {
		if v.Space == isa.SpaceParam && !(k.fn.Entry && slices.Contains(k.fn.Params, v)) {
			d.Severity = diag.Error
		}
		d.Msg = fmt.Sprintf("an access of %s at %s, which is not aligned to %[1]s", diag.Count(n, "byte"), place)
		d.Hint = fmt.Sprintf("%s is aligned to %s", v.Name, diag.Count(v.Align, "byte"))
		k.l.Add(d)
		return
	}
	d.Severity, d.Code = diag.Warning, "bounds"
	if size := v.Size(); size > 0 && v.Linkage != Extern && (offset < 0 || offset+int64(n) > size) {
		d.Msg = fmt.Sprintf("an access of %s at %s, outside of the variable, which has %s", diag.Count(n, "byte"), place, diag.Count(int(size), "byte"))
		k.l.Add(d)
	}
}

// repeatedDestination warns of a register that a list of destinations has twice:
// what it gets is not defined (section 6.4.3).
func (k *checker) repeatedDestination(o *Operand) {
	if o.Kind != OpVec {
		return
	}
	for i := range o.Elems {
		r, ok := o.Elems[i].Sym.(*Reg)
		for j := 0; ok && j < i; j++ {
			if e := &o.Elems[j]; e.Sym == Symbol(r) && e.Comp == o.Elems[i].Comp {
				k.l.Add(diag.Diagnostic{Pos: o.Elems[i].Pos, Len: o.Elems[i].width(), Severity: diag.Warning, Code: "undefined",
					Msg: o.Elems[i].Name + " is a destination twice, which leaves open what it gets"})
				return
			}
		}
	}
}

// addressTaken checks what the address of a parameter or a kernel is taken for
// (sections 5.1.6.4 and 6.4.4).
func (k *checker) addressTaken(in *Inst) {
	if in.Opcode != "mov" || len(in.Ops) != 2 {
		return
	}
	o := &in.Ops[1]
	sym := o.Sym
	if o.Kind == OpConst && o.Const.Kind == ConstAddr {
		sym = o.Const.Ref
	}
	switch s := sym.(type) {
	case *Func:
		if s.Entry {
			gateAt(k.m, k.l, o.Pos, o.width(), "the address of a kernel", isa.Version{Major: 3, Minor: 1}, 0)
		}
	case *Var:
		switch {
		case s.Space != isa.SpaceParam || o.Path != nil || k.fn.Entry && slices.Contains(k.fn.Params, s):
		case slices.Contains(k.fn.Params, s):
		case slices.Contains(k.fn.Results, s):
			gateAt(k.m, k.l, o.Pos, o.width(), "the address of a result", isa.Version{Major: 6}, 0)
		default:
			k.hintf(o.Pos, o.width(), "operand", "copy it to a .local variable", "%s is for the arguments of a call and has no address", s.Name)
		}
	}
}

// oneWay says why a parameter of a function cannot be read or written: they go
// one way (section 5.1.6.4).
func (k *checker) oneWay(opcode string, v *Var) string {
	switch {
	case v.Space != isa.SpaceParam:
	case opcode == "st" && k.fn.Entry && slices.Contains(k.fn.Params, v):
		return fmt.Sprintf("is the kernel parameter %s, which cannot be written", v.Name)
	case opcode == "st" && slices.Contains(k.fn.Params, v):
		return fmt.Sprintf("is the parameter %s, which cannot be written", v.Name)
	case opcode == "ld" && slices.Contains(k.fn.Results, v):
		return fmt.Sprintf("is the result %s, which cannot be read", v.Name)
	}
	return ""
}
