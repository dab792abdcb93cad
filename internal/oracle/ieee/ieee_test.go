package ieee

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/mxcsr"
)

// TestRoundTrip decodes and encodes every number of 16 bits, and many others.
func TestRoundTrip(t *testing.T) {
	check := func(f Format, u uint64) {
		for _, mode := range []string{"rn", "rna", "rz", "rm", "rp"} {
			want := u
			if f.IsNaN(u) {
				want = f.NaN()
			}
			if got := Encode(f, Decode(f, u), mode, false); got != want {
				t.Errorf("%s %#x, %s: %#x", f.Name, u, mode, got)
			}
			if f.IsSubnormal(u) {
				want = u & f.SignBit()
			}
			if got := Encode(f, Decode(f, u), mode, true); got != want {
				t.Errorf("%s %#x, %s, flushed: %#x, want %#x", f.Name, u, mode, got, want)
			}
		}
	}
	for u := range uint64(1 << 16) {
		check(F16, u)
		check(BF16, u)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		check(F32, draw(r, F32, 0))
		check(F64, draw(r, F64, 0))
	}
}

// TestModes checks the rounding of each mode between two neighbours.
func TestModes(t *testing.T) {
	// 1 + k/4 of the last place of f16: its last bit is 2^-10.
	for k, want := range map[int]map[string]uint64{
		1: {"rn": 0, "rna": 0, "rz": 0, "rm": 0, "rp": 1},
		2: {"rn": 0, "rna": 1, "rz": 0, "rm": 0, "rp": 1},
		3: {"rn": 1, "rna": 1, "rz": 0, "rm": 0, "rp": 1},
		6: {"rn": 2, "rna": 2, "rz": 1, "rm": 1, "rp": 2},
	} {
		for mode, w := range want {
			x := Decode(F32, F32.One()+uint64(k)<<11)
			if got := Encode(F16, x, mode, false); got != F16.One()+w {
				t.Errorf("1 + %d/4 units, %s: %#x", k, mode, got)
			}
			x.Neg = true
			mirrored := map[string]string{"rm": "rp", "rp": "rm"}
			if m, ok := mirrored[mode]; ok {
				w = want[m]
			}
			if got := Encode(F16, x, mode, false); got != F16.One()+w|F16.SignBit() {
				t.Errorf("-(1 + %d/4 units), %s: %#x", k, mode, got)
			}
		}
	}
}

// TestBrackets checks the directed modes against each other: towards negative
// and positive infinity are neighbours, or equal where the result is exact, and
// the others are one of the two.
func TestBrackets(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	order := func(f Format, u uint64) int64 {
		if u&f.SignBit() != 0 {
			return -int64(u &^ f.SignBit())
		}
		return int64(u)
	}
	for range trials(6000) {
		for _, f := range []Format{F16, BF16, F32, F64} {
			a := draw(r, f, 0)
			u := []uint64{a, draw(r, f, a), draw(r, f, a)}
			for op, n := range map[string]int{"add": 2, "mul": 2, "div": 2, "fma": 3, "sqrt": 1} {
				down, up := Arith(f, op, "rm", false, u[:n]), Arith(f, op, "rp", false, u[:n])
				if f.IsNaN(down) != f.IsNaN(up) {
					t.Fatalf("%s.%s %#x: %#x and %#x", op, f.Name, u[:n], down, up)
				}
				if f.IsNaN(down) {
					continue
				}
				if d := order(f, up) - order(f, down); d != 0 && d != 1 {
					t.Fatalf("%s.%s %#x: down %#x, up %#x", op, f.Name, u[:n], down, up)
				}
				for _, mode := range []string{"rn", "rna", "rz"} {
					if v := order(f, Arith(f, op, mode, false, u[:n])); v != order(f, down) && v != order(f, up) {
						t.Fatalf("%s.%s.%s %#x: %#x, between %#x and %#x", op, mode, f.Name, u[:n], v, down, up)
					}
				}
			}
		}
	}
}

// TestAgainstProcessor compares every mode, with and without flushing, with
// what the processor computes when it is told to round so.
func TestAgainstProcessor(t *testing.T) {
	if !mxcsr.Available() {
		t.Skip("SKIPPED: needs amd64 with FMA")
	}
	n := trials(6000)
	modes := map[string]mxcsr.Mode{"rn": mxcsr.RN, "rz": mxcsr.RZ, "rm": mxcsr.RM, "rp": mxcsr.RP}
	ops := map[string]mxcsr.Op{"add": mxcsr.Add, "sub": mxcsr.Sub, "mul": mxcsr.Mul, "div": mxcsr.Div, "fma": mxcsr.Fma, "sqrt": mxcsr.Sqrt}
	arity := map[string]int{"add": 2, "sub": 2, "mul": 2, "div": 2, "fma": 3, "sqrt": 1}
	r := rand.New(rand.NewPCG(11, 12))
	var w, v [3][]uint64
	var narrow [3][]uint32
	for range n {
		a, b := draw(r, F64, 0), draw(r, F32, 0)
		for i := range 3 {
			w[i], v[i] = append(w[i], a), append(v[i], b)
			narrow[i] = append(narrow[i], uint32(b))
			a, b = draw(r, F64, a), draw(r, F32, b)
		}
	}
	dst, dst32 := make([]uint64, n), make([]uint32, n)
	for op, code := range ops {
		for mode, m := range modes {
			for _, ftz := range []bool{false, true} {
				mxcsr.Float64(code, m, ftz, dst, w[0], w[1], w[2])
				mxcsr.Float32(code, m, ftz, dst32, narrow[0], narrow[1], narrow[2])
				for i := range n {
					check(t, F64, op, mode, ftz, []uint64{w[0][i], w[1][i], w[2][i]}[:arity[op]], dst[i])
					check(t, F32, op, mode, ftz, []uint64{v[0][i], v[1][i], v[2][i]}[:arity[op]], uint64(dst32[i]))
				}
			}
		}
	}
}

func check(t *testing.T, f Format, op, mode string, ftz bool, u []uint64, want uint64) {
	t.Helper()
	if f.IsNaN(want) {
		want = f.NaN()
	}
	if got := Arith(f, op, mode, ftz, u); got != want {
		t.Fatalf("%s.%s.%s ftz=%t %#x = %#x, the processor has %#x", op, mode, f.Name, ftz, u, got, want)
	}
}

// TestClamps checks saturation at its borders.
func TestClamps(t *testing.T) {
	for _, f := range []Format{F16, F32, F64} {
		one := f.One()
		for u, want := range map[uint64]uint64{0: 0, f.SignBit(): 0, one: one, one + 1: one, one - 1: one - 1, 1: 1,
			f.Inf(): one, f.SignBit() | f.Inf(): 0, f.NaN(): 0, f.SignBit() | 1: 0} {
			if got := Sat(f, u); got != want {
				t.Errorf("sat.%s %#x = %#x, want %#x", f.Name, u, got, want)
			}
		}
		for u, want := range map[uint64]uint64{0: 0, f.SignBit(): 0, one: one, f.Inf(): f.Inf(), f.Inf() | 1: f.NaN(),
			f.SignBit() | one: 0, f.SignBit() | f.Inf() | 1: f.NaN(), f.SignBit() | f.Inf(): 0} {
			if got := Relu(f, u); got != want {
				t.Errorf("relu.%s %#x = %#x, want %#x", f.Name, u, got, want)
			}
		}
	}
}

// trials returns n, or many times as many with PTX2GO_LONG=1.
func trials(n int) int {
	if testmode.Long() {
		return 20 * n
	}
	return n
}
