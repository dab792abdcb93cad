package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A row whose threads access memory at one element a thread, behind a guard
// such as i < n, gets a second, clean loop: the guard becomes the number of
// threads, and every slice is cut to the window that these threads access,
// which is the one bounds check. The clean loop runs where nothing wraps and all
// windows are inside; the loop behind it does the rest, faults included.
//
//	if m, ok := ptx.Below(i, n, c.Dim.X); ok && ptx.Inside(x, i, m) {
//		xs := x[i:][:m]
//		for tx := range xs { ... xs[tx] ... }
//		return
//	}

// window is the part of a slice that the threads of a row access.
type window struct {
	base  analysis.Base
	start []*ir.Value // summands of the first index, the same for the row
	ext   gosrc.Kind  // the carrier of their sum, which is 32 bits wide
	off   int64       // and a constant
	v     *gosrc.Variable
	slice string // what it is cut from
}

// windows is the plan of a clean loop.
type windows struct {
	guard *ir.Value   // compares index with limit, nil where there is no guard
	index []*ir.Value // what the guard compares: these plus tx
	sign  gosrc.Kind  // and as what
	limit *ir.Value
	all   []*window
	use   map[*ir.Value]*window // by access
	body  []*region.Node
}

// maxClean bounds the body of which two copies are worth their length.
const maxClean = 40

// cleanLoop looks for the shape of a clean loop in a kernel.
func (g *funcGen) cleanLoop(root *region.Node) *windows {
	w := &windows{use: map[*ir.Value]*window{}}
	nodes := root.Body
	size := 0
	for i, n := range nodes {
		switch n.Kind {
		case region.Basic:
			size += len(n.Block.Values)
		case region.Return:
			if i != len(nodes)-1 {
				return nil
			}
		case region.If:
			if i != 1 || w.guard != nil || len(n.Else) > 0 || len(n.Body) != 1 || n.Body[0].Kind != region.Return || !w.takeGuard(n) {
				return nil
			}
			continue
		default:
			return nil
		}
		w.body = append(w.body, n)
	}
	if size > maxClean || w.guard == nil {
		return nil
	}
	for _, n := range w.body {
		if n.Kind == region.Basic && !g.cut(w, n.Block) {
			return nil
		}
	}
	if len(w.all) == 0 {
		return nil
	}
	return w
}

// takeGuard reads i < n, with i the index of the thread, from an If that ends
// the thread where it does not hold.
func (w *windows) takeGuard(n *region.Node) bool {
	v := n.Block.Ctrl[0]
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 {
		return false
	}
	cmp, a, b := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !n.Negate { // ends where the compare is true: the threads that go on are the others
		cmp = cmp.Negated()
	}
	w.sign = gosrc.I32
	switch cmp {
	case ir.GtS, ir.GtU:
		a, b = b, a
	case ir.LtS, ir.LtU:
	default:
		return false
	}
	if cmp == ir.LtU || cmp == ir.GtU {
		w.sign = gosrc.U32
	}
	memo := map[*ir.Value]bool{}
	index, ok := lanePlus(a, memo)
	if !ok || !sameInRow(b, memo) {
		return false
	}
	w.guard, w.index, w.limit = v, index, b
	return true
}

// lanePlus takes v apart as %tid.x plus values that are the same for the row.
func lanePlus(v *ir.Value, memo map[*ir.Value]bool) (uniform []*ir.Value, ok bool) {
	switch {
	case analysis.IsSReg(v, "tid.x"):
		return nil, true
	case v.Op != ir.OpAdd || v.Type != ir.I32:
		return nil, false
	}
	for i, a := range v.Args {
		b := v.Args[1-i]
		if !sameInRow(b, memo) {
			continue
		}
		if u, ok := lanePlus(a, memo); ok {
			return append(u, b), true
		}
	}
	return nil, false
}

// laneSum takes an index apart as lanePlus does: one number, extended with its sign or
// without, or where addresses have 32 bits the terms that it is the sum of.
func laneSum(terms []analysis.Term, narrow bool, memo map[*ir.Value]bool) (uniform []*ir.Value, ext gosrc.Kind, ok bool) {
	lane := false
	ext = gosrc.I32
	for _, t := range terms {
		if t.Scale != 1 || t.Value.Type != ir.I32 || !narrow && (len(terms) != 1 || t.Ext == analysis.ExtNone) {
			return nil, ext, false
		}
		if t.Ext == analysis.ExtUnsigned {
			ext = gosrc.U32
		}
		if u, ok := lanePlus(t.Value, memo); ok && !lane {
			uniform, lane = append(uniform, u...), true
			continue
		}
		if !sameInRow(t.Value, memo) {
			return nil, ext, false
		}
		uniform = append(uniform, t.Value)
	}
	return uniform, ext, lane
}

// cut finds the window of every access of a block.
func (g *funcGen) cut(w *windows, b *ir.Block) bool {
	memo := map[*ir.Value]bool{}
	for _, v := range b.Values {
		if !g.plan.needed[v.ID] {
			continue
		}
		switch {
		case v.Op == ir.OpLoad || v.Op == ir.OpStore:
		case v.HasEffect() || v.Convergent() || isImage(v):
			return false
		default:
			continue
		}
		a := g.mod.memory.Access(v)
		view := a.View
		if view == nil || view.Bytes || v.Vec() > 1 || a.Root != nil || strong(v, v.Attr.Space) || a.Base.Kind != analysis.BaseParam {
			return false
		}
		size := int64(view.Elem.Bytes())
		terms, off, ok := a.Index(size)
		if !ok {
			return false
		}
		start, ext, ok := laneSum(terms, a.Narrow, memo)
		if !ok {
			return false
		}
		// A sum that wraps shows in the first index, but for one of which something is
		// subtracted: there the guard must know.
		if off < 0 && (len(start) == 0 || ext != w.sign || !sameValues(start, w.index)) {
			return false
		}
		w.use[v] = w.window(g, window{base: a.Base, start: start, ext: ext, off: off})
	}
	return true
}

// window returns the one with that base and first index, a new one if there is none yet.
func (w *windows) window(g *funcGen, x window) *window {
	for _, y := range w.all {
		if y.base == x.base && y.off == x.off && y.ext == x.ext && sameValues(y.start, x.start) {
			return y
		}
	}
	x.slice = g.kernel.Params[x.base.Index].GoName
	w.all = append(w.all, &x)
	return &x
}

func sameInRow(v *ir.Value, memo map[*ir.Value]bool) bool {
	same, ok := memo[v]
	if ok {
		return same
	}
	framed := v.Op == ir.OpSymAddr && v.Attr.Sym.Space == ir.Local // which there is inside the loop
	same = v.Pure() && v.Op != ir.OpPhi && v.Op != ir.OpExtract && !framed && analysis.Inherent(v).In(analysis.Row) &&
		!slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !sameInRow(a, memo) })
	memo[v] = same
	return same
}

func sameValues(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// sum prints the first index of a window, or what a guard compares, for the
// first thread of the row.
func (g *funcGen) sum(vals []*ir.Value, k gosrc.Kind) gosrc.Expr {
	if len(vals) == 0 {
		return gosrc.Constant(0, k)
	}
	x := gosrc.Convert(g.value(vals[0]), k)
	for _, v := range vals[1:] {
		x = gosrc.Binary(x, "+", gosrc.Convert(g.value(v), k), k)
	}
	return x
}

// unsignedName is the function of the runtime for indices of 32 bits without a sign.
func unsignedName(fn string, k gosrc.Kind) string {
	if k == gosrc.U32 {
		return fn + "U"
	}
	return fn
}

// emitClean prints the clean loop in front of the general one.
func (g *funcGen) emitClean(w *windows) {
	m := &gosrc.Variable{Name: g.names.Pick("m"), Kind: gosrc.Int}
	ok := &gosrc.Variable{Name: g.names.Pick("ok"), Kind: gosrc.Bool}
	g.vars = append(g.vars, m, ok)
	i := g.sum(w.index, w.sign)
	if !i.IsConst && !i.Atom {
		t := g.temp("i", w.sign)
		g.assign(nil, []*gosrc.Variable{t}, i)
		i = t.Expr()
		g.use(t)
	}
	limit := gosrc.Convert(g.value(w.limit), w.sign)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{m, ok}, RHS: []jen.Code{Runtime(unsignedName("Below", w.sign)).Call(i.Code(), limit.Code(), jen.Id("c").Dot("Dim").Dot("X"))}})

	cond := jen.Id(ok.Name)
	firsts := make([]gosrc.Expr, len(w.all))
	for k, x := range w.all {
		firsts[k] = g.first(x)
		cond.Op("&&").Add(Runtime(unsignedName("Inside", x.ext)).Call(jen.Id(x.slice), gosrc.Convert(firsts[k], gosrc.Int).Code(), jen.Id(m.Name)))
	}
	g.use(m)
	g.use(ok)
	st := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock()}
	g.push(st)
	saved := g.cur
	g.cur = st.Body
	for k, x := range w.all {
		x.v = &gosrc.Variable{Name: g.names.Pick(x.slice + "s"), Type: jen.Index()}
		g.vars = append(g.vars, x.v)
		length := jen.Id(m.Name)
		if k > 0 {
			length = jen.Len(jen.Id(w.all[0].v.Name))
			g.use(w.all[0].v)
		}
		g.use(m)
		from := jen.Id(x.slice)
		if f := g.first(x); !f.IsConst || f.Bits != 0 {
			from.Index(f.Code().Op(":"))
		}
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{x.v}, RHS: []jen.Code{from.Index(jen.Op(":").Add(length))}})
	}
	g.use(w.all[0].v)
	loop := &gosrc.Stmt{Kind: gosrc.ForStmt, Code: jen.Id("tx").Op(":=").Range().Id(w.all[0].v.Name), Body: gosrc.NewBlock(), Label: threadsLabel}
	g.push(loop)
	g.cur = loop.Body
	general := g.ctx
	g.ctx.clean = w
	// The loops are different scopes: each may call its variables what it likes.
	vars, names := g.byVal, g.names
	g.names = gosrc.NewNamer(names)
	g.byVal = map[*ir.Value]*gosrc.Variable{}
	for v, x := range vars {
		if g.front[v] {
			g.byVal[v] = x
		}
	}
	for _, n := range w.body {
		if n.Kind == region.Basic {
			g.values(n.Block)
		}
	}
	g.byVal, g.names = vars, names
	g.ctx = general
	g.cur = st.Body
	g.push(&gosrc.Stmt{Kind: gosrc.ReturnStmt})
	g.cur = saved
}

// first is the index at which a window begins.
func (g *funcGen) first(x *window) gosrc.Expr {
	f := g.sum(x.start, x.ext)
	if x.off != 0 {
		f = offset(gosrc.Convert(f, gosrc.Int), x.off)
	}
	return f
}
