package analysis

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestRangesHold computes operations on all numbers of small intervals: each result must be in
// the range, which must be no more than one of numbers of that size.
func TestRangesHold(t *testing.T) {
	type number struct{ lo, hi int64 }
	numbers := []number{{0, 0}, {0, 3}, {0, 12}, {5, 8}, {-3, 2}, {-9, -4}, {0, 16}}
	for _, op := range []struct {
		op ir.Op
		do func(a, b int64) (int64, bool)
	}{
		{ir.OpAdd, func(a, b int64) (int64, bool) { return a + b, true }},
		{ir.OpSub, func(a, b int64) (int64, bool) { return a - b, true }},
		{ir.OpMul, func(a, b int64) (int64, bool) { return a * b, true }},
		{ir.OpAnd, func(a, b int64) (int64, bool) { return a & b, true }},
		{ir.OpOr, func(a, b int64) (int64, bool) { return a | b, true }},
		{ir.OpXor, func(a, b int64) (int64, bool) { return a ^ b, true }},
		{ir.OpMinS, func(a, b int64) (int64, bool) { return min(a, b), true }},
		{ir.OpMaxS, func(a, b int64) (int64, bool) { return max(a, b), true }},
		{ir.OpShl, func(a, b int64) (int64, bool) { return int64(int32(a << uint64(b&63))), b >= 0 && b < 32 }},
		{ir.OpShrS, func(a, b int64) (int64, bool) { return a >> uint64(b&63), b >= 0 && b < 32 }},
		{ir.OpShrU, func(a, b int64) (int64, bool) {
			return int64(int32(uint32(a) >> uint64(b&63))), b >= 0 && b < 32
		}},
		{ir.OpDivS, func(a, b int64) (int64, bool) { return a / max(b, 1), b > 0 }},
		{ir.OpDivU, func(a, b int64) (int64, bool) { return int64(int32(uint32(a) / uint32(max(b, 1)))), b > 0 }},
		{ir.OpRemS, func(a, b int64) (int64, bool) { return a % max(b, 1), b > 0 }},
		{ir.OpRemU, func(a, b int64) (int64, bool) { return int64(int32(uint32(a) % uint32(max(b, 1)))), b > 0 }},
	} {
		for _, x := range numbers {
			for _, y := range numbers {
				for _, fixed := range []bool{false, true} {
					f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
					b := f.NewBlock("")
					// A number from lo to hi: what the range of an operand is made of.
					in := func(n number) *ir.Value {
						v := b.Add(ir.OpParam, ir.I32, 0)
						v = b.Add(ir.OpMaxS, ir.I32, 0, v, b.Const(ir.I32, uint64(uint32(n.lo)), 0))
						return b.Add(ir.OpMinS, ir.I32, 0, v, b.Const(ir.I32, uint64(uint32(n.hi)), 0))
					}
					lo, hi := y.lo, y.hi
					p, q := in(x), in(y)
					if fixed {
						lo = hi
						q = b.Const(ir.I32, uint64(uint32(hi)), 0)
					}
					v := b.Add(op.op, ir.I32, 0, p, q)
					b.SetTerm(ir.Ret, 0)
					least, most := NewRanges(f).In(v, b)
					text := fmt.Sprintf("%v of %d to %d and %d to %d: %d to %d", op.op, x.lo, x.hi, lo, hi, least, most)
					for i := x.lo; i <= x.hi; i++ {
						for j := lo; j <= hi; j++ {
							if r, ok := op.do(i, j); ok && (r < least || r > most) {
								t.Fatalf("%s, and %d and %d give %d", text, i, j, r)
							}
						}
					}
					if op.op == ir.OpAnd {
						for _, n := range []number{x, {lo, hi}} {
							if n.lo >= 0 && (least < 0 || most > n.hi) {
								t.Errorf("%s, which is more than it can be", text)
							}
						}
					}
					if x.lo < 0 || lo < 0 || op.op == ir.OpShl && !fixed || hi == 0 && (op.op == ir.OpRemS || op.op == ir.OpRemU || op.op == ir.OpDivS || op.op == ir.OpDivU) {
						continue
					}
					// Division and the rest are known for constants only.
					if most > 1<<21 && (fixed || op.op != ir.OpDivS && op.op != ir.OpDivU && op.op != ir.OpRemS && op.op != ir.OpRemU) {
						t.Errorf("%s, which is more than it can be", text)
					}
				}
			}
		}
	}
}
