package frontend

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// StructType is a .struct or a .union of PTX 1.x (PTX 1.2, section 5.3.4). Its
// members lie as in C, at their natural alignment; those of a union all lie at
// offset 0.
type StructType struct {
	Pos    diag.Pos // of the name
	Name   string
	Union  bool
	Fields []Field
	Size   int64 // bytes, a multiple of Align
	Align  int   // bytes, the largest of the members'

	index map[string]int // into Fields
	bad   bool           // an error was reported, so nothing is said about its use
}

// Field is a member of a StructType.
type Field struct {
	*Var
	Offset int64 // bytes from the beginning
}

// Field returns the member of that name, or nil.
func (s *StructType) Field(name string) *Field {
	if i, ok := s.index[name]; ok {
		return &s.Fields[i]
	}
	return nil
}

func (s *StructType) kind() string {
	if s.Union {
		return ".union"
	}
	return ".struct"
}

// oldStructs is the first version without structures.
var oldStructs = isa.Version{Major: 2}

// typeScope has the structures that a block, or the module, declares. They have
// names of their own, apart from those of variables.
type typeScope struct {
	parent *typeScope
	block  *Block // nil for the module
	names  map[string]*StructType
	lost   *lost // the module's, nil in a block
}

// lookup returns the structure of a name, and false where there is none. It is
// nil where it may have been in a declaration that could not be read.
func (t *typeScope) lookup(name string) (*StructType, bool) {
	for ; t != nil; t = t.parent {
		if s, ok := t.names[name]; ok {
			return s, true
		}
		if t.lost != nil && t.lost.has(name) {
			return nil, true
		}
	}
	return nil, false
}

// declare adds a structure to the innermost scope and returns the one that has
// the name there already, if any.
func (t *typeScope) declare(s *StructType) *StructType {
	if old := t.names[s.Name]; old != nil {
		return old
	}
	if t.names == nil {
		t.names = map[string]*StructType{}
	}
	t.names[s.Name] = s
	return nil
}

// aggregate takes the name of a structure as the type, after .struct or .union
// where kw is not the zero token.
func (d *declSpec) aggregate(kw, name token) {
	text := d.p.text(name)
	if d.typed {
		d.fail(name, "syntax", "a second type %s", text)
		return
	}
	d.typed = true
	s, known := d.p.types.lookup(text)
	_, isType := isa.ParseType(text)
	switch {
	case !known && isType:
		d.p.hintf(name, "type", "did you mean ."+text+"?", "unknown type %s", text)
		d.bad = true
	case !known:
		d.fail(name, "undefined", "undefined structure %s", text)
	case s == nil || s.bad:
		d.bad = true
	case s.Pos > name.at():
		d.fail(name, "undefined", "%s is declared below, a structure must be declared before it is used", text)
	case kw.end > 0 && d.p.text(kw) != s.kind():
		d.fail(kw, "type", "%s is a %s", text, s.kind())
	default:
		d.v.Struct, d.v.Type = s, isa.B8
	}
}

// elemDims returns the dimensions of an array without the bytes of a structure.
func (v *Var) elemDims() []int64 {
	if v.Struct != nil {
		return v.Dims[:len(v.Dims)-1]
	}
	return v.Dims
}

// unitSize returns the bytes of one element of a declaration, also where that is a
// structure.
func (v *Var) unitSize() int64 {
	if v.Struct != nil {
		return v.Struct.Size
	}
	return int64(v.ElemSize())
}

// unitAlign returns the natural alignment of one element of a declaration.
func (v *Var) unitAlign() int {
	if v.Struct != nil {
		return v.Struct.Align
	}
	return max(1, v.ElemSize())
}

// structType parses the { members } of a structure and declares it. The current
// token is the brace.
func (p *parser) structType(kw, name token) *StructType {
	s := &StructType{Pos: name.at(), Name: p.text(name), Union: p.text(kw) == ".union", Align: 1, index: map[string]int{}}
	if !validName(s.Name) {
		p.errorf(name, "syntax", "%s is not a name", s.Name)
		s.bad = true
	}
	s.bad = !p.expect("{") || s.bad
	for !p.isByte('}') && p.tok.kind != tokEOF {
		if !p.members(s) {
			s.bad = true
			p.skipMember()
		}
	}
	if !p.expect("}") {
		s.bad = true
	}
	if len(s.Fields) == 0 && !s.bad {
		p.errorf(name, "type", "%s has no members", s.Name)
		s.bad = true
	}
	s.Size = roundUp(s.Size, s.Align)
	if old := p.types.declare(s); old != nil {
		p.errorf(name, "duplicate", "%s %s is declared twice in this scope", s.kind(), s.Name)
	}
	return s
}

// skipMember skips the rest of a member that could not be read.
func (p *parser) skipMember() {
	for depth := 0; p.tok.kind != tokEOF; p.advance() {
		switch {
		case p.isByte('{'):
			depth++
		case p.isByte('}') && depth == 0:
			return
		case p.isByte('}'):
			depth--
		case p.isByte(';') && depth == 0:
			p.advance()
			return
		}
	}
}

func roundUp(n int64, align int) int64 { return (n + int64(align) - 1) &^ (int64(align) - 1) }

// members parses one declaration of members up to its semicolon, which may be left
// out before the brace.
func (p *parser) members(s *StructType) bool {
	d := declSpec{p: p, space: p.tok, v: Var{Space: isa.SpaceLocal, Bank: -1, Vec: 1}}
	for p.tok.kind == tokDot {
		t := p.tok
		p.advance()
		switch p.text(t) {
		case ".align":
			d.fail(t, "type", "a member has its natural alignment, .align is for variables")
			if p.tok.kind == tokInt {
				p.advance()
			}
		case ".struct", ".union":
			if p.tok.kind != tokIdent {
				p.errorf(t, "syntax", "a %s inside of another needs a name: declare it before", p.text(t)[1:])
				return false
			}
			d.aggregate(t, p.tok)
			p.advance()
		default:
			d.word(t)
		}
	}
	if p.tok.kind == tokIdent && p.peek().kind == tokIdent {
		d.aggregate(token{}, p.tok)
		p.advance()
	}
	d.finish(p.tok)
	for {
		t := p.tok
		if t.kind != tokIdent {
			p.unexpected("the name of a member")
			return false
		}
		p.advance()
		dims, ok := p.dimensions()
		if !ok {
			return false
		}
		v := d.name(t, token{}, dims, nil)
		if v == nil || d.bad || !p.addField(s, v, t) {
			s.bad = true
		}
		if !p.accept(',') {
			break
		}
	}
	return p.isByte('}') || p.expect(";")
}

// addField gives a member its place.
func (p *parser) addField(s *StructType, v *Var, t token) bool {
	size := v.Size()
	at := int64(0)
	if !s.Union {
		at = roundUp(s.Size, v.Align)
	}
	switch {
	case size == 0:
		p.errorf(t, "type", "the array %s has no size", v.Name)
		return false
	case size > maxVarSize-at:
		p.errorf(t, "limit", "%s is larger than %d bytes", s.Name, int64(maxVarSize))
		return false
	case s.Field(v.Name) != nil:
		p.errorf(t, "duplicate", "%s has two members %s", s.Name, v.Name)
		return false
	}
	s.index[v.Name] = len(s.Fields)
	s.Fields = append(s.Fields, Field{v, at})
	s.Size = max(s.Size, at+size)
	s.Align = max(s.Align, v.Align)
	return true
}

// dimensions parses the [n] behind a name. Those left out are 0.
func (p *parser) dimensions() (dims []int64, ok bool) {
	for p.accept('[') {
		n := int64(0)
		if !p.isByte(']') {
			if n, ok = dimension(p, p.tok); !ok {
				return nil, false
			}
		}
		if !p.expect("]") {
			return nil, false
		}
		dims = append(dims, n)
	}
	return dims, true
}

// structType parses a .struct or .union inside of a function body.
func (b *bodyParser) structType() bool {
	kw := b.tok
	b.advance()
	name := b.tok
	if name.kind != tokIdent {
		b.broken = true
		b.unexpected("the name of the structure")
		return false
	}
	b.advance()
	if b.types == nil || b.types.block != b.blk {
		b.types = &typeScope{parent: b.types, block: b.blk}
	}
	s := b.parser.structType(kw, name)
	b.fn.structs = append(b.fn.structs, s)
	b.broken = s.bad
	b.accept(';')
	return true
}

// structType adds a .struct or .union of the module.
func (b *builder) structType(n *structNode) {
	q := b.sub(tokenOf(n.Body))
	s := q.structType(tokenOf(n.Key), tokenOf(n.Name))
	q.finishSub(";")
	b.m.structs = append(b.m.structs, s)
}

// checkStructs reports structures in modules of a version that has none.
func checkStructs(m *Module, l *diag.List, structs []*StructType) {
	for _, s := range structs {
		if !m.Version.Less(oldStructs) {
			l.Errorf(s.Pos, "version", "%s was removed in PTX 2.0; this module says .version %s", s.kind(), m.Version)
		}
	}
}
