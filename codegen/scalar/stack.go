package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// stackResult emits a call that works on the local stack, with its result where
// something uses it.
func (g *memGen) stackResult(v *ir.Value, code *jen.Statement) {
	if v.Type == ir.Void || g.plan.uses(v) == 0 {
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
		return
	}
	g.set(v, gosrc.Primary(code, gosrc.U64))
}

func stmtAlloca(g *memGen, v *ir.Value) {
	size, align := gosrc.Convert(g.value(v.Args[0]), gosrc.U64), gosrc.Convert(g.value(v.Args[1]), gosrc.U64)
	g.stackResult(v, g.thread().Dot("Alloca").Call(size.Code(), align.Code()))
}

func stmtStackSave(g *memGen, v *ir.Value) {
	g.stackResult(v, g.thread().Dot("StackSave").Call())
}

func stmtStackRestore(g *memGen, v *ir.Value) {
	g.stackResult(v, g.thread().Dot("StackRestore").Call(gosrc.Convert(g.value(v.Args[0]), gosrc.U64).Code()))
}

// keepResults puts the results that read local memory by its address in variables,
// by index, before the function gives that memory back.
func (g *memGen) keepResults(b *ir.Block) map[int]*gosrc.Variable {
	if g.mark == nil {
		return nil
	}
	kept := map[int]*gosrc.Variable{}
	for i, v := range b.Ctrl {
		if g.readsLocal(v) {
			x := g.resultExpr(v, i)
			w := g.temp("r", x.Kind)
			g.assign(v, []*gosrc.Variable{w}, x)
			kept[i] = w
		}
	}
	return kept
}

// readsLocal reports whether the expression of a value may read local memory other
// than through the frame's own variable.
func (g *memGen) readsLocal(v *ir.Value) bool {
	if !g.plan.inline[v.ID] || trivial(v) {
		return false
	}
	if v.IsAccess() && (v.Attr.Space == ir.Local || v.Attr.Space == ir.Generic) {
		if g.mod.memory.Access(v).View == nil {
			return true
		}
	}
	for _, a := range g.plan.operands(v) {
		if g.readsLocal(a) {
			return true
		}
	}
	return false
}
