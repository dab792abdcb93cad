package goversion

import (
	"go/build"
	"go/build/constraint"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestThisVersion fails in a build of a version that nobody has tested: what is said of the
// compiler has to be looked at again before the range above grows.
func TestThisVersion(t *testing.T) {
	if note := Note(runtime.Version()); note != "" {
		t.Error(note)
	}
}

func TestNote(t *testing.T) {
	for _, c := range []struct {
		version string
		tested  bool
	}{
		{"go1.26.0", true},
		{"go1.26.8", true},
		{"go1.27.3", true},
		{"go1.27rc1", true},
		{"go1.27.3 X:simd", true},
		{"go1.25.9", false},
		{"go1.28", false},
		{"go1.28rc1", false},
		{"go2.0", false},
		{"devel go1.29-4a3b X:simd", false},
		{"", false},
	} {
		if got := Note(c.version) == ""; got != c.tested {
			t.Errorf("%q: tested %v, want %v", c.version, got, c.tested)
		}
	}
}

// TestReleaseTags compares with those of the version that is running, as far as it goes.
func TestReleaseTags(t *testing.T) {
	here := build.Default.ReleaseTags
	tags := ReleaseTags()
	if n := min(len(here), len(tags)); !slices.Equal(here[:n], tags[:n]) {
		t.Errorf("got %v, Go has %v", tags, here)
	}
}

// TestConstraints makes sure that each file of the runtime whose build depends on the version of
// Go depends on the versions above.
func TestConstraints(t *testing.T) {
	files := 0
	for _, c := range []struct {
		glob, constraint string
	}{
		{"fpops/fma32[fp]*.go", Tested},
		{"internal/leaf/*tested.go", Tested},
		{"gang4/*.go", VectorsArm64},
		{"gang8/*.go", Vectors},
		{"gang16/*.go", Vectors},
		{"../internal/house/uppers/testdata/saxpy/*.go", Vectors},
	} {
		paths, err := filepath.Glob(filepath.Join("../../runtime", c.glob))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(buildLine(t, path, string(src)), c.constraint) && filepath.Base(path) != "doc.go" {
				t.Errorf("%s is not built for %q", path, c.constraint)
			}
			files++
		}
	}
	if files < 180 {
		t.Errorf("looked at %d files", files)
	}
}

// TestCI compares the versions that .ci/run takes.
func TestCI(t *testing.T) {
	text, err := os.ReadFile("../../.ci/versions")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nfirst_go=" + First + ".", "\nlatest_go=" + Pinned + "\n"} {
		if strings.Count(string(text), want) != 1 {
			t.Errorf(".ci/versions has no line %s", strings.TrimSpace(want))
		}
	}
}

// buildLine is the build constraint of a file, or "".
func buildLine(t *testing.T, path, src string) string {
	for line := range strings.Lines(src) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			return x.String()
		} else if constraint.IsGoBuild(line) {
			t.Errorf("%s: %v", path, err)
		}
	}
	return ""
}
