package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A kernel is printed in the form that the schedule has chosen.

// emitRows prints a kernel without synchronisation: a loop over the threads of
// one row.
func (k *Kernel) emitRows() []jen.Code {
	g := newFuncGen(k.mod, k.Func, k, nil)
	k.bindParams(g.plan)
	return []jen.Code{k.rowFunc(g, k.Body), (&memGen{g}).frameType()}
}

// rowFunc prints the function of a row.
func (k *Kernel) rowFunc(f *funcGen, name string) jen.Code {
	g := newRowGen(f)
	g.reserveNames("c", "t", "tx", "sh", "loc", threadsLabel)
	g.ctx = context{cta: "c", tid: [3]string{"tx", "c.Y", "c.Z"}, tx: gosrc.U32}
	thread := g.needsThread()
	g.prologue()
	g.allRows()
	g.row(gosrc.ReturnStmt)
	r := g.threads()
	body := func(g *rowGen, loop *gosrc.Stmt, faults bool) {
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
		g.emitClean(r, func(in *rowGen, loop *gosrc.Stmt) { body(in, loop, in.faultsBeside()) }, gosrc.ReturnStmt)
	}
	loop := g.loop(&r, thread || g.faults(), func(*rowGen) {})
	g.cur = loop.Body
	g.ctx.facts = g.body.Facts(false)
	body(g, loop, g.faults())
	g.cur = g.root
	gosrc.Tidy(g.root)
	switch {
	case g.mindsThread(g.faults()), g.inGangs(nil):
	case !mentionsTID(g.funcGen) && r.lo == nil:
		loop.Code = jen.Range().Add(r.end())
	default:
		// A kernel without any effect: perhaps what named the thread is gone.
		loop.Body.Insert(0, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("_").Op("=").Id("tx")})
	}
	k.leaveNarrow(g.funcGen)
	return g.finish(name, k.signature(jen.Id("c").Op("*").Add(Runtime("CTA"))), nil)
}

// emitCoroutine prints a kernel as the code of one thread.
func (k *Kernel) emitCoroutine() []jen.Code {
	g := &memGen{newFuncGen(k.mod, k.Func, k, nil)}
	k.bindParams(g.plan)
	g.reserveNames("t", "sh", "loc")
	g.ctx = context{thread: "t", tid: [3]string{"t.X", "t.Y", "t.Z"}}
	g.prologue()
	g.frameStart()
	g.tree(nil)
	return []jen.Code{g.finish(k.Body, k.signature(jen.Id("t").Op("*").Add(Runtime("Thread"))), nil), g.frameType()}
}

// Emit builds the bodies.
func (k *Kernel) Emit() []jen.Code {
	switch k.Form {
	case schedule.Rows:
		return k.emitRows()
	case schedule.Regions:
		return k.emitParts()
	}
	return k.emitCoroutine()
}
