package schedule

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Print returns the schedule of a module as text: for each kernel its form, what keeps it
// from a faster one, and its parts.
func Print(s *Schedule) string {
	var b strings.Builder
	for _, k := range s.Kernels {
		b.WriteString(k.String())
	}
	return b.String()
}

// String returns the schedule of the kernel as text.
func (k *Kernel) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel @%s runs as %s", k.Func.Name, k.Form)
	if k.Form == Coroutines {
		fmt.Fprintf(&b, ", because of %s", k.Why.Text)
		if line := line(k.Func.Module, k); line > 0 {
			fmt.Fprintf(&b, " ; %d", line)
		}
	}
	b.WriteString("\n")
	if k.Form == Regions {
		b.WriteString(ir.PrintFunc(k.CTA))
		for _, r := range k.Regions {
			b.WriteString(ir.PrintFunc(r))
		}
	}
	return b.String()
}

// line returns the line of the PTX that the reason names; a module that was read from
// text has lines for positions.
func line(m *ir.Module, k *Kernel) int {
	if m != nil && m.File != nil {
		return m.File.Line(k.Why.Pos)
	}
	return int(k.Why.Pos)
}
