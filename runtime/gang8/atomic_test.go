//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAtomic does operations whose results tell the order of lanes, with some lanes missing and
// several at one place, and with an index outside, which must leave all as it is.
func TestAtomic(t *testing.T) {
	testAtomic(t, "U32", func(p *uint32, v uint32) uint32 { old := *p; *p = 3*old + v; return old },
		func(f func(*uint32, uint32) uint32, s []uint32, idx []int32, v []uint32, m []bool, old []uint32) bool {
			x, ok := AtomicU32(f, s, LoadI32(idx, 0), LoadU32(v, 0), LoadM(m, 0))
			StoreU32(old, 0, x)
			return ok
		})
	testAtomic(t, "I32", func(p *uint32, v int32) int32 { old := *p; *p = 3*old + uint32(v); return -int32(old) },
		func(f func(*uint32, int32) int32, s []uint32, idx []int32, v []int32, m []bool, old []int32) bool {
			x, ok := AtomicI32(f, s, LoadI32(idx, 0), LoadI32(v, 0), LoadM(m, 0))
			StoreI32(old, 0, x)
			return ok
		})
	testAtomic(t, "F32", func(p *float32, v float32) float32 { old := *p; *p = old/2 + v; return old },
		func(f func(*float32, float32) float32, s []float32, idx []int32, v []float32, m []bool, old []float32) bool {
			x, ok := AtomicF32(f, s, LoadI32(idx, 0), LoadF32(v, 0), LoadM(m, 0))
			StoreF32(old, 0, x)
			return ok
		})
	testAtomic(t, "U64", func(p *uint64, v uint64) uint64 { old := *p; *p = 3*old + v; return old },
		func(f func(*uint64, uint64) uint64, s []uint64, idx []int32, v []uint64, m []bool, old []uint64) bool {
			x, ok := AtomicU64(f, s, LoadI32(idx, 0), LoadU64(v, 0), LoadM(m, 0))
			StoreU64(old, 0, x)
			return ok
		})
	testAtomic(t, "I64", func(p *uint64, v int64) int64 { old := *p; *p = 3*old + uint64(v); return -int64(old) },
		func(f func(*uint64, int64) int64, s []uint64, idx []int32, v []int64, m []bool, old []int64) bool {
			x, ok := AtomicI64(f, s, LoadI32(idx, 0), LoadI64(v, 0), LoadM(m, 0))
			StoreI64(old, 0, x)
			return ok
		})
	testAtomic(t, "F64", func(p *float64, v float64) float64 { old := *p; *p = old/2 + v; return old },
		func(f func(*float64, float64) float64, s []float64, idx []int32, v []float64, m []bool, old []float64) bool {
			x, ok := AtomicF64(f, s, LoadI32(idx, 0), LoadF64(v, 0), LoadM(m, 0))
			StoreF64(old, 0, x)
			return ok
		})
}

func testAtomic[C, V number](t *testing.T, kind string, f func(*C, V) V, atomic func(f func(*C, V) V, s []C, idx []int32, v []V, m []bool, old []V) bool) {
	r := rand.New(rand.NewPCG(7, 7))
	lanes := len([8]bool{})
	for range 500 {
		s, idx, v, m, old := make([]C, 5), make([]int32, lanes), make([]V, lanes), make([]bool, lanes), make([]V, lanes)
		for i := range s {
			s[i] = C(r.IntN(1000))
		}
		outside := false
		for l := range idx {
			idx[l], v[l], m[l] = int32(r.IntN(len(s))), V(r.IntN(1000)), r.IntN(4) > 0
			if r.IntN(40) == 0 {
				idx[l] = []int32{-1, int32(len(s)), 1<<31 - 1}[r.IntN(3)]
				outside = outside || m[l]
			}
		}
		want, wantOld := slices.Clone(s), make([]V, lanes)
		if !outside {
			for l := range idx {
				if m[l] {
					wantOld[l] = f(&want[idx[l]], v[l])
				}
			}
		}
		if ok := atomic(f, s, idx, v, m, old); ok == outside || !slices.Equal(s, want) || !slices.Equal(old, wantOld) {
			t.Fatalf("%s: of indices %v, values %v, lanes %v: %v, %v and %v; want %v and %v", kind, idx, v, m, ok, s, old, want, wantOld)
		}
	}
}
