package tables

import (
	"go/ast"
	"go/token"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// constants are the named values of the types of package isa that count with iota.
type constants map[string][]constant

type constant struct {
	name  string
	value uint64
	bit   bool // one of a set
}

// readConstants reads the constants of package isa from its source.
func readConstants(v *tree.View) (constants, error) {
	files, err := v.Package(dir)
	if err != nil {
		return nil, err
	}
	all := constants{}
	for _, f := range files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				all.add(g.Specs)
			}
		}
	}
	return all, nil
}

// add reads a block that begins with "NAME T = iota" or "NAME T = 1 << iota".
func (all constants) add(specs []ast.Spec) {
	first := specs[0].(*ast.ValueSpec)
	typ, ok := first.Type.(*ast.Ident)
	if !ok || len(first.Values) != 1 {
		return
	}
	_, bit := first.Values[0].(*ast.BinaryExpr)
	if id, ok := first.Values[0].(*ast.Ident); !bit && (!ok || id.Name != "iota") {
		return
	}
	for i, s := range specs {
		c := constant{s.(*ast.ValueSpec).Names[0].Name, uint64(i), bit}
		if bit {
			c.value = 1 << i
		}
		all[typ.Name] = append(all[typ.Name], c)
	}
}
