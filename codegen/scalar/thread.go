package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

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

// threadStart names the thread at hand, inside of a loop over threads.
func (g *funcGen) threadStart() *gosrc.Stmt {
	g.threadVar = &gosrc.Variable{Name: g.ctx.thread, Type: jen.Op("*").Add(Runtime("Thread"))}
	g.vars = append(g.vars, g.threadVar)
	return g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.threadVar}, RHS: []jen.Code{jen.Id("c").Dot("Thread").Call()}})
}

// mentionsTID reports whether the body reads %tid.x.
func mentionsTID(g *funcGen) bool { return g.usesTID[0] }

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
func (g *scope) ctaArg() *jen.Statement {
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
