package tensor_test

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// compare compares the results of all tiles with what model gives.
func compare(t *testing.T, r *tensor.Record, model func(d tensor.Dot) uint64) {
	t.Helper()
	bad, n := 0, 0
	for tile := range r.Tiles {
		dots := r.Dots(tile)
		for cell, got := range r.Results(tile) {
			n++
			if want := model(dots[cell]); got != want {
				if bad++; bad == 1 {
					t.Errorf("%s %s: tile %d, %+v: %#x, computed %#x", r.Form, r.Family, tile, cell, got, want)
				}
			}
		}
	}
	if bad > 1 {
		t.Errorf("%s %s: %d of %d differ", r.Form, r.Family, bad, n)
	}
}

// signed is the value of an element of an integer type.
func signed(typ string, v uint64) int64 {
	switch typ {
	case "s8":
		return int64(int8(v))
	case "s4":
		return int64(int8(v<<4)) >> 4
	case "s32":
		return int64(int32(v))
	}
	return int64(v)
}

// Sums of integers are exact. With .satfinite all products are added to C before
// the sum is clamped, once.
func TestIntegers(t *testing.T) {
	products(t, func(t *testing.T, r *tensor.Record) {
		if r.D != "s32" {
			return
		}
		saturate, xor := strings.Contains(r.Inst, "satfinite"), strings.Contains(r.Inst, "xor")
		compare(t, r, func(d tensor.Dot) uint64 {
			sum := signed("s32", d.C)
			for i, a := range d.A {
				switch {
				case r.A == "w32" && xor:
					sum += int64(bits.OnesCount32(uint32(a ^ d.B[i])))
				case r.A == "w32":
					sum += int64(bits.OnesCount32(uint32(a & d.B[i])))
				default:
					sum += signed(r.A, a) * signed(r.B, d.B[i])
				}
			}
			if saturate {
				sum = max(math.MinInt32, min(math.MaxInt32, sum))
			}
			return uint64(uint32(sum))
		})
	})
}
