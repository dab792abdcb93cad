package gosrc

import "github.com/dave/jennifer/jen"

// Trip is how many threads of a row pass a guard.
type Trip struct {
	Bound Expr
	Deps  []*Variable
}

// LimitLoop turns the guard of a loop over threads into its trip count. Statements
// in front that are its own stay.
func LimitLoop(loop *Stmt, dim *jen.Statement) {
	b := loop.Body
	at := 0
	for at < len(b.Stmts) && b.Stmts[at].Lead {
		at++
	}
	if at == len(b.Stmts) {
		return
	}
	s := b.Stmts[at]
	if s.Kind != IfStmt || s.Other != nil && len(s.Other.Stmts) > 0 {
		return
	}
	var t *Trip
	var rest []*Stmt
	switch {
	case s.Yes != nil && at == len(b.Stmts)-1 && len(s.Body.decls) == 0:
		t, rest = s.Yes, s.Body.Stmts
	case s.No != nil && len(s.Body.Stmts) == 1 && s.Body.Stmts[0].Kind == ContinueStmt && s.Body.Stmts[0].Label == "":
		t, rest = s.No, b.Stmts[at+1:]
	default:
		return
	}
	for _, d := range s.Deps {
		d.uses = without(d.uses, s)
	}
	for _, x := range rest {
		x.Parent = b
	}
	b.Stmts = append(b.Stmts[:at:at], rest...)
	loop.Code = jen.Id("tx").Op(":=").Range().Id("min").Call(dim, t.Bound.Code())
	loop.Deps = append(loop.Deps, t.Deps...)
	for _, d := range t.Deps {
		d.uses = append(d.uses, loop)
	}
}
