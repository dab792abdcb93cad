package driver

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/pipeline"
)

// coverage is what ptx2go does with one row of the ISA table.
type coverage struct {
	form      *isa.Form
	heads     int          // legal spellings of opcode and modifiers
	supported int          // of them
	undefined int          // of them: no text says what they compute
	executed  int          // of them, by conformance cases that pass
	idle      []*isa.Match // the supported ones that no such case executes
}

// status words the support of a form.
func (c *coverage) status() string {
	switch {
	case c.form.Elsewhere != "":
		return "supported"
	case c.form.Placeholder:
		return "not in the table"
	case c.form.Gone:
		return "refused"
	case c.heads == 0:
		return "as another form"
	case c.undefined == c.heads:
		return "undefined"
	case c.supported == 0:
		return "not supported"
	case c.supported < c.heads:
		return "in part"
	}
	return "supported"
}

// counted reports whether the form counts in totals: the others have no legal
// spelling of their own, or no assembler accepts them.
func (c *coverage) counted() bool { return !c.form.Placeholder && !c.form.Gone && c.heads > 0 }

// measure looks at rows of the table. cases says what conformance cases execute,
// nil where nobody asks.
func measure(forms []*isa.Form, cases *execution) []*coverage {
	var all []*coverage
	for _, f := range forms {
		c := &coverage{form: f}
		f.Expand(func(mods []string) bool {
			// A head that is illegal, or for which another form stands, is not
			// this form's.
			ms, _ := isa.Resolve(f.Opcode, mods)
			i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
			if i < 0 {
				return true
			}
			c.add(ms[i], cases)
			return true
		})
		all = append(all, c)
	}
	return all
}

// add counts a head of the form.
func (c *coverage) add(m *isa.Match, cases *execution) {
	c.heads++
	ok := pipeline.Supports(m)
	switch {
	case ok:
		c.supported++
	case m.Lowering().Undefined:
		c.undefined++
	}
	switch {
	case cases == nil:
	case cases.executed[coverKey(m)]:
		c.executed++
	case ok:
		c.idle = append(c.idle, m)
	}
}

// coverKey tells matches apart: one head can belong to several forms.
func coverKey(m *isa.Match) string { return m.Form.ID + " " + m.Head }
