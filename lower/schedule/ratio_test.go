package schedule

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestRatio asks by how much a sum is larger than another one: as often as all its parts are.
func TestRatio(t *testing.T) {
	f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
	b := f.NewBlock("")
	x, y := b.Add(ir.OpSReg, ir.I32, 0), b.Add(ir.OpSReg, ir.I32, 0)
	x.Attr.SReg, y.Attr.SReg = "ntid.x", "ntid.y"
	// a*x + c*y + d
	sum := func(a, c, d int32) *ir.Value {
		times := func(v *ir.Value, n int32) *ir.Value {
			return b.Add(ir.OpMul, ir.I32, 0, v, b.Const(ir.I32, uint64(uint32(n)), 0))
		}
		v := b.Const(ir.I32, uint64(uint32(d)), 0)
		if a != 0 {
			v = b.Add(ir.OpAdd, ir.I32, 0, times(x, a), v)
		}
		if c != 0 {
			v = b.Add(ir.OpAdd, ir.I32, 0, v, times(y, c))
		}
		return v
	}
	list := []struct {
		x, y [3]int32
		k    int64
		ok   bool
	}{
		{[3]int32{6, 0, 0}, [3]int32{3, 0, 0}, 2, true},
		{[3]int32{6, 0, 0}, [3]int32{1, 0, 0}, 6, true},
		{[3]int32{-6, 0, 0}, [3]int32{2, 0, 0}, -3, true},
		{[3]int32{6, 4, 2}, [3]int32{3, 2, 1}, 2, true},
		{[3]int32{6, 4, 2}, [3]int32{3, 1, 1}, 0, false},
		{[3]int32{6, 4, 2}, [3]int32{3, 2, 2}, 0, false},
		{[3]int32{6, 0, 0}, [3]int32{4, 0, 0}, 0, false},
		{[3]int32{6, 4, 0}, [3]int32{3, 0, 0}, 0, false},
		{[3]int32{0, 0, 12}, [3]int32{0, 0, 3}, 4, true},
		{[3]int32{0, 0, 12}, [3]int32{0, 0, 5}, 0, false},
	}
	var pairs [][2]*ir.Value
	for _, c := range list {
		pairs = append(pairs, [2]*ir.Value{sum(c.x[0], c.x[1], c.x[2]), sum(c.y[0], c.y[1], c.y[2])})
	}
	s := &striding{subject: &subject{prov: analysis.NewProvenance(f)}}
	for i, c := range list {
		k, ok := s.ratio(pairs[i][0], pairs[i][1])
		if ok != c.ok || ok && k != c.k {
			t.Errorf("%v is %d times %v, %v; want %d, %v", c.x, k, c.y, ok, c.k, c.ok)
		}
	}
}
