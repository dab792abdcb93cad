package gocheck

import (
	"strings"
	"testing"
)

// TestCheck holds the checker to what it is for.
func TestCheck(t *testing.T) {
	c, err := New(".")
	if err != nil {
		t.Fatal(err)
	}
	const head = "package k\n\nimport ptx \"github.com/ptx2go/ptx2go/runtime\"\n\nvar _ ptx.Launch\n\n"
	nest := func(n int) string {
		return "func f(x int) {\n" + strings.Repeat("if x > 0 {\n", n) + strings.Repeat("}\n", n) + "}\n"
	}
	for _, c2 := range []struct{ src, want string }{
		{"func f(x int) int { return x + 1 }\n", ""},
		{"func f(x int) int {\n", "expected"},
		{"func f(x int) int { return y }\n", "undefined: y"},
		{"import \"os\"\n", "imports must appear"},
		{"func f() { goto l; x := 1; _ = x; l: }\n", "jumps over"},
		{"func f(x int) { x = x }\n", "self-assignment"},
		{"func f(x uint32) uint32 { return x << 40 }\n", "too small for shift"},
		{"func f(x uint32) uint32 { for { }; return x }\n", "unreachable"},
		{nest(400), ""},
		{nest(600), "exceeded max scope depth"},
	} {
		err := c.Check([]byte(head + c2.src))
		if (err == nil) != (c2.want == "") || err != nil && !strings.Contains(err.Error(), c2.want) {
			t.Errorf("%.60s: %v, want %q", c2.src, err, c2.want)
		}
	}
}
