package gosrc

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

// update adds v op text, such as i++ or s += d, which mentions the variables deps too.
func (b *body) update(v *Variable, op, text string, deps ...*Variable) *Stmt {
	s := &Stmt{Kind: AssignStmt, LHS: []*Variable{v}, Deps: append(deps, v), op: op}
	if text != "" {
		s.RHS = []jen.Code{jen.Id(text)}
	}
	return b.at.Add(s)
}

// first assigns a constant.
func (b *body) first(v *Variable, text string) { b.set(v, text).simple = true }

// leave adds a test at the end of a loop that counts, of i and n.
func (b *body) leave(i, n *Variable, limit *Expr) *Stmt {
	s := b.ifThen("i == n", func() { b.at.Add(&Stmt{Kind: BreakStmt}) }, i, n)
	s.Neg = jen.Id("i != n")
	s.Count = &Count{Counter: i, AtEnd: true, Limit: limit, Deps: []*Variable{n}}
	return s
}

// while makes a loop: while cond.
func (b *body) while(cond string, fill func(), deps ...*Variable) *Stmt {
	return b.nested(&Stmt{Kind: ForStmt, Code: jen.Id(cond), Asks: true, Label: "loop", Deps: deps}, fill)
}

func TestCountLoops(t *testing.T) {
	for _, test := range []struct {
		name  string
		build func(b *body, i, n, s *Variable, limit *Expr)
		want  string
	}{
		{"over a range", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.use("f(i)", i)
				b.update(i, "++", "")
				b.leave(i, n, limit)
			})
		}, "for i := range n {\n\tf(i)\n}"},
		{"nobody asks for the number", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.use("f()")
				b.update(i, "++", "")
				b.leave(i, n, limit)
			})
		}, "for range n {\n\tf()\n}"},
		{"not by one", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.use("f(i)", i)
				b.update(i, "+=", "2")
				b.leave(i, n, nil)
			})
		}, "for i := 0; i != n; i += 2 {\n\tf(i)\n}"},
		{"the counter is read behind the loop", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.update(i, "++", "")
				b.leave(i, n, limit)
			})
			b.use("f(i)", i)
		}, "i := 0\nfor ; i != n; i++ {\n}\nf(i)"},
		{"other statements between", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.first(s, "1")
			b.loop(func() {
				b.update(i, "++", "")
				b.update(s, "+=", "2")
				b.leave(i, n, limit)
			})
			b.use("f(s)", s)
		}, "s := 1\nfor range n {\n\ts += 2\n}\nf(s)"},
		{"what the body does with the new number stays", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.first(s, "1")
			b.loop(func() {
				b.update(i, "++", "")
				b.update(s, "+=", "i", i)
				b.leave(i, n, limit)
			})
			b.use("f(s)", s)
		}, "i := 0\ns := 1\nfor {\n\ti++\n\ts += i\n\tif i == n {\n\t\tbreak\n\t}\n}\nf(s)"},
		{"the limit moves", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.set(n, "f(n)", n)
				b.update(i, "++", "")
				b.leave(i, n, limit)
			})
		}, "i := 0\nfor {\n\tn = f(n)\n\ti++\n\tif i == n {\n\t\tbreak\n\t}\n}"},
		{"for the next round only", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(s, "1")
			b.first(i, "0")
			b.loop(func() {
				b.use("f(s)", s)
				b.update(i, "++", "")
				b.leave(i, n, limit)
				b.first(s, "2")
			})
		}, "s := 1\nfor range n {\n\tf(s)\n\ts = 2\n}"},
		{"and for who comes behind", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(s, "1")
			b.first(i, "0")
			b.loop(func() {
				b.update(i, "++", "")
				b.leave(i, n, limit)
				b.first(s, "2")
			})
			b.use("f(s)", s)
		}, "s := 1\ni := 0\nfor {\n\ti++\n\tif i == n {\n\t\tbreak\n\t}\n\ts = 2\n}\nf(s)"},
		{"a continue passes the update", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.ifThen("f(i)", func() { b.at.Add(&Stmt{Kind: ContinueStmt}) }, i)
				b.update(i, "++", "")
				b.leave(i, n, limit)
			})
		}, "i := 0\nfor {\n\tif f(i) {\n\t\tcontinue\n\t}\n\ti++\n\tif i == n {\n\t\tbreak\n\t}\n}"},
		{"while", func(b *body, i, n, s *Variable, limit *Expr) {
			b.set(i, "f()")
			b.while("i > n", func() {
				b.use("f(i)", i)
				b.update(i, ">>=", "1")
			}, i, n)
		}, "for i := f(); i > n; i >>= 1 {\n\tf(i)\n}"},
		{"from what has a text of its own", func(b *body, i, n, s *Variable, limit *Expr) {
			b.set(i, "f()").Line = 7
			b.while("i > n", func() {
				b.update(i, ">>=", "1")
			}, i, n)
		}, "i := f() //\u00a77\u00a77\u00a7\nfor ; i > n; i >>= 1 {\n}"},
		{"while, with an update in the middle", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.while("i > n", func() {
				b.update(i, ">>=", "1")
				b.use("f(i)", i)
			}, i, n)
		}, "i := 0\nfor i > n {\n\ti >>= 1\n\tf(i)\n}"},
		{"a step that the body declares", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.while("i < n", func() {
				b.set(s, "f(i)", i)
				b.use("g(s)", s)
				b.update(i, "+=", "s", s)
			}, i, n)
		}, "i := 0\nfor i < n {\n\ts := f(i)\n\tg(s)\n\ti += s\n}"},
		{"a step that branches of the body assign", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.while("i < n", func() {
				b.first(s, "1")
				b.ifThen("f(i)", func() { b.first(s, "2") }, i)
				b.update(i, "+=", "s", s)
			}, i, n)
		}, "i := 0\nfor i < n {\n\ts := 1\n\tif f(i) {\n\t\ts = 2\n\t}\n\ti += s\n}"},
		{"a step from before the loop, which a branch changes", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(s, "1")
			b.first(i, "0")
			b.while("i < n", func() {
				b.ifThen("f(i)", func() { b.first(s, "2") }, i)
				b.update(i, "+=", "s", s)
			}, i, n)
		}, "s := 1\nfor i := 0; i < n; i += s {\n\tif f(i) {\n\t\ts = 2\n\t}\n}"},
		{"a step that only branches assign, used behind the loop", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.while("i < n", func() {
				b.first(s, "1")
				b.update(i, "+=", "s", s)
			}, i, n)
			b.use("f(s)", s)
		}, "var s uint32\nfor i := 0; i < n; i += s {\n\ts = 1\n}\nf(s)"},
		{"at the end, by a step that the body declares", func(b *body, i, n, s *Variable, limit *Expr) {
			b.first(i, "0")
			b.loop(func() {
				b.set(s, "f(i)", i)
				b.update(i, "+=", "s", s)
				b.leave(i, n, nil)
			})
		}, "i := 0\nfor {\n\ts := f(i)\n\ti += s\n\tif i == n {\n\t\tbreak\n\t}\n}"},
	} {
		got := render(t, false, func(b *body) {
			i, n, s := b.variable("i", U32), b.variable("n", U32), b.variable("s", U32)
			n.Param = true
			limit := n.Expr()
			test.build(b, i, n, s, &limit)
			CountLoops(b.at)
		})
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
