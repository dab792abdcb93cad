package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A chain that is left begins anew, whatever earlier warps have done. That is right where they
// have stored nothing that is read in it, and where a thread faults for certain when the regions
// run one by one: what memory holds then is nobody's business.

// exact finds the numbers that must not wrap of which the threads of a row have a multiple of
// %tid.x each, beside what they share: one question for all of them.
func (c *chainer) exact(x *Chain) {
	for i := range x.Steps {
		s := &x.Steps[i]
		for _, p := range s.Plans {
			if p == nil {
				continue
			}
			prov := c.s.Memory.Provenance(p.Body.Func)
			for _, v := range p.flow.values {
				for _, e := range p.Access[v].Exact {
					if !slices.Contains(s.Exact, e) && ofRow(prov, e) {
						s.Exact = append(s.Exact, e)
					}
				}
			}
		}
	}
}

// ofRow reports whether the threads of a row share a number but for a multiple of %tid.x.
func ofRow(prov *analysis.Provenance, e Exact) bool {
	steady := analysis.Steady{}
	_, terms := prov.Sum(e.Value)
	found := false
	for _, t := range terms {
		switch {
		case t.Ext != analysis.ExtNone:
			return false
		case analysis.IsSReg(t.Value, "tid.x"):
			found = t.Scale == e.Stride
		case !steady.Of(t.Value) || !analysis.SharedByRow(t.Value):
			return false
		}
	}
	return found && steady.Of(e.Value)
}

// again finds out whether a chain can be begun anew where it is left: nothing in it may fail but
// what makes threads fault for certain; or it stores nothing where it has read before, which may
// take that some buffers do not overlap; or it does so after all that may fail, in the only warp that
// goes through it.
func (c *chainer) again(x *Chain) {
	a := c.replay(x, false)
	if a.ends(x) {
		x.Aside = a.kept
		return
	}
	if a.late == nil && x.First == WarpSize {
		x.Alone = true
		return
	}
	if b := c.replay(x, true); b.ends(x) && len(b.meet) <= maxMeetings {
		x.Meet, x.Aside = b.meet, b.kept
		return
	}
	pos := c.k.Func.Pos
	if a.late != nil {
		pos = a.late.Pos
	}
	*x = Chain{Why: &schedule.Reason{Pos: pos, Text: "a check that may fail after an effect that cannot be repeated"}}
}

// replayed is what is known of a chain that is left and begins anew.
type replayed struct {
	late        *ir.Value  // what fails after something that must not be done again
	fails, once bool       // something may fail, and something must not be done again
	kept        []*ir.Slot // what threads have kept before it that they set in it, where something may fail
	meet        []Meeting  // which accesses are taken to be apart for that
}

// ends reports whether all is the same if the chain begins anew: what threads have kept before it is put aside
// for that, if all threads go through it.
func (r *replayed) ends(x *Chain) bool {
	return !r.fails || !r.once && (len(r.kept) == 0 || x.First == 0)
}

// replay looks at what a chain does, by any memory or where buffers that may be asked about are apart.
func (c *chainer) replay(x *Chain, apart bool) *replayed {
	r := &replayed{}
	var reads []*ir.Value
	certain := c.branches(x)
	c.each(x, func(s *Step, k *keeper, v *ir.Value) {
		if v.Op == ir.OpLoad {
			reads = append(reads, v)
		}
		failing := (k.mayFail(v) || s.unlike(k.p, v)) && !(certain && k.faults(s, v))
		if r.once && failing && r.late == nil {
			r.late = v
		}
		r.fails, r.once = r.fails || failing, r.once || r.twice(k, v, reads, apart)
		if r.once && r.fails && r.late == nil && len(k.loops[v.Block.ID]) > 0 {
			r.late = v
		}
	})
	// What the first warp has stored the next one may read.
	c.each(x, func(_ *Step, k *keeper, v *ir.Value) { r.once = r.once || r.twice(k, v, reads, apart) })
	for _, s := range x.Steps {
		r.fails = r.fails || s.Value.Op == ir.OpRun && switches(s.Value.Attr.Func)
	}
	for _, s := range x.Store {
		if r.fails && slices.Contains(x.Load, s) {
			r.kept = append(r.kept, s)
		}
	}
	return r
}

// branches reports whether threads take the same ways in a chain whenever they begin anew.
func (c *chainer) branches(x *Chain) bool {
	ok := true
	for _, s := range x.Steps {
		for _, p := range s.Plans {
			if p == nil {
				continue
			}
			steady := analysis.Steady{}
			p.flow.walk(p.Body.Tree.Body, func(n *region.Node) {
				switch n.Kind {
				case region.If, region.Switch:
					ok = ok && steady.Of(n.Block.Ctrl[0])
				case region.Loop:
					ok = false // how often it goes round is not looked at
				}
			}, func(*region.Node) {})
		}
	}
	return ok
}

// faults reports whether a gang finds of an access only that a lane is outside, with an index
// that is the same whenever it is computed. That memory may be written is asked in front.
func (k *keeper) faults(s *Step, v *ir.Value) bool {
	a, p := k.m.Access(v), k.p.Access[v]
	if a == nil || a.View == nil || a.Root != nil || v.Vec() > 1 || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Strong() {
		return false
	}
	steady := analysis.Steady{}
	for _, t := range a.Terms {
		if !steady.Of(t.Value) {
			return false
		}
	}
	return (p.Order == Contiguous || p.Order == Splat) && !s.unlike(k.p, v)
}

// unlike reports whether a gang may find that the lanes of an access differ from what was assumed.
func (s *Step) unlike(p *Plan, v *ir.Value) bool {
	a, ok := p.Access[v]
	return ok && (a.Order == Gather || slices.ContainsFunc(a.Exact, func(e Exact) bool { return !slices.Contains(s.Exact, e) }))
}

// each calls do for all that the gangs of a warp compute in the regions of a chain, in order.
func (c *chainer) each(x *Chain, do func(s *Step, k *keeper, v *ir.Value)) {
	for i := range x.Steps {
		s := &x.Steps[i]
		for _, p := range s.Plans {
			if p == nil {
				continue
			}
			k := &keeper{flow: p.flow, p: p, m: c.s.Memory}
			for _, v := range p.flow.values {
				do(s, k, v)
			}
		}
	}
}

// twice reports whether a warp must not execute a value a second time, after these reads. What
// it keeps for itself is another matter.
func (r *replayed) twice(k *keeper, v *ir.Value, reads []*ir.Value, apart bool) bool {
	switch {
	case v.Op == ir.OpSlotStore, v.Op == ir.OpFence:
		return false
	case v.Op == ir.OpStore && !v.Strong():
		return slices.ContainsFunc(reads, func(l *ir.Value) bool {
			if !mayAccess(k.m, l, v) {
				return false
			}
			if !apart || !mayAsk(k.m.Access(l), k.m.Access(v)) {
				return true
			}
			if q := (Meeting{l, v}); !slices.ContainsFunc(r.meet, func(o Meeting) bool { return o.Same(q, k.m) }) {
				r.meet = append(r.meet, q)
			}
			return false
		})
	}
	return v.Writes() || v.HasEffect()
}

// switches reports whether a function has a switch, of which a gang may find that it is at none
// of the cases.
func switches(f *ir.Func) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return b.Term == ir.Switch })
}
