package driver

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// gangless returns why no threads of a kernel run as gangs, nil where some do. ganged are
// the kernels of which gangs have been printed.
func gangless(s *schedule.Schedule, k *schedule.Kernel, plans map[*schedule.Body]*gang.Plan, ganged []string) *schedule.Reason {
	switch {
	case slices.Contains(ganged, k.Func.Name):
		return nil
	case k.Form == schedule.Coroutines:
		return &schedule.Reason{Pos: k.Why.Pos, Text: "threads that run as coroutines"}
	}
	var why *schedule.Reason
	for _, f := range k.Funcs() {
		switch p := plans[s.Body(f)]; {
		case p == nil:
		case p.Why == nil:
			return &schedule.Reason{Pos: f.Pos, Text: "operations that are printed for one thread only"}
		case why == nil:
			why = p.Why // of the first region
		}
	}
	if why == nil {
		why = &schedule.Reason{Pos: k.Func.Pos, Text: "nothing that threads compute"}
	}
	return why
}

// noteGangs adds a note for each kernel without gangs.
func noteGangs(s *schedule.Schedule, ganged []string, l *diag.List) {
	plans := gang.New(s)
	for _, k := range s.Kernels {
		if why := gangless(s, k, plans, ganged); why != nil {
			l.Add(diag.Diagnostic{
				Pos: why.Pos, Len: 1, Severity: diag.Note, Code: "gangs",
				Msg:  fmt.Sprintf("no threads of kernel %s run as gangs, because of %s", k.Func.Name, why.Text),
				Hint: "they run one after the other with GOEXPERIMENT=simd too; -dump=schedule says more",
			})
		}
	}
}

// setGangs says which kernels have no gangs, and why.
func setGangs(forms []kernelForm, s *schedule.Schedule, ganged []string) {
	plans := gang.New(s)
	for i, k := range s.Kernels {
		if why := gangless(s, k, plans, ganged); why != nil {
			forms[i].NoGangs = why.Text
		}
	}
}

// gangTable prints how many kernels have gangs, and why the others have none.
func gangTable(all []*variant, w io.Writer) {
	kernels, without := 0, 0
	why := map[string]int{}
	for _, v := range all {
		kernels += len(v.forms)
		for _, f := range v.forms {
			if f.NoGangs != "" {
				why[f.NoGangs]++
				without++
			}
		}
	}
	fmt.Fprintf(w, "%d of %s have gangs", kernels-without, diag.Count(kernels, "kernel"))
	if without > 0 {
		fmt.Fprint(w, "; the others have none because of")
	}
	fmt.Fprintln(w)
	for _, text := range slices.SortedFunc(maps.Keys(why), func(a, b string) int {
		return cmp.Or(cmp.Compare(why[b], why[a]), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(w, "%6d  %s\n", why[text], text)
	}
}
