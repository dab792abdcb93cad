package pass

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// flush makes explicit that .ftz flushes operands. A function such as AddRnFtzF32 does so
// itself; what generated code calls in its place flushes the result only. So an operand is
// flushed once, where it comes from, however many operations use it, and not at all where
// it is a result that has been flushed.
func flush(f *ir.Func, _ *Options) bool {
	var users []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if isFlush(v) || flushesOperands(v) {
				users = append(users, v)
			}
		}
	}
	if len(users) == 0 {
		return false
	}
	flushed := analysis.Flushed(f, nil)
	made, after := map[*ir.Value]*ir.Value{}, map[*ir.Value][]*ir.Value{}
	r := newReplacer(f)
	for _, v := range users {
		if isFlush(v) {
			if a := v.Args[0]; flushed[a.ID] {
				r.replace(v, a)
			}
			continue
		}
		for i, a := range v.Args {
			if flushed[a.ID] {
				continue
			}
			if made[a] == nil {
				made[a] = flushedForm(f, a)
				after[a] = append(after[a], made[a])
			}
			v.Args[i] = made[a]
		}
	}
	for _, b := range f.Blocks {
		placeAfter(b, after)
	}
	return r.apply() || len(made) > 0
}

// flushedForm makes what stands beside a value where .ftz flushes it.
func flushedForm(f *ir.Func, a *ir.Value) *ir.Value {
	v := f.NewValue(ir.OpConst, ir.F32, a.Pos)
	if bits, ok := a.IsConst(); ok {
		v.Attr.Bits = bits & (1 << 31) // it is subnormal
	} else {
		v.Op, v.Args, v.Attr.Name = ir.OpIntrin, []*ir.Value{a}, "FtzF32"
	}
	v.Block, v.Name = a.Block, a.Name
	return v
}

func isFlush(v *ir.Value) bool { return v.Op == ir.OpIntrin && v.Attr.Name == "FtzF32" }

// flushesOperands reports whether a value is printed as a function that leaves it to others
// to flush the operands.
func flushesOperands(v *ir.Value) bool {
	if v.Op != ir.OpIntrin {
		return false
	}
	fn, _ := intrin.Lookup(v.Attr.Name)
	return fn.FlushedOperands()
}
