package driver

import (
	"context"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/lower/vector"
	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// runInterpreted runs the variants in the interpreter, several at a time: whole, lane by lane or
// in rows, as the schedule cuts them, or with the threads of these parts as gangs.
func runInterpreted(ctx context.Context, list []*variant, opt verifyOptions) {
	each(list, func(v *variant) {
		if ctx.Err() != nil {
			return
		}
		start := time.Now()
		v.err = guard(func() error {
			o := interp.Options{MaxSteps: opt.steps, Rows: opt.engine == "rows", Sanitizer: opt.sanitize.state(v.warp), Counters: opt.count.state()}
			if o.Sanitizer != nil {
				defer func() { v.found = o.Sanitizer.Findings() }()
			}
			if o.Counters != nil {
				defer func() { v.counts = o.Counters.Report() }()
			}
			if opt.sched.on {
				return opt.runSeeds(ctx, v, o)
			}
			if opt.engine == "schedule" || opt.engine == "vector" {
				s := scheduled(v.m, v.warp, opt.debug)
				v.forms = formsOf(s)
				if err := s.Verify(); err != nil {
					return err
				}
				o.Parts = s.Parts()
				if opt.engine == "vector" {
					// Polls by which gangs are left show whether the threads after them do the rest.
					o.Gangs, o.Leave = gangsOf(s, opt.lanes, v.forms), 1
				}
			}
			e, err := caseinterp.New(v.m, o)
			if err != nil {
				return err
			}
			err = casefile.Within(ctx, opt.timeout, func(ctx context.Context) error {
				if err := casefile.Run(ctx, v.c, e); err != nil {
					return err
				}
				return opt.sanitize.reorder(ctx, v.c, v.m, o)
			})
			if opt.engine == "vector" {
				v.launches = e.Launched()
			}
			return err
		})
		v.ran, v.took = true, time.Since(start)
		v.m = nil // 300 modules need not stay in memory
	})
}

// runSeeds runs a variant in the orders of all seeds.
func (opt *verifyOptions) runSeeds(ctx context.Context, v *variant, o interp.Options) error {
	return casefile.Within(ctx, opt.timeout, func(ctx context.Context) error {
		for seed := range opt.sched.all() {
			o.Interleave = &interleave.Options{Seed: seed, Independent: v.warp.independent}
			e, err := caseinterp.New(v.m, o)
			if err != nil {
				return err
			}
			if err := casefile.Run(ctx, v.c, e); err != nil {
				return seedError(seed, err)
			}
		}
		return nil
	})
}

// gangsOf makes the functions with lanes of a schedule, and notes the kernels that have none, and why.
func gangsOf(s *schedule.Schedule, lanes int, forms []kernelForm) map[*ir.Func]*ir.Func {
	out := map[*ir.Func]*ir.Func{}
	for i, k := range s.Kernels {
		parts := vector.Kernel(s, k, lanes)
		some := false
		for _, p := range parts {
			if p.Func != nil {
				out[p.Body.Func], some = p.Func, true
			}
		}
		switch {
		case some:
		case len(parts) == 0:
			forms[i].NoGangs = "threads that run as coroutines"
		default:
			forms[i].NoGangs = vector.Longest(parts).Why.Text
		}
	}
	return out
}
