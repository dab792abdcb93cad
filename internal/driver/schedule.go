package driver

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// scheduled decides how the threads of the kernels of a module run.
func scheduled(m *ir.Module, warp warpMode, debug bool) *schedule.Schedule {
	return pipeline.Schedule(m, pipeline.Options{Pass: pass.Options{AnyShape: warp.anyBlock, Debug: debug}})
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
			Msg:  fmt.Sprintf("the threads of kernel %s run as coroutines: %s", k.Func.Name, k.Why.Text),
			Hint: "results are the same, but 100 to 1000 times slower than with loops over threads",
		})
	}
}

// kernelForm says how the threads of a kernel run.
type kernelForm struct {
	Kernel string `json:"kernel"`
	Form   string `json:"form"`
	Why    string `json:"why,omitempty"` // what keeps it from a faster form
	Line   int    `json:"line,omitempty"`

	NoGangs string `json:"no_gangs,omitempty"` // what keeps all its threads from gangs
}

func formsOf(s *schedule.Schedule) []kernelForm {
	var out []kernelForm
	for _, k := range s.Kernels {
		f := kernelForm{Kernel: k.Func.Name, Form: k.Form.String(), Why: k.Why.Text}
		if f.Why != "" {
			f.Line = s.Module.File.Line(k.Why.Pos)
		}
		out = append(out, f)
	}
	return out
}

// formsText counts the kernels of each form, those of rows last: a column behind the time.
func formsText(forms []kernelForm) string {
	n := map[string]int{}
	for _, f := range forms {
		n[f.Form]++
	}
	var out []string
	for _, f := range []schedule.Form{schedule.Coroutines, schedule.Regions, schedule.Rows} {
		if n[f.String()] > 0 {
			out = append(out, fmt.Sprintf("%d as %s", n[f.String()], f))
		}
	}
	if out == nil {
		return ""
	}
	return "  " + strings.Join(out, ", ")
}
