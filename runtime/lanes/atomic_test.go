package lanes

//lint:file-ignore U1000 the table calls testAtomic, which internal/gen writes when the tests run

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// atomicTest is a test of an operation.
type atomicTest struct {
	name string
	test func(*testing.T)
}

// atomics are all of them: see Tables.
var atomics []atomicTest

// TestAtomic does all operations, with some lanes missing and several at one place, whose results tell the
// order of lanes, and with an index outside, which must leave all as it is.
func TestAtomic(t *testing.T) {
	if atomics == nil {
		Tables(t)
		return
	}
	if len(atomics) < 40 {
		t.Errorf("only %d operations", len(atomics))
	}
	for _, x := range atomics {
		t.Run(x.name, x.test)
	}
}

func testAtomic[C, V number](t *testing.T, f func(*C, V) V, each func(s []C, idx []int32, v []V, m []bool, old []V) bool) {
	r := rand.New(rand.NewPCG(7, 7))
	lanes := Width
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
		if ok := each(s, idx, v, m, old); ok == outside || !slices.Equal(s, want) || !slices.Equal(old, wantOld) {
			t.Fatalf("of indices %v, values %v, lanes %v: %v, %v and %v; want %v and %v", idx, v, m, ok, s, old, want, wantOld)
		}
	}
}
