//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "testing"

// TestFunnels compares all funnels of the types with what they are made of.
func TestFunnels(t *testing.T) {
	var s [16]uint32
	for i := range s {
		s[i] = 0x9e3779b9 * uint32(i+1)
	}
	a, b := LoadU32(s[:], 0), LoadU32(s[:], 8)
	fa, fb := a.AsFloat32x8(), b.AsFloat32x8()
	ia, ib := a.AsInt32x8(), b.AsInt32x8()
	for n, list := range [][3]U32{
		{Funnel1F32(fa, fb).AsUint32x8(), Funnel1I32(ia, ib).AsUint32x8(), Funnel1U32(a, b)},
		{Funnel2F32(fa, fb).AsUint32x8(), Funnel2I32(ia, ib).AsUint32x8(), Funnel2U32(a, b)},
		{Funnel3F32(fa, fb).AsUint32x8(), Funnel3I32(ia, ib).AsUint32x8(), Funnel3U32(a, b)},
		{Funnel4F32(fa, fb).AsUint32x8(), Funnel4I32(ia, ib).AsUint32x8(), Funnel4U32(a, b)},
		{Funnel5F32(fa, fb).AsUint32x8(), Funnel5I32(ia, ib).AsUint32x8(), Funnel5U32(a, b)},
		{Funnel6F32(fa, fb).AsUint32x8(), Funnel6I32(ia, ib).AsUint32x8(), Funnel6U32(a, b)},
		{Funnel7F32(fa, fb).AsUint32x8(), Funnel7I32(ia, ib).AsUint32x8(), Funnel7U32(a, b)},
	} {
		for k, v := range list {
			var got [8]uint32
			StoreU32(got[:], 0, v)
			if want := [8]uint32(s[n+1:]); got != want {
				t.Errorf("funnel %d of type %d: %x, not %x", n+1, k, got, want)
			}
		}
	}
}

// TestLanes goes through all masks.
func TestLanes(t *testing.T) {
	var a [8]uint32
	for i := range a {
		a[i] = uint32(i) + 100
	}
	x := LoadU32(a[:], 0)
	for b := range 256 {
		m := LanesM(uint8(b))
		if Bits(m) != uint8(b) {
			t.Fatalf("lanes %#x are %#x", b, Bits(m))
		}
		none, all := LanesM(0), LanesM(255)
		if got, want := Ballot(m, none, all, NotM(m)), uint32(b)|255<<16|uint32(b^255)<<24; got != want {
			t.Fatalf("ballot of %#x: %#x, not %#x", b, got, want)
		}
	}
	u, i, f := []uint32{1, 2, 3}, []int32{1, 2, 3}, []float32{1, 2, 3}
	StoreFirstU32(u, 1, x)
	StoreFirstI32(i, 1, x.AsInt32x8())
	StoreFirstF32(f, 1, x.AsInt32x8().ConvertToFloat32())
	if u[0] != 1 || u[1] != a[0] || u[2] != 3 || i[0] != 1 || i[1] != int32(a[0]) || i[2] != 3 || f[0] != 1 || f[1] != float32(a[0]) || f[2] != 3 {
		t.Errorf("the first: %v %v %v, not %d", u, i, f, a[0])
	}
	for _, list := range [][8]uint32{{0, 1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1, 0}, {1, 1, 2, 3, 5, 0, 7, 7}} {
		var bits uint32
		for l, i := range list {
			bits |= i << (3 * l)
		}
		var got [8]uint32
		StoreU32(got[:], 0, Places(bits))
		if got != list {
			t.Errorf("places %v: %v", list, got)
		}
	}
}
