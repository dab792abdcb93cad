package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The loops over gangs in front of those over threads: where they begin, end and go on.

// inGangs reports whether the loop at hand has one over gangs in front of it. The general loop
// has none where a clean one does: it is for the few rows that have no windows.
func (g *rowGen) inGangs(w *schedule.Clean) bool {
	if g.gangs == nil {
		return false
	}
	p := g.gangs.Plan(g.body)
	return p.Gangs(w) && (w != nil || !slices.ContainsFunc(g.body.Clean.All(), p.Gangs))
}

// gangsOf prints the loop over gangs in front of the general loop over the threads of a range:
// those for which nothing wraps. It returns the call, and what that mentions.
func (g *rowGen) gangsOf(r *threadRange, enter func(in *rowGen)) (call *jen.Statement, free []*gosrc.Variable) {
	if l := g.gangs.Lane(g.body); l != nil {
		first := r.begin()
		if r.lo == nil {
			first = jen.Lit(int(r.from))
		}
		call, free = g.laneCall(l, first, r.end(), false)
		g.useRange(r)
		return call, free
	}
	n := gangCount{at: jen.Id("tx"), kind: gosrc.U32}
	when := jen.Op(";")
	down := g.f.Order == ir.Descending
	switch {
	case down:
		n.at, n.from = jen.Id(g.names.Pick("end")), r.end()
	case r.lo != nil:
		n.from = jen.Id(r.lo.Name)
	case r.from != 0:
		n.from = jen.Lit(int(r.from))
	}
	for _, ok := range r.oks {
		g.use(ok)
		when.Id(ok.Name).Op("&&")
	}
	if g.gangs.Plan(g.body).Aligned && (r.lo != nil || down) {
		when.Add(n.at.Clone()).Op("%").Lit(g.gangs.Lanes()).Op("==").Lit(0).Op("&&")
	}
	g.useRange(r)
	n.deps = g.deps
	g.deps = nil
	n.head = func(lanes int) *jen.Statement {
		if !down {
			return when.Clone().Add(n.at.Clone()).Op("+").Lit(lanes).Op("<=").Add(r.end()).Op(";").Add(n.at.Clone()).Op("+=").Lit(lanes)
		}
		from := jen.Lit(lanes)
		if r.lo != nil {
			from = jen.Id(r.lo.Name).Op("+").Add(from)
		}
		return when.Clone().Add(n.at.Clone()).Op(">=").Add(from).Op(";").Add(n.at.Clone()).Op("-=").Lit(lanes)
	}
	g.useRange(r)
	call, free = g.gangLoop(nil, n, g.body.Facts(true), func(in *rowGen) {
		if down {
			in.coords[0] = in.firstOf(n.at, &gosrc.Variable{Name: "tx", Kind: gosrc.U32})
		}
		enter(in)
	})
	g.useRange(r)
	return call, free
}

// cleanGangs prints the loop over gangs in front of a clean loop. It returns the call, and what
// that mentions.
func (g *rowGen) cleanGangs(w *schedule.Clean, at string, count *jen.Statement, isSlice bool, r *threadRange, inside *gosrc.Namer) (call *jen.Statement, free []*gosrc.Variable) {
	if l := g.gangs.Lane(g.body); l != nil {
		call, free = g.laneCall(l, r.begin(), r.end(), false)
		if r.lo != nil {
			call.Op("-").Id(r.lo.Name)
		}
		g.useRange(r)
		return jen.Int().Call(call), free
	}
	deps := g.deps
	g.deps = nil
	n := gangCount{at: jen.Id(at), kind: gosrc.Int}
	when := jen.Op(";")
	down := g.f.Order == ir.Descending
	if n.first = g.ctx.at; down {
		n.first = nil
		n.at, n.from = jen.Id(inside.Pick("end")), lengthOf(count, isSlice)
		n.length, n.each = n.at, g.isEach
	} else if lead := gosrc.Plain(count); len(g.ctx.clean)+len(g.slots) > 0 {
		n.length = lengthOf(count, isSlice)
		n.each = func(v *gosrc.Variable) bool { return g.isEach(v) && v.Name != lead }
	}
	if g.gangs.Plan(g.body).Aligned && (r.lo != nil || down) {
		first := n.at.Clone()
		switch {
		case r.lo != nil && down:
			first = jen.Parens(jen.Id(r.lo.Name).Op("+").Uint32().Call(first))
		case r.lo != nil:
			first = jen.Id(r.lo.Name)
		}
		when.Add(first).Op("%").Lit(g.gangs.Lanes()).Op("==").Lit(0).Op("&&")
		if r.lo != nil {
			n.deps = []*gosrc.Variable{r.lo}
		}
	}
	if !down { // what is counted from behind is an argument
		n.deps = append(n.deps, deps...)
	}
	n.head = func(lanes int) *jen.Statement {
		if down {
			return when.Clone().Add(n.at.Clone()).Op(">=").Lit(lanes).Op(";").Add(n.at.Clone()).Op("-=").Lit(lanes)
		}
		return when.Clone().Id(at).Op("<").Add(lengthOf(count, isSlice)).Op("-").Lit(lanes - 1).Op(";").Id(at).Op("+=").Lit(lanes)
	}
	if g.gangs.Plan(g.body).Overlap {
		n.last = func(lanes int) *jen.Statement {
			end := func() *jen.Statement { return lengthOf(count, isSlice) }
			return jen.If(end().Op(">=").Lit(lanes).Op("&&").Id(at).Op("<").Add(end()).Op("&&").Id(at).Op(">").Add(end()).Op("-").Lit(lanes)).
				Block(jen.Id(at).Op("=").Add(end()).Op("-").Lit(lanes).Comment("the last gang overlaps the one before it"))
		}
	}
	beside := g.inner()
	beside.names = inside
	call, free = beside.gangLoop(w, n, g.body.CleanFacts(w), func(in *rowGen) {
		if down {
			in.ctx.at = in.firstOf(n.at, &gosrc.Variable{Name: at, Kind: gosrc.Int})
			in.index = in.ctx.at
		}
		in.cleanThread(r)
	})
	g.deps = append(g.deps, deps...)
	return call, free
}

// slotGangs prints the loop over gangs in front of a loop over slots, the length of one of which
// it goes by. It returns the call, and what that mentions.
func (g *rowGen) slotGangs() (call *jen.Statement, free []*gosrc.Variable) {
	lead := g.slot(g.anySlot())
	if l := g.gangs.Lane(g.body); l != nil {
		call, free = g.laneCall(l, jen.Lit(0), jen.Uint32().Call(jen.Len(jen.Id(lead.Name))), true)
		return jen.Int().Call(call), append(free, lead)
	}
	n := gangCount{at: jen.Id("t"), kind: gosrc.Int, deps: []*gosrc.Variable{lead}, length: jen.Len(jen.Id(lead.Name))}
	n.each = func(v *gosrc.Variable) bool { return v.PerThread && v != lead }
	n.head = func(lanes int) *jen.Statement {
		return jen.Op(";").Add(n.at.Clone()).Op("<").Len(jen.Id(lead.Name)).Op("-").Lit(lanes - 1).Op(";").Add(n.at.Clone()).Op("+=").Lit(lanes)
	}
	n.first = &gosrc.Variable{Name: "t", Kind: gosrc.Int}
	return g.gangLoop(nil, n, g.body.Facts(true), func(in *rowGen) { in.index = n.first })
}

// isEach reports whether a variable is a slice with an element for each thread of the clean loop
// at hand.
func (g *scope) isEach(v *gosrc.Variable) bool {
	for x, o := range g.ctx.clean {
		if o.v == v && stream(x) {
			return true
		}
	}
	return v.Part
}

// fewBelow reports whether a row may well run fewer threads than a gang has: those below a number
// that the control flow around computes, as in the last steps of a reduction.
func (g *rowGen) fewBelow() bool {
	return g.f.Part == ir.RegionPart && slices.ContainsFunc(g.body.Spans, func(s schedule.Span) bool {
		return s.Sure() && s.To != nil && s.To.Value != nil && s.To.Value.Op == ir.OpArg
	})
}

// firstOf prints which thread is the first of a gang, by the number behind its last one.
func (g *rowGen) firstOf(end *jen.Statement, first *gosrc.Variable) *gosrc.Variable {
	g.vars = append(g.vars, first)
	x := end.Clone().Op("-").Lit(g.gangs.Lanes())
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{first}, RHS: []jen.Code{x}, Lead: true})
	return first
}

// leaveNarrow prints that rows are left to narrower gangs where these take more of their threads.
func (k *Kernel) leaveNarrow(g *funcGen) {
	n := k.Func.ReqNTID[0]
	if k.narrower == "" || n > 0 && n&gang.Width == 0 {
		return
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: jen.Id("c").Dot("Dim").Dot("X").Op("&").Lit(gang.Width).Op("!=").Lit(0), Body: gosrc.NewBlock()}
	s.Body.Add(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(k.narrower).Call(k.Arguments(jen.Id("c"))...)})
	s.Body.Add(&gosrc.Stmt{Kind: gosrc.ReturnStmt})
	g.root.Insert(0, s)
}

// anySlot returns a slot that the function loads or stores, nil where there is none.
func (g *rowGen) anySlot() *ir.Slot {
	for _, b := range g.f.Blocks {
		for _, v := range b.Values {
			if g.plan.needed[v.ID] && (v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore) {
				return v.Attr.Slot
			}
		}
	}
	return nil
}
