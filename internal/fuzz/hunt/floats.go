package hunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/fuzz/fpgraph"
)

// perFile is how many graphs one case has: clang takes longer to start than to
// compile a kernel.
const perFile = 10

// Floats hunts with random expression graphs.
func Floats(ctx context.Context, o Options, half bool) (*Tally, error) {
	if err := clang.Missing(clang.Program); err != nil {
		return nil, err
	}
	return o.batches(ctx, func(ctx context.Context, dir string, seeds []uint64) (*Tally, error) {
		type file struct {
			name   string
			graphs []*fpgraph.Graph
			target clang.Target
			err    error
		}
		newFile := func(seeds []uint64) *file {
			f := &file{target: floatTarget(seeds[0], half)}
			for _, s := range seeds {
				f.graphs = append(f.graphs, fpgraph.New(s, fpgraph.Options{Half: half}))
			}
			f.name = f.graphs[0].Name()
			return f
		}
		makeAll := func(files []*file) {
			parallel(o.Jobs, files, func(_ int, f *file) {
				if f.err = fpgraph.Make(ctx, filepath.Join(dir, f.name), f.name, f.graphs, f.target); f.err != nil {
					os.RemoveAll(filepath.Join(dir, f.name))
				}
			})
		}
		var files, single []*file
		for at := 0; at < len(seeds); at += perFile {
			files = append(files, newFile(seeds[at:min(at+perFile, len(seeds))]))
		}
		makeAll(files)
		for i, f := range files {
			if f.err != nil { // without the graphs that are at fault
				for _, g := range f.graphs {
					single = append(single, newFile([]uint64{g.Seed}))
				}
				files[i] = nil
			}
		}
		makeAll(single)
		files = slices.DeleteFunc(append(files, single...), func(f *file) bool { return f == nil })
		t := &Tally{}
		byName := map[string]*file{}
		for _, f := range files {
			if f.err != nil {
				o.Log("  %s: no case: %v", f.name, f.err)
				t.Skipped += len(f.graphs)
				continue
			}
			t.Cases += len(f.graphs)
			byName[f.name] = f
		}
		if len(byName) == 0 {
			return t, nil
		}
		failed, err := o.failures(ctx, t, dir)
		if err != nil {
			return nil, err
		}
		for _, r := range failed {
			f := byName[r.Case]
			if o.Shrink == 0 {
				if _, err := o.keep(t, filepath.Join(dir, f.name), r); err != nil {
					return nil, err
				}
				continue
			}
			if err := o.shrinkFloats(ctx, t, dir, f.graphs, f.target, r); err != nil {
				return nil, err
			}
		}
		return t, nil
	})
}

// floatTarget is the target of the file that begins with a seed.
func floatTarget(seed uint64, half bool) clang.Target {
	return clang.Pick(rand.New(rand.NewPCG(seed, 3)), half)
}

// shrinkFloats finds the graphs of a file that fail, makes each of them small, and
// keeps it.
func (o *Options) shrinkFloats(ctx context.Context, t *Tally, dir string, graphs []*fpgraph.Graph, target clang.Target, r engine.Outcome) error {
	n := 0
	fails := func(g *fpgraph.Graph) (string, *engine.Outcome, error) {
		n++
		to := filepath.Join(dir, "shrink", fmt.Sprint(n))
		if err := fpgraph.Make(ctx, to, g.Name(), []*fpgraph.Graph{g}, target); err != nil {
			return "", nil, ctx.Err() // it cannot be compared any more
		}
		list, err := engine.Run(ctx, []string{r.Engine}, o.Limit, o.Steps, to)
		if err != nil || list[0].Kind != engine.Differs {
			return "", nil, err
		}
		return to, &list[0], nil
	}
	found := false
	for _, g := range graphs {
		best, how, err := fails(g)
		if err != nil {
			return err
		}
		if best == "" {
			continue
		}
		found = true
		for deadline, smaller := time.Now().Add(o.Shrink), true; smaller && time.Now().Before(deadline); {
			smaller = false
			for _, h := range g.Shrink() {
				if time.Now().After(deadline) {
					break
				}
				to, why, err := fails(h)
				if err != nil {
					return err
				}
				if to != "" {
					g, best, how, smaller = h, to, why, true
					break
				}
			}
		}
		if _, err := o.keep(t, best, *how); err != nil {
			return err
		}
	}
	if !found { // only all of them together fail
		_, err := o.keep(t, filepath.Join(dir, r.Case), r)
		return err
	}
	return nil
}
