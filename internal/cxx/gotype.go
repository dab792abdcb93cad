package cxx

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// goNumbers are the numbers of Go by name.
var goNumbers = map[string]Type{
	"bool": {Kind: Bool, Bits: 8}, "byte": {Kind: Uint, Bits: 8},
	"int8": {Kind: Int, Bits: 8}, "int16": {Kind: Int, Bits: 16}, "int32": {Kind: Int, Bits: 32}, "int64": {Kind: Int, Bits: 64},
	"uint8": {Kind: Uint, Bits: 8}, "uint16": {Kind: Uint, Bits: 16}, "uint32": {Kind: Uint, Bits: 32}, "uint64": {Kind: Uint, Bits: 64},
	"float32": {Kind: Float, Bits: 32}, "float64": {Kind: Float, Bits: 64},
}

// ParseGo reads a type in Go's notation: a number, an array, a struct, a slice, which is a
// pointer to its elements, or the name of a structure that named returns. Fields lie as Go lays
// them out on machines of 64 bits, which is as C++ does.
func ParseGo(text string, named func(string) *Type) (*Type, error) {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no type of Go", text)
	}
	return readGo(x, text, named)
}

func readGo(x ast.Expr, text string, named func(string) *Type) (*Type, error) {
	shown := text
	if from, to := int(x.Pos())-1, int(x.End())-1; from >= 0 && to <= len(text) {
		shown = text[from:to]
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return readGo(x.X, text, named)
	case *ast.Ident:
		if t, ok := goNumbers[x.Name]; ok {
			t.Text = x.Name
			return &t, nil
		}
		if t := named(x.Name); t != nil {
			return t, nil
		}
		return nil, fmt.Errorf("%s is no number of a fixed size, and -type declares no such structure", x.Name)
	case *ast.ArrayType:
		e, err := readGo(x.Elt, text, named)
		if err != nil {
			return nil, err
		}
		if x.Len == nil {
			return &Type{Kind: Pointer, Text: shown, Elem: e}, nil
		}
		n, ok := x.Len.(*ast.BasicLit)
		if ok && n.Kind == token.INT {
			if v, err := strconv.ParseInt(n.Value, 0, 31); err == nil && e.Bytes() > 0 && v <= maxArray/e.Bytes() {
				return &Type{Kind: Array, Text: shown, Elem: e, Len: int(v)}, nil
			}
		}
		return nil, fmt.Errorf("the length of %s is no number, or too large", shown)
	case *ast.StructType:
		s := &Struct{}
		at, align := int64(0), int64(1)
		for _, f := range x.Fields.List {
			t, err := readGo(f.Type, text, named)
			if err != nil {
				return nil, err
			}
			if t.Kind == Pointer {
				return nil, fmt.Errorf("%s: a pointer in a structure is a uint64", shown)
			}
			a := t.GoAlign()
			align = max(align, a)
			if len(f.Names) == 0 {
				return nil, fmt.Errorf("%s: every field needs a name", shown)
			}
			for _, n := range f.Names {
				at = (at + a - 1) / a * a
				if n.Name != "_" {
					s.Fields = append(s.Fields, Field{Name: n.Name, Off: at, Type: t})
				}
				at += t.Bytes()
			}
		}
		s.Size = (at + align - 1) / align * align
		return &Type{Kind: Named, Text: shown, Struct: s}, nil
	}
	return nil, fmt.Errorf("%s is no number, array, slice or struct", shown)
}

// Declare gives the structures of a name their fields, in a type and all that it is made of. It
// reports whether there is one. The name is that of C++, scopes left out or not.
func (t *Type) Declare(name string, s *Struct) bool {
	switch t.Kind {
	case Pointer, Array:
		return t.Elem.Declare(name, s)
	case Named:
		if bare(t.Text) == bare(name) || t.Name == name || strings.HasSuffix(bare(t.Text), "::"+bare(name)) {
			t.Struct = s
			return true
		}
		if t.Struct != nil {
			found := false
			for _, f := range t.Struct.Fields {
				found = f.Type.Declare(name, s) || found
			}
			return found
		}
	}
	return false
}

// Structures calls do for the structures and enumerations that a type is made of.
func (t *Type) Structures(do func(*Type)) {
	switch t.Kind {
	case Pointer, Array:
		t.Elem.Structures(do)
	case Named:
		do(t)
	}
}
