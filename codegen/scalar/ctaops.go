package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// What only a CTA function does: it runs regions, and synchronises the threads of the
// CTA by operations on the arrays of all of them.

// stmtRun prints the call of a region.
func (g *funcGen) stmtRun(v *ir.Value) {
	r := g.parts.regions[v.Attr.Func]
	args := []jen.Code{jen.Id("c")}
	for _, p := range r.params {
		switch i, isArg := r.arg[p]; {
		case isArg:
			args = append(args, gosrc.Convert(g.value(v.Args[i]), p.Kind).Code())
		case r.slot[p] != nil:
			w := g.slot(r.slot[p])
			g.use(w)
			args = append(args, jen.Id(w.Name))
		default:
			g.use(p)
			args = append(args, jen.Id(p.Name))
		}
	}
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(r.name).Call(args...)})
}

func (g *funcGen) buildSlotLoad(v *ir.Value) gosrc.Expr {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return gosrc.Convert(w.Expr(), g.plan.kinds[v.ID])
}

// slotOf returns the slot that a value is computed into, nil if that is not the one thing
// that is done with it, or if it is computed before the loop over threads.
func (g *funcGen) slotOf(v *ir.Value) *gosrc.Variable {
	if g.f.Part != ir.RegionPart || g.front[v] || g.plan.lanes {
		return nil
	}
	members := g.plan.shared.Class(v)
	var s *ir.Value
	for _, m := range members {
		for _, u := range g.plan.users[m.ID] {
			switch {
			case u.Op == ir.OpSlotStore && s == nil && g.follows(u, m):
				s = u
			case u.Op == ir.OpPhi && slices.Contains(members, u):
			default:
				return nil
			}
		}
		if len(g.plan.term[m.ID]) > 0 {
			return nil
		}
	}
	if s == nil {
		return nil
	}
	// Nothing else of the region may look at the slot, and no loop may go round with it.
	if w := g.slot(s.Attr.Slot); w.Kind == g.plan.kinds[v.ID] && (len(members) == 1 || g.plan.only(s)) {
		return w
	}
	return nil
}

// follows reports whether a value stands right behind another, or behind the phis that
// it belongs to.
func (g *funcGen) follows(u, v *ir.Value) bool {
	i := g.plan.order[v.ID] + 1
	if v.Op == ir.OpPhi {
		i = len(v.Block.Phis())
	}
	return u.Block == v.Block && g.plan.order[u.ID] == i
}

// stmtSlotStore prints sum[t] = x.
func (g *funcGen) stmtSlotStore(v *ir.Value) {
	w := g.slot(v.Attr.Slot)
	a := v.Args[0]
	if !g.plan.inline[a.ID] && g.variable(a) == w {
		return // it is there already
	}
	g.assign(v, []*gosrc.Variable{w}, g.value(a))
}

// stmtSlotFill prints the filling of an array.
func (g *funcGen) stmtSlotFill(v *ir.Value) {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	if n, ok := v.Args[0].IsConst(); ok && n == 0 {
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("clear").Call(jen.Id(w.Name))})
		return
	}
	set := jen.Id(w.Name).Index(jen.Id("i")).Op("=").Add(g.value(v.Args[0]).Code())
	g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: jen.Id("i").Op(":=").Range().Id(w.Name), Body: gosrc.CodeBlock(set)})
}

func (g *funcGen) buildSlotAny(v *ir.Value) gosrc.Expr {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return gosrc.Primary(jen.Qual("slices", "Contains").Call(jen.Id(w.Name), jen.True()), gosrc.Bool)
}

// stmtNothing is for what another statement prints.
func (g *funcGen) stmtNothing(*ir.Value) {}

// sync prints a sync point of the CTA.
func (g *funcGen) sync(v *ir.Value) {
	switch v.Op {
	case ir.OpBarrier:
		if v.Attr.Bar == ir.BarSync {
			g.note(v)
			return
		}
		fn := map[ir.Bar]string{ir.BarRedPopc: "CountTrue", ir.BarRedAnd: "AllTrue", ir.BarRedOr: "AnyTrue"}[v.Attr.Bar]
		g.finishSync(v, g.call(fn, g.arrayOf(v.Args[2]), g.threadsOf(v)).Code, barrierNames[v.Attr.Bar].kind)
	case ir.OpWarp:
		g.eachWarp(v)
	default:
		panic("scalar: " + v.Op.String() + " in the function of a CTA")
	}
}

// call is a call of a function of the runtime for the CTA.
func (g *funcGen) call(fn string, args ...*jen.Statement) *gosrc.Stmt {
	list := []jen.Code{jen.Id("c")}
	for _, a := range args {
		list = append(list, a)
	}
	return &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime(fn).Call(list...)}
}

// note leaves the PTX text of a barrier as a comment; for debuggers there is a statement.
func (g *funcGen) note(v *ir.Value) {
	if g.mod.Alone {
		st := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime("Here").Call()}
		g.at(st, v.Pos)
		g.push(st)
		return
	}
	st := &gosrc.Stmt{Kind: gosrc.CommentStmt}
	g.at(st, v.Pos)
	g.comesFrom(st, g.origin(v))
	st.Line = 0
	g.push(st)
}

// arrayOf names the array of a value of every thread.
func (g *funcGen) arrayOf(v *ir.Value) *jen.Statement {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return jen.Id(w.Name)
}

// threadsOf names the array that says which threads take part, nil for all.
func (g *funcGen) threadsOf(v *ir.Value) *jen.Statement {
	if v.Attr.Slot == nil {
		return jen.Nil()
	}
	return g.arrayOf(v)
}

// resultSlots returns where the results of an operation go, nil for those that nothing
// reads.
func (g *funcGen) resultSlots(v *ir.Value) []*ir.Slot {
	out := make([]*ir.Slot, max(len(v.Results), 1))
	for _, u := range g.plan.users[v.ID] {
		switch u.Op {
		case ir.OpSlotSet:
			out[0] = u.Attr.Slot
		case ir.OpExtract:
			for _, w := range g.plan.users[u.ID] {
				if w.Op == ir.OpSlotSet {
					out[u.Attr.Index] = w.Attr.Slot
				}
			}
		}
	}
	return out
}
