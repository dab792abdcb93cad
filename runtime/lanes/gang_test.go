package lanes

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if !Usable() {
		os.Stderr.WriteString("SKIPPED: this machine has not the vectors of this package; nothing of it was tested\n")
		os.Exit(0)
	}
	code := m.Run()
	os.RemoveAll(tablesDir)
	os.Exit(code)
}

// number is what lanes hold.
type number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// corners are integers at which carries, signs and widths change.
var corners = func() []uint64 {
	var out []uint64
	for _, b := range []int{0, 1, 2, 4, 5, 7, 8, 15, 16, 23, 24, 30, 31, 32, 33, 47, 48, 62, 63} {
		for d := range uint64(3) {
			out = append(out, 1<<b+d-1, -(1<<b + d - 1))
		}
	}
	return append(out, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x0123456789abcdef, 0x80000000ffffffff)
}()

// integers returns n numbers, a multiple of 16, from the corners and at random.
func integers[T number](r *rand.Rand, n int) []T {
	out := make([]T, n)
	for i := range out {
		x := r.Uint64()
		switch r.IntN(3) {
		case 0:
			x = corners[r.IntN(len(corners))]
		case 1:
			x >>= r.IntN(64)
		}
		out[i] = T(x)
	}
	return out
}

// pairs returns all pairs of corners, and n at random, in two slices; a sample with -short.
func pairs[T number](r *rand.Rand, n int) (x, y []T) {
	step := 1
	if testing.Short() {
		step, n = 11, n/8
	}
	for i, a := range corners {
		for j := i % step; j < len(corners); j += step {
			b := corners[j]
			x, y = append(x, T(a)), append(y, T(b))
		}
	}
	x, y = append(x, integers[T](r, n)...), append(y, integers[T](r, n)...)
	n = len(x) &^ (Width - 1)
	return x[:n], y[:n]
}

func seeded(t testing.TB) *rand.Rand {
	var seed [32]byte
	copy(seed[:], t.Name())
	return rand.New(rand.NewChaCha8(seed))
}

const many = 1 << 12

// test2 compares what vec makes of the numbers from i on with what scalar makes
// of each. (Go 1.26 does not compile generic functions of vectors.)
func test2[A, B, C number](t *testing.T, name string, vec func(x []A, y []B, i int, z []C), scalar func(A, B) C) {
	t.Helper()
	r := seeded(t)
	x, _ := pairs[A](r, many)
	_, y := pairs[B](r, many)
	got := make([]C, Width)
	for i := 0; i < len(x); i += Width {
		vec(x, y, i, got)
		Clear()
		for l, g := range got {
			if want := scalar(x[i+l], y[i+l]); g != want {
				t.Fatalf("%s(%#x, %#x) = %#x, want %#x (lane %d)", name, x[i+l], y[i+l], g, want, l)
			}
		}
	}
}

// testM compares a comparison of two vectors with that of two numbers.
func testM[A number](t *testing.T, name string, vec func(x, y []A, i int, z []bool), scalar func(x, y A) bool) {
	t.Helper()
	x, y := pairs[A](seeded(t), many)
	nans(x)
	got := make([]bool, Width)
	for i := 0; i < len(x); i += Width {
		vec(x, y, i, got)
		Clear()
		for l, g := range got {
			if want := scalar(x[i+l], y[i+l]); g != want {
				t.Fatalf("%s(%v, %v) = %v, want %v (lane %d)", name, x[i+l], y[i+l], g, want, l)
			}
		}
	}
}

func TestCompare(t *testing.T) {
	for i, vec := range []func(x, y I32) M{EqualI32, NotEqualI32, LessI32, LessEqualI32, GreaterI32, GreaterEqualI32} {
		compare(t, "I32", i, func(x, y []int32, i int, z []bool) { StoreM(z, 0, vec(LoadI32(x, i), LoadI32(y, i))) })
	}
	for i, vec := range []func(x, y U32) M{EqualU32, NotEqualU32, LessU32, LessEqualU32, GreaterU32, GreaterEqualU32} {
		compare(t, "U32", i, func(x, y []uint32, i int, z []bool) { StoreM(z, 0, vec(LoadU32(x, i), LoadU32(y, i))) })
	}
	for i, vec := range []func(x, y I64) M{EqualI64, NotEqualI64, LessI64, LessEqualI64, GreaterI64, GreaterEqualI64} {
		compare(t, "I64", i, func(x, y []int64, i int, z []bool) { StoreM(z, 0, vec(LoadI64(x, i), LoadI64(y, i))) })
	}
	for i, vec := range []func(x, y U64) M{EqualU64, NotEqualU64, LessU64, LessEqualU64, GreaterU64, GreaterEqualU64} {
		compare(t, "U64", i, func(x, y []uint64, i int, z []bool) { StoreM(z, 0, vec(LoadU64(x, i), LoadU64(y, i))) })
	}
	for i, vec := range []func(x, y F32) M{EqualF32, NotEqualF32, LessF32, LessEqualF32, GreaterF32, GreaterEqualF32} {
		compare(t, "F32", i, func(x, y []float32, i int, z []bool) { StoreM(z, 0, vec(LoadF32(x, i), LoadF32(y, i))) })
	}
	for i, vec := range []func(x, y F64) M{EqualF64, NotEqualF64, LessF64, LessEqualF64, GreaterF64, GreaterEqualF64} {
		compare(t, "F64", i, func(x, y []float64, i int, z []bool) { StoreM(z, 0, vec(LoadF64(x, i), LoadF64(y, i))) })
	}
}

// nans makes some of s NaN, infinite and -0 if they can be.
func nans[F number](s []F) {
	if F(3)/2 == 1 {
		return
	}
	special := []float64{math.NaN(), math.Inf(1), math.Copysign(0, -1), 0}
	for i := 0; i < len(s); i += 13 {
		s[i] = F(special[i%4])
	}
}

func compare[A number](t *testing.T, kind string, i int, vec func(x, y []A, i int, z []bool)) {
	t.Helper()
	name := []string{"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"}[i]
	testM(t, name+kind, vec, []func(x, y A) bool{
		func(x, y A) bool { return x == y }, func(x, y A) bool { return x != y },
		func(x, y A) bool { return x < y }, func(x, y A) bool { return x <= y },
		func(x, y A) bool { return x > y }, func(x, y A) bool { return x >= y },
	}[i])
}

func TestArithmetic(t *testing.T) {
	ii := func(name string, vec func(x, y I32) I32, scalar func(x, y int32) int32) {
		test2(t, name, func(x []int32, y []int32, i int, z []int32) { StoreI32(z, 0, vec(LoadI32(x, i), LoadI32(y, i))) }, scalar)
	}
	ii("NegI32", func(x, _ I32) I32 { return NegI32(x) }, func(x, _ int32) int32 { return -x })
	ii("AbsI32", func(x, _ I32) I32 { return AbsI32(x) }, func(x, _ int32) int32 { return max(x, -x) })
	ii("SignI32", func(x, _ I32) I32 { return SignI32(x) }, func(x, _ int32) int32 { return x >> 31 })
	ii("MinI32", MinI32, func(x, y int32) int32 { return min(x, y) })
	ii("MaxI32", MaxI32, func(x, y int32) int32 { return max(x, y) })
	ii("S8", func(x, _ I32) I32 { return S8(x) }, func(x, _ int32) int32 { return int32(int8(x)) })
	ii("S16", func(x, _ I32) I32 { return S16(x) }, func(x, _ int32) int32 { return int32(int16(x)) })
	uu := func(name string, vec func(x, y U32) U32, scalar func(x, y uint32) uint32) {
		test2(t, name, func(x []uint32, y []uint32, i int, z []uint32) { StoreU32(z, 0, vec(LoadU32(x, i), LoadU32(y, i))) }, scalar)
	}
	uu("NegU32", func(x, _ U32) U32 { return NegU32(x) }, func(x, _ uint32) uint32 { return -x })
	uu("MinU32", MinU32, func(x, y uint32) uint32 { return min(x, y) })
	uu("MaxU32", MaxU32, func(x, y uint32) uint32 { return max(x, y) })
	uu("U8", func(x, _ U32) U32 { return U8(x) }, func(x, _ uint32) uint32 { return uint32(uint8(x)) })
	uu("U16", func(x, _ U32) U32 { return U16(x) }, func(x, _ uint32) uint32 { return uint32(uint16(x)) })
	il := func(name string, vec func(x, y I64) I64, scalar func(x, y int64) int64) {
		test2(t, name, func(x []int64, y []int64, i int, z []int64) { StoreI64(z, 0, vec(LoadI64(x, i), LoadI64(y, i))) }, scalar)
	}
	il("Add", I64.Add, func(x, y int64) int64 { return x + y })
	il("Sub", I64.Sub, func(x, y int64) int64 { return x - y })
	il("Mul", I64.Mul, func(x, y int64) int64 { return x * y })
	il("And", I64.And, func(x, y int64) int64 { return x & y })
	il("Or", I64.Or, func(x, y int64) int64 { return x | y })
	il("Xor", I64.Xor, func(x, y int64) int64 { return x ^ y })
	il("AndNot", I64.AndNot, func(x, y int64) int64 { return x &^ y })
	il("Not", func(x, _ I64) I64 { return x.Not() }, func(x, _ int64) int64 { return ^x })
	il("NegI64", func(x, _ I64) I64 { return NegI64(x) }, func(x, _ int64) int64 { return -x })
	il("AbsI64", func(x, _ I64) I64 { return AbsI64(x) }, func(x, _ int64) int64 { return max(x, -x) })
	il("SignI64", func(x, _ I64) I64 { return SignI64(x) }, func(x, _ int64) int64 { return x >> 63 })
	il("MinI64", MinI64, func(x, y int64) int64 { return min(x, y) })
	il("MaxI64", MaxI64, func(x, y int64) int64 { return max(x, y) })
	ul := func(name string, vec func(x, y U64) U64, scalar func(x, y uint64) uint64) {
		test2(t, name, func(x []uint64, y []uint64, i int, z []uint64) { StoreU64(z, 0, vec(LoadU64(x, i), LoadU64(y, i))) }, scalar)
	}
	ul("Add", U64.Add, func(x, y uint64) uint64 { return x + y })
	ul("Sub", U64.Sub, func(x, y uint64) uint64 { return x - y })
	ul("Mul", U64.Mul, func(x, y uint64) uint64 { return x * y })
	ul("And", U64.And, func(x, y uint64) uint64 { return x & y })
	ul("Or", U64.Or, func(x, y uint64) uint64 { return x | y })
	ul("Xor", U64.Xor, func(x, y uint64) uint64 { return x ^ y })
	ul("AndNot", U64.AndNot, func(x, y uint64) uint64 { return x &^ y })
	ul("Not", func(x, _ U64) U64 { return x.Not() }, func(x, _ uint64) uint64 { return ^x })
	ul("NegU64", func(x, _ U64) U64 { return NegU64(x) }, func(x, _ uint64) uint64 { return -x })
	ul("MinU64", MinU64, func(x, y uint64) uint64 { return min(x, y) })
	ul("MaxU64", MaxU64, func(x, y uint64) uint64 { return max(x, y) })
}

func TestShift(t *testing.T) {
	test2(t, "ShlI32", func(x []int32, y []uint32, i int, z []int32) { StoreI32(z, 0, ShlI32(LoadI32(x, i), LoadU32(y, i))) }, func(x int32, n uint32) int32 { return x << n })
	test2(t, "ShrI32", func(x []int32, y []uint32, i int, z []int32) { StoreI32(z, 0, ShrI32(LoadI32(x, i), LoadU32(y, i))) }, func(x int32, n uint32) int32 { return x >> n })
	test2(t, "ShlU32", func(x []uint32, y []uint32, i int, z []uint32) { StoreU32(z, 0, ShlU32(LoadU32(x, i), LoadU32(y, i))) }, func(x, n uint32) uint32 { return x << n })
	test2(t, "ShrU32", func(x []uint32, y []uint32, i int, z []uint32) { StoreU32(z, 0, ShrU32(LoadU32(x, i), LoadU32(y, i))) }, func(x, n uint32) uint32 { return x >> n })
	test2(t, "ShlI64", func(x []int64, y []uint32, i int, z []int64) { StoreI64(z, 0, ShlI64(LoadI64(x, i), LoadU32(y, i))) }, func(x int64, n uint32) int64 { return x << n })
	test2(t, "ShrI64", func(x []int64, y []uint32, i int, z []int64) { StoreI64(z, 0, ShrI64(LoadI64(x, i), LoadU32(y, i))) }, func(x int64, n uint32) int64 { return x >> n })
	test2(t, "ShlU64", func(x []uint64, y []uint32, i int, z []uint64) { StoreU64(z, 0, ShlU64(LoadU64(x, i), LoadU32(y, i))) }, func(x uint64, n uint32) uint64 { return x << n })
	test2(t, "ShrU64", func(x []uint64, y []uint32, i int, z []uint64) { StoreU64(z, 0, ShrU64(LoadU64(x, i), LoadU32(y, i))) }, func(x uint64, n uint32) uint64 { return x >> n })
	for n := range uint32(70) {
		if n == 69 {
			n = 1<<32 - 1
		}
		test2(t, "ShlAllI32", func(x, _ []int32, i int, z []int32) { StoreI32(z, 0, ShlAllI32(LoadI32(x, i), n)) }, func(x, _ int32) int32 { return x << n })
		test2(t, "ShrAllI32", func(x, _ []int32, i int, z []int32) { StoreI32(z, 0, ShrAllI32(LoadI32(x, i), n)) }, func(x, _ int32) int32 { return x >> n })
		test2(t, "ShlAllU32", func(x, _ []uint32, i int, z []uint32) { StoreU32(z, 0, ShlAllU32(LoadU32(x, i), n)) }, func(x, _ uint32) uint32 { return x << n })
		test2(t, "ShrAllU32", func(x, _ []uint32, i int, z []uint32) { StoreU32(z, 0, ShrAllU32(LoadU32(x, i), n)) }, func(x, _ uint32) uint32 { return x >> n })
		test2(t, "ShlAllI64", func(x, _ []int64, i int, z []int64) { StoreI64(z, 0, ShlAllI64(LoadI64(x, i), n)) }, func(x, _ int64) int64 { return x << n })
		test2(t, "ShrAllI64", func(x, _ []int64, i int, z []int64) { StoreI64(z, 0, ShrAllI64(LoadI64(x, i), n)) }, func(x, _ int64) int64 { return x >> n })
		test2(t, "ShlAllU64", func(x, _ []uint64, i int, z []uint64) { StoreU64(z, 0, ShlAllU64(LoadU64(x, i), n)) }, func(x, _ uint64) uint64 { return x << n })
		test2(t, "ShrAllU64", func(x, _ []uint64, i int, z []uint64) { StoreU64(z, 0, ShrAllU64(LoadU64(x, i), n)) }, func(x, _ uint64) uint64 { return x >> n })
		if n > 0 && n < 32 {
			back := ConstU32(32 - n)
			test2(t, "FunnelB32", func(x, y []uint32, i int, z []uint32) {
				StoreU32(z, 0, FunnelB32(LoadU32(x, i), LoadU32(y, i), uint64(n), back.U32()))
			}, func(x, y uint32) uint32 { return uint32((uint64(x)<<32 | uint64(y)) >> (32 - n)) })
			test2(t, "RotateB32", func(x, _ []uint32, i int, z []uint32) {
				StoreU32(z, 0, RotateB32(LoadU32(x, i), uint64(n), back.U32()))
			}, func(x, _ uint32) uint32 { return bits.RotateLeft32(x, int(n)) })
		}
	}
}

func TestConst(t *testing.T) {
	u, i, f := ConstU32(0x9e3779b9), ConstI32(-6), ConstF32(0.125)
	ul, il, fl := ConstU64(0x9e3779b97f4a7c15), ConstI64(-6), ConstF64(0.125)
	nan := ConstU32(0xff800001)
	var (
		zu, zn [Width]uint32
		zi     [Width]int32
		zf     [Width]float32
		zul    [Width]uint64
		zil    [Width]int64
		zfl    [Width]float64
	)
	StoreU32(zu[:], 0, u.U32())
	StoreI32(zi[:], 0, i.I32())
	StoreF32(zf[:], 0, f.F32())
	StoreU32(zn[:], 0, BitsF32(nan.F32()))
	StoreU64(zul[:], 0, ul.U64())
	StoreI64(zil[:], 0, il.I64())
	StoreF64(zfl[:], 0, fl.F64())
	for l := range Width {
		if zu[l] != 0x9e3779b9 || zi[l] != -6 || zf[l] != 0.125 || zn[l] != 0xff800001 || zul[l] != 0x9e3779b97f4a7c15 || zil[l] != -6 || zfl[l] != 0.125 {
			t.Errorf("lane %d has %#x %d %g %#x %#x %d %g", l, zu[l], zi[l], zf[l], zn[l], zul[l], zil[l], zfl[l])
		}
	}
}

func TestConvert(t *testing.T) {
	test2(t, "I64FromI32", func(x []int32, y []int32, i int, z []int64) { StoreI64(z, 0, I64FromI32(LoadI32(x, i))) }, func(x, _ int32) int64 { return int64(x) })
	test2(t, "U64FromI32", func(x []int32, y []int32, i int, z []uint64) { StoreU64(z, 0, U64FromI32(LoadI32(x, i))) }, func(x, _ int32) uint64 { return uint64(x) })
	test2(t, "U64FromU32", func(x []uint32, y []uint32, i int, z []uint64) { StoreU64(z, 0, U64FromU32(LoadU32(x, i))) }, func(x, _ uint32) uint64 { return uint64(x) })
	test2(t, "I64FromU32", func(x []uint32, y []uint32, i int, z []int64) { StoreI64(z, 0, I64FromU32(LoadU32(x, i))) }, func(x, _ uint32) int64 { return int64(x) })
	test2(t, "U32FromU64", func(x []uint64, y []uint64, i int, z []uint32) { StoreU32(z, 0, U32FromU64(LoadU64(x, i))) }, func(x, _ uint64) uint32 { return uint32(x) })
	test2(t, "U32FromI64", func(x []int64, y []int64, i int, z []uint32) { StoreU32(z, 0, U32FromI64(LoadI64(x, i))) }, func(x, _ int64) uint32 { return uint32(x) })
	test2(t, "I32FromU64", func(x []uint64, y []uint64, i int, z []int32) { StoreI32(z, 0, I32FromU64(LoadU64(x, i))) }, func(x, _ uint64) int32 { return int32(x) })
	test2(t, "I32FromI64", func(x []int64, y []int64, i int, z []int32) { StoreI32(z, 0, I32FromI64(LoadI64(x, i))) }, func(x, _ int64) int32 { return int32(x) })
	test2(t, "MulLowU64", func(x, y []uint64, i int, z []uint64) {
		StoreU64(z, 0, MulLowU64(U64FromU32(U32FromU64(LoadU64(x, i))), U64FromU32(U32FromU64(LoadU64(y, i)))))
	}, func(x, y uint64) uint64 { return uint64(uint32(x)) * uint64(uint32(y)) })
	test2(t, "MulLowI64", func(x, y []int64, i int, z []int64) {
		StoreI64(z, 0, MulLowI64(I64FromI32(I32FromI64(LoadI64(x, i))), I64FromI32(I32FromI64(LoadI64(y, i)))))
	}, func(x, y int64) int64 { return int64(int32(x)) * int64(int32(y)) })
	test2(t, "HighU64", func(x []uint64, y []uint64, i int, z []uint32) { StoreU32(z, 0, HighU64(LoadU64(x, i))) }, func(x, _ uint64) uint32 { return uint32(x >> 32) })
	test2(t, "JoinU64", func(x []uint32, y []uint32, i int, z []uint64) { StoreU64(z, 0, JoinU64(LoadU32(x, i), LoadU32(y, i))) }, func(lo, hi uint32) uint64 { return uint64(hi)<<32 | uint64(lo) })
	test2(t, "U32FromM", func(x []int32, y []int32, i int, z []uint32) {
		StoreU32(z, 0, U32FromM(LessI32(LoadI32(x, i), LoadI32(y, i))))
	},
		func(x, y int32) uint32 { return map[bool]uint32{true: 1}[x < y] })
	test2(t, "I32FromM", func(x []int32, y []int32, i int, z []int32) {
		StoreI32(z, 0, I32FromM(LessI32(LoadI32(x, i), LoadI32(y, i))))
	},
		func(x, y int32) int32 { return map[bool]int32{true: 1}[x < y] })
	test2(t, "LoadU8", func(x []uint8, y []uint8, i int, z []uint32) { StoreU32(z, 0, LoadU8(x, i)) }, func(x, _ uint8) uint32 { return uint32(x) })
	test2(t, "LoadI8", func(x []int8, y []int8, i int, z []int32) { StoreI32(z, 0, LoadI8(x, i)) }, func(x, _ int8) int32 { return int32(x) })
	test2(t, "LoadU16", func(x []uint16, y []uint16, i int, z []uint32) { StoreU32(z, 0, LoadU16(x, i)) }, func(x, _ uint16) uint32 { return uint32(x) })
	test2(t, "LoadI16", func(x []int16, y []int16, i int, z []int32) { StoreI32(z, 0, LoadI16(x, i)) }, func(x, _ int16) int32 { return int32(x) })
	test2(t, "StoreU8", func(x []uint32, y []uint32, i int, z []uint8) { StoreU8(z, 0, LoadU32(x, i)) }, func(x, _ uint32) uint8 { return uint8(x) })
	test2(t, "StoreI8", func(x []int32, y []int32, i int, z []int8) { StoreI8(z, 0, LoadI32(x, i)) }, func(x, _ int32) int8 { return int8(x) })
	test2(t, "StoreU16", func(x []uint32, y []uint32, i int, z []uint16) { StoreU16(z, 0, LoadU32(x, i)) }, func(x, _ uint32) uint16 { return uint16(x) })
	test2(t, "StoreI16", func(x []int32, y []int32, i int, z []int16) { StoreI16(z, 0, LoadI32(x, i)) }, func(x, _ int32) int16 { return int16(x) })
}

// setBits returns the bits of b, lane 0 lowest.
func setBits(b int) []bool {
	s := make([]bool, Width)
	for l := range s {
		s[l] = b>>l&1 == 1
	}
	return s
}

// TestMask goes through all pairs of masks of eight lanes. More have the same bits in the
// other direction.
func TestMask(t *testing.T) {
	check := func(name string, m M, want func(l int) bool) {
		t.Helper()
		got := make([]bool, Width)
		StoreM(got, 0, m)
		for l, g := range got {
			if g != want(l) {
				t.Fatalf("%s: lane %d is %v", name, l, g)
			}
		}
		// A lane is all ones or zero.
		for l, x := range lanesOf(m.ToI32()) {
			if x != -map[bool]int32{true: 1}[got[l]] {
				t.Fatalf("%s: lane %d is %#x", name, l, x)
			}
		}
	}
	const full = 1<<Width - 1
	pattern := func(p int) int { return (p | int(bits.Reverse8(uint8(p)))<<8) & full }
	for p := range 256 {
		a := pattern(p)
		s := setBits(a)
		x := LoadM(s, 0)
		if int(Bits(x)) != a || Any(x) != (a != 0) || None(x) != (a == 0) || All(x) != (a == full) {
			t.Fatalf("%#x: Bits %#x, Any %v, None %v, All %v", a, Bits(x), Any(x), None(x), All(x))
		}
		n := 0
		for _, b := range s {
			if b {
				n++
			}
		}
		if Count(x) != n {
			t.Fatalf("Count(%#x) = %d", a, Count(x))
		}
		check("LoadM", x, func(l int) bool { return s[l] })
		check("NotM", NotM(x), func(l int) bool { return !s[l] })
		lo, hi := mask64(x)
		check("narrow", narrow(lo, hi), func(l int) bool { return s[l] })
		step := 1
		if testing.Short() {
			step = 13
		}
		for q := p % step; q < 256; q += step {
			b := pattern(q)
			u := setBits(b)
			y := LoadM(u, 0)
			check("AndM", AndM(x, y), func(l int) bool { return s[l] && u[l] })
			check("OrM", OrM(x, y), func(l int) bool { return s[l] || u[l] })
			check("XorM", XorM(x, y), func(l int) bool { return s[l] != u[l] })
			check("EqualM", EqualM(x, y), func(l int) bool { return s[l] == u[l] })
			check("AndNotM", AndNotM(x, y), func(l int) bool { return s[l] && !u[l] })
			c := (a ^ b<<1 ^ b>>3) & full
			z := setBits(c)
			check("MergeM", MergeM(x, y, LoadM(z, 0)), func(l int) bool { return z[l] && s[l] || !z[l] && u[l] })
			w := setBits(c)
			StoreMaskedM(w, 0, x, y)
			for l := range w {
				if want := u[l] && s[l] || !u[l] && z[l]; w[l] != want {
					t.Fatalf("StoreMaskedM(%#x, %#x) over %#x: lane %d is %v", a, b, c, l, w[l])
				}
			}
		}
	}
	for n := -3; n < 20; n++ {
		check("FirstN", FirstN(n), func(l int) bool { return l < n })
	}
	check("SplatM", SplatM(true), func(int) bool { return true })
	check("SplatM", SplatM(false), func(int) bool { return false })
}

func lanesOf(x I32) []int32 {
	s := make([]int32, Width)
	StoreI32(s, 0, x)
	return s
}

func TestSplatRampMerge(t *testing.T) {
	r := seeded(t)
	base, step := integers[uint64](r, 4096), integers[uint64](r, 4096)
	for i, b := range base {
		s := step[i]
		if i%4 == 0 {
			s = uint64(i / 4 % 9)
		}
		m := LoadM(setBits(int(b)), 0)
		in := func(l int) bool { return b>>l&1 == 1 }
		i32, u32, i64, u64 := make([]int32, Width), make([]uint32, Width), make([]int64, Width), make([]uint64, Width)
		f32, f64 := make([]float32, Width), make([]float64, Width)
		StoreI32(i32, 0, MergeI32(RampI32(int32(b), int32(s)), SplatI32(int32(b)), m))
		StoreU32(u32, 0, MergeU32(RampU32(uint32(b), uint32(s)), SplatU32(uint32(b)), m))
		StoreI64(i64, 0, MergeI64(RampI64(int64(b), int64(s)), SplatI64(int64(b)), m))
		StoreU64(u64, 0, MergeU64(RampU64(b, s), SplatU64(b), m))
		fs, ft := math.Float32frombits(uint32(b)&^(1<<23)), math.Float32frombits(uint32(s)&^(1<<23))
		ds, dt := math.Float64frombits(b&^(1<<52)), math.Float64frombits(s&^(1<<52))
		StoreF32(f32, 0, MergeF32(SplatF32(fs), SplatF32(ft), m))
		StoreF64(f64, 0, MergeF64(SplatF64(ds), SplatF64(dt), m))
		Clear()
		for l := range Width {
			x, f, d := b, ft, dt
			if in(l) {
				x, f, d = b+uint64(l)*s, fs, ds
			}
			if i32[l] != int32(x) || u32[l] != uint32(x) || i64[l] != int64(x) || u64[l] != x {
				t.Fatalf("base %#x, step %#x, lane %d: %#x %#x %#x %#x, want %#x", b, s, l, i32[l], u32[l], i64[l], u64[l], x)
			}
			if math.Float32bits(f32[l]) != math.Float32bits(f) || math.Float64bits(f64[l]) != math.Float64bits(d) {
				t.Fatalf("floats: lane %d: %x %x, want %x %x", l, f32[l], f64[l], f, d)
			}
		}
	}
}
