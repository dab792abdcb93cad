package gen

import (
	"context"

	"github.com/ptx2go/ptx2go/runtime/counters"
)

// Counted says that the code of the module was generated with -count: that it tells, step by step, what its threads
// do. Generated code calls it before the module is used.
func (m *Module) Counted(p *counters.Program) {
	m.start = func(ctx context.Context, k *Kernel, l *Launch, plan *plan, body func(*CTA), args *bound) error {
		if l.Counters == nil {
			return k.run(ctx, l, plan, body, args)
		}
		launch := l.Counters.Launch(k.Name, p, int(plan.Threads))
		defer launch.End()
		return k.run(ctx, l, plan, func(c *CTA) {
			if c.Y|c.Z == 0 || k.Mode != Rows {
				c.counts = launch.Begin(c.memoryAt)
			}
			came := false
			defer func() {
				if !came { // to the end: nothing is counted
					c.counts = nil
				}
			}()
			body(c)
			came = true
			if k.Mode != Rows || c.Y == c.Dim.Y-1 && c.Z == c.Dim.Z-1 {
				c.counts.End()
				c.counts = nil
			}
		}, args)
	}
}

// memoryAt tells what memory an address is in.
func (c *CTA) memoryAt(space counters.Space, addr uint64) (counters.Space, uint64, uint64) {
	if space == counters.Generic {
		switch w, off := c.window(addr); w {
		case inShared:
			return counters.Shared, addr - off, windowSize
		case inLocal:
			return counters.Generic, addr - off, windowSize
		}
	}
	if s := c.run.lookup(addr); s != nil && !s.InHeap() {
		return counters.Global, s.Base, s.Size
	}
	return counters.Global, 0, 0 // of the heap, which may have changed since
}

// counting returns the thread that runs now, nil where nobody counts.
func (c *CTA) counting() *counters.Thread {
	if c.counts == nil {
		return nil
	}
	i := c.X
	if c.Y|c.Z != 0 {
		i += c.Dim.X * (c.Y + c.Dim.Y*c.Z)
	}
	return c.counts.Thread(int(i))
}

// CountStep says that the thread makes a step.
func (c *CTA) CountStep(step uint64) {
	if t := c.counting(); t != nil {
		t.Step(int(step))
	}
}

// CountGuard says whether a guard of the step lets the thread execute its instruction.
func (c *CTA) CountGuard(number, lets uint64) {
	if t := c.counting(); t != nil {
		t.Guard(int(number), lets != 0)
	}
}

// CountTouch tells the address of a request of the step.
func (c *CTA) CountTouch(number, addr uint64) {
	if t := c.counting(); t != nil {
		t.Touch(int(number), addr)
	}
}

// CountFork says that the thread takes a way at a branch whose ways meet at a block, -1 for none.
func (c *CTA) CountFork(join, way uint64) {
	if t := c.counting(); t != nil {
		t.Fork(join, way)
	}
}

// CountMeet says that the thread is at a block where ways of branches meet.
func (c *CTA) CountMeet(block uint64) {
	if t := c.counting(); t != nil {
		t.Meet(block)
	}
}

// CountCall says that the thread has called a function.
func (c *CTA) CountCall() {
	if t := c.counting(); t != nil {
		t.Call()
	}
}

// CountReturn says that it is back.
func (c *CTA) CountReturn() {
	if t := c.counting(); t != nil {
		t.Return()
	}
}
