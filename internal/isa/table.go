package isa

import (
	"slices"
	"sync"
)

// Tables are the rows of the tables.
type Tables struct {
	Forms      []*Form
	SRegs      []*SReg
	Directives []*Directive
}

// tables are Go data, which tablegen makes of the files when the compiler is built: what
// starts need not read them.
var tables Tables

// index finds the forms of an opcode.
type index struct {
	byOpcode map[string][]*Form
	opcodes  []string
}

var indexOnce = sync.OnceValue(func() index {
	x := index{byOpcode: make(map[string][]*Form, 256)}
	for i, f := range tables.Forms {
		f.order = i
		if f.Placeholder {
			continue
		}
		forms := x.byOpcode[f.Opcode]
		if forms == nil {
			x.opcodes = append(x.opcodes, f.Opcode)
		}
		x.byOpcode[f.Opcode] = append(forms, f)
	}
	slices.Sort(x.opcodes)
	return x
})

// Forms returns all rows of the table, in its order.
func Forms() []*Form { return tables.Forms }

// Lookup returns the forms of an opcode, written up to its first dot ("cp" for
// cp.async.bulk), or nil.
func Lookup(opcode string) []*Form { return indexOnce().byOpcode[opcode] }

// Opcodes returns every opcode of the table, sorted.
func Opcodes() []string { return indexOnce().opcodes }

// words returns every modifier of the forms.
func words(forms []*Form) map[string]bool {
	set := map[string]bool{}
	for _, f := range forms {
		f.addWords(f.head, set)
	}
	return set
}
