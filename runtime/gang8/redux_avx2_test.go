//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// TestRedux compares the reductions with those of package warpops.
func TestRedux(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var a [32]uint32
		var s [32]int32
		for i := range a {
			a[i] = r.Uint32() >> (r.Uint32() % 32)
			s[i] = int32(r.Uint32()) >> (r.Uint32() % 32)
		}
		u := [4]U32{LoadU32(a[:], 0), LoadU32(a[:], 8), LoadU32(a[:], 16), LoadU32(a[:], 24)}
		i := [4]I32{LoadI32(s[:], 0), LoadI32(s[:], 8), LoadI32(s[:], 16), LoadI32(s[:], 24)}
		for _, x := range []struct {
			name string
			got  U32
			want func(d warpops.Uniform[uint32], lanes uint32, a []uint32)
		}{
			{"AddU32", ReduxAddU32(u[0], u[1], u[2], u[3]), warpops.ReduxAddU32},
			{"MinU32", ReduxMinU32(u[0], u[1], u[2], u[3]), warpops.ReduxMinU32},
			{"MaxU32", ReduxMaxU32(u[0], u[1], u[2], u[3]), warpops.ReduxMaxU32},
			{"AndB32", ReduxAndB32(u[0], u[1], u[2], u[3]), warpops.ReduxAndB32},
			{"OrB32", ReduxOrB32(u[0], u[1], u[2], u[3]), warpops.ReduxOrB32},
			{"XorB32", ReduxXorB32(u[0], u[1], u[2], u[3]), warpops.ReduxXorB32},
		} {
			want := make([]uint32, 32)
			x.want(want, 1<<32-1, a[:])
			if !All(x.got.Equal(SplatU32(want[0]))) {
				t.Fatalf("%s of %v: not %d in all lanes", x.name, a, want[0])
			}
		}
		for _, x := range []struct {
			name string
			got  I32
			want func(d warpops.Uniform[int32], lanes uint32, a []int32)
		}{
			{"AddS32", ReduxAddS32(i[0], i[1], i[2], i[3]), warpops.ReduxAddS32},
			{"MinS32", ReduxMinS32(i[0], i[1], i[2], i[3]), warpops.ReduxMinS32},
			{"MaxS32", ReduxMaxS32(i[0], i[1], i[2], i[3]), warpops.ReduxMaxS32},
		} {
			want := make([]int32, 32)
			x.want(want, 1<<32-1, s[:])
			if !All(x.got.Equal(SplatI32(want[0]))) {
				t.Fatalf("%s of %v: not %d in all lanes", x.name, s, want[0])
			}
		}
	}
}
