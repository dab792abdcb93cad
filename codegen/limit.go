package codegen

import "github.com/dave/jennifer/jen"

// trip is how many threads of a row pass a guard.
type trip struct {
	bound expr
	deps  []*variable
}

// limitLoop turns the guard of a loop over threads into its trip count. lead is
// how many statements in front are the loop's own.
func limitLoop(loop *stmt, dim *jen.Statement) {
	b := loop.body
	at := 0
	for at < len(b.stmts) && b.stmts[at].lead {
		at++
	}
	if at == len(b.stmts) {
		return
	}
	s := b.stmts[at]
	if s.kind != stIf || s.other != nil && len(s.other.stmts) > 0 {
		return
	}
	var t *trip
	var rest []*stmt
	switch {
	case s.yes != nil && at == len(b.stmts)-1 && len(s.body.decls) == 0:
		t, rest = s.yes, s.body.stmts
	case s.no != nil && len(s.body.stmts) == 1 && s.body.stmts[0].kind == stContinue && s.body.stmts[0].label == "":
		t, rest = s.no, b.stmts[at+1:]
	default:
		return
	}
	for _, d := range s.deps {
		d.uses = without(d.uses, s)
	}
	for _, x := range rest {
		x.parent = b
	}
	b.stmts = append(b.stmts[:at:at], rest...)
	loop.code = jen.Id("tx").Op(":=").Range().Id("min").Call(dim, t.bound.jen())
	loop.deps = append(loop.deps, t.deps...)
	for _, d := range t.deps {
		d.uses = append(d.uses, loop)
	}
}
