package fpgraph

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// TestSeeds checks that a seed gives one graph, and another seed another.
func TestSeeds(t *testing.T) {
	a, b := New(7, Options{Half: true}), New(7, Options{Half: true})
	if a.text() != b.text() || string(a.input()) != string(b.input()) {
		t.Error("a seed gives two graphs")
	}
	if a.text() == New(8, Options{Half: true}).text() {
		t.Error("two seeds give one graph")
	}
}

// TestShrink makes a graph small as long as it divides floats.
func TestShrink(t *testing.T) {
	fails := func(g *Graph) bool { return strings.Contains(g.text(), " / ") }
	g := New(1, Options{})
	for seed := uint64(2); !fails(g) || g.Size() < 50; seed++ {
		g = New(seed, Options{})
	}
	for smaller := true; smaller; {
		smaller = false
		for _, h := range g.Shrink() {
			if fails(h) {
				g, smaller = h, true
				break
			}
		}
	}
	if g.Size() > 4 || len(g.outs) != 1 {
		t.Errorf("%d statements and %d results are left:\n%s", g.Size(), len(g.outs), g.text())
	}
}

// TestMentioned checks which variables a text names.
func TestMentioned(t *testing.T) {
	got := mentioned("in_v1[v2] + v03 + v4 - v4x + v2 * vv5")
	if len(got) != 2 || got[0] != 2 || got[1] != 4 {
		t.Errorf("got %v", got)
	}
}

// TestMake runs some graphs.
func TestMake(t *testing.T) {
	if err := clang.Missing(clang.Program); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	files, engines := uint64(2), []string{"build", "interp"}
	if testmode.Long() {
		files, engines = 20, engine.Names
	}
	ctx := context.Background()
	root := t.TempDir()
	for n := range files {
		half := n%2 == 1
		var list []*Graph
		for k := range uint64(6) {
			list = append(list, New(100*n+k, Options{Half: half}))
		}
		target := clang.Pick(rand.New(rand.NewPCG(n, 0)), half)
		if err := Make(ctx, filepath.Join(root, list[0].Name()), list[0].Name(), list, target); err != nil {
			t.Fatal(err)
		}
	}
	engines, err := engine.Present(ctx, engines, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	list, err := engine.Run(ctx, engines, time.Minute, 0, root)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Kind != engine.Equal {
			t.Errorf("%s: %s: %s: %s", r.Engine, r.Case, r.Kind, r.Text)
		}
	}
}
