package isa

import (
	"slices"
	"strings"
)

// Tables are the rows of the tables.
type Tables struct {
	Forms      []*Form
	SRegs      []*SReg
	Directives []*Directive

	opcodes []*opcode // sorted
	newest  Version   // that a form needs
}

// opcode is an opcode and its forms.
type opcode struct {
	name  string
	forms []*Form
}

// tables are Go data, which internal/gen makes of the files: what starts need not read them.
// That program has read the files itself, and is built with the tag isatable, which leaves the
// data out, so that it can be written again when it no longer fits the types.
var tables Tables

// SetTables puts other tables in the place of those. It must be called before anything is
// asked of this package.
func SetTables(t Tables) { tables = t }

// newOpcodes returns the opcodes of the forms, and the forms of each in the order of the
// table.
func newOpcodes(forms []*Form) []*opcode {
	var list []*opcode
	for _, f := range forms {
		if f.Placeholder {
			continue
		}
		i, found := findOpcode(list, f.Opcode)
		if !found {
			list = slices.Insert(list, i, &opcode{name: f.Opcode})
		}
		list[i].forms = append(list[i].forms, f)
	}
	return list
}

func findOpcode(list []*opcode, name string) (at int, found bool) {
	return slices.BinarySearchFunc(list, name, func(o *opcode, name string) int { return strings.Compare(o.name, name) })
}

// Forms returns all rows of the table, in its order.
func Forms() []*Form { return tables.Forms }

// Lookup returns the forms of an opcode, written up to its first dot ("cp" for
// cp.async.bulk), or nil.
func Lookup(name string) []*Form {
	i, found := findOpcode(tables.opcodes, name)
	if !found {
		return nil
	}
	return tables.opcodes[i].forms
}

// Opcodes returns every opcode of the table, sorted.
func Opcodes() []string {
	var names []string
	for _, o := range tables.opcodes {
		names = append(names, o.name)
	}
	return names
}

// NewestVersion returns the newest PTX version that a form of the table needs.
func NewestVersion() Version { return tables.newest }

// words returns every modifier of the forms.
func words(forms []*Form) map[string]bool {
	set := map[string]bool{}
	for _, f := range forms {
		f.addWords(f.head, set)
	}
	return set
}
