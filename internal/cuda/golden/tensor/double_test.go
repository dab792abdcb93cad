package tensor_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// f64 is a chain of fma from C on, in the order of k, each rounded as the
// instruction says.
func TestDoubles(t *testing.T) {
	products(t, func(t *testing.T, r *tensor.Record) {
		if r.A != "f64" {
			return
		}
		mode := "rn"
		for _, m := range []string{"rz", "rm", "rp"} {
			if strings.HasSuffix(r.Inst, "."+m) {
				mode = m
			}
		}
		compare(t, r, func(d tensor.Dot) uint64 {
			acc := d.C
			for i := range d.A {
				acc = fma64(d.A[i], d.B[i], acc, mode)
			}
			return acc
		})
	})
}

// invalid is the result of an operation that IEEE 754 calls invalid.
const invalid = 0xfff8000000000000

func fma64(a, b, c uint64, mode string) uint64 {
	x, y, z := math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c)
	r := math.FMA(x, y, z)
	switch {
	case y != y: // the first NaN of these, made quiet
		return b | 1<<51
	case z != z:
		return c | 1<<51
	case x != x:
		return a | 1<<51
	case r != r:
		return invalid
	case math.IsInf(x, 0) || math.IsInf(y, 0) || math.IsInf(z, 0):
		return math.Float64bits(r)
	}
	exact := new(big.Float).SetPrec(5000)
	exact.Mul(big.NewFloat(x), big.NewFloat(y))
	exact.Add(exact, big.NewFloat(z))
	if exact.Sign() == 0 { // +0 and -0 make +0, or -0 if the rounding is downwards
		if p := math.Signbit(x) != math.Signbit(y); (x == 0 || y == 0) && z == 0 && p == math.Signbit(z) {
			return math.Float64bits(z)
		}
		if mode == "rm" {
			return 1 << 63
		}
		return 0
	}
	// Truncated, and perhaps one further from 0. The bits of a float64 without the
	// sign are in the order of their values.
	neg := exact.Sign() < 0
	near, _ := exact.Float64()
	v := math.Float64bits(near) &^ (1 << 63)
	exact.Abs(exact)
	if math.IsInf(near, 0) || new(big.Float).SetFloat64(math.Float64frombits(v)).Cmp(exact) > 0 {
		v-- // the next towards 0
	}
	inexact := new(big.Float).SetFloat64(math.Float64frombits(v)).Cmp(exact) != 0
	switch {
	case mode == "rn":
		v = math.Float64bits(near) &^ (1 << 63)
	case inexact && (mode == "rp" && !neg || mode == "rm" && neg):
		v++
	}
	if neg {
		v |= 1 << 63
	}
	return v
}
