package lanes

import "testing"

// strided compares accesses at a distance with those of one lane after the other: load copies
// what lanes load to z, store stores what is in z.
func strided[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32 | float64](t *testing.T, kind string, load, store func(s []T, i, by int, z []T)) {
	t.Helper()
	for _, by := range []int{1, 2, 3, 4, 33, -1, -2, -7} {
		n := max(by, -by)*(Width-1) + 5
		for i := range n {
			last := i + (Width-1)*by
			if last < 0 || last >= n {
				continue
			}
			s, z := make([]T, n), make([]T, Width)
			for k := range s {
				s[k] = T(k*3 + 100) // has its top bit in some elements of 8 bits
			}
			load(s, i, by, z)
			for l, x := range z {
				if x != s[i+by*l] {
					t.Fatalf("%s: lane %d from %d by %d has %v, not %v", kind, l, i, by, x, s[i+by*l])
				}
				z[l] = T(l + 1)
			}
			want := append([]T(nil), s...)
			for l, x := range z {
				want[i+by*l] = x
			}
			store(s, i, by, z)
			for k, x := range s {
				if x != want[k] {
					t.Fatalf("%s: element %d from %d by %d is %v, not %v", kind, k, i, by, x, want[k])
				}
			}
		}
		// One lane outside at either end.
		s, z := make([]T, n), make([]T, Width)
		for _, i := range []int{-1, n, max(0, -(Width-1)*by) - 1, n - max(0, (Width-1)*by)} {
			for _, access := range []func([]T, int, int, []T){load, store} {
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s: from %d by %d of %d elements does not panic", kind, i, by, n)
						}
					}()
					access(s, i, by, z)
				}()
			}
		}
	}
}

func TestStrided(t *testing.T) {
	strided(t, "F32", func(s []float32, i, by int, z []float32) { StoreF32(z, 0, LoadStridedF32(s, i, by)) },
		func(s []float32, i, by int, z []float32) { StoreStridedF32(s, i, by, LoadF32(z, 0)) })
	strided(t, "I32", func(s []int32, i, by int, z []int32) { StoreI32(z, 0, LoadStridedI32(s, i, by)) },
		func(s []int32, i, by int, z []int32) { StoreStridedI32(s, i, by, LoadI32(z, 0)) })
	strided(t, "U32", func(s []uint32, i, by int, z []uint32) { StoreU32(z, 0, LoadStridedU32(s, i, by)) },
		func(s []uint32, i, by int, z []uint32) { StoreStridedU32(s, i, by, LoadU32(z, 0)) })
	strided(t, "F64", func(s []float64, i, by int, z []float64) { StoreF64(z, 0, LoadStridedF64(s, i, by)) },
		func(s []float64, i, by int, z []float64) { StoreStridedF64(s, i, by, LoadF64(z, 0)) })
	strided(t, "I64", func(s []int64, i, by int, z []int64) { StoreI64(z, 0, LoadStridedI64(s, i, by)) },
		func(s []int64, i, by int, z []int64) { StoreStridedI64(s, i, by, LoadI64(z, 0)) })
	strided(t, "U64", func(s []uint64, i, by int, z []uint64) { StoreU64(z, 0, LoadStridedU64(s, i, by)) },
		func(s []uint64, i, by int, z []uint64) { StoreStridedU64(s, i, by, LoadU64(z, 0)) })
	strided(t, "U8", func(s []uint8, i, by int, z []uint8) { StoreU8(z, 0, LoadStridedU8(s, i, by)) },
		func(s []uint8, i, by int, z []uint8) { StoreStridedU8(s, i, by, LoadU8(z, 0)) })
	strided(t, "I8", func(s []int8, i, by int, z []int8) { StoreI8(z, 0, LoadStridedI8(s, i, by)) },
		func(s []int8, i, by int, z []int8) { StoreStridedI8(s, i, by, LoadI8(z, 0)) })
	strided(t, "U16", func(s []uint16, i, by int, z []uint16) { StoreU16(z, 0, LoadStridedU16(s, i, by)) },
		func(s []uint16, i, by int, z []uint16) { StoreStridedU16(s, i, by, LoadU16(z, 0)) })
	strided(t, "I16", func(s []int16, i, by int, z []int16) { StoreI16(z, 0, LoadStridedI16(s, i, by)) },
		func(s []int16, i, by int, z []int16) { StoreStridedI16(s, i, by, LoadI16(z, 0)) })
}

// TestEven compares with numbers of 64 bits, at the borders of 32.
func TestEven(t *testing.T) {
	const last = Width - 1
	for _, by := range []int64{0, 1, -1, 7, -7, 1 << 20, -1 << 20, (1<<31 - 1) / last, -(1 << 31) / last, (1<<32 - 1) / last} {
		for _, at := range []int64{0, 5, -5, 1<<31 - 1, -1 << 31, 1<<32 - 1, 1<<31 - 1 - last*by, -1<<31 - last*by, 1<<31 - last*by, 1<<32 - 1 - last*by, 1<<32 - last*by, -last * by} {
			x := make([]int32, Width)
			signed, unsigned := true, true
			for l := range x {
				v := at + int64(l)*by
				x[l] = int32(v)
				signed, unsigned = signed && v == int64(int32(v)), unsigned && v == int64(uint32(v))
			}
			if i, d, ok := EvenI32(LoadI32(x, 0)); signed && (!ok || int64(i) != at || int64(d) != by) || ok && !evenly(x, int64(i), int64(d), func(v int32) int64 { return int64(v) }) {
				t.Errorf("EvenI32 from %d by %d: %d, %d, %v", at, by, i, d, ok)
			}
			if i, d, ok := EvenU32(LoadI32(x, 0).AsU32()); unsigned && (!ok || int64(i) != at || int64(d) != by) || ok && !evenly(x, int64(i), int64(d), func(v int32) int64 { return int64(uint32(v)) }) {
				t.Errorf("EvenU32 from %d by %d: %d, %d, %v", at, by, i, d, ok)
			}
		}
	}
}

// evenly reports whether lanes have what the first one and a distance say.
func evenly(x []int32, i, by int64, number func(int32) int64) bool {
	for l, v := range x {
		if number(v) != i+int64(l)*by {
			return false
		}
	}
	return true
}
