package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func init() {
	stmts = map[ir.Op]func(*memGen, *ir.Value){
		ir.OpSelect:       stmtSelect,
		ir.OpZext:         stmtExtend,
		ir.OpSext:         stmtExtend,
		ir.OpLoad:         stmtLoad,
		ir.OpStore:        stmtStore,
		ir.OpAtomic:       stmtAtomic,
		ir.OpFence:        stmtFence,
		ir.OpAlloca:       stmtAlloca,
		ir.OpStackSave:    stmtStackSave,
		ir.OpStackRestore: stmtStackRestore,
		ir.OpTex:          stmtTex,
		ir.OpTexQuery:     stmtTexQuery,
		ir.OpSurfLoad:     stmtSurfLoad,
		ir.OpSurfStore:    stmtSurfStore,
		ir.OpSurfRed:      stmtSurfRed,
		ir.OpCall:         stmtCall,
		ir.OpCallIndirect: stmtCallIndirect,
		ir.OpTrap:         stmtTrap,
		ir.OpNote:         stmtNote,
		ir.OpBarrier:      stmtBarrier,
		ir.OpWarp:         stmtWarp,
		ir.OpLockstep:     stmtLockstep,
		ir.OpPoint:        stmtPoint,
		ir.OpSlotStore:    stmtSlotStore,
		ir.OpSlotAll:      stmtNothing,
		ir.OpSlotSet:      stmtNothing,
		ir.OpSlotFill:     stmtSlotFill,
		ir.OpRun:          stmtRun,
	}
}

// stmtSelect prints v := b; if c { v = a }.
func stmtSelect(g *memGen, v *ir.Value) {
	w := g.variable(v)
	c := g.value(v.Args[0])
	condDeps := g.deps
	g.deps = nil
	if g.holds(w, v, 2) {
		// The variable already holds the value for false.
		g.guarded(v, c, condDeps, w, v.Args[1])
		return
	}
	if g.holds(w, v, 1) {
		g.guarded(v, gosrc.Not(c), condDeps, w, v.Args[2])
		return
	}
	if slices.Contains(condDeps, w) {
		t := g.temp("p", gosrc.Bool)
		g.deps = condDeps
		g.assign(v, []*gosrc.Variable{t}, c)
		c, condDeps = t.Expr(), []*gosrc.Variable{t}
	}
	x := g.value(v.Args[1])
	if slices.Contains(g.deps, w) {
		t := g.temp(w.Name, w.Kind)
		g.assign(v, []*gosrc.Variable{t}, gosrc.Convert(x, w.Kind))
		g.deps = nil
		s := g.assign(v, []*gosrc.Variable{w}, gosrc.Convert(g.value(v.Args[2]), w.Kind))
		s.Comment = ""
		g.ifAssign(v, c, condDeps, w, t.Expr(), []*gosrc.Variable{t})
		return
	}
	xDeps := g.deps
	g.deps = nil
	g.assign(v, []*gosrc.Variable{w}, gosrc.Convert(g.value(v.Args[2]), w.Kind))
	g.ifAssign(v, c, condDeps, w, gosrc.Convert(x, w.Kind), xDeps)
}

// holds reports whether a variable holds argument i of a value already.
func (g *funcGen) holds(w *gosrc.Variable, v *ir.Value, i int) bool {
	a := v.Args[i]
	if a.Op == ir.OpSlotLoad && a.Block == v.Block && g.slot(a.Attr.Slot) == w {
		return !changes(a.Attr.Slot, v.Block.Values[g.plan.order[a.ID]:g.plan.order[v.ID]])
	}
	return !g.plan.inline[a.ID] && g.variable(a) == w
}

func (g *funcGen) guarded(v *ir.Value, c gosrc.Expr, condDeps []*gosrc.Variable, w *gosrc.Variable, a *ir.Value) {
	x := gosrc.Convert(g.value(a), w.Kind)
	deps := g.deps
	g.deps = nil
	g.ifAssign(v, c, condDeps, w, x, deps)
}

// ifAssign prints if c { w = x }.
func (g *funcGen) ifAssign(v *ir.Value, c gosrc.Expr, condDeps []*gosrc.Variable, w *gosrc.Variable, x gosrc.Expr, deps []*gosrc.Variable) {
	body := gosrc.NewBlock()
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: c.Code(), Body: body}
	g.deps = condDeps
	g.emit(v, s)
	s.Line, s.Comment = 0, ""
	g.deps = deps
	g.touch(w)
	in := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{w}, Deps: g.deps}
	g.deps = nil
	in.Assign(x)
	in.Shorten([]gosrc.Expr{x})
	g.at(in, v.Pos)
	g.comesFrom(in, g.origin(v))
	in.Comment = ""
	body.Add(in)
}

// stmtExtend prints the extension of a predicate to 0 and 1, or to 0 and -1.
func stmtExtend(g *memGen, v *ir.Value) {
	if v.Args[0].Type != ir.I1 {
		g.set(v, builders[v.Op](g, v))
		return
	}
	k := g.plan.kinds[v.ID]
	x := g.value(v.Args[0])
	if v.Op == ir.OpSext {
		g.set(v, gosrc.Unary("-", opaque(boolToInt(x, k)), k))
		return
	}
	g.set(v, boolToInt(x, k))
}

func stmtLoad(g *memGen, v *ir.Value) {
	if v.Type == ir.Tuple {
		g.loadVector(v, g.results(v))
		return
	}
	x := buildLoad(g, v)
	if g.plan.uses(v) == 0 {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{nil}, RHS: []jen.Code{x.Code()}})
		return
	}
	g.set(v, x)
}

func buildExtract(g *memGen, v *ir.Value) gosrc.Expr {
	ws := g.results(v.Args[0])
	w := ws[v.Attr.Index]
	g.use(w)
	if k := g.plan.kinds[v.ID]; w.Kind.IsFloat() == k.IsFloat() {
		return gosrc.Convert(w.Expr(), k)
	}
	return w.Expr() // every use is a bitcast
}

// halfFunc names the function of fpops that computes an atomic operation on 16-bit floats,
// whose carriers are integers; it is empty for others.
func halfFunc(v *ir.Value) string {
	if !v.Attr.Atom.Float() || KindOf(v.Attr.Mem).IsFloat() {
		return ""
	}
	return v.Attr.Atom.Func(v.Attr.Mem)
}

// atomPrefix begins the names of the atomic operations on a space.
func atomPrefix(space ir.Space) string {
	if space == ir.Shared || space == ir.Local {
		return "Plain"
	}
	return "Atom"
}

// atomFunc names the function of the runtime for an atomic operation on one element in a space; cell
// is what it points to, and operand the carrier of what it is given.
func atomFunc(v *ir.Value, space ir.Space) (fn string, cell, operand gosrc.Kind) {
	kind, k := v.Attr.Atom, KindOf(v.Attr.Mem)
	switch {
	case kind.Signed():
		k = k.AsSigned()
	case !kind.Float():
		k = k.AsUnsigned()
	}
	cell = k
	if !kind.Float() {
		cell = k.AsUnsigned()
	}
	fn = atomPrefix(space) + kind.Base()
	if halfFunc(v) != "" {
		fn = atomPrefix(space) + "Func"
	}
	if v.Attr.Atom == ir.AtomFAdd && k == gosrc.F32 && space != ir.Shared {
		fn += "Ftz" // global f32 additions flush subnormals, those in shared memory do not
	}
	return fn + k.Suffix(), cell, k
}

// stmtAtomic prints an atomic operation. Shared and local memory belongs to
// one goroutine, so that there the plain form is atomic.
func stmtAtomic(g *memGen, v *ir.Value) {
	p := g.locate(v)
	if v.Vec() == 2 {
		g.atomicPair(v, p, atomPrefix(p.space))
		return
	}
	fn, cell, k := atomFunc(v, p.space)
	half := halfFunc(v)
	args := []jen.Code{g.cell(v, p, cell).Code()}
	unknown := v.Attr.Atom == ir.AtomFAdd && k == gosrc.F32 && p.space == ir.Generic && p.slice == nil
	if unknown { // only the address says whether it flushes
		args[0] = p.addr.Code()
	}
	if half != "" {
		args = append(args, jen.Qual(FPOpsPath, half))
	}
	for _, a := range v.Args[1:] {
		args = append(args, gosrc.Bitcast(g.value(a), k).Code())
	}
	code := Runtime(fn).Call(args...)
	if unknown {
		code = g.mem().Dot("AtomAddGenericF32").Call(args...)
	}
	if v.Type == ir.Void || g.plan.uses(v) == 0 {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
		return
	}
	g.set(v, gosrc.Bitcast(gosrc.Primary(code, k), g.plan.kinds[v.ID]))
}

// atomicPair prints an atomic operation on 128 bits.
func (g *memGen) atomicPair(v *ir.Value, p place, prefix string) {
	var ptr gosrc.Expr
	at, fn := "PtrPair", v.Attr.Atom.Base()
	loads := v.LoadsPair()
	if loads {
		fn = "Load"
		if p.space != ir.Shared && p.space != ir.Local {
			at = "ReadPair" // perhaps of memory that is not to be written
		}
	}
	switch {
	case p.slice == nil:
		ptr = gosrc.Call(g.memoryFunc(p.space, at), gosrc.NoKind, p.addr)
	case p.bytewise:
		ptr = gosrc.Call(Runtime("PtrPair"), gosrc.NoKind, p.asBytes(), gosrc.Convert(p.index, gosrc.I64))
	default:
		ptr = gosrc.Call(Runtime("Vec").Types(jen.Index(jen.Id("2")).Uint64()), gosrc.NoKind, p.asBytes(), gosrc.Convert(p.index, gosrc.Int))
	}
	args := []jen.Code{ptr.Code()}
	for _, a := range v.Args[1:] {
		if loads {
			break
		}
		x := g.value(a)
		if x.Kind.IsFloat() {
			x = gosrc.Bitcast(x, gosrc.U64)
		}
		args = append(args, gosrc.Convert(x, gosrc.U64).Code())
	}
	g.finishCall(v, Runtime(prefix+fn+"Pair").Call(args...), []gosrc.Kind{gosrc.U64, gosrc.U64})
}

// cell is the pointer that an atomic operation works on.
func (g *memGen) cell(v *ir.Value, p place, k gosrc.Kind) gosrc.Expr {
	switch {
	case p.slice == nil:
		return gosrc.Call(g.memoryFunc(p.space, "Ptr"+k.Suffix()), gosrc.NoKind, p.addr)
	case p.bytewise:
		return gosrc.Call(Runtime("Ptr"+k.Suffix()), gosrc.NoKind, p.asBytes(), gosrc.Convert(p.index, gosrc.I64))
	}
	return g.as(pointer(p, 0), p.elem, k)
}

// fences reports whether a fence orders anything: one goroutine runs a CTA, whose threads see each other's
// accesses in order anyway.
func fences(v *ir.Value) bool { return v.Attr.Scope != ir.ScopeCTA }

func stmtFence(g *memGen, v *ir.Value) {
	if !fences(v) {
		s := &gosrc.Stmt{Kind: gosrc.CommentStmt}
		g.emit(v, s)
		return
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime("Fence").Call()})
}

func stmtTrap(g *memGen, v *ir.Value) {
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.mem().Dot("Trap").Call()})
}

func stmtBarrier(g *memGen, v *ir.Value) {
	row := barrierNames[v.Attr.Bar]
	args := []jen.Code{g.nextPoint(), g.u32(v.Args[0]), g.u32(v.Args[1])}
	if len(v.Args) > 2 {
		args = append(args, g.value(v.Args[2]).Code())
	}
	g.finishSync(v, g.thread().Dot(row.fn).Call(args...), row.kind)
}

// stmtPoint prints t.Point(12, ptx.AtAccess), or t.PointCall(12) and t.PointReturn() around a call.
func stmtPoint(g *memGen, v *ir.Value) {
	number := jen.Id(strconv.Itoa(v.Attr.Index))
	var call *jen.Statement
	switch v.Attr.Point {
	case ir.PointCall:
		call = g.thread().Dot("PointCall").Call(number)
	case ir.PointReturn:
		call = g.thread().Dot("PointReturn").Call()
	default:
		call = g.thread().Dot("Point").Call(number, Runtime(pointNames[v.Attr.Point]))
	}
	g.finishSync(v, call, gosrc.NoKind)
}

// pointNames are what stands at a point at which threads stop.
var pointNames = map[ir.Point]string{ir.PointAccess: "AtAccess", ir.PointPresent: "AtPresent", ir.PointJoin: "AtJoin"}

func stmtLockstep(g *memGen, v *ir.Value) {
	g.finishSync(v, g.thread().Dot("Lockstep").Call(g.nextPoint()), gosrc.NoKind)
}
