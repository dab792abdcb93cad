package gosrc

import (
	"reflect"

	"github.com/dave/jennifer/jen"
)

// printer turns statements into jennifer's.
type printer struct {
	labels   map[string]bool // labels that something jumps to
	comments bool
	marks    *Marks
}

// Print prints the body of a function with what marks its lines, and with comments
// where they are wanted.
func (b *Block) Print(marks *Marks, comments bool) []jen.Code {
	p := &printer{labels: b.jumps(), comments: comments, marks: marks}
	return b.code(p)
}

// jumps returns the labels that something in the block jumps to. Go refuses a
// label that nothing does.
func (b *Block) jumps() map[string]bool {
	out := map[string]bool{}
	var walk func(b *Block)
	walk = func(b *Block) {
		for _, s := range b.Stmts {
			switch s.Kind {
			case BreakStmt, ContinueStmt, GotoStmt:
				out[s.Label] = true
			}
			for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
				if c != nil {
					walk(c)
				}
			}
		}
	}
	walk(b)
	delete(out, "")
	return out
}

func (p *printer) stmt(s *Stmt) []jen.Code {
	var c *jen.Statement
	switch s.Kind {
	case AssignStmt:
		c = s.assignment()
	case CodeStmt:
		c = s.Code.Clone()
	case IfStmt:
		c = p.ifStmt(s)
	case ForStmt:
		c = Marked(jen.For(s.head()).Block(p.braced(s, s.Body)...), s.Origins...)
		if p.labels[s.Label] {
			return []jen.Code{jen.Id(s.Label).Op(":"), p.finish(s, c)}
		}
	case BlockStmt:
		if s.Braces {
			return []jen.Code{jen.Block(s.Body.code(p)...)}
		}
		return s.Body.code(p)
	case SwitchStmt:
		var cases []jen.Code
		for i, b := range s.Cases {
			var list []jen.Code
			for _, n := range s.CaseIndices[i] {
				list = append(list, jen.Lit(n))
			}
			code := b.code(p)
			if b.endsInLabel(p) {
				code = append(code, jen.Op(";")) // a label needs a statement
			}
			cases = append(cases, jen.Case(list...).Block(code...))
		}
		cases = append(cases, jen.Default().Block(s.Other.code(p)...))
		c = Marked(jen.Switch(s.Code.Clone()).Block(cases...), s.Origins...)
		if p.labels[s.Label] {
			return []jen.Code{jen.Id(s.Label).Op(":"), p.finish(s, c)}
		}
	case BreakStmt:
		c = jen.Break()
		if s.Label != "" {
			c.Id(s.Label)
		}
	case ContinueStmt:
		c = jen.Continue()
		if s.Label != "" {
			c.Id(s.Label)
		}
	case GotoStmt:
		c = jen.Goto().Id(s.Label)
	case LabelStmt:
		if !p.labels[s.Label] {
			return nil
		}
		return []jen.Code{jen.Id(s.Label).Op(":")}
	case ReturnStmt:
		c = jen.Return(s.RHS...)
	case VarStmt:
		return declCode(s.LHS)
	case CommentStmt:
		if !p.comments {
			return nil
		}
		return []jen.Code{Marked(jen.Comment("// "+s.Comment), s.Origins...)}
	}
	return []jen.Code{p.finish(s, c)}
}

// assignment prints an assignment without its mark.
func (s *Stmt) assignment() *jen.Statement {
	lhs := make([]jen.Code, len(s.LHS))
	blank := true
	for i, v := range s.LHS {
		if v == nil {
			lhs[i] = jen.Id("_")
		} else {
			lhs[i] = v.Expr().code
			if s.Whole {
				lhs[i] = jen.Id(v.Name)
			}
			blank = false
		}
	}
	op := "="
	if s.op != "" {
		op = s.op
	} else if s.define && !blank {
		op = ":="
	}
	if op == "++" || op == "--" {
		return jen.List(lhs...).Op(op)
	}
	rhs := s.RHS
	if op != ":=" && len(s.plain) == len(rhs) && !blank {
		rhs = s.plain
	}
	return jen.List(lhs...).Op(op).List(rhs...)
}

// head prints what stands between for and the brace.
func (s *Stmt) head() *jen.Statement {
	if s.Post == nil {
		return s.Code.Clone()
	}
	init := jen.Null()
	if s.Init != nil {
		init = Marked(s.Init.assignment(), s.Init.Origins...)
	}
	return init.Op(";").Add(s.Code.Clone()).Op(";").Add(Marked(s.Post.assignment(), s.Post.Origins...))
}

func (p *printer) ifStmt(s *Stmt) *jen.Statement {
	c := jen.If(s.Code.Clone()).Block(p.braced(s, s.Body)...)
	if s.Other == nil || len(s.Other.Stmts) == 0 && len(s.Other.decls) == 0 {
		return Marked(c, s.Origins...)
	}
	if o := s.Other; len(o.Stmts) == 1 && o.Stmts[0].Kind == IfStmt && len(o.decls) == 0 {
		return Marked(c.Else().Add(p.ifStmt(o.Stmts[0])), s.Origins...)
	}
	return Marked(c.Else().Block(s.Other.code(p)...), s.Origins...)
}

// braced prints the body of a statement whose own mark belongs to the line with
// the opening brace.
func (p *printer) braced(s *Stmt, b *Block) []jen.Code {
	if s.Line == 0 {
		return b.code(p)
	}
	return append([]jen.Code{p.marks.Above(s, p.comments)}, b.code(p)...)
}

// finish puts the PTX text and the mark for the line table behind a statement.
func (p *printer) finish(s *Stmt, c *jen.Statement) *jen.Statement {
	if s.Kind == IfStmt || s.Kind == ForStmt {
		return c
	}
	if s.Kind != SwitchStmt {
		c = Marked(c, s.Origins...)
	}
	return c.Add(p.marks.comment(s, p.comments))
}

// code prints the block's statements.
func (b *Block) code(p *printer) []jen.Code {
	var out []jen.Code
	out = append(out, declCode(b.decls)...)
	for _, s := range b.Stmts {
		out = append(out, p.stmt(s)...)
	}
	return out
}

// endsInLabel reports whether the last thing printed for the block is a label.
func (b *Block) endsInLabel(p *printer) bool {
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		switch s := b.Stmts[i]; {
		case s.Kind == LabelStmt && p.labels[s.Label]:
			return true
		case s.Kind == LabelStmt, s.Kind == CommentStmt, s.Kind == BlockStmt && len(s.Body.Stmts) == 0:
		case s.Kind == BlockStmt && !s.Braces:
			return s.Body.endsInLabel(p)
		default:
			return false
		}
	}
	return false
}

// declCode groups variables of one type: var a, b uint32.
func declCode(vars []*Variable) []jen.Code {
	var out []jen.Code
	done := map[*Variable]bool{}
	for i, v := range vars {
		if done[v] {
			continue
		}
		names := []jen.Code{jen.Id(v.Name)}
		for _, w := range vars[i+1:] {
			if w.Kind == v.Kind && w.Type == nil && v.Type == nil && !done[w] && w != v {
				names = append(names, jen.Id(w.Name))
				done[w] = true
			}
		}
		done[v] = true
		for len(names) > 8 {
			out = append(out, jen.Var().List(names[:8]...).Add(v.goType()))
			names = names[8:]
		}
		out = append(out, jen.Var().List(names...).Add(v.goType()))
	}
	return out
}

// GroupParams prints parameters, those of one type in one group.
func GroupParams(vars []*Variable) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(vars); {
		j := i + 1
		typ := vars[i].goType()
		names := []jen.Code{jen.Id(vars[i].Name)}
		// As trees: to print them takes a hundred times as long.
		for j < len(vars) && reflect.DeepEqual(vars[j].goType(), typ) {
			names = append(names, jen.Id(vars[j].Name))
			j++
		}
		out = append(out, jen.List(names...).Add(typ))
		i = j
	}
	return out
}
