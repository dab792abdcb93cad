package gosrc

import (
	"go/token"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestPick: what a namer hands out is an identifier, none twice in nested
// scopes, never a keyword nor what generated code relies on.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	letters := []rune("ab_1%$.é世")
	outer := NewNamer(nil)
	inner := NewNamer(outer)
	seen := map[string]bool{}
	for i := range 3000 {
		var b strings.Builder
		for range rng.IntN(4) {
			b.WriteRune(letters[rng.IntN(len(letters))])
		}
		wish := b.String()
		switch i % 50 {
		case 0:
			wish = "func"
		case 1:
			wish = "uint32"
		case 2:
			wish = "ptx"
		}
		n := outer
		if i >= 1000 { // names of an outer scope come first
			n = inner
		}
		s := n.Pick(wish)
		if !token.IsIdentifier(s) || s == "_" || predeclared[s] || seen[s] {
			t.Fatalf("pick(%q) = %q", wish, s)
		}
		seen[s] = true
	}
	if s := NewNamer(nil).Pick("%r1"); s != "r1" {
		t.Errorf("a free name becomes %s", s)
	}
}

// TestPickNumbers holds pick to what it is short for: the first number whose name is
// free, in this scope and those outside.
func TestPickNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	outer := NewNamer(nil)
	inner := NewNamer(outer)
	for range 3000 {
		n := outer
		if rnd.IntN(2) == 0 {
			n = inner
		}
		wish := []string{"a", "a_1", "a_1_1", "b", "len", "r_7"}[rnd.IntN(6)]
		want := wish
		for i := 1; n.taken(want); i++ {
			want = wish + "_" + strconv.Itoa(i)
		}
		if got := n.Pick(wish); got != want {
			t.Fatalf("pick(%q) = %q, want %q", wish, got, want)
		}
	}
}

func TestIdentifier(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"%r5", "r5"},
		{"$L__BB0_2", "L__BB0_2"},
		{"matmul_tiled", "matmul_tiled"},
		{"_Z5saxpyifPf", "_Z5saxpyifPf"},
		{"_ZL9transposePKfPf", "_ZL9transposePKfPf"},
		{"_Z99short", "_Z99short"},
		{"2fast", "v2fast"},
		{"a$b%c", "a_b_c"},
		{"%%", "v"},
		{"_", "_"},
		{"__3", "__3"},
		{"URLs", "URLs"},
	} {
		if got := Identifier(test.in); got != test.want {
			t.Errorf("identifier(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
