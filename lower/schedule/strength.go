package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Strength reduction. In a loop of the CTA, which all threads run together, an index often
// grows by a step on which they agree:
//
//	for k := 0; k < n; k += 16 { ... b[i] ...; barrier; i += 16 * n }
//
// The steps are summed once for the CTA. A thread adds the sum to its own initial value, if
// that is as fast to compute again as to load. So the index needs no slot and no region that
// adds, and if it is %tid.x plus values that are the same for a row, its accesses have a
// window. Pointers are left alone: another region could not tell which of the two numbers
// points into memory, and where.

// reduceStrength takes such induction variables apart, and reports whether there were any.
func (c *subject) reduceStrength() bool {
	f := c.f
	to := map[*ir.Value]*ir.Value{}
	if c.loops.Irreducible {
		return false
	}
	converging := c.converging()
	for _, l := range c.loops.All {
		if !converging[l] || !c.turns(l) {
			continue
		}
		s := c.newStriding(l)
		first, end := c.loops.Span(l)
		for _, inside := range c.loops.All[first:end] {
			for _, b := range inside.Own {
				s.in[b] = true
			}
		}
		for _, phi := range slices.Clone(l.Header.Phis()) {
			if step := s.step(phi); step != nil && c.reducible(phi) && c.quick(s.first(phi), maxRemat-1) >= 0 {
				to[phi] = s.together(phi, step)
			}
		}
	}
	for _, b := range f.Blocks {
		replace(b, to)
	}
	return len(to) > 0
}

// reducible reports whether a phi is a number of each thread, and no address.
func (c *subject) reducible(phi *ir.Value) bool {
	if phi.Type != ir.I32 || c.f.Module.Narrow() || !c.needed[phi.ID] || c.uni.Of(phi).In(analysis.CTA) {
		return false
	}
	kind := c.prov.Of(phi).Base.Kind
	return kind != analysis.BaseParam && kind != analysis.BaseSymbol
}

// turns reports whether all threads of the CTA go round a loop together.
func (c *subject) turns(l *ir.Loop) bool {
	return len(l.Header.Preds) == 2 && len(l.Latches) == 1 && c.uni.Exec(l.Header).In(analysis.CTA)
}

// converging finds the loops in which threads synchronise, or may do so.
func (c *subject) converging() map[*ir.Loop]bool {
	found := map[*ir.Loop]bool{}
	for _, b := range c.f.Blocks {
		if !slices.ContainsFunc(b.Values, (*ir.Value).Convergent) {
			continue
		}
		for l := c.loops.Of(b); l != nil && !found[l]; l = l.Parent {
			found[l] = true
		}
	}
	return found
}

// quick returns what is left of a number of operations when a thread has computed a value
// from its place in the CTA and what the CTA knows, less than none where it cannot.
func (c *subject) quick(v *ir.Value, budget int) int {
	switch {
	case budget < 0 || trivial(v) || c.allAgreed(v):
		return budget
	case !v.Pure() || v.Op == ir.OpPhi || v.Op == ir.OpExtract || v.Op == ir.OpSelect || v.Op == ir.OpIntrin:
		return -1
	}
	budget--
	for _, a := range v.Args {
		budget = c.quick(a, budget)
	}
	return budget
}

// together makes the head of the loop compute a phi from what it starts with and a phi of what
// is added to it, and returns that sum.
func (s *striding) together(phi, step *ir.Value) *ir.Value {
	f, head := s.f, s.head
	grown := f.NewValue(ir.OpPhi, phi.Type, phi.Pos)
	then := s.next(phi)
	next := f.NewValue(ir.OpAdd, phi.Type, then.Pos, grown, step)
	for _, p := range head.Preds {
		if p == s.latch {
			grown.Args = append(grown.Args, next)
		} else {
			grown.Args = append(grown.Args, p.Const(phi.Type, 0, phi.Pos))
		}
	}
	own := f.NewValue(ir.OpAdd, phi.Type, then.Pos, s.first(phi), grown)
	own.Name = phi.Name
	i := slices.Index(head.Values, phi)
	head.Values[i] = grown
	grown.Block = head
	head.Insert(len(head.Phis()), own)
	// The CTA computes what stands where regions begin: after a sync point, if the program
	// adds there, or at the head.
	at, place := head, len(head.Phis())+1
	if b := then.Block; len(b.Preds) == 1 && syncOf(b.Preds[0]) != nil {
		at, place = b, slices.Index(b.Values, then)
	}
	at.Insert(place, next)
	then.Args = []*ir.Value{s.first(phi), next}
	return own
}
