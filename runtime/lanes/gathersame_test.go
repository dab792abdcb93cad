package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestGatherSame compares gathers of what is mostly one element with those of any: where all lanes have the same index,
// inside or outside, where some lanes have another one, and where some are missing.
func TestGatherSame(t *testing.T) {
	testSame(t, "F32", func(s []float32, idx I32, m M) ([]float32, bool, []float32, bool) {
		var a, b [Width]float32
		x, ok := GatherF32(s, idx, m)
		y, also := GatherSameF32(s, idx, m)
		StoreF32(a[:], 0, MergeF32(x, F32{}, m))
		StoreF32(b[:], 0, MergeF32(y, F32{}, m))
		return a[:], ok, b[:], also
	})
	testSame(t, "I32", func(s []int32, idx I32, m M) ([]int32, bool, []int32, bool) {
		var a, b [Width]int32
		x, ok := GatherI32(s, idx, m)
		y, also := GatherSameI32(s, idx, m)
		StoreI32(a[:], 0, MergeI32(x, I32{}, m))
		StoreI32(b[:], 0, MergeI32(y, I32{}, m))
		return a[:], ok, b[:], also
	})
	testSame(t, "U32", func(s []uint32, idx I32, m M) ([]uint32, bool, []uint32, bool) {
		var a, b [Width]uint32
		x, ok := GatherU32(s, idx, m)
		y, also := GatherSameU32(s, idx, m)
		StoreU32(a[:], 0, MergeU32(x, U32{}, m))
		StoreU32(b[:], 0, MergeU32(y, U32{}, m))
		return a[:], ok, b[:], also
	})
	testSame(t, "F64", func(s []float64, idx I32, m M) ([]float64, bool, []float64, bool) {
		var a, b [Width]float64
		x, ok := GatherF64(s, idx, m)
		y, also := GatherSameF64(s, idx, m)
		StoreF64(a[:], 0, MergeF64(x, F64{}, m))
		StoreF64(b[:], 0, MergeF64(y, F64{}, m))
		return a[:], ok, b[:], also
	})
	testSame(t, "I64", func(s []int64, idx I32, m M) ([]int64, bool, []int64, bool) {
		var a, b [Width]int64
		x, ok := GatherI64(s, idx, m)
		y, also := GatherSameI64(s, idx, m)
		StoreI64(a[:], 0, MergeI64(x, I64{}, m))
		StoreI64(b[:], 0, MergeI64(y, I64{}, m))
		return a[:], ok, b[:], also
	})
	testSame(t, "U64", func(s []uint64, idx I32, m M) ([]uint64, bool, []uint64, bool) {
		var a, b [Width]uint64
		x, ok := GatherU64(s, idx, m)
		y, also := GatherSameU64(s, idx, m)
		StoreU64(a[:], 0, MergeU64(x, U64{}, m))
		StoreU64(b[:], 0, MergeU64(y, U64{}, m))
		return a[:], ok, b[:], also
	})
}

func testSame[T float32 | float64 | int32 | uint32 | int64 | uint64](t *testing.T, name string, both func(s []T, idx I32, m M) (a []T, ok bool, b []T, also bool)) {
	r := rand.New(rand.NewPCG(3, 4))
	s := make([]T, 21)
	for i := range s {
		s[i] = T(100 + i)
	}
	for n := range 4000 {
		var idx [Width]int32
		at := []int32{int32(r.IntN(21)), 0, 20, 21, -1, -1 << 31, 1<<31 - 1}[r.IntN(7)]
		for i := range idx {
			idx[i] = at
		}
		if n%3 == 1 {
			idx[r.IntN(Width)] = int32(r.IntN(23) - 1)
		}
		m := make([]bool, Width)
		for i := range m {
			m[i] = n%5 > 0 || r.IntN(4) > 0
		}
		a, ok, b, also := both(s, LoadI32(idx[:], 0), LoadM(m, 0))
		if ok != also || ok && !slices.Equal(a, b) {
			t.Fatalf("%s: %v of %v: %v %v, one by one %v %v", name, idx, m, b, also, a, ok)
		}
	}
}
