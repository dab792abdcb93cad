package sanitize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// intervals are the stretches of a kernel from its begin, or from a barrier, up to the barriers that come next. Two
// threads of a CTA are in one at a time, where all come to the same barriers.
type intervals struct {
	of     map[*ir.Value][]int // accesses of shared memory: the intervals that they may be in
	apart  map[*ir.Block]bool  // where only some threads of a CTA may be
	levels *analysis.Uniformity
}

func isBarrier(v *ir.Value) bool { return v.Op == ir.OpBarrier }

// newIntervals returns nil where threads may come to different barriers, or end in front of one.
func newIntervals(f *ir.Func, post *ir.DomTree, u *analysis.Uniformity) *intervals {
	x := &intervals{of: map[*ir.Value][]int{}, apart: map[*ir.Block]bool{}, levels: u}
	for _, b := range f.Blocks {
		if len(b.Succs) < 2 || u.At(b.Ctrl[0], b).In(analysis.CTA) {
			continue
		}
		join := post.Idom(b)
		next := func(b *ir.Block) []*ir.Block {
			return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ir.Block) bool { return s == join })
		}
		for on := range ir.Closure(next(b), next) {
			if slices.ContainsFunc(on.Values, isBarrier) {
				return nil
			}
			x.apart[on] = true
		}
	}
	n := 0
	begin := func(b *ir.Block, at int) {
		// What lies between a place and the next barriers.
		note := func(values []*ir.Value) (on bool) {
			for _, v := range values {
				if isBarrier(v) {
					return false
				}
				if v.IsAccess() && !slices.Contains(x.of[v], n) {
					x.of[v] = append(x.of[v], n)
				}
			}
			return true
		}
		if !note(b.Values[at:]) {
			n++
			return
		}
		seen := map[*ir.Block]bool{}
		work := slices.Clone(b.Succs)
		for len(work) > 0 {
			c := work[len(work)-1]
			work = work[:len(work)-1]
			if !seen[c] {
				seen[c] = true
				if note(c.Values) {
					work = append(work, c.Succs...)
				}
			}
		}
		n++
	}
	begin(f.Blocks[0], 0)
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			if isBarrier(v) {
				begin(b, i+1)
			}
		}
	}
	return x
}

// meet reports whether two accesses may be in one interval.
func (x *intervals) meet(a, b *ir.Value) bool {
	return slices.ContainsFunc(x.of[a], func(n int) bool { return slices.Contains(x.of[b], n) })
}

// words are the intervals of an access in the text form.
func (x *intervals) words(v *ir.Value) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(x.of[v]), " ", ","), "[]")
}

// sharedUnobserved reports whether the accesses of a shared variable may go without notes: those at places that are
// not known meet none that they may race with.
func (x *intervals) sharedUnobserved(list []touch, of []int) bool {
	for _, i := range of {
		t := &list[i]
		if t.v.Strong() && !t.v.IsAtomic() || t.v.Attr.Async {
			return false
		}
		for _, k := range of {
			u := &list[k]
			if t.addr >= 0 && u.addr >= 0 || t.kind == 'r' && u.kind == 'r' || !x.meet(t.v, u.v) {
				continue
			}
			if t.kind != 'a' || u.kind != 'a' || t.v.Attr.Mem.Bytes()*t.v.Vec() != u.v.Attr.Mem.Bytes()*u.v.Vec() {
				return false
			}
		}
	}
	return true
}

// alike reports whether a value is one for all threads of a CTA, and does not change between two barriers once all
// have computed it: what of it is not known are numbers of the launch and of turns.
func (x *intervals) alike(v *ir.Value) bool {
	return !x.apart[v.Block] && x.levels.At(v, v.Block).In(analysis.CTA) && ofNumbers(v, map[*ir.Value]bool{}) && !x.again(v, v)
}

// ofNumbers reports whether a value is computed from the numbers of a launch only, and from those of a thread.
func ofNumbers(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	if v.Op != ir.OpPhi && v.Op != ir.OpParam && !v.Coordinate() && !v.Pure() || v.Attr.Undefined {
		return false
	}
	return !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !ofNumbers(a, seen) })
}

// again reports whether a thread that has executed something may compute a value before the next barrier.
func (x *intervals) again(behind, v *ir.Value) bool {
	// crosses tells whether there is no barrier among values, up to v, and whether v is one of them.
	crosses := func(values []*ir.Value) (on, found bool) {
		for _, w := range values {
			if w == v {
				return true, true
			}
			if isBarrier(w) {
				return false, false
			}
		}
		return true, false
	}
	b := behind.Block
	on, found := crosses(b.Values[slices.Index(b.Values, behind)+1:])
	if !on || found {
		return found
	}
	seen := map[*ir.Block]bool{}
	for work := slices.Clone(b.Succs); len(work) > 0; {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		on, found := crosses(c.Values)
		if found {
			return true
		}
		if on {
			work = append(work, c.Succs...)
		}
	}
	return false
}
