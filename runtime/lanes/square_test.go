package lanes

import "testing"

// squareTest compares squares with accesses of one element after the other: load copies what four
// vectors get to z, store stores what is in z.
func squareTest[T int32 | uint32 | float32](t *testing.T, kind string, load, store func(s []T, i, by int, z [4][]T)) {
	t.Helper()
	for _, by := range []int{4, 5, 16, 33} {
		n := by*(Width-1) + 7
		for i := range 4 {
			s, z := make([]T, n), [4][]T{}
			for k := range s {
				s[k] = T(k + 1000)
			}
			for k := range z {
				z[k] = make([]T, Width)
			}
			load(s, i, by, z)
			want := append([]T(nil), s...)
			for k := range z {
				for l, x := range z[k] {
					if x != s[i+by*l+k] {
						t.Fatalf("%s: vector %d, lane %d from %d by %d has %v, not %v", kind, k, l, i, by, x, s[i+by*l+k])
					}
					z[k][l] = T(10*l + k)
					want[i+by*l+k] = z[k][l]
				}
			}
			store(s, i, by, z)
			for k, x := range s {
				if x != want[k] {
					t.Fatalf("%s: element %d from %d by %d is %v, not %v", kind, k, i, by, x, want[k])
				}
			}
		}
		for _, i := range []int{-1, 4, n} { // outside at either end
			for _, access := range []func([]T, int, int, [4][]T){load, store} {
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("%s: from %d by %d of %d elements does not panic", kind, i, by, n)
						}
					}()
					z := [4][]T{make([]T, Width), make([]T, Width), make([]T, Width), make([]T, Width)}
					access(make([]T, n), i, by, z)
				}()
			}
		}
	}
}

func TestSquare(t *testing.T) {
	squareTest(t, "F32", func(s []float32, i, by int, z [4][]float32) {
		a, b, c, d := LoadSquareF32(s, i, by)
		StoreF32(z[0], 0, a)
		StoreF32(z[1], 0, b)
		StoreF32(z[2], 0, c)
		StoreF32(z[3], 0, d)
	}, func(s []float32, i, by int, z [4][]float32) {
		StoreSquareF32(s, i, by, LoadF32(z[0], 0), LoadF32(z[1], 0), LoadF32(z[2], 0), LoadF32(z[3], 0))
	})
	squareTest(t, "I32", func(s []int32, i, by int, z [4][]int32) {
		a, b, c, d := LoadSquareI32(s, i, by)
		StoreI32(z[0], 0, a)
		StoreI32(z[1], 0, b)
		StoreI32(z[2], 0, c)
		StoreI32(z[3], 0, d)
	}, func(s []int32, i, by int, z [4][]int32) {
		StoreSquareI32(s, i, by, LoadI32(z[0], 0), LoadI32(z[1], 0), LoadI32(z[2], 0), LoadI32(z[3], 0))
	})
	squareTest(t, "U32", func(s []uint32, i, by int, z [4][]uint32) {
		a, b, c, d := LoadSquareU32(s, i, by)
		StoreU32(z[0], 0, a)
		StoreU32(z[1], 0, b)
		StoreU32(z[2], 0, c)
		StoreU32(z[3], 0, d)
	}, func(s []uint32, i, by int, z [4][]uint32) {
		StoreSquareU32(s, i, by, LoadU32(z[0], 0), LoadU32(z[1], 0), LoadU32(z[2], 0), LoadU32(z[3], 0))
	})
}
