package gang

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Loop is one of the loops over the threads of a body: of them a loop over gangs stands in front,
// or not.
type Loop struct {
	Why *schedule.Reason // what keeps its threads from gangs; nil if they run as some. Else nothing below is set

	// Way is how they are left. Gangs ask whether memory is apart, and undo stores, only where something has no
	// way back otherwise.
	Way

	aheads *aheads
}

// Ahead returns what is checked before the first store of a block, which is returned too; nil
// where nothing is.
func (l *Loop) Ahead(b *ir.Block) (store *ir.Value, checks []*ir.Value) {
	x := l.aheads.of(b)
	return x.store, x.checks
}

// Gangs reports whether threads of a body run as gangs: in one of its clean loops, or where that is
// nil in the general one.
func (p *Plan) Gangs(clean *schedule.Clean) bool { return p.Why == nil && p.Loops[clean].Why == nil }

// form finds the loops whose threads run as gangs, and returns what keeps the general one from them
// where there are none.
func (p *Plan) form(m *schedule.Memory, chained bool) *schedule.Reason {
	p.Loops = map[*schedule.Clean]*Loop{nil: p.loop(nil, m, chained)}
	some := p.Loops[nil].Why == nil
	for _, w := range p.Body.Clean.All() {
		p.Loops[w] = p.loop(w, m, chained)
		some = some || p.Loops[w].Why == nil
	}
	if some {
		return nil
	}
	return p.Loops[nil].Why
}

// ways are those of a plan; a chain, which begins anew where it is left, has one of which nothing is to say.
func ways(p *Plan) []Way {
	if p.Ways == nil {
		return []Way{{}}
	}
	return p.Ways
}

// loop looks at one loop.
func (p *Plan) loop(clean *schedule.Clean, m *schedule.Memory, chained bool) *Loop {
	if few(p.Body, clean, p.Width) {
		return &Loop{Why: narrow(p.Body, p.Width)}
	}
	var why *schedule.Reason
	for _, way := range ways(p) {
		x := newAheads(p, way.NoWay, m)
		why = (&former{plan: p, stored: way.NoWay, aheads: x, memory: m, clean: clean, body: p.Body, chained: chained}).refusal()
		if why == nil {
			return &Loop{Way: way, aheads: x}
		}
		if why.Text != behindStore {
			break
		}
	}
	return &Loop{Why: why}
}
