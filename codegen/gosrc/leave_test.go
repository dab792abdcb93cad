package gosrc

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

// jump adds a statement that leaves for a label, or "".
func (b *body) jump(k StmtKind, label string) { b.at.Add(&Stmt{Kind: k, Label: label}) }

func TestJoinLeaves(t *testing.T) {
	leave := func(b *body, cond, label string) *Stmt {
		return b.ifThen(cond, func() { b.jump(BreakStmt, label) })
	}
	for _, test := range []struct {
		name  string
		build func(b *body)
		want  string
	}{
		{"for one place", func(b *body) {
			leave(b, "x", "loop")
			leave(b, "y", "loop")
			leave(b, "z", "loop")
		}, "loop:\nfor {\n\tif x ||\n\t\ty ||\n\t\tz {\n\t\tbreak loop\n\t}\n}"},
		{"for two places", func(b *body) {
			leave(b, "x", "loop")
			leave(b, "y", "")
		}, "loop:\nfor {\n\tif x {\n\t\tbreak loop\n\t}\n\tif y {\n\t\tbreak\n\t}\n}"},
		{"something in between", func(b *body) {
			leave(b, "x", "")
			b.use("f()")
			leave(b, "y", "")
		}, "for {\n\tif x {\n\t\tbreak\n\t}\n\tf()\n\tif y {\n\t\tbreak\n\t}\n}"},
		{"something is done first", func(b *body) {
			for _, done := range []string{"f()", "f()", "g()"} {
				b.ifThen("x", func() {
					b.use(done)
					b.at.Add(&Stmt{Kind: ReturnStmt, RHS: []jen.Code{jen.False()}})
				})
			}
		}, "for {\n\tif x ||\n\t\tx {\n\t\tf()\n\t\treturn false\n\t}\n\tif x {\n\t\tg()\n\t\treturn false\n\t}\n}"},
		{"another way", func(b *body) {
			leave(b, "x", "")
			s := leave(b, "y", "")
			s.Other = CodeBlock(jen.Id("f()"))
		}, "for {\n\tif x {\n\t\tbreak\n\t}\n\tif y {\n\t\tbreak\n\t} else {\n\t\tf()\n\t}\n}"},
		{"a line of PTX of its own", func(b *body) {
			leave(b, "x", "")
			leave(b, "y", "").Line = 7
		}, "for {\n\tif x {\n\t\tbreak\n\t}\n\tif y {\n\t\t// ¶7§7§\n\t\tbreak\n\t}\n}"},
		{"no leaving", func(b *body) {
			b.ifThen("x", func() { b.use("f()") })
			b.ifThen("y", func() { b.use("f()") })
		}, "for {\n\tif x {\n\t\tf()\n\t}\n\tif y {\n\t\tf()\n\t}\n}"},
	} {
		got := render(t, false, func(b *body) {
			b.loop(func() { test.build(b) })
			JoinLeaves(b.at)
		})
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestUnlabel(t *testing.T) {
	for _, test := range []struct {
		name  string
		build func(b *body)
		want  string
	}{
		{"the innermost loop", func(b *body) {
			b.ifThen("x", func() { b.jump(BreakStmt, "loop") })
			b.ifThen("y", func() { b.jump(ContinueStmt, "loop") })
		}, "for {\n\tif x {\n\t\tbreak\n\t}\n\tif y {\n\t\tcontinue\n\t}\n}"},
		{"one around it", func(b *body) {
			b.loop(func() { b.jump(BreakStmt, "loop") }).Label = "inner"
		}, "loop:\nfor {\n\tfor {\n\t\tbreak loop\n\t}\n}"},
		{"a switch takes breaks only", func(b *body) {
			s := &Stmt{Kind: SwitchStmt, Code: jen.Id("x"), Label: "way", Other: NewBlock()}
			b.at.Add(s)
			for _, j := range []Stmt{{Kind: BreakStmt, Label: "loop"}, {Kind: ContinueStmt, Label: "loop"}, {Kind: BreakStmt, Label: "way"}} {
				c := NewBlock()
				c.Add(&j)
				s.Cases, s.CaseIndices = append(s.Cases, c), append(s.CaseIndices, []int{len(s.Cases)})
			}
		}, "loop:\nfor {\n\tswitch x {\n\tcase 0:\n\t\tbreak loop\n\tcase 1:\n\t\tcontinue\n\tcase 2:\n\t\tbreak\n\tdefault:\n\t}\n}"},
	} {
		got := render(t, false, func(b *body) {
			b.loop(func() { test.build(b) })
			Unlabel(b.at)
		})
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
