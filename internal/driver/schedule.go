package driver

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// scheduled decides how the threads of the kernels of a module run.
func scheduled(m *ir.Module, warp warpMode) *schedule.Schedule {
	return schedule.New(m, schedule.Options{AnyShape: warp.anyBlock})
}

// noteCoroutines adds a note for each kernel whose threads run as coroutines: that is
// slow, and the place shows what a faster kernel would do without.
func noteCoroutines(s *schedule.Schedule, l *diag.List) {
	for _, k := range s.Kernels {
		if k.Form != schedule.Coroutines {
			continue
		}
		l.Add(diag.Diagnostic{
			Pos: k.Why.Pos, Len: 1, Severity: diag.Note, Code: "coroutines",
			Msg:  fmt.Sprintf("the threads of kernel %s run as coroutines, because of %s", k.Func.Name, k.Why.Text),
			Hint: "that is right, and 100 to 1000 times slower than loops over threads",
		})
	}
}
