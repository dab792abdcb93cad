package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A loop whose threads update memory in place,
//
//	for k := 1; k < n; k++ { d[k*m+tx] -= a[k*m+tx] * d[(k-1)*m+tx] }
//
// can be done for several threads at once only round by round: where an access of a round may fault,
// the rounds before it have changed what they read, and cannot be done again. So all threads of the CTA do
// a round, and then the next one: a lockstep point behind each makes a region of it. Threads that nothing
// synchronises may run in any order, so also in this one.

// maxUpdate is how many values such a loop may have: a region that is much longer has no gang.
const maxUpdate = 400

// updates reports whether a kernel may have such a loop: one that loads from where it stores.
func updates(f *ir.Func) bool {
	loops := ir.Loops(f, ir.Dominators(f))
	return firstValue(f, func(v *ir.Value) bool { return v.Op == ir.OpStore && loops.Of(v.Block) != nil }) != nil
}

// roundByRound puts lockstep points into the loops in which neighbouring threads update neighbouring elements, and
// reports whether there was one. Loops that are interchanged are not among them.
func (c *subject) roundByRound() bool {
	if len(c.kernel.Locals) > 0 || c.loops.Irreducible || c.keepsPointers() {
		return false // each thread would need a frame of its own
	}
	var found []*striding
	for _, l := range c.loops.All {
		s := c.newStriding(l)
		if !c.turned[l.Header] && c.innermost(l) && len(l.Header.Preds) == 2 && s.body(maxUpdate) && s.sort(l) && s.updates() && s.neighbours() {
			found = append(found, s)
		}
	}
	for _, s := range found {
		s.meet()
	}
	if len(found) > 0 {
		c.f.Blocks = ir.ProgramOrder(c.f, ir.Loops(c.f, ir.Dominators(c.f)))
	}
	return len(found) > 0
}

// keepsPointers reports whether an access is at a pointer that has been computed in some way: in another region nobody could
// tell where that points into.
func (c *subject) keepsPointers() bool {
	return firstValue(c.f, func(v *ir.Value) bool { return v.IsAccess() && c.prov.Access(v).Root != nil }) != nil
}

// innermost reports whether there is no loop in a loop.
func (c *subject) innermost(l *ir.Loop) bool {
	first, end := c.loops.Span(l)
	return end == first+1
}

// sort finds the phis that grow or shrink by a step. Of those on which not all threads agree there are few, in the
// loops around too, as threads keep them from one round to the next.
func (s *striding) sort(l *ir.Loop) bool {
	for _, phi := range s.head.Phis() {
		n := s.next(phi)
		if s.step(phi) != nil || n.Op == ir.OpSub && n.Args[0] == phi && s.fixed(n.Args[1]) {
			s.walks = append(s.walks, &induction{phi: phi})
		}
	}
	kept := 0
	for ; l != nil; l = l.Parent {
		for _, phi := range l.Header.Phis() {
			if !s.uni.Of(phi).In(analysis.CTA) {
				kept++
			}
		}
	}
	return kept <= maxCarried
}

// updates reports whether a loop loads from a buffer or a variable that it stores to, and accesses nothing that is not known.
func (s *striding) updates() bool {
	unknown := func(v *ir.Value) bool { return v.IsAccess() && s.leaves[v.ID] == nil }
	if slices.ContainsFunc(s.blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Values, unknown) }) {
		return false
	}
	buffers := func(op ir.Op) (list []analysis.Base) {
		for _, b := range s.blocks {
			for _, v := range b.Values {
				if v.Op == op {
					list = append(list, s.prov.Access(v).Base)
				}
			}
		}
		return list
	}
	loads := buffers(ir.OpLoad)
	return slices.ContainsFunc(buffers(ir.OpStore), func(b analysis.Base) bool { return slices.Contains(loads, b) })
}

// meet makes all threads meet between two rounds; and where they leave the loop in different ones before they do what
// comes after it, which is no part of a round then.
func (s *striding) meet() {
	for _, b := range s.blocks {
		for _, to := range slices.Clone(b.Succs) {
			if !s.in[to] && !ends(to) && !s.uni.At(b.Ctrl[0], b).In(analysis.CTA) {
				s.meetOn(b, to)
			}
		}
	}
	s.meetOn(s.latch, s.head)
}

// ends reports whether threads do nothing from a block on.
func ends(b *ir.Block) bool {
	for b.Term == ir.Jump && len(b.Values) == 0 {
		b = b.Succs[0]
	}
	return b.Term == ir.Ret && len(b.Values) == 0
}

// meetOn makes threads meet that go from a block to another one.
func (s *striding) meetOn(from, to *ir.Block) {
	f := s.f
	b := f.NewBlock("")
	b.Add(ir.OpLockstep, ir.Void, from.Pos)
	b.Pos, b.Term, b.Preds, b.Succs = from.Pos, ir.Jump, []*ir.Block{from}, []*ir.Block{to}
	from.Succs[slices.Index(from.Succs, to)] = b
	to.Preds[slices.Index(to.Preds, from)] = b
	last := len(f.Blocks) - 1
	f.Blocks = slices.Insert(f.Blocks[:last], slices.Index(f.Blocks, from)+1, b)
}
