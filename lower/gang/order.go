package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A region whose threads run in an order, first to last or last to first, stands for two or more
// with barriers between them, which went because in that order no thread does anything after a
// barrier that meets what a later one still does before it. A gang of such a region takes
// its threads from the end at which the order begins; its lanes go through the region together.
//
// Let x be an access of a lane that a gang executes before y, of another lane, and one of
// them be a store to where the other one goes. One thread after the other might do y first.
//
//   - If both stood on the same side of each barrier, nothing orders them in the program.
//   - If x stood before a barrier and y after it, the gang does what the barrier said; that
//     the threads one by one do the same is why the barrier went.
//   - If x stood after a barrier and y before it, the gang is wrong.
//
// The last is the case only if control does not get from x to y: no path leads from after a
// barrier to the front of it, and no pass moves an access across another one. It takes two ways
// on which lanes diverge, each with code of both sides: what stood after the barrier was appended
// to each way. So a gang needs that what lanes access on different ways never meets.
//
// A gang and the next one are as two threads: that is the order of the threads.

// parted returns an access of an ordered region that meets one on another way, nil where there
// is none.
func (w *flow) parted(m *schedule.Memory) *ir.Value {
	if w.b.Func.Order == ir.AnyOrder {
		return nil
	}
	var list []*ir.Value
	for _, v := range w.values {
		if v.IsAccess() && v.Attr.Space != ir.ParamSpace {
			list = append(list, v)
		}
	}
	for i, x := range list {
		reach := ir.Closure([]*ir.Block{x.Block}, func(b *ir.Block) []*ir.Block { return b.Succs })
		for _, y := range list[i+1:] {
			if !reach[y.Block] && (x.Writes() || y.Writes()) && mayMeet(m, x, y) {
				return y
			}
		}
	}
	return nil
}

// mayMeet reports whether two accesses may go to the same memory.
func mayMeet(m *schedule.Memory, x, y *ir.Value) bool {
	in, out := x.Attr.Space, y.Attr.Space
	a, b := m.Access(x), m.Access(y)
	named := a.Base.Kind == analysis.BaseSymbol && b.Base.Kind == analysis.BaseSymbol && a.Reach == schedule.Within && b.Reach == schedule.Within
	switch {
	case in == ir.ParamSpace || in == ir.Const:
		return false
	case in != out && in != ir.Generic && out != ir.Generic:
		return false
	case a.IsLocal() != b.IsLocal() && placed(a) && placed(b):
		return false
	case named:
		return a.Base.Sym == b.Base.Sym
	}
	return true
}
