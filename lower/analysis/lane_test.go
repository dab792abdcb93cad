package analysis

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestLaneNumber: the number of a thread modulo 32 is that of its lane, as a mask and as a rest.
func TestLaneNumber(t *testing.T) {
	f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
	b := f.NewBlock("")
	tid, lane := b.Add(ir.OpSReg, ir.I32, 0), b.Add(ir.OpSReg, ir.I32, 0)
	tid.Attr.SReg, lane.Attr.SReg = "tid.x", "laneid"
	type value struct {
		v    *ir.Value
		lane bool
	}
	list := []value{{lane, true}, {tid, false}}
	for _, x := range []struct {
		op   ir.Op
		n    uint64
		lane bool
	}{
		{ir.OpAnd, 31, true}, {ir.OpAnd, 32, false}, {ir.OpAnd, 15, false}, {ir.OpAnd, 63, false},
		{ir.OpRemU, 32, true}, {ir.OpRemU, 31, false}, {ir.OpRemS, 32, true}, {ir.OpRemS, 64, false},
	} {
		list = append(list, value{b.Add(x.op, ir.I32, 0, tid, b.Const(ir.I32, x.n, 0)), x.lane})
	}
	b.SetTerm(ir.Ret, 0)
	u := NewUniformity(f, nil)
	if u.ThreadNumber(tid) == Varying {
		t.Fatal("tid.x is the number of the thread in no warp")
	}
	for _, x := range list {
		if got := u.LaneNumber(x.v); (got != Varying) != x.lane {
			t.Errorf("%v is the number of the lane in %v", x.v, got)
		}
	}
}
