package lanes

import "testing"

// TestQuad loads four floats into all lanes, at every place of slices of every small length.
func TestQuad(t *testing.T) {
	for n := range 24 {
		all := make([]float32, n+16)
		for i := range all {
			all[i] = float32(i)
		}
		s := all[8 : 8+n]
		for i := -9; i < n+9; i++ {
			if want := n >= 12 && i >= 0 && i+4 <= n; Quads(s, i) != want {
				t.Fatalf("Quads at %d of %d: %v", i, n, !want)
			} else if !want {
				continue
			}
			var got [4][Width]float32
			a, b, c, d := SplatQuadF32(LoadQuadF32(s, i))
			for k, x := range []F32{a, b, c, d} {
				x.StoreArray(&got[k])
			}
			Clear()
			for k := range got {
				for lane, x := range got[k] {
					if x != s[i+k] {
						t.Fatalf("element %d at %d of %d is %g in lane %d", k, i, n, x, lane)
					}
				}
			}
		}
	}
}
