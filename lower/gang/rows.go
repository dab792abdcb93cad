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
// themselves where none of them can be left to others, once it is asked for a row what is asked in front
// of its clean loop.
//
// Gangs of several rows execute side by side where that gains: the same lanes of each row. They
// share what no row has another one of, such as the column of a tile. Where the lanes of a row access
// elements at a distance, and each row the elements after those of the row before it, as where a
// matrix is transposed, four rows are a square: what a lane has of all four is side by side.

// Rows is how gangs go through the rows of a CTA.
type Rows struct {
	Beside  int    // 1, 2 or 4 rows at a time
	Alone   string // why no more; "" where 4 are
	Differs []bool // by value ID: rows may have another one each

	// Square are the accesses of four rows at a time that go together: the plan says where in
	// memory the rows should be, whoever prints it asks whether they are.
	Square map[*ir.Value]bool
}

// rows finds out whether gangs go through the rows, and how.
func (p *Plan) rows(m *schedule.Memory) {
	b := p.Body
	float := func(v *ir.Value) bool { return v.Type.IsFloat() } // is computed with legacy SSE there
	if b.Clean == nil || b.Clean.Next != nil || !p.Gangs(b.Clean) || p.mayLeave(b.Clean, m) || b.Lanes != nil || b.Func.Order != ir.AnyOrder || !manyRows(b.Func) || slices.ContainsFunc(b.Row, float) {
		return
	}
	p.Rows = &Rows{Beside: 1, Differs: differs(b.Func)}
	p.squares(m)
	if p.Rows.Alone = p.aloneInRow(); p.Rows.Alone != "" {
		p.Rows.Square = nil
		return
	}
	own := 0
	for _, n := range p.alive(m.Operands, func(v *ir.Value) bool { return !p.Rows.Differs[v.ID] }) {
		own = max(own, n.own)
	}
	for _, n := range [...]int{maxJam, 2} {
		if n*own <= maxOwn {
			if p.Rows.Beside = n; n < maxJam {
				p.Rows.Square = nil
			}
			return
		}
		p.Rows.Alone = fmt.Sprintf("%d vectors of their own for %d", n*own, n)
	}
}

// mayLeave reports whether gangs of a clean loop may fail a check, and leave
// the loop to threads one by one.
func (p *Plan) mayLeave(w *schedule.Clean, m *schedule.Memory) bool {
	if l := p.Loops[w]; len(l.Meet)+len(l.Undo)+len(p.Apart)+len(p.Disjoint) > 0 {
		return true
	}
	cases := false // of which it may be at none
	p.flow.walk(p.Body.Tree.Body, func(n *region.Node) { cases = cases || n.Kind == region.Switch }, func(*region.Node) {})
	return cases || slices.ContainsFunc(p.flow.values, func(v *ir.Value) bool {
		a := m.Access(v)
		if a == nil || v.Attr.Space == ir.ParamSpace || slices.Contains(p.Body.Row, v) {
			return false
		}
		window := w.Use[v].Window != nil
		x := p.Access[v]
		switch {
		case v.Op == ir.OpAtomic, x.Order == Gather, ByLane(v, x, !p.masks.full[v.Block.ID]), !a.Inside && (!window || a.View.Bytes):
			return true
		case window:
			return false
		}
		return len(x.Exact) > 0 || x.Order == Strided && !x.Whole && !p.masks.full[v.Block.ID]
	})
}

// ByLane reports whether each lane accesses a vector of elements by an index of its own, which may need more than 32
// bits: vectors that do not lie one after another, or some lanes only.
func ByLane(v *ir.Value, x Pattern, some bool) bool {
	n := int64(v.Vec())
	return n > 1 && x.Order != Splat && (some || x.Order == Gather || x.Order == Strided && x.Stride%n != 0)
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
	return v.HasEffect()
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
		return "lanes diverge"
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
		return "rows diverge"
	}
	if len(p.Rows.Square) > 0 && p.mayBeBeside() == "" {
		return ""
	}
	return p.alone()
}

// maxStreams is how many rows of a matrix may be under way at once. They are often as far apart as memory
// whose lines have the same few places in the cache, where a line should still be when the rest of it
// is accessed.
const maxStreams = 8

// squares finds the accesses that four rows may do as a square: of 32 bits, at a distance of four
// elements or more, through a window that begins one element further on in each row.
func (p *Plan) squares(m *schedule.Memory) {
	p.Rows.Square = map[*ir.Value]bool{}
	streams := 0
	for v, a := range p.Access {
		if a.Order == Contiguous && m.Access(v).Base.Kind == analysis.BaseParam && p.Rows.Differs[v.Args[0].ID] {
			streams += maxJam
		}
	}
	if streams > maxStreams {
		return
	}
	for _, v := range p.flow.values {
		a := p.Access[v]
		w := p.Body.Clean.Use[v].Window
		if w != nil && a.Order == Strided && a.Stride >= maxJam && v.Vec() == 1 && v.Attr.Mem.Bytes() == 4 && m.Access(v).Unit(v) == 4 && p.masks.full[v.Block.ID] && p.stepsByRow(w) {
			p.Rows.Square[v] = true
		}
	}
}

// stepsByRow reports whether a window should begin one element further on in each row: its first
// index is %tid.y, and what all rows have.
func (p *Plan) stepsByRow(w *schedule.Window) bool {
	n := int64(0)
	for _, s := range w.First {
		for _, t := range s.Terms {
			switch {
			case analysis.IsSReg(t.Value, "tid.y"):
				n += t.Scale * s.Scale
			case p.Rows.Differs[t.Value.ID]:
				return false
			}
		}
	}
	return n == 1
}
