package lanes

import (
	"math"
	"slices"
	"testing"
	"unsafe"
)

// TestMaskedVectors compares accesses of vectors that follow each other with those by indices.
func TestMaskedVectors(t *testing.T) {
	testMaskedVector(t, "2F32", 2, func(s []float32, i int, m []bool, v [][]float32) bool {
		a, b, ok := LoadMasked2F32(s, i, LoadM(m, 0))
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		return ok
	}, func(s []float32, i int, m []bool, v [][]float32) bool {
		return StoreMasked2F32(s, i, LoadF32(v[0], 0), LoadF32(v[1], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "4F32", 4, func(s []float32, i int, m []bool, v [][]float32) bool {
		a, b, c, d, ok := LoadMasked4F32(s, i, LoadM(m, 0))
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		StoreF32(v[2], 0, c)
		StoreF32(v[3], 0, d)
		return ok
	}, func(s []float32, i int, m []bool, v [][]float32) bool {
		return StoreMasked4F32(s, i, LoadF32(v[0], 0), LoadF32(v[1], 0), LoadF32(v[2], 0), LoadF32(v[3], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "2I32", 2, func(s []int32, i int, m []bool, v [][]int32) bool {
		a, b, ok := LoadMasked2I32(s, i, LoadM(m, 0))
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		return ok
	}, func(s []int32, i int, m []bool, v [][]int32) bool {
		return StoreMasked2I32(s, i, LoadI32(v[0], 0), LoadI32(v[1], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "4I32", 4, func(s []int32, i int, m []bool, v [][]int32) bool {
		a, b, c, d, ok := LoadMasked4I32(s, i, LoadM(m, 0))
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		StoreI32(v[2], 0, c)
		StoreI32(v[3], 0, d)
		return ok
	}, func(s []int32, i int, m []bool, v [][]int32) bool {
		return StoreMasked4I32(s, i, LoadI32(v[0], 0), LoadI32(v[1], 0), LoadI32(v[2], 0), LoadI32(v[3], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "2U32", 2, func(s []uint32, i int, m []bool, v [][]uint32) bool {
		a, b, ok := LoadMasked2U32(s, i, LoadM(m, 0))
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		return ok
	}, func(s []uint32, i int, m []bool, v [][]uint32) bool {
		return StoreMasked2U32(s, i, LoadU32(v[0], 0), LoadU32(v[1], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "4U32", 4, func(s []uint32, i int, m []bool, v [][]uint32) bool {
		a, b, c, d, ok := LoadMasked4U32(s, i, LoadM(m, 0))
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		StoreU32(v[2], 0, c)
		StoreU32(v[3], 0, d)
		return ok
	}, func(s []uint32, i int, m []bool, v [][]uint32) bool {
		return StoreMasked4U32(s, i, LoadU32(v[0], 0), LoadU32(v[1], 0), LoadU32(v[2], 0), LoadU32(v[3], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "2F64", 2, func(s []float64, i int, m []bool, v [][]float64) bool {
		a, b, ok := LoadMasked2F64(s, i, LoadM(m, 0))
		StoreF64(v[0], 0, a)
		StoreF64(v[1], 0, b)
		return ok
	}, func(s []float64, i int, m []bool, v [][]float64) bool {
		return StoreMasked2F64(s, i, LoadF64(v[0], 0), LoadF64(v[1], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "2I64", 2, func(s []int64, i int, m []bool, v [][]int64) bool {
		a, b, ok := LoadMasked2I64(s, i, LoadM(m, 0))
		StoreI64(v[0], 0, a)
		StoreI64(v[1], 0, b)
		return ok
	}, func(s []int64, i int, m []bool, v [][]int64) bool {
		return StoreMasked2I64(s, i, LoadI64(v[0], 0), LoadI64(v[1], 0), LoadM(m, 0))
	})
	testMaskedVector(t, "2U64", 2, func(s []uint64, i int, m []bool, v [][]uint64) bool {
		a, b, ok := LoadMasked2U64(s, i, LoadM(m, 0))
		StoreU64(v[0], 0, a)
		StoreU64(v[1], 0, b)
		return ok
	}, func(s []uint64, i int, m []bool, v [][]uint64) bool {
		return StoreMasked2U64(s, i, LoadU64(v[0], 0), LoadU64(v[1], 0), LoadM(m, 0))
	})
}

func testMaskedVector[T number](t *testing.T, kind string, k int, load, store func(s []T, i int, m []bool, v [][]T) bool) {
	t.Helper()
	r := seeded(t)
	times := 3000
	if testing.Short() {
		times = 300
	}
	entered, all := 0, 0
	for range times {
		n := r.IntN(3 * k * Width)
		array := integers[T](r, n+4*Width)
		from := 2*Width + r.IntN(2)*r.IntN(k)
		s := array[from:min(from+n, len(array)-Width)]
		odd := int(uintptr(unsafe.Pointer(unsafe.SliceData(s)))/unsafe.Sizeof(*new(T))) % k // elements before the first vector
		i := (r.IntN(n/k+3)-2)*k - odd
		switch r.IntN(40) {
		case 0:
			i++ // at no multiple of its size
		case 1:
			i = int([]int64{math.MaxInt32, math.MinInt32, math.MaxInt32 - int64(k*Width) + 1, 1 << 32, math.MaxInt64, math.MinInt64}[r.IntN(6)])
		}
		m := make([]bool, Width)
		whole := r.IntN(2) == 0
		for l := range m {
			m[l] = whole || r.IntN(3) > 0
		}
		m[r.IntN(Width)] = true
		inside := true
		for l := range m {
			if at := i + k*l; m[l] && (at < 0 || at > len(s)-k || (at+odd)%k != 0) {
				inside = false
			}
		}
		v := make([][]T, k)
		for e := range v {
			v[e] = make([]T, Width)
		}
		ok := load(s, i, m, v)
		Clear()
		if ok != inside {
			t.Fatalf("LoadMasked%s at %d, lanes %v, of %d from %d on: %v", kind, i, m, len(s), odd, ok)
		}
		want := slices.Clone(array)
		next := make([][]T, k)
		for e := range v {
			next[e] = integers[T](r, Width)
			for l := range m {
				if !inside || !m[l] {
					continue
				}
				if v[e][l] != s[i+k*l+e] {
					t.Fatalf("LoadMasked%s at %d, lanes %v: %v of %v", kind, i, m, v, s)
				}
				want[from+i+k*l+e] = next[e][l]
			}
		}
		ok = store(s, i, m, next)
		Clear()
		if ok != inside || !slices.Equal(array, want) {
			t.Fatalf("StoreMasked%s at %d, lanes %v: %v, want %v: %v, want %v", kind, i, m, ok, inside, array, want)
		}
		if inside {
			entered++
			if !slices.Contains(m, false) {
				all++
			}
		}
	}
	if entered < times/20 || all < times/40 {
		t.Errorf("%s: %d of %d accesses are inside, %d of all lanes", kind, entered, times, all)
	}
}
