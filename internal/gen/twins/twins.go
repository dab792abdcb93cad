// Package twins writes the z*.go files of package lanes of the runtime: the twins of those
// functions of fpops that are one expression of others, and what goes lane by lane of atomics.
package twins

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	gotypes "go/types"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// dir is the folder of the functions of lanes.
const dir = "runtime/lanes"

var header = tree.Header("runtime/fpops") + "package lanes\n\n"

// Write writes the twins. What a function needs may be a twin too, so they are gone through
// until there are no more.
func Write(v *tree.View) error {
	scalar, err := functions(v, "runtime/fpops")
	if err != nil {
		return err
	}
	here, err := functions(v, dir)
	if err != nil {
		return err
	}
	known := twins{}
	for name, f := range here {
		if f.Type.Results != nil && len(types(f.Type.Results)) == 1 {
			known[name] = &signature{types(f.Type.Params), types(f.Type.Results)[0]}
		}
	}
	names := slices.Sorted(maps.Keys(scalar))
	texts := map[string]string{}
	for more := true; more; {
		more = false
		for _, name := range names {
			f := scalar[name]
			if known[name] != nil || !f.Name.IsExported() || len(f.Type.Params.List) == 0 {
				continue
			}
			text, err := known.twin(f)
			if err != nil {
				continue
			}
			known[name] = &signature{vectors(types(f.Type.Params)), vector[types(f.Type.Results)[0]]}
			texts[name] = text
			more = true
		}
	}
	out := map[string]*bytes.Buffer{}
	for _, name := range names {
		if texts[name] == "" {
			continue
		}
		file := "z" + strings.TrimPrefix(v.Base(scalar[name].Pos()), "z")
		if out[file] == nil {
			out[file] = bytes.NewBufferString(header)
		}
		fmt.Fprintf(out[file], "// %s is fpops.%[1]s of each lane.\n%s\n\n", name, texts[name])
	}
	for _, file := range slices.Sorted(maps.Keys(out)) {
		if err := v.WriteGo(dir+"/"+file, out[file].Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// functions returns the functions of the package in a folder, methods apart, by name.
func functions(v *tree.View, dir string) (map[string]*ast.FuncDecl, error) {
	list, err := v.Funcs(dir)
	all := map[string]*ast.FuncDecl{}
	for _, fd := range list {
		if fd.Recv == nil {
			all[fd.Name.Name] = fd
		}
	}
	return all, err
}

// types are the types of parameters or results, "" for what is no plain name.
func types(list *ast.FieldList) []string {
	all := []string{}
	for _, field := range list.List {
		id, _ := field.Type.(*ast.Ident)
		for range max(1, len(field.Names)) {
			if id == nil {
				all = append(all, "")
			} else {
				all = append(all, id.Name)
			}
		}
	}
	return all
}

// vector is the type that carries the values of a scalar type in lanes.
var vector = map[string]string{
	"bool": "M", "int8": "I32", "int16": "I32", "int32": "I32", "int64": "I64",
	"uint8": "U32", "uint16": "U32", "uint32": "U32", "uint64": "U64", "float32": "F32", "float64": "F64",
}

func vectors(types []string) []string {
	all := make([]string, len(types))
	for i, t := range types {
		all[i] = vector[t]
	}
	return all
}

var errOther = errors.New("something else")

// signature has the types of a function of lanes; it has one result.
type signature struct {
	params []string
	result string
}

// twins are the functions of lanes by name.
type twins map[string]*signature

// twin returns the source of the twin of a function.
func (known twins) twin(f *ast.FuncDecl) (string, error) {
	if f.Type.Results == nil || len(f.Type.Results.List) != 1 || len(f.Body.List) > 2 {
		return "", errOther
	}
	result := vector[types(f.Type.Results)[0]]
	ret, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return "", errOther
	}
	e := expression{known, map[string]string{}}
	var params []string
	for _, field := range f.Type.Params.List {
		id, ok := field.Type.(*ast.Ident)
		if !ok || vector[id.Name] == "" {
			return "", errOther
		}
		var names []string
		for _, n := range field.Names {
			e.params[n.Name] = id.Name
			names = append(names, n.Name)
		}
		params = append(params, strings.Join(names, ", ")+" "+vector[id.Name])
	}
	v, err := e.of(ret.Results[0])
	if err != nil {
		return "", err
	}
	if v.typ != result {
		return "", errOther
	}
	if len(f.Body.List) == 2 {
		nan, err := e.nan(f.Body.List[0], types(f.Type.Results)[0])
		if err != nil {
			return "", err
		}
		v.text = fmt.Sprintf("Merge%s(%s, %s, numbers(a))", result, v.text, nan)
	}
	return fmt.Sprintf("func %s(%s) %s { return %s }", f.Name.Name, strings.Join(params, ", "), result, v.text), nil
}

// expression translates expressions of a function with these parameters.
type expression struct {
	known  twins
	params map[string]string // Go types
}

// nan is what a function returns if its operand a, an f64, is a NaN, and it says so first.
func (e expression) nan(first ast.Stmt, typ string) (string, error) {
	s, ok := first.(*ast.IfStmt)
	if !ok || s.Init != nil || s.Else != nil || exprString(s.Cond) != "a!=a" || e.params["a"] != "float64" || len(s.Body.List) != 1 {
		return "", errOther
	}
	ret, ok := s.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return "", errOther
	}
	if k, ok := constants[exprString(ret.Results[0])]; ok {
		return constant(k, vector[typ]), nil
	}
	v, err := e.of(ret.Results[0])
	return v.text, err
}

// constants are integers as they are written in fpops, as those of a vector.
var constants = map[string]string{
	"0": "zero", "1<<7": "topU8", "1<<15": "topU16", "1<<31": "sign32", "1<<63": "leastS",
	"-1<<7": "leastS8", "-1<<15": "leastS16", "-1<<31": "sign32",
	"1<<7-1": "mostS8", "1<<15-1": "mostS16", "1<<31-1": "mag32", "1<<63-1": "mostS",
	"1<<8-1": "mostU8", "1<<16-1": "low16", "1<<32-1": "mostU32",
}

// constant is a constant of package lanes as a vector of some type.
func constant(name, vector string) string {
	if name == "zero" {
		return vector + "{}"
	}
	return name + "." + strings.ToLower(vector[:1]) + "()"
}

// exprString is an expression without spaces.
func exprString(x ast.Expr) string { return strings.ReplaceAll(gotypes.ExprString(x), " ", "") }

// value is an expression of vectors.
type value struct {
	text string
	typ  string // the type of the vector
	// narrow is the F32 of which this F64 is the exact value, "" if there is none: what is
	// made of it is often to be had without f64.
	narrow  string
	integer string // the constant that it is
	bounded bool   // it has a place in the type to which it is converted
}

func wide(narrow string) value {
	return value{text: "wide(" + narrow + ")", typ: "F64", narrow: narrow}
}

func (e expression) of(x ast.Expr) (value, error) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return e.of(x.X)
	case *ast.Ident:
		if t := e.params[x.Name]; t != "" {
			return value{text: x.Name, typ: vector[t]}, nil
		}
	case *ast.UnaryExpr:
		v, err := e.of(x.X)
		if err == nil && x.Op == token.SUB && v.typ == "F32" {
			return value{text: "minus(" + v.text + ")", typ: "F32"}, nil
		}
	case *ast.BinaryExpr:
		return e.binary(x)
	case *ast.CallExpr:
		return e.call(x)
	}
	return value{}, errOther
}

var methods = map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Div"}

func (e expression) binary(x *ast.BinaryExpr) (value, error) {
	b, err := e.of(x.Y)
	if lit, ok := x.Y.(*ast.BasicLit); ok && x.Op == token.AND && lit.Value == "0x7fff" {
		a, err := e.of(x.X)
		return value{text: a.text + ".And(nan16.u())", typ: a.typ}, err
	}
	if err != nil {
		return b, err
	}
	var a value
	if lit, ok := x.X.(*ast.BasicLit); ok && lit.Value == "1" && b.typ == "F64" {
		a = value{text: "ones64()", typ: "F64"}
	} else if a, err = e.of(x.X); err != nil {
		return a, err
	}
	m := methods[x.Op]
	if m == "" || a.typ != b.typ || a.typ[0] != 'F' {
		return a, errOther
	}
	return value{text: a.text + "." + m + "(" + b.text + ")", typ: a.typ}, nil
}

// integral are the roundings to an integer: their names in package math and as methods of
// vectors.
var integral = map[string]string{"Floor": "Floor", "Ceil": "Ceil", "Trunc": "Trunc", "RoundToEven": "Round"}

func (e expression) call(x *ast.CallExpr) (value, error) {
	var args []value
	rounding := ""
	for _, a := range x.Args {
		if id, ok := a.(*ast.Ident); ok && e.params[id.Name] == "" && slices.Contains([]string{"rn", "rz", "rm", "rp"}, id.Name) {
			rounding = strings.ToUpper(id.Name[:1]) + id.Name[1:]
			continue
		}
		if _, ok := constants[exprString(a)]; ok {
			args = append(args, value{integer: exprString(a)})
			continue
		}
		v, err := e.of(a)
		if err != nil {
			return v, err
		}
		args = append(args, v)
	}
	switch f := x.Fun.(type) {
	case *ast.SelectorExpr: // of package math
		method := integral[f.Sel.Name]
		if f.Sel.Name == "Sqrt" {
			method = "Sqrt"
		}
		switch v := args[0]; {
		case integral[f.Sel.Name] != "" && v.narrow != "":
			return wide(strings.ToLower(method) + "F32(" + v.narrow + ")"), nil
		case method != "":
			return value{text: v.text + "." + method + "()", typ: "F64"}, nil
		}
	case *ast.Ident:
		switch {
		case vector[f.Name] != "":
			return conversion(f.Name, args[0])
		case len(args) == 2 && (f.Name == "min" || f.Name == "max") && args[1].integer != "":
			return bounded(f.Name, args[0], args[1].integer)
		}
		return e.named(f.Name+rounding, args)
	}
	return value{}, errOther
}

// bounded is the minimum or maximum of integers and a constant.
func bounded(name string, x value, k string) (value, error) {
	method := strings.ToUpper(name[:1]) + name[1:]
	switch x.typ {
	case "I32", "U32":
		x.text = fmt.Sprintf("%s.%s(%s)", x.text, method, constant(constants[k], x.typ))
	case "I64", "U64":
		splat := fmt.Sprintf("Splat%s(%s)", x.typ, k)
		if k == "0" {
			splat = x.typ + "{}"
		}
		x.text = fmt.Sprintf("%s%s(%s, %s)", method, x.typ, x.text, splat)
	default:
		return x, errOther
	}
	x.bounded = true
	return x, nil
}

// conversion is x as a float, or as an integer that has a place for it.
func conversion(to string, x value) (value, error) {
	if t := vector[to]; x.bounded && t[0] != 'F' {
		if t != x.typ {
			x.text = fmt.Sprintf("%sFrom%s(%s)", t, x.typ, x.text)
		}
		x.typ = t
		return x, nil
	}
	switch to + " " + x.typ {
	case "float64 F32":
		return wide(x.text), nil
	case "float64 F64", "float32 F32":
		return x, nil
	case "float32 F64":
		if x.narrow != "" {
			return value{text: x.narrow, typ: "F32"}, nil
		}
		return value{text: "rnF32(" + x.text + ")", typ: "F32"}, nil
	case "float32 I32", "float32 U32", "float64 I32", "float64 U32", "float64 I64", "float64 U64":
		return value{text: fmt.Sprintf("f%sFrom%s(%s)", to[5:], x.typ, x.text), typ: "F" + to[5:]}, nil
	}
	return value{}, errOther
}

// named is a call of a function. With F32 behind its name it takes the f32 of which its
// first operand is the exact value.
func (e expression) named(name string, args []value) (value, error) {
	if f := e.known[name+"F32"]; f != nil && len(args) == 1 && args[0].narrow != "" && !ast.IsExported(name) {
		args = []value{{text: args[0].narrow, typ: "F32"}}
		name += "F32"
	}
	f := e.known[name]
	if f == nil || len(f.params) != len(args) {
		return value{}, errOther
	}
	var texts []string
	for i, a := range args {
		if a.typ != f.params[i] {
			return a, errOther
		}
		texts = append(texts, a.text)
	}
	return value{text: name + "(" + strings.Join(texts, ", ") + ")", typ: f.result}, nil
}
