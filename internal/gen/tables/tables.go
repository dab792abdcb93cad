// Package tables writes ztables.go of package isa: the rows of its tables as Go data, which
// needs no parsing when the compiler starts.
package tables

import (
	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// dir is the folder of package isa.
const dir = "internal/isa"

// Write writes the rows, and has all steps after it see them.
func Write(v *tree.View) error {
	tables, err := isa.ReadTables(v, dir)
	if err != nil {
		return err
	}
	isa.SetTables(tables)
	if err := checkNames(v, tables.Forms); err != nil {
		return err
	}
	names, err := readConstants(v)
	if err != nil {
		return err
	}
	code, err := generate(tables, names)
	if err != nil {
		return err
	}
	return v.WriteGo(dir+"/ztables.go", code)
}
