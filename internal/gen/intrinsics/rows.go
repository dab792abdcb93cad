package intrinsics

import (
	"bytes"
	"fmt"
	"go/ast"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// scalars is the file with the scalar functions of the interpreter.
const scalars = "lower/interp/scalar.go"

// writeRows returns zrows.go: for each scalar function of the interpreter that takes operands
// and k the function that applies it to the lanes of a warp.
func writeRows(v *tree.View) ([]byte, error) {
	file, err := v.Parse(scalars)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(tree.Header(scalars) + "package interp\n")
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !takesOperands(f.Type) {
			continue
		}
		fmt.Fprintf(&b, `
func %sRow(r []uint64, p *places, on []uint8) {
	d, a, b, k := column(r, p.dst), column(r, p.args[0]), column(r, p.args[1]), p.k
	for _, i := range on {
		i &= warpSize - 1
		d[i] = %[1]s(a[i], b[i], k)
	}
}
`, f.Name.Name)
	}
	return b.Bytes(), nil
}

// takesOperands reports whether a function has the parameters a, b and k.
func takesOperands(f *ast.FuncType) bool {
	var names []string
	for _, field := range f.Params.List {
		for _, n := range field.Names {
			names = append(names, n.Name)
		}
	}
	return len(names) == 3 && names[0] == "a" && names[1] == "b" && names[2] == "k"
}
