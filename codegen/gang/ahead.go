package gang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// checkAhead prints the checks of a store, and of what follows it.
func (p *accessPrinter) checkAhead(store *ir.Value) {
	if p.part() != nil || p.nth > 0 {
		return
	}
	if p.threads == nil {
		return // in a chain: what may fail there is no matter of what was stored
	}
	first, checks := p.threads.Ahead(store.Block)
	if first != store {
		return
	}
	list := slices.DeleteFunc(append([]*ir.Value{store}, checks...), func(v *ir.Value) bool { return p.Locate(v).Inside })
	p.checkAll(list)
	for _, v := range list {
		p.checkedOnce[v] = true
	}
}

// meetings lists what has to be apart: so that there is a way back, so that nobody sees in which
// order lanes do atomic operations, and where records are done together.
func (p *accessPrinter) meetings() (list []gang.Meeting) {
	if p.threads != nil {
		list = p.threads.Meet
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
func (p *accessPrinter) askApart() {
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
