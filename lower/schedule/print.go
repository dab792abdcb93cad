package schedule

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Print returns the schedule of a module as text: for each kernel its form, what keeps it
// from a faster one, and its parts; for each of these, and for the device functions of
// which there is something to say, what their bodies say.
func Print(s *Schedule) string {
	var b strings.Builder
	for _, k := range s.Kernels {
		b.WriteString(s.kernel(k))
	}
	for _, f := range s.Funcs() {
		if text := s.Body(f).String(); !f.Entry && text != "" {
			fmt.Fprintf(&b, "function @%s\n%s", f.Name, text)
		}
	}
	return b.String()
}

// kernel returns the schedule of a kernel as text.
func (s *Schedule) kernel(k *Kernel) string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel @%s runs as %s", k.Func.Name, k.Form)
	if k.Form == Coroutines {
		fmt.Fprintf(&b, ", because of %s", k.Why.Text)
		if line := line(k.Func.Module, k); line > 0 {
			fmt.Fprintf(&b, " ; %d", line)
		}
	}
	b.WriteString("\n")
	if k.Form != Regions {
		b.WriteString(s.Body(k.Func).String())
		return b.String()
	}
	for _, f := range append([]*ir.Func{k.CTA}, k.Regions...) {
		b.WriteString(ir.PrintFunc(f))
		b.WriteString(s.Body(f).String())
	}
	return b.String()
}

// String returns the body as text, a line for each thing that it says. Control flow is
// not among them: see region.Node.
func (b *Body) String() string {
	var w strings.Builder
	if b.Recursive {
		w.WriteString("  recursive\n")
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

// line returns the line of the PTX that the reason names; a module that was read from
// text has lines for positions.
func line(m *ir.Module, k *Kernel) int {
	if m != nil && m.File != nil {
		return m.File.Line(k.Why.Pos)
	}
	return int(k.Why.Pos)
}
