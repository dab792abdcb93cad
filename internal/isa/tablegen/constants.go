package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// constants are the named values of the types of package isa that count with iota.
type constants map[string][]constant

type constant struct {
	name  string
	value uint64
	bit   bool // one of a set
}

// readConstants reads the constants of a package from its source.
func readConstants(dir string) (constants, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	all := constants{}
	for _, file := range files {
		if filepath.Base(file) == output || strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				all.add(g.Specs)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no constants", dir)
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
