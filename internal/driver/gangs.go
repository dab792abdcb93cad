package driver

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// noteGangs adds a note for each kernel that has no gangs, as why says.
func noteGangs(s *schedule.Schedule, why map[string]*schedule.Reason, l *diag.List) {
	for _, k := range s.Kernels {
		if why := why[k.Func.Name]; why != nil {
			l.Add(diag.Diagnostic{
				Pos: why.Pos, Len: 1, Severity: diag.Note, Code: "gangs",
				Msg:  fmt.Sprintf("no threads of kernel %s run as gangs, because of %s", k.Func.Name, why.Text),
				Hint: "they run one after the other with GOEXPERIMENT=simd too; -dump=schedule says more",
			})
		}
	}
}

// setGangs says which kernels have no gangs, and why.
func setGangs(forms []kernelForm, s *schedule.Schedule, why map[string]*schedule.Reason) {
	for i, k := range s.Kernels {
		if why := why[k.Func.Name]; why != nil {
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
