package codegen

import (
	"go/token"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, test := range []struct{ in, identifier, exported, plain string }{
		{"%r5", "r5", "R5", "r5"},
		{"$L__BB0_2", "L__BB0_2", "LBB02", "lBB02"},
		{"matmul_tiled", "matmul_tiled", "MatmulTiled", "matmulTiled"},
		{"_Z5saxpyifPf", "_Z5saxpyifPf", "Saxpy", "saxpy"},
		{"_ZL9transposePKfPf", "_ZL9transposePKfPf", "Transpose", "transpose"},
		{"_Z99short", "_Z99short", "Z99short", "z99short"}, // not a mangled name
		{"2fast", "v2fast", "V2fast", "v2fast"},
		{"a$b%c", "a_b_c", "ABC", "aBC"},
		{"%%", "v", "V", "v"},
		{"_", "_", "K", "k"},
		{"__3", "__3", "K3", "k3"},
		{"URLs", "URLs", "URLs", "uRLs"},
	} {
		if got := identifier(test.in); got != test.identifier {
			t.Errorf("identifier(%q) = %q, want %q", test.in, got, test.identifier)
		}
		if got := camel(test.in, true); got != test.exported {
			t.Errorf("camel(%q, true) = %q, want %q", test.in, got, test.exported)
		}
		if got := camel(test.in, false); got != test.plain {
			t.Errorf("camel(%q, false) = %q, want %q", test.in, got, test.plain)
		}
	}
	for _, test := range []struct{ kernel, in, want string }{
		{"saxpy", "saxpy_param_0", "p0"},
		{"saxpy", "other_param_0", "other_param_0"},
		{"k", "Buffer", "buffer"},
		{"k", "%rd1", "rd1"},
	} {
		if got := paramName(test.kernel, test.in); got != test.want {
			t.Errorf("paramName(%q, %q) = %q, want %q", test.kernel, test.in, got, test.want)
		}
	}
}

// TestPick: what a namer hands out is an identifier, none twice in nested
// scopes, never a keyword nor what generated code relies on.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	letters := []rune("ab_1%$.é世")
	outer := newNamer(nil)
	inner := newNamer(outer)
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
		s := n.pick(wish)
		if !token.IsIdentifier(s) || s == "_" || predeclared[s] || seen[s] {
			t.Fatalf("pick(%q) = %q", wish, s)
		}
		seen[s] = true
	}
	if s := newNamer(nil).pick("%r1"); s != "r1" {
		t.Errorf("a free name becomes %s", s)
	}
}

// TestFileBase: what names at package level begin with follows from the Go file, of
// which a folder has only one of a name.
func TestFileBase(t *testing.T) {
	for _, tt := range []struct{ output, source, base string }{
		{"saxpy_ptx.go", "saxpy.ptx", "saxpy"},
		{"my-kernels.v2_ptx.go", "k.ptx", "myKernelsV2"},
		{"fast.go", "k.ptx", "fast"},
		{"3d_ptx.go", "3d.ptx", "v3d"},
		{"", "k.ptx", "k"},
	} {
		if got := fileBase(Options{Output: tt.output, Source: tt.source}); got != tt.base {
			t.Errorf("%s of %s: %s, want %s", tt.output, tt.source, got, tt.base)
		}
	}
}

// TestPickNumbers holds pick to what it is short for: the first number whose name is
// free, in this scope and those outside.
func TestPickNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	outer := newNamer(nil)
	inner := newNamer(outer)
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
		if got := n.pick(wish); got != want {
			t.Fatalf("pick(%q) = %q, want %q", wish, got, want)
		}
	}
}
