package fpops_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// isNearestInverse reports whether y, of so many bits, is the number nearest to
// x to the power of -1/n: x times the n-th powers of the middles below and above
// y is below and above 1.
func isNearestInverse(x, y float64, n int64, bits int) bool {
	X, Y := ieee.Decode(ieee.F64, math.Float64bits(x)), ieee.Decode(ieee.F64, math.Float64bits(y))
	side := func(unit int64, e int) int { // compares x * (y + unit*2^e)^n with 1
		v := new(big.Int).Lsh(Y.M, 64)
		v.Rsh(v, uint(64+e-Y.E)) // y is a multiple of 2^e
		v.Add(v, big.NewInt(unit))
		v.Exp(v, big.NewInt(n), nil)
		v.Mul(v, X.M)
		one := big.NewInt(1)
		if s := int(n)*e + X.E; s > 0 {
			v.Lsh(v, uint(s))
		} else {
			one.Lsh(one, uint(-s))
		}
		return v.Cmp(one)
	}
	above := math.Ilogb(y) - bits
	below := above
	if frac, _ := math.Frexp(y); frac == 0.5 { // the numbers below a power of 2 are closer
		below--
	}
	return side(-1, below) < 0 && side(1, above) > 0
}

// TestAccurateRsqrtF64 checks the whole range, with operands whose results are
// close to short numbers or ties, and the special values.
func TestAccurateRsqrtF64(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	bad := &failures{t: t}
	check := func(x float64) {
		x = math.Abs(x)
		if x-x != 0 || x == 0 {
			return
		}
		if y := fpops.RsqrtAccurateF64(x); !isNearestInverse(x, y, 2, 53) {
			bad.errorf("rsqrt.f64 %x = %x is not nearest", x, y)
		}
	}
	for range trials(20000) {
		check(math.Float64frombits(r.Uint64()))
		check(math.Float64frombits(r.Uint64() >> (12 + r.UintN(52)))) // subnormal
		short := math.Ldexp(float64(r.Uint64()>>(11+r.UintN(53))|1), r.IntN(400)-200)
		x := 1 / (short * short)
		check(x)
		check(math.Nextafter(x, 0))
		check(math.Nextafter(x, inf))
		power := math.Float64bits(x) &^ (1<<52 - 1)
		check(math.Float64frombits(power + r.Uint64N(64)))
		check(math.Float64frombits(power - r.Uint64N(64)))
	}
	for _, c := range [][2]uint64{
		{0, 0x7ff0000000000000},
		{1 << 63, 0xfff0000000000000},
		{0x7ff0000000000000, 0},
		{0xfff0000000000000, 0xfff8000000000000},
		{0xbff0000000000000, 0xfff8000000000000},
		{0x8000000000000001, 0xfff8000000000000},
		{0x7ff0000000000001, 0x7ff8000000000001},
		{0xfff8000000000123, 0xfff8000000000123},
		{0x7fefffffffffffff, 0x1ff0000000000000},
		{1, 0x6180000000000000},
		{4, 0x6170000000000000},
	} {
		if got := math.Float64bits(fpops.RsqrtAccurateF64(math.Float64frombits(c[0]))); got != c[1] {
			t.Errorf("rsqrt.f64 %#x = %#x, want %#x", c[0], got, c[1])
		}
	}
}

// TestAccurateUpperF64 checks the .ftz forms of f64: fractions of 20 bits, with
// PTX2GO_LONG=1 all of them, with two exponents; all exponents; the special values.
func TestAccurateUpperF64(t *testing.T) {
	bad := &failures{t: t}
	r := rand.New(rand.NewPCG(9, 10))
	check := func(upper uint64) {
		x := math.Float64frombits(upper << 32)
		a := math.Float64frombits(upper<<32 | r.Uint64()>>32)
		y := fpops.RcpAccurateFtzF64(a)
		switch {
		case x > 0x1p1022:
			if math.Float64bits(y) != 0 {
				bad.errorf("rcp.ftz.f64 %x = %x, want 0", a, y)
			}
		case math.Float64bits(y)<<32 != 0 || !isNearestInverse(x, y, 1, 21):
			bad.errorf("rcp.ftz.f64 %x = %x is not nearest", a, y)
		}
		if neg := fpops.RcpAccurateFtzF64(-a); math.Float64bits(neg) != math.Float64bits(y)^1<<63 {
			bad.errorf("rcp.ftz.f64 %x = %x", -a, neg)
		}
		y = fpops.RsqrtAccurateFtzF64(a)
		if math.Float64bits(y)<<32 != 0 || !isNearestInverse(x, y, 2, 21) {
			bad.errorf("rsqrt.ftz.f64 %x = %x is not nearest", a, y)
		}
	}
	step := uint64(97)
	if testmode.Long() {
		step = 1
	}
	for m := uint64(0); m < 2<<20; m += step {
		check(1023<<20 + m)
	}
	for e := range uint64(2046) {
		check((e + 1) << 20)
		check((e+1)<<20 + 1)
		check((e+1)<<20 + 1<<20 - 1)
		check((e+1)<<20 + r.Uint64N(1<<20))
	}
	const nan, inf = 0x7fffffff00000000, 0x7ff0000000000000
	for _, c := range [][3]uint64{ // operand, rcp, rsqrt
		{0, inf, inf},
		{1 << 63, 1<<63 | inf, 1<<63 | inf},
		{0x000fffffffffffff, inf, inf},
		{0x800fffffffffffff, 1<<63 | inf, 1<<63 | inf},
		{0x8000000000000001, 1<<63 | inf, 1<<63 | inf},
		{inf, 0, 0},
		{1<<63 | inf, 1 << 63, nan},
		{0xbff0000000000000, 0xbff0000000000000, nan},
		{0x7ff8000000000000, nan, nan},
		{0xfff0000100000000, nan, nan},
		{0x7ff0000000000001, 0, 0}, // its upper word is that of an infinity
	} {
		a := math.Float64frombits(c[0])
		if got := math.Float64bits(fpops.RcpAccurateFtzF64(a)); got != c[1] {
			t.Errorf("rcp.ftz.f64 %#x = %#x, want %#x", c[0], got, c[1])
		}
		if got := math.Float64bits(fpops.RsqrtAccurateFtzF64(a)); got != c[2] {
			t.Errorf("rsqrt.ftz.f64 %#x = %#x, want %#x", c[0], got, c[2])
		}
	}
}
