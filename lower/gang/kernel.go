package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Kernel is how the threads of a kernel run as gangs of a width. It is all that decides that: whoever
// prints gangs prints those of each body whose plan has no Why, and each chain that has none.
type Kernel struct {
	*schedule.Kernel
	Width  int
	Plans  map[*schedule.Body]*Plan // of what loops over threads execute
	Chains []*Chain                 // of gangs of Width lanes alone
	Why    *schedule.Reason         // what keeps all threads from gangs; nil if some run as gangs

	sched *schedule.Schedule
}

// New plans a kernel of a schedule for gangs of so many lanes.
func New(s *schedule.Schedule, k *schedule.Kernel, lanes int) *Kernel {
	x := &Kernel{Kernel: k, Width: lanes, Plans: map[*schedule.Body]*Plan{}, Chains: chains(s, k), sched: s}
	var why *schedule.Reason
	if lanes != Width {
		if i := slices.IndexFunc(x.Chains, (*Chain).runs); i >= 0 {
			why = &schedule.Reason{Pos: x.Chains[i].pos(), Text: "a chain of regions in gangs of 8, which gains more"}
		}
		x.Chains = nil
	}
	x.planned(func(b *schedule.Body) *Plan {
		if why != nil {
			return &Plan{Width: lanes, Body: b, Why: why}
		}
		return newPlan(s, b, lanes, nil)
	})
	return x
}

// planned plans all bodies, and says what keeps all threads from gangs.
func (k *Kernel) planned(plan func(*schedule.Body) *Plan) {
	var longest *Plan
	for _, f := range k.Funcs() {
		if !k.sched.LoopsThreads(f) {
			continue
		}
		b := k.sched.Body(f)
		p := plan(b)
		k.Plans[b] = p
		if longest == nil || f.NumValues() > longest.Body.Func.NumValues() {
			longest = p
		}
	}
	switch {
	case k.Form == schedule.Coroutines:
		k.Why = &schedule.Reason{Pos: k.Kernel.Why.Pos, Text: "threads that run as coroutines"}
	case k.some():
	case longest == nil:
		k.Why = &schedule.Reason{Pos: k.Func.Pos, Text: "nothing to vectorise"}
	default:
		k.Why = longest.Why
	}
}

// some reports whether some threads of the kernel run as gangs.
func (k *Kernel) some() bool {
	for _, p := range k.Plans {
		if p.Why == nil {
			return true
		}
	}
	return slices.ContainsFunc(k.Chains, (*Chain).runs)
}

// runs reports whether warps go through a chain.
func (c *Chain) runs() bool { return c.Why == nil }

// pos is where the first operation of a warp in a chain is.
func (c *Chain) pos() diag.Pos {
	return c.Steps[slices.IndexFunc(c.Steps, func(s Step) bool { return s.Value.Op == ir.OpWarp })].Value.Pos
}

// Warps lists the chains that warps go through.
func (k *Kernel) Warps() []*Chain {
	return slices.DeleteFunc(slices.Clone(k.Chains), func(c *Chain) bool { return !c.runs() })
}

// plan is the plan of a region.
func (k *Kernel) plan(f *ir.Func) *Plan { return k.Plans[k.sched.Body(f)] }

// runs reports whether gangs run a region: by themselves, or as a step of a chain.
func (k *Kernel) runs(f *ir.Func) bool {
	return k.plan(f).Why == nil || slices.ContainsFunc(k.Warps(), func(c *Chain) bool {
		return slices.ContainsFunc(c.Steps, func(s Step) bool { return s.Value.Op == ir.OpRun && s.Value.Attr.Func == f })
	})
}
