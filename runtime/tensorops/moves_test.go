package tensorops

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Elements of 16 bits, which have a way of their own, come to the lanes that elements of any size come to, also where some lanes
// take part, where nobody reads a register, and where results take the place of rows.
func TestGatherHalves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, head := range []string{"ldmatrix.m8n8.x1.b16", "ldmatrix.m8n8.x2.trans.b16", "ldmatrix.m8n8.x4.b16", "ldmatrix.m8n8.x4.trans.b16"} {
		v := &Move{Head: head}
		v.once.Do(v.prepare)
		if !v.halves {
			t.Errorf("%s: not of 16 bits", head)
		}
		for round := range 40 {
			lanes := ^uint32(0)
			if round%2 == 1 {
				lanes = r.Uint32()
			}
			var rows, got, want [][]uint32
			for range 4 {
				row := make([]uint32, 32)
				for lane := range row {
					row[lane] = r.Uint32()
				}
				rows = append(rows, row)
			}
			for range v.Results() {
				got, want = append(got, make([]uint32, 32)), append(want, make([]uint32, 32))
			}
			if round%4 > 1 { // in place
				for i := range got {
					got[i], want[i] = rows[i], slices.Clone(rows[i])
				}
			}
			if round%3 == 2 {
				got[0], want[0] = nil, nil
			}
			v.gatherBits(want, lanes, rows)
			v.Compute(got, lanes, rows)
			for i := range want {
				if !slices.Equal(got[i], want[i]) {
					t.Fatalf("%s, round %d: register %d is %#x, want %#x", head, round, i, got[i], want[i])
				}
			}
		}
	}
}
