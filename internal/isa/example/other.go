package example

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// unknown are instructions that the table names without their grammar: the
// operands are anybody's guess.
var unknown = map[string]string{
	"cp-0010":       "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [%a], [%a], 16, 0, [%a]",
	"cp-0021":       "cp.async.bulk.tensor.1d.shared::cta.global.im2col_no_offs::w.mbarrier::complete_tx::bytes [%a], [%a, {1}], [%a]",
	"mbarrier-0022": "mbarrier.check_layout.b64 %a, [%a]",
	"tcgen05-0008":  "tcgen05.ld.sync.aligned.32x32b.x1.spcompress.b32 %a, [%a]",
	"tcgen05-0022":  "tcgen05.mma.cta_group::1.kind::ti16 [%a], %a, %a, 1",
	"fabric-0006":   "fabric.try_atom.async [%a], %a",
}

// Placeholder writes a module for a row of the table without a grammar: a guard,
// a block, a call of a function of the device runtime, or a form of which the
// table knows no more than its modifiers. It returns nil for any other row.
func Placeholder(f *isa.Form) *Example {
	if !f.Placeholder {
		return nil
	}
	w := writer{m: &isa.Match{Form: f}, version: f.PTX, target: f.Targets[0], regs: map[string]int{}}
	if w.before(2, 3) { // the first with 64-bit addresses
		w.version, w.target = isa.Version{Major: 2, Minor: 3}, isa.Target{Arch: 20}
	}
	switch {
	case unknown[f.ID] != "":
		w.body = append(w.body, ".reg .b64 %a;")
		return w.example(unknown[f.ID])
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
