package scalar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// walker prints a structured tree as nested statements.
type walker struct {
	g      *funcGen
	labels map[*region.Node]string
	gotos  map[*ir.Block]string
	// around lists what an unlabelled break or continue would leave, the
	// innermost last. The thread loop is the first, with a nil node.
	around  []*region.Node
	threads *gosrc.Stmt // the loop over threads whose body this is, which returns continue; or nil
}

// threadsLabel is the label of the loop over the threads of a row.
const threadsLabel = "threads"

// tree prints the control flow of a function into the current block, the body of a loop
// over threads or of a function.
func (g *funcGen) tree(threads *gosrc.Stmt) {
	w := &walker{g: g, labels: map[*region.Node]string{}, gotos: map[*ir.Block]string{}, threads: threads}
	w.list(g.body.Tree.Body, true)
}

// list prints nodes in order. tail says that nothing follows the list before
// the end of the body.
func (w *walker) list(nodes []*region.Node, tail bool) {
	for i, n := range nodes {
		over := i == len(nodes)-1 || w.ends(n)
		w.node(n, tail && over)
		if over {
			return
		}
	}
}

// ends reports whether nothing goes on behind a branch that is decided.
func (w *walker) ends(n *region.Node) bool {
	way, ok := w.g.ctx.facts.Way(n)
	if !ok || len(way) == 0 {
		return false
	}
	switch last := way[len(way)-1]; last.Kind {
	case region.Return, region.Break, region.Continue, region.Goto:
		return true
	default:
		return w.ends(last)
	}
}

func (w *walker) node(n *region.Node, tail bool) {
	g := w.g
	switch n.Kind {
	case region.Basic:
		g.values(n.Block)
	case region.Edge:
		g.copies(n.To, n.Pred)
	case region.If:
		w.branch(n, tail)
	case region.Switch:
		w.selection(n, tail)
	case region.Loop:
		w.loop(n)
	case region.Scope:
		w.scope(n, tail)
	case region.Break:
		w.leave(n.Target, gosrc.BreakStmt)
	case region.Continue:
		w.leave(n.Target, gosrc.ContinueStmt)
	case region.Return:
		w.ret(n.Block, tail)
	case region.Goto:
		g.irreducible = true
		g.jump(w.gotoLabel(n.Block))
	case region.Label:
		g.push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: w.gotoLabel(n.Block)})
		if g.body.Polls.Labels[n.Block] {
			g.pollLoop(n)
		}
	default:
		panic("scalar: unknown node " + n.Kind.String())
	}
}

// gotoLabel is the label of a block that is reached by goto. A loop that begins
// with the block has another.
func (w *walker) gotoLabel(b *ir.Block) string {
	l, ok := w.gotos[b]
	if !ok {
		l = w.fresh(labelName(b))
		w.gotos[b] = l
	}
	return l
}

// labelName is the name of a block in the PTX, as a wish for a label.
func labelName(b *ir.Block) string {
	if b.Name != "" {
		return gosrc.Identifier(strings.TrimLeft(b.Name, "$"))
	}
	return "b" + strconv.Itoa(int(b.ID))
}

// jump prints a goto.
func (g *funcGen) jump(label string) {
	g.push(&gosrc.Stmt{Kind: gosrc.GotoStmt, Label: label})
}

// fill prints a list into a block of a statement that stands in its place
// already.
func (w *walker) fill(b *gosrc.Block, nodes []*region.Node, tail bool) {
	g := w.g
	saved := g.cur
	g.cur = b
	w.list(nodes, tail)
	g.cur = saved
}

func (w *walker) branch(n *region.Node, tail bool) {
	g := w.g
	if way, ok := g.ctx.facts.Way(n); ok {
		w.list(way, tail)
		return
	}
	c, neg := g.condition(n)
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: c.Code(), Neg: neg.Code(), Turns: n.Negate || g.turns(n.Block.Ctrl[0]), Body: gosrc.NewBlock()}
	s.Count = g.testOf[n.Block]
	if len(n.Else) > 0 {
		s.Other = gosrc.NewBlock()
	}
	g.at(s, n.Block.Pos)
	g.comesFrom(s, g.originOfEnd(n.Block))
	g.push(s)
	w.fill(s.Body, n.Body, tail)
	if s.Other != nil {
		w.fill(s.Other, n.Else, tail)
	}
}

// negate prints the opposite of a condition that is printed in place.
func (g *funcGen) negate(v *ir.Value, c gosrc.Expr) gosrc.Expr {
	if !g.plan.inline[v.ID] || c.IsConst {
		return gosrc.Not(c)
	}
	switch v.Op {
	case ir.OpNot:
		return g.value(v.Args[0])
	case ir.OpAnd, ir.OpOr:
		if g.turns(v.Args[0]) && g.turns(v.Args[1]) {
			op := map[ir.Op]string{ir.OpAnd: "||", ir.OpOr: "&&"}[v.Op]
			x := g.negate(v.Args[0], g.value(v.Args[0]))
			return gosrc.Binary(x, op, g.negate(v.Args[1], g.value(v.Args[1])), gosrc.Bool)
		}
	case ir.OpICmp:
		if v.Args[0].Type != ir.I1 {
			w := *v
			w.Attr.Cmp = v.Attr.Cmp.Negated()
			return buildICmp(&memGen{g}, &w)
		}
	case ir.OpFCmp:
		w := *v
		w.Attr.Cmp = v.Attr.Cmp.Negated()
		return buildFCmp(&memGen{g}, &w)
	}
	return gosrc.Not(c)
}

// turns reports whether the opposite of a condition is no longer than the condition.
func (g *scope) turns(v *ir.Value) bool {
	if !g.plan.inline[v.ID] {
		return true // p and !p
	}
	switch v.Op {
	case ir.OpNot:
		return true
	case ir.OpAnd, ir.OpOr:
		return g.turns(v.Args[0]) && g.turns(v.Args[1])
	case ir.OpICmp:
		return v.Args[0].Type != ir.I1
	case ir.OpFCmp:
		return v.Attr.Cmp == ir.EqF || v.Attr.Cmp == ir.NeuF
	}
	return false
}

// condition prints the condition of an If and its opposite.
func (g *funcGen) condition(n *region.Node) (c, neg gosrc.Expr) {
	v := n.Block.Ctrl[0]
	c = g.value(v)
	deps := g.deps
	neg = g.negate(v, c)
	g.deps = deps
	if n.Negate {
		return neg, c
	}
	return c, neg
}

func (w *walker) selection(n *region.Node, tail bool) {
	g := w.g
	x := g.value(n.Block.Ctrl[0])
	s := &gosrc.Stmt{Kind: gosrc.SwitchStmt, Code: x.Code(), Other: gosrc.NewBlock(), Label: w.fresh("cases")}
	w.labels[n] = s.Label
	for _, c := range n.Cases {
		s.Cases = append(s.Cases, gosrc.NewBlock())
		s.CaseIndices = append(s.CaseIndices, c.Indices)
	}
	g.at(s, n.Block.Pos)
	g.comesFrom(s, g.originOfEnd(n.Block))
	g.push(s)
	w.around = append(w.around, n)
	for i, c := range n.Cases {
		w.fill(s.Cases[i], c.Body, tail)
	}
	saved := g.cur
	g.cur = s.Other
	bad := gosrc.Convert(g.value(n.Block.Ctrl[0]), gosrc.U64)
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.mem().Dot("BadIndex").Call(bad.Code()), Line: s.Line, From: s.From})
	g.cur = saved
	w.around = w.around[:len(w.around)-1]
}

// fresh makes a label; it is printed only if something jumps to it.
func (w *walker) fresh(wish string) string { return w.g.pickOuter(wish) }

// loopLabel is what the label of a loop would like to be.
func loopLabel(n *region.Node) string {
	if n.Block.Name == "" {
		return "loop"
	}
	return labelName(n.Block)
}

// loop prints a loop; where its body begins with a test that leaves it, as for
// cond.
func (w *walker) loop(n *region.Node) {
	g := w.g
	s := &gosrc.Stmt{Kind: gosrc.ForStmt, Body: gosrc.NewBlock(), Label: w.fresh(loopLabel(n)), Code: jen.Null()}
	w.labels[n] = s.Label
	g.noteCount(n.Block)
	body := n.Body
	if c, rest, ok := w.headTest(n); ok {
		s.Code, s.Asks = c.Code(), true
		if c := g.testOf[n.Block]; c != nil && !c.AtEnd {
			s.Count = c
		}
		body = rest
		g.at(s, n.Block.Pos)
		g.comesFrom(s, g.originOfEnd(n.Block))
	} else {
		s.Endless = true
	}
	g.comesFrom(s, g.originOfLoop(n.Block)...)
	g.push(s)
	w.around = append(w.around, n)
	switch {
	case g.lane != nil:
		g.lane.loop(n, s)
	case g.body.Polls.Loops[n.Block]:
		saved := g.cur
		g.cur = s.Body
		g.pollLoop(n)
		g.cur = saved
	}
	w.fill(s.Body, body, false)
	w.around = w.around[:len(w.around)-1]
}

// headTest recognises a loop whose first action is to leave or go on.
func (w *walker) headTest(n *region.Node) (cond gosrc.Expr, rest []*region.Node, ok bool) {
	g := w.g
	test := n.HeadTest()
	if test == nil {
		return gosrc.Expr{}, nil, false
	}
	head := test.Block
	for _, v := range head.Values {
		if v.Op != ir.OpPhi && g.plan.needed[v.ID] && !g.plan.inline[v.ID] {
			return gosrc.Expr{}, nil, false
		}
	}
	c := g.value(head.Ctrl[0])
	if !test.Negate {
		c = g.negate(head.Ctrl[0], c)
	}
	return c, n.Body[2:], true
}

// scope prints a list that is left early: jumps lead to a label behind it.
func (w *walker) scope(n *region.Node, tail bool) {
	g := w.g
	label := w.fresh("next")
	w.labels[n] = label
	s := &gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock(), Braces: true}
	g.push(s)
	w.fill(s.Body, n.Body, false)
	g.push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: label})
}

// leave prints a break or continue, with a label where it must pass others.
func (w *walker) leave(target *region.Node, kind gosrc.StmtKind) {
	g := w.g
	if target.Kind == region.Scope {
		g.jump(w.labels[target])
		return
	}
	s := &gosrc.Stmt{Kind: kind}
	for i := len(w.around) - 1; ; i-- { // it is around
		a := w.around[i]
		if a == target {
			break
		}
		if a.Kind == region.Loop || kind == gosrc.BreakStmt {
			s.Label = w.labels[target]
			break
		}
	}
	g.push(s)
}

// ret prints the end of a thread or function.
func (w *walker) ret(b *ir.Block, tail bool) {
	g := w.g
	if b.Term == ir.Unreachable && !endsHere(b) {
		g.emitAt(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.mem().Dot("Unreachable").Call()}, b)
	}
	switch {
	case w.threads != nil:
		if g.mod.Alone && g.f.Part != ir.RegionPart {
			g.emitAt(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime("Here").Call()}, b)
		}
		if tail {
			g.comesFrom(w.threads, g.originOfEnd(b))
			return
		}
		s := &gosrc.Stmt{Kind: gosrc.ContinueStmt}
		for _, a := range w.around {
			if a.Kind == region.Loop {
				s.Label = w.threads.Label
				break
			}
		}
		g.at(s, b.Pos)
		g.comesFrom(s, g.originOfEnd(b))
		s.Comment = ""
		g.push(s)
	case b.Term == ir.Unreachable:
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Panic(jen.Lit("unreachable")), Panics: true})
	case b.Term == ir.Exit && !g.f.Entry:
		s := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.thread().Dot("Exit").Call()}
		g.emitAt(s, b)
		if len(g.f.Results) > 0 {
			g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Panic(jen.Lit("unreachable")), Panics: true})
		} else {
			g.push(&gosrc.Stmt{Kind: gosrc.ReturnStmt})
		}
	default:
		if tail && len(b.Ctrl) == 0 && !g.leaves() && !g.mod.Alone {
			g.ends = append(g.ends, g.originOfEnd(b))
			return
		}
		kept := (&memGen{g}).keepResults(b)
		g.epilogue()
		s := &gosrc.Stmt{Kind: gosrc.ReturnStmt}
		for i, c := range b.Ctrl {
			if w := kept[i]; w != nil {
				g.use(w)
				s.RHS = append(s.RHS, w.Expr().Typed())
				continue
			}
			s.RHS = append(s.RHS, g.resultExpr(c, i).Typed())
		}
		g.emitAt(s, b)
	}
}

// endsHere reports whether a value of the block ends the kernel, so that its
// terminator is never reached.
func endsHere(b *ir.Block) bool {
	return slices.ContainsFunc(b.Values, func(v *ir.Value) bool {
		return v.Op == ir.OpTrap || v.Op == ir.OpCall && v.Attr.Func.Extern && v.Attr.Func.NoReturn
	})
}

func (g *funcGen) emitAt(s *gosrc.Stmt, b *ir.Block) {
	g.at(s, b.Pos)
	g.comesFrom(s, g.originOfEnd(b))
	g.push(s)
}

// leaves reports whether a function has something to undo before it returns.
func (g *goFunc) leaves() bool { return g.counted || g.mark != nil }

// epilogue undoes what the beginning of a device function did.
func (g *funcGen) epilogue() {
	if g.mark != nil {
		g.use(g.mark)
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("t").Dot("Release").Call(jen.Id(g.mark.Name))})
	}
	if g.counted {
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("t").Dot("Leave").Call()})
	}
}

// resultExpr prints what a device function returns.
func (g *funcGen) resultExpr(v *ir.Value, i int) gosrc.Expr {
	return gosrc.Bitcast(g.value(v), KindOf(g.f.Results[i]))
}
