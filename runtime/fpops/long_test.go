package fpops_test

import (
	"math"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/internal/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// halves splits [0, n) between two goroutines.
func halves(n uint64, f func(lo, hi uint64)) {
	var wg sync.WaitGroup
	for i := range uint64(2) {
		wg.Go(func() { f(i*n/2, (i+1)*n/2) })
	}
	wg.Wait()
}

// valueOf is the value of a finite or infinite 16-bit float as a float64.
func valueOf(f ieee.Format, h uint64) float64 {
	x := ieee.Decode(f, h)
	v := math.Inf(1)
	if x.Kind == ieee.Finite {
		m, _ := x.M.Float64()
		v = math.Ldexp(m, x.E)
	}
	if x.Neg {
		v = -v
	}
	return v
}

// TestLongNarrow checks the conversions from f32 to f16 and bf16 in all modes
// for all 2^32 operands. The expected value comes from walking along the
// numbers of the narrow format while the operand grows.
func TestLongNarrow(t *testing.T) {
	if !*long {
		t.Skip("exhaustive: needs -long")
	}
	for _, f := range []ieee.Format{f16, bf16} {
		var numbers []float64
		for h := uint64(0); h <= f.Inf(); h++ {
			numbers = append(numbers, valueOf(f, h))
		}
		top := numbers[f.Inf()-1]
		numbers[f.Inf()] = top + (top - numbers[f.Inf()-2]) // where infinity would be
		type conversion struct {
			mode string
			fn   func(float32) uint16
		}
		convs := []conversion{{"rn", fpops.CvtRnF16F32}, {"rz", fpops.CvtRzF16F32}, {"rm", fpops.CvtRmF16F32}, {"rp", fpops.CvtRpF16F32}}
		if f == bf16 {
			convs = []conversion{{"rn", fpops.CvtRnBf16F32}, {"rz", fpops.CvtRzBf16F32}}
		}
		halves(0x7f800001, func(lo, hi uint64) {
			bad := &failures{t: t}
			h := uint64(0)
			for u := lo; u < hi; u++ {
				x := float64(math.Float32frombits(uint32(u)))
				for h+1 < f.Inf() && numbers[h+1] <= x {
					h++
				}
				down, up := h, h+1
				if x == numbers[h] {
					up = h
				}
				near := down
				if d, e := x-numbers[down], numbers[up]-x; d > e || d == e && down&1 == 1 {
					near = up
				}
				over := down // what truncation gives
				if u == 0x7f800000 {
					near, over, up, down = f.Inf(), f.Inf(), f.Inf(), f.Inf()
				}
				for _, c := range convs {
					var pos, neg uint64
					switch c.mode {
					case "rn":
						pos, neg = near, near
					case "rz":
						pos, neg = over, over
					case "rm":
						pos, neg = down, up
					case "rp":
						pos, neg = up, down
					}
					if got := uint64(c.fn(math.Float32frombits(uint32(u)))); got != pos {
						bad.errorf("cvt.%s.%s.f32 %#x = %#x, want %#x", c.mode, f.Name, u, got, pos)
					}
					if got := uint64(c.fn(math.Float32frombits(uint32(u) | 1<<31))); got != neg|0x8000 {
						bad.errorf("cvt.%s.%s.f32 %#x = %#x, want %#x", c.mode, f.Name, u|1<<31, got, neg|0x8000)
					}
				}
			}
		})
	}
}

// TestLongPairs checks f16 add and mul and bf16 mul for all pairs: the exact
// result fits in a float64, and the returned number must be the nearest.
func TestLongPairs(t *testing.T) {
	if !*long {
		t.Skip("exhaustive: needs -long")
	}
	for _, c := range []struct {
		name  string
		f     ieee.Format
		fn    func(a, b uint16) uint16
		exact func(a, b float64) float64
	}{
		{"add.f16", f16, fpops.AddRnF16, func(a, b float64) float64 { return a + b }},
		{"mul.f16", f16, fpops.MulRnF16, func(a, b float64) float64 { return a * b }},
		{"mul.bf16", bf16, fpops.MulRnBf16, func(a, b float64) float64 { return a * b }},
	} {
		var value [1 << 16]float64
		for h := range value {
			value[h] = math.NaN()
			if !c.f.IsNaN(uint64(h)) {
				value[h] = valueOf(c.f, uint64(h))
			}
		}
		inf := uint16(c.f.Inf())
		edge := value[inf-1] + (value[inf-1]-value[inf-2])/2 // rounds to infinity
		halves(1<<16, func(lo, hi uint64) {
			bad := &failures{t: t}
			for a := lo; a < hi; a++ {
				for b := range value {
					x := c.exact(value[a], value[b])
					got := c.fn(uint16(a), uint16(b))
					mag, ax := got&0x7fff, math.Abs(x)
					ok := false
					switch {
					case x != x:
						ok = got == 0x7fff
					case math.Signbit(x) != (got>>15 == 1):
					case ax >= edge:
						ok = mag == inf
					case mag < inf:
						d := math.Abs(ax - value[mag])
						up, down := math.Inf(1), math.Inf(1)
						if mag+1 < inf {
							up = math.Abs(ax - value[mag+1])
						}
						if mag > 0 {
							down = math.Abs(ax - value[mag-1])
						}
						even := got&1 == 0
						ok = (d < up || d == up && even) && (d < down || d == down && even)
					}
					if !ok {
						bad.errorf("%s %#x %#x = %#x", c.name, a, b, got)
					}
				}
			}
		})
	}
}

// TestLongToInt checks the conversions from f32 to 32-bit integers for all
// operands, against integer arithmetic on the bits.
func TestLongToInt(t *testing.T) {
	if !*long {
		t.Skip("exhaustive: needs -long")
	}
	halves(1<<32, func(lo, hi uint64) {
		bad := &failures{t: t}
		for u := lo; u < hi; u++ {
			x := math.Float32frombits(uint32(u))
			var v int64 // truncated
			e := int(u>>23&0xff) - 150
			m := int64(u&0x7fffff | 0x800000)
			switch {
			case u&0x7fffffff > 0x7f800000:
			case e >= 20:
				v = 1 << 40
			case e >= 0:
				v = m << e
			case e > -24:
				v = m >> -e
			}
			if u>>31 != 0 {
				v = -v
			}
			if got, want := fpops.CvtRziS32F32(x), int32(max(math.MinInt32, min(v, math.MaxInt32))); got != want {
				bad.errorf("cvt.rzi.s32.f32 %#x = %d, want %d", u, got, want)
			}
			if got, want := fpops.CvtRziU32F32(x), uint32(max(0, min(v, math.MaxUint32))); got != want {
				bad.errorf("cvt.rzi.u32.f32 %#x = %d, want %d", u, got, want)
			}
		}
	})
}
