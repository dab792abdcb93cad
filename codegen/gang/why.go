package gang

import (
	"github.com/ptx2go/ptx2go/lower/gang"
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
	if why := p.refusal(longest, nil); why != nil {
		return why
	}
	return &schedule.Reason{Pos: longest.Func.Pos, Text: "code that asks for its thread"}
}

// refusal returns what keeps the threads of a body from gangs in one of its clean loops, or where
// that is nil in the general one; nil where nothing does.
func (p *Printer) refusal(b *schedule.Body, clean *schedule.Clean) *schedule.Reason {
	plan := p.plans[b]
	switch {
	case plan.Why != nil:
		return plan.Why
	case plan.Few(clean):
		return &schedule.Reason{Pos: b.Func.Pos, Text: gang.Narrow}
	}
	return (&support{plan: plan, memory: p.memory, clean: clean, body: b}).refusal()
}
