package ieee

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Go's own arithmetic rounds to nearest as IEEE 754 says, on every architecture:
// what it computes, Arith must compute. A product is converted before it meets
// an addition, so that nothing is fused.

// native are the operations that Go has, on bits.
var native = map[string]struct {
	arity int
	f32   func(a, b, c float32) float32
	f64   func(a, b, c float64) float64
}{
	"add": {2, func(a, b, _ float32) float32 { return a + b }, func(a, b, _ float64) float64 { return a + b }},
	"sub": {2, func(a, b, _ float32) float32 { return a - b }, func(a, b, _ float64) float64 { return a - b }},
	"mul": {2, func(a, b, _ float32) float32 { return a * b }, func(a, b, _ float64) float64 { return a * b }},
	"div": {2, func(a, b, _ float32) float32 { return a / b }, func(a, b, _ float64) float64 { return a / b }},
	"rcp": {1, func(a, _, _ float32) float32 { return 1 / a }, func(a, _, _ float64) float64 { return 1 / a }},
	"sqrt": {1, func(a, _, _ float32) float32 { return float32(math.Sqrt(float64(a))) },
		func(a, _, _ float64) float64 { return math.Sqrt(a) }},
	"fma": {3, nil, math.FMA},
}

// draw returns bits of a format: any, with few bits, near the borders, or near
// another number.
func draw(r *rand.Rand, f Format, near uint64) uint64 {
	u := r.Uint64() & (f.SignBit()<<1 - 1)
	switch r.IntN(6) {
	case 0:
		u &^= 1<<r.UintN(f.Man+1) - 1
	case 1: // subnormal, or nearly
		u &= f.SignBit() | 1<<(f.Man+1) - 1
	case 2:
		edges := []uint64{0, 1 << f.Man, f.One(), f.Inf(), f.Inf() - 1<<f.Man}
		u = (edges[r.IntN(len(edges))] + uint64(r.IntN(5)) - 2) & (f.SignBit() - 1)
	case 3:
		u = (near ^ f.SignBit()&u) + uint64(r.IntN(5)) - 2
	case 4: // of about the same size
		u = u&^f.Inf() | (near+uint64(r.IntN(61)-30)<<f.Man)&f.Inf()
	}
	return u & (f.SignBit()<<1 - 1)
}

func TestArithAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	failed := 0
	for range trials(30_000) {
		a64 := draw(r, F64, 0)
		b64 := draw(r, F64, a64)
		product := math.Float64bits(math.Float64frombits(a64) * math.Float64frombits(b64))
		u64 := []uint64{a64, b64, draw(r, F64, product)}
		a32 := draw(r, F32, 0)
		u32 := []uint64{a32, draw(r, F32, a32), 0}
		for op, n := range native {
			var x, y, z float64
			x, y, z = math.Float64frombits(u64[0]), math.Float64frombits(u64[1]), math.Float64frombits(u64[2])
			compare(t, &failed, F64, op, u64[:n.arity], math.Float64bits(n.f64(x, y, z)))
			if n.f32 != nil {
				x, y := math.Float32frombits(uint32(u32[0])), math.Float32frombits(uint32(u32[1]))
				compare(t, &failed, F32, op, u32[:n.arity], uint64(math.Float32bits(n.f32(x, y, 0))))
			}
		}
		if failed > 10 {
			t.FailNow()
		}
	}
}

func compare(t *testing.T, failed *int, f Format, op string, u []uint64, want uint64) {
	t.Helper()
	got := Arith(f, op, "rn", false, u)
	if f.IsNaN(want) {
		want = f.NaN()
	}
	if got != want {
		*failed++
		t.Errorf("%s.%s %#x = %#x, Go has %#x", op, f.Name, u, got, want)
	}
}

// TestEncodeAgainstGo compares conversions with Go's.
func TestEncodeAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		u := draw(r, F64, 0)
		if r.IntN(2) == 0 { // next to an f32, or to the middle between two
			x := float64(math.Float32frombits(uint32(draw(r, F32, 0))))
			u = (math.Float64bits(x) + uint64(r.IntN(3))<<28 + uint64(r.IntN(3)) - 1)
		}
		x := math.Float64frombits(u)
		if x != x {
			continue
		}
		if got, want := Encode(F32, Decode(F64, u), "rn", false), uint64(math.Float32bits(float32(x))); got != want {
			t.Fatalf("f32 of %#x = %#x, Go has %#x", u, got, want)
		}
		v := r.Uint64() >> r.UintN(64)
		if got, want := Encode(F64, FromInt(new(big.Int).SetUint64(v)), "rn", false), math.Float64bits(float64(v)); got != want {
			t.Fatalf("f64 of %d = %#x, Go has %#x", v, got, want)
		}
		if got, want := Encode(F32, FromInt(big.NewInt(int64(v))), "rn", false), uint64(math.Float32bits(float32(int64(v)))); got != want {
			t.Fatalf("f32 of %d = %#x, Go has %#x", int64(v), got, want)
		}
		if math.Abs(x) < 0x1p62 {
			for mode, of := range map[string]func(float64) float64{"rn": math.RoundToEven, "rz": math.Trunc,
				"rm": math.Floor, "rp": math.Ceil, "rna": math.Round} {
				if got, want := Integral(Decode(F64, u), mode), int64(of(x)); !got.IsInt64() || got.Int64() != want {
					t.Fatalf("%v to an integer, %s: %v, Go has %d", x, mode, got, want)
				}
			}
		}
	}
}

// TestCompareAgainstGo compares the order of numbers with Go's.
func TestCompareAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		u := draw(r, F32, 0)
		v := draw(r, F32, u)
		x, y := math.Float32frombits(uint32(u)), math.Float32frombits(uint32(v))
		if x != x || y != y || x == 0 && y == 0 {
			continue
		}
		want := 0
		if x < y {
			want = -1
		} else if x > y {
			want = 1
		}
		if got := Compare(Decode(F32, u), Decode(F32, v)); got != want {
			t.Fatalf("%v and %v compare as %d", x, y, got)
		}
	}
	if Compare(Decode(F32, 1<<31), Decode(F32, 0)) != -1 {
		t.Error("-0 is not below +0")
	}
}
