package gang

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A branch at which lanes differ runs its sides for the lanes that go there, if there are any:
//
//	m := gang8.LessF32(f1, f2)
//	if gang8.Any(m) { ... }
//	n := gang8.NotM(m)
//	if gang8.Any(n) { ... }
//
// Of a loop that lanes leave at different times a mask says which are in it. Lanes that jump
// are taken out of the masks of all that they jump out of, so that what follows runs for those
// that are left, and nothing runs for none.

// body prints the tree of the body.
func (p *flowPrinter) body() {
	p.prepare()
	tree := p.Body().Tree.Body
	p.frame = &frame{}
	p.askApart()
	ownPrinter{&p.accessPrinter}.clear()
	if m := p.Mask(); m != nil {
		array, i, _ := p.Slot(m)
		p.frame.mask = p.newMasks("in", func() vector { return p.call(gosrc.Bool, "LoadM", array, i.Code()) })
		p.unless(p.frame)
	} else if p.partKnown() {
		p.restrict(p.frame, 1<<gang.Width-1)
	} else if p.anyParts(tree) {
		p.frame.mask = p.newMasks("in", p.all)
	}
	p.list(tree, true)
}

// newMasks makes a variable of a mask for each of the gangs.
func (p *flowPrinter) newMasks(wish string, build func() vector) (list masks) {
	defer p.at(0)
	for nth := range p.Jam {
		p.at(nth)
		w := p.NewVariable(p.nameOf(wish), p.vec("M"))
		p.Assign(nil, []*gosrc.Variable{w}, build().expr())
		list = append(list, w)
	}
	return list
}

// ask prints a question about the lanes of all gangs: Any, None or All.
func (p *flowPrinter) ask(fn string, m masks) *jen.Statement {
	join := "OrM"
	if fn == "All" {
		join = "AndM"
	}
	x := p.Use(m[0])
	for _, w := range m[1:] {
		x = p.vec(join).Call(x, p.Use(w))
	}
	return p.vec(fn).Call(x)
}

// list prints nodes in order. tail says that nothing follows behind it in the gang.
func (p *flowPrinter) list(nodes []*region.Node, tail bool) {
	for i, n := range nodes {
		rest := nodes[i+1:]
		if way, ok := p.Way(n); ok {
			last := len(rest) == 0 || !region.Falls(way)
			p.before(last, func() { p.list(way, tail && last) })
			if !region.Falls(way) {
				return
			}
			if p.frame.known && p.frame.lanes == 0 {
				return
			}
			if !p.frame.known && p.anyParts(way) && len(rest) > 0 {
				p.goOn(rest, tail)
				return
			}
			continue
		}
		p.before(len(rest) == 0 && n.Kind != region.Loop, func() { p.node(n, tail && len(rest) == 0) })
		if p.frame.known {
			if p.frame.lanes == 0 {
				return
			}
			continue
		}
		if p.parts(n) && (len(rest) > 0 || p.frame.of != nil && p.frame.of.node.Kind == region.Loop) {
			p.goOn(rest, tail)
			return
		}
	}
}

// before prints a part of a frame, which is its last or is not.
func (p *flowPrinter) before(last bool, print func()) {
	f := p.frame
	if last {
		print()
		return
	}
	f.follows++
	print()
	f.follows--
}

// goOn prints what follows a node in which lanes have jumped: nothing where none is left.
func (p *flowPrinter) goOn(rest []*region.Node, tail bool) {
	if p.frame.asked {
		p.frame.asked = false
		p.list(rest, tail)
		return
	}
	if !p.frame.side {
		p.unless(p.frame)
		p.list(rest, tail)
		return
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.ask("Any", p.frame.mask), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.inside(s.Body, p.frame, rest, tail)
}

// unless prints that a frame is left in which no lane is.
func (p *flowPrinter) unless(f *frame) {
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.ask("None", p.frame.mask), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() {
		if f.of == nil {
			p.End()
		} else {
			p.over(f.of)
		}
	})
}

// over prints that the round of a loop, or a scope, is over, as no lane is left in it.
func (p *flowPrinter) over(t *target) {
	switch {
	case t.node.Kind == region.Scope:
		p.jump(gosrc.GotoStmt, t.label)
	case t.shared:
		p.jump(gosrc.BreakStmt, t.label)
	default:
		p.jump(gosrc.ContinueStmt, t.label)
	}
}

func (p *flowPrinter) jump(kind gosrc.StmtKind, label string) {
	p.Push(&gosrc.Stmt{Kind: kind, Label: label}, nil)
}

func (p *flowPrinter) node(n *region.Node, tail bool) {
	switch n.Kind {
	case region.Basic:
		p.values(n.Block)
	case region.Edge:
		p.copiesAt(n)
	case region.If:
		p.branch(n, tail)
	case region.Switch:
		p.selectCase(n, tail)
	case region.Loop:
		p.loop(n)
	case region.Scope:
		p.scope(n)
	case region.Break, region.Continue:
		p.leave(n)
	case region.Return:
		p.leaveGang(tail)
	default:
		panic("gang: unknown node " + n.Kind.String())
	}
}

// inside prints a list into a block, for a frame.
func (p *flowPrinter) inside(b *gosrc.Block, f *frame, list []*region.Node, tail bool) {
	saved, block := p.frame, p.block
	p.frame = f
	p.scopes = append(p.scopes, scope{})
	p.In(b, func() { p.list(list, tail) })
	p.scopes = p.scopes[:len(p.scopes)-1]
	p.frame, p.block = saved, block
}

// branch prints an If.
func (p *flowPrinter) branch(n *region.Node, tail bool) {
	p.block = n.Block
	c := n.Block.Ctrl[0]
	if !p.plan.Diverges[n.Block] {
		cond, not := p.condition(c)
		if n.Negate {
			cond, not = not, cond
		}
		s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond.Code(), Neg: not.Code(), Body: gosrc.NewBlock()}
		if len(n.Else) > 0 {
			s.Other = gosrc.NewBlock()
		}
		p.Push(s, n.Block)
		p.inside(s.Body, p.frame, n.Body, tail)
		if s.Other != nil {
			p.inside(s.Other, p.frame, n.Else, tail)
		}
		return
	}
	if p.frame.known {
		p.knownSides(n)
		return
	}
	if t := p.leaves(n); t != nil {
		if t.frame.whole && t.exit != nil && t.exit.of == n {
			p.leaveWhole(n, t)
		} else {
			p.stay(n, t)
		}
		return
	}
	m := p.newMasks("m", func() vector { return p.lanes(c, n.Negate, p.part()) })
	body := &frame{mask: m, side: true, up: p.frame}
	var other masks
	if len(n.Else) > 0 {
		other = p.newMasks("m", func() vector {
			if in := p.part(); in != nil {
				return p.call(gosrc.Bool, "AndNotM", in.of(p.printer).code, m.of(p.printer).code)
			}
			return p.call(gosrc.Bool, "NotM", m.of(p.printer).code)
		})
	}
	p.side(n, body, n.Body, tail)
	if other != nil {
		p.side(n, &frame{mask: other, side: true, up: p.frame}, n.Else, tail)
	}
}

// leaves returns the loop that the lanes at hand leave at an If, and nothing else is done there: those that are left are
// the lanes of one mask. It returns nil for any other If.
func (p *flowPrinter) leaves(n *region.Node) *target {
	if t := p.nodes[leaving(n)]; t != nil && t.shared && p.frame == t.frame {
		return t
	}
	return nil
}

// lanes are those of a mask, or of all where it is nil, for which a condition holds, or does not.
func (p *flowPrinter) lanes(c *ir.Value, not bool, in masks) vector {
	x := p.vector(c)
	switch {
	case in == nil && not:
		return p.call(gosrc.Bool, "NotM", x.code)
	case in == nil:
		return x
	case not:
		return p.call(gosrc.Bool, "AndNotM", in.of(p.printer).code, x.code)
	}
	return p.call(gosrc.Bool, "AndM", in.of(p.printer).code, x.code)
}

// side prints one side of a branch at which lanes differ. A side that is only a jump needs no
// question whether any lane is there.
func (p *flowPrinter) side(n *region.Node, f *frame, list []*region.Node, tail bool) {
	if k := list[0].Kind; len(list) == 1 && (k == region.Break || k == region.Continue || k == region.Return) {
		saved := p.frame
		p.frame = f
		p.node(list[0], tail)
		p.frame = saved
		return
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.ask("Any", f.mask), Body: gosrc.NewBlock()}
	p.Push(s, n.Block)
	p.inside(s.Body, f, list, tail)
	if f.end != "" {
		p.Push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: f.end}, nil)
	}
}

// selectCase prints a Switch, at which all lanes go the same way.
func (p *flowPrinter) selectCase(n *region.Node, tail bool) {
	p.block = n.Block
	s := &gosrc.Stmt{Kind: gosrc.SwitchStmt, Code: p.Number(n.Block.Ctrl[0]).Code(), Other: gosrc.NewBlock(), Label: p.Label("cases")}
	for _, c := range n.Cases {
		s.Cases, s.CaseIndices = append(s.Cases, gosrc.NewBlock()), append(s.CaseIndices, c.Indices)
	}
	p.nodes[n] = &target{node: n, label: s.Label, frame: p.frame}
	p.Push(s, n.Block)
	for i, c := range n.Cases {
		p.inside(s.Cases[i], p.frame, c.Body, tail)
	}
	// What is no case is a fault, of the first thread.
	p.In(s.Other, func() { p.Leave() })
}

// loop prints a loop.
func (p *flowPrinter) loop(n *region.Node) {
	p.loops = append(p.loops, n)
	defer func() { p.loops = p.loops[:len(p.loops)-1] }()
	t := &target{node: n, label: p.Label(p.LoopLabel(n)), frame: p.frame}
	p.nodes[n] = t
	s := &gosrc.Stmt{Kind: gosrc.ForStmt, Body: gosrc.NewBlock(), Label: t.label, Code: jen.Null()}
	list, twice := n.Body, false
	if p.partsIn(n) {
		t.live = p.newMasks("live", p.mask)
		t.shared = !p.continues(n)
		t.frame = &frame{mask: t.live, of: t, up: p.frame}
		s.Endless = t.shared
		if !t.shared {
			s.Code = p.ask("Any", t.live)
		}
		if twice = t.shared && p.whole(n); twice {
			if t.exit = p.exit(n); t.exit != nil {
				t.whole = p.NewVariable("whole", jen.Bool())
				p.Assign(nil, []*gosrc.Variable{t.whole}, gosrc.Primary(p.ask("All", t.live), gosrc.Bool))
			}
		}
	} else if c, rest, ok := p.headTest(n); ok {
		s.Code, list = c.Code(), rest
		p.Push(s, n.Body[0].Block)
		p.Poll(n, s.Body, p.threads == nil || !p.threads.Late[n])
		p.inside(s.Body, t.frame, list, false)
		return
	} else {
		s.Endless = true
	}
	p.Push(s, nil)
	p.Poll(n, s.Body, p.threads == nil || !p.threads.Late[n])
	p.In(s.Body, func() {
		if t.live != nil && !t.shared {
			t.frame.mask = p.newMasks("in", func() vector { return t.live.of(p.printer) })
		}
	})
	if twice {
		p.rounds(t, s.Body)
		return
	}
	p.inside(s.Body, t.frame, list, false)
}

// rounds prints the body of a loop that lanes leave at different times, for all lanes and for those that are left.
func (p *flowPrinter) rounds(t *target, body *gosrc.Block) {
	part, checked := t.frame, maps.Clone(p.checkedOnce)
	t.frame = &frame{mask: t.live, whole: true, of: t, up: part.up}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Body: gosrc.NewBlock()}
	if t.whole != nil {
		s.Code = p.Use(t.whole)
	} else {
		s.Code = p.ask("All", t.live)
	}
	p.In(body, func() { p.Push(s, nil) })
	p.inside(s.Body, t.frame, t.node.Body, false)
	p.In(s.Body, func() { p.jump(gosrc.ContinueStmt, t.label) })

	// What is printed again has variables of its own.
	t.frame, p.checkedOnce = part, checked
	for v := range p.ownOf(t.node) {
		for nth := range p.Jam {
			delete(p.vecs, one{v, nth})
			delete(p.copies, one{v, nth})
			delete(p.tuples, one{v, nth})
		}
		p.Forget(v)
	}
	p.inside(body, t.frame, t.node.Body, false)
}

// stay prints lanes that are left in a loop, of those at hand, behind an If at which others leave it.
func (p *flowPrinter) stay(n *region.Node, t *target) {
	defer p.at(0)
	for nth := range p.Jam {
		p.at(nth)
		p.Assign(nil, t.live[nth:nth+1], p.lanes(n.Block.Ctrl[0], !n.Negate, p.part()).expr())
	}
	t.frame.whole = false
}

// leaveWhole is stay where all lanes are at hand, and mostly all of them stay.
func (p *flowPrinter) leaveWhole(n *region.Node, t *target) {
	p.block = n.Block
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.someLeave(t.exit).Code(), Body: gosrc.NewBlock()}
	p.Push(s, n.Block)
	p.In(s.Body, func() {
		p.stay(n, t)
		p.Assign(nil, []*gosrc.Variable{t.whole}, gosrc.Truth(false))
		p.unless(t.frame)
	})
	t.frame.asked = true
}

// headTest recognises a loop whose first action is to leave or go on, for all lanes together.
func (p *flowPrinter) headTest(n *region.Node) (cond gosrc.Expr, rest []*region.Node, ok bool) {
	test := n.HeadTest()
	if test == nil {
		return gosrc.Expr{}, nil, false
	}
	if _, known := p.Way(test); known {
		return gosrc.Expr{}, nil, false
	}
	head := test.Block
	for _, v := range head.Values {
		if v.Op != ir.OpPhi && p.Needed(v) && (!p.Inline(v) || !p.plan.Number(v) || p.plan.FromVectors(v)) {
			return gosrc.Expr{}, nil, false
		}
	}
	p.block = head
	c, not := p.condition(head.Ctrl[0])
	if !test.Negate {
		c = not
	}
	return c, n.Body[2:], true
}

// scope prints a list that is left early.
func (p *flowPrinter) scope(n *region.Node) {
	t := &target{node: n, label: p.Label("next"), frame: p.frame}
	p.nodes[n] = t
	s := &gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock(), Braces: true}
	if p.partsIn(n) {
		t.frame = &frame{of: t, up: p.frame}
		t.frame.mask = p.newMasks("in", p.mask)
	}
	p.Push(s, nil)
	p.inside(s.Body, t.frame, n.Body, false)
	p.Push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: t.label}, nil)
}

// leave prints a Break or Continue.
func (p *flowPrinter) leave(n *region.Node) {
	t := p.nodes[n.Target]
	together := p.frame == t.frame
	switch {
	case together && n.Target.Kind == region.Scope:
		p.jump(gosrc.GotoStmt, t.label)
		return
	case together && n.Kind == region.Continue:
		p.jump(gosrc.ContinueStmt, t.label)
		return
	case together && (t.live == nil || t.shared):
		p.jump(gosrc.BreakStmt, t.label)
		return
	}
	p.takeOut(t, n.Kind == region.Break)
}

// takeOut takes the lanes at hand out of all frames that they jump out of, as far as that of
// the body of a target; nil for all.
func (p *flowPrinter) takeOut(t *target, breaks bool) {
	cur := p.frame
	done := slices.Clone(cur.mask)
	out := func(list masks, whole bool) {
		for i, m := range list {
			if !slices.Contains(done, m) {
				done = append(done, m)
				fn, args := "NotM", []jen.Code{p.Use(cur.mask[i])}
				if !whole {
					fn, args = "AndNotM", []jen.Code{p.Use(m), args[0]}
				}
				p.Assign(nil, []*gosrc.Variable{m}, p.call(gosrc.Bool, fn, args...).expr())
			}
		}
	}
	for f := cur; f != nil; f = f.up {
		out(f.mask, f.whole)
		if f.of != nil && (f.of != t || breaks) {
			out(f.of.live, f.whole)
		}
		f.whole = false
		if t != nil && f == t.frame {
			break
		}
	}
	switch {
	case cur.of != nil: // all that are in its body leave it
		p.over(cur.of)
	case cur.follows > 0: // all that are on the side leave it, before its end
		if cur.end == "" {
			cur.end = p.Label("next")
		}
		p.jump(gosrc.GotoStmt, cur.end)
	}
}

// leaveGang prints the end of a thread.
func (p *flowPrinter) leaveGang(tail bool) {
	if p.frame.known {
		p.knownReturn()
		return
	}
	if p.frame.up == nil {
		if !tail {
			p.End()
		}
		return
	}
	p.takeOut(nil, true)
}

// copiesAt prints what an edge assigns to the phis of its target, all at once.
func (p *flowPrinter) copiesAt(n *region.Node) {
	p.edge = n
	defer func() { p.edge = nil }()
	var lhs []*gosrc.Variable
	var rhs []func() gosrc.Expr
	var numbers []*ir.Value
	var mentioned []*ir.Value
	for _, phi := range n.To.Phis() {
		if !p.Needed(phi) {
			continue
		}
		a := phi.Args[n.Pred]
		mentioned = append(mentioned, a)
		if p.plan.Number(phi) && p.apart[phi] {
			numbers = append(numbers, phi)
		}
		p.each(phi, func() {
			nth := p.nth
			w, build := p.Variable, func(w *gosrc.Variable) gosrc.Expr { return gosrc.Convert(p.Number(a), w.Kind) }
			if !p.plan.Number(phi) {
				w, build = p.variable, func(w *gosrc.Variable) gosrc.Expr {
					return p.blended(phi, w, p.operand(a, p.Kind(phi)), n.Pred).expr()
				}
			}
			to := w(phi)
			lhs, rhs = append(lhs, to), append(rhs, func() gosrc.Expr {
				defer p.at(0)
				p.at(nth)
				return build(to)
			})
		})
	}
	if len(lhs) > 0 {
		p.together(lhs, rhs, mentioned, n.To)
	}
	for _, phi := range numbers {
		p.edge = nil
		p.block = n.To
		p.copy(phi, n.Pred)
	}
}

// together prints assignments at once; one by one where none mentions what another assigns, and
// where what one of them mentions is needed for that one alone.
func (p *flowPrinter) together(lhs []*gosrc.Variable, rhs []func() gosrc.Expr, args []*ir.Value, to *ir.Block) {
	if !slices.ContainsFunc(args, func(a *ir.Value) bool { return a.Op == ir.OpPhi && a.Block == to || p.Inline(a) && !p.Fixed(a) }) {
		for i, build := range rhs {
			p.Assign(nil, lhs[i:i+1], build())
		}
		return
	}
	list := make([]gosrc.Expr, len(rhs))
	for i, build := range rhs {
		list[i] = build()
	}
	p.Assign(nil, lhs, list...)
}

// parts reports whether some lanes may jump out of a node, and others not.
func (p *flowPrinter) parts(n *region.Node) bool {
	x, ok := p.parted[n]
	if !ok {
		x = p.escapes(n, true, (n.Kind == region.Loop || n.Kind == region.Scope) && p.partsIn(n))
		p.parted[n] = x
	}
	return x
}

// anyParts is parts of a list.
func (p *flowPrinter) anyParts(list []*region.Node) bool {
	return slices.ContainsFunc(list, p.parts)
}

// partsIn reports whether some lanes may jump to the end of a loop or scope, round it, or out of
// it, and others not.
func (p *flowPrinter) partsIn(n *region.Node) bool {
	x, ok := p.partedIn[n]
	if !ok {
		x = p.escapes(n, false, false)
		p.partedIn[n] = x
	}
	return x
}

// escapes reports whether a jump in a node that not all lanes take together leads out of it, or
// unless beyond is set to it. apart says that some lanes may be elsewhere already.
func (p *flowPrinter) escapes(n *region.Node, beyond, apart bool) bool {
	found := false
	var inside []*region.Node
	var walk func(x *region.Node, apart bool)
	walk = func(x *region.Node, apart bool) {
		if way, ok := p.Way(x); ok {
			for _, y := range way {
				walk(y, apart)
			}
			return
		}
		switch x.Kind {
		case region.Return:
			found = found || apart
		case region.Break, region.Continue:
			found = found || apart && !slices.Contains(inside, x.Target)
		case region.If:
			apart = apart || p.plan.Diverges[x.Block]
		case region.Loop, region.Scope, region.Switch:
			if x != n || beyond {
				inside = append(inside, x)
			}
			apart = apart || x != n && x.Kind != region.Switch && p.partsIn(x)
		}
		for _, list := range x.Lists() {
			for _, y := range list {
				walk(y, apart)
			}
		}
	}
	walk(n, apart)
	return found
}

// continues reports whether some lanes may go round a loop earlier than others of its body.
func (p *flowPrinter) continues(n *region.Node) bool {
	found := false
	for _, x := range n.Body {
		x.Walk(func(x *region.Node) bool {
			found = found || x.Kind == region.Continue && x.Target == n
			return true
		})
	}
	return found
}
