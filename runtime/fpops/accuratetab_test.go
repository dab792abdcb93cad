package fpops_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// nearest64 rounds an exact number to f64.
func nearest64(x ieee.Number) float64 {
	return math.Float64frombits(ieee.Encode(ieee.F64, x, "rn", false))
}

// TestAccurateTables computes the tables again. What the comments say is rounded
// the other way must be one unit off, in the stated direction.
func TestAccurateTables(t *testing.T) {
	exp2, sine, log2, inverse := fpops.AccurateTables()
	for j, got := range exp2 {
		want := math.Float64bits(nearest64(exactEx2(float64(j)/64))) - uint64(j)<<46
		if j == 62 {
			want++
		}
		if got != want {
			t.Errorf("powers.Table[%d] = %#x, want %#x", j, got, want)
		}
	}
	direction := map[int]uint64{9: math.MaxUint64, 13: 1, 15: math.MaxUint64}
	for k, got := range sine {
		j, sign := k%32, math.Float64bits(float64(1-k/32*2))&(1<<63)
		j = min(j, 32-j)
		v := fixedSine(new(big.Int).Quo(fixedTimes(int64(j), fixedPi), big.NewInt(32)), false)
		want := math.Float64bits(nearest64(number(v))) + direction[j] | sign
		if j == 0 {
			want = 0
		}
		if math.Float64bits(got) != want {
			t.Errorf("sineTable[%d] = %x, want %x", k, got, math.Float64frombits(want))
		}
	}
	for i, row := range log2 {
		low := float64(math.Float32frombits(0x3f330000 + uint32(i)<<17))
		high := float64(math.Float32frombits(0x3f330000 + uint32(i+1)<<17))
		if low < 1 && high > 1 {
			if row.R != 1 || math.Float64bits(row.L) != 0 {
				t.Errorf("log2Table[%d] = %v, want 1 and 0", i, row)
			}
			continue
		}
		if frac, _ := math.Frexp(row.R); frac*(1<<29) != math.Trunc(frac*(1<<29)) {
			t.Errorf("log2Table[%d].r = %x has more than 29 bits", i, row.R)
		}
		if d := math.Max(1-low*row.R, high*row.R-1); d > 0x1.03p-7 {
			t.Errorf("log2Table[%d].r = %x is not close to the reciprocals of %v to %v", i, row.R, low, high)
		}
		exact := ieee.Negate(exactLg2(row.R))
		l := nearest64(exact)
		rest := nearest64(ieee.Add(exact, ieee.Negate(ieee.Decode(ieee.F64, math.Float64bits(l))), "rn"))
		if row.L != l || math.Abs(rest) > 0x1p-62*math.Abs(l) {
			t.Errorf("log2Table[%d].l = %x, want %x with an error of less than %g", i, row.L, l, rest)
		}
	}
	v := fixedDiv(fixedOne, fixedTimes(2, fixedPi))
	for i, got := range inverse {
		if want := new(big.Int).Rsh(v, uint(fixedBits-64*(i+1))).Uint64(); got != want {
			t.Errorf("invTwoPi[%d] = %#x, want %#x", i, got, want)
		}
	}
}
