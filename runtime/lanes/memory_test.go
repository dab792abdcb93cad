package lanes

import (
	"slices"
	"testing"
	"unsafe"
)

// access is how a kind of elements is accessed, with v for the lanes' values.
type access[T number] struct {
	load        func(s []T, i int, v []T)
	store       func(s []T, i int, v []T)
	loadMasked  func(s []T, i int, m []bool, v []T) bool
	storeMasked func(s []T, i int, m []bool, v []T) bool
	storeOwn    func(s []T, i int, m []bool, v []T) bool
	gather      func(s []T, idx []int32, m []bool, v []T) bool
	scatter     func(s []T, idx []int32, m []bool, v []T) bool
}

func TestAccess(t *testing.T) {
	testAccess(t, "F32", access[float32]{
		func(s []float32, i int, v []float32) { StoreF32(v, 0, LoadF32(s, i)) },
		func(s []float32, i int, v []float32) { StoreF32(s, i, LoadF32(v, 0)) },
		func(s []float32, i int, m []bool, v []float32) bool {
			x, ok := LoadMaskedF32(s, i, LoadM(m, 0))
			StoreF32(v, 0, x)
			return ok
		},
		func(s []float32, i int, m []bool, v []float32) bool {
			return StoreMaskedF32(s, i, LoadF32(v, 0), LoadM(m, 0))
		},
		func(s []float32, i int, m []bool, v []float32) bool {
			return StoreOwnF32(s, i, LoadF32(v, 0), LoadM(m, 0))
		},
		func(s []float32, idx []int32, m []bool, v []float32) bool {
			x, ok := GatherF32(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreF32(v, 0, x)
			return ok
		},
		func(s []float32, idx []int32, m []bool, v []float32) bool {
			return ScatterF32(s, LoadI32(idx, 0), LoadF32(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "I32", access[int32]{
		func(s []int32, i int, v []int32) { StoreI32(v, 0, LoadI32(s, i)) },
		func(s []int32, i int, v []int32) { StoreI32(s, i, LoadI32(v, 0)) },
		func(s []int32, i int, m []bool, v []int32) bool {
			x, ok := LoadMaskedI32(s, i, LoadM(m, 0))
			StoreI32(v, 0, x)
			return ok
		},
		func(s []int32, i int, m []bool, v []int32) bool {
			return StoreMaskedI32(s, i, LoadI32(v, 0), LoadM(m, 0))
		},
		func(s []int32, i int, m []bool, v []int32) bool {
			return StoreOwnI32(s, i, LoadI32(v, 0), LoadM(m, 0))
		},
		func(s []int32, idx []int32, m []bool, v []int32) bool {
			x, ok := GatherI32(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreI32(v, 0, x)
			return ok
		},
		func(s []int32, idx []int32, m []bool, v []int32) bool {
			return ScatterI32(s, LoadI32(idx, 0), LoadI32(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "U32", access[uint32]{
		func(s []uint32, i int, v []uint32) { StoreU32(v, 0, LoadU32(s, i)) },
		func(s []uint32, i int, v []uint32) { StoreU32(s, i, LoadU32(v, 0)) },
		func(s []uint32, i int, m []bool, v []uint32) bool {
			x, ok := LoadMaskedU32(s, i, LoadM(m, 0))
			StoreU32(v, 0, x)
			return ok
		},
		func(s []uint32, i int, m []bool, v []uint32) bool {
			return StoreMaskedU32(s, i, LoadU32(v, 0), LoadM(m, 0))
		},
		func(s []uint32, i int, m []bool, v []uint32) bool {
			return StoreOwnU32(s, i, LoadU32(v, 0), LoadM(m, 0))
		},
		func(s []uint32, idx []int32, m []bool, v []uint32) bool {
			x, ok := GatherU32(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreU32(v, 0, x)
			return ok
		},
		func(s []uint32, idx []int32, m []bool, v []uint32) bool {
			return ScatterU32(s, LoadI32(idx, 0), LoadU32(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "F64", access[float64]{
		func(s []float64, i int, v []float64) { StoreF64(v, 0, LoadF64(s, i)) },
		func(s []float64, i int, v []float64) { StoreF64(s, i, LoadF64(v, 0)) },
		func(s []float64, i int, m []bool, v []float64) bool {
			x, ok := LoadMaskedF64(s, i, LoadM(m, 0))
			StoreF64(v, 0, x)
			return ok
		},
		func(s []float64, i int, m []bool, v []float64) bool {
			return StoreMaskedF64(s, i, LoadF64(v, 0), LoadM(m, 0))
		},
		func(s []float64, i int, m []bool, v []float64) bool {
			return StoreOwnF64(s, i, LoadF64(v, 0), LoadM(m, 0))
		},
		func(s []float64, idx []int32, m []bool, v []float64) bool {
			x, ok := GatherF64(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreF64(v, 0, x)
			return ok
		},
		func(s []float64, idx []int32, m []bool, v []float64) bool {
			return ScatterF64(s, LoadI32(idx, 0), LoadF64(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "I64", access[int64]{
		func(s []int64, i int, v []int64) { StoreI64(v, 0, LoadI64(s, i)) },
		func(s []int64, i int, v []int64) { StoreI64(s, i, LoadI64(v, 0)) },
		func(s []int64, i int, m []bool, v []int64) bool {
			x, ok := LoadMaskedI64(s, i, LoadM(m, 0))
			StoreI64(v, 0, x)
			return ok
		},
		func(s []int64, i int, m []bool, v []int64) bool {
			return StoreMaskedI64(s, i, LoadI64(v, 0), LoadM(m, 0))
		},
		func(s []int64, i int, m []bool, v []int64) bool {
			return StoreOwnI64(s, i, LoadI64(v, 0), LoadM(m, 0))
		},
		func(s []int64, idx []int32, m []bool, v []int64) bool {
			x, ok := GatherI64(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreI64(v, 0, x)
			return ok
		},
		func(s []int64, idx []int32, m []bool, v []int64) bool {
			return ScatterI64(s, LoadI32(idx, 0), LoadI64(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "U64", access[uint64]{
		func(s []uint64, i int, v []uint64) { StoreU64(v, 0, LoadU64(s, i)) },
		func(s []uint64, i int, v []uint64) { StoreU64(s, i, LoadU64(v, 0)) },
		func(s []uint64, i int, m []bool, v []uint64) bool {
			x, ok := LoadMaskedU64(s, i, LoadM(m, 0))
			StoreU64(v, 0, x)
			return ok
		},
		func(s []uint64, i int, m []bool, v []uint64) bool {
			return StoreMaskedU64(s, i, LoadU64(v, 0), LoadM(m, 0))
		},
		func(s []uint64, i int, m []bool, v []uint64) bool {
			return StoreOwnU64(s, i, LoadU64(v, 0), LoadM(m, 0))
		},
		func(s []uint64, idx []int32, m []bool, v []uint64) bool {
			x, ok := GatherU64(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreU64(v, 0, x)
			return ok
		},
		func(s []uint64, idx []int32, m []bool, v []uint64) bool {
			return ScatterU64(s, LoadI32(idx, 0), LoadU64(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "U8", access[uint8]{
		func(s []uint8, i int, v []uint8) { StoreU8(v, 0, LoadU8(s, i)) },
		func(s []uint8, i int, v []uint8) { StoreU8(s, i, LoadU8(v, 0)) },
		func(s []uint8, i int, m []bool, v []uint8) bool {
			x, ok := LoadMaskedU8(s, i, LoadM(m, 0))
			StoreU8(v, 0, x)
			return ok
		},
		func(s []uint8, i int, m []bool, v []uint8) bool {
			return StoreMaskedU8(s, i, LoadU8(v, 0), LoadM(m, 0))
		},
		func(s []uint8, i int, m []bool, v []uint8) bool {
			return StoreOwnU8(s, i, LoadU8(v, 0), LoadM(m, 0))
		},
		func(s []uint8, idx []int32, m []bool, v []uint8) bool {
			x, ok := GatherU8(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreU8(v, 0, x)
			return ok
		},
		func(s []uint8, idx []int32, m []bool, v []uint8) bool {
			return ScatterU8(s, LoadI32(idx, 0), LoadU8(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "I8", access[int8]{
		func(s []int8, i int, v []int8) { StoreI8(v, 0, LoadI8(s, i)) },
		func(s []int8, i int, v []int8) { StoreI8(s, i, LoadI8(v, 0)) },
		func(s []int8, i int, m []bool, v []int8) bool {
			x, ok := LoadMaskedI8(s, i, LoadM(m, 0))
			StoreI8(v, 0, x)
			return ok
		},
		func(s []int8, i int, m []bool, v []int8) bool {
			return StoreMaskedI8(s, i, LoadI8(v, 0), LoadM(m, 0))
		},
		func(s []int8, i int, m []bool, v []int8) bool {
			return StoreOwnI8(s, i, LoadI8(v, 0), LoadM(m, 0))
		},
		func(s []int8, idx []int32, m []bool, v []int8) bool {
			x, ok := GatherI8(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreI8(v, 0, x)
			return ok
		},
		func(s []int8, idx []int32, m []bool, v []int8) bool {
			return ScatterI8(s, LoadI32(idx, 0), LoadI8(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "U16", access[uint16]{
		func(s []uint16, i int, v []uint16) { StoreU16(v, 0, LoadU16(s, i)) },
		func(s []uint16, i int, v []uint16) { StoreU16(s, i, LoadU16(v, 0)) },
		func(s []uint16, i int, m []bool, v []uint16) bool {
			x, ok := LoadMaskedU16(s, i, LoadM(m, 0))
			StoreU16(v, 0, x)
			return ok
		},
		func(s []uint16, i int, m []bool, v []uint16) bool {
			return StoreMaskedU16(s, i, LoadU16(v, 0), LoadM(m, 0))
		},
		func(s []uint16, i int, m []bool, v []uint16) bool {
			return StoreOwnU16(s, i, LoadU16(v, 0), LoadM(m, 0))
		},
		func(s []uint16, idx []int32, m []bool, v []uint16) bool {
			x, ok := GatherU16(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreU16(v, 0, x)
			return ok
		},
		func(s []uint16, idx []int32, m []bool, v []uint16) bool {
			return ScatterU16(s, LoadI32(idx, 0), LoadU16(v, 0), LoadM(m, 0))
		},
	})
	testAccess(t, "I16", access[int16]{
		func(s []int16, i int, v []int16) { StoreI16(v, 0, LoadI16(s, i)) },
		func(s []int16, i int, v []int16) { StoreI16(s, i, LoadI16(v, 0)) },
		func(s []int16, i int, m []bool, v []int16) bool {
			x, ok := LoadMaskedI16(s, i, LoadM(m, 0))
			StoreI16(v, 0, x)
			return ok
		},
		func(s []int16, i int, m []bool, v []int16) bool {
			return StoreMaskedI16(s, i, LoadI16(v, 0), LoadM(m, 0))
		},
		func(s []int16, i int, m []bool, v []int16) bool {
			return StoreOwnI16(s, i, LoadI16(v, 0), LoadM(m, 0))
		},
		func(s []int16, idx []int32, m []bool, v []int16) bool {
			x, ok := GatherI16(s, LoadI32(idx, 0), LoadM(m, 0))
			StoreI16(v, 0, x)
			return ok
		},
		func(s []int16, idx []int32, m []bool, v []int16) bool {
			return ScatterI16(s, LoadI32(idx, 0), LoadI16(v, 0), LoadM(m, 0))
		},
	})
}

func panics(f func()) (out bool) {
	defer func() { out = recover() != nil }()
	f()
	return false
}

func testAccess[T number](t *testing.T, kind string, a access[T]) {
	t.Helper()
	r := seeded(t)
	times := 20000
	if testing.Short() {
		times = 1000
	}
	for range times {
		n := r.IntN(5 * Width)
		// Elements behind the end of s, which are not to be touched.
		all := integers[T](r, n+2*Width)
		s := all[Width : Width+n]
		before := slices.Clone(all)
		v, got := integers[T](r, Width), make([]T, Width)
		m := make([]bool, Width)
		for l := range m {
			m[l] = r.IntN(4) > 0
		}
		i := r.IntN(n+3*Width) - 3*Width/2
		if r.IntN(30) == 0 {
			i = int([]int64{-1 << 63, 1<<63 - 1, 1 << 31, 1 << 32, -1 << 31, 1<<63 - Width}[r.IntN(6)])
		}
		whole := i >= 0 && i <= n-Width
		if panics(func() { a.load(s, i, got) }) == whole || whole && !slices.Equal(got, s[i:i+Width]) {
			t.Fatalf("Load%s of %d at %d: %v, want %v", kind, n, i, got, s)
		}
		at := make([]int, Width)
		for l := range at {
			at[l] = i + l
			if l > 0 && at[l] < at[l-1] {
				at[l] = -1
			}
		}
		check(t, "Masked"+kind, s, at, m, v, got, func() bool { return a.loadMasked(s, i, m, got) }, func() bool { return a.storeMasked(s, i, m, v) })
		check(t, "Own"+kind, s, at, m, v, got, func() bool { return a.loadMasked(s, i, m, got) }, func() bool { return a.storeOwn(s, i, m, v) })
		idx := make([]int32, Width)
		for l := range idx {
			idx[l] = int32(r.IntN(n + 1))
			if !m[l] || r.IntN(40) == 0 {
				idx[l] = int32(r.IntN(n+20) - 10)
			}
			if r.IntN(100) == 0 {
				idx[l] = int32(r.Uint32())
			}
			at[l] = int(idx[l])
		}
		if r.IntN(4) == 0 { // one behind the other, but perhaps for one
			for l := range idx {
				m[l], idx[l] = r.IntN(60) > 0, int32(i+l)
				at[l] = int(idx[l])
			}
			if l := r.IntN(3 * Width); l < Width {
				idx[l] = int32(r.IntN(n + 1))
				at[l] = int(idx[l])
			}
		}
		check(t, kind+" of indices", s, at, m, v, got, func() bool { return a.gather(s, idx, m, got) }, func() bool { return a.scatter(s, idx, m, v) })
		if copy(before[Width:Width+n], s); !slices.Equal(all, before) {
			t.Fatalf("%s: elements outside of s have changed", kind)
		}
		if panics(func() { a.store(s, i, v) }) == whole || whole && !slices.Equal(v, s[i:i+Width]) {
			t.Fatalf("Store%s of %d at %d: %v, want %v", kind, n, i, s, v)
		}
	}
}

// check loads and stores elements at, for lanes of m, and compares with what Go does.
func check[T number](t *testing.T, what string, s []T, at []int, m []bool, v, got []T, load, store func() bool) {
	t.Helper()
	want, inside := slices.Clone(s), true
	for l, i := range at {
		if m[l] && (i < 0 || i >= len(s)) {
			inside = false
		}
	}
	ok := load()
	Clear()
	if ok != inside {
		t.Fatalf("load %s at %d, lanes %v, of %d: %v", what, at, m, len(s), ok)
	}
	for l, i := range at {
		if ok && m[l] && got[l] != s[i] {
			t.Fatalf("load %s at %d, lanes %v: %v of %v", what, at, m, got, s)
		}
	}
	if inside {
		for l, i := range at {
			if m[l] {
				want[i] = v[l]
			}
		}
	}
	ok = store()
	Clear()
	if ok != inside || !slices.Equal(s, want) {
		t.Fatalf("store %s at %d, lanes %v: %v, %v, want %v, %v", what, at, m, s, ok, want, inside)
	}
}

func TestNarrow64(t *testing.T) {
	r := seeded(t)
	for range 20000 {
		x, m, got := integers[int64](r, Width), make([]bool, Width), make([]int32, Width)
		ok := true
		for l := range x {
			if m[l] = r.IntN(3) == 0; r.IntN(2) == 0 {
				x[l] = int64(int32(x[l]))
			}
			ok = ok && (!m[l] || int64(int32(x[l])) == x[l])
		}
		v, is := NarrowI64(LoadI64(x, 0), LoadM(m, 0))
		StoreI32(got, 0, v)
		Clear()
		for l := range x {
			if is != ok || got[l] != int32(x[l]) {
				t.Fatalf("%#x, lanes %v: %#x, %v", x, m, got, is)
			}
		}
	}
}

// TestVector compares vector accesses with those of elements.
func TestVector(t *testing.T) {
	testVector(t, "2F32", 2, func(s []float32, i int, v [][]float32) {
		a, b := Load2F32(s, i)
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
	}, func(s []float32, i int, v [][]float32) { Store2F32(s, i, LoadF32(v[0], 0), LoadF32(v[1], 0)) })
	testVector(t, "2I32", 2, func(s []int32, i int, v [][]int32) {
		a, b := Load2I32(s, i)
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
	}, func(s []int32, i int, v [][]int32) { Store2I32(s, i, LoadI32(v[0], 0), LoadI32(v[1], 0)) })
	testVector(t, "2U32", 2, func(s []uint32, i int, v [][]uint32) {
		a, b := Load2U32(s, i)
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
	}, func(s []uint32, i int, v [][]uint32) { Store2U32(s, i, LoadU32(v[0], 0), LoadU32(v[1], 0)) })
	testVector(t, "2F64", 2, func(s []float64, i int, v [][]float64) {
		a, b := Load2F64(s, i)
		StoreF64(v[0], 0, a)
		StoreF64(v[1], 0, b)
	}, func(s []float64, i int, v [][]float64) { Store2F64(s, i, LoadF64(v[0], 0), LoadF64(v[1], 0)) })
	testVector(t, "2I64", 2, func(s []int64, i int, v [][]int64) {
		a, b := Load2I64(s, i)
		StoreI64(v[0], 0, a)
		StoreI64(v[1], 0, b)
	}, func(s []int64, i int, v [][]int64) { Store2I64(s, i, LoadI64(v[0], 0), LoadI64(v[1], 0)) })
	testVector(t, "2U64", 2, func(s []uint64, i int, v [][]uint64) {
		a, b := Load2U64(s, i)
		StoreU64(v[0], 0, a)
		StoreU64(v[1], 0, b)
	}, func(s []uint64, i int, v [][]uint64) { Store2U64(s, i, LoadU64(v[0], 0), LoadU64(v[1], 0)) })
	testVector(t, "3F32", 3, func(s []float32, i int, v [][]float32) {
		a, b, c := Load3F32(s, i)
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		StoreF32(v[2], 0, c)
	}, func(s []float32, i int, v [][]float32) {
		Store3F32(s, i, LoadF32(v[0], 0), LoadF32(v[1], 0), LoadF32(v[2], 0))
	})
	testVector(t, "3I32", 3, func(s []int32, i int, v [][]int32) {
		a, b, c := Load3I32(s, i)
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		StoreI32(v[2], 0, c)
	}, func(s []int32, i int, v [][]int32) {
		Store3I32(s, i, LoadI32(v[0], 0), LoadI32(v[1], 0), LoadI32(v[2], 0))
	})
	testVector(t, "3U32", 3, func(s []uint32, i int, v [][]uint32) {
		a, b, c := Load3U32(s, i)
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		StoreU32(v[2], 0, c)
	}, func(s []uint32, i int, v [][]uint32) {
		Store3U32(s, i, LoadU32(v[0], 0), LoadU32(v[1], 0), LoadU32(v[2], 0))
	})
	testVector(t, "3F64", 3, func(s []float64, i int, v [][]float64) {
		a, b, c := Load3F64(s, i)
		StoreF64(v[0], 0, a)
		StoreF64(v[1], 0, b)
		StoreF64(v[2], 0, c)
	}, func(s []float64, i int, v [][]float64) {
		Store3F64(s, i, LoadF64(v[0], 0), LoadF64(v[1], 0), LoadF64(v[2], 0))
	})
	testVector(t, "3I64", 3, func(s []int64, i int, v [][]int64) {
		a, b, c := Load3I64(s, i)
		StoreI64(v[0], 0, a)
		StoreI64(v[1], 0, b)
		StoreI64(v[2], 0, c)
	}, func(s []int64, i int, v [][]int64) {
		Store3I64(s, i, LoadI64(v[0], 0), LoadI64(v[1], 0), LoadI64(v[2], 0))
	})
	testVector(t, "3U64", 3, func(s []uint64, i int, v [][]uint64) {
		a, b, c := Load3U64(s, i)
		StoreU64(v[0], 0, a)
		StoreU64(v[1], 0, b)
		StoreU64(v[2], 0, c)
	}, func(s []uint64, i int, v [][]uint64) {
		Store3U64(s, i, LoadU64(v[0], 0), LoadU64(v[1], 0), LoadU64(v[2], 0))
	})
	testVector(t, "4F32", 4, func(s []float32, i int, v [][]float32) {
		a, b, c, d := Load4F32(s, i)
		StoreF32(v[0], 0, a)
		StoreF32(v[1], 0, b)
		StoreF32(v[2], 0, c)
		StoreF32(v[3], 0, d)
	}, func(s []float32, i int, v [][]float32) {
		Store4F32(s, i, LoadF32(v[0], 0), LoadF32(v[1], 0), LoadF32(v[2], 0), LoadF32(v[3], 0))
	})
	testVector(t, "4I32", 4, func(s []int32, i int, v [][]int32) {
		a, b, c, d := Load4I32(s, i)
		StoreI32(v[0], 0, a)
		StoreI32(v[1], 0, b)
		StoreI32(v[2], 0, c)
		StoreI32(v[3], 0, d)
	}, func(s []int32, i int, v [][]int32) {
		Store4I32(s, i, LoadI32(v[0], 0), LoadI32(v[1], 0), LoadI32(v[2], 0), LoadI32(v[3], 0))
	})
	testVector(t, "4U32", 4, func(s []uint32, i int, v [][]uint32) {
		a, b, c, d := Load4U32(s, i)
		StoreU32(v[0], 0, a)
		StoreU32(v[1], 0, b)
		StoreU32(v[2], 0, c)
		StoreU32(v[3], 0, d)
	}, func(s []uint32, i int, v [][]uint32) {
		Store4U32(s, i, LoadU32(v[0], 0), LoadU32(v[1], 0), LoadU32(v[2], 0), LoadU32(v[3], 0))
	})
}

func testVector[T number](t *testing.T, kind string, n int, load, store func(s []T, i int, v [][]T)) {
	t.Helper()
	r := seeded(t)
	for range 2000 {
		all := integers[T](r, 32+6*Width)
		s, before := all[16:16+6*Width], slices.Clone(all)
		v := make([][]T, n)
		for j := range v {
			v[j] = make([]T, Width)
		}
		i := r.IntN(len(s)+12) - 6
		in := i >= 0 && i+Width*n <= len(s)
		if panics(func() { load(s, i, v) }) == in {
			t.Fatalf("Load%s at %d of %d", kind, i, len(s))
		}
		for e := range Width * n {
			if in && v[e%n][e/n] != s[i+e] {
				t.Fatalf("Load%s at %d: %v of %v", kind, i, v, s)
			}
		}
		for j := range v {
			copy(v[j], integers[T](r, Width))
		}
		if panics(func() { store(s, i, v) }) == in {
			t.Fatalf("Store%s at %d of %d", kind, i, len(s))
		}
		if in {
			for e := range Width * n {
				before[16+i+e] = v[e%n][e/n]
			}
		}
		if !slices.Equal(all, before) {
			t.Fatalf("Store%s at %d: %v, want %v", kind, i, all, before)
		}
	}
}

// TestLoadSplat loads each element of slices of all lengths.
func TestLoadSplat(t *testing.T) {
	testLoadSplat(t, "F32", func(s []float32, i int, v []float32) { StoreF32(v, 0, LoadSplatF32(s, i)) })
	testLoadSplat(t, "I32", func(s []int32, i int, v []int32) { StoreI32(v, 0, LoadSplatI32(s, i)) })
	testLoadSplat(t, "U32", func(s []uint32, i int, v []uint32) { StoreU32(v, 0, LoadSplatU32(s, i)) })
	testLoadSplat(t, "F64", func(s []float64, i int, v []float64) { StoreF64(v, 0, LoadSplatF64(s, i)) })
	testLoadSplat(t, "I64", func(s []int64, i int, v []int64) { StoreI64(v, 0, LoadSplatI64(s, i)) })
	testLoadSplat(t, "U64", func(s []uint64, i int, v []uint64) { StoreU64(v, 0, LoadSplatU64(s, i)) })
}

func testLoadSplat[T number](t *testing.T, kind string, load func(s []T, i int, v []T)) {
	t.Helper()
	v := make([]T, Width)
	for n := range 2*Width + 4 {
		s := integers[T](seeded(t), 2*Width+4)[:n]
		for i := -1; i <= n; i++ {
			in := i >= 0 && i < n
			if panics(func() { load(s, i, v) }) == in {
				t.Fatalf("LoadSplat%s at %d of %d", kind, i, n)
			}
			for _, x := range v {
				if in && x != s[i] {
					t.Fatalf("LoadSplat%s at %d: %v of %v", kind, i, v, s)
				}
			}
		}
	}
}

// TestWithin compares with a condition for each thread.
func TestWithin(t *testing.T) {
	s := make([]uint64, 5*Width)
	odd := int(uintptr(unsafe.Pointer(&s[0])) / 8 % 2)
	for _, n := range []int{1, 2} {
		for i := -4; i < len(s)+4; i++ {
			want := true
			for l := range Width {
				j := i + l*n
				want = want && j >= 0 && j+n <= len(s) && (j+odd)%n == 0
			}
			if got := Within(s, i, n); got != want {
				t.Errorf("%d elements from %d on: %v", n, i, got)
			}
		}
	}
}
