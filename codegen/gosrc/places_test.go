package gosrc

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMorePlaces: the statements of these functions have their lines of the PTX behind them, and
// those that need a function of their own for a breakpoint end in an exclamation mark.
func TestMorePlaces(t *testing.T) {
	const src = `package k

func straight(x []int) {
	x[0] = 1 // 10
	x[1] = 2 // 11
	x[2] = 3 // 10
	for i := range x { // 12
		x[i] = 4 // 10
		if x[i] > 3 { // 12
			continue // 13
		}
		x[i] = 5 // 13!
	}
	x[0]++ // 13!
}

func ways(x []int) {
	if x[0] > 0 { // 10
		x[0] = 1 // 20
	} else if x[0] < 0 {
		x[0] = 2 // 20!
	} else {
		x[0] = 3 // 20!
		x[0] = 4 // 20
	}
	switch x[0] { // 21
	case 1:
		x[0] = 5 // 22
	case 2:
		x[0] = 6 // 22!
	default:
		x[0] = 7 // 22!
	}
	x[1] = max( // 20!
		x[0], // 20
		x[1],
	)
}

func jumps(x []int) {
	{
		x[0] = 1 // 10
		if x[0] > 1 { // 11
			goto end // 12
		}
		x[0] = 2 // 13
	end:
		x[0] = 3 // 13!
		x[0] = 4 // 10!
	}
loop:
	for { // 14
		x[0] = 5 // 15
		break loop // 15
	}
	x[1] = 6 // 15!
	x[1] = 7 // 14
}

func other(x []int) {
	x[0] = 1 // 10
}
`
	of, want := map[int]place{}, map[int]place{}
	for i, l := range strings.Split(src, "\n") {
		if _, n, ok := strings.Cut(l, " // "); ok {
			line, err := strconv.Atoi(strings.TrimSuffix(n, "!"))
			if err != nil {
				t.Fatal(l)
			}
			of[i+1] = place{"k.ptx", line}
			if strings.HasSuffix(n, "!") {
				want[i+1] = of[i+1]
			}
		}
	}
	got, err := morePlaces([]byte(src), of)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}

	// In the source these are functions, at their lines.
	var pairs []LinePair
	for n, p := range of {
		pairs = append(pairs, LinePair{Go: n, PTX: p.line, Own: p.line})
	}
	slices.SortFunc(pairs, func(a, b LinePair) int { return a.Go - b.Go })
	text, err := Directives(&Text{Source: []byte(src), Pairs: pairs}, func(line int) (string, int) { return "k.ptx", line }, "k_ptx.go", true)
	if err != nil {
		t.Fatal(err)
	}
	out := text.Source
	for _, p := range want {
		if !strings.Contains(string(out), fmt.Sprintf("//line %s:%d\n", p.path, p.line)) {
			t.Errorf("no directive for %v", p)
		}
	}
	if n := strings.Count(string(out), ownFunction); n != len(want) {
		t.Errorf("%d functions, want %d:\n%s", n, len(want), out)
	}
}
