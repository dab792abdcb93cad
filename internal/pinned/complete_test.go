package pinned

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestComplete: what the go command says nothing of is compiled anew, and nothing else.
func TestComplete(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no shell")
	}
	const whole = "# a\nx\n# b\ny"
	for _, x := range []struct {
		name, first string
		anew        []string
		again, want string
		fails       string
	}{
		{"all", whole, nil, "", whole, ""},
		{"one", "# b\ny", []string{"a"}, whole, whole, ""},
		{"none", "", []string{"a", "b"}, whole, whole, ""},
		{"names in texts", "# a\nx # b", []string{"b"}, whole, whole, ""},
		{"no code", "# a\nx", []string{"b"}, "# a\nx", "# a\nx", ""},
		{"not compiled", "", []string{"a", "b"}, "no such thing; exit 1", "", "exit status 1"},
	} {
		var anew []string
		calls := 0
		out, err := Complete(func(flags ...string) *exec.Cmd {
			text := x.first
			if calls++; calls == 2 {
				text = x.again
			}
			for _, f := range flags {
				p, _, _ := strings.Cut(strings.TrimPrefix(f, "-gcflags="), "=-S -memprofilerate=")
				anew = append(anew, p)
			}
			text, exit, _ := strings.Cut(text, "; ")
			return exec.Command("sh", "-c", `printf %s "$1"; `+exit, "sh", text)
		}, "a", "b")
		if string(out) != x.want || !slices.Equal(anew, x.anew) || x.fails == "" && err != nil || x.fails != "" && (err == nil || !strings.Contains(err.Error(), x.fails)) {
			t.Errorf("%s: got %q, %v, and %q anew", x.name, out, err, anew)
		}
	}
}

// TestCompleteAnew: a listing that the cache has lost is there again, and is the same.
func TestCompleteAnew(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n\nfunc F(x int) int { return x * 3 }\n", "n/n.go": "package n\n"} {
		if err := put(dir, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	build := func(flags ...string) *exec.Cmd {
		cmd := exec.Command("go", slices.Concat([]string{"build", "-gcflags=-S"}, flags, []string{"./..."})...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		return cmd
	}
	paths, err := Paths(dir, build().Env, "./...")
	if err != nil || !slices.Equal(paths, []string{"m", "m/n"}) {
		t.Fatal(paths, err)
	}
	want, err := Complete(build, paths...)
	if err != nil || !strings.Contains(string(want), "m.F STEXT") {
		t.Fatalf("%v\n%s", err, want)
	}
	calls := 0
	got, err := Complete(func(flags ...string) *exec.Cmd {
		if calls++; calls == 1 {
			return exec.Command("go", "version") // as if the cache had lost all
		}
		return build(flags...)
	}, paths...)
	// Packages come in any order.
	lines := func(b []byte) []string { return slices.Sorted(strings.SplitSeq(string(b), "\n")) }
	if err != nil || !slices.Equal(lines(got), lines(want)) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
