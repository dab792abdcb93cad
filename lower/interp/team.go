package interp

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Teams: launches whose CTAs run on several goroutines (Options.Workers). Each worker is a grid of its own, which
// takes the next CTA when it has time, and so they begin in their order. It is for kernels whose CTAs know
// nothing of each other, whatever the order: the bits are those of one goroutine, and a fault is that of the
// first CTA that has one.

// team is what the workers of a launch share.
type team struct {
	next   atomic.Int64 // the next CTA
	end    int64
	failed atomic.Int64 // the first CTA that has failed
}

func (t *team) more() bool { return t.next.Load() < t.end }

func (t *team) take() (linear int64, ok bool) {
	if !t.more() || t.failed.Load() < math.MaxInt64 {
		return 0, false
	}
	linear = t.next.Add(1) - 1
	return linear, linear < t.end
}

// over reports whether what a worker does is of no interest any more: a CTA has failed in front of all that it has
// begun.
func (t *team) over(g *grid) bool {
	failed := t.failed.Load()
	for _, c := range g.aside {
		if c.linear < failed {
			return false
		}
	}
	return g.turns != nil && failed < g.turns.linear
}

// fail notes that a CTA has failed.
func (t *team) fail(linear int64) {
	for {
		first := t.failed.Load()
		if first <= linear || t.failed.CompareAndSwap(first, linear) {
			return
		}
	}
}

// errOver ends a CTA behind one that has failed.
var errOver = errors.New("a CTA in front of it has failed")

// workers returns how many goroutines the launch runs on.
func (g *grid) workers() int {
	m := g.m
	n := min(int64(m.opt.Workers), g.cfg.Count)
	if n < 2 || !m.rows || m.space != nil || g.most > 0 || m.opt.Seed != 0 || !g.cfg.NoWorkspace || !m.isAlone(g.kernel) {
		return 1
	}
	return int(n)
}

// isAlone reports whether the CTAs of a kernel know nothing of each other: no function of it has an atomic or
// ordered access outside of shared memory, a fence, the time, or a function of the host or of the device's
// library, which prints, or takes memory from all.
func (x *Machine) isAlone(kernel *code) bool {
	alone, known := x.alone[kernel]
	if known {
		return alone
	}
	if x.alone == nil {
		x.alone = map[*code]bool{}
	}
	alone = true
	for f := range ir.NewCallGraph(x.mod, x.mod.AddressTaken()).CalledFrom(kernel.f) {
		c := x.codes[f]
		if c == nil || len(c.blocks) == 0 {
			alone = false
			continue
		}
		for _, b := range c.blocks {
			for i := range b.insts {
				alone = alone && !meets(b.insts[i].v)
			}
		}
	}
	x.alone[kernel] = alone
	return alone
}

// times are special registers that count the steps of the machine.
var times = map[string]bool{"clock": true, "clock64": true, "clock_hi": true, "globaltimer": true, "globaltimer_lo": true, "globaltimer_hi": true}

// meets reports whether a value may see what other CTAs do, or how far they are.
func meets(v *ir.Value) bool {
	switch v.Op {
	case ir.OpFence, ir.OpSurfRed:
		return true
	case ir.OpSReg:
		return times[v.Attr.SReg]
	}
	return v.Strong() && v.Attr.Space != ir.Shared
}

// runTeam runs the launch on several goroutines, and panics as run does.
func (g *grid) runTeam(n int) {
	t := &team{end: g.cfg.First + g.cfg.Count}
	t.next.Store(g.cfg.First)
	t.failed.Store(math.MaxInt64)
	workers := make([]*grid, n)
	panics := make([]any, n)
	for i := range workers {
		w := *g
		w.team, w.stdout = t, stdout{w: g.stdout.w}
		if i > 0 {
			w.free = g.m.takeRegisters()
		}
		workers[i] = &w
	}
	var wg sync.WaitGroup
	for i, w := range workers {
		wg.Go(func() {
			defer func() {
				if panics[i] = recover(); panics[i] == nil {
					return
				}
				switch p := panics[i].(type) {
				case faultPanic:
					t.fail(w.now)
				case canceled:
					if p.err != errOver {
						t.fail(g.cfg.First - 1) // all are over
					}
				default:
					t.fail(g.cfg.First - 1)
				}
			}()
			w.run()
		})
	}
	wg.Wait()
	var first any
	at := int64(math.MaxInt64)
	for i, w := range workers {
		g.finished += w.finished
		g.steps += w.steps
		g.aside = append(g.aside, w.aside...)
		if w.turns != nil {
			g.aside = append(g.aside, w.turns)
		}
		if i > 0 {
			g.m.free = append(g.m.free, w.free)
		}
		switch p := panics[i].(type) {
		case nil:
		case faultPanic:
			if w.now < at {
				first, at = p, w.now
			}
		case canceled:
			if p.err != errOver && at >= g.cfg.First {
				first, at = p, g.cfg.First-1
			}
		default:
			panic(p) // which is a mistake of the interpreter
		}
	}
	if first != nil {
		panic(first)
	}
}
