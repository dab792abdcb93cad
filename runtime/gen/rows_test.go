package gen

import (
	"slices"
	"sync"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestDoneTo lets bodies do so many rows by themselves: each row is done once, in order, with its
// own place.
func TestDoneTo(t *testing.T) {
	for _, block := range []Dim3{ptx.D1(4), ptx.D2(4, 5), ptx.D3(2, 3, 4)} {
		all := block.Y * block.Z
		for done := range all + 1 {
			var mu sync.Mutex
			got := map[Dim3][][2]uint32{}
			run1(t, rows("k"), Launch{Grid: ptx.D1(7), Block: block}, func(c *CTA) {
				mu.Lock()
				defer mu.Unlock()
				if c.MayDoRows() {
					for row := range done {
						y, z := c.Row(row)
						got[c.ID] = append(got[c.ID], [2]uint32{y, z})
					}
					if c.DoneTo(done) {
						return
					}
				}
				got[c.ID] = append(got[c.ID], [2]uint32{c.Y, c.Z})
			})
			var want [][2]uint32
			for z := range block.Z {
				for y := range block.Y {
					want = append(want, [2]uint32{y, z})
				}
			}
			for id, list := range got {
				if !slices.Equal(list, want) {
					t.Fatalf("block %v, %d rows at once, CTA %v: %v", block, done, id, list)
				}
			}
			if len(got) != 7 {
				t.Fatalf("block %v: %d CTAs", block, len(got))
			}
		}
	}
}
