package gang

import (
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Why returns what keeps all threads of a kernel from gangs: that of the longest of its loops
// over threads.
func (p *Printer) Why(k *schedule.Kernel) *schedule.Reason {
	if k.Form == schedule.Coroutines {
		return &schedule.Reason{Pos: k.Why.Pos, Text: "threads that run as coroutines"}
	}
	var longest *schedule.Body
	for _, f := range k.Funcs() {
		b := p.sched.Body(f)
		if p.plans[b] != nil && (longest == nil || f.NumValues() > longest.Func.NumValues()) {
			longest = b
		}
	}
	if longest == nil {
		return &schedule.Reason{Pos: k.Func.Pos, Text: "nothing that threads compute"}
	}
	if _, why := p.prints(longest, nil); why != nil {
		return why
	}
	return &schedule.Reason{Pos: longest.Func.Pos, Text: "code that asks for its thread"}
}

// prints returns what keeps the threads of a body from gangs in one of its clean loops, or where
// that is nil in the general one; nil where nothing does. Then stored is what has no way back there:
// if that is not all of the plan's Stored, the gangs have to ask whether memory is apart.
func (p *Printer) prints(b *schedule.Body, clean *schedule.Clean) (stored map[*ir.Value]bool, why *schedule.Reason) {
	plan := p.plans[b]
	switch {
	case plan.Why != nil:
		return nil, plan.Why
	case plan.Few(clean):
		return nil, &schedule.Reason{Pos: b.Func.Pos, Text: gang.Narrow}
	}
	for _, stored = range []map[*ir.Value]bool{plan.Stored, plan.Surely} {
		why = (&support{plan: plan, stored: stored, aheads: newAheads(plan, stored, p.memory), memory: p.memory, clean: clean, body: b}).refusal()
		if why == nil || why.Text != behindStore {
			break
		}
	}
	return stored, why
}
