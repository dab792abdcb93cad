package lanes

import "testing"

// TestLast stores from masks at random, and from each lane alone.
func TestLast(t *testing.T) {
	r := seeded(t)
	for n := range 3000 {
		v := integers[uint64](r, Width)
		m := make([]bool, Width)
		for l := range m {
			m[l] = n%Width == l && n < 100 || n >= 100 && r.IntN(n%5+1) == 0
		}
		want, some := uint64(0), false
		for l := range m {
			if m[l] {
				want, some = v[l], true
			}
		}
		x, in := LoadU64(v, 0), LoadM(m, 0)
		y := U32FromU64(x)
		checkLast(t, "F32", func(s []float32) { StoreLastF32(s, 1, y.AsI32().ConvertToFloat32(), in) }, float32(int32(want)), some)
		checkLast(t, "I32", func(s []int32) { StoreLastI32(s, 1, y.AsI32(), in) }, int32(want), some)
		checkLast(t, "U32", func(s []uint32) { StoreLastU32(s, 1, y, in) }, uint32(want), some)
		checkLast(t, "I8", func(s []int8) { StoreLastI8(s, 1, y.AsI32(), in) }, int8(want), some)
		checkLast(t, "U8", func(s []uint8) { StoreLastU8(s, 1, y, in) }, uint8(want), some)
		checkLast(t, "I16", func(s []int16) { StoreLastI16(s, 1, y.AsI32(), in) }, int16(want), some)
		checkLast(t, "U16", func(s []uint16) { StoreLastU16(s, 1, y, in) }, uint16(want), some)
		checkLast(t, "F64", func(s []float64) { StoreLastF64(s, 1, CvtRnF64U32(y), in) }, float64(uint32(want)), some)
		checkLast(t, "I64", func(s []int64) { StoreLastI64(s, 1, I64FromU64(x), in) }, int64(want), some)
		checkLast(t, "U64", func(s []uint64) { StoreLastU64(s, 1, x, in) }, want, some)
	}
}

// checkLast checks that a store sets the middle one of three elements, if some lane is there.
func checkLast[T number](t *testing.T, kind string, store func([]T), want T, some bool) {
	t.Helper()
	s := []T{1, 2, 3}
	store(s)
	Clear()
	if !some {
		want = 2
	}
	if s[0] != 1 || s[1] != want || s[2] != 3 {
		t.Fatalf("StoreLast%s: %v, want %v", kind, s, want)
	}
}
