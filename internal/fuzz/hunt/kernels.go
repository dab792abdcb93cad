package hunt

import (
	"context"
	"errors"

	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
	"github.com/ptx2go/ptx2go/internal/vectors"
)

// Kernels hunts with random PTX of a class.
func Kernels(ctx context.Context, o Options, class difftest.Class) (*Tally, error) {
	if o.Cases != "" {
		return o.batches(ctx, func(ctx context.Context, _ string, seeds []uint64) (*Tally, error) {
			n, err := difftest.Write(ctx, class, seeds[0], len(seeds), o.Module, o.Cases)
			return &Tally{Cases: n, Skipped: len(seeds) - n}, err
		})
	}
	why := difftest.Gangs(ctx)
	switch {
	case errors.Is(why, vectors.ErrUnavailable):
		o.Log("SKIPPED: %v", why)
	case why != nil:
		return nil, why
	}
	return o.batches(ctx, func(ctx context.Context, _ string, seeds []uint64) (*Tally, error) {
		found, _, err := difftest.Run(ctx, class, seeds[0], len(seeds), difftest.Options{Root: o.Root, Gangs: why == nil, Shrink: o.Shrink > 0, Keep: o.Keep})
		if err != nil {
			return nil, err
		}
		t := &Tally{Cases: len(seeds), Runs: map[engine.Kind]int{engine.Equal: len(seeds) - len(found), engine.Differs: len(found)}}
		for _, f := range found {
			t.Findings = append(t.Findings, f.Error())
			o.Log("  DIFFERS %v", f)
		}
		return t, nil
	})
}
