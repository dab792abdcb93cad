package gang

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Where a CTA has many short rows, what is done once for each loop over gangs is much of the
// time: a call, vectors of what never changes. So gangs go through the rows of a CTA by
// themselves where none of them can fail, once it is asked for a row what is asked in front of
// its clean loop.
//
// Gangs of several rows execute side by side where that gains: the same lanes of each row. They
// share what no row has another one of, such as the column of a tile.

// Rows is how gangs go through the rows of a CTA.
type Rows struct {
	Beside  int    // 1, 2 or 4 rows at a time
	Alone   string // why no more; "" where 4 are
	Differs []bool // by value ID: rows may have another one each
}

// rows finds out whether gangs go through the rows, and how.
func (p *Plan) rows(operands func(*ir.Value) []*ir.Value) {
	b := p.Body
	float := func(v *ir.Value) bool { return v.Type.IsFloat() } // is computed with legacy SSE there
	if b.Clean == nil || b.Clean.Next != nil || b.Lanes != nil || b.Func.Order != ir.AnyOrder || !manyRows(b.Func) || slices.ContainsFunc(b.Row, float) {
		return
	}
	p.Rows = &Rows{Beside: 1, Differs: differs(b.Func)}
	if p.Rows.Alone = p.aloneInRow(); p.Rows.Alone != "" {
		return
	}
	own := 0
	for _, n := range p.alive(operands, func(v *ir.Value) bool { return !p.Rows.Differs[v.ID] }) {
		own = max(own, n.own)
	}
	for _, n := range [...]int{maxJam, 2} {
		if n*own <= maxOwn {
			p.Rows.Beside = n
			return
		}
		p.Rows.Alone = fmt.Sprintf("%d vectors of their own for %d", n*own, n)
	}
}

// manyRows reports whether a CTA may have several rows: the kernel asks for the number of one.
func manyRows(f *ir.Func) bool {
	o := f.Owner()
	if n := o.ReqNTID; n[0] > 0 && max(n[1], 1)*max(n[2], 1) == 1 {
		return false
	}
	asks := func(v *ir.Value) bool { return analysis.IsSReg(v, "tid.y") || analysis.IsSReg(v, "tid.z") }
	for _, g := range [...]*ir.Func{f, o} {
		for _, b := range g.Blocks {
			if slices.ContainsFunc(b.Values, asks) {
				return true
			}
		}
	}
	return false
}

// differs finds which values rows may have another one of each, of the same lanes.
func differs(f *ir.Func) []bool {
	out := make([]bool, f.NumValues())
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if out[v.ID] || v.Type == ir.Void || !ownOfRow(v) && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return out[a.ID] }) {
					continue
				}
				out[v.ID], changed = true, true
			}
		}
	}
	return out
}

// ownOfRow reports whether rows may have different ones of a value, whatever it is made of. What
// is loaded from one place is the same: all rows that are side by side load it at once.
func ownOfRow(v *ir.Value) bool {
	switch v.Op {
	case ir.OpSReg:
		return !analysis.IsSReg(v, "tid.x") && !analysis.Inherent(v).In(analysis.CTA)
	case ir.OpLoad:
		return v.Strong() || v.Attr.Space == ir.Local
	case ir.OpSlotLoad:
		return true
	}
	return v.HasEffect() || v.Convergent()
}

// aloneInRow returns why gangs of several rows do not execute side by side, "" if they may and
// gain.
func (p *Plan) aloneInRow() string {
	apart := func(v *ir.Value) bool { return p.Rows.Differs[v.ID] }
	sum := func(s schedule.Sum) bool {
		return slices.ContainsFunc(s.Terms, func(t analysis.Term) bool { return apart(t.Value) })
	}
	edge := func(e *schedule.Edge) bool { return e != nil && e.Value != nil && apart(e.Value) }
	switch {
	case p.parts():
		return "lanes part"
	case slices.ContainsFunc(p.Body.Spans, func(s schedule.Span) bool { return sum(s.Index) || edge(s.From) || edge(s.To) }):
		return "rows have threads of their own that run"
	case len(p.Record) > 0:
		return "records"
	}
	for _, v := range p.flow.values {
		if v.Type == ir.Tuple && p.Body.Uses.Needed[v.ID] {
			return "vectors of memory"
		}
	}
	decides := false // a branch, or a loop
	p.flow.walk(p.Body.Tree.Body, func(n *region.Node) {
		decides = decides || (n.Kind == region.If || n.Kind == region.Switch) && slices.ContainsFunc(n.Block.Ctrl, apart)
	}, func(*region.Node) {})
	if decides {
		return "rows part"
	}
	return p.alone()
}
