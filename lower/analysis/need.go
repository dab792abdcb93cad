package analysis

import "github.com/ptx2go/ptx2go/lower/ir"

// Needed tells by value ID what has to be computed: what has an effect or decides where a
// function goes on, and what that is computed from. A value is computed from what args
// says: its arguments, if that is nil.
func Needed(f *ir.Func, args func(*ir.Value) []*ir.Value) []bool {
	if args == nil {
		args = func(v *ir.Value) []*ir.Value { return v.Args }
	}
	watched := f.Module.Watched() // a sanitizer is to see all loads
	needed := make([]bool, f.NumValues())
	var work []*ir.Value
	mark := func(v *ir.Value) {
		if !needed[v.ID] {
			needed[v.ID] = true
			work = append(work, v)
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.HasEffect() || watched && v.Op == ir.OpLoad {
				mark(v)
			}
		}
		for _, c := range b.Ctrl {
			mark(c)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range args(v) {
			mark(a)
		}
	}
	return needed
}
