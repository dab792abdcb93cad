package scalar

import (
	"strings"
	"testing"
)

// TestPTXText looks for the opcode "op" in a text.
func TestPTXText(t *testing.T) {
	blanks := strings.Repeat(" ", 4*maxText)
	for src, want := range map[string]string{
		"op a, b;":                           "op a, b",
		"op.x  a,\tb ; // c":                 "op.x a, b",
		"op a, b // c; d\n, e;":              "op a, b",
		"op a, /* ; */ b; x;":                "op a, /* ; */ b",
		"op a, /* ;\n b; */ c;":              "op a, /* ;",
		"op a, /*":                           "op a, /*",
		"op /*/ ; */ a;":                     "op /*/ ; */ a",
		"op a / b;":                          "op a / b",
		"op a,\r\n\tb;":                      "op a,",
		"op.L2::128B a;":                     "op.L2::128B a",
		"op:x a;":                            "op:",
		"op : x a;":                          "op :",
		"x; @p op a; y;":                     "@p op a",
		"L:@!%p1 op a;":                      "@!%p1 op a",
		"{ @ ! $p /* /* ; */ op a; }":        "@ ! $p /* /* ; */ op a",
		"/* @p */ op a;":                     "op a",
		"@p\nop a;":                          "op a",
		"@p\rop a;":                          "op a",
		"x \"@p; \" op a;":                   "op a",
		"ret op a;":                          "op a",
		"*/ op a;":                           "op a",
		"@p" + blanks + "op" + blanks + "a;": "op",
		"op é, \x00;":                        "op ?, ?",
		"op " + strings.Repeat("a", 200):     "op " + strings.Repeat("a", 87) + "...",
	} {
		if got := ptxText(src, strings.Index(src, "op")); got != want {
			t.Errorf("%.40q: %q, want %q", src, got, want)
		}
	}
	if got := ptxText("x; }", 3); got != "}" {
		t.Errorf("a brace: %q", got)
	}
}
