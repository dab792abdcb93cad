package driver

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// coverage is what ptx2go does with one row of the ISA table.
type coverage struct {
	form      *isa.Form
	heads     int // legal spellings of opcode and modifiers
	supported int // of them
	cases     int // of the supported ones, those that a conformance case has
}

// status words the support of a form.
func (c *coverage) status() string {
	switch {
	case c.form.Placeholder:
		return "not in the table"
	case c.form.Gone:
		return "refused"
	case c.heads == 0:
		return "as another form"
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

// measure looks at every row of the table. inCases holds the heads that
// conformance cases have.
func measure(inCases map[string]bool) []*coverage {
	var all []*coverage
	for _, f := range isa.Forms() {
		c := &coverage{form: f}
		f.Expand(func(mods []string) bool {
			// A head that is illegal, or for which another form stands, is not
			// this form's.
			ms, _ := isa.Resolve(f.Opcode, mods)
			i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
			if i < 0 {
				return true
			}
			c.heads++
			if supports(ms[i]) {
				c.supported++
				if inCases[coverKey(ms[i])] {
					c.cases++
				}
			}
			return true
		})
		all = append(all, c)
	}
	return all
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

// headsInCases collects what the PTX files of all cases at or below the folders
// contain.
func headsInCases(dirs []string) (map[string]bool, error) {
	cases, err := findCases(dirs, nil, nil)
	if err != nil {
		return nil, err
	}
	heads := map[string]bool{}
	for _, c := range cases {
		for _, p := range c.PTX {
			if err := headsInFile(c, p.File, heads); err != nil {
				return nil, err
			}
		}
	}
	return heads, nil
}

func headsInFile(c *casefile.Case, file string, heads map[string]bool) error {
	f, err := load(filepath.Join(c.Dir, file), nil)
	if err != nil {
		return err
	}
	l := diag.NewList(f)
	m := frontend.Parse(f, l)
	if m != nil {
		frontend.Check(m, l)
	}
	if l.Errors() > 0 {
		return fmt.Errorf("%s: %d errors, see ptx2go check", f.Name, l.Errors())
	}
	for _, d := range m.Decls {
		if fn, ok := d.(*frontend.Func); ok {
			eachMatch(fn.Body, func(in *frontend.Inst) { heads[coverKey(in.Match)] = true })
		}
	}
	return nil
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
