package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Guards such as i < n say which threads of a row do anything. What they compare is taken
// apart: what is the same for a row is asked once, before the loop over its threads,
// and a comparison of %tid.x selects threads that follow each other, for which alone the
// loop runs.

// MaxRow is the number of threads that a row may have.
const MaxRow = 1024

// Guard is a condition without which a thread does nothing that anybody can tell.
type Guard struct {
	Cond  *ir.Value
	Holds bool      // what the condition is for threads that do something
	Block *ir.Block // whose branch asks for it
}

// Span is a guard that selects threads that follow each other: those for which Index + Step *
// %tid.x, a number of 32 bits, is From or more and below To. Where the sum wraps within the
// row that need not be so, but for an index of 0, with which it never does. The condition
// is nil where it is known of the threads that come to a region.
type Span struct {
	Guard
	Index    Sum
	Step     int64 // from one thread to the next, at least 1
	Signed   bool  // the sum is a number with a sign
	From, To *Edge // nil: there is no such bound
}

// Edge is an integer that is the same for a row: that of a value of 32 bits, which has a
// sign where the span says so, and a constant; the constant alone where the value is nil.
type Edge struct {
	Value *ir.Value
	Plus  int64
}

// Sure reports whether the threads of a span follow each other in every row.
func (s *Span) Sure() bool { return len(s.Index.Terms) == 0 && s.Index.Const == 0 }

// Upper returns the thread from which on none is selected in any row; ok is false where that differs by row, or there
// is no such thread.
func (s *Span) Upper() (thread int64, ok bool) { return s.thread(s.To) }

// Lower returns the thread before which none is selected in any row.
func (s *Span) Lower() (thread int64, ok bool) { return s.thread(s.From) }

func (s *Span) thread(e *Edge) (int64, bool) {
	if !s.Sure() || e == nil || e.Value != nil {
		return 0, false
	}
	n := e.Plus / s.Step
	if n*s.Step < e.Plus {
		n++
	}
	return n, true
}

// Beside reports whether two spans are of the same numbers.
func (s *Span) Beside(t *Span) bool {
	return s.Signed == t.Signed && s.Step == t.Step && s.Index.equal(t.Index)
}

// Above reports whether spans bound the numbers of a span from above only, and nothing is
// subtracted from them that would make them wrap in the first row of a grid. Such numbers
// wrap for no thread of a clean loop; others may do so before those that run.
func (b *Body) Above(s *Span) bool {
	wraps := func(t Span) bool { return t.From != nil || !t.Signed && t.Index.Const < 0 }
	return !wraps(*s) && !slices.ContainsFunc(b.Spans, func(t Span) bool { return s.Beside(&t) && wraps(t) })
}

// Facts says what is known of conditions.
type Facts map[*ir.Value]bool

// Of returns what a condition is, if that is known, or follows from what is.
func (f Facts) Of(v *ir.Value) (holds, ok bool) {
	if holds, ok = f[v]; ok || v.Type != ir.I1 {
		return holds, ok
	}
	switch v.Op {
	case ir.OpNot:
		holds, ok = f.Of(v.Args[0])
		return !holds, ok
	case ir.OpAnd, ir.OpOr:
		decides := v.Op == ir.OpOr // what one argument decides
		a, knownA := f.Of(v.Args[0])
		b, knownB := f.Of(v.Args[1])
		switch {
		case knownA && a == decides, knownB && b == decides:
			return decides, true
		case knownA && knownB:
			return !decides, true
		}
	}
	return false, false
}

// Way returns the way that all threads go at an If of which that is known.
func (f Facts) Way(n *region.Node) (way []*region.Node, ok bool) {
	if n.Kind != region.If {
		return nil, false
	}
	switch holds, ok := f.Of(n.Block.Ctrl[0]); {
	case !ok:
		return nil, false
	case holds != n.Negate:
		return n.Body, true
	}
	return n.Else, true
}

// open returns the successors of a block to which a thread may go on.
func (f Facts) open(b *ir.Block) []*ir.Block {
	if b.Term != ir.If {
		return b.Succs
	}
	switch holds, known := f.Of(b.Ctrl[0]); {
	case !known:
		return b.Succs
	case holds:
		return b.Succs[:1]
	}
	return b.Succs[1:]
}

// Facts returns what is known of all threads of the general loop, or of the clean one, in
// which nothing wraps.
func (b *Body) Facts(clean bool) Facts {
	f := Facts{}
	for _, g := range b.Gates {
		f[g.Cond] = g.Holds
	}
	if b.Lanes != nil {
		f[b.Lanes.Cond] = b.Lanes.Holds
	}
	for _, s := range b.Spans {
		if s.Cond != nil && (clean || s.Sure()) {
			f[s.Cond] = s.Holds
		}
	}
	return f
}

// guards lists what the guards of a function are made of. Nothing happens before
// them, and threads end that do not pass.
func (r *front) guards() []Guard {
	f := r.b.Func
	if len(f.Locals) > 0 && f.Part == ir.Whole {
		return nil // a thread faults where there is no room for its frame
	}
	var list []Guard
	seen := map[*ir.Block]bool{}
	for at := f.Blocks[0]; !seen[at] && r.quiet(at); {
		seen[at] = true
		switch {
		case at.Term == ir.Jump:
			at = at.Succs[0]
		case at.Term == ir.If && r.idle(at.Succs[1]):
			list = r.conjuncts(list, Guard{at.Ctrl[0], true, at})
			at = at.Succs[0]
		case at.Term == ir.If && r.idle(at.Succs[0]):
			list = r.conjuncts(list, Guard{at.Ctrl[0], false, at})
			at = at.Succs[1]
		default:
			return list
		}
	}
	return list
}

// quiet reports whether nobody can tell whether a thread has executed a block.
func (r *front) quiet(b *ir.Block) bool {
	return !slices.ContainsFunc(b.Values, func(v *ir.Value) bool {
		inside := v.Op == ir.OpLoad && !v.Strong() && r.mem.Access(v).Inside // it cannot fault
		return r.b.Uses.Needed[v.ID] && !v.Pure() && v.Op != ir.OpSlotLoad && !inside
	})
}

// idle reports whether threads that come to a block end, and do nothing before.
func (r *front) idle(b *ir.Block) bool {
	done := map[*ir.Block]bool{}
	var walk func(b *ir.Block) bool
	walk = func(b *ir.Block) bool {
		if ended, seen := done[b]; seen {
			return ended // false: a loop
		}
		done[b] = false
		if !r.quiet(b) || b.Term == ir.Unreachable {
			return false
		}
		for _, s := range b.Succs {
			if !walk(s) {
				return false
			}
		}
		done[b] = true
		return true
	}
	return walk(b)
}

// conjuncts adds the conditions that must hold for a guard to hold.
func (r *front) conjuncts(list []Guard, g Guard) []Guard {
	v := g.Cond
	if r.uniform(v) {
		return append(list, g)
	}
	switch {
	case v.Op == ir.OpNot:
		return r.conjuncts(list, Guard{v.Args[0], !g.Holds, g.Block})
	case v.Op == ir.OpAnd && g.Holds, v.Op == ir.OpOr && !g.Holds:
		list = r.conjuncts(list, Guard{v.Args[0], g.Holds, g.Block})
		return r.conjuncts(list, Guard{v.Args[1], g.Holds, g.Block})
	}
	return append(list, g)
}

// gates takes those guards that are the same for all threads of a row.
func (r *front) gates(list []Guard) {
	for _, g := range list {
		if _, known := g.Cond.IsConst(); !known && r.uniform(g.Cond) {
			r.add(g.Cond)
			r.b.Gates = append(r.b.Gates, g)
		}
	}
}

// spans takes those guards that compare %tid.x.
func (r *front) spans(list []Guard) {
	if x := r.b.Func.Registers["tid.x"]; x.Bounded && x.Hi+1 < MaxRow {
		r.b.Spans = append(r.b.Spans, Span{Step: 1, To: &Edge{Plus: x.Hi + 1}})
	}
	for _, g := range list {
		if s, ok := r.span(g); ok {
			r.b.Spans = append(r.b.Spans, s)
		}
	}
}

// span reads a comparison of Index + Step * %tid.x with something that is the same for a row.
func (r *front) span(g Guard) (Span, bool) {
	v := g.Cond
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 || r.uniform(v) {
		return Span{}, false
	}
	is, i, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !g.Holds {
		is = is.Negated()
	}
	if r.uniform(i) {
		is, i, limit = is.Mirrored(), limit, i
	}
	if !r.uniform(limit) {
		return Span{}, false
	}
	s := Span{Guard: g, Signed: is.Signed()}
	e := r.edge(limit, s.Signed)
	above := &Edge{e.Value, e.Plus + 1}
	switch is {
	case ir.LtS, ir.LtU:
		s.To = e
	case ir.LeS, ir.LeU:
		s.To = above
	case ir.GtS, ir.GtU:
		s.From = above
	case ir.GeS, ir.GeU:
		s.From = e
	case ir.Eq:
		s.From, s.To = e, above
	case ir.Ne: // at an edge of what numbers there are
		switch {
		case e.Value != nil:
			return Span{}, false
		case e.Plus == 0:
			s.From = above
		case e.Plus == 1<<32-1:
			s.To = e
		default:
			return Span{}, false
		}
	default:
		return Span{}, false
	}
	if !s.Signed && s.From != nil && *s.From == (Edge{}) {
		s.From = nil // as all numbers are
	}
	l, ok := r.lane(r.prov.Sum(i))
	if !ok {
		return Span{}, false
	}
	s.Step = l.step
	if s.Index, ok = r.sum(l); !ok {
		return Span{}, false
	}
	if e.Value != nil {
		r.add(e.Value)
	}
	return s, true
}

// edge makes an edge of a limit.
func (r *front) edge(limit *ir.Value, signed bool) *Edge {
	switch k, isConst := limit.IsConst(); {
	case isConst && signed:
		return &Edge{Plus: int64(int32(k))}
	case isConst:
		return &Edge{Plus: int64(uint32(k))}
	}
	return &Edge{Value: limit}
}
