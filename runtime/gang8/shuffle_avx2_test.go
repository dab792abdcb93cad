//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// TestShuffles compares shuffles of a warp with those of package warpops: all distances, the
// same for all lanes, and others, in all segments.
func TestShuffles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, op := range map[string]struct {
		from func(lane, b U32, c uint32) (U32, M)
		want func(d []uint32, p []bool, lanes uint32, a []uint32, b, c []uint32)
	}{
		"up":   {ShflUp, warpops.ShflUpB32[uint32]},
		"down": {ShflDown, warpops.ShflDownB32[uint32]},
		"bfly": {ShflBfly, warpops.ShflBflyB32[uint32]},
		"idx":  {ShflIdx, warpops.ShflIdxB32[uint32]},
	} {
		for n := range uint32(40) {
			for x := range uint32(1 << 10) {
				c := x>>5<<8 | x&31
				var a, b, d, got [32]uint32
				var p, ok [32]bool
				for i := range a {
					if a[i], b[i] = r.Uint32(), n; n > 33 {
						b[i] = r.Uint32() & 63
					}
				}
				op.want(d[:], p[:], 1<<32-1, a[:], b[:], []uint32{c})
				a0, a1, a2, a3 := LoadU32(a[:], 0), LoadU32(a[:], 8), LoadU32(a[:], 16), LoadU32(a[:], 24)
				for g := 0; g < 32; g += 8 {
					from, m := op.from(RampU32(uint32(g), 1), LoadU32(b[:], g), c)
					v := PickU32(a0, a1, a2, a3, from)
					StoreU32(got[:], g, v)
					StoreM(ok[:], g, m)
					f := PickF32(a0.AsFloat32x8(), a1.AsFloat32x8(), a2.AsFloat32x8(), a3.AsFloat32x8(), from).AsUint32x8()
					i := PickI32(a0.AsInt32x8(), a1.AsInt32x8(), a2.AsInt32x8(), a3.AsInt32x8(), from).AsUint32x8()
					if !All(f.Equal(v)) || !All(i.Equal(v)) {
						t.Fatalf("%s: types differ", name)
					}
				}
				if got != d || ok != p {
					t.Fatalf("%s by %d, segments %#x: %x, %t, not %x, %t", name, b, c, got, ok, d, p)
				}
			}
		}
	}
}
