package driver

import (
	"context"
	"path/filepath"
)

// runGenerated writes a Go program with one package per variant, builds it
// once, and lets it run all of them, with each limit of vectors. It returns the variants with
// what became of them, each once for every limit.
func runGenerated(ctx context.Context, all []*variant, opt verifyOptions) ([]*variant, error) {
	units := map[*variant]*unit{}
	var list []*unit
	for _, v := range runnable(all) {
		dir, err := filepath.Abs(v.c.Dir)
		if err != nil {
			return nil, err
		}
		s := scheduled(v.m, v.warp, opt.debug)
		v.forms = formsOf(s)
		u := &unit{name: v.key(), source: v.file, sched: s, caseDir: dir, rounded: v.contract.Off, forms: v.forms, watched: watched{notes: opt.sanitize.options(v.warp), count: opt.count.on}, allGangs: opt.allGangs, steps: opt.steps}
		if opt.sched.on {
			u.seeds, u.independent = opt.sched.all(), v.warp.independent
		}
		units[v] = u
		list = append(list, u)
	}
	limits := opt.vectors
	if len(limits) == 0 {
		limits = []string{""}
	}
	err := runProgram(ctx, list, opt.keep, opt.timeout, limits, opt.std.Err)
	var out []*variant
	for i, most := range limits {
		for _, v := range all {
			v.m = nil
			now := *v
			now.vectors = most
			switch u := units[v]; {
			case u == nil:
			case u.err != nil:
				now.err = u.err
			case i < len(u.runs):
				r := u.runs[i]
				if u.seeds != nil && r.err != nil {
					r.err = seedError(u.seed, r.err)
				}
				now.err, now.ran, now.took, now.launches, now.found, now.counts = r.err, r.ran, r.took, r.launches, r.found, r.counts
			}
			out = append(out, &now)
		}
	}
	return out, err
}
