package frontend

import (
	"math"
	"math/bits"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
)

// Limits on what a declaration may ask for.
const (
	maxVarSize = 1 << 40   // bytes
	maxRange   = 1<<31 - 1 // registers of name<n>; an int of any platform
	maxAlign   = 1 << 16
)

// declSpec collects what stands before the names of a variable declaration.
// Both parsers drive it: the grammar at module level and the hand-written one
// inside bodies.
type declSpec struct {
	p     *parser // for its source, its list and to read expressions
	v     Var     // what all names of the declaration share
	param bool    // .ptr may be given
	typed bool
	bad   bool // an error was reported, so the names are declared without more checks
	space token
}

// begin starts a declaration with its state space.
func (d *declSpec) begin(space token, linkage Linkage) {
	d.space = space
	d.v = Var{Linkage: linkage, Bank: -1, Vec: 1}
	name := d.p.text(space)
	s, ok := isa.ParseSpace(name[1:])
	if !ok {
		d.bad = true
		d.p.hintf(space, "syntax", nearest.Hint(name, spaceNames), "unexpected %s, expected a state space", name)
		return
	}
	switch s {
	case isa.SpaceSReg:
		d.p.errorf(space, "unsupported", noSReg)
		d.bad = true
	}
	d.v.Space = s
}

var spaceNames = []string{".reg", ".const", ".global", ".local", ".param", ".shared", ".tex", ".struct", ".union"}

// hidden takes the .hidden before a kernel's parameter.
func (d *declSpec) hidden(t token, f *Func) {
	if !f.Entry {
		d.fail(t, "syntax", "unexpected .hidden, expected a state space")
		return
	}
	d.p.lenient.note(t.at(), t.width(), ".hidden", "the manual does not have it; the parameter is one like the others")
}

// bank takes the n of .const[n] and .tex[n].
func (d *declSpec) bank(at token, c *Const) {
	switch {
	case d.bad:
	case d.v.Space != isa.SpaceConst && d.v.Space != isa.SpaceTex:
		d.fail(at, "type", "%s has no banks", d.p.text(d.space))
	case !c.isInt() || c.Bits > math.MaxInt32:
		d.fail(at, "type", "%s is not the number of a bank", c.Text)
	default:
		d.v.Bank = int(c.Bits)
	}
}

func (d *declSpec) fail(t token, code, format string, args ...any) {
	if !d.bad {
		d.p.errorf(t, code, format, args...)
	}
	d.bad = true
}

// word takes a dotted word: a type, a vector length, or a part of .ptr.
func (d *declSpec) word(t token) {
	name := d.p.text(t)
	switch name {
	case ".v2":
		d.v.Vec = 2
		return
	case ".v4":
		d.v.Vec = 4
		return
	case ".v3", ".v8":
		d.fail(t, "type", "a variable cannot be a vector of %s elements", name[2:])
		return
	case ".ptr":
		if !d.param {
			d.fail(t, "syntax", ".ptr is for kernel parameters only")
		}
		d.v.Ptr = &PtrAttr{Align: 4}
		return
	}
	if s, ok := isa.ParseSpace(name[1:]); ok {
		if d.v.Ptr == nil {
			d.fail(t, "syntax", "unexpected %s after %s", name, d.p.text(d.space))
			return
		}
		d.v.Ptr.Space = s
		return
	}
	ty, ok := isa.ParseType(name[1:])
	switch {
	case !ok:
		if !d.bad {
			d.p.hintf(t, "type", nearest.Hint(name, declTypes), "unknown type %s", name)
		}
		d.bad = true
	case ty.IsAlternate():
		d.bad = d.bad || d.altType(t, ty)
	case d.typed:
		d.fail(t, "syntax", "a second type %s", name)
	}
	d.typed = true
	d.v.Type = ty
}

// altType reports a type that only instructions have.
func (d *declSpec) altType(t token, ty isa.Type) bool {
	hint := ""
	if b := isa.BitsType(ty.Bits()); b != isa.TypeNone {
		hint = "declare it as ." + b.String()
	}
	d.p.hintf(t, "type", hint, "%s is not a type of variables", d.p.text(t))
	return true
}

// align takes the number of .align.
func (d *declSpec) align(t token) {
	c, ok := d.p.literal(t)
	if !ok {
		d.bad = true
		return
	}
	if bits.OnesCount64(c.Bits) != 1 || c.Bits > maxAlign {
		d.fail(t, "type", "an alignment must be a power of two of at most %d", maxAlign)
		return
	}
	if d.v.Ptr != nil {
		d.v.Ptr.Align = int(c.Bits)
		return
	}
	d.v.Align = int(c.Bits)
}

// finish checks what can be checked before the names. at is the next token.
func (d *declSpec) finish(at token) {
	v := &d.v
	switch {
	case d.bad:
	case !d.typed:
		d.fail(at, "syntax", "%s needs a type before the name", d.p.text(d.space))
	case v.Type == isa.Pred && v.Space != isa.SpaceReg:
		d.fail(d.space, "type", "a predicate can only be a register")
	case v.Type.IsOpaque() && v.Space != isa.SpaceGlobal && v.Space != isa.SpaceParam:
		d.fail(d.space, "type", "a .%s must be in .global or .param", v.Type)
	case v.Struct != nil && v.Vec > 1:
		d.fail(d.space, "type", "a vector has numbers as elements, %s is a %s", v.Struct.Name, v.Struct.kind())
	case v.Struct != nil && (v.Space == isa.SpaceReg || v.Space == isa.SpaceTex || v.Space == isa.SpaceSurf):
		d.fail(d.space, "type", "a .%s variable cannot be a %s, which must be in memory", v.Space, v.Struct.kind())
	case v.Vec > 1 && v.Type.Bits()*v.Vec > 128:
		d.fail(d.space, "type", ".v%d .%s has %d bits, a vector has at most 128", v.Vec, v.Type, v.Type.Bits()*v.Vec)
	case v.Space == isa.SpaceReg && v.Align != 0:
		d.fail(d.space, "type", "a register has no alignment")
	}
	if v.Align == 0 {
		v.Align = v.unitAlign()
	}
}

// name declares one name. count is the n of name<n>, and absent where the
// token is zero.
func (d *declSpec) name(t token, count token, dims []int64, init *Init) *Var {
	v := d.v
	v.Pos, v.Name, v.Dims, v.Init = t.at(), d.p.text(t), dims, init
	if d.bad {
		v.poison()
	}
	if !validName(v.Name) {
		d.fail(t, "syntax", "%s is not a name", v.Name)
		return nil
	}
	if count.end > 0 {
		c, ok := d.p.literal(count)
		switch {
		case !ok:
			return nil
		case v.Space == isa.SpaceReg && c.Bits > maxRange:
			d.p.errorf(count, "limit", "more than %d registers", maxRange)
			return nil
		case init != nil && v.Space != isa.SpaceReg:
			d.p.hintf(count, "type", "declare the variables one by one", "the variables of name<n> cannot have an initial value")
			return nil
		case v.Space != isa.SpaceReg && !d.p.numbered(count, c.Bits, "variables"):
			return nil
		case c.Bits == 0:
			return nil // declares nothing
		}
		v.Range = int(c.Bits)
	}
	if d.bad {
		return &v
	}
	size := max(1, v.unitSize())
	for _, n := range dims {
		if n > 0 && size > maxVarSize/n {
			d.p.errorf(t, "limit", "%s is larger than %d bytes", v.Name, int64(maxVarSize))
			return nil
		}
		size *= max(n, 1)
	}
	switch {
	case v.Space == isa.SpaceReg && len(dims) > 0:
		d.p.errorf(t, "type", "a register cannot be an array")
	case v.Space == isa.SpaceReg && init != nil:
		d.p.hintf(t, "type", "set it with mov", "a register cannot have an initial value")
	case init != nil && v.Space != isa.SpaceGlobal && v.Space != isa.SpaceConst:
		d.p.errorf(t, "type", "only .global and .const variables can have an initial value")
	case len(dims) > 1 && zeroAfterFirst(dims) && (dims[0] > 0 || init == nil || !isNested(init)):
		d.p.errorf(t, "type", "only the first dimension of an array can be left out")
	}
	if v.Struct != nil {
		v.Dims = append(dims[:len(dims):len(dims)], v.Struct.Size)
	}
	return &v
}

// each calls f with every variable that name<n> declares (section 5.4.3), or the one
// that a plain name does. Registers stay one entry, however many there are.
func (v *Var) each(f func(*Var)) {
	if v.Range == 0 || v.Space == isa.SpaceReg {
		f(v)
		return
	}
	for i := range v.Range {
		w := *v
		w.Name, w.Range = v.Name+itoa(i), 0
		f(&w)
	}
}

func zeroAfterFirst(dims []int64) bool {
	for _, n := range dims[1:] {
		if n == 0 {
			return true
		}
	}
	return false
}

// poison makes a variable one of unknown type, about whose use nothing is said.
func (v *Var) poison() { v.Type, v.Vec, v.Struct, v.Dims, v.Init = isa.TypeNone, 1, nil, nil, nil }

// poisoned reports whether the declaration of a variable could not be read.
func (v *Var) poisoned() bool { return v.Type == isa.TypeNone }

// validName reports whether an identifier can be declared: a lone _ or $ is
// not one (section 4.4).
func validName(s string) bool { return s != "_" && s != "$" }

// dimension reads the constant expression inside [ ].
func dimension(p *parser, t token) (int64, bool) {
	c, ok := p.expr()
	switch {
	case !ok:
		return 0, false
	case !c.isInt():
		p.errorf(t, "type", "an array dimension must be an integer constant")
		return 0, false
	case c.Bits > maxVarSize:
		p.errorf(t, "limit", "array dimension %s is out of range", c.Text)
		return 0, false
	case c.Bits == 0:
		p.errorf(t, "type", "an array dimension must be positive")
		return 0, false
	}
	return int64(c.Bits), true
}

// sub returns a parser for the text of a raw token.
func (p *parser) sub(t token) *parser {
	q := newParser(p.src, int(t.pos), int(t.end), p.l)
	q.types, q.count, q.lenient = p.types, p.count, p.lenient
	return q
}

// finishSub reports what follows an expression that should have been all.
func (p *parser) finishSub(want string) bool {
	if p.tok.kind == tokEOF {
		return true
	}
	p.unexpected(want)
	return false
}

// declTypes are the names of types that variables can have.
var declTypes = func() (names []string) {
	for _, s := range strings.Fields("pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 f32 f64 texref samplerref surfref") {
		names = append(names, "."+s)
	}
	return
}()

// linkage returns the linking directive among tokens, and reports two that do not go
// together.
func (p *parser) linkage(ts []token) Linkage {
	l := Internal
	for i, t := range ts {
		if i > 0 {
			p.l.Add(diag.Diagnostic{Pos: t.at(), Len: t.width(), Code: "syntax",
				Msg: "a declaration can have only one linking directive", Hint: "remove " + p.text(t)})
			break
		}
		l = map[string]Linkage{".extern": Extern, ".visible": Visible, ".weak": Weak, ".common": Common}[p.text(t)]
	}
	return l
}

// typeName takes two names in a row: the first must be that of a structure.
func (d *declSpec) typeName(first, second token) {
	if d.typed {
		d.fail(second, "syntax", "unexpected %s, expected ',' or ';'", d.p.text(second))
		return
	}
	d.aggregate(token{}, first)
}
