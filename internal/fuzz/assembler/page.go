package assembler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// A Question is a line of a file.
type Question struct {
	File string
	Line int
	Kind string // of question: head, target, way, drop, add, type, operand, odd, count, order, version, before, sreg
	Form string // the row of the table that it was made from
	Text string // the instruction
	// Refused is what the front end says against it, "" where it takes it. Note is what it
	// remarks otherwise.
	Refused, Note string
}

// perFile is how many questions stand in one file: an assembler that gives up at a line
// takes no more answers with it.
const perFile = 250

// page is a file of questions for the same version and target.
type page struct {
	version isa.Version
	target  isa.Target
	options string
	asked   []Question
	seen    map[string]bool
	regs    map[string]int
	module  []string
	params  []string
	body    []string
	label   bool
}

// add appends a question. It does nothing where the same text stands on the page.
func (p *page) add(kind, form string, q *piece) {
	text := q.text()
	if p.seen[text] {
		return
	}
	p.seen[text] = true
	p.asked = append(p.asked, Question{Kind: kind, Form: form, Text: text})
	for d, n := range q.regs {
		p.regs[d] = max(p.regs[d], n)
	}
	union(&p.module, q.module)
	union(&p.params, q.params)
	union(&p.body, q.body)
	p.label = p.label || q.label
}

func union(to *[]string, from []string) {
	for _, s := range from {
		if !slices.Contains(*to, s) {
			*to = append(*to, s)
		}
	}
}

// refusedLine is refused by every assembler, for the modifier.
const refusedLine = "add.ftz.u32 %last, %last, %last"

// write puts the file together and says where the questions stand.
func (p *page) write(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".version %s\n.target %s%s\n", p.version, p.target, p.options)
	if !p.version.Less(isa.Version{Major: 2, Minor: 3}) {
		b.WriteString(".address_size 64\n")
	}
	for _, d := range p.module {
		b.WriteString(d + "\n")
	}
	fmt.Fprintf(&b, ".entry k(%s)\n{\n\t.reg .u32 %%last;\n", strings.Join(p.params, ", "))
	for _, d := range slices.Sorted(maps.Keys(p.regs)) {
		fmt.Fprintf(&b, "\t.reg .%s %s<%d>;\n", d, prefix(d), p.regs[d])
	}
	for _, d := range p.body {
		b.WriteString("\t" + d + "\n")
	}
	line := 1 + strings.Count(b.String(), "\n")
	for i := range p.asked {
		p.asked[i].File, p.asked[i].Line = name, line+i
		b.WriteString("\t" + p.asked[i].Text + ";\n")
	}
	if p.label {
		b.WriteString("L1:\n")
	}
	b.WriteString("\t" + refusedLine + ";\n\texit;\n}\n")
	return b.String()
}
