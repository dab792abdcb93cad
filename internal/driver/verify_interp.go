package driver

import (
	"context"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/lower/interp"
)

// runInterpreted runs the variants in the reference interpreter, several at a
// time, whole or as the schedule cuts them.
func runInterpreted(ctx context.Context, list []*variant, opt verifyOptions) {
	each(list, func(v *variant) {
		if ctx.Err() != nil {
			return
		}
		start := time.Now()
		v.err = guard(func() error {
			o := interp.Options{MaxSteps: opt.steps}
			if opt.engine == "schedule" {
				s := scheduled(v.m, v.warp, opt.debug)
				v.forms = formsOf(s)
				if err := s.Verify(); err != nil {
					return err
				}
				o.Parts = s.Parts()
			}
			e, err := caseinterp.New(v.m, o)
			if err != nil {
				return err
			}
			return casefile.Within(ctx, opt.timeout, func(ctx context.Context) error { return casefile.Run(ctx, v.c, e) })
		})
		v.ran, v.took = true, time.Since(start)
		v.m = nil // 300 modules need not stay in memory
	})
}
