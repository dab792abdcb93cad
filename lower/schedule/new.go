package schedule

import (
	"github.com/ptx2go/ptx2go/internal/parallel"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// New schedules the kernels of a module, whose passes have run.
func New(m *ir.Module, o Options) *Schedule {
	s := &Schedule{Module: m, of: map[*ir.Func]*Kernel{}, Debug: o.Debug}
	o.Debug = o.Debug || m.Noted || m.Points // notes say what threads do, in the order in which each does it; at points others may have their turn
	s.Calls = ir.NewCallGraph(m, m.AddressTaken())
	syncs := synchronising(s.Calls)
	for _, f := range m.Funcs {
		if f.Entry {
			s.Kernels = append(s.Kernels, &Kernel{Func: f})
		}
	}
	parallel.Do(len(s.Kernels), func(i int) { s.Kernels[i] = schedule(s.Kernels[i].Func, syncs, o) })
	for _, k := range s.Kernels {
		s.of[k.Func] = k
	}
	s.Memory = newMemory(s)
	s.newBodies()
	if o.Verify {
		if err := s.Verify(); err != nil {
			panic(err)
		}
	}
	return s
}

func schedule(f *ir.Func, syncs map[ir.CallNode]bool, o Options) *Kernel {
	k := uncut(f)
	own, called := firstValue(f, (*ir.Value).Convergent), syncingCall(f, syncs)
	switch {
	case f.Module.Points:
		k.Form, k.Why = Coroutines, Reason{f.Pos, "a seed decides their order"}
		return k
	case called != nil:
		// A kernel cannot be cut inside of a function that it calls.
		k.Form, k.Why = Coroutines, Reason{called.Pos, "a call of a function that synchronises, or ends its thread"}
		return k
	case own == nil && (o.Debug || !strides(f) && !updates(f)):
		return k
	}
	k, turns := cut(f, o, !o.Debug)
	if turns && k.Form == Coroutines {
		k, _ = cut(f, o, false)
	}
	return k
}

// uncut is the schedule of a kernel whose threads run as rows.
func uncut(f *ir.Func) *Kernel {
	return &Kernel{Func: f, RowWarps: f.RowWarps, LayerWarps: f.LayerWarps}
}

// cut makes the parts of a kernel that has a sync point, or, if interchange allows it, a loop
// that is interchanged with the loop over threads, which turns reports.
func cut(f *ir.Func, o Options, interchange bool) (k *Kernel, turns bool) {
	k = uncut(f)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			k = uncut(f)
			k.Form, k.Why = Coroutines, Reason(r)
		default:
			panic(r)
		}
	}()
	c := &subject{kernel: f, f: split(f), anyShape: o.AnyShape, verify: o.Verify, turned: map[*ir.Block]bool{}, orders: map[*ir.Block]ir.ThreadOrder{}}
	c.prepare()
	if interchange && c.interchange() {
		turns = true
		c.prepare()
	}
	if interchange && c.roundByRound() {
		turns = true
		c.prepare()
	}
	if !o.Debug && c.reduceStrength() {
		c.prepare()
	}
	ordered := !o.Debug && c.order()
	if ordered {
		c.prepare()
	}
	if !ordered && firstValue(c.f, (*ir.Value).Convergent) == nil {
		return k, false
	}
	parts := c.findHeaders().level().mask().spill().outline()
	k.Form = Regions
	k.CTA, k.Regions, k.Cut, k.Operands = parts.cta, parts.regions, c.f, c.operands
	rows, layers := c.assumed.Assumes()
	k.RowWarps, k.LayerWarps = k.RowWarps || rows, k.LayerWarps || layers
	k.CTA.FirstRow = ordered && c.alike
	clean(k)
	return k, turns
}
