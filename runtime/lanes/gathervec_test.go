package lanes

import (
	"slices"
	"testing"
	"unsafe"
)

// TestGatherVectors compares accesses of vectors with those of elements.
func TestGatherVectors(t *testing.T) {
	testGatherVector(t, "2F32", 2, func(s []float32, idx []int32, m []bool, v [][]float32) bool {
		a, b, ok := Gather2F32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		return ok
	}, func(s []float32, idx []int32, m []bool, v [][]float32) bool {
		return Scatter2F32(s, LoadI32(idx, 0), LoadF32(v[0], 0), LoadF32(v[1], 0), LoadM(m, 0))
	})
	testGatherVector(t, "4F32", 4, func(s []float32, idx []int32, m []bool, v [][]float32) bool {
		a, b, c, d, ok := Gather4F32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		StoreF32(v[2], 0, c)
		StoreF32(v[3], 0, d)
		return ok
	}, func(s []float32, idx []int32, m []bool, v [][]float32) bool {
		return Scatter4F32(s, LoadI32(idx, 0), LoadF32(v[0], 0), LoadF32(v[1], 0), LoadF32(v[2], 0), LoadF32(v[3], 0), LoadM(m, 0))
	})
	testGatherVector(t, "2I32", 2, func(s []int32, idx []int32, m []bool, v [][]int32) bool {
		a, b, ok := Gather2I32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		return ok
	}, func(s []int32, idx []int32, m []bool, v [][]int32) bool {
		return Scatter2I32(s, LoadI32(idx, 0), LoadI32(v[0], 0), LoadI32(v[1], 0), LoadM(m, 0))
	})
	testGatherVector(t, "4I32", 4, func(s []int32, idx []int32, m []bool, v [][]int32) bool {
		a, b, c, d, ok := Gather4I32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		StoreI32(v[2], 0, c)
		StoreI32(v[3], 0, d)
		return ok
	}, func(s []int32, idx []int32, m []bool, v [][]int32) bool {
		return Scatter4I32(s, LoadI32(idx, 0), LoadI32(v[0], 0), LoadI32(v[1], 0), LoadI32(v[2], 0), LoadI32(v[3], 0), LoadM(m, 0))
	})
	testGatherVector(t, "2U32", 2, func(s []uint32, idx []int32, m []bool, v [][]uint32) bool {
		a, b, ok := Gather2U32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		return ok
	}, func(s []uint32, idx []int32, m []bool, v [][]uint32) bool {
		return Scatter2U32(s, LoadI32(idx, 0), LoadU32(v[0], 0), LoadU32(v[1], 0), LoadM(m, 0))
	})
	testGatherVector(t, "4U32", 4, func(s []uint32, idx []int32, m []bool, v [][]uint32) bool {
		a, b, c, d, ok := Gather4U32(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		StoreU32(v[2], 0, c)
		StoreU32(v[3], 0, d)
		return ok
	}, func(s []uint32, idx []int32, m []bool, v [][]uint32) bool {
		return Scatter4U32(s, LoadI32(idx, 0), LoadU32(v[0], 0), LoadU32(v[1], 0), LoadU32(v[2], 0), LoadU32(v[3], 0), LoadM(m, 0))
	})
	testGatherVector(t, "2F64", 2, func(s []float64, idx []int32, m []bool, v [][]float64) bool {
		a, b, ok := Gather2F64(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreF64(v[0], 0, a)
		StoreF64(v[1], 0, b)
		return ok
	}, func(s []float64, idx []int32, m []bool, v [][]float64) bool {
		return Scatter2F64(s, LoadI32(idx, 0), LoadF64(v[0], 0), LoadF64(v[1], 0), LoadM(m, 0))
	})
	testGatherVector(t, "2I64", 2, func(s []int64, idx []int32, m []bool, v [][]int64) bool {
		a, b, ok := Gather2I64(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreI64(v[0], 0, a)
		StoreI64(v[1], 0, b)
		return ok
	}, func(s []int64, idx []int32, m []bool, v [][]int64) bool {
		return Scatter2I64(s, LoadI32(idx, 0), LoadI64(v[0], 0), LoadI64(v[1], 0), LoadM(m, 0))
	})
	testGatherVector(t, "2U64", 2, func(s []uint64, idx []int32, m []bool, v [][]uint64) bool {
		a, b, ok := Gather2U64(s, LoadI32(idx, 0), LoadM(m, 0))
		StoreU64(v[0], 0, a)
		StoreU64(v[1], 0, b)
		return ok
	}, func(s []uint64, idx []int32, m []bool, v [][]uint64) bool {
		return Scatter2U64(s, LoadI32(idx, 0), LoadU64(v[0], 0), LoadU64(v[1], 0), LoadM(m, 0))
	})
}

func testGatherVector[T number](t *testing.T, kind string, k int, gather, scatter func(s []T, idx []int32, m []bool, v [][]T) bool) {
	t.Helper()
	r := seeded(t)
	times := 5000
	if testing.Short() {
		times = 500
	}
	entered, rows := 0, 0
	for range times {
		n := r.IntN(6 * k * Width)
		all := integers[T](r, n+4*Width)
		from := 2*Width + r.IntN(2)*r.IntN(k)
		s := all[from:min(from+n, len(all)-Width)]
		size := unsafe.Sizeof(*new(T))
		odd := int(uintptr(unsafe.Pointer(unsafe.SliceData(s)))/size) % k // elements before the first vector
		idx, m := make([]int32, Width), make([]bool, Width)
		start := r.IntN(2*k*Width) - k
		for l := range idx {
			m[l] = r.IntN(4) > 0
			switch idx[l] = int32(r.IntN(n/k+1)*k - odd); {
			case r.IntN(60) == 0:
				idx[l] = int32(r.IntN(n+20) - 10)
			case r.IntN(200) == 0:
				idx[l] = int32(r.Uint32())
			}
		}
		if r.IntN(3) == 0 { // one behind the other, but perhaps for one
			rows++
			for l := range idx {
				m[l], idx[l] = r.IntN(80) > 0, int32(start/k*k-odd+k*l)
			}
			if l := r.IntN(2 * Width); l < Width {
				idx[l] = int32(r.IntN(n + 1))
			}
		}
		m[r.IntN(Width)] = true
		inside := true
		for l, i := range idx {
			if m[l] && (i < 0 || int(i)+k > len(s) || (int(i)+odd)%k != 0) {
				inside = false
			}
		}
		v := make([][]T, k)
		for e := range v {
			v[e] = make([]T, Width)
		}
		ok := gather(s, idx, m, v)
		Clear()
		if ok != inside {
			t.Fatalf("Gather%s at %d, lanes %v, of %d from %d on: %v", kind, idx, m, len(s), odd, ok)
		}
		for l, i := range idx {
			for e := range v {
				if ok && m[l] && v[e][l] != s[int(i)+e] {
					t.Fatalf("Gather%s at %d, lanes %v: %v of %v", kind, idx, m, v, s)
				}
			}
		}
		want := slices.Clone(all)
		for e := range v {
			copy(v[e], integers[T](r, Width))
		}
		if inside {
			entered++
			for l, i := range idx {
				for e := range v {
					if m[l] {
						want[from+int(i)+e] = v[e][l]
					}
				}
			}
		}
		ok = scatter(s, idx, m, v)
		Clear()
		if ok != inside || !slices.Equal(all, want) {
			t.Fatalf("Scatter%s at %d, lanes %v: %v, want %v: %v, want %v", kind, idx, m, ok, inside, all, want)
		}
	}
	if entered < times/20 {
		t.Errorf("%s: %d of %d accesses are inside, %d of lanes side by side", kind, entered, times, rows)
	}
}
