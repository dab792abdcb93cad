package intrinsics

import (
	"bytes"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// warpFunction is a function of runtime/warpops.
type warpFunction struct {
	name            string
	generic         bool // it has a type parameter, a B32
	product         bool // it is of package internal/gen/products
	results, params []warpValue
}

// warpValue is a result or an operand.
type warpValue struct {
	name, typ string // typ is the Go type in a lane, "T" for the type parameter
	uniform   bool
}

// carrier returns the Go type that carries the value where nothing else is known.
func (v warpValue) carrier() string {
	if v.typ == "T" {
		return "uint32"
	}
	return v.typ
}

// readWarps returns the functions of warpops. Every exported one is such a function.
func readWarps(v *tree.View) ([]warpFunction, error) {
	list, err := v.Funcs("runtime/warpops")
	if err != nil {
		return nil, err
	}
	var funcs []warpFunction
	for _, fd := range list {
		if !tree.Exported(fd) {
			continue
		}
		f, err := warpFunc(fd)
		if err != nil {
			return nil, v.Errorf(fd.Name.Pos(), "warpops.%s: %w", fd.Name.Name, err)
		}
		f.product = v.Base(fd.Name.Pos()) == "zproducts.go"
		funcs = append(funcs, f)
	}
	slices.SortFunc(funcs, func(a, b warpFunction) int { return strings.Compare(a.name, b.name) })
	return funcs, nil
}

// warpFunc reads a signature: results, the lanes that take part, operands.
func warpFunc(fd *ast.FuncDecl) (warpFunction, error) {
	f := warpFunction{name: fd.Name.Name}
	if list := fd.Type.TypeParams; list != nil {
		f.generic = true
		if c, ok := list.List[0].Type.(*ast.Ident); !ok || c.Name != "B32" || list.NumFields() != 1 || list.List[0].Names[0].Name != "T" {
			return f, fmt.Errorf("a type parameter is T B32")
		}
	}
	if fd.Type.Results != nil {
		return f, fmt.Errorf("results are slices among the parameters")
	}
	to := &f.results
	for _, field := range fd.Type.Params.List {
		for _, id := range field.Names {
			if t, ok := field.Type.(*ast.Ident); ok && t.Name == "uint32" && id.Name == "lanes" && to == &f.results {
				to = &f.params
				continue
			}
			v, ok := valueOf(field.Type)
			if !ok || v.uniform && to == &f.params || v.typ == "T" && !f.generic {
				return f, fmt.Errorf("%s is neither a slice of values nor the lanes", id.Name)
			}
			v.name = id.Name
			*to = append(*to, v)
		}
	}
	if to == &f.results {
		return f, fmt.Errorf("no parameter lanes")
	}
	return f, nil
}

// valueOf reads []T or Uniform[T].
func valueOf(x ast.Expr) (v warpValue, ok bool) {
	switch t := x.(type) {
	case *ast.ArrayType:
		x = t.Elt
	case *ast.IndexExpr:
		id, isName := t.X.(*ast.Ident)
		if !isName || id.Name != "Uniform" {
			return v, false
		}
		v.uniform, x = true, t.Index
	default:
		return v, false
	}
	id, ok := x.(*ast.Ident)
	if !ok || id.Name != "T" && !slices.Contains(carriers, id.Name) {
		return v, false
	}
	v.typ = id.Name
	return v, true
}

var warpHeader = tree.Header("runtime/warpops")

// writeWarps returns the list of package intrin.
func writeWarps(funcs []warpFunction) []byte {
	var b bytes.Buffer
	b.WriteString(warpHeader + "package intrin\n\nvar warps = [...]Warp{\n")
	for _, f := range funcs {
		uniform := "nil"
		if len(f.results) > 0 {
			var list []string
			for _, v := range f.results {
				list = append(list, fmt.Sprint(v.uniform))
			}
			uniform = "[]bool{" + strings.Join(list, ", ") + "}"
		}
		fmt.Fprintf(&b, "{%q, %s, %s, %s},\n", f.name, warpKinds(f.results), uniform, warpKinds(f.params))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func warpKinds(list []warpValue) string {
	var types []string
	for _, v := range list {
		if v.typ == "T" {
			types = append(types, "B32")
		} else {
			types = append(types, v.typ)
		}
	}
	return kinds(types)
}

// writeWarpCalls returns the table of calls by name.
func writeWarpCalls(funcs []warpFunction) []byte {
	var b bytes.Buffer
	b.WriteString(warpHeader + `package warpops

// Calls holds the functions by name, on bits: results r, which lanes that take no part keep,
// of operands a.
var Calls = map[string]func(r, a []Column, lanes uint32){
`)
	for _, f := range funcs {
		fmt.Fprintf(&b, "%q: func(r, a []Column, lanes uint32) {\n", f.name)
		if f.product {
			fmt.Fprintf(&b, "onColumns(&%s, r, a, lanes)\n},\n", strings.ToLower(f.name[:1])+f.name[1:])
			continue
		}
		var args []string
		for i, v := range f.params {
			fmt.Fprintf(&b, "a%d := column(&a[%d], func(x uint64) %s { return %s })\n", i, i, v.carrier(), bitsTo(v.carrier(), "x"))
		}
		for i, v := range f.results {
			fmt.Fprintf(&b, "var r%d [32]%s\n", i, v.carrier())
			args = append(args, fmt.Sprintf("r%d[:]", i))
		}
		args = append(args, "lanes")
		for i := range f.params {
			args = append(args, fmt.Sprintf("a%d[:]", i))
		}
		fmt.Fprintf(&b, "%s(%s)\n", f.name, strings.Join(args, ", "))
		for i, v := range f.results {
			fmt.Fprintf(&b, "spread(&r[%d], lanes, &r%d, func(x %s) uint64 { return %s })\n", i, i, v.carrier(), bitsOf(v.carrier(), "x", "bit"))
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return importMath(b.Bytes())
}

// writeThreadMethods returns the methods by which a coroutine executes the instructions.
func writeThreadMethods(funcs []warpFunction) []byte {
	var b bytes.Buffer
	var operands, results int // the most that a function has
	for _, f := range funcs {
		operands, results = max(operands, len(f.params)), max(results, len(f.results))
	}
	fmt.Fprintf(&b, warpHeader+`package gen

// warpOperands and warpResults are those of a warp instruction in a thread, as bits.
type (
	warpOperands [%d]uint64
	warpResults  [%d]uint64
)
`, operands, results)
	for _, f := range funcs {
		fmt.Fprintf(&b, "\n// %s is warpops.%s among the lanes that meet, see [Members].\n", f.name, f.name)
		params, args := "at int, members Members", fmt.Sprintf("at, members, %q", f.name)
		for _, v := range f.params {
			params += ", " + v.name + " " + v.carrier()
			args += ", " + bitsOf(v.carrier(), v.name, "Bit")
		}
		var results, values []string
		for i, v := range f.results {
			results = append(results, v.name+" "+v.carrier())
			values = append(values, bitsTo(v.carrier(), fmt.Sprintf("r[%d]", i)))
		}
		fmt.Fprintf(&b, "func (t *Thread) %s(%s) (%s) {\n", f.name, params, strings.Join(results, ", "))
		if len(values) == 0 {
			fmt.Fprintf(&b, "t.meet(%s)\n}\n", args)
			continue
		}
		fmt.Fprintf(&b, "r := t.meet(%s)\nreturn %s\n}\n", args, strings.Join(values, ", "))
	}
	return importMath(b.Bytes())
}

// bitsTo returns the expression of a carrier made of 64 bits, for package math.
func bitsTo(typ, x string) string {
	switch typ {
	case "bool":
		return x + "&1 != 0"
	case "float32":
		return "math.Float32frombits(uint32(" + x + "))"
	case "float64":
		return "math.Float64frombits(" + x + ")"
	case "uint64":
		return x
	}
	return typ + "(" + x + ")"
}

// bitsOf returns the expression of a carrier's bits, for package math and a function that
// is 1 for true.
func bitsOf(typ, x, bit string) string {
	switch typ {
	case "bool":
		return "uint64(" + bit + "(" + x + "))"
	case "float32":
		return "uint64(math.Float32bits(" + x + "))"
	case "float64":
		return "math.Float64bits(" + x + ")"
	case "uint64":
		return x
	case "int8", "int16", "int32":
		return "uint64(u" + typ + "(" + x + "))"
	}
	return "uint64(" + x + ")"
}

// importMath returns a file, which imports package math if it uses it.
func importMath(src []byte) []byte {
	if bytes.Contains(src, []byte("math.")) {
		i := bytes.IndexByte(src[bytes.Index(src, []byte("\npackage "))+1:], '\n') + bytes.Index(src, []byte("\npackage ")) + 2
		src = slices.Concat(src[:i], []byte("\nimport \"math\"\n"), src[i:])
	}
	return src
}
