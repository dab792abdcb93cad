package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// dce removes the values that no effect and no branch depends on.
func dce(f *ir.Func, _ *Options) bool {
	needed, removed := analysis.Needed(f, nil), false
	for _, b := range f.Blocks {
		n := len(b.Values)
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return !needed[v.ID] })
		removed = removed || len(b.Values) < n
	}
	return removed
}
