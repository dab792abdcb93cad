package archtest

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// nested are the modules below the one that users need, each with the reason why it is one
// of its own.
var nested = map[string]string{
	"examples/distributed":   "Apache Beam",
	"internal/bench":         "cgo, and a library that draws",
	"runtime/driver/libcuda": "cgo: a library for programs in other languages",
}

// TestNestedModules checks that there are no other modules than these, and that each takes
// ptx2go from this tree, with the same version of Go.
func TestNestedModules(t *testing.T) {
	version := regexp.MustCompile(`(?m)^go .*$`)
	want := version.FindString(string(read(t, "go.mod")))
	n := 0
	for _, f := range tree(t) {
		dir := filepath.Dir(f)
		if filepath.Base(f) != "go.mod" || dir == "." {
			continue
		}
		n++
		if nested[dir] == "" {
			t.Errorf("%s is a module: say why in modules_test.go", dir)
		}
		if got := version.FindString(string(read(t, f))); got != want {
			t.Errorf("%s has %q, go.mod %q", f, got, want)
		}
		up := strings.Repeat("/..", strings.Count(dir, "/")+1)[1:]
		if want := "replace " + module + " => " + up + "\n"; !strings.Contains(string(read(t, f)), want) {
			t.Errorf("%s has no line %s", f, want)
		}
	}
	if n != len(nested) {
		t.Errorf("%d modules below this one, want %d", n, len(nested))
	}
}
