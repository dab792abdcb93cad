package codegen

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestNoteLarge holds the note to functions that are printed.
func TestNoteLarge(t *testing.T) {
	m := &ir.Module{}
	add := func(name string, blocks int, entry bool) {
		f := &ir.Func{Name: name, Module: m, Entry: entry, Pos: diag.At(0)}
		for range blocks {
			f.NewBlock("")
		}
		m.Funcs = append(m.Funcs, f)
	}
	add("small", manyBlocks, true)
	add("large", manyBlocks+1, true)
	add("dead", manyBlocks+1, false)
	l := diag.NewList(diag.NewFile("t.ptx", "x"))
	NoteLarge(m, l)
	if list := l.Sorted(); len(list) != 1 || list[0].Severity != diag.Note || list[0].Msg[:5] != "large" {
		t.Errorf("%+v", list)
	}
}
