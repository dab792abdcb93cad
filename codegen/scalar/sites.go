package scalar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A fault names the PTX line of the access that has failed, and Go says no more about
// a panic than its line. So a statement holds one access that can fault: the others
// that it is made of are statements of their own, in the order of the program.
//
// Accesses of different slices at the same index may share a statement, as in
//
//	y[i] = a*x[i] + y[i]
//
// because the index, which the panic tells, says which of them the program would have
// failed at first: the first whose slice ends before it.

// sites tells which values of a function may fault.
type sites struct {
	memory *schedule.Memory
	f      *ir.Func
	alone  bool                         // no two instructions share a statement, see Options.Alone
	inside map[*ir.Value]schedule.Place // the accesses of a clean loop that go through windows
}

// mayFault reports whether a value may fault where it is executed.
func (s *sites) mayFault(v *ir.Value) bool {
	switch {
	case v.Op == ir.OpSlotStore, v.Op == ir.OpNote, s.f.Lanes > 0: // it asks before
		return false
	case s.inside[v].Window != nil:
		return false
	case v.IsAccess():
		return !s.memory.Access(v).Inside
	}
	return v.HasEffect() || v.IsImage()
}

// share reports whether the statement of two accesses can be one.
func (s *sites) share(a, b *ir.Value) bool {
	if s.alone {
		return false
	}
	x, ok := s.indexOf(a)
	if !ok {
		return false
	}
	y, ok := s.indexOf(b)
	return ok && x == y
}

// indexOf spells the index of an access of a slice whose length is known when it has
// failed.
func (s *sites) indexOf(v *ir.Value) (string, bool) {
	a := s.memory.Access(v)
	if a == nil || v.Vec() > 1 || a.View == nil || a.View.Bytes || a.Root != nil || !resizes(a) {
		return "", false
	}
	size, off := int64(a.View.Elem.Bytes()), a.Off
	if a.View.Reach == schedule.Anywhere {
		off += s.memory.Start(s.f, a.Base.Sym)
	}
	if off%size != 0 {
		return "", false
	}
	var terms []string
	for _, t := range a.Terms {
		if t.Scale%size != 0 {
			return "", false
		}
		terms = append(terms, strings.Join([]string{strconv.Itoa(int(t.Value.ID)), strconv.Itoa(int(t.Ext)), strconv.FormatInt(t.Scale/size, 10)}, "."))
	}
	slices.Sort(terms)
	return strconv.FormatBool(a.Narrow) + " " + strings.Join(terms, " ") + " " + strconv.FormatInt(off/size, 10), true
}

// resizes reports whether what an access goes through is a slice of Go, not an array in a
// struct.
func resizes(a *schedule.Access) bool {
	if a.Base.Kind == analysis.BaseParam {
		return true
	}
	space := a.Base.Sym.Space
	return space == ir.Global || space == ir.Const || space == ir.Shared && a.View.Reach > schedule.Within
}

// oneFault takes apart the statements of a block in which more than one value may
// fault, so that faults happen in the order of the program and each has a line of
// its own.
func (p *plan) oneFault(b *ir.Block, s *sites) {
	end := len(b.Values)
	// The values that may fault, from the last: those of the statement at limit are in
	// group.
	limit, group := end+1, []*ir.Value(nil)
	if b.Term == ir.Switch {
		limit, group = end, []*ir.Value{nil} // the index may be beyond the list
	}
	for i := end - 1; i >= 0; i-- {
		v := b.Values[i]
		if !p.needed[v.ID] || !s.mayFault(v) {
			continue
		}
		at, late := p.printedAt(v, end)
		apart := late || at > limit
		for _, x := range group {
			apart = apart || at == limit && (x == nil || !s.share(v, x))
		}
		if apart && p.inline[v.ID] {
			p.inline[v.ID] = false
			at = i
		}
		if at != limit {
			limit, group = at, group[:0]
		}
		group = append(group, v)
	}
}

// printedAt returns the index of the value whose statement holds v, end for the
// terminator. late says that the statement may leave v out, or evaluate it behind
// what it would otherwise.
func (p *plan) printedAt(v *ir.Value, end int) (at int, late bool) {
	for p.inline[v.ID] {
		if len(p.users[v.ID]) != 1 {
			return end, late
		}
		u := p.users[v.ID][0]
		switch u.Op {
		case ir.OpSelect:
			late = true // an if
		case ir.OpAnd, ir.OpOr:
			late = late || u.Type == ir.I1 && u.Args[1] == v // && and ||
		}
		v = u
	}
	return p.order[v.ID], late
}
