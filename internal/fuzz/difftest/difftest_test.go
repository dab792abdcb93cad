package difftest

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/vectors"
)

var (
	seeds = flag.Int("seeds", 1000, "with PTX2GO_LONG=1, -shrink or -text: how many kernels of each class")
	small = flag.Bool("shrink", false, "make the kernels that fail small")
	print = flag.Bool("text", false, "print the kernels")
	keep  = flag.String("keep", "", "folder for the kernels that fail, as conformance cases")
)

// TestRandom compares the engines on random kernels.
func TestRandom(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	why := Gangs(context.Background())
	switch {
	case errors.Is(why, vectors.ErrUnavailable):
		t.Logf("SKIPPED: %v", why)
	case why != nil:
		t.Fatal(why)
	}
	for class := range NumClasses {
		t.Run(class.String(), func(t *testing.T) {
			n, round := 5, 120
			if testmode.Long() || *small || *print {
				n = *seeds
			}
			for at := 0; at < n; at += round {
				start, first := time.Now(), testmode.Seed()+uint64(at)
				if *print {
					for i := range min(round, n-at) {
						k := Generate(first+uint64(i), class)
						t.Logf("%v seed %d: grid %v, block %v\n%s", class, k.Seed, k.Grid, k.Block, k.Text())
					}
				}
				found, times, err := Run(context.Background(), class, first, min(round, n-at), Options{Root: root, Gangs: why == nil, Shrink: *small, Keep: *keep})
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					t.Error(f.Error())
					if f.Small != nil {
						t.Logf("shrunk: %v\n%s", f.Small, f.Text)
					}
				}
				if testmode.Long() {
					t.Logf("%d kernels in %v: %v interpreted, %v generated", min(round, n-at), time.Since(start).Round(time.Second),
						times.Interpreted.Round(time.Second), times.Generated.Round(time.Second))
				}
			}
		})
	}
}
