package scalar

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The windows of a clean loop (schedule.Window) are checked in front of it, and are of one of
// these forms in Go:
//
//	xs := x[i:][:n]                             // one element for each thread: xs[tx]
//	v := (*[16]float32)(a[ty*16 : ty*16+16])    // the same elements for all threads: v[3]
//	v := (*[241]float32)(b[tx : tx+241])        // in the loop, several for each thread: v[16]
//	ts := tile[ty:]                             // elements at a distance: ts[tx*33], ts[tx+16]

// sum prints a sum that is the same for a row.
func (g *rangeGen) sum(s schedule.Sum, k gosrc.Kind) gosrc.Expr {
	var sum adder
	for _, t := range s.Terms {
		sum.add(gosrc.Convert(g.value(t.Value), k), t.Scale)
	}
	sum.add(gosrc.Constant(uint64(s.Const), k), 1)
	return sum.Expr
}

// adder makes sums of expressions with one carrier.
type adder struct {
	gosrc.Expr
	some bool
}

// add adds a multiple of an expression.
func (a *adder) add(x gosrc.Expr, times int64) {
	k := x.Kind
	switch {
	case a.some && x.IsConst && x.Bits == 0:
	case !a.some && times < 0:
		a.Expr = gosrc.Unary("-", scale(x, -times), k)
	case !a.some:
		a.Expr = scale(x, times)
	case times < 0:
		a.Expr = gosrc.Binary(a.Expr, "-", scale(x, -times), k)
	default:
		a.Expr = gosrc.Binary(a.Expr, "+", scale(x, times), k)
	}
	a.some = true
}

// indexKind is the carrier of an index of 32 bits.
func indexKind(signed bool) gosrc.Kind {
	if signed {
		return gosrc.I32
	}
	return gosrc.U32
}

// starts prints the indices at which windows begin, in front of their checks, where they are
// no single values.
func (g *rangeGen) starts(w *schedule.Clean, r *threadRange) {
	for _, x := range w.Windows {
		if slices.ContainsFunc(r.starts, func(s start) bool { return s.of.Begins(x) }) {
			continue
		}
		j := g.begin(x, r)
		if j.IsConst || j.Atom {
			g.deps = nil
			continue
		}
		v := g.temp("j", gosrc.Int)
		g.assign(nil, []*gosrc.Variable{v}, gosrc.Convert(j, gosrc.Int))
		r.starts = append(r.starts, start{x, v})
	}
}

// first prints the index of the first thread that runs at which a window begins.
func (g *rangeGen) first(x *schedule.Window, r *threadRange) gosrc.Expr {
	if i := slices.IndexFunc(r.starts, func(s start) bool { return s.of.Begins(x) }); i >= 0 {
		g.use(r.starts[i].v)
		return offset(r.starts[i].v.Expr(), x.Min)
	}
	return offset(g.begin(x, r), x.Min)
}

// begin prints the index of the first thread that runs, but for a constant.
func (g *rangeGen) begin(x *schedule.Window, r *threadRange) gosrc.Expr {
	if len(x.First) == 1 && x.First[0].Scale == 1 && (r.lo == nil || x.Step == 0) {
		return g.summand(x.First[0])
	}
	var sum adder
	for _, s := range x.First {
		sum.add(gosrc.Convert(g.summand(s), gosrc.Int), s.Scale)
	}
	if r.lo != nil && x.Step > 0 {
		g.use(r.lo)
		sum.add(gosrc.Convert(r.lo.Expr(), gosrc.Int), x.Step)
	}
	if !sum.some {
		return gosrc.Constant(0, gosrc.Int)
	}
	return sum.Expr
}

// summand prints what a summand extends and multiplies.
func (g *rangeGen) summand(s schedule.Summand) gosrc.Expr {
	k := gosrc.I64
	if s.Ext != analysis.ExtNone {
		k = indexKind(s.Ext == analysis.ExtSigned)
	}
	return g.sum(s.Sum, k)
}

// maxPointed is how many accesses go through an array of their own for each thread. The Go
// compiler moves loads of one block of code to its beginning, where nothing stands between
// them, and has no registers for many: the checks of the elements of a slice cost less.
const maxPointed = 8

// pointed reports whether the elements of a thread have an array of their own.
func (g *scope) pointed(x *schedule.Window) bool {
	n, vector := 0, false
	for v, p := range g.body.Clean.Use {
		if p.Window == x {
			n++
			vector = vector || v.Vec() > 1
		}
	}
	return vector || span(x) > 1 && n <= maxPointed
}

// span is the number of elements that one thread accesses.
func span(x *schedule.Window) int64 { return x.Max - x.Min + 1 }

// stream reports whether each thread accesses one element behind that of the last.
func stream(x *schedule.Window) bool { return x.Step == 1 && span(x) == 1 }

// checks prints what must be true of the windows so that the clean loop may run: one check
// for those that differ in constants only.
func (g *rangeGen) checks(w *schedule.Clean, r *threadRange) (list []*jen.Statement) {
	for i, x := range w.Windows {
		if slices.ContainsFunc(w.Windows[:i], x.Beside) {
			continue
		}
		all := *x
		for _, y := range w.Windows[i:] {
			if x.Beside(y) {
				all.Min, all.Max, all.Align = min(all.Min, y.Min), max(all.Max, y.Max), max(all.Align, y.Align)
			}
		}
		list = append(list, g.inside(&all, r))
	}
	return list
}

// inside prints that a window is inside.
func (g *rangeGen) inside(x *schedule.Window, r *threadRange) *jen.Statement {
	s, first := g.slice(x, true), gosrc.Convert(g.first(x, r), gosrc.Int).Code()
	var n jen.Code
	switch {
	case x.Step == 0:
		n = jen.Id(gosrc.Num(span(x)))
	case stream(x):
		n = g.howMany(r)
	default:
		// The last thread begins Step elements before one more would.
		n = offset(scale(g.countInt(r), x.Step), span(x)-x.Step).Code()
	}
	c := Runtime("Inside").Call(s, first, n)
	if x.Of.Base.Kind == analysis.BaseParam && x.Of.View.Writes {
		c = Runtime("Writable").Call(g.cta(), s, first, n)
	}
	if x.Align > 1 {
		c.Op("&&").Add(Runtime("Aligned")).Call(g.slice(x, true), jen.Id(gosrc.Num(x.Align)))
	}
	return c
}

// exact prints that a sum wraps for no thread that runs.
func (g *rangeGen) exact(e schedule.Exact, r *threadRange) *jen.Statement {
	i := g.sum(e.Sum, indexKind(e.Signed))
	g.useRange(r)
	n := jen.Code(r.end())
	if e.Step != 1 {
		n = scale(gosrc.Convert(gosrc.Primary(r.end(), gosrc.U32), gosrc.Int), e.Step).Code()
	}
	return Runtime("Exact").Call(i.Code(), n)
}

// open prints the windows of the threads of a range, in front of the loop. The first slice
// with an element for each thread says how many there are.
func (g *rangeGen) open(list []*schedule.Window, r *threadRange) (out map[*schedule.Window]*opening, lead *gosrc.Variable) {
	out = map[*schedule.Window]*opening{}
	for _, x := range list {
		o := &opening{window: x, slice: g.slice(x, false)}
		out[x] = o
		first := g.first(x, r)
		begins := first.IsConst && first.Bits == 0
		switch {
		case stream(x) && g.throughRows != nil:
			of := o.slice
			g.cutTight(o.named(g.funcGen, g.partName(x)), of.Clone(), first, r)
			if lead == nil {
				lead = o.v
			}
		case stream(x):
			from := o.slice
			if !begins {
				from = from.Clone().Index(first.Code().Op(":"))
			}
			g.cut(o.named(g.funcGen, g.partName(x)), from, lead, r)
			if lead == nil {
				lead = o.v
			}
		case x.Step == 0:
			g.pointTo(o, first)
		case !begins:
			from := o.slice.Clone().Index(first.Code().Op(":"))
			g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{o.named(g.funcGen, g.partName(x))}, RHS: []jen.Code{from}})
		default:
			g.deps = nil // mentioned where it is used
		}
	}
	return out, lead
}

// named gives what accesses index a variable of its own.
func (o *opening) named(g *funcGen, wish string) *gosrc.Variable {
	o.v = &gosrc.Variable{Name: g.names.Pick(wish), Type: jen.Index().Add(g.mod.elem(o.window.Of.View).Type())}
	g.vars = append(g.vars, o.v)
	o.slice = jen.Id(o.v.Name)
	return o.v
}

// cut prints a slice of as many elements as threads run.
func (g *rangeGen) cut(v *gosrc.Variable, from *jen.Statement, lead *gosrc.Variable, r *threadRange) {
	var n *jen.Statement
	if lead != nil {
		g.use(lead)
		n = jen.Len(jen.Id(lead.Name))
	} else {
		n = g.howMany(r)
	}
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{from.Index(jen.Op(":").Add(n))}, Whole: true})
}

// cutTight is cut where there is a slice of its own for each row: with no room behind its elements, so
// that nothing asks whether any is left.
func (g *rangeGen) cutTight(v *gosrc.Variable, of *jen.Statement, first gosrc.Expr, r *threadRange) {
	n := g.countInt(r)
	first = gosrc.Convert(first, gosrc.Int)
	end := gosrc.Binary(first, "+", n, gosrc.Int)
	begin := first.Code()
	if first.IsConst && first.Bits == 0 {
		begin, end = jen.Empty(), n
	}
	part := of.Index(begin, end.Code(), end.Code())
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{part}, Whole: true})
}

// pointTo prints a pointer to the array of what a thread accesses, from an element on.
func (g *rangeGen) pointTo(o *opening, from gosrc.Expr) {
	n := span(o.window)
	from = gosrc.Convert(from, gosrc.Int)
	part := o.slice.Clone().Index(from.Code().Op(":").Add(offset(from, n).Code()))
	typ := jen.Op("*").Index(jen.Id(gosrc.Num(n))).Add(g.mod.elem(o.window.Of.View).Type())
	v := &gosrc.Variable{Name: g.names.Pick(g.partName(o.window)), Type: typ}
	g.vars = append(g.vars, v)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{jen.Parens(typ.Clone()).Parens(part)}, Lead: true})
	o.slice, o.v, o.array = jen.Id(v.Name), v, true
}

// points prints the pointers that differ by thread, at the beginning of the loop.
func (g *rangeGen) points(list []*schedule.Window) {
	for _, x := range list {
		if o := g.ctx.clean[x]; x.Step > 0 && g.pointed(x) {
			if o.v == nil {
				o.slice = g.slice(x, false)
			}
			g.use(o.v)
			g.pointTo(o, scale(g.position(), x.Step))
		}
	}
}

// partName is what a part of a buffer or a variable is called.
func (g *source) partName(x *schedule.Window) string {
	name := ""
	if b := x.Of.Base; b.Kind == analysis.BaseParam {
		name = g.kernel.Params[b.Index].GoName
	} else {
		name = gosrc.LowerFirst(gosrc.Identifier(localName(b.Sym.Name)))
	}
	if strings.HasSuffix(name, "s") {
		return name + "w"
	}
	return name + "s"
}
