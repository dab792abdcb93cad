package driver

import (
	"context"
	"path/filepath"
)

// runGenerated writes a Go program with one package per variant, builds it
// once, and lets it run all of them.
func runGenerated(ctx context.Context, list []*variant, opt verifyOptions) error {
	units := make([]*unit, len(list))
	for i, v := range list {
		dir, err := filepath.Abs(v.c.Dir)
		if err != nil {
			return err
		}
		s := scheduled(v.m, v.warp)
		v.forms = formsOf(s)
		units[i] = &unit{name: v.key(), source: v.file, sched: s, caseDir: dir, rounded: v.contract.Off, forms: v.forms}
	}
	err := runProgram(ctx, units, opt.keep, opt.timeout, opt.std)
	for i, u := range units {
		v := list[i]
		v.err, v.ran, v.took, v.launches, v.m = u.err, u.ran, u.took, u.launches, nil
	}
	return err
}
