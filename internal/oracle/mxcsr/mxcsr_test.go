package mxcsr

import (
	"math"
	"testing"
)

func need(t *testing.T) {
	t.Helper()
	if !Available() {
		t.Skip("SKIPPED: needs amd64 with FMA and F16C")
	}
}

// TestFloat32 checks every operation in every mode on operands whose results
// can be seen with the naked eye.
func TestFloat32(t *testing.T) {
	need(t)
	const one, third, least = 0x3f800000, 0x3eaaaaaa, 0x00800000
	for _, c := range []struct {
		op      Op
		m       Mode
		flush   bool
		a, b, c uint32
		want    uint32
	}{
		{Add, RN, false, one, 0x33000000, 0, one},     // 1 + 2^-25
		{Add, RP, false, one, 0x33000000, 0, one + 1}, //
		{Add, RM, false, one, 0xb3000000, 0, one - 1}, // 1 - 2^-25
		{Add, RZ, false, one, 0xb3000000, 0, one - 1}, //
		{Sub, RM, false, one, one, 0, 1 << 31},        // -0
		{Sub, RN, false, one, one, 0, 0},              //
		{Mul, RP, false, 1, 1, 0, 1},                  // far below the least subnormal
		{Mul, RN, false, 1, 1, 0, 0},                  //
		{Mul, RN, true, least, 0x3f000000, 0, 0},      // exact, but subnormal
		{Mul, RN, false, least, 0x3f000000, 0, least / 2},
		{Mul, RN, true, 1, 0x7f000000, 0, 0}, // a subnormal operand
		{Div, RN, false, one, 0x40400000, 0, third + 1},
		{Div, RZ, false, one, 0x40400000, 0, third},
		{Div, RP, false, one, 0x40400000, 0, third + 1},
		{Fma, RN, false, one + 1, one + 1, 0xbf800002, 0x28800000}, // 2^-46
		{Fma, RZ, false, one, one, 0x80000001, one - 1},
		{Sqrt, RN, false, 0x40000000, 0, 0, 0x3fb504f3},
		{Sqrt, RP, false, 0x40000000, 0, 0, 0x3fb504f4},
	} {
		dst := []uint32{0}
		Float32(c.op, c.m, c.flush, dst, []uint32{c.a}, []uint32{c.b}, []uint32{c.c})
		if dst[0] != c.want {
			t.Errorf("op %d mode %d flush %t: %#x %#x %#x = %#x, want %#x", c.op, c.m, c.flush, c.a, c.b, c.c, dst[0], c.want)
		}
	}
}

// TestRestored checks that the mode does not stay, and slices of some length.
func TestRestored(t *testing.T) {
	need(t)
	a, b, c := make([]uint64, 100), make([]uint64, 100), make([]uint64, 100)
	for i := range a {
		a[i], b[i], c[i] = math.Float64bits(float64(i)), math.Float64bits(0x1p-60), math.Float64bits(3)
	}
	up, dst := make([]uint64, 100), make([]uint64, 100)
	for op, of := range map[Op]func(a, b, c float64) float64{
		Add:  func(a, b, c float64) float64 { return a + b },
		Sub:  func(a, b, c float64) float64 { return a - b },
		Mul:  func(a, b, c float64) float64 { return a * b },
		Div:  func(a, b, c float64) float64 { return a / b },
		Fma:  math.FMA,
		Sqrt: func(a, b, c float64) float64 { return math.Sqrt(a) },
	} {
		Float64(op, RP, true, up, a, b, c)
		Float64(op, RN, false, dst, a, b, c)
		for i := range a {
			x := of(math.Float64frombits(a[i]), math.Float64frombits(b[i]), math.Float64frombits(c[i]))
			if math.Float64bits(x) != dst[i] {
				t.Errorf("op %d of %d: %x, want %x", op, i, dst[i], math.Float64bits(x))
			}
			if u := math.Float64frombits(up[i]); u < x {
				t.Errorf("op %d of %d rounded up: %x, below %x", op, i, u, x)
			}
		}
	}
	Float64(Add, RZ, false, nil, nil, nil, nil) // nothing to do
}

func TestConversions(t *testing.T) {
	need(t)
	x := math.Float64bits(1 + 0x1p-30)
	for m, want := range map[Mode]uint32{RN: 0x3f800000, RZ: 0x3f800000, RM: 0x3f800000, RP: 0x3f800001} {
		narrow, half := []uint32{0}, []uint16{0}
		F32FromF64(m, false, narrow, []uint64{x})
		F16FromF32(m, half, []uint32{0x3f800001})
		if narrow[0] != want || uint32(half[0]) != 0x3c00+want&1 {
			t.Errorf("mode %d: %#x, %#x", m, narrow[0], half[0])
		}
		F32FromS64(m, narrow, []uint64{1<<40 + 1})
		if narrow[0] != 0x53800000+want&1 {
			t.Errorf("mode %d: 2^40+1 is %#x", m, narrow[0])
		}
		wide := []uint64{0}
		F64FromS64(m, wide, []uint64{1<<60 + 1})
		if wide[0] != 0x43b0000000000000+uint64(want&1) {
			t.Errorf("mode %d: 2^60+1 is %#x", m, wide[0])
		}
		S64FromF64(m, wide, []uint64{x})
		if wide[0] != 1+uint64(want&1) {
			t.Errorf("mode %d: 1+2^-30 is %d", m, wide[0])
		}
	}
}
