// Package nearest finds the name that was probably meant by a misspelt one.
package nearest

// most bounds the names that are compared: nobody misspells longer ones by hand.
const most = 64

// To returns the name of least edit distance to s: at most a third of its length, at least
// one and at most three edits, but not all of its letters. It returns "" where no name is that
// near. Of several that are equally near, one with the same first letter comes before the
// others, then the first in the alphabet: the order of the names does not matter. A name equal
// to s does not count.
func To(s string, names []string) string {
	limit := min(max(len(s)/3, 1), 3, len(s)-1)
	best, bestD := "", limit
	for _, n := range names {
		if d := distance(s, n, bestD); n != s && d <= bestD && (d < bestD || before(n, best, s)) {
			best, bestD = n, d
		}
	}
	return best
}

// Hint returns "did you mean X?" for the name nearest to s, or "".
func Hint(s string, names []string) string {
	if n := To(s, names); n != "" {
		return "did you mean " + n + "?"
	}
	return ""
}

// before reports whether a is to be preferred to b, both equally near to s.
func before(a, b, s string) bool {
	if b == "" {
		return true
	}
	if x, y := a[0] == s[0], b[0] == s[0]; x != y {
		return x
	}
	return a < b
}

// distance counts insertions, deletions, replacements and swaps of neighbours (optimal
// string alignment). It may stop at anything above limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit || len(a) > most || len(b) > most || b == "" {
		return limit + 1
	}
	var rows [3][most + 1]int
	prev2, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, prev2[j-2]+1)
			}
			cur[j] = d
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
