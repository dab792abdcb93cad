package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// What statements have in common whose values have several results, or wait for other threads.

// results returns the variables of a Tuple's results, nil where one is unused.
func (g *funcGen) results(v *ir.Value) []*gosrc.Variable {
	if ws, ok := g.tuples[v]; ok {
		return ws
	}
	ws := make([]*gosrc.Variable, len(v.Results))
	for _, u := range g.plan.users[v.ID] {
		if ws[u.Attr.Index] != nil {
			continue
		}
		k := g.plan.kinds[u.ID]
		if v.Op == ir.OpWarp {
			k = intrinKinds[warpFunc(v).Results[u.Attr.Index]]
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

// finishTuple emits a call with several results.
func (g *funcGen) finishTuple(v *ir.Value, code *jen.Statement, kinds ...gosrc.Kind) {
	ws := g.results(v)
	any := false
	var fix []func()
	for i, w := range ws {
		if w == nil {
			continue
		}
		any = true
		if w.Kind == kinds[i] {
			continue
		}
		// The carrier differs: take the result in a variable of its own.
		want := w
		t := g.temp(want.Name, kinds[i])
		ws = append([]*gosrc.Variable(nil), ws...)
		ws[i] = t
		fix = append(fix, func() {
			g.use(t)
			x := t.Expr()
			if want.Kind.IsFloat() {
				x = gosrc.Bitcast(x, want.Kind)
			}
			g.assign(nil, []*gosrc.Variable{want}, gosrc.Convert(x, want.Kind))
		})
	}
	if !any {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
		return
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: ws, RHS: []jen.Code{code}})
	for _, f := range fix {
		f()
	}
}

// finishSync emits a synchronising call whose result, if it is wanted, is of
// the given carrier.
func (g *funcGen) finishSync(v *ir.Value, code *jen.Statement, k gosrc.Kind) {
	if k == gosrc.NoKind || g.plan.uses(v) == 0 {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
		return
	}
	x := gosrc.Primary(code, k)
	if v.Type.IsFloat() {
		x = gosrc.Bitcast(x, g.plan.kinds[v.ID])
	}
	g.set(v, x)
}

func (g *goFunc) nextPoint() *jen.Statement {
	g.point++
	return jen.Id(strconv.Itoa(g.point))
}

func (g *funcGen) u32(v *ir.Value) *jen.Statement {
	x := g.value(v)
	if x.Kind.IsFloat() {
		x = gosrc.Bitcast(x, gosrc.U32)
	}
	return gosrc.Convert(x, gosrc.U32).Code()
}

// finishCall emits a call that returns results of the given carriers.
func (g *funcGen) finishCall(v *ir.Value, code *jen.Statement, results []gosrc.Kind) {
	switch {
	case v.Type == ir.Tuple:
		g.finishTuple(v, code, results...)
	case v.Type == ir.Void || g.plan.uses(v) == 0:
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
	default:
		g.set(v, gosrc.Bitcast(gosrc.Primary(code, results[0]), g.plan.kinds[v.ID]))
	}
}
