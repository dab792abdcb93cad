package example

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Heads returns some legal heads of a form, as lists of modifiers: n of them
// spread evenly over the table's order, and as many more as it takes to show
// every modifier at least once, every type once at each of its places.
func Heads(f *isa.Form, n int) [][]string {
	var heads [][]string
	seen := map[string]bool{}
	step := max(f.NForms/max(n, 1), 1)
	at, spread := 0, 0
	f.Expand(func(mods []string) bool {
		fresh := at >= spread*step && spread < n
		for _, key := range places(mods) {
			fresh = fresh || !seen[key]
		}
		at++
		if !fresh || f.Match(mods) == nil {
			return true
		}
		if at > spread*step {
			spread++
		}
		for _, key := range places(mods) {
			seen[key] = true
		}
		heads = append(heads, slices.Clone(mods))
		return true
	})
	return heads
}

// places names what each modifier shows: types count by their place.
func places(mods []string) []string {
	keys := make([]string, len(mods))
	types := 0
	for i, m := range mods {
		keys[i] = m
		if _, ok := isa.ParseType(m); ok {
			keys[i] = fmt.Sprintf("%d.%s", types, m)
			types++
		}
	}
	return keys
}
