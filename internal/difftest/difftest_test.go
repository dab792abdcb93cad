package difftest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var (
	long  = flag.Bool("long", false, "run many random kernels")
	seeds = flag.Int("seeds", 1000, "with -long: how many kernels of each class")
	seed  = flag.Uint64("seed", 1, "the first seed")
	small = flag.Bool("shrink", false, "make the kernels that fail small")
	print = flag.Bool("text", false, "print the kernels")
	keep  = flag.String("keep", "", "folder for the kernels that fail, as conformance cases")
)

// TestRandom compares the engines on random kernels.
func TestRandom(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for class := range NumClasses {
		t.Run(class.String(), func(t *testing.T) {
			n, round := 16, 120
			if *long || *small || *print {
				n = *seeds
			}
			for first := 0; first < n; first += round {
				start := time.Now()
				c := &checker{dir: t.TempDir(), root: root, group: 6, native: true}
				var kernels []*Kernel
				for i := range min(round, n-first) {
					k := Generate(*seed+uint64(first+i), class)
					if kernels = append(kernels, k); *print {
						t.Logf("%v seed %d: grid %v, block %v\n%s", class, k.Seed, k.Grid, k.Block, k.Text())
					}
				}
				results, err := c.check(context.Background(), kernels)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range results {
					if r.Stage != OK {
						t.Errorf("%v seed %d: %s: %v", class, r.Kernel.Seed, r.Stage, r.Err)
						if *small && r.Stage != Oracle {
							if q, err := c.shrink(context.Background(), r); err != nil {
								t.Error(err)
							} else {
								r = q
								t.Logf("shrunk: %v\n%s", r.Err, r.Kernel.Text())
							}
						}
						if *keep != "" {
							dir := filepath.Join(*keep, r.Kernel.Case("k").Name)
							if err := save(dir, r.Kernel.Case("k"), r.Kernel.Text(), r.want); err != nil {
								t.Error(err)
							}
						}
					}
				}
				os.RemoveAll(c.dir)
				if *long {
					t.Logf("%d kernels in %v: %v interpreted, %v generated", len(kernels), time.Since(start).Round(time.Second),
						c.interpreting.Round(time.Second), c.building.Round(time.Second))
				}
			}
		})
	}
}
