package gang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What may fail behind a store must not end the gang there. Of stores that follow each other
// in a block all is checked in front of the first one, where their indices are known by then.
// Or the gangs ask in front of their loop whether what is stored is apart from what was read, so
// that all can be done again.

// ahead returns the accesses of a block that are checked in front of a store: those that may
// fail behind it, as far as all lanes are there and the first one's index is known.
func ahead(p *gang.Plan, stored map[*ir.Value]bool, m *schedule.Memory, store *ir.Value) (out []*ir.Value) {
	list := store.Block.Values
	at := slices.Index(list, store)
	if stored[store] || slices.ContainsFunc(list[:at], (*ir.Value).HasEffect) {
		return nil
	}
	for _, v := range list[at+1:] {
		if stored[v] && p.Access[v].Order != gang.Gather && !slices.ContainsFunc(indexOf(m, v), func(a *ir.Value) bool { return behind(a, list[at:]) }) {
			out = append(out, v)
		}
	}
	return out
}

// indexOf returns the values that the index of an access is computed from.
func indexOf(m *schedule.Memory, v *ir.Value) (out []*ir.Value) {
	a := m.Access(v)
	if a.Root != nil {
		out = append(out, a.Root)
	}
	for _, t := range a.Terms {
		out = append(out, t.Value)
	}
	return out
}

// behind reports whether a value is computed by one of a list, or from one.
func behind(v *ir.Value, list []*ir.Value) bool {
	if analysis.IsSReg(v, "tid.x") || v.Op == ir.OpPhi {
		return false
	}
	return slices.Contains(list, v) || slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return a.Block == list[0].Block && behind(a, list) })
}

// checkAhead prints the checks of what follows a store.
func (p *printer) checkAhead(store *ir.Value) {
	if p.frame.mask != nil || p.nth > 0 {
		return
	}
	for _, v := range ahead(p.plan, p.noWay, p.Memory(), store) {
		if place := p.Locate(v); !place.Inside {
			p.check(v, place)
			p.checkedOnce[v] = true
		}
	}
}

// meetings lists what has to be apart: so that there is a way back, so that nobody sees in which
// order lanes do atomic operations, and where records are done together.
func (p *printer) meetings() (list []gang.Meeting) {
	if len(p.noWay) < len(p.plan.Stored) {
		list = p.plan.Meet
	}
	must := p.plan.Disjoint
	if p.Clean != nil {
		must = slices.Concat(must, p.plan.Apart)
	}
	for _, q := range must {
		if !slices.ContainsFunc(list, func(o gang.Meeting) bool { return o.Same(q, p.Memory()) }) {
			list = append(slices.Clip(list), q)
		}
	}
	return list
}

// askApart prints that the loop over gangs is left where memory overlaps that has to be apart.
func (p *printer) askApart() {
	list := p.meetings()
	if len(list) == 0 {
		return
	}
	w := p.Front[key{apart: true}]
	if w == nil {
		w = p.NewFront("apart", jen.Bool())
		p.Front[key{apart: true}] = w
		p.Aside(func() {
			all := jen.Null()
			for i, x := range list {
				if i > 0 {
					all.Op("&&")
				}
				all.Add(scalar.Runtime("Apart").Call(p.Array(x.Load).Slice, p.Array(x.Store).Slice))
			}
			p.InFront(w, gosrc.Primary(all, gosrc.Bool), false)
		})
	}
	p.bail(jen.Op("!").Id(w.Name), w)
}
