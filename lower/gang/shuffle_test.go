package gang_test

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// TestShuffle compares the moves of all shuffles with what they do in the runtime.
func TestShuffle(t *testing.T) {
	ops := map[string]func(d []uint32, p []bool, lanes uint32, a []uint32, b, c []uint32){
		"ShflUpB32":   warpops.ShflUpB32[uint32],
		"ShflDownB32": warpops.ShflDownB32[uint32],
		"ShflBflyB32": warpops.ShflBflyB32[uint32],
		"ShflIdxB32":  warpops.ShflIdxB32[uint32],
	}
	most := 0
	for name, op := range ops {
		for b := range uint32(33) {
			for x := range uint32(1 << 10) {
				c := x>>5<<8 | x&31
				var a, d [gang.WarpSize]uint32
				var p [gang.WarpSize]bool
				for i := range a {
					a[i] = uint32(i)
				}
				op(d[:], p[:], 1<<32-1, a[:], []uint32{b}, []uint32{c})
				for g, s := range gang.Shuffle(name, b, c) {
					var got [gang.Width]uint32
					for i, m := range s.Moves {
						for l := range got {
							switch {
							case i > 0 && m.Lanes>>l&1 == 0:
							case m.By != 0:
								got[l] = a[m.Gang*gang.Width+m.By+l]
							default:
								got[l] = a[m.Gang*gang.Width+m.Index[l]]
							}
						}
					}
					most = max(most, len(s.Moves))
					for l, x := range got {
						lane := g*gang.Width + l
						if x != d[lane] || s.Inside>>l&1 != 0 != p[lane] {
							t.Fatalf("%s by %d, segments %#x: lane %d gets %d, %t, not %d, %t", name, b, c, lane, x, s.Inside>>l&1 != 0, d[lane], p[lane])
						}
					}
				}
			}
		}
	}
	if most > 4 {
		t.Errorf("%d moves for a gang, of which there are 4 sources", most)
	}
}

// TestShuffleOfWarp asks that the steps of reductions and scans are one move a gang.
func TestShuffleOfWarp(t *testing.T) {
	for _, by := range []uint32{1, 2, 4, 8, 16} {
		for name, c := range map[string]uint32{"ShflUpB32": 0, "ShflDownB32": 31, "ShflBflyB32": 31} {
			for g, s := range gang.Shuffle(name, by, c) {
				if len(s.Moves) != 1 {
					t.Errorf("%s by %d: gang %d takes %d moves", name, by, g, len(s.Moves))
				}
			}
		}
	}
}
