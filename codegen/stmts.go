package codegen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// stmts print the operations that need a statement of their own.
var stmts map[ir.Op]func(*funcGen, *ir.Value)

func init() {
	stmts = map[ir.Op]func(*funcGen, *ir.Value){
		ir.OpSelect:       (*funcGen).stmtSelect,
		ir.OpZext:         (*funcGen).stmtExtend,
		ir.OpSext:         (*funcGen).stmtExtend,
		ir.OpParam:        (*funcGen).stmtParam,
		ir.OpLoad:         (*funcGen).stmtLoad,
		ir.OpStore:        (*funcGen).store,
		ir.OpAtomic:       (*funcGen).stmtAtomic,
		ir.OpFence:        (*funcGen).stmtFence,
		ir.OpAlloca:       (*funcGen).stmtAlloca,
		ir.OpStackSave:    (*funcGen).stmtStackSave,
		ir.OpStackRestore: (*funcGen).stmtStackRestore,
		ir.OpIntrin:       (*funcGen).stmtIntrin,
		ir.OpTex:          (*funcGen).stmtTex,
		ir.OpTexQuery:     (*funcGen).stmtTexQuery,
		ir.OpSurfLoad:     (*funcGen).stmtSurfLoad,
		ir.OpSurfStore:    (*funcGen).stmtSurfStore,
		ir.OpSurfRed:      (*funcGen).stmtSurfRed,
		ir.OpCall:         (*funcGen).stmtCall,
		ir.OpCallIndirect: (*funcGen).stmtCallIndirect,
		ir.OpTrap:         (*funcGen).stmtTrap,
		ir.OpBarrier:      (*funcGen).stmtBarrier,
		ir.OpWarpSync:     (*funcGen).stmtWarpSync,
		ir.OpShfl:         (*funcGen).stmtShfl,
		ir.OpVote:         (*funcGen).stmtVote,
		ir.OpMatch:        (*funcGen).stmtMatch,
		ir.OpRedux:        (*funcGen).stmtRedux,
		ir.OpActive:       (*funcGen).stmtActive,
		ir.OpLockstep:     (*funcGen).stmtLockstep,
		ir.OpSlotStore:    (*funcGen).stmtSlotStore,
		ir.OpSlotAll:      (*funcGen).stmtNothing,
		ir.OpSlotSet:      (*funcGen).stmtNothing,
		ir.OpSlotFill:     (*funcGen).stmtSlotFill,
		ir.OpRun:          (*funcGen).stmtRun,
	}
}

// stmtSelect prints v := b; if c { v = a }.
func (g *funcGen) stmtSelect(v *ir.Value) {
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
		g.guarded(v, not(c), condDeps, w, v.Args[2])
		return
	}
	if slices.Contains(condDeps, w) {
		t := g.temp("p", kBool)
		g.deps = condDeps
		g.assign(v, []*variable{t}, c)
		c, condDeps = t.expr(), []*variable{t}
	}
	x := g.value(v.Args[1])
	if slices.Contains(g.deps, w) {
		t := g.temp(w.name, w.kind)
		g.assign(v, []*variable{t}, convert(x, w.kind))
		g.deps = nil
		s := g.assign(v, []*variable{w}, convert(g.value(v.Args[2]), w.kind))
		s.comment = ""
		g.ifAssign(v, c, condDeps, w, t.expr(), []*variable{t})
		return
	}
	xDeps := g.deps
	g.deps = nil
	g.assign(v, []*variable{w}, convert(g.value(v.Args[2]), w.kind))
	g.ifAssign(v, c, condDeps, w, convert(x, w.kind), xDeps)
}

// holds reports whether a variable holds argument i of a value already.
func (g *funcGen) holds(w *variable, v *ir.Value, i int) bool {
	a := v.Args[i]
	if a.Op == ir.OpSlotLoad && a.Block == v.Block && g.slot(a.Attr.Slot) == w {
		return !changes(a.Attr.Slot, v.Block.Values[g.plan.order[a.ID]:g.plan.order[v.ID]])
	}
	return !g.plan.inline[a.ID] && g.variable(a) == w
}

func (g *funcGen) guarded(v *ir.Value, c expr, condDeps []*variable, w *variable, a *ir.Value) {
	x := convert(g.value(a), w.kind)
	deps := g.deps
	g.deps = nil
	g.ifAssign(v, c, condDeps, w, x, deps)
}

// ifAssign prints if c { w = x }.
func (g *funcGen) ifAssign(v *ir.Value, c expr, condDeps []*variable, w *variable, x expr, deps []*variable) {
	body := newBlock()
	s := &stmt{kind: stIf, code: c.jen(), body: body}
	g.deps = condDeps
	g.emit(v, s)
	s.line, s.comment = 0, ""
	g.deps = deps
	g.touch(w)
	in := &stmt{kind: stAssign, lhs: []*variable{w}, deps: g.deps}
	g.deps = nil
	in.assigns(x)
	in.shorten([]expr{x})
	g.at(in, v.Pos)
	in.comment = ""
	body.add(in)
}

// stmtExtend prints the extension of a predicate to 0 and 1, or to 0 and -1.
func (g *funcGen) stmtExtend(v *ir.Value) {
	if v.Args[0].Type != ir.I1 {
		g.set(v, builders[v.Op](g, v))
		return
	}
	k := g.plan.kinds[v.ID]
	x := g.value(v.Args[0])
	if v.Op == ir.OpSext {
		g.set(v, unary("-", g.opaque(g.boolToInt(x, k)), k))
		return
	}
	g.set(v, g.boolToInt(x, k))
}

func (g *funcGen) stmtParam(v *ir.Value) {
	g.assign(v, g.results(v), g.paramPieces(v)...)
}

func (g *funcGen) stmtLoad(v *ir.Value) {
	if v.Type == ir.Tuple {
		g.loadVector(v, g.results(v))
		return
	}
	x := g.buildLoad(v)
	if g.plan.uses[v.ID] == 0 {
		g.emit(v, &stmt{kind: stAssign, lhs: []*variable{nil}, rhs: []jen.Code{x.jen()}})
		return
	}
	g.set(v, x)
}

// results returns the variables of a Tuple's results, nil where one is unused.
func (g *funcGen) results(v *ir.Value) []*variable {
	if ws, ok := g.tuples[v]; ok {
		return ws
	}
	ws := make([]*variable, len(v.Results))
	for _, u := range g.plan.users[v.ID] {
		if u.Op != ir.OpExtract || ws[u.Attr.Index] != nil {
			continue
		}
		k := g.plan.kinds[u.ID]
		if v.Op == ir.OpIntrin {
			k = intrinKinds[intrinsic(v.Attr.Name).Results[u.Attr.Index]]
		}
		wish := ""
		if u.Name != "" {
			wish = g.register(u)
		}
		if uses := g.plan.users[u.ID]; wish == "" && len(uses) > 0 && uses[0].Op == ir.OpBitcast {
			wish = uses[0].Name
		}
		if wish == "" {
			wish = g.wish(u, u)
		}
		ws[u.Attr.Index] = g.newVar(wish, k)
	}
	g.tuples[v] = ws
	return ws
}

func (g *funcGen) buildExtract(v *ir.Value) expr {
	ws := g.results(v.Args[0])
	w := ws[v.Attr.Index]
	g.use(w)
	if k := g.plan.kinds[v.ID]; w.kind.isFloat() == k.isFloat() {
		return convert(w.expr(), k)
	}
	return w.expr() // every use is a bitcast
}

func (g *funcGen) stmtIntrin(v *ir.Value) {
	if v.Type != ir.Tuple {
		g.set(v, g.buildIntrin(v))
		return
	}
	x := g.buildIntrin(v)
	ws := g.results(v)
	fn := intrinsic(v.Attr.Name)
	for i, w := range ws {
		if w != nil {
			w.kind = intrinKinds[fn.Results[i]]
		}
	}
	g.emit(v, &stmt{kind: stAssign, lhs: ws, rhs: []jen.Code{x.jen()}})
}

// atomNames are the runtime's spellings of the atomic operations; the carrier
// of the operand follows.
var atomNames = map[ir.Atom]struct {
	fn   string
	sign func(kind) kind
}{
	ir.AtomAdd: {"Add", kind.asUnsigned}, ir.AtomMinS: {"Min", kind.asSigned}, ir.AtomMinU: {"Min", kind.asUnsigned},
	ir.AtomMaxS: {"Max", kind.asSigned}, ir.AtomMaxU: {"Max", kind.asUnsigned},
	ir.AtomAnd: {"And", kind.asUnsigned}, ir.AtomOr: {"Or", kind.asUnsigned}, ir.AtomXor: {"Xor", kind.asUnsigned},
	ir.AtomExch: {"Exch", kind.asUnsigned}, ir.AtomCAS: {"CAS", kind.asUnsigned},
	ir.AtomInc: {"Inc", kind.asUnsigned}, ir.AtomDec: {"Dec", kind.asUnsigned},
	ir.AtomFAdd: {"Add", kind.asSelf}, ir.AtomFMin: {"Min", kind.asSelf}, ir.AtomFMax: {"Max", kind.asSelf},
	ir.AtomArrive: {"Arrive", kind.asUnsigned}, ir.AtomArriveDrop: {"ArriveDrop", kind.asUnsigned},
	ir.AtomArriveTx: {"ArriveTx", kind.asUnsigned}, ir.AtomArriveDropTx: {"ArriveDropTx", kind.asUnsigned},
	ir.AtomExpectTx: {"ExpectTx", kind.asUnsigned}, ir.AtomCompleteTx: {"CompleteTx", kind.asUnsigned},
}

// halfAtomics are the functions of fpops that compute atomic operations on 16-bit
// floats, whose carriers are integers.
var halfAtomics = map[ir.Atom]map[ir.Type]string{
	ir.AtomFAdd: {ir.F16: "AddRnF16", ir.F16x2: "AddRnF16x2", ir.BF16: "AddRnBf16", ir.BF16x2: "AddRnBf16x2"},
	ir.AtomFMin: {ir.F16: "MinF16", ir.F16x2: "MinF16x2", ir.BF16: "MinBf16", ir.BF16x2: "MinBf16x2"},
	ir.AtomFMax: {ir.F16: "MaxF16", ir.F16x2: "MaxF16x2", ir.BF16: "MaxBf16", ir.BF16x2: "MaxBf16x2"},
}

// stmtAtomic prints an atomic operation. Shared and local memory belongs to
// one goroutine, so that there the plain form is atomic.
func (g *funcGen) stmtAtomic(v *ir.Value) {
	p := g.locate(v)
	prefix := "Atom"
	if p.space == ir.Shared || p.space == ir.Local {
		prefix = "Plain"
	}
	if v.Vec() == 2 {
		g.atomicPair(v, p, prefix)
		return
	}
	row := atomNames[v.Attr.Atom]
	k := row.sign(kindOf(v.Attr.Mem))
	cell := k.asUnsigned()
	if v.Attr.Atom == ir.AtomFAdd {
		cell = k
	}
	fn := prefix + row.fn
	half := halfAtomics[v.Attr.Atom][v.Attr.Mem]
	if half != "" {
		fn = prefix + "Func"
	}
	if v.Attr.Atom == ir.AtomFAdd && k == kF32 && p.space != ir.Shared {
		fn += "Ftz" // global f32 additions flush subnormals, those in shared memory do not
	}
	args := []jen.Code{g.cell(v, p, cell).jen()}
	unknown := v.Attr.Atom == ir.AtomFAdd && k == kF32 && p.space == ir.Generic && p.view == nil
	if unknown { // only the address says whether it flushes
		args[0] = p.addr.jen()
	}
	if half != "" {
		args = append(args, jen.Qual(fpopsPath, half))
	}
	for _, a := range v.Args[1:] {
		x := g.value(a)
		if x.kind.isFloat() != k.isFloat() {
			x = bitcast(x, k)
		}
		args = append(args, convert(x, k).jen())
	}
	code := rt(fn + k.suffix()).Call(args...)
	if unknown {
		code = g.mem().Dot("AtomAddGenericF32").Call(args...)
	}
	if v.Type == ir.Void || g.plan.uses[v.ID] == 0 {
		g.emit(v, &stmt{kind: stCode, code: code})
		return
	}
	x := primary(code, k)
	if want := g.plan.kinds[v.ID]; want.isFloat() != k.isFloat() {
		x = bitcast(x, want)
	}
	g.set(v, x)
}

// atomicPair prints an atomic operation on 128 bits.
func (g *funcGen) atomicPair(v *ir.Value, p place, prefix string) {
	var ptr expr
	at, fn := "PtrPair", atomNames[v.Attr.Atom].fn
	loads := v.LoadsPair()
	if loads {
		fn = "Load"
		if p.space != ir.Shared && p.space != ir.Local {
			at = "ReadPair" // perhaps of memory that is not to be written
		}
	}
	switch {
	case p.view == nil:
		ptr = call(g.memoryFunc(p.space, at), kNone, p.addr)
	case p.view.bytes:
		ptr = call(rt("PtrPair"), kNone, p.bytes(), convert(p.index, kI64))
	default:
		ptr = call(rt("Vec").Types(jen.Index(jen.Id("2")).Uint64()), kNone, p.bytes(), convert(p.index, kInt))
	}
	args := []jen.Code{ptr.jen()}
	for _, a := range v.Args[1:] {
		if loads {
			break
		}
		x := g.value(a)
		if x.kind.isFloat() {
			x = bitcast(x, kU64)
		}
		args = append(args, convert(x, kU64).jen())
	}
	g.finishCall(v, rt(prefix+fn+"Pair").Call(args...), []kind{kU64, kU64})
}

// cell is the pointer that an atomic operation works on.
func (g *funcGen) cell(v *ir.Value, p place, k kind) expr {
	switch {
	case p.view == nil:
		return call(g.memoryFunc(p.space, "Ptr"+k.suffix()), kNone, p.addr)
	case p.view.bytes:
		return call(rt("Ptr"+k.suffix()), kNone, p.bytes(), convert(p.index, kI64))
	}
	return g.as(pointer(p, 0), p.view.elem, k)
}

func (g *funcGen) stmtFence(v *ir.Value) {
	if v.Attr.Scope == ir.ScopeCTA {
		// One goroutine runs the CTA: its threads see each other's accesses in
		// order anyway.
		s := &stmt{kind: stComment}
		g.emit(v, s)
		return
	}
	g.emit(v, &stmt{kind: stCode, code: rt("Fence").Call()})
}

func (g *funcGen) stmtTrap(v *ir.Value) {
	g.emit(v, &stmt{kind: stCode, code: g.mem().Dot("Trap").Call()})
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

func (g *funcGen) nextPoint() *jen.Statement {
	g.point++
	return jen.Id(strconv.Itoa(g.point))
}

func (g *funcGen) u32(v *ir.Value) *jen.Statement {
	x := g.value(v)
	if x.kind.isFloat() {
		x = bitcast(x, kU32)
	}
	return convert(x, kU32).jen()
}

// finishSync emits a synchronising call whose result, if it is wanted, is of
// the given carrier.
func (g *funcGen) finishSync(v *ir.Value, code *jen.Statement, k kind) {
	if k == kNone || g.plan.uses[v.ID] == 0 {
		g.emit(v, &stmt{kind: stCode, code: code})
		return
	}
	x := primary(code, k)
	if v.Type.IsFloat() {
		x = bitcast(x, g.plan.kinds[v.ID])
	}
	g.set(v, x)
}

var barrierNames = [...]struct {
	fn   string
	kind kind
}{
	ir.BarSync: {"BarSync", kNone}, ir.BarArrive: {"BarArrive", kNone},
	ir.BarRedPopc: {"BarPopc", kU32}, ir.BarRedAnd: {"BarAnd", kBool}, ir.BarRedOr: {"BarOr", kBool},
}

func (g *funcGen) stmtBarrier(v *ir.Value) {
	row := barrierNames[v.Attr.Bar]
	args := []jen.Code{g.nextPoint(), g.u32(v.Args[0]), g.u32(v.Args[1])}
	if len(v.Args) > 2 {
		args = append(args, g.value(v.Args[2]).jen())
	}
	g.finishSync(v, g.thread().Dot(row.fn).Call(args...), row.kind)
}

func (g *funcGen) stmtWarpSync(v *ir.Value) {
	g.finishSync(v, g.thread().Dot("WarpSync").Call(g.nextPoint(), g.u32(v.Args[0])), kNone)
}

func (g *funcGen) stmtLockstep(v *ir.Value) {
	g.finishSync(v, g.thread().Dot("Lockstep").Call(g.nextPoint()), kNone)
}

var shflNames = [...]string{ir.ShflUp: "ShflUp", ir.ShflDown: "ShflDown", ir.ShflBfly: "ShflBfly", ir.ShflIdx: "ShflIdx"}

func (g *funcGen) stmtShfl(v *ir.Value) {
	args := []jen.Code{g.nextPoint(), rt(shflNames[v.Attr.Shfl]), g.u32(v.Args[0]), g.u32(v.Args[1]), g.u32(v.Args[2])}
	fn := "ShflActive"
	if !v.Attr.NonSync {
		fn = "Shfl"
		args = append(args, g.u32(v.Args[3]))
	}
	g.finishTuple(v, g.thread().Dot(fn).Call(args...), kU32, kBool)
}

// finishTuple emits a call with several results.
func (g *funcGen) finishTuple(v *ir.Value, code *jen.Statement, kinds ...kind) {
	ws := g.results(v)
	any := false
	var fix []func()
	for i, w := range ws {
		if w == nil {
			continue
		}
		any = true
		if w.kind == kinds[i] {
			continue
		}
		// The carrier differs: take the result in a variable of its own.
		want := w
		t := g.temp(want.name, kinds[i])
		ws = append([]*variable(nil), ws...)
		ws[i] = t
		fix = append(fix, func() {
			g.use(t)
			x := t.expr()
			if want.kind.isFloat() {
				x = bitcast(x, want.kind)
			}
			g.assign(nil, []*variable{want}, convert(x, want.kind))
		})
	}
	if !any {
		g.emit(v, &stmt{kind: stCode, code: code})
		return
	}
	g.emit(v, &stmt{kind: stAssign, lhs: ws, rhs: []jen.Code{code}})
	for _, f := range fix {
		f()
	}
}

var voteNames = [...]struct {
	fn   string
	kind kind
}{ir.VoteAll: {"VoteAll", kBool}, ir.VoteAny: {"VoteAny", kBool}, ir.VoteUni: {"VoteUni", kBool}, ir.VoteBallot: {"Ballot", kU32}}

func (g *funcGen) stmtVote(v *ir.Value) {
	row := voteNames[v.Attr.Vote]
	args := []jen.Code{g.nextPoint(), g.value(v.Args[0]).jen()}
	fn := row.fn + "Active"
	if !v.Attr.NonSync {
		fn = row.fn
		args = append(args, g.u32(v.Args[1]))
	}
	g.finishSync(v, g.thread().Dot(fn).Call(args...), row.kind)
}

func (g *funcGen) stmtMatch(v *ir.Value) {
	width := strconv.Itoa(v.Args[0].Type.Bits())
	x := g.value(v.Args[0])
	if x.kind.isFloat() {
		x = bitcast(x, kindOf(ir.IntOfBits(v.Args[0].Type.Bits())))
	}
	x = convert(x, x.kind.asUnsigned())
	args := []jen.Code{g.nextPoint(), x.jen(), g.u32(v.Args[1])}
	if v.Attr.Vote == ir.VoteAll {
		g.finishTuple(v, g.thread().Dot("MatchAll"+width).Call(args...), kU32, kBool)
		return
	}
	code := g.thread().Dot("MatchAny" + width).Call(args...)
	if v.Type != ir.Tuple {
		g.finishSync(v, code, kU32)
		return
	}
	ws := g.results(v)
	s := &stmt{kind: stAssign, lhs: ws[:1], rhs: []jen.Code{code}}
	if ws[0] != nil && ws[0].kind != kU32 {
		s.rhs = []jen.Code{ws[0].kind.id().Parens(code)}
	}
	g.emit(v, s)
}

var reduxNames = map[ir.Atom]string{
	ir.AtomAdd: "ReduxAdd", ir.AtomMinU: "ReduxMinU", ir.AtomMinS: "ReduxMinS", ir.AtomMaxU: "ReduxMaxU",
	ir.AtomMaxS: "ReduxMaxS", ir.AtomAnd: "ReduxAnd", ir.AtomOr: "ReduxOr", ir.AtomXor: "ReduxXor",
}

func (g *funcGen) stmtRedux(v *ir.Value) {
	code := g.thread().Dot("Redux").Call(g.nextPoint(), rt(reduxNames[v.Attr.Atom]), g.u32(v.Args[0]), g.u32(v.Args[1]))
	g.finishSync(v, code, kU32)
}

func (g *funcGen) stmtActive(v *ir.Value) {
	g.finishSync(v, g.thread().Dot("ActiveMask").Call(g.nextPoint()), kU32)
}
