package codegen

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// ctaWalker prints the control flow of a CTA function around its regions.
type ctaWalker struct {
	s      *splitter
	labels map[*region.Node]string
	around []*region.Node
}

func (w *ctaWalker) list(nodes []*region.Node, tail bool) {
	for i, n := range nodes {
		w.node(n, tail && i == len(nodes)-1)
	}
}

func (w *ctaWalker) node(n *region.Node, tail bool) {
	s, g := w.s, w.s.g
	if !s.cut.level[n] {
		s.open()
		t := &walker{g: g, labels: w.labels, inLoop: true, outer: threadsLabel}
		t.node(n, tail && s.alive == nil)
		s.now.cost += g.file.nodeCost(g.polls, n)
		return
	}
	switch n.Kind {
	case region.Basic:
		w.block(n.Block)
	case region.Edge:
		w.edge(n)
	case region.If:
		switch {
		case s.masked[n]:
			w.mask(n, tail)
		default:
			w.branch(n, tail)
		}
	case region.Loop:
		w.loop(n)
	case region.Scope:
		s.close()
		label := g.names.pick("next")
		w.labels[n] = label
		w.within(&stmt{kind: stBlock, body: newBlock(), braces: true}, func(st *stmt) {
			w.fill(st.body, n.Body, false)
		})
		s.level.add(&stmt{kind: stLabel, label: label})
	case region.Break, region.Continue:
		w.leave(n)
	case region.Return:
		w.ret(n, tail)
	default:
		panic("codegen: " + n.Kind.String() + " at CTA level")
	}
}

// within adds a statement at CTA level and fills its blocks.
func (w *ctaWalker) within(st *stmt, fill func(*stmt)) {
	s := w.s
	s.g.cur = s.level
	s.g.push(st)
	fill(st)
}

// fill prints nodes into a block at CTA level. Regions do not reach across its
// ends.
func (w *ctaWalker) fill(b *block, nodes []*region.Node, tail bool) {
	s := w.s
	saved := s.level
	s.level = b
	w.list(nodes, tail)
	s.close()
	s.level = saved
	s.g.cur = saved
}

// block prints the values of a block: those of the CTA at once, those of the
// threads in a region, and between them the sync points.
func (w *ctaWalker) block(b *ir.Block) {
	s, g := w.s, w.s.g
	for _, v := range b.Values {
		switch {
		case v.Op == ir.OpPhi:
		case v.Convergent():
			w.sync(v)
		case s.cta[v]:
			if trivial(v) || !g.plan.needed[v.ID] {
				continue
			}
			saved := g.cur
			g.cur = s.level
			g.define(v)
			if s.now != nil {
				g.cur = saved
			}
		default:
			if g.plan.inline[v.ID] || !g.plan.needed[v.ID] {
				continue
			}
			s.open()
			s.defining = v
			g.define(v)
			s.defining = nil
		}
	}
}

// edge copies to the phis of the CTA at CTA level and to those of the threads
// in a region.
func (w *ctaWalker) edge(n *region.Node) {
	s, g := w.s, w.s.g
	threads := false
	for _, phi := range n.To.Phis() {
		threads = threads || g.plan.needed[phi.ID] && !s.cta[phi]
	}
	if threads {
		s.open()
		g.copiesFor(n.To, n.Pred, func(phi *ir.Value) bool { return !s.cta[phi] })
	}
	for _, phi := range n.To.Phis() {
		if g.plan.needed[phi.ID] && s.cta[phi] {
			s.close() // what the region reads must not change under it
			g.cur = s.level
			g.copiesFor(n.To, n.Pred, func(phi *ir.Value) bool { return s.cta[phi] })
			return
		}
	}
}

func (w *ctaWalker) branch(n *region.Node, tail bool) {
	s, g := w.s, w.s.g
	s.close()
	g.cur = s.level
	c, neg := g.condition(n)
	st := &stmt{kind: stIf, code: c.jen(), neg: neg.jen(), body: newBlock()}
	if len(n.Else) > 0 {
		st.other = newBlock()
	}
	g.at(st, n.Block.Pos)
	w.within(st, func(*stmt) {
		w.fill(st.body, n.Body, tail)
		if st.other != nil {
			w.fill(st.other, n.Else, tail)
		}
	})
}

func (w *ctaWalker) loop(n *region.Node) {
	s, g := w.s, w.s.g
	s.close()
	wish := "loop"
	if n.Block.Name != "" {
		wish = (&walker{g: g}).label(n.Block)
	}
	st := &stmt{kind: stFor, body: newBlock(), label: g.names.pick(wish), code: jen.Null()}
	w.labels[n] = st.label
	body := n.Body
	g.cur = s.level
	if c, rest, ok := (&walker{g: g}).headTest(n); ok && s.cta[n.Block.Ctrl[0]] {
		st.code = c.jen()
		body = rest
		g.at(st, n.Block.Pos)
	} else {
		g.deps = nil
	}
	w.around = append(w.around, n)
	w.within(st, func(*stmt) {
		if g.polls.loops[n.Block] {
			g.pollIn(st.body)
		}
		w.fill(st.body, body, false)
	})
	w.around = w.around[:len(w.around)-1]
}

func (w *ctaWalker) leave(n *region.Node) {
	s, g := w.s, w.s.g
	s.close()
	g.cur = s.level
	t := &walker{g: g, labels: w.labels, around: w.around}
	kind := stBreak
	if n.Kind == region.Continue {
		kind = stContinue
	}
	t.leave(n.Target, kind)
}

func (w *ctaWalker) ret(n *region.Node, tail bool) {
	s, g := w.s, w.s.g
	if s.mask != nil {
		if s.alive != nil {
			s.open()
			g.use(s.alive)
			g.push(&stmt{kind: stCode, code: jen.Id(s.alive.name).Index(jen.Id("t")).Op("=").False()})
		}
		return
	}
	s.close()
	if tail && s.level == s.top {
		return
	}
	g.cur = s.level
	g.push(&stmt{kind: stReturn})
}

// mask prints an if whose threads differ but in which sync points stand: the
// regions inside run for the threads of a mask.
func (w *ctaWalker) mask(n *region.Node, tail bool) {
	s, g := w.s, w.s.g
	outer := s.mask
	run := func(nodes []*region.Node, negate bool) {
		if len(nodes) == 0 {
			return
		}
		m := s.array("on", kBool)
		s.mask = outer
		// The mask holds for threads outside the outer one as well: a region
		// tests all of them.
		s.open()
		c := g.value(n.Block.Ctrl[0])
		if negate {
			c = g.negate(n.Block.Ctrl[0], c)
		}
		st := g.assign(nil, []*variable{m}, c)
		g.at(st, n.Block.Pos)
		s.close()
		if outer != nil || s.alive != nil {
			s.clears = append(s.clears, m)
			s.level.stmts = append(s.level.stmts[:len(s.level.stmts)-1],
				&stmt{kind: stCode, parent: s.level, code: jen.Id("clear").Call(jen.Id(m.name)), deps: []*variable{m}}, s.level.stmts[len(s.level.stmts)-1])
			m.uses = append(m.uses, s.level.stmts[len(s.level.stmts)-2])
		}
		s.mask = m
		w.list(nodes, false)
		s.close()
		s.mask = outer
	}
	// Both masks are taken before either arm runs: it may change what the
	// condition reads.
	if len(n.Else) > 0 && len(n.Body) > 0 {
		w.twoMasks(n)
		return
	}
	run(n.Body, n.Negate)
	run(n.Else, !n.Negate)
}

// twoMasks prints a masked if with both arms.
func (w *ctaWalker) twoMasks(n *region.Node) {
	s, g := w.s, w.s.g
	outer := s.mask
	yes, no := s.array("on", kBool), s.array("off", kBool)
	s.open()
	c := g.value(n.Block.Ctrl[0])
	if n.Negate {
		c = g.negate(n.Block.Ctrl[0], c)
	}
	st := g.assign(nil, []*variable{yes}, c)
	g.at(st, n.Block.Pos)
	g.use(yes)
	g.assign(nil, []*variable{no}, not(yes.expr()))
	s.close()
	if outer != nil || s.alive != nil {
		call := s.level.stmts[len(s.level.stmts)-1]
		s.level.stmts = s.level.stmts[:len(s.level.stmts)-1]
		for _, m := range []*variable{yes, no} {
			s.level.add(&stmt{kind: stCode, code: jen.Id("clear").Call(jen.Id(m.name)), deps: []*variable{m}})
		}
		s.level.stmts = append(s.level.stmts, call)
	}
	s.mask = yes
	w.list(n.Body, false)
	s.close()
	s.mask = no
	w.list(n.Else, false)
	s.close()
	s.mask = outer
}

// sync prints a sync point between two regions.
func (w *ctaWalker) sync(v *ir.Value) {
	s, g := w.s, w.s.g
	switch v.Op {
	case ir.OpLockstep:
		s.close()
		return
	case ir.OpWarpSync:
		if n, ok := v.Args[0].IsConst(); ok && uint32(n) == math.MaxUint32 {
			s.close()
			w.note(v)
			return
		}
		mask := w.operands(v.Args[:1])
		s.close()
		g.cur = s.level
		w.emit(v, g.file.rt("WarpSyncCTA").Call(jen.Id("c"), mask[0], w.alive()))
	case ir.OpBarrier:
		if v.Attr.Bar == ir.BarSync {
			s.close()
			w.note(v)
			return
		}
		p := w.collect(v.Args[2])
		s.close()
		g.cur = s.level
		fn := map[ir.Bar]string{ir.BarRedPopc: "CountTrue", ir.BarRedAnd: "AllTrue", ir.BarRedOr: "AnyTrue"}[v.Attr.Bar]
		g.use(p)
		code := g.file.rt(fn).Call(jen.Id("c"), jen.Id(p.name), w.alive())
		g.finishSync(v, code, barrierNames[v.Attr.Bar].kind)
		return
	case ir.OpShfl:
		src := w.collect(v.Args[0])
		ops := w.operands(v.Args[1:])
		s.close()
		g.cur = s.level
		ws := g.results(v)
		g.use(src)
		w.emit(v, g.file.rt("ShflCTA").Call(append([]jen.Code{jen.Id("c"), g.file.rt(shflNames[v.Attr.Shfl]), w.array(ws[0], kU32), w.array(ws[1], kBool), jen.Id(src.name)}, append(ops, w.alive())...)...))
	case ir.OpVote:
		src := w.collect(v.Args[0])
		mask := w.operands(v.Args[1:])
		s.close()
		g.cur = s.level
		g.use(src)
		fn := map[ir.Vote]string{ir.VoteAll: "VoteAllCTA", ir.VoteAny: "VoteAnyCTA", ir.VoteUni: "VoteUniCTA", ir.VoteBallot: "BallotCTA"}[v.Attr.Vote]
		w.emit(v, g.file.rt(fn).Call(jen.Id("c"), w.result(v), jen.Id(src.name), mask[0], w.alive()))
	case ir.OpMatch:
		src := w.collect(v.Args[0])
		mask := w.operands(v.Args[1:])
		s.close()
		g.cur = s.level
		g.use(src)
		if v.Attr.Vote == ir.VoteAny {
			var dst *jen.Statement
			if v.Type == ir.Tuple {
				dst = w.array(g.results(v)[0], kU32)
			} else {
				dst = w.result(v)
			}
			w.emit(v, g.file.rt("MatchAnyCTA").Call(jen.Id("c"), dst, jen.Id(src.name), mask[0], w.alive()))
			return
		}
		ws := g.results(v)
		w.emit(v, g.file.rt("MatchAllCTA").Call(jen.Id("c"), w.array(ws[0], kU32), w.array(ws[1], kBool), jen.Id(src.name), mask[0], w.alive()))
	case ir.OpRedux:
		src := w.collect(v.Args[0])
		mask := w.operands(v.Args[1:])
		s.close()
		g.cur = s.level
		g.use(src)
		w.emit(v, g.file.rt("ReduxCTA").Call(jen.Id("c"), g.file.rt(reduxNames[v.Attr.Atom]), w.result(v), jen.Id(src.name), mask[0], w.alive()))
	case ir.OpActive:
		s.close()
		g.cur = s.level
		w.emit(v, g.file.rt("ActiveCTA").Call(jen.Id("c"), w.result(v), w.alive()))
	default:
		panic("codegen: " + v.Op.String() + " at CTA level")
	}
}

// note leaves the PTX text of a barrier as a comment.
func (w *ctaWalker) note(v *ir.Value) {
	st := &stmt{kind: stComment}
	w.s.g.at(st, v.Pos)
	st.line = 0
	w.s.level.add(st)
}

func (w *ctaWalker) emit(v *ir.Value, code *jen.Statement) {
	w.s.g.emit(v, &stmt{kind: stCode, code: code})
}

// collect puts a value of every thread into an array, unless it is in one.
func (w *ctaWalker) collect(v *ir.Value) *variable {
	s, g := w.s, w.s.g
	if v.Op == ir.OpBitcast && v.Type == ir.I32 && v.Args[0].Type == ir.F32 && g.plan.inline[v.ID] && !s.cta[v] {
		return w.collect(v.Args[0]) // the runtime's arrays may hold either
	}
	if !g.plan.inline[v.ID] && !s.cta[v] && s.spill[v] {
		return g.variable(v)
	}
	k := g.plan.kinds[v.ID]
	wish := v.Name
	if wish == "" {
		wish = "lanes"
	}
	a := s.array(wish, k)
	s.open()
	g.assign(v, []*variable{a}, g.value(v)).keep = false
	return a
}

// operands prints the operands that all threads share.
func (w *ctaWalker) operands(args []*ir.Value) []jen.Code {
	g := w.s.g
	var out []jen.Code
	for _, a := range args {
		out = append(out, g.u32(a))
	}
	return out
}

func (w *ctaWalker) alive() *jen.Statement {
	if w.s.alive == nil {
		return jen.Nil()
	}
	w.s.g.use(w.s.alive)
	return jen.Id(w.s.alive.name)
}

// result is the array of a warp operation's result, nil where it is unused.
func (w *ctaWalker) result(v *ir.Value) *jen.Statement {
	g := w.s.g
	if g.plan.uses[v.ID] == 0 {
		return w.array(nil, kindOf(v.Type))
	}
	return w.array(g.variable(v), kNone)
}

// array names a result array; the typed nil tells the runtime's generic
// functions their type.
func (w *ctaWalker) array(v *variable, k kind) *jen.Statement {
	if v == nil {
		return jen.Index().Add(k.id()).Parens(jen.Nil())
	}
	w.s.g.use(v)
	return jen.Id(v.name)
}
