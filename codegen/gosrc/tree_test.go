package gosrc

import (
	"go/format"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// body builds a function body statement by statement.
type body struct {
	at   *Block
	vars []*Variable
}

func (b *body) variable(name string, k Kind) *Variable {
	v := &Variable{Name: name, Kind: k}
	b.vars = append(b.vars, v)
	return v
}

// set assigns text, which mentions the variables deps.
func (b *body) set(v *Variable, text string, deps ...*Variable) *Stmt {
	return b.at.Add(&Stmt{Kind: AssignStmt, LHS: []*Variable{v}, RHS: []jen.Code{jen.Id(text)}, Deps: deps})
}

func (b *body) use(text string, deps ...*Variable) *Stmt {
	return b.at.Add(&Stmt{Kind: CodeStmt, Code: jen.Id(text), Deps: deps})
}

// nested adds a statement with a body and fills it.
func (b *body) nested(s *Stmt, fill func()) *Stmt {
	s.Body = NewBlock()
	outer := b.at
	outer.Add(s)
	b.at = s.Body
	fill()
	b.at = outer
	return s
}

func (b *body) ifThen(cond string, fill func(), deps ...*Variable) *Stmt {
	return b.nested(&Stmt{Kind: IfStmt, Code: jen.Id(cond), Neg: jen.Id("!" + cond), Deps: deps}, fill)
}

func (b *body) loop(fill func()) *Stmt {
	return b.nested(&Stmt{Kind: ForStmt, Code: jen.Null(), Endless: true, Label: "loop"}, fill)
}

// render places the declarations and prints the body.
func render(t *testing.T, atTop bool, build func(b *body)) string {
	t.Helper()
	root := NewBlock()
	b := &body{at: root}
	build(b)
	Declare(b.vars, root, atTop)
	src := "package p\n" + text(jen.Func().Id("f").Params().Block(root.Print(&Marks{}, false)...))
	out, err := format.Source([]byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "\t")
	}
	return strings.Join(lines[3:len(lines)-1], "\n")
}

func TestDeclare(t *testing.T) {
	for _, test := range []struct {
		name  string
		atTop bool
		build func(b *body)
		want  string
	}{
		{"at the first assignment", false, func(b *body) {
			x, y := b.variable("x", U32), b.variable("y", U32)
			b.set(x, "g()")
			b.set(y, "x", x)
			b.use("h(y)", y)
		}, "x := g()\ny := x\nh(y)"},
		{"in front of branches that assign", false, func(b *body) {
			x := b.variable("x", U32)
			s := b.ifThen("c", func() { b.set(x, "1") })
			s.Other = NewBlock()
			s.Other.owner = s
			outer := b.at
			b.at = s.Other
			b.set(x, "2")
			b.at = outer
			b.use("h(x)", x)
		}, "var x uint32\nif c {\n\tx = 1\n} else {\n\tx = 2\n}\nh(x)"},
		{"inside the only block that needs it", false, func(b *body) {
			x := b.variable("x", F32)
			b.ifThen("c", func() {
				b.set(x, "g()")
				b.use("h(x)", x)
			})
		}, "if c {\n\tx := g()\n\th(x)\n}"},
		{"outside a loop that carries it", false, func(b *body) {
			x := b.variable("x", U32)
			b.set(x, "0")
			b.loop(func() {
				b.ifThen("x > 9", func() { b.at.Add(&Stmt{Kind: BreakStmt}) }, x)
				b.set(x, "x + 1", x)
			})
			b.use("h(x)", x)
		}, "x := 0\nfor {\n\tif x > 9 {\n\t\tbreak\n\t}\n\tx = x + 1\n}\nh(x)"},
		{"not by an assignment that reads it", false, func(b *body) {
			x := b.variable("x", U32)
			b.set(x, "x + 1", x)
			b.use("h(x)", x)
		}, "var x uint32\nx = x + 1\nh(x)"},
		{"all at the top for goto", true, func(b *body) {
			x, y := b.variable("x", U32), b.variable("y", U32)
			b.at.Add(&Stmt{Kind: GotoStmt, Label: "end"})
			b.set(x, "g()")
			b.set(y, "x", x)
			b.at.Add(&Stmt{Kind: LabelStmt, Label: "end"})
			b.use("h(y)", y)
		}, "var x, y uint32\ngoto end\nx = g()\ny = x\nend:\nh(y)"},
		{"several at once only where all are new", false, func(b *body) {
			x, y := b.variable("x", U32), b.variable("y", U32)
			b.set(x, "0")
			b.at.Add(&Stmt{Kind: AssignStmt, LHS: []*Variable{x, y}, RHS: []jen.Code{jen.Id("g()")}})
			b.use("h(x, y)", x, y)
		}, "x := 0\nvar y uint32\nx, y = g()\nh(x, y)"},
		{"labels that nothing jumps to are dropped", false, func(b *body) {
			b.at.Add(&Stmt{Kind: LabelStmt, Label: "unused"})
			b.loop(func() {
				b.loop(func() { b.at.Add(&Stmt{Kind: BreakStmt, Label: "loop"}) }).Label = "inner"
			})
		}, "loop:\nfor {\n\tfor {\n\t\tbreak loop\n\t}\n}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := render(t, test.atTop, test.build); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// TestLabelAtEndOfCase: Go wants a statement behind a label, also in front of the
// next case.
func TestLabelAtEndOfCase(t *testing.T) {
	got := render(t, false, func(b *body) {
		s := &Stmt{Kind: SwitchStmt, Code: jen.Id("x"), Other: NewBlock(), Label: "cases"}
		for i := range 2 {
			c := NewBlock()
			s.Cases = append(s.Cases, c)
			s.CaseIndices = append(s.CaseIndices, []int{i})
		}
		b.at.Add(s)
		b.at = s.Cases[0]
		b.ifThen("c", func() { b.at.Add(&Stmt{Kind: GotoStmt, Label: "next"}) })
		b.use("h()")
		b.at.Add(&Stmt{Kind: LabelStmt, Label: "next"})
	})
	want := "switch x {\ncase 0:\n\tif c {\n\t\tgoto next\n\t}\n\th()\nnext:\n\t;\ncase 1:\ndefault:\n}"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
