package hunt

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/fuzz/fpgraph"
)

// TestCuts checks that blocks in braces can go, with what stands before them.
func TestCuts(t *testing.T) {
	got := cuts([]string{"int x;", "int f(void)", "{", "  if (x) {", "    x = 1;", "  }", "}", "int y;"})
	for _, want := range [][2]int{{1, 7}, {2, 7}, {3, 6}, {0, 1}, {7, 8}} {
		if !slices.Contains(got, want) {
			t.Errorf("no cut %v in %v", want, got)
		}
	}
	if !slices.IsSortedFunc(got, func(a, b [2]int) int { return (b[1] - b[0]) - (a[1] - a[0]) }) {
		t.Errorf("long cuts do not come first: %v", got)
	}
}

// TestKeep checks that a finding is written down with its folder.
func TestKeep(t *testing.T) {
	dir, keep := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	var log []string
	o := Options{Keep: keep, Log: func(format string, args ...any) { log = append(log, format) }}
	tally := &Tally{}
	to, err := o.keep(tally, dir, engine.Outcome{Case: "c", Engine: "go", Kind: engine.Differs, Text: "why"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(to, "kernel.ptx"))
	if err != nil || string(text) != "text" {
		t.Errorf("the folder is not kept: %q, %v", text, err)
	}
	why, err := os.ReadFile(filepath.Join(keep, "c.txt"))
	if err != nil || !strings.Contains(string(why), "why") || len(tally.Findings) != 1 || len(log) != 1 {
		t.Errorf("what is wrong is not kept: %q, %v", why, err)
	}
}

// TestFloats runs a few graphs and counts.
func TestFloats(t *testing.T) {
	if err := clang.Missing(clang.Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	o := Options{First: 1, N: 12, Batch: 12, Jobs: 2, Engines: []string{"interp"}, Limit: time.Minute, Log: t.Logf}
	tally, err := Floats(context.Background(), o, false)
	if err != nil {
		t.Fatal(err)
	}
	if tally.Seeds != 12 || tally.Cases+tally.Skipped != 12 || tally.Runs[engine.Equal] < 2 || len(tally.Findings) > 0 {
		t.Errorf("%v %v", tally, tally.Findings)
	}
}

// TestShrinkFloats makes a file small of which no graph fails alone: it is kept whole.
func TestShrinkFloats(t *testing.T) {
	if err := clang.Missing(clang.Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	dir, keep := t.TempDir(), t.TempDir()
	g := fpgraph.New(3, fpgraph.Options{})
	name := g.Name()
	target := floatTarget(3, false)
	if err := fpgraph.Make(context.Background(), filepath.Join(dir, name), name, []*fpgraph.Graph{g}, target); err != nil {
		t.Fatal(err)
	}
	o := Options{Keep: keep, Engines: []string{"interp"}, Limit: time.Minute, Shrink: time.Second, Log: t.Logf}
	tally := &Tally{}
	r := engine.Outcome{Case: name, Engine: "interp", Kind: engine.Differs, Text: "planted"}
	if err := o.shrinkFloats(context.Background(), tally, dir, []*fpgraph.Graph{g}, target, r); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(keep, name, "case.json")); err != nil || len(tally.Findings) != 1 {
		t.Errorf("it is not kept: %v, %v", err, tally.Findings)
	}
}
