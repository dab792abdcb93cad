package frontend

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
)

// Path leads from a variable to a part of it: p.x, a[2][3] or p.x[2].y. Check
// replaces it by the offset of that part.
type Path struct {
	Steps []PathStep
}

// PathStep is .Member or [Index].
type PathStep struct {
	Pos    diag.Pos
	Member string   // "" for an index
	Index  *Operand // a constant, or a register with an offset in its Const
}

// postfix parses what follows the name of an operand: the component of a vector
// register, or the path to a part of a variable.
func (p *parser) postfix(o *Operand) bool {
	p.component(o)
	if !p.isByte('[') && (o.Comp == "" || p.tok.kind != tokDot) || p.tok.nl {
		return true
	}
	path := &Path{}
	if o.Comp != "" {
		path.Steps = append(path.Steps, PathStep{Pos: o.Pos, Member: o.Comp})
		o.Comp = ""
	}
	for !p.tok.nl {
		t := p.tok
		switch {
		case p.isByte('['):
			elems := take(&p.ops, 1, 256)
			p.advance()
			if !p.index(&elems[0]) || !p.expect("]") {
				return false
			}
			path.Steps = append(path.Steps, PathStep{Pos: t.at(), Index: &elems[0]})
			continue
		case t.kind == tokDot:
			path.Steps = append(path.Steps, PathStep{Pos: t.at(), Member: p.src[t.pos+1 : t.end]})
			p.advance()
			continue
		}
		break
	}
	o.Path = path
	if o.Kind == OpName && len(path.Steps) == 1 {
		o.Kind = OpIndex
	}
	return true
}

// index parses what stands inside the brackets of a[i]: a constant, or a register
// with an offset (section 6.4.2).
func (p *parser) index(o *Operand) bool {
	o.Pos = p.tok.at()
	if p.tok.kind != tokIdent || p.text(p.tok) == "WARP_SZ" {
		return p.constant(o)
	}
	o.Kind, o.Name = OpName, p.text(p.tok)
	p.advance()
	p.component(o)
	return p.plusOffset(o)
}

// plusOffset parses the +16 or -16 behind an address.
func (p *parser) plusOffset(o *Operand) bool {
	if !p.isByte('+') && !p.isByte('-') {
		return true
	}
	at := p.tok
	c, ok := p.binary(Const{}, precAdd)
	if !ok {
		return false
	}
	if !c.isInt() {
		p.errorf(at, "operand", "the offset of an address must be an integer constant")
		return false
	}
	c.Pos, c.Text = at.at(), p.src[at.pos:p.last]
	o.Const = p.newConst(c)
	return true
}

// place replaces the path of an operand by the place in the variable that it means:
// [p.x] becomes [p+4], and the address p.x the constant p+4. Only an index in a
// register stays, as an OpIndex with the rest as its Const. It reports what is
// wrong and returns false then.
func (k *checker) place(o *Operand, v *Var, steps []PathStep, opcode string) bool {
	o.Sym = v
	if v.poisoned() {
		return true
	}
	w := placeWalk{k: k, o: o, name: v.Name, v: v, dims: v.elemDims()}
	for i := range steps {
		if !w.step(&steps[i]) {
			return false
		}
	}
	if len(w.dims) > 0 && w.indexed {
		k.errorf(o.basePos(), len(o.Name), "operand", "%s has %s and needs as many indices", w.name, diag.Count(len(w.v.elemDims()), "dimension"))
		return false
	}
	off := w.off
	if o.Const != nil {
		off += int64(o.Const.Bits)
	}
	if off < -1<<31 || off > 1<<32-1 {
		k.errorf(o.basePos(), len(o.Name), "range", "the offset of an address must fit in 32 bits")
		return false
	}
	address := opcode == "mov" || opcode == "cvta"
	bracket := o.Kind == OpAddr
	if bracket && w.indexed && !k.m.Version.Less(oldStructs) {
		k.m.lenient.note(o.basePos(), len(o.Name), "an element in brackets", "the manual has a[1] for [a[1]], and ptxas refuses the brackets")
	}
	o.Path, o.Comp, o.Elems = nil, "", o.Elems[:len(o.Elems):len(o.Elems)]
	c := &Const{Pos: o.Pos, Bits: uint64(off), Text: o.Name}
	switch {
	case w.reg != nil && !(bracket && address):
		o.Kind, o.Elems, o.Const = OpIndex, []Operand{*w.reg}, c
	case bracket, w.indexed && !address:
		o.Kind, o.Const = OpAddr, c // PTX 1.x has a[0] for [a[0]]
	default:
		c.Kind, c.Sym, c.Ref = ConstAddr, o.Name, v
		o.Kind, o.Const, o.Name, o.Sym = OpConst, c, "", nil
	}
	return true
}

// placeWalk follows a path.
type placeWalk struct {
	k       *checker
	o       *Operand
	name    string // of the part reached
	v       *Var   // its declaration
	dims    []int64
	off     int64    // bytes
	indexed bool     // there was an index
	reg     *Operand // the index in a register
}

func (w *placeWalk) fail(s *PathStep, n int, format string, args ...any) bool {
	w.k.errorf(s.Pos, n, "operand", format, args...)
	return false
}

func (w *placeWalk) step(s *PathStep) bool {
	if s.Member == "" {
		return w.index(s)
	}
	n := len(s.Member) + 1
	switch {
	case w.v.Struct == nil:
		return w.fail(s, n, "%s is not a structure, it has no member .%s", w.name, s.Member)
	case len(w.dims) > 0:
		return w.fail(s, n, "%s is an array, it needs an index before .%s", w.name, s.Member)
	}
	f := w.v.Struct.Field(s.Member)
	if f == nil {
		var names []string
		for _, f := range w.v.Struct.Fields {
			names = append(names, f.Name)
		}
		w.k.hintf(s.Pos, n, "undefined", nearest.Hint(s.Member, names), "%s %s has no member .%s", w.v.Struct.kind(), w.v.Struct.Name, s.Member)
		return false
	}
	w.v, w.name, w.dims, w.off = f.Var, f.Name, f.elemDims(), w.off+f.Offset
	return true
}

// index follows [i]: i counts elements. A register is taken where an element is a
// byte: the manual counts bytes in the example of section 4.3 and elements in
// section 6.4.2.
func (w *placeWalk) index(s *PathStep) bool {
	if len(w.dims) == 0 {
		return w.fail(s, 1, "%s has no elements to index", w.name)
	}
	w.indexed = true
	room := w.dims[0]
	stride := w.v.unitSize() * count(w.dims[1:])
	w.dims = w.dims[1:]
	i := s.Index
	if i.Kind == OpConst {
		n, ok := i.Const.Int()
		switch {
		case !ok:
			return w.fail(s, 1, "an index must be an integer or a register")
		case n < 0 || room > 0 && n > room || n > maxVarSize/max(stride, 1):
			return w.fail(s, 1, "index %s is out of range, %s has %s", i.Const.Text, w.name, diag.Count(int(room), "element"))
		}
		w.off += n * stride
		return true
	}
	if !w.k.resolve(i, "") {
		return false
	}
	r, ok := i.Sym.(*Reg)
	switch t := isa.TypeNone; {
	case !ok:
		return w.fail(s, 1, "an index must be an integer or a register")
	case r.Var.poisoned():
	case r.Var.Vec > 1 && i.Comp == "":
		return w.fail(s, 1, "an index must be a scalar, %s is a vector", i.Name)
	default:
		if t = r.Var.Type; t.Bits() != 32 && t.Bits() != 64 || t.IsFloat() || t.IsPacked() {
			return w.fail(s, 1, "an index register must be an integer of 32 or 64 bits, %s is .%s", i.Name, t)
		}
	}
	if stride != 1 || w.reg != nil {
		w.k.hintf(s.Pos, 1, "unsupported", "compute the address in a register",
			"%s[%s] is not supported: in the manual such an index counts bytes in section 4.3 and elements in section 6.4.2", w.name, i.Name)
		return false
	}
	if i.Const != nil {
		w.off += int64(i.Const.Bits)
	}
	reg := *i
	reg.Const = nil
	w.reg = &reg
	return true
}

// steps returns the path of an operand whose name is resolved, nil where it has
// none. p.x is one where p is a structure.
func (o *Operand) steps() []PathStep {
	if o.Path != nil {
		return o.Path.Steps
	}
	if v, ok := o.Sym.(*Var); ok && o.Comp != "" && v.Struct != nil {
		return []PathStep{{Pos: o.basePos() + diag.Pos(len(o.Name)), Member: o.Comp}}
	}
	return nil
}

// part finds the part of a variable that an operand names by a path.
func (k *checker) part(o *Operand, steps []PathStep, opcode string) bool {
	v, ok := o.Sym.(*Var)
	if !ok {
		k.errorf(o.basePos(), len(o.Name), "operand", "%s is %s, it has no parts", o.Name, symbolKind(o.Sym))
		return false
	}
	return k.place(o, v, steps, opcode)
}
