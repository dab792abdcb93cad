package region

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

func TestShapes(t *testing.T) {
	for _, c := range shapes {
		t.Run(c.name, func(t *testing.T) {
			tree := check(t, graph(t, c.graph))
			if got, want := tree.String(), strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("%s:\n%s\nwant:\n%s", c.graph, got, want)
			}
		})
	}
}

// TestLong builds functions of many blocks: time and stack must grow with their
// number, not with its square.
func TestLong(t *testing.T) {
	const n = 60000
	for _, c := range []struct {
		name string
		next func(i int) string
	}{
		{"jumps", func(i int) string { return fmt.Sprint(i + 1) }},
		{"guards", func(i int) string { return fmt.Sprintf("%d,%d", i+1, min(i+2-i%2, n)) }},
		{"returns", func(i int) string { return fmt.Sprintf("%d,%d", n, i+1) }},
		{"exits", func(i int) string { return fmt.Sprintf("%d,%d", n-1, i+1) }},
		{"loops", func(i int) string { return fmt.Sprintf("%d,%d", i, i+1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w []string
			for i := range n {
				w = append(w, fmt.Sprintf("+%d:%s", i, c.next(i)))
			}
			w = append(w, fmt.Sprintf("%d:", n))
			f := graph(t, strings.Join(w, " "))
			tree := Structure(f)
			basics := 0
			tree.Walk(func(x *Node) bool {
				if x.Kind == Basic {
					basics++
				}
				return true
			})
			if basics != n {
				t.Errorf("%d blocks in the tree, want %d", basics, n)
			}
		})
	}
}

// randomGraph makes a graph of n blocks. Edges go forward mostly; local says
// how far.
func randomGraph(r *rand.Rand, n, local int, wild bool) string {
	var w []string
	for i := range n {
		mark := [...]string{"", "+", "*", "*+"}[r.IntN(4)]
		var succs []string
		k := r.IntN(10)
		ways := 1
		switch {
		case i == n-1 || k == 0:
			ways = 0
		case k == 1:
			ways = 3 + r.IntN(3)
		case k < 7:
			ways = 2
		}
		for j := range ways {
			to := min(n-1, i+1+r.IntN(local))
			if j > 0 && r.IntN(3) == 0 || wild && r.IntN(4) == 0 {
				to = max(1, i-r.IntN(local*2))
			}
			if n == 1 {
				to = 0
			}
			succs = append(succs, fmt.Sprint(min(to, n-1)))
		}
		w = append(w, fmt.Sprintf("%s%d:%s", mark, i, strings.Join(succs, ",")))
	}
	return strings.Join(w, " ")
}

func TestRandom(t *testing.T) {
	reducible, irreducible := 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := randomGraph(r, 2+r.IntN(24), 2+r.IntN(6), seed%3 == 0)
		f := graph(t, text)
		tree := check(t, f)
		gotos := false
		tree.Walk(func(n *Node) bool { gotos = gotos || n.Kind == Goto; return true })
		if ir.Loops(f, ir.Dominators(f)).Irreducible {
			irreducible++
		} else {
			reducible++
			if gotos {
				t.Errorf("goto in a reducible graph")
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, text)
		}
	}
	if reducible < 500 || irreducible < 500 {
		t.Errorf("only %d reducible and %d irreducible graphs", reducible, irreducible)
	}
}

// TestFlat limits the depth of trees, so that most become lists with labels.
func TestFlat(t *testing.T) {
	flat := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 2))
		text := randomGraph(r, 2+r.IntN(24), 2+r.IntN(6), seed%3 == 0)
		f := graph(t, text)
		most := r.IntN(12)
		tree := checkTree(t, f, structure(f, most))
		if nesting(Structure(f)) > most {
			flat++
		} else if got, want := tree.String(), Structure(f).String(); got != want {
			t.Errorf("a tree that is not too deep is\n%s\nwant\n%s", got, want)
		}
		if n := nesting(tree); n > max(most, switchScopes) {
			t.Errorf("%d scopes, want at most %d", n, most)
		}
		if t.Failed() {
			t.Fatalf("seed %d, at most %d scopes: %s\n%s", seed, most, text, tree)
		}
	}
	if flat < 500 {
		t.Errorf("only %d were too deep", flat)
	}
}

// TestDeep nests deeper than Go's tools allow.
func TestDeep(t *testing.T) {
	const n = 20000
	for _, c := range []struct {
		name string
		next func(i int) string
	}{
		{"ifs", func(i int) string { return fmt.Sprintf("%d,%d", i+1, 2*n-i) }},
		{"loops", func(i int) string { return fmt.Sprint(i + 1) }},
		{"cases", func(i int) string { return fmt.Sprint(i + 1) }},
	} {
		var w []string
		for i := range n {
			w = append(w, fmt.Sprintf("+%d:%s", i, c.next(i)))
		}
		for i := n; i < 2*n; i++ {
			if c.name == "loops" {
				w = append(w, fmt.Sprintf("+%d:%d,%d", i, 2*n-1-i, i+1))
			} else {
				w = append(w, fmt.Sprintf("+%d:%d", i, i+1))
			}
		}
		w = append(w, fmt.Sprintf("+%d:", 2*n))
		if c.name == "cases" {
			w[0] = "+0:" + strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers(1, 1000)), " ", ","), "[]")
		}
		f := graph(t, strings.Join(w, " "))
		tree := Structure(f)
		if n := nesting(tree); n > deepest {
			t.Errorf("%s: %d scopes", c.name, n)
		}
	}
}

func numbers(from, n int) []int {
	var list []int
	for i := range n {
		list = append(list, from+i)
	}
	return list
}
