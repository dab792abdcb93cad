package pinned

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestComplete: a build is done anew where the go command does not say something of each package, and what then
// still lacks one is an error.
func TestComplete(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no shell")
	}
	for _, x := range []struct {
		name, first, again, want, fails string
	}{
		{"all", "# a\nx\n# b\ny", "", "# a\nx\n# b\ny", ""},
		{"one", "# b\ny", "# a\nx\n# b\ny", "# a\nx\n# b\ny", ""},
		{"none", "", "# a\nx\n# b\ny", "# a\nx\n# b\ny", ""},
		{"names in texts", "# a\nx # b", "# a\n# b", "# a\n# b", ""},
		{"never", "# a\nx", "# a\nx", "", "only a part"},
		{"not compiled", "", "no such thing; exit 1", "", "exit status 1"},
	} {
		calls := 0
		out, err := Complete(func(flags ...string) *exec.Cmd {
			text := x.first
			if calls++; calls == 2 {
				if text = x.again; !slices.Equal(flags, []string{"-a"}) {
					t.Errorf("%s: built anew with %q", x.name, flags)
				}
			}
			text, exit, _ := strings.Cut(text, "; ")
			return exec.Command("sh", "-c", `printf %s "$1"; `+exit, "sh", text)
		}, "a", "b")
		if string(out) != x.want || x.fails == "" && err != nil || x.fails != "" && (err == nil || !strings.Contains(err.Error(), x.fails)) {
			t.Errorf("%s: got %q, %v", x.name, out, err)
		}
	}
}
