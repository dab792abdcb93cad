package example

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Placeholder writes a module for a row of the table without a grammar: a guard,
// a block, a call of a function of the device runtime. It returns nil for the
// rows whose syntax the table does not know.
func Placeholder(f *isa.Form) *Example {
	w := writer{m: &isa.Match{Form: f}, version: f.PTX, target: isa.Target{Arch: 20}, regs: map[string]int{}}
	if w.before(2, 3) {
		w.version = isa.Version{Major: 2, Minor: 3}
	}
	switch {
	case f.ID == "atp-0000":
		p := w.reg("pred")
		return w.example("@" + p + " mov.b32 " + w.reg("b32") + ", 1")
	case f.ID == "blk-0000":
		return w.example("{ .reg .b32 %r; mov.b32 %r, 1; }")
	case f.ID == "setp-0005":
		p := w.reg("pred")
		return w.example("setp.s32.lt " + p + ", " + w.reg("s32") + ", 1")
	case f.Opcode == "call":
		return w.example(w.extern(strings.TrimPrefix(f.Syntax, "call ")))
	}
	return nil
}

// extern declares the function with that prototype and returns a call of it.
func (w *writer) extern(prototype string) string {
	w.module = append(w.module, ".extern .func "+prototype+";")
	results, rest := "", prototype
	if strings.HasPrefix(rest, "(") {
		end := strings.IndexByte(rest, ')')
		results, rest = rest[1:end], strings.TrimSpace(rest[end+1:])
	}
	name, params, _ := strings.Cut(strings.TrimSuffix(rest, ")"), "(")
	call := "call "
	if results != "" {
		call += "(" + w.slots(results) + "), "
	}
	call += name
	if params != "" {
		call += ", (" + w.slots(params) + ")"
	}
	return call
}

// slots declares a .param variable for each formal and returns their names.
func (w *writer) slots(formals string) string {
	var names []string
	for formal := range strings.SplitSeq(formals, ",") {
		name := formal[strings.LastIndexByte(formal, ' ')+1:]
		name, _, _ = strings.Cut(name, "[")
		w.body = append(w.body, formal+";")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
