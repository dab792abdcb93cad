package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The seam to who prints gangs (package codegen/gang): threads of a row as the lanes of
// vectors. A function whose threads run as gangs is printed a second time. It is the same but
// that in front of each of its loops over threads stands another one, in steps of a gang:
//
//	tx := saxpyGangs1(c, a, xs, ys) // for ; tx < len(xs)-7; tx += 8 { ... }
//	for ; tx < len(xs); tx++ { ... }
//
// What is in front of the loops, and which threads run, is printed here; what a gang does by
// the GangPrinter, which asks a Gang for all that it has in common with a thread.

// GangPrinter prints what gangs do.
type GangPrinter interface {
	// Lanes is how many lanes a gang has.
	Lanes() int

	// Plan says how the threads of a body of the kernel run as gangs.
	Plan(b *schedule.Body) *gang.Plan

	// Print prints what one gang does, into a loop that is there already.
	Print(g *Gang)

	// Lane returns the function with lanes that the threads of a body run as, nil where what a gang does is
	// printed as it is planned; and Vectors who spells what one does with vectors.
	Lane(b *schedule.Body) *LaneBody
	Vectors(g *Gang) Vectors

	// Chains returns the chains that warps go through, and PrintWarp prints what a warp does in one.
	Chains() []*gang.Chain
	PrintWarp(w *Warp)
}

// GangPath is the package of the vectors of so many lanes.
func GangPath(lanes int) string {
	return "github.com/ptx2go/ptx2go/runtime/gang" + strconv.Itoa(lanes)
}

// Gang is what a gang has in common with a thread: how code speaks of numbers that the lanes
// share, or that count up from lane to lane, of which this is the first lane's; of places in
// memory; of statements and names.
type Gang struct {
	memGen
	Clean *schedule.Clean // the clean loop at hand, nil in the general one
	Jam   int             // how many gangs are to be printed side by side: from the first thread of all on

	// Front has what stands in front of the loops over gangs of one function, or of the code of a
	// warp, by what the GangPrinter names it: they share it.
	Front map[any]*gosrc.Variable

	// RowSlot is, in a function with lanes, the array of a slot, of which the first element is that of the first
	// thread of the row.
	RowSlot func(*ir.Slot) (array *jen.Statement, elem gosrc.Kind)

	// Undo prints that gangs are left for where they undo what they have done, and reports whether it has; nil
	// where there is nothing to undo.
	Undo func() bool

	loop  *gosrc.Stmt
	lead  *gosrc.Stmt // the first of the loops of the function
	inRow *gosrc.Stmt // of gangs that go through rows: the first of those of a row

	// Of a gang of a warp in a chain: the warp, which gang it is, and the label behind its code,
	// to which something may jump.
	warp   *Warp
	number int
	next   string
	jumps  bool
}

// Func is the function whose threads run, Body what the schedule says of it.
func (g *Gang) Func() *ir.Func           { return g.f }
func (g *Gang) Body() *schedule.Body     { return g.body }
func (g *Gang) Memory() *schedule.Memory { return g.mod.memory }

// Needed reports whether a value has to be computed, and Uses how often it is mentioned.
func (g *Gang) Needed(v *ir.Value) bool { return g.plan.needed[v.ID] && !g.front[v] }

// Users returns the values that mention a value.
func (g *Gang) Users(v *ir.Value) []*ir.Value { return g.plan.users[v.ID] }

// Inline reports whether a value is printed where it is used.
func (g *Gang) Inline(v *ir.Value) bool { return g.plan.inline[v.ID] }

// Separate gives a value a variable of its own.
func (g *Gang) Separate(v *ir.Value) { g.plan.inline[v.ID] = false }

// Fixed reports whether a value is the same for all gangs of the loop.
func (g *Gang) Fixed(v *ir.Value) bool {
	if g.front[v] {
		return true
	}
	switch v.Op {
	case ir.OpConst, ir.OpParam, ir.OpArg:
		return v.Type != ir.Tuple
	case ir.OpSReg:
		return trivial(v) && v.Attr.SReg != "tid.x"
	}
	return false
}

// Kind is the carrier of a value in scalar code.
func (g *Gang) Kind(v *ir.Value) gosrc.Kind { return g.plan.kinds[v.ID] }

// Known returns what a condition is, if that is known of all threads.
func (g *Gang) Known(v *ir.Value) (holds, ok bool) { return g.ctx.facts.Of(v) }

// Way returns the way that all threads go at an If of which that is known.
func (g *Gang) Way(n *region.Node) (way []*region.Node, ok bool) { return g.ctx.facts.Way(n) }

// Number is the expression of a number that the lanes share, or of that of the first lane.
func (g *Gang) Number(v *ir.Value) gosrc.Expr { return g.value(v) }

// Negated is the opposite of a condition that the lanes share.
func (g *Gang) Negated(v *ir.Value) gosrc.Expr { return g.negate(v, g.value(v)) }

// Marked is code that comes from a value.
func (g *Gang) Marked(v *ir.Value, code *jen.Statement) *jen.Statement {
	return gosrc.Marked(code, g.origin(v))
}

// Define prints the statement of such a number, if it has one.
func (g *Gang) Define(v *ir.Value) { g.define(v) }

// Assign prints vars = list, as the statement of a value or of nil.
func (g *Gang) Assign(v *ir.Value, vars []*gosrc.Variable, list ...gosrc.Expr) *gosrc.Stmt {
	return g.assign(v, vars, list...)
}

// Fuse says that the next statement does what a value does, too, so that the value's PTX text stands in
// its comment.
func (g *Gang) Fuse(v *ir.Value) { g.fused = append(g.fused, v) }

// Effect prints code as the statement of a value.
func (g *Gang) Effect(v *ir.Value, code *jen.Statement) {
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
}

// Variable is the variable of a number.
func (g *Gang) Variable(v *ir.Value) *gosrc.Variable { return g.variable(v) }

// HasOwn reports whether a value shares its variable with no other.
func (g *Gang) HasOwn(v *ir.Value) bool { return g.plan.shared.Alone(v) }

// Forget gives a value that has a variable of its own another one from here on, where it is printed again.
func (g *Gang) Forget(v *ir.Value) { delete(g.variables(v), v) }

// NewVariable makes a variable of a type, by the wish for a name that a value has.
func (g *Gang) NewVariable(wish string, typ *jen.Statement) *gosrc.Variable {
	v := g.newVar(wish, gosrc.NoKind)
	v.Type = typ
	return v
}

// NewFront makes a variable that is computed in front of the loop.
func (g *Gang) NewFront(wish string, typ *jen.Statement) *gosrc.Variable {
	v := &gosrc.Variable{Name: g.pickOuter(wish), Type: typ}
	g.vars = append(g.vars, v)
	return v
}

// Wish is the name that a value would like.
func (g *Gang) Wish(v *ir.Value) string { return g.wish(v, v) }

// Use notes that the statement being built mentions a variable, and returns its name.
func (g *Gang) Use(v *gosrc.Variable) *jen.Statement {
	g.use(v)
	return jen.Id(v.Name)
}

// Push adds a statement, of the place of a block's terminator where that is not nil.
func (g *Gang) Push(s *gosrc.Stmt, of *ir.Block) *gosrc.Stmt {
	if of != nil {
		g.at(s, of.Pos)
		g.comesFrom(s, g.originOfEnd(of))
	}
	return g.push(s)
}

// In prints into a block of a statement that stands in its place already.
func (g *Gang) In(b *gosrc.Block, print func()) {
	saved := g.cur
	g.cur = b
	print()
	g.cur = saved
}

// InFront prints an assignment of what all gangs share in front of their loops: of all rows, or of
// the row.
func (g *Gang) InFront(w *gosrc.Variable, x gosrc.Expr, ofRow bool) {
	s := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{w}, Deps: g.deps}
	g.deps = nil
	s.Assign(x)
	lead := g.lead
	if ofRow {
		lead = g.inRow
	}
	if lead == nil { // it is computed in front of them
		g.cur.Add(s)
		return
	}
	b := lead.Parent
	b.Insert(slices.Index(b.Stmts, lead), s)
}

// Aside builds an expression without what has been built of the statement so far.
func (g *Gang) Aside(build func()) {
	deps, places := g.deps, g.places
	g.deps, g.places = nil, nil
	build()
	g.deps, g.places = deps, places
}

// Label makes a label that is printed only if something jumps to it.
func (g *Gang) Label(wish string) string { return g.pickOuter(wish) }

// LoopLabel is what the label of a loop would like to be.
func (g *Gang) LoopLabel(n *region.Node) string {
	return loopLabel(n)
}

// Leave prints that the gangs at hand are left to others, in front of their first effect that is not undone.
func (g *Gang) Leave() {
	if g.throughRows != nil {
		panic("scalar: gangs that go through rows by themselves are left")
	}
	if g.warp == nil {
		if g.Undo == nil || !g.Undo() {
			g.Push(&gosrc.Stmt{Kind: gosrc.BreakStmt, Label: g.loop.Label}, nil)
		}
		return
	}
	g.Push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Qual(GangPath(gang.Width), "Clear").Call()}, nil)
	g.Push(&gosrc.Stmt{Kind: gosrc.ReturnStmt, RHS: []jen.Code{jen.False()}}, nil)
}

// End prints that the threads of the gang at hand have ended.
func (g *Gang) End() {
	if g.warp == nil {
		g.Push(&gosrc.Stmt{Kind: gosrc.ContinueStmt, Label: g.loop.Label}, nil)
		return
	}
	g.jumps = true
	g.Push(&gosrc.Stmt{Kind: gosrc.GotoStmt, Label: g.next}, nil)
}

// Poll prints the poll of a loop into its body, or how short the loop is. It polls too where
// it only walks through memory: nothing else stops assembly. Where gangs may begin again there, they are
// left to threads, which poll; else the poll ends the CTA.
func (g *Gang) Poll(n *region.Node, body *gosrc.Block, back bool) {
	switch short, ok := g.body.Polls.Short[n.Block]; {
	case ok && !isLong(short.Rounds*short.Cost*g.Jam) && !oneByOne(n.Body):
		body.Add(atMost(short.Rounds))
	case back && g.warp == nil && g.throughRows == nil:
		s := leaving()
		body.Add(s)
		g.In(s.Body, g.Leave)
	default:
		body.Add(pollOfGangs())
	}
}

// Slot is the array of a slot, and where in it the first lane's element is.
func (g *Gang) Slot(s *ir.Slot) (array *jen.Statement, index gosrc.Expr, elem gosrc.Kind) {
	w := g.slot(s)
	g.use(w)
	return jen.Id(w.Name), gosrc.Convert(g.index.Expr(), gosrc.Int), w.Kind
}

// Mask is the slot that says which threads a region runs for, nil where all run.
func (g *Gang) Mask() *ir.Slot { return g.mask() }

// Flush reports whether an operand is to be flushed, of a function that leaves that to others.
func (g *Gang) Flush(v, a *ir.Value) bool {
	return intrinsic(v.Attr.Name).FlushedOperands() && !g.isFlushed(a)
}

// Operator is the function that computes an intrinsic: one that may return a NaN with any
// bits where that makes no difference.
func (g *Gang) Operator(v *ir.Value) string {
	fn := intrinsic(v.Attr.Name)
	if op := fn.Operator(); op != "" && (v.Type == ir.F32 || g.isOneNaN(v)) {
		return op
	}
	return fn.Name
}

// Fused notes that the statement being built shows a product that is part of it.
func (g *Gang) Fused(v *ir.Value) {
	if v.Product.IsValid() {
		g.fused = append(g.fused, v)
	}
}

// IntrinsicKinds are the carriers of a function's parameters and results.
func IntrinsicKinds(name string) (params, results []gosrc.Kind) {
	fn := intrinsic(name)
	for _, k := range fn.Params {
		params = append(params, intrinKinds[k])
	}
	for _, k := range fn.Results {
		results = append(results, intrinKinds[k])
	}
	return params, results
}

// MemKind is the carrier of an element in memory.
func MemKind(v *ir.Value) gosrc.Kind { return memKind(v) }

// Position is where a gang begins among the threads that run.
func (g *Gang) Position() gosrc.Expr { return g.txExpr() }

// Warp is what one warp does in a chain.
type Warp struct {
	*Gang // speaks of no thread
	*gang.Chain

	f     *chainFunc
	runs  map[*ir.Value]*funcGen
	first [gang.Gangs]*gosrc.Variable // %tid.x of the first lanes
	index *gosrc.Variable             // of the first thread in the CTA
}
