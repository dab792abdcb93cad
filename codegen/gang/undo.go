package gang

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Gangs that undo stores keep what a load gave, and whether one of the stores to there has been done:
//
//	for ; tx+8 <= m; tx += 8 {
//		stored := false
//		var f gang8.F32
//		{
//			f = gang8.LoadF32(y, i)
//			for {
//				if !ptx.Inside(a, j, 8) {
//					goto undo
//				}
//				...
//				stored = true
//				gang8.StoreF32(y, i, g)
//			}
//			continue
//		}
//	undo:
//		if stored {
//			gang8.StoreF32(y, i, f)
//		}
//		break
//	}

// Where lanes may be missing, the lanes that have stored are in a mask instead.

// undos are the stores that gangs undo, by their loads.
func undos(p *gang.Plan, l *gang.Loop) (list []*undo) {
	if l == nil {
		return nil
	}
	for s, load := range l.Undo {
		i := slices.IndexFunc(list, func(u *undo) bool { return u.load == load })
		if i < 0 {
			i, list = len(list), append(list, &undo{load: load, full: p.Full(load.Block)})
		}
		list[i].full = list[i].full && p.Full(s.Block)
		list[i].stores = append(list[i].stores, s)
	}
	slices.SortFunc(list, func(a, b *undo) int { return cmp.Compare(a.load.ID, b.load.ID) })
	return list
}

// undoPrinter prints what is undone.
type undoPrinter struct{ *flowPrinter }

// begin prints that nothing has been stored.
func (p undoPrinter) begin() {
	defer p.at(0)
	for _, u := range p.undos {
		if u.full {
			u.stored = masks{p.NewVariable("stored", jen.Bool())}
			p.Assign(nil, u.stored, gosrc.Truth(false))
			continue
		}
		for nth := range p.Jam {
			p.at(nth)
			u.stored = append(u.stored, p.NewVariable(p.nameOf("stored"), p.vec("M")))
			p.Assign(nil, u.stored[nth:], gosrc.Primary(p.vec("M").Values(), gosrc.NoKind))
		}
	}
}

// needed reports whether something may have been stored that is to be undone, where the gangs at hand are left.
func (p undoPrinter) needed(u *undo) bool {
	again := func(s *ir.Value) bool {
		return slices.ContainsFunc(p.loops, func(n *region.Node) bool { return gang.Around(p.plan, n, s) })
	}
	return u.done || slices.ContainsFunc(u.stores, again)
}

// leave prints that the gangs at hand are left, and reports whether by a jump to where stores are undone.
func (p undoPrinter) leave() bool {
	if !slices.ContainsFunc(p.undos, p.needed) {
		return false
	}
	if p.undoing == "" {
		p.undoing = p.Label("undo")
	}
	p.jump(gosrc.GotoStmt, p.undoing)
	return true
}

// around prints what gangs do, and behind it what they undo.
func (p undoPrinter) around(body func()) {
	p.begin()
	s := &gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, body)
	if p.undoing == "" {
		return
	}
	s.Braces = true
	p.In(s.Body, p.End)
	p.Push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: p.undoing}, nil)
	list := p.undos
	p.undos = nil // what is asked again of an access that has been done does not fail
	for _, u := range list {
		p.restore(u)
	}
	p.Leave()
}

// restore prints that lanes which have stored store again what they had loaded.
func (p undoPrinter) restore(u *undo) {
	defer p.at(0)
	p.frame, p.block, p.edge = &frame{}, u.load.Block, nil
	if !u.full {
		if p.frame.mask = u.stored; p.plan.Access[u.load].Order == gang.Contiguous {
			p.storeBack(u)
			return
		}
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.anyStored(u), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.storeBack(u) })
}

// storeBack prints that what a load gave is stored to where it came from.
func (p undoPrinter) storeBack(u *undo) {
	a := p.plan.Access[u.load]
	for nth := range p.Jam {
		p.at(nth)
		place := p.place(u.load)
		name := elemName(place.Elem)
		args := []jen.Code{place.Slice}
		switch {
		case a.Order == gang.Contiguous && u.full:
			name, args = "Store"+name, append(args, laneZero(place).Code())
		case a.Order == gang.Contiguous:
			name, args = "StoreMasked"+name, append(args, laneZero(place).Code())
		case a.Order == gang.Strided && u.full:
			name, args = "StoreStrided"+name, append(args, laneZero(place).Code(), jen.Id(gosrc.Num(a.Stride)))
		default:
			idx := p.indices(u.load)
			name, args = "Scatter"+name, []jen.Code{p.anywhere(u.load).Slice, idx.code}
		}
		args = append(args, p.inMemory(p.keptBy(u), place.Elem).code)
		if a.Order == gang.Gather || !u.full {
			args = append(args, p.mask().code)
		}
		p.Push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: p.vec(name).Call(args...), Keep: true}, nil)
	}
}

// keptBy is what a load gave to the lanes of the gang at hand before they stored there.
func (p undoPrinter) keptBy(u *undo) vector {
	if u.kept == nil {
		return p.vector(u.load)
	}
	return p.named(u.kept[p.nth], p.Kind(u.load))
}

// anyStored is whether a lane has stored to where a load was from.
func (p undoPrinter) anyStored(u *undo) *jen.Statement {
	if u.full {
		return p.Use(u.stored[0])
	}
	return p.ask("Any", u.stored)
}
