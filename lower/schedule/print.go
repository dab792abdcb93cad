package schedule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Print returns the schedule of a module as text: for each kernel its form, what keeps it
// from a faster one, how memory appears to it, and its parts; for each of these, and for
// the device functions of which there is something to say, what their bodies say, and what
// others do.
func Print(s *Schedule, others ...func(*Body) string) string {
	var b strings.Builder
	body := func(f *ir.Func) string {
		text := s.Body(f).String()
		for _, more := range others {
			text += more(s.Body(f))
		}
		return text
	}
	for _, k := range s.Kernels {
		b.WriteString(s.kernel(k, body))
	}
	for _, f := range s.Funcs() {
		if f.Entry {
			continue
		}
		if text := s.Memory.text(f) + body(f); text != "" {
			fmt.Fprintf(&b, "function @%s\n%s", f.Name, text)
		}
	}
	return b.String()
}

// kernel returns the schedule of a kernel as text, with that of its bodies.
func (s *Schedule) kernel(k *Kernel, body func(*ir.Func) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel @%s runs as %s", k.Func.Name, k.Form)
	if k.Form == Coroutines {
		fmt.Fprintf(&b, ": %s", k.Why.In(k.Func.Module))
	}
	b.WriteString("\n" + s.Memory.text(k.Funcs()...))
	if k.Form != Regions {
		b.WriteString(body(k.Func))
		return b.String()
	}
	for _, f := range append([]*ir.Func{k.CTA}, k.Regions...) {
		b.WriteString(k.numbered(f))
		b.WriteString(body(f))
	}
	return b.String()
}

// numbered returns a part of the kernel as text. Regions, which have the name of their
// kernel, are told apart by their numbers: @k.1 is the first.
func (k *Kernel) numbered(f *ir.Func) string {
	text := ir.PrintFunc(f)
	if i := slices.Index(k.Regions, f); i >= 0 {
		return strings.Replace(text, "@"+k.Func.Name, fmt.Sprintf("@%s.%d", k.Func.Name, i+1), 1)
	}
	var runs []int
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun {
				runs = append(runs, slices.Index(k.Regions, v.Attr.Func)+1)
			}
		}
	}
	var out strings.Builder
	for l := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(l), "Run ") {
			l = strings.Replace(l, "@"+k.Func.Name, fmt.Sprintf("@%s.%d", k.Func.Name, runs[0]), 1)
			runs = runs[1:]
		}
		out.WriteString(l)
	}
	return out.String()
}

// String returns the body as text, a line for each thing that it says. Control flow is
// not among them: see region.Node.
func (b *Body) String() string {
	var w strings.Builder
	if b.Recursive {
		w.WriteString("  recursive\n")
	}
	if len(b.Row) > 0 {
		w.WriteString("  row:")
		for _, v := range b.Row {
			fmt.Fprintf(&w, " v%d", v.ID)
		}
		w.WriteString("\n")
	}
	if len(b.Truncs) > 0 {
		w.WriteString("  truncates:")
		for _, x := range b.Func.Blocks {
			for _, v := range x.Values {
				if b.Truncs[v] {
					fmt.Fprintf(&w, " v%d", v.ID)
				}
			}
		}
		w.WriteString("\n")
	}
	for _, g := range b.Gates {
		fmt.Fprintf(&w, "  gate: v%d is %t, guard of %s\n", g.Cond.ID, g.Holds, g.Block)
	}
	for i := range b.Spans {
		fmt.Fprintf(&w, "  threads: %s\n", b.Spans[i].text())
	}
	if b.Lanes != nil {
		fmt.Fprintf(&w, "  lanes: %s\n", b.Lanes.text())
	}
	if b.Split != nil {
		fmt.Fprintf(&w, "  split: %s\n", b.Split.text())
	}
	for c := b.Clean; c != nil; c = c.Next {
		if b.Split != nil {
			fmt.Fprintf(&w, "  clean: %s\n", c.Side)
		}
		w.WriteString(c.text(b.Func))
	}
	if b.Polls.Start {
		w.WriteString("  poll: start\n")
	}
	for _, x := range b.Func.Blocks {
		if b.Polls.Loops[x] {
			fmt.Fprintf(&w, "  poll: loop %s\n", x)
		}
		if b.Polls.Labels[x] {
			fmt.Fprintf(&w, "  poll: label %s\n", x)
		}
	}
	return w.String()
}

// In returns the reason as text, with the line of the module that it is about.
func (r *Reason) In(m *ir.Module) string {
	if n := line(m, r.Pos); n > 0 {
		return fmt.Sprintf("%s ; %d", r.Text, n)
	}
	return r.Text
}

// line returns the line of the PTX at a place; a module that was read from text has lines
// for positions.
func line(m *ir.Module, pos diag.Pos) int {
	if m != nil && m.File != nil {
		return m.File.Line(pos)
	}
	return int(pos)
}

// text returns the views of what the functions of a kernel, or a device function, access,
// a line for each, and how many accesses go by their address, with the line of the first.
func (m *Memory) text(funcs ...*ir.Func) string {
	var b strings.Builder
	owner := funcs[0].Owner()
	for i, p := range owner.Params {
		if w := m.Param(owner, i); w != nil {
			fmt.Fprintf(&b, "  view %s: %s\n", p.Name, w.text("", Within))
		}
		if m.freed[param{owner, i}] {
			fmt.Fprintf(&b, "  view %s: none, freed\n", p.Name)
		}
	}
	var list []*ir.Symbol // as they are mentioned
	far := map[*ir.Symbol]Reach{}
	var address []*ir.Value
	for _, f := range funcs {
		for _, blk := range f.Blocks {
			for _, v := range blk.Values {
				s := v.Attr.Sym
				if a := m.Access(v); a != nil {
					if a.View == nil && v.Attr.Space != ir.ParamSpace {
						address = append(address, v)
					}
					if s = a.Base.Sym; s != nil {
						far[s] = max(far[s], a.Reach)
					}
				}
				if s != nil && m.symbols[s] != nil && !slices.Contains(list, s) {
					list = append(list, s)
				}
			}
		}
	}
	for _, s := range list {
		fmt.Fprintf(&b, "  view @%s: %s\n", s.Name, m.symbols[s].text(s.Space.String(), max(far[s], m.symbols[s].Reach)))
	}
	if len(address) > 0 {
		fmt.Fprintf(&b, "  by address: %d ; %d\n", len(address), line(owner.Module, address[0].Pos))
	}
	return b.String()
}

// text returns the view of a variable in a space, whose accesses reach that far; "" and
// Within say that there is nothing to say.
func (w *View) text(space string, far Reach) string {
	words := []string{w.Elem.String()}
	if w.Bytes {
		words[0] = "bytes"
	}
	if space != "" {
		words = append(words, space)
	}
	if far > Within {
		words = append(words, far.String())
	}
	switch {
	case w.Atomics:
		words = append(words, "atomic")
	case w.Writes:
		words = append(words, "written")
	}
	return strings.Join(words, ", ")
}

// text returns a span as text.
func (s *Span) text() string {
	tid := "tid.x"
	if s.Step > 1 {
		tid = fmt.Sprintf("%d*tid.x", s.Step)
	}
	text := s.Index.text("+"+tid, s.Signed)
	if s.Sure() {
		text = tid
	}
	if s.From != nil {
		text = s.From.text() + " <= " + text
	}
	if s.To != nil {
		text += " < " + s.To.text()
	}
	if s.Cond != nil {
		text += fmt.Sprintf(", v%d is %t, guard of %s", s.Cond.ID, s.Holds, s.Block)
	}
	return text
}

// text returns an edge as text.
func (e *Edge) text() string {
	switch {
	case e.Value == nil:
		return fmt.Sprint(e.Plus)
	case e.Plus == 0:
		return fmt.Sprintf("v%d", e.Value.ID)
	}
	return fmt.Sprintf("v%d%+d", e.Value.ID, e.Plus)
}

// text returns the clean loop of a function as text: a line for each window with the
// accesses that go through it.
func (c *Clean) text(f *ir.Func) string {
	var w strings.Builder
	for _, x := range c.Windows {
		fmt.Fprintf(&w, "  window %s:", x.text(f.Owner()))
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if p := c.Use[v]; p.Window == x {
					fmt.Fprintf(&w, " v%d", v.ID)
					if x.Min != x.Max {
						fmt.Fprintf(&w, "%+d", p.Off)
					}
				}
			}
		}
		w.WriteString("\n")
	}
	for _, e := range c.Exact {
		fmt.Fprintf(&w, "  exact: %s\n", e.text(lanes(e.Step), e.Signed))
	}
	return w.String()
}

// text returns a window as text: what of which buffer or variable threads access.
func (x *Window) text(kernel *ir.Func) string {
	var parts []string
	step := x.Step
	for _, s := range x.First {
		text := fmt.Sprintf("v%d", s.Terms[0].Value.ID)
		if s.Ext != analysis.ExtNone {
			text = s.Sum.text(lanes(s.Step), s.Ext == analysis.ExtSigned)
		}
		if s.Scale != 1 {
			text = fmt.Sprintf("%d*%s", s.Scale, text)
		}
		parts = append(parts, text)
		step -= s.Step * s.Scale
	}
	if step != 0 || len(parts) == 0 {
		parts = append(parts, strings.TrimPrefix(lanes(step), "+"))
	}
	text := strings.Join(parts, "+")
	switch {
	case x.Min != x.Max:
		text += fmt.Sprintf("%+d..%d", x.Min, x.Max)
	case x.Min != 0:
		text += fmt.Sprintf("%+d", x.Min)
	}
	name := ""
	if x.Of.Base.Kind == analysis.BaseParam {
		name = kernel.Params[x.Of.Base.Index].Name
	} else {
		name = "@" + x.Of.Base.Sym.Name
	}
	text = name + "[" + text + "]"
	if x.Align > 1 {
		text += fmt.Sprintf(", aligned %d", x.Align)
	}
	return text
}

// lanes returns a multiple of %tid.x as text, to be added to something.
func lanes(step int64) string {
	switch step {
	case 0:
		return ""
	case 1:
		return "+tid.x"
	}
	return fmt.Sprintf("%+d*tid.x", step)
}

// text returns a sum as text: what it is made of, and as what it is extended.
func (s *Sum) text(more string, signed bool) string {
	var parts []string
	for _, t := range s.Terms {
		text := fmt.Sprintf("v%d", t.Value.ID)
		if t.Scale != 1 {
			text = fmt.Sprintf("%d*%s", t.Scale, text)
		}
		parts = append(parts, text)
	}
	if s.Const != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(s.Const))
	}
	as := "u32"
	if signed {
		as = "s32"
	}
	return as + "(" + strings.Join(parts, "+") + more + ")"
}
