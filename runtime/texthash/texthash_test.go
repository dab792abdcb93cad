package texthash

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// text is a module, with the directives in the place of %s.
const text = "//\n// .target sm_35\n/* .target sm_30 */\n.version 7.0\n%s\n.address_size 64\n" +
	".file 1 \".target sm_60\"\n.visible .entry sm_70()\n{\n\tret;\n}\n"

func TestOneModule(t *testing.T) {
	of := func(target string) string { return Of(strings.Replace(text, "%s", target, 1)) }
	want := of(".target sm_20")
	raw := sha256.Sum256([]byte(strings.Replace(text, "%s", ".target sm_20", 1)))
	if want != hex.EncodeToString(raw[:]) {
		t.Errorf("the hash is %s, not that of the text", want)
	}
	for _, same := range []string{".target sm_35", ".target sm_90a", ".target sm_100f", ".target sm_121", ".target compute_75"} {
		if got := of(same); got != want {
			t.Errorf("%q is another module", same)
		}
	}
	differ := map[string]string{want: ".target sm_20"}
	for _, other := range []string{
		".target sm_13", ".target sm_1", ".target compute_10", ".target sm_", ".target sm_7b", ".target  sm_70", ".target sm_70,debug", ".target sm_70, debug",
		".target texmode_independent, sm_70", ".targets sm_70", "x.target sm_70", ".target", ".target sm_70 sm_70", "// .target sm_70", "// .target sm_60",
		".target sm_70 // x", ".target /* x */ sm_70", ".target sm_70,", "/* .target sm_70", "\".target sm_70",
	} {
		got := of(other)
		if differ[got] != "" {
			t.Errorf("%q is one module with %q", other, differ[got])
		}
		differ[got] = other
	}
	if of(".target texmode_independent,\n sm_35") != of(".target texmode_independent,\n sm_86") || of(".target sm_70,debug,sm_80") != of(".target sm_30,debug,sm_90") {
		t.Error("targets behind options differ")
	}
	if a := strings.Replace(text, "%s", ".target sm_70", 1); Of(a+"\x00\x00") != want || Of(a+"\n") == want || Of(a+"\x00\n") == want {
		t.Error("NULs at the end")
	}
}

// TestProducts tells texts with products of matrices apart by their architecture.
func TestProducts(t *testing.T) {
	const a, b = ".version 7.0\n.target sm_80\n", ".version 7.0\n.target sm_90\n"
	for body, same := range map[string]bool{
		"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f1};":    false,
		"@%p1 wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f1};": false,
		"// mma.sync":                      true,
		".global .b8 s[9] = \"mma.sync\";": true,
		"st.global.f32 [mma.sync], %f1; call mma; fma.rn.f32 %mma.x, %f1, %f1, %f1;": false, // a name that looks like one
		"movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;":                            true,
	} {
		if got := Of(a+body) == Of(b+body); got != same {
			t.Errorf("%s: one module for both targets: %t", body, got)
		}
	}
}

// TestOdd takes texts that are none.
func TestOdd(t *testing.T) {
	for _, s := range []string{"", "\x00", ".target", ".target ", ".target,", "/", "/*", "/*/", "\"", "//", ".target/", ".target sm_20/"} {
		raw := sha256.Sum256([]byte(strings.TrimRight(s, "\x00")))
		if got := Of(s); got != hex.EncodeToString(raw[:]) {
			t.Errorf("%q: %s", s, got)
		}
	}
}

func ExampleOf() {
	a := ".version 7.0\n.target sm_70\n.address_size 64\n"
	b := ".version 7.0\n.target sm_90a\n.address_size 64\n"
	fmt.Println(Of(a) == Of(b))
	// Output: true
}

func TestTarget(t *testing.T) {
	for text, want := range map[string]string{
		".version 8.0\n.target sm_90a, debug\n":               "sm_90a",
		"// .target sm_10\n/* .target sm_20 */.target\tsm_70": "sm_70",
		".version 7.0": "",
		"":             "",
		".target":      "",
	} {
		if got := Target(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
