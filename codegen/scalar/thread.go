package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// newFuncGen prepares the printing of a function.
func newFuncGen(g *Module, f *ir.Func, k *Kernel, given func(*ir.Value) (gosrc.Kind, bool)) *funcGen {
	src := &source{mod: g, f: f, kernel: k}
	if g.Origins != nil {
		src.origins = g.Origins.function(f)
	}
	body := g.sched.Body(f)
	return &funcGen{source: src, goFunc: newGoFunc(), scope: &scope{
		body:  body,
		plan:  newPlan(body, g.memory.Operands, &sites{memory: g.memory, f: f, alone: g.Alone}, given),
		names: gosrc.NewNamer(g.Names),
		byVal: map[*ir.Value]*gosrc.Variable{}, tuples: map[*ir.Value][]*gosrc.Variable{}, slots: map[*ir.Slot]*gosrc.Variable{},
	}}
}

// reserveNames keeps local variables away from what every body mentions.
func (g *funcGen) reserveNames(list ...string) {
	g.names.Reserve(list...)
	if g.kernel != nil {
		for _, p := range g.kernel.Params {
			g.names.Reserve(p.GoName)
			if p.Addr != "" {
				g.names.Reserve(p.Addr)
			}
		}
	}
}

// needsThread reports whether the body speaks of its thread as an object.
func (g *funcGen) needsThread() bool { return g.mod.memory.NeedsThread(g.body) }

// asksThread reports whether it does so other than for its own variables.
func (g *funcGen) asksThread() bool { return g.mod.memory.AsksThread(g.body) != nil }

// faults reports whether the body can fault, so that the thread must be known.
func (g *funcGen) faults() bool { return g.faultsIn(func(*ir.Value) bool { return true }) }

// faultsIn is faults of those accesses that are in something.
func (g *funcGen) faultsIn(in func(access *ir.Value) bool) bool {
	for _, b := range g.f.Blocks {
		if b.Term == ir.Switch {
			return true
		}
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpTrap, ir.OpCall, ir.OpCallIndirect, ir.OpAlloca, ir.OpStackRestore:
				return true
			}
			if v.IsAccess() && in(v) || v.IsImage() {
				return true
			}
		}
	}
	return false
}

// emitRows prints a kernel without synchronisation: a loop over the threads of
// one row.
func (k *Kernel) emitRows() []jen.Code {
	g := newFuncGen(k.mod, k.Func, k, nil)
	k.bindParams(g.plan)
	return []jen.Code{k.rowFunc(g, k.Body), g.frameType()}
}

// rowFunc prints the function of a row.
func (k *Kernel) rowFunc(g *funcGen, name string) jen.Code {
	g.reserveNames("c", "t", "tx", "sh", "loc", threadsLabel)
	g.ctx = context{cta: "c", tid: [3]string{"tx", "c.Y", "c.Z"}, tx: gosrc.U32}
	thread := g.needsThread()
	g.prologue()
	g.allRows()
	g.row(gosrc.ReturnStmt)
	r := g.threads()
	body := func(g *funcGen, loop *gosrc.Stmt, faults bool) {
		if g.mindsThread(faults) {
			g.nameThread()
		}
		if thread {
			g.ctx.thread = "t"
			g.threadStart()
		}
		g.frameStart()
		g.tree(loop)
		if g.body.Polls.Start {
			pollThreads(loop.Body)
		}
	}
	if g.body.Clean != nil {
		g.emitClean(r, func(in *funcGen, loop *gosrc.Stmt) { body(in, loop, in.faultsBeside()) }, gosrc.ReturnStmt)
	}
	loop := g.loop(&r, thread || g.faults(), func(*funcGen) {})
	g.cur = loop.Body
	g.ctx.facts = g.body.Facts(false)
	body(g, loop, g.faults())
	g.cur = g.root
	gosrc.Tidy(g.root)
	switch {
	case g.mindsThread(g.faults()), g.inGangs(nil):
	case !mentionsTID(g) && r.lo == nil:
		loop.Code = jen.Range().Add(r.end())
	default:
		// A kernel without any effect: perhaps what named the thread is gone.
		loop.Body.Insert(0, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("_").Op("=").Id("tx")})
	}
	k.leaveNarrow(g)
	return g.finish(name, k.signature(jen.Id("c").Op("*").Add(Runtime("CTA"))), nil)
}

// threadStart names the thread at hand, inside of a loop over threads.
func (g *funcGen) threadStart() *gosrc.Stmt {
	g.threadVar = &gosrc.Variable{Name: g.ctx.thread, Type: jen.Op("*").Add(Runtime("Thread"))}
	g.vars = append(g.vars, g.threadVar)
	return g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.threadVar}, RHS: []jen.Code{jen.Id("c").Dot("Thread").Call()}})
}

// mentionsTID reports whether the body reads %tid.x.
func mentionsTID(g *funcGen) bool { return g.usesTID[0] }

// emitCoroutine prints a kernel as the code of one thread.
func (k *Kernel) emitCoroutine() []jen.Code {
	g := newFuncGen(k.mod, k.Func, k, nil)
	k.bindParams(g.plan)
	g.reserveNames("t", "sh", "loc")
	g.ctx = context{thread: "t", tid: [3]string{"t.X", "t.Y", "t.Z"}}
	g.prologue()
	g.frameStart()
	g.tree(nil)
	return []jen.Code{g.finish(k.Body, k.signature(jen.Id("t").Op("*").Add(Runtime("Thread"))), nil), g.frameType()}
}

// prologue names the windows that the body uses.
func (g *funcGen) prologue() {
	k := g.kernel
	if k.shared != nil && len(k.shared.fields) > 0 {
		g.sharedVar = "sh"
		v := &gosrc.Variable{Name: "sh", Type: jen.Op("*").Id(k.shared.name)}
		g.vars = append(g.vars, v)
		g.sharedUse = v
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{Runtime("SharedAs").Types(jen.Id(k.shared.name)).Call(g.ctaArg())}})
	}
}

// ctaArg is the *ptx.CTA for functions that take one.
func (g *funcGen) ctaArg() *jen.Statement {
	if g.ctx.cta != "" {
		return jen.Id(g.ctx.cta)
	}
	return jen.Id(g.ctx.thread).Dot("CTA")
}

// nameThread says in the CTA which thread of the row runs, for who asks.
func (g *funcGen) nameThread() {
	x := gosrc.Convert(g.txExpr(), gosrc.U32)
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("X").Op("=").Add(x.Code()), Lead: true})
}

// txExpr is %tid.x, the variable of the loop over threads.
func (g *funcGen) txExpr() gosrc.Expr {
	g.use(g.coords[0])
	return gosrc.Name(g.ctx.tid[0], g.ctx.tx)
}

// finish places the declarations and prints the function.
func (g *funcGen) finish(fn string, params []jen.Code, results []jen.Code) jen.Code {
	gosrc.Tidy(g.root)
	if !g.irreducible && !g.mod.Alone {
		gosrc.CountLoops(g.root)
	}
	gosrc.JoinLeaves(g.root)
	gosrc.Unlabel(g.root)
	gosrc.Declare(g.vars, g.root, g.irreducible)
	body := g.root.Print(g.mod.marks, g.mod.Comments)
	if g.kernel != nil && len(g.f.Locals) > 0 && g.f.Part != ir.RegionPart {
		// There may be no room for the frame.
		body = append([]jen.Code{g.mod.marks.Above(&gosrc.Stmt{Line: g.mod.Line(g.f.Pos)}, false)}, body...)
	}
	f := jen.Func().Id(fn).Params(params...)
	switch len(results) {
	case 0:
	case 1:
		f.Add(results[0])
	default:
		f.Params(results...)
	}
	if len(results) > 0 && !gosrc.Ends(g.root) {
		body = append(body, jen.Panic(jen.Lit("unreachable")))
	}
	return gosrc.Marked(f.Block(body...), append(g.ends, g.mod.Head(g.f))...)
}
