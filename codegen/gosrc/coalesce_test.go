package gosrc

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

// assign assigns an expression.
func (b *body) assign(v *Variable, x Expr, deps ...*Variable) *Stmt {
	s := &Stmt{Kind: AssignStmt, LHS: []*Variable{v}, Deps: deps}
	s.Assign(x)
	s.Shorten([]Expr{x})
	return b.at.Add(s)
}

func TestCoalesce(t *testing.T) {
	one := Constant(1, U32)
	call := func(text string) Expr { return Primary(jen.Id(text), U32) }
	for _, test := range []struct {
		name  string
		build func(b *body, w, x *Variable)
		want  string
	}{
		{"computed to be copied", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.use("f()")
			b.assign(w, x.Expr(), x)
		}, "w = g()\nf()"},
		{"an update", func(b *body, w, x *Variable) {
			b.assign(x, Binary(w.Expr(), "+", one, U32), w)
			b.assign(w, x.Expr(), x)
		}, "w++"},
		{"read otherwise", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.use("f(x)", x)
			b.assign(w, x.Expr(), x)
		}, "x := g()\nf(x)\nw = x"},
		{"the other one is read in between", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.ifThen("c", func() { b.use("f(w)", w) })
			b.assign(w, x.Expr(), x)
		}, "x := g()\nif c {\n\tf(w)\n}\nw = x"},
		{"something may leave in between", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.ifThen("c", func() { b.at.Add(&Stmt{Kind: ReturnStmt}) })
			b.assign(w, x.Expr(), x)
		}, "x := g()\nif c {\n\treturn\n}\nw = x"},
		{"in another block", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.ifThen("c", func() { b.assign(w, x.Expr(), x) })
		}, "x := g()\nif c {\n\tw = x\n}"},
		{"two ways to it", func(b *body, w, x *Variable) {
			b.assign(x, call("g()"))
			b.ifThen("c", func() { b.assign(x, call("h()")) })
			b.assign(w, x.Expr(), x)
		}, "x := g()\nif c {\n\tx = h()\n}\nw = x"},
		{"a copy of two", func(b *body, w, x *Variable) {
			y := b.variable("y", U32)
			b.assign(x, call("g()"))
			b.assign(w, x.Expr(), x, y) // mentions what the other copy of the same edge reads
			b.use("f(w)", w)
			b.assign(y, call("h()"))
			b.use("f(y)", y)
		}, "var y uint32\nw = g()\nf(w)\ny = h()\nf(y)"},
	} {
		got := render(t, false, func(b *body) {
			w, x := b.variable("w", U32), b.variable("x", U32)
			w.Param = true
			test.build(b, w, x)
			Coalesce(b.at)
		})
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
