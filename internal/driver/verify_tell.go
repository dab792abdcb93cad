package driver

import (
	"fmt"

	"github.com/ptx2go/ptx2go/runtime/counters"
)

// checkTelling finds mistakes in the flags about orders that seeds decide, and about what is counted.
func (opt *verifyOptions) checkTelling() error {
	switch on := opt.sched.on || opt.count.on; {
	case on && opt.engine != "interp" && opt.engine != "go":
		return usagef("-sched and -count are for -engine=interp and -engine=go")
	case on && (len(opt.vectors) > 0 || opt.allGangs):
		return usagef("-vectors and -all-gangs are for launches without -sched and -count, which have no vectors")
	case opt.sched.on && opt.sanitize.on():
		return usagef("-sched is for launches without -sanitize")
	case opt.count.on && (opt.sched.on || opt.sanitize.on()):
		return usagef("-count is for launches without -sanitize and -sched")
	}
	return opt.count.check()
}

// seedError is what has gone wrong in the order of a seed, which a fault says by itself.
func seedError(seed uint64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("in the order of seed %d: %w", seed, err)
}

// countsOf is what was counted in all variants. The names of kernels say of which.
func countsOf(all []*variant) *counters.Report {
	sum := counters.New().Report()
	for _, v := range all {
		if v.counts == nil {
			continue
		}
		for _, k := range v.counts.Kernels {
			k.Name = v.key() + " " + k.Name
			sum.Kernels = append(sum.Kernels, k)
		}
	}
	return sum
}
