package driver

import (
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
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
	ok := supports(m)
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

// supports reports whether a match can be lowered. Builders exist for every name
// in the table, as a test of lower/build makes sure; of conversions, those between
// integers and plain moves need no function.
func supports(m *isa.Match) bool {
	l := m.Lowering()
	name := l.Name
	switch l.Verb {
	case isa.LowerOp:
		return true
	case isa.LowerBuild:
		t := m.Types()
		plain := len(m.Normal()) == 3 && len(t) == 2 && (t[0].IsInt() && t[1].IsInt() || t[0] == t[1])
		if l.Name != "cvt" || plain {
			return true
		}
		name = m.Intrinsic()
	case isa.LowerNone:
		return false
	}
	_, ok := intrin.Lookup(name)
	return ok
}

// eachMatch calls visit for every instruction of a body whose form is known.
func eachMatch(b *frontend.Block, visit func(*frontend.Inst)) {
	if b == nil {
		return
	}
	for i := range b.Stmts {
		switch s := &b.Stmts[i]; s.Kind {
		case frontend.StmtInst:
			if s.Inst.Match != nil {
				visit(s.Inst)
			}
		case frontend.StmtBlock:
			eachMatch(s.Block, visit)
		}
	}
}

// unsupported reports what cannot be lowered in a module that has mistakes, which
// therefore is not lowered. It finds what the table knows; the rest shows up
// once the mistakes are gone.
func unsupported(m *frontend.Module, l *diag.List, entries []string) {
	for _, d := range m.Decls {
		fn, ok := d.(*frontend.Func)
		if !ok || len(entries) > 0 && !slices.Contains(entries, fn.Name) {
			continue
		}
		eachMatch(fn.Body, func(in *frontend.Inst) {
			if !supports(in.Match) {
				l.Errorf(in.Pos, "unsupported", "not supported yet: %s", in.Match.Head)
			}
		})
	}
}
