package pass

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestShareset compares sets with maps: what is in them, which are equal, and that none changes.
func TestShareset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sets, want := []shareset{nil}, []map[int]bool{{}}
	add := func(s shareset, m map[int]bool) {
		sets, want = append(sets, s), append(want, m)
	}
	for range 300 {
		i, j, n := r.IntN(len(sets)), r.IntN(len(sets)), r.IntN(4)*500+r.IntN(20)
		m := maps.Clone(want[i])
		if r.IntN(2) == 0 {
			m[n] = true
			add(sets[i].with(n), m)
		} else {
			maps.Copy(m, want[j])
			add(sets[i].union(sets[j]), m)
		}
	}
	for i, s := range sets {
		if got := slices.Collect(s.all()); !slices.Equal(got, slices.Sorted(maps.Keys(want[i]))) {
			t.Fatalf("set %d is %v, want %v", i, got, want[i])
		}
		for j, o := range sets {
			// A set that has had larger numbers nowhere has no pieces for them.
			if len(s) == len(o) && s.equal(o) != maps.Equal(want[i], want[j]) {
				t.Fatalf("sets %v and %v are equal: %v", want[i], want[j], s.equal(o))
			}
		}
	}
}
