package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A launch function takes parameters of the types that the program declares. Bodies have those that
// the accesses want: slices of numbers, bytes of structures. Both are the same memory, so that
// the launch function converts them without looking at it.

// structType is a structure as Go declares it.
type structType struct {
	name string
	of   *cxx.Type
}

// goType is a type of C++ in Go, nil for one that Go has no use for. Structures are declared by
// the file; a pointer in memory is its number.
func (g *Module) goType(t *cxx.Type) *jen.Statement {
	switch t.Kind {
	case cxx.Bool:
		return jen.Bool()
	case cxx.Int, cxx.Uint:
		k := sizedKind(t.Bits)
		if t.Kind == cxx.Int {
			k = k.AsSigned()
		}
		return k.Type()
	case cxx.Float:
		switch t.Bits {
		case 16:
			return jen.Uint16()
		case 32:
			return jen.Float32()
		}
		return jen.Float64()
	case cxx.Pointer:
		return jen.Uint64()
	case cxx.Array:
		if e := g.goType(t.Elem); e != nil {
			if t.Opaque() {
				e = jen.Byte()
			}
			return jen.Index(jen.Id(strconv.Itoa(t.Len))).Add(e)
		}
	case cxx.Named:
		if t.Struct != nil {
			return jen.Id(g.structName(t))
		}
	}
	return nil
}

// structName is the name of a structure, which is declared once.
func (g *Module) structName(t *cxx.Type) string {
	for _, s := range g.structs {
		if s.of == t || s.of.Text == t.Text && s.of.Struct.Equal(t.Struct) {
			return s.name
		}
	}
	s := &structType{of: t, name: g.Names.Pick(g.Prefix + Camel(g.Base, true) + camelWord(t.Word(), true))}
	g.structs = append(g.structs, s)
	for _, f := range t.Struct.Fields { // declared too
		g.goType(f.Type)
	}
	return s.name
}

// Structs are the declarations of the structures that have been named.
func (g *Module) Structs() (out []jen.Code) {
	for _, s := range g.structs {
		size := strconv.FormatInt(s.of.Struct.Size, 10)
		out = append(out, g.structDecl(s),
			jen.Var().Id("_").Index(jen.Id(size)).Byte().Op("=").Index(jen.Qual("unsafe", "Sizeof").Call(jen.Id(s.name).Values())).Byte().Values())
	}
	return out
}

// structDecl declares a structure. What is between its fields has names of its own, so that
// they lie where C++ has them on every machine, and Go's compiler checks the size.
func (g *Module) structDecl(s *structType) jen.Code {
	names := gosrc.NewNamer(nil)
	names.Reserve("_")
	var fields []jen.Code
	at := int64(0)
	pad := func(to int64) {
		if to > at {
			fields = append(fields, jen.Id("_").Index(jen.Id(gosrc.Num(to-at))).Byte())
		}
	}
	fields = append(fields, jen.Id("_").Qual("structs", "HostLayout"))
	for i, f := range s.of.Struct.Fields {
		pad(f.Off)
		name := camelWord(f.Name, true)
		if f.Name == "" {
			name = "Field" + strconv.Itoa(i)
		}
		fields = append(fields, jen.Id(names.Pick(name)).Add(g.goType(f.Type)))
		at = f.Off + f.Type.Bytes()
	}
	pad(s.of.Struct.Size)
	return jen.Comment("// " + s.name + " is " + s.of.Text + " in C++, " + diag.Count(int(s.of.Struct.Size), "byte") + ".").Line().
		Type().Id(s.name).Struct(fields...)
}

// giveFace decides on the type of a parameter in the launch function, by what is declared and the
// kernel does not contradict.
func (k *Kernel) giveFace(p *Param, i int, names *gosrc.Namer) {
	t, why := k.mod.memory.Declared(k.Func, i)
	if why != "" {
		k.Contradicted = append(k.Contradicted, p.GoName+" is "+p.Decl.Text+" in C++, but "+why)
	}
	if t == nil {
		return
	}
	if p.view != nil {
		e := k.mod.goType(t.Elem)
		if e != nil && t.Elem.Bytes() > 0 && !same(e, p.Kind.Type()) {
			p.face = &face{jen.Index().Add(e), names.Pick(p.GoName + "Elems")}
		}
		return
	}
	if e := k.mod.goType(t); e != nil && !same(e, p.BodyType()) {
		p.face = &face{e, names.Pick(p.GoName + "Bits")}
	}
}

// same reports whether two types are spelled alike.
func same(a, b *jen.Statement) bool { return a.GoString() == b.GoString() }

// signDeclared gives elements the sign that is declared, where the code leaves it open.
func (k *Kernel) signDeclared(votes map[*schedule.View]int) {
	for i := range k.Func.Params {
		w := k.mod.memory.Param(k.Func, i)
		t, _ := k.mod.memory.Declared(k.Func, i)
		if w == nil || t == nil || votes[w] != 0 || w.Bytes || w.Atomics || !w.Elem.IsInt() {
			continue
		}
		if e := t.Elem; (e.Kind == cxx.Int || e.Kind == cxx.Uint) && e.Bits == w.Elem.Bits() {
			k.mod.signed[w] = e.Kind == cxx.Int
		}
	}
}

// declaredSign is the carrier of a scalar with the sign that is declared for it, if any.
func (k *Kernel) declaredSign(i int, was gosrc.Kind) gosrc.Kind {
	t, _ := k.mod.memory.Declared(k.Func, i)
	switch {
	case t == nil || k.Func.Params[i].Type.IsFloat():
	case t.Kind == cxx.Int:
		return was.AsSigned()
	case t.Kind == cxx.Uint:
		return was.AsUnsigned()
	}
	return was
}

// LaunchParams is the parameter list of the launch function.
func (k *Kernel) LaunchParams() []jen.Code {
	vars := make([]*gosrc.Variable, len(k.Params))
	for i, p := range k.Params {
		vars[i] = p.variable()
		if p.face != nil {
			vars[i].Type = p.face.typ
		}
	}
	return gosrc.GroupParams(vars)
}

// Converted is what a launch function gives the body in the place of a parameter.
func (p *Param) Converted() string {
	if p.face != nil {
		return p.face.name
	}
	return p.GoName
}

// Conversions declare what the body is given of parameters of other types.
func (k *Kernel) Conversions() (out []jen.Code) {
	for _, p := range k.Params {
		switch {
		case p.face == nil:
		case p.view != nil:
			out = append(out, jen.Id(p.face.name).Op(":=").Add(Runtime("SliceAs")).Types(p.Kind.Type()).Call(jen.Id(p.GoName)))
		default:
			out = append(out, jen.Id(p.face.name).Op(":=").Add(Runtime("ValueAs")).Types(p.BodyType()).Call(jen.Id(p.GoName)))
		}
	}
	return out
}

// declName is what the source calls a parameter, "" where that is not known or no name of Go.
func declName(q *ir.Param) string {
	if q.DeclName == "" {
		return ""
	}
	return Camel(q.DeclName, false)
}

// VarType returns the type of the elements of a variable of the module for the program, and whether it
// is one such element and no array.
func (g *Module) VarType(s *ir.Symbol) (typ *jen.Statement, one bool) {
	if t := s.Decl; t != nil && t.Bytes() == s.Size && s.Size > 0 && !g.IR.Narrow() {
		if t.Kind == cxx.Array {
			if e := g.goType(t.Elem); e != nil {
				return e, false
			}
		} else if e := g.goType(t); e != nil {
			return e, true
		}
	}
	v := g.Vars.Symbols[s]
	return v.Elem.Type(), s.Size == int64(v.Elem.Bits()/8)
}

// LaunchArguments passes on what a launch function has of the parameters.
func (k *Kernel) LaunchArguments(lead ...jen.Code) []jen.Code {
	return k.arguments((*Param).Converted, lead...)
}
