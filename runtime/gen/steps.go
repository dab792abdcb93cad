package gen

import (
	"fmt"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// A launch may have a budget of steps (Launch.Steps). A step is a poll of threads. They go one by one then, as
// gangs are not begun while CTA.Stop says Leaving, and CTAs run one after the other where they need not wait for
// each other: so the same launch stops at the same step each time.

// steps are those of a launch.
type steps struct {
	most int64 // 0: nobody counts
	done atomic.Int64
}

// leave is what a poll does where CTA.Stop says so: a step, or the end of the CTA.
//
//go:noinline
func (c *CTA) leave() {
	s := &c.run.steps
	if s.most == 0 || c.run.abandoned.Load() {
		panic(stopped{})
	}
	if s.done.Add(1) > s.most {
		throw(&faultPanic{kind: ptx.FaultLimit, msg: fmt.Sprintf("the launch has used up its budget of %d steps", s.most)})
	}
}

// uncounted reports whether a CTA has ended itself that should not: in a gang, as assembly that an older ptx2go has
// made begins some where steps are counted.
func (c *CTA) uncounted() bool {
	r := c.run
	return r.steps.most > 0 && !r.abandoned.Load() && c.index < r.until.Load()
}
