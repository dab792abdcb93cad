// Package example writes PTX modules that hold one instruction each, for any
// form of the ISA table: the smallest text in which the instruction is legal,
// with the .version and .target that it asks for and every register, variable
// and label that it names declared. Tests and fuzzers walk the table with it.
//
// The modules are legal to compile; they are not meant to be run.
package example

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Example is a module with one instruction in the kernel k.
type Example struct {
	Form    *isa.Form
	Match   *isa.Match // what the instruction's modifiers mean in the form
	Source  string
	Offset  int    // of the instruction's opcode in Source
	Text    string // the instruction, without its semicolon
	Version isa.Version
	Target  isa.Target
}

// Options choose between the examples of one head.
type Options struct {
	// Newest asks for the newest PTX version of the table, and for sm_90 at
	// least, instead of the oldest that will do.
	Newest bool
	// Variant chooses between the ways in which operands may be written: a
	// register of the type or one of as many bits, a constant, a variable or a
	// register as an address, optional operands or none. Every way has a small
	// number; any number is valid.
	Variant int
}

// New writes a module for a form with the modifiers, which must be legal for it
// and in the order of its syntax.
func New(f *isa.Form, mods []string, o Options) (*Example, error) {
	m := f.Match(slices.Clone(mods))
	if m == nil {
		return nil, fmt.Errorf("%s has no head %s.%s", f.ID, f.Opcode, strings.Join(mods, "."))
	}
	req := m.Requires()
	w := writer{m: m, version: req.PTX, target: req.Targets[0], variant: o.Variant, regs: map[string]int{}}
	if since := w.target.Since(); w.version.Less(since) {
		w.version = since
	}
	if o.Newest {
		w.version = isa.NewestVersion()
		if w.target.Suffix == 0 && w.target.Arch < 90 {
			w.target = isa.Target{Arch: 90}
		}
	}
	counts := operandCounts(m)
	w.at = m.Bind(counts[o.Variant%len(counts)])
	ops := make([]string, len(w.at))
	for i, k := range w.at {
		ops[i] = w.operand(k)
	}
	text := strings.Join(append([]string{f.Opcode}, mods...), ".")
	if len(ops) > 0 {
		text += " " + strings.Join(ops, ", ")
	}
	return w.example(text), nil
}

// operandCounts returns the numbers of operands that the match may have, the
// largest first.
func operandCounts(m *isa.Match) []int {
	var counts []int
	for n := len(m.Form.Operands); n >= 0; n-- {
		if m.Bind(n) != nil {
			counts = append(counts, n)
		}
	}
	return counts
}

// Ways returns how many variants show all ways to write each operand of the
// match.
func Ways(m *isa.Match) int {
	n := len(operandCounts(m))
	w := writer{m: m, version: isa.NewestVersion(), target: isa.Target{Arch: 90}, regs: map[string]int{}}
	for i := range m.Form.Operands {
		n = max(n, len(w.ways(i)))
	}
	return n
}

// writer collects what a module declares while its instruction is written.
type writer struct {
	m       *isa.Match
	version isa.Version
	target  isa.Target
	variant int
	at      []int // the operands that the instruction has

	regs    map[string]int // registers in use by what follows .reg
	order   []string       // the keys of regs as they came
	module  []string       // declarations of module scope
	body    []string       // declarations of the kernel
	params  []string       // of the kernel
	options []string       // of .target
	needs   map[string]bool
}

// before reports whether the module's version is older than major.minor.
func (w *writer) before(major, minor int) bool {
	return w.version.Less(isa.Version{Major: major, Minor: minor})
}

// once reports whether a declaration is asked for the first time.
func (w *writer) once(name string) bool {
	if w.needs[name] {
		return false
	}
	if w.needs == nil {
		w.needs = map[string]bool{}
	}
	w.needs[name] = true
	return true
}

// reg returns a fresh register of a type as it stands behind .reg.
func (w *writer) reg(decl string) string {
	n := w.regs[decl]
	if n == 0 {
		w.order = append(w.order, decl)
	}
	w.regs[decl] = n + 1
	return fmt.Sprintf("%s%d", regPrefix(decl), n)
}

func regPrefix(decl string) string {
	return "%" + strings.ReplaceAll(strings.ReplaceAll(decl, " ", "_"), ".", "") + "_"
}

// example puts the module together.
func (w *writer) example(text string) *Example {
	var b strings.Builder
	target := strings.Join(append([]string{w.target.String()}, w.options...), ", ")
	fmt.Fprintf(&b, ".version %s\n.target %s\n", w.version, target)
	if !w.before(2, 3) {
		b.WriteString(".address_size 64\n")
	}
	for _, d := range w.module {
		b.WriteString(d + "\n")
	}
	fmt.Fprintf(&b, ".entry k(%s)\n{\n", strings.Join(w.params, ", "))
	for _, d := range w.order {
		fmt.Fprintf(&b, "\t.reg .%s %s<%d>;\n", d, regPrefix(d), w.regs[d])
	}
	for _, d := range w.body {
		b.WriteString("\t" + d + "\n")
	}
	b.WriteString("\t")
	offset := b.Len()
	fmt.Fprintf(&b, "%s;\n", text)
	if w.needs["label"] {
		b.WriteString("L1:\n")
	}
	b.WriteString("\texit;\n}\n")
	return &Example{
		Form: w.m.Form, Match: w.m, Source: b.String(), Offset: offset, Text: text,
		Version: w.version, Target: w.target,
	}
}
