package gang

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Gangs of sixteen lanes take less time than those of eight where each operation does twice as much:
// of what goes lane by lane, and of vectors that are kept in memory, there is twice as much too.

// registers is how many vectors fit into those of a processor that has vectors of sixteen lanes.
const registers = 32

// LeaveTo leaves to narrower gangs of the same kernel what these take less time for, as far as that is
// known: plans have a Why then, which says so.
func (k *Kernel) LeaveTo(narrow *Kernel) {
	var first *schedule.Reason
	for _, f := range k.Funcs() {
		b := k.sched.Body(f)
		p := k.Plans[b]
		if p == nil || p.Why != nil {
			continue
		}
		why := narrow.Plans[b].Why
		if why == nil {
			why = p.apartOrMany()
		}
		if why == nil {
			continue
		}
		k.Plans[b] = &Plan{Width: p.Width, Body: b, Why: why}
		if first == nil {
			first = why
		}
	}
	if k.Why == nil && !k.some() {
		k.Why = first
	}
}

// apartOrMany returns what in a body goes lane by lane, or that its vectors do not fit into registers;
// nil where all is vectors.
func (p *Plan) apartOrMany() *schedule.Reason {
	for _, v := range p.flow.values {
		text := ""
		switch a, access := p.Access[v]; {
		case p.Record[v] != nil, p.Rows != nil && p.Rows.Square[v]:
		case v.Op == ir.OpAtomic:
			text = "atomic operations"
		case access && (a.Order == Gather || a.Order == Strided):
			text = "elements that are not consecutive"
		case p.Section[v] != "", lanewiseCall(v), v.Type == ir.I64 && isDivision(v.Op):
			text = "work lane by lane"
		case tables(v):
			text = "tables of the approximate unit"
		}
		if text != "" {
			return &schedule.Reason{Pos: v.Pos, Text: text}
		}
	}
	if p.Pressure > registers {
		return &schedule.Reason{Pos: start(p.Body), Text: fmt.Sprintf("%d vectors at once", p.Pressure)}
	}
	return nil
}

// tables reports whether a value is looked up, lane by lane.
func tables(v *ir.Value) bool {
	if v.Op != ir.OpIntrin {
		return false
	}
	fn, ok := intrin.Lookup(v.Attr.Name)
	return ok && fn.Tables()
}
