package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Regions that the warps of a CTA go through one by one are a function, which the function of
// the CTA calls in place of them. What it returns says whether all is done; else the regions
// run one by one, from the first one on:
//
//	if c.Dim.X%32 != 0 || !reduceWarps1(c, n, xs) {
//		reducePart1x8(c, n, xs, f)
//		ptx.ShflDownB32(c, c.Dim.X, d, nil, f, 16, 31)
//		...
//	}

// chain prints the function of a chain.
func (s *parts) chain(p GangPrinter, of *gang.Chain, name string) (*chainFunc, GangFunc) {
	f := &chainFunc{Chain: of, name: name, slot: map[*gosrc.Variable]*ir.Slot{}, aside: map[*gosrc.Variable]*ir.Slot{}, arg: map[*gosrc.Variable]*ir.Value{}}
	for _, x := range of.Aside {
		if s.aside[x] == nil {
			v := s.slots[x]
			s.aside[x] = &slotVar{name: s.names.Pick(v.name + "Next"), kind: v.kind}
		}
	}
	g := newFuncGen(s.k.mod, s.sched.CTA, s.k, s.given)
	g.parts = s
	g.pieces = pieces{}
	g.names = gosrc.NewNamer(s.names)
	g.names.Reserve("tx8", "tx16", "tx24")
	g.windows, g.fields = map[windowKey]*gosrc.Variable{}, map[string]*gosrc.Variable{}
	g.ctx = context{cta: "c", tid: [3]string{"tx", "ty", "tz"}, tx: gosrc.U32}
	g.prologue()
	w := &Warp{Gang: &Gang{memGen: memGen{g}, Jam: 1, Front: map[any]*gosrc.Variable{}}, Chain: of, f: f, runs: map[*ir.Value]*funcGen{}}
	w.refuse(Runtime("Leave").Call(jen.Id("c"))) // what has begun cannot be left
	w.ask()
	rows, place := newRowGen(g).rows()
	for _, x := range of.Steps {
		if x.Value.Op == ir.OpRun {
			w.runs[x.Value] = w.run(x.Value)
		}
	}
	w.loop = &gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock()}
	start := jen.Uint32().Call(jen.Lit(0))
	if of.First != gang.WarpSize {
		end := jen.Id("c").Dot("Dim").Dot("X")
		if of.First > 0 {
			end = jen.Id("min").Call(end, jen.Lit(int(of.First)))
		}
		w.loop.Kind = gosrc.ForStmt
		w.loop.Code = jen.Id("w").Op(":=").Add(start).Op(";").Id("w").Op("<").Add(end).Op(";").Id("w").Op("+=").Lit(gang.WarpSize)
		start = jen.Id("w")
	}
	w.lead = w.loop
	g.push(w.loop)
	g.cur = w.loop.Body
	for i := range w.first {
		x, wish := start, "tx"
		if i > 0 {
			if x, wish = start.Clone().Op("+").Lit(i*gang.Width), "tx"+strconv.Itoa(i*gang.Width); of.First == gang.WarpSize {
				x = jen.Uint32().Call(jen.Lit(i * gang.Width))
			}
		}
		w.first[i] = &gosrc.Variable{Name: wish, Kind: gosrc.U32}
		g.vars = append(g.vars, w.first[i])
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: w.first[i : i+1], RHS: []jen.Code{x}})
	}
	w.index = &gosrc.Variable{Name: "t", Kind: gosrc.U32}
	g.vars = append(g.vars, w.index)
	g.use(w.first[0])
	index := g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{w.index}, RHS: []jen.Code{jen.Id("row").Op("*").Id("c").Dot("Dim").Dot("X").Op("+").Id(w.first[0].Name)}})
	p.PrintWarp(w)
	pollGangs(w.loop.Body)
	g.cur = g.root
	gosrc.Tidy(g.root)
	if !g.usesTID[1] && !g.usesTID[2] {
		rows.Body.Remove(place)
		if !slices.Contains(w.loop.Body.Stmts, index) {
			rows.Code = jen.Range().Id("c").Dot("Rows") // nothing is left that asks which
		}
	}
	if w.loop.Kind == gosrc.ForStmt {
		pollGangs(rows.Body)
	}
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Qual(GangPath(gang.Width), "Clear").Call()})
	g.push(&gosrc.Stmt{Kind: gosrc.ReturnStmt, RHS: []jen.Code{jen.True()}})
	gosrc.Tidy(g.root)
	gosrc.Coalesce(g.root)
	f.params = g.root.Parameters()
	f.pieces = g.pieces
	params := append([]jen.Code{jen.Id("c").Op("*").Add(Runtime("CTA"))}, gosrc.GroupParams(f.params)...)
	code := jen.Comment("//go:noinline").Line().Add(g.finish(name, params, []jen.Code{jen.Bool()}))
	return f, GangFunc{Name: name, Code: code, Decl: jen.Func().Id(name).Params(params...).Bool()}
}

// ask prints what must hold of all threads before the first warp begins: that memory may be
// written, buffers are apart, and numbers do not wrap from the first thread of a row to the last.
func (w *Warp) ask() {
	g := w.funcGen
	if v := w.written(); v != nil {
		w.refuse(jen.Op("!").Add(Runtime("Writable").Call(jen.Id("c"), w.whole(v), jen.Lit(0), jen.Lit(0))))
	}
	for _, q := range w.Meet {
		w.refuse(jen.Op("!").Add(Runtime("Apart").Call(w.whole(q.Load), w.whole(q.Store))))
	}
	if !slices.ContainsFunc(w.Steps, func(s gang.Step) bool { return len(s.Exact) > 0 }) {
		return
	}
	rows, place := newRowGen(g).rows()
	for _, s := range w.Steps {
		if len(s.Exact) == 0 {
			continue
		}
		f := w.run(s.Value)
		f.ctx.tid[0] = "0"
		f.plan = f.plan.alone()
		for _, e := range s.Exact {
			f.inPlace(e.Value)
			k, op, limit := gosrc.U32, ">", int64(1<<32-1)
			if e.Signed {
				k, limit = gosrc.I32, 1<<31-1
			}
			if e.Stride < 0 {
				op, limit = "<", 0
				if e.Signed {
					limit = -1 << 31
				}
			}
			x := gosrc.Convert(gosrc.Convert(f.value(e.Value), k), gosrc.I64)
			last := gosrc.Primary(jen.Int64().Call(jen.Id("c").Dot("Dim").Dot("X").Op("-").Lit(1)), gosrc.I64)
			x = gosrc.Binary(x, "+", scale(last, e.Stride), gosrc.I64)
			w.refuse(gosrc.Binary(x, op, gosrc.Constant(uint64(limit), gosrc.I64), gosrc.Bool).Code())
		}
	}
	g.cur = g.root
	if !g.usesTID[1] && !g.usesTID[2] { // the same for all rows
		rows.Body.Remove(place)
		g.root.Remove(rows)
		for _, s := range rows.Body.Stmts {
			s.Parent = g.root
			g.root.Stmts = append(g.root.Stmts, s)
		}
		return
	}
	rows.Body.Insert(0, atMost(maxThreads))
}

// whole is the slice of all that an access through a view may go to.
func (w *Warp) whole(v *ir.Value) *jen.Statement {
	return (&memGen{w.beside(v.Block.Func)}).sliceOf(w.mod.memory.Access(v))
}

// inPlace makes a value one expression, but for what is computed in front of the threads of a row.
func (g *scope) inPlace(v *ir.Value) {
	if g.front[v] || trivial(v) {
		return
	}
	g.plan.inline[v.ID] = true
	for _, a := range v.Args {
		g.inPlace(a)
	}
}

// written returns a store to memory that a launch is given.
func (w *Warp) written() *ir.Value {
	for _, s := range w.Steps {
		if s.Value.Op != ir.OpRun {
			continue
		}
		for _, b := range s.Value.Attr.Func.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpStore && w.mod.memory.Access(v).Base.Kind == analysis.BaseParam {
					return v
				}
			}
		}
	}
	return nil
}

// refuse prints that a chain is left to others where something holds.
func (w *Warp) refuse(cond *jen.Statement) {
	s := w.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock()})
	s.Body.Add(&gosrc.Stmt{Kind: gosrc.ReturnStmt, RHS: []jen.Code{jen.False()}})
}

// beside is what prints another function of SSA into the Go function at hand, with the same
// names, for the same thread.
func (g *funcGen) beside(f *ir.Func) *funcGen {
	x := newFuncGen(g.mod, f, g.kernel, g.parts.given)
	x.goFunc, x.parts = g.goFunc, g.parts
	x.names, x.outer, x.coords, x.ctx = g.names, g.outer, g.coords, g.ctx
	return x
}

// run prints what the threads of a row share in a region, in front of the warps.
func (w *Warp) run(v *ir.Value) *funcGen {
	s, g := w.parts, w.beside(v.Attr.Func)
	for i := range g.f.Args {
		x := w.argument(v.Args[i], s.argKind(g.f, i))
		if x == nil {
			x = &gosrc.Variable{Name: g.names.Pick(g.argName(i)), Kind: s.argKind(g.f, i), Param: true}
			w.f.arg[x] = v.Args[i]
		}
		g.args = append(g.args, x)
	}
	g.front = g.plan.inFront(g.body.Row, nil)
	for _, x := range g.body.Row {
		g.define(x)
	}
	return g
}

// argument is the parameter for a value of the function of the CTA, nil where there is none yet.
func (w *Warp) argument(v *ir.Value, k gosrc.Kind) *gosrc.Variable {
	for x, of := range w.f.arg {
		if of == v && x.Kind == k {
			return x
		}
	}
	return nil
}

// Argument is a number that all lanes share.
func (w *Warp) Argument(v *ir.Value, k gosrc.Kind) gosrc.Expr {
	x := w.argument(v, k)
	if x == nil {
		x = &gosrc.Variable{Name: w.names.Pick("by"), Kind: k, Param: true}
		w.f.arg[x] = v
	}
	w.use(x)
	return x.Expr()
}

// Region begins a gang of a region; what it returns ends it.
func (w *Warp) Region(s *gang.Step, i int) (g *Gang, end func()) {
	host, of := w.funcGen, w.runs[s.Value]
	f := of.inner()
	f.names, f.outer, f.coords = host.names, host.outer, host.coords
	f.body, f.plan = s.Plans[i].Body, of.plan.alone()
	f.ctx.facts = f.body.Facts(true)
	f.byVal, f.tuples = of.ofFront(of.byVal), map[*ir.Value][]*gosrc.Variable{}
	f.ctx.tid[0], f.coords[0] = w.first[i].Name, w.first[i]
	g = &Gang{memGen: memGen{f}, Jam: 1, Front: w.Front, loop: w.loop, lead: w.loop, warp: w, number: i, next: f.pickOuter("next")}
	code, around := f.push(&gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock()}), host.cur
	f.cur = code.Body
	return g, func() {
		f.cur = around
		if g.jumps {
			code.Braces = true
			host.push(&gosrc.Stmt{Kind: gosrc.LabelStmt, Label: g.next})
			return
		}
		host.cur.Remove(code)
		for _, s := range code.Body.Stmts {
			s.Parent = host.cur
			host.cur.Stmts = append(host.cur.Stmts, s)
		}
	}
}

// Slot is what a vector that is kept in a slot would like to be called, and its carrier.
func (w *Warp) Slot(s *ir.Slot) (wish string, k gosrc.Kind) {
	x := w.parts.slots[s]
	return x.name, x.kind
}

// Array is the array of a slot, its carrier, and where in it the elements of a gang begin.
func (w *Warp) Array(s *ir.Slot, i int) (array *jen.Statement, index gosrc.Expr, elem gosrc.Kind) {
	return w.array(w.f.slot, w.parts.slots[s].name, s, i)
}

// Beside is Array for what is put aside until the last warp is through.
func (w *Warp) Beside(s *ir.Slot, i int) (array *jen.Statement, index gosrc.Expr, elem gosrc.Kind) {
	return w.array(w.f.aside, w.parts.aside[s].name, s, i)
}

// array is where in an array the elements of a gang begin: the arrays of slots are parameters.
func (w *Warp) array(params map[*gosrc.Variable]*ir.Slot, name string, s *ir.Slot, i int) (array *jen.Statement, index gosrc.Expr, elem gosrc.Kind) {
	x := w.parts.slots[s]
	var v *gosrc.Variable
	for y, of := range params {
		if of == s {
			v = y
		}
	}
	if v == nil {
		v = &gosrc.Variable{Name: name, Type: jen.Index().Add(x.kind.Type()), Kind: x.kind, Param: true}
		params[v] = s
	}
	w.use(v)
	w.use(w.index)
	return jen.Id(v.Name), gosrc.Binary(gosrc.Convert(w.index.Expr(), gosrc.Int), "+", gosrc.Constant(uint64(i*gang.Width), gosrc.Int), gosrc.Int), x.kind
}

// once reports whether a value of a chain is computed in front of it: it is no step.
func once(v *ir.Value) bool { return v.Pure() && !v.Vector() }

// separate gives what is computed in front of chains variables of their own: its place is
// another one than others assume that share one with it.
func (g *funcGen) separate() {
	for _, c := range g.chains {
		if c == nil {
			continue
		}
		for _, v := range c.Values {
			if once(v) {
				g.plan.shared.Separate(v)
			}
		}
	}
}

// runChain prints the call of a chain in the function of a CTA, and what is done where it is
// left. What is computed once stands in front.
func (g *funcGen) runChain(f *chainFunc) {
	for _, v := range f.Values {
		if once(v) {
			g.define(v)
		}
	}
	args := []jen.Code{jen.Id("c")}
	for _, p := range f.params {
		switch {
		case f.arg[p] != nil:
			args = append(args, gosrc.Convert(g.value(f.arg[p]), p.Kind).Code())
		case f.slot[p] != nil:
			w := g.slot(f.slot[p])
			g.use(w)
			args = append(args, jen.Id(w.Name))
		case f.aside[p] != nil:
			w := g.aside[f.aside[p]]
			g.use(w)
			args = append(args, jen.Id(w.Name))
		default:
			whole, arg := f.pieces.given(p)
			g.use(whole)
			args = append(args, arg)
		}
	}
	cond := jen.Id("c").Dot("Dim").Dot("X").Op("%").Lit(gang.WarpSize).Op("!=").Lit(0).Op("||")
	if f.Alone {
		cond.Id("c").Dot("Rows").Op(">").Lit(1).Op("||")
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond.Op("!").Id(f.name).Call(args...), Body: gosrc.NewBlock()}
	if len(f.Aside) > 0 {
		s.Other = gosrc.NewBlock()
	}
	g.push(s)
	saved := g.cur
	g.cur = s.Body
	for _, v := range f.Values {
		if !once(v) {
			g.define(v)
		}
	}
	for _, v := range f.Early {
		g.define(v)
	}
	g.cur = s.Other
	for _, x := range f.Aside {
		v, next := g.slot(x), g.aside[x]
		g.use(v)
		g.use(next)
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Copy(jen.Id(v.Name), jen.Id(next.Name))})
	}
	g.cur = saved
}

// chains prints the functions of the chains of the kernel.
func (s *parts) chains(p GangPrinter) (of map[*ir.Value]*chainFunc, funcs []GangFunc) {
	of = map[*ir.Value]*chainFunc{}
	for _, c := range p.Chains() {
		name := s.k.mod.Names.Pick(s.k.mod.KernelBase(s.k.Func) + "Warps" + strconv.Itoa(len(funcs)+1))
		f, fn := s.chain(p, c, name)
		of[c.Values[0]] = f
		for _, v := range c.Early {
			of[v] = nil
		}
		funcs = append(funcs, fn)
	}
	return of, funcs
}
