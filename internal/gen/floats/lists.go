package floats

import (
	"bytes"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// Lists writes the list of every exported function of fpops, generated or not, but for the
// operators, which stand in for others in generated code; and the loops that time them.
func Lists(v *tree.View) error {
	list, err := v.Funcs(dir)
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b *ast.FuncDecl) int { return strings.Compare(a.Name.Name, b.Name.Name) })
	var table, loops bytes.Buffer
	const from = dir
	const imports = "import \"github.com/ptx2go/ptx2go/runtime/fpops\"\n\n"
	table.WriteString(tree.Header(from) + "package fptable\n\n" + imports + "var functions = map[string]any{\n")
	loops.WriteString(tree.Header(from) + "package fpops_test\n\n" + imports + "var loops = []loop{\n")
	for _, fd := range list {
		if !tree.Exported(fd) || standsIn(fd) {
			continue
		}
		fmt.Fprintf(&table, "%q: fpops.%[1]s,\n", fd.Name.Name)
		fmt.Fprintf(&loops, "{%q, loop%d(fpops.%[1]s)},\n", fd.Name.Name, fd.Type.Params.NumFields())
	}
	table.WriteString("}\n")
	loops.WriteString("}\n")
	if err := v.WriteGo(dir+"/fptable/ztable.go", table.Bytes()); err != nil {
		return err
	}
	return v.WriteGo(dir+"/zbench_test.go", loops.Bytes())
}

// standsIn reports whether a function is marked as one that generated code calls in place
// of another one.
func standsIn(fn *ast.FuncDecl) bool {
	return fn.Doc != nil && slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//ptx2go:operator ") || strings.HasPrefix(c.Text, "//ptx2go:scale ")
	})
}
