package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// dce removes the values that no effect and no branch depends on.
func dce(f *ir.Func, _ *Options) bool {
	live := make([]bool, f.NumValues())
	var work []*ir.Value
	need := func(v *ir.Value) {
		if !live[v.ID] {
			live[v.ID] = true
			work = append(work, v)
		}
	}
	total := 0
	for _, b := range f.Blocks {
		total += len(b.Values)
		for _, v := range b.Values {
			if v.HasEffect() || v.Convergent() {
				need(v)
			}
		}
		for _, c := range b.Ctrl {
			need(c)
		}
	}
	kept := 0
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		kept++
		for _, a := range v.Args {
			need(a)
		}
	}
	if kept == total {
		return false
	}
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return !live[v.ID] })
	}
	return true
}
