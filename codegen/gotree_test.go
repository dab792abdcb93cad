package codegen

import (
	"go/format"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// body builds a function body statement by statement.
type body struct {
	at   *block
	vars []*variable
}

func (b *body) variable(name string, k kind) *variable {
	v := &variable{name: name, kind: k}
	b.vars = append(b.vars, v)
	return v
}

// set assigns text, which mentions the variables deps.
func (b *body) set(v *variable, text string, deps ...*variable) *stmt {
	return b.at.add(&stmt{kind: stAssign, lhs: []*variable{v}, rhs: []jen.Code{jen.Id(text)}, deps: deps})
}

func (b *body) use(text string, deps ...*variable) *stmt {
	return b.at.add(&stmt{kind: stCode, code: jen.Id(text), deps: deps})
}

// nested adds a statement with a body and fills it.
func (b *body) nested(s *stmt, fill func()) *stmt {
	s.body = newBlock()
	outer := b.at
	outer.add(s)
	b.at = s.body
	fill()
	b.at = outer
	return s
}

func (b *body) ifThen(cond string, fill func(), deps ...*variable) *stmt {
	return b.nested(&stmt{kind: stIf, code: jen.Id(cond), neg: jen.Id("!" + cond), deps: deps}, fill)
}

func (b *body) loop(fill func()) *stmt {
	return b.nested(&stmt{kind: stFor, code: jen.Null(), endless: true, label: "loop"}, fill)
}

// render places the declarations and prints the body.
func render(t *testing.T, atTop bool, build func(b *body)) string {
	t.Helper()
	root := newBlock()
	b := &body{at: root}
	build(b)
	declare(b.vars, root, atTop)
	src := "package p\n" + text(jen.Func().Id("f").Params().Block(root.print(&lineMarks{}, false)...))
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
			x, y := b.variable("x", kU32), b.variable("y", kU32)
			b.set(x, "g()")
			b.set(y, "x", x)
			b.use("h(y)", y)
		}, "x := g()\ny := x\nh(y)"},
		{"in front of branches that assign", false, func(b *body) {
			x := b.variable("x", kU32)
			s := b.ifThen("c", func() { b.set(x, "1") })
			s.other = newBlock()
			s.other.owner = s
			outer := b.at
			b.at = s.other
			b.set(x, "2")
			b.at = outer
			b.use("h(x)", x)
		}, "var x uint32\nif c {\n\tx = 1\n} else {\n\tx = 2\n}\nh(x)"},
		{"inside the only block that needs it", false, func(b *body) {
			x := b.variable("x", kF32)
			b.ifThen("c", func() {
				b.set(x, "g()")
				b.use("h(x)", x)
			})
		}, "if c {\n\tx := g()\n\th(x)\n}"},
		{"outside a loop that carries it", false, func(b *body) {
			x := b.variable("x", kU32)
			b.set(x, "0")
			b.loop(func() {
				b.ifThen("x > 9", func() { b.at.add(&stmt{kind: stBreak}) }, x)
				b.set(x, "x + 1", x)
			})
			b.use("h(x)", x)
		}, "x := 0\nfor {\n\tif x > 9 {\n\t\tbreak\n\t}\n\tx = x + 1\n}\nh(x)"},
		{"not by an assignment that reads it", false, func(b *body) {
			x := b.variable("x", kU32)
			b.set(x, "x + 1", x)
			b.use("h(x)", x)
		}, "var x uint32\nx = x + 1\nh(x)"},
		{"all at the top for goto", true, func(b *body) {
			x, y := b.variable("x", kU32), b.variable("y", kU32)
			b.at.add(&stmt{kind: stGoto, label: "end"})
			b.set(x, "g()")
			b.set(y, "x", x)
			b.at.add(&stmt{kind: stLabel, label: "end"})
			b.use("h(y)", y)
		}, "var x, y uint32\ngoto end\nx = g()\ny = x\nend:\nh(y)"},
		{"several at once only where all are new", false, func(b *body) {
			x, y := b.variable("x", kU32), b.variable("y", kU32)
			b.set(x, "0")
			b.at.add(&stmt{kind: stAssign, lhs: []*variable{x, y}, rhs: []jen.Code{jen.Id("g()")}})
			b.use("h(x, y)", x, y)
		}, "x := 0\nvar y uint32\nx, y = g()\nh(x, y)"},
		{"labels that nothing jumps to are dropped", false, func(b *body) {
			b.at.add(&stmt{kind: stLabel, label: "unused"})
			b.loop(func() {
				b.loop(func() { b.at.add(&stmt{kind: stBreak, label: "loop"}) }).label = "inner"
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
		s := &stmt{kind: stSwitch, code: jen.Id("x"), other: newBlock(), label: "cases"}
		for i := range 2 {
			c := newBlock()
			s.cases = append(s.cases, c)
			s.caseIndices = append(s.caseIndices, []int{i})
		}
		b.at.add(s)
		b.at = s.cases[0]
		b.ifThen("c", func() { b.at.add(&stmt{kind: stGoto, label: "next"}) })
		b.use("h()")
		b.at.add(&stmt{kind: stLabel, label: "next"})
	})
	want := "switch x {\ncase 0:\n\tif c {\n\t\tgoto next\n\t}\n\th()\nnext:\n\t;\ncase 1:\ndefault:\n}"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
