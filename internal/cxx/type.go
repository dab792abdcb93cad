package cxx

import (
	"regexp"
	"strconv"

	"github.com/ianlancetaylor/demangle"
)

// Kind says what a type is.
type Kind uint8

const (
	Other   Kind = iota // nothing that is known here
	Void                //
	Bool                // one byte
	Int                 // Bits bits with a sign
	Uint                // ... without
	Float               // of IEEE 754, and bfloat16
	Pointer             // to Elem: references too
	Array               // Len elements Elem, one behind the other: vectors too
	Named               // a structure, a union or an enumeration
	Func                // a function
)

// Type is a type of C++ as it lies in memory on a GPU, where long has 64 bits.
type Type struct {
	Kind Kind
	Text string // as C++ spells it
	Bits int    // of Bool, Int, Uint, Float
	Elem *Type  // of Pointer, Array
	Len  int    // of Array

	Name   string // of Named: without scope and template arguments
	Scope  []string
	Args   []Arg
	Struct *Struct // of Named, where its fields are known
}

// Bytes returns the size of a type, 0 where it is not known.
func (t *Type) Bytes() int64 {
	switch t.Kind {
	case Bool, Int, Uint, Float:
		return int64(t.Bits / 8)
	case Pointer:
		return 8
	case Array:
		return int64(t.Len) * t.Elem.Bytes()
	case Named:
		if t.Struct != nil {
			return t.Struct.Size
		}
	}
	return 0
}

// builtin are the types of the language, and those of CUDA's headers that are numbers.
var builtin = map[string]Type{
	"void": {Kind: Void}, "bool": {Kind: Bool, Bits: 8},
	"char": {Kind: Int, Bits: 8}, "signed char": {Kind: Int, Bits: 8}, "unsigned char": {Kind: Uint, Bits: 8},
	"short": {Kind: Int, Bits: 16}, "unsigned short": {Kind: Uint, Bits: 16},
	"int": {Kind: Int, Bits: 32}, "unsigned int": {Kind: Uint, Bits: 32},
	"long": {Kind: Int, Bits: 64}, "unsigned long": {Kind: Uint, Bits: 64},
	"long long": {Kind: Int, Bits: 64}, "unsigned long long": {Kind: Uint, Bits: 64},
	"wchar_t": {Kind: Int, Bits: 32}, "char8_t": {Kind: Uint, Bits: 8}, "char16_t": {Kind: Uint, Bits: 16}, "char32_t": {Kind: Uint, Bits: 32},
	"float": {Kind: Float, Bits: 32}, "double": {Kind: Float, Bits: 64},
	"half": {Kind: Float, Bits: 16}, "_Float16": {Kind: Float, Bits: 16}, "__half": {Kind: Float, Bits: 16}, "__fp16": {Kind: Float, Bits: 16},
	"std::bfloat16_t": {Kind: Float, Bits: 16}, "__bf16": {Kind: Float, Bits: 16}, "__nv_bfloat16": {Kind: Float, Bits: 16},
	"_Float32": {Kind: Float, Bits: 32}, "_Float64": {Kind: Float, Bits: 64},
}

// vector are the vectors of CUDA's headers.
var vector = regexp.MustCompile(`^(u?)(char|short|int|long|longlong|float|double)([1-4])$`)

// Lookup returns the type that a name without a scope stands for in every program: a type of
// the language, or one of CUDA's headers. It returns nil for others.
func Lookup(name string) *Type {
	if t, ok := builtin[name]; ok {
		t.Text = name
		return &t
	}
	elem, n := "", 0
	switch name {
	case "dim3", "uint3":
		elem, n = "unsigned int", 3
	case "__half2":
		elem, n = "__half", 2
	case "__nv_bfloat162":
		elem, n = "__nv_bfloat16", 2
	default:
		m := vector.FindStringSubmatch(name)
		if m == nil || m[1] == "u" && (m[2] == "float" || m[2] == "double") {
			return nil
		}
		elem, n = m[2], int(m[3][0]-'0')
		if elem == "longlong" {
			elem = "long long"
		}
		if m[1] == "u" {
			elem = "unsigned " + elem
		} else if elem == "char" {
			elem = "signed char"
		}
	}
	e := builtin[elem]
	e.Text = elem
	return &Type{Kind: Array, Text: name, Elem: &e, Len: n}
}

// types reads what stands for one parameter in a list: a pack may be several, or none.
func (r *reader) types(a demangle.AST) []*Type {
	if e, ok := a.(*demangle.ExprList); ok {
		var out []*Type
		for _, x := range e.Exprs {
			out = append(out, r.types(x)...)
		}
		return out
	}
	return []*Type{r.typ(a)}
}

// typ reads a type.
func (r *reader) typ(a demangle.AST) *Type {
	if !r.visit() {
		return &Type{}
	}
	switch a := a.(type) {
	case *demangle.TypeWithQualifiers:
		return r.typ(a.Base)
	case *demangle.VendorQualifier:
		return r.typ(a.Type)
	case *demangle.ElaboratedType:
		return r.typ(a.Type)
	case *demangle.BuiltinType:
		if t := Lookup(a.Name); t != nil {
			return t
		}
	case *demangle.BinaryFP:
		if t := Lookup(spelled(a)); t != nil {
			return t
		}
	case *demangle.PointerType:
		return &Type{Kind: Pointer, Text: spelled(a), Elem: r.typ(a.Base)}
	case *demangle.ReferenceType:
		return &Type{Kind: Pointer, Text: spelled(a), Elem: r.typ(a.Base)}
	case *demangle.RvalueReferenceType:
		return &Type{Kind: Pointer, Text: spelled(a), Elem: r.typ(a.Base)}
	case *demangle.VectorType:
		return r.array(a, a.Base, a.Dimension)
	case *demangle.ArrayType:
		return r.array(a, a.Element, a.Dimension)
	case *demangle.FunctionType:
		return &Type{Kind: Func, Text: spelled(a)}
	case *demangle.TemplateParam:
		if a.Template != nil && a.Index < len(a.Template.Args) {
			return r.typ(a.Template.Args[a.Index])
		}
	default:
		return r.named(a)
	}
	return &Type{Text: spelled(a)}
}

// array reads an array or a vector of a fixed length.
func (r *reader) array(a, elem, dim demangle.AST) *Type {
	t := &Type{Text: spelled(a), Elem: r.typ(elem)}
	if n, err := strconv.ParseUint(spelled(dim), 10, 31); err == nil && t.Elem.Bytes() > 0 && int64(n) <= maxArray/t.Elem.Bytes() {
		t.Kind, t.Len = Array, int(n)
	}
	return t
}

// named reads a type that has a name.
func (r *reader) named(a demangle.AST) *Type {
	s := &Symbol{}
	if !r.name(s, a) || s.Name == "" {
		return &Type{Text: spelled(a)}
	}
	if len(s.Scope) == 0 && len(s.Args) == 0 {
		if t := Lookup(s.Name); t != nil {
			return t
		}
	}
	return &Type{Kind: Named, Text: demangle.ASTToString(a, demangle.MaxLength(maxTextPow)), Name: s.Name, Scope: s.Scope, Args: s.Args}
}

// Boundary reports whether no number of a type lies across an offset: an access from one
// boundary to another is one of whole numbers. The bytes of unions, and what is not known, have
// boundaries everywhere.
func (t *Type) Boundary(off int64) bool {
	size := t.Bytes()
	switch {
	case off <= 0 || off >= size || t.Opaque():
		return true
	case t.Kind == Array:
		return t.Elem.Boundary(off % t.Elem.Bytes())
	case t.Kind == Named:
		for _, f := range t.Struct.Fields {
			if f.Off < off && off < f.Off+f.Type.Bytes() {
				return f.Type.Boundary(off - f.Off)
			}
		}
		return true
	}
	return false
}

// Opaque reports whether a type is some bytes of which nothing is known.
func (t *Type) Opaque() bool {
	return t.Kind == Array && t.Elem.Kind == Uint && t.Elem.Bits == 8 || t.Kind == Named && t.Struct == nil
}

// Plain reports whether a type is one number.
func (t *Type) Plain() bool {
	return t.Kind == Bool || t.Kind == Int || t.Kind == Uint || t.Kind == Float
}
