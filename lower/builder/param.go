package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// formals makes the parameters of the function available: the buffer of a kernel,
// or the arguments of a device function.
func (b *fn) formals() {
	if b.ast.Entry {
		b.kernelParams()
		return
	}
	arg := 0
	next := func(t ir.Type, name string) *ir.Value {
		v := b.add(ir.OpArg, t)
		v.Attr.Index, v.Name = arg, name
		arg++
		return v
	}
	for _, p := range b.ast.Params {
		if p.Space == isa.SpaceReg {
			x := b.reg(&frontend.Reg{Var: p, Num: -1}, "")
			for c, name := range argNames(p) {
				id := x + varID(c)
				b.write(id, b.cur, b.bitcast(next(wordTypes(p)[c], name), b.vars[id].typ))
			}
			continue
		}
		if p == unsized(b.ast) {
			b.array = next(ir.I64, p.Name)
			continue
		}
		s := b.newSlot(p)
		for i, w := range s.words {
			b.write(w.x, b.cur, next(b.vars[w.x].typ, argNames(p)[i]))
		}
		if b.taken[p] {
			b.copyParam(s)
		}
	}
	for _, r := range b.ast.Results {
		if r.Space != isa.SpaceReg {
			b.declareSlot(r)
		}
	}
}

// copyParam stores a parameter whose address is taken in local memory, as the
// hardware does (trap 131).
func (b *fn) copyParam(s *slot) {
	sym := b.newLocal(s.v.Name, int64(len(s.words)*8), max(s.v.Align, 8), ir.I8)
	b.copies[s.v] = sym
	for _, w := range s.words {
		a := b.add(ir.OpSymAddr, ir.I64)
		a.Attr.Sym, a.Attr.Off = sym, int64(w.off)
		v := b.read(w.x, b.cur)
		access{space: ir.Local}.set(b.add(ir.OpStore, ir.Void, a, v), v.Type, 1)
	}
}

// kernelParams lays out the parameters of a kernel.
func (b *fn) kernelParams() {
	var off int64
	decls := b.declared()
	for i, p := range b.ast.Params {
		align := int64(max(p.Align, 1))
		off = (off + align - 1) / align * align
		param := &ir.Param{
			Name:  p.Name,
			PTX:   b.ptxType(p.Type),
			Size:  p.Size(),
			Align: int(align),
			Off:   off,
			Pos:   p.Pos,
		}
		if len(p.Dims) == 0 && p.Vec <= 1 {
			param.Type = b.storage(p.Type)
		}
		if decls != nil {
			param.DeclName, param.Decl = decls[i].Name, decls[i].Type
		}
		off += param.Size
		b.f.Params = append(b.f.Params, param)
		b.params[p] = i
	}
}

// declared returns what the source declares the parameters of a kernel as, nil where that is not
// known: what debug information says, or else what a symbol of C++ does.
func (b *fn) declared() []cxx.Field {
	list := b.debug.Params(b.ast.Name)
	if list == nil {
		if s := cxx.Parse(b.ast.Name); s != nil {
			for _, t := range s.Params {
				list = append(list, cxx.Field{Type: t})
			}
		}
	}
	if len(list) != len(b.ast.Params) {
		return nil
	}
	return list
}

// paramAddress returns the address of a parameter: of a kernel's in its buffer, of
// a device function's in the local copy, which is the caller's where it has no size.
func (b *fn) paramAddress(v *frontend.Var, off int64) (*ir.Value, ir.Space, bool) {
	if i, ok := b.params[v]; ok {
		return b.konst(ir.I64, uint64(b.f.Params[i].Off+off)), ir.ParamSpace, true
	}
	if sym := b.copies[v]; sym != nil {
		a := b.add(ir.OpSymAddr, ir.I64)
		a.Attr.Sym, a.Attr.Off = sym, off
		return a, ir.Local, true
	}
	if v == unsized(b.ast) {
		if off == 0 {
			return b.array, ir.Local, true
		}
		return b.add(ir.OpAdd, ir.I64, b.array, b.konst(ir.I64, uint64(off))), ir.Local, true
	}
	b.giveUpf("the address of " + v.Name)
	return nil, 0, false
}

// loadParam builds a ld.param whose address is known: from a kernel's parameter or
// from a slot. It reports false where the address is in a register and unknown.
func (b *fn) loadParam(es []frontend.Operand, o *frontend.Operand, mem ir.Type, signed bool) bool {
	var off int64
	if o.Const != nil {
		off = int64(o.Const.Bits)
	}
	v, _ := o.Sym.(*frontend.Var)
	if o.Kind == frontend.OpIndex || len(o.Elems) > 0 {
		b.giveUp()
		return true
	}
	if s := b.slots[v]; v != nil && s != nil {
		if !b.inSlot(s, off, mem.Bytes()*len(es)) {
			return true
		}
		vals := make([]*ir.Value, len(es))
		for i := range es {
			vals[i] = b.loadSlot(s, int(off)+i*mem.Bytes(), mem)
		}
		b.setAll(es, vals, signed)
		return true
	}
	p, ok := b.params[v]
	switch {
	case v != nil && ok:
	case v != nil || !b.ast.Entry:
		return false
	default:
		// A register that holds the address of a parameter.
		r, isReg := o.Sym.(*frontend.Reg)
		if !isReg {
			return false
		}
		a, known := knownAddress(b.read(b.reg(r, o.Comp), b.cur), 0)
		if !known {
			return false
		}
		off += a
		if p, off, ok = b.paramAt(off, mem.Bytes()*len(es)); !ok {
			return false
		}
	}
	param := b.f.Params[p]
	if odd(param, off, mem.Bytes()*len(es)) {
		return false
	}
	if n := int64(mem.Bytes() * len(es)); off < 0 || off+n > param.Size {
		b.errorf(b.in.Pos, "bounds", "bytes %d to %d are outside %s, which has %d", off, off+n-1, param.Name, param.Size)
		return true
	}
	vals := make([]*ir.Value, len(es))
	for i := range es {
		if es[i].Kind == frontend.OpSink {
			continue
		}
		vals[i] = b.add(ir.OpParam, mem)
		vals[i].Attr.Index, vals[i].Attr.Off = p, off+int64(i*mem.Bytes())
	}
	b.setAll(es, vals, signed)
	return true
}

// odd reports whether an access of n bytes of a parameter is not aligned, which is a fault: that is a load of the
// buffer with the parameters.
func odd(p *ir.Param, off int64, n int) bool { return off&(min(int64(n), int64(p.Align))-1) != 0 }

// setAll writes the elements of a vector.
func (b *fn) setAll(es []frontend.Operand, vals []*ir.Value, signed bool) {
	for i := range es {
		if es[i].Kind != frontend.OpSink {
			b.set(&es[i], vals[i], signed)
		}
	}
}

// knownAddress returns the value of an address that is a constant plus constants.
func knownAddress(v *ir.Value, depth int) (int64, bool) {
	if n, ok := constant(v); ok {
		return int64(n), true
	}
	if v.Op == ir.OpAdd && depth < 8 {
		x, ok1 := knownAddress(v.Args[0], depth+1)
		y, ok2 := knownAddress(v.Args[1], depth+1)
		return x + y, ok1 && ok2
	}
	return 0, false
}

// paramAt returns the parameter that has the n bytes at an address of the buffer.
func (b *fn) paramAt(addr int64, n int) (index int, off int64, ok bool) {
	for i, p := range b.f.Params {
		if addr >= p.Off && addr+int64(n) <= p.Off+p.Size {
			return i, addr - p.Off, true
		}
	}
	return 0, 0, false
}

// storeParam builds st.param, which writes an argument or a result.
func (b *fn) storeParam(o *frontend.Operand, mem ir.Type, vals []*ir.Value) {
	v, _ := o.Sym.(*frontend.Var)
	s := b.slots[v]
	if v == nil || s == nil || o.Kind == frontend.OpIndex || len(o.Elems) > 0 {
		b.giveUpf("st.param to an address in a register")
		return
	}
	if b.copies[v] != nil {
		b.giveUpf("st.param to a parameter whose address is taken")
		return
	}
	var off int64
	if o.Const != nil {
		off = int64(o.Const.Bits)
	}
	if !b.inSlot(s, off, mem.Bytes()*len(vals)) {
		return
	}
	for i, val := range vals {
		b.storeSlot(s, int(off)+i*mem.Bytes(), val)
	}
}
