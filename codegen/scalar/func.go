package scalar

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func (g *scope) cta() *jen.Statement {
	if g.ctx.cta != "" {
		return jen.Id(g.ctx.cta)
	}
	return jen.Id(g.ctx.thread)
}

// thread names what answers questions about the running thread and its
// memory.
func (g *funcGen) thread() *jen.Statement {
	if g.ctx.thread != "" {
		g.use(g.threadVar)
		return jen.Id(g.ctx.thread)
	}
	return jen.Id(g.ctx.cta).Dot("Thread").Call()
}

func (g *funcGen) tid(i int) *jen.Statement {
	g.usesTID[i] = true
	if g.coords[i] != nil {
		g.use(g.coords[i])
	}
	return jen.Id(g.ctx.tid[i])
}

// value returns the expression for a value at the current place: its variable,
// or its definition where that is printed in place.
func (g *funcGen) value(v *ir.Value) gosrc.Expr {
	if holds, ok := g.ctx.facts.Of(v); ok {
		return gosrc.Truth(holds)
	}
	if g.vectors != nil {
		if x, ok := g.vectors.Value(v); ok {
			return x
		}
	}
	if g.plan.inline[v.ID] {
		build := builders[v.Op]
		if build == nil {
			panic("scalar: no builder for " + v.Op.String())
		}
		return g.fit(v, build(&memGen{g}, v)).From(g.origin(v))
	}
	w := g.variable(v)
	g.use(w)
	return w.Expr()
}

// fit makes an expression one of as many bits as the value has. The number of the thread is an
// int where a loop ranges over a slice, and what is computed from it may be one as long as that
// is the same number: what wraps in 32 bits does not in 64.
func (g *funcGen) fit(v *ir.Value, x gosrc.Expr) gosrc.Expr {
	if v.Op == ir.OpSReg || !v.Type.IsInt() || !x.Kind.IsInt() || x.IsConst || x.Kind.Bits() <= v.Type.Bits() || g.mod.memory.Provenance(g.f).Small(v) {
		return x
	}
	return gosrc.Convert(x, g.plan.kinds[v.ID])
}

// use records that the statement being built mentions a variable.
func (g *funcGen) use(w *gosrc.Variable) {
	if w != nil {
		g.deps = append(g.deps, w)
		g.touch(w)
	}
}

// variable returns the Go variable of a value, shared with its class.
func (g *funcGen) variable(v *ir.Value) *gosrc.Variable {
	c := g.plan.shared.Representative(v)
	byVal := g.variables(v)
	if w := byVal[c]; w != nil {
		return w
	}
	w := g.slotOf(v)
	if w == nil {
		w = g.newVar(g.wish(v, c), g.plan.kinds[v.ID])
		if v.Varying {
			w.Kind, w.Type = gosrc.NoKind, g.vectors.Type(v)
		}
	}
	byVal[c] = w
	return w
}

// touch makes sure that the thread's number is at hand where an array with one
// element per thread is mentioned.
func (g *funcGen) touch(w *gosrc.Variable) {
	if w.PerThread && g.index != nil {
		g.deps = append(g.deps, g.index)
	}
}

// wish is the name that a value would like: that of its PTX register.
func (g *source) wish(v, class *ir.Value) string {
	switch {
	case class.Name != "":
		return g.register(class)
	case v.Name != "":
		return g.register(v)
	case v.Type == ir.I1:
		return "p"
	case v.Type.IsFloat():
		return "f"
	}
	return "r"
}

// register is what a value is called after its PTX register. A predicate %p1 beside
// parameters that are called p0, p1 and so on is pred1.
func (g *source) register(v *ir.Value) string {
	n := ParamName(g.f.Name, v.Name)
	if v.Type == ir.I1 && numbered(n) && g.numberedParams() {
		return "pred" + n[1:]
	}
	return n
}

// numbered reports whether a name is p and a number, as compilers call both parameters
// and predicates.
func numbered(name string) bool {
	n, ok := strings.CutPrefix(gosrc.Identifier(name), "p")
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}

// numberedParams reports whether a parameter of the function has such a name.
func (g *source) numberedParams() bool {
	if g.kernel == nil {
		return slices.ContainsFunc(g.args, func(w *gosrc.Variable) bool { return numbered(w.Name) })
	}
	return slices.ContainsFunc(g.kernel.Params, func(p *Param) bool { return numbered(p.GoName) })
}

// pickOuter picks a name that means the same in the whole function: of a label, or of what
// is declared at its beginning.
func (g *scope) pickOuter(wish string) string {
	n := g.names.Pick(wish)
	if g.outer != nil {
		g.outer.Reserve(n)
	}
	return n
}

func (g *funcGen) newVar(wish string, k gosrc.Kind) *gosrc.Variable {
	w := &gosrc.Variable{Name: g.names.Pick(wish), Kind: k}
	g.vars = append(g.vars, w)
	return w
}

func (g *funcGen) temp(wish string, k gosrc.Kind) *gosrc.Variable { return g.newVar(wish, k) }

// emit adds a statement for a value, with its PTX line.
func (g *funcGen) emit(v *ir.Value, s *gosrc.Stmt) *gosrc.Stmt {
	if v != nil {
		g.at(s, v.Pos)
		g.comesFrom(s, g.origin(v))
		s.Keep = v.HasEffect()
	}
	return g.push(s)
}

// push adds a statement and gives it the variables mentioned since the last.
func (g *funcGen) push(s *gosrc.Stmt) *gosrc.Stmt {
	for _, w := range s.LHS {
		if w != nil && !s.Whole {
			g.touch(w)
		}
	}
	s.Deps = append(s.Deps, g.deps...)
	s.Places = append(s.Places, g.places...)
	g.contracted(s)
	g.deps, g.places, g.fused = nil, nil, nil
	return g.cur.Add(s)
}

// comesFrom adds an origin to a statement.
func (g *source) comesFrom(s *gosrc.Stmt, o ...gosrc.Origin) {
	if g.origins != nil {
		s.Origins = append(s.Origins, o...)
	}
}

// at marks a statement with the PTX line it came from.
func (g *source) at(s *gosrc.Stmt, pos diag.Pos) {
	if g.mod.Line(pos) == 0 {
		return
	}
	s.Line, s.From = g.mod.Line(pos), pos
	s.Comment = g.mod.comment(pos)
}

// contracted puts the instructions in front of a statement's own PTX text that have
// become one in it: mul.f32 ...; sub.f32 ....
func (g *funcGen) contracted(s *gosrc.Stmt) {
	if len(g.fused) == 0 || s.Line == 0 {
		return
	}
	var texts []string
	for _, v := range g.fused {
		for _, pos := range []diag.Pos{v.Product, v.Pos} {
			if pos == s.From || !pos.IsValid() {
				continue
			}
			if t := ptxText(g.mod.IR.File.Src, pos.Offset()); !slices.Contains(texts, t) {
				texts = append(texts, t)
			}
		}
	}
	s.Comment = strings.Join(append(texts, s.Comment), "; ")
}

// assign adds vars = list, with constants typed where the declaration may take
// its type from them.
func (g *funcGen) assign(v *ir.Value, vars []*gosrc.Variable, list ...gosrc.Expr) *gosrc.Stmt {
	s := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: vars}
	for i, x := range list {
		if w := vars[i]; w != nil && (w.Type == nil || w.PerThread) {
			x = gosrc.Convert(x, w.Kind)
		}
		s.Assign(x)
	}
	s.Shorten(list)
	return g.emit(v, s)
}

// values prints the values of a block that stand as statements.
func (g *funcGen) values(b *ir.Block) {
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		if c, ok := g.chains[v]; ok && c == nil {
			continue // a chain has done it
		} else if ok {
			g.runChain(c)
			i += len(c.Values) - 1
		} else if v.Op != ir.OpPhi && !g.front[v] {
			g.define(v)
		}
	}
}

// define prints the statement of one value, if it has one.
func (g *funcGen) define(v *ir.Value) {
	if g.plan.inline[v.ID] || !g.plan.needed[v.ID] {
		return
	}
	if v.Convergent() && g.f.Part == ir.CTAPart {
		(&syncGen{g}).sync(v)
		return
	}
	if g.vectors != nil && g.vectors.Define(v) {
		return
	}
	if s := stmts[v.Op]; s != nil {
		s(&memGen{g}, v)
		return
	}
	if v.Type == ir.Tuple {
		panic("scalar: no statement for the results of " + v.Op.String())
	}
	x := builders[v.Op](&memGen{g}, v)
	if g.plan.uses(v) == 0 {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{nil}, RHS: []jen.Code{x.Typed()}})
		return
	}
	g.set(v, x)
}

// set assigns a value's variable.
func (g *funcGen) set(v *ir.Value, x gosrc.Expr) {
	w := g.variable(v)
	x = gosrc.Convert(x, w.Kind)
	if x.Is(w) {
		g.deps = nil // x + 0
		return
	}
	g.assign(v, []*gosrc.Variable{w}, x)
}

// boolToInt prints a bool as 0 or 1 of an integer carrier.
func boolToInt(x gosrc.Expr, k gosrc.Kind) gosrc.Expr {
	if x.IsConst {
		return gosrc.Constant(x.Bits&1, k)
	}
	return gosrc.Convert(gosrc.Call(Runtime("Bit"), gosrc.U32, x), k)
}

// copies prints what an edge assigns to the phis of its target.
func (g *funcGen) copies(to *ir.Block, at int) {
	g.copiesFor(to, at, func(*ir.Value) bool { return true })
}

func (g *funcGen) copiesFor(to *ir.Block, at int, want func(*ir.Value) bool) {
	phis := to.Phis()
	var lhs []*gosrc.Variable
	var rhs []gosrc.Expr
	var ends []int // of what each of them mentions, in g.deps
	var from []gosrc.Origin
	for _, phi := range phis {
		if !g.plan.needed[phi.ID] || !want(phi) {
			continue
		}
		w := g.variable(phi)
		a := phi.Args[at]
		if !g.plan.inline[a.ID] && g.plan.shared.Representative(a) == g.plan.shared.Representative(phi) {
			continue // they share the variable
		}
		lhs = append(lhs, w)
		var x gosrc.Expr
		if phi.Varying {
			x = g.vectors.As(a, g.plan.kinds[phi.ID])
		} else {
			x = g.value(a)
		}
		if a.Op == ir.OpConst && knownConst(a) == knownAny && g.isFactor(phi) {
			x = gosrc.Bitcast(g.mod.hidden(a.Attr.Bits), x.Kind)
		}
		rhs = append(rhs, gosrc.Convert(x, w.Kind))
		ends = append(ends, len(g.deps))
		from = append(from, g.origin(a))
	}
	if len(lhs) == 0 {
		return
	}
	if g.independent(lhs, rhs) {
		// One statement a line reads better where the order does not matter. Each mentions
		// its own: it may turn out to be of no use.
		deps := g.deps
		for i := range lhs {
			s := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: lhs[i : i+1]}
			s.Assign(rhs[i])
			s.Shorten(rhs[i : i+1])
			g.comesFrom(s, from[i])
			begin := 0
			if i > 0 {
				begin = ends[i-1]
			}
			g.deps = nil
			s.Deps = append(s.Deps, deps[begin:ends[i]]...)
			if i < len(lhs)-1 {
				g.cur.Add(s)
			} else {
				g.push(s)
			}
		}
		return
	}
	s := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: lhs}
	for _, x := range rhs {
		s.Assign(x)
	}
	g.comesFrom(s, from...)
	g.push(s)
}

// independent reports whether parallel assignments may run one by one: nothing
// on the right mentions a variable on the left.
func (g *goFunc) independent(lhs []*gosrc.Variable, rhs []gosrc.Expr) bool {
	for _, d := range g.deps {
		if slices.Contains(lhs, d) {
			return false
		}
	}
	return true
}

// mem is the receiver of memory accesses and faults: the thread where there is
// one, else its CTA.
func (g *funcGen) mem() *jen.Statement {
	if g.ctx.thread != "" {
		g.use(g.threadVar)
		return jen.Id(g.ctx.thread)
	}
	return jen.Id(g.ctx.cta)
}

// builders print the pure operations. An operation that is not in the table is
// printed as a statement, see stmts.
var builders map[ir.Op]func(*memGen, *ir.Value) gosrc.Expr

// stmts print the operations that need a statement of their own.
var stmts map[ir.Op]func(*memGen, *ir.Value)

// slot is the variable of a slot in the function at hand: a parameter of a region, and
// declared at the beginning of the CTA function.
func (g *funcGen) slot(x *ir.Slot) *gosrc.Variable {
	if v := g.slots[x]; v != nil {
		return v
	}
	s := g.parts.slots[x]
	v := &gosrc.Variable{Name: s.name, Type: jen.Index().Add(s.kind.Type()), Kind: s.kind, PerThread: true, Param: g.f.Part == ir.RegionPart}
	g.slots[x] = v
	return v
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
func (g *scope) follows(u, v *ir.Value) bool {
	i := g.plan.order[v.ID] + 1
	if v.Op == ir.OpPhi {
		i = len(v.Block.Phis())
	}
	return u.Block == v.Block && g.plan.order[u.ID] == i
}

// mask returns the slot of a region's mask, nil where it has none: that threads are the
// first ones of a row is a matter of the loop.
func (g *source) mask() *ir.Slot {
	if m := g.f.Mask; m != nil && m.First == 0 {
		return m
	}
	return nil
}

// unmasked prints that threads do nothing that are not in the mask of a region.
func (g *funcGen) unmasked() {
	if m := g.mask(); m != nil {
		v := g.slot(m)
		g.use(v)
		g.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: jen.Op("!").Add(v.Expr().Code()), Body: gosrc.CodeBlock(jen.Continue())})
	}
}
