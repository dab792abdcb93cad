package vector

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Print returns the kernels of a schedule as text: the function with lanes of each region, or of the whole
// of a kernel that is not cut, or why there is none.
func Print(s *schedule.Schedule, lanes int) string {
	var b strings.Builder
	for _, k := range s.Kernels {
		fmt.Fprintf(&b, "kernel @%s runs as %s", k.Func.Name, k.Form)
		if k.Form == schedule.Coroutines {
			fmt.Fprintf(&b, ": %s", k.Why.In(s.Module))
		}
		b.WriteString("\n")
		for i, p := range Kernel(s, k, lanes) {
			if k.Form == schedule.Regions {
				fmt.Fprintf(&b, "region @%s.%d: ", k.Func.Name, i+1)
			}
			if p.Func == nil {
				fmt.Fprintf(&b, "no gang of %d: %s\n", lanes, p.Why.In(s.Module))
				continue
			}
			fmt.Fprintf(&b, "gang of %d\n%s", lanes, ir.PrintFunc(p.Func))
		}
	}
	return b.String()
}
