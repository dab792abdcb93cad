package codegen

import "github.com/dave/jennifer/jen"

// printer turns statements into jennifer's.
type printer struct {
	labels   map[string]bool // labels that something jumps to
	comments bool
	marks    *lineMarks
}

// print prints the body of a function with what marks its lines, and with comments
// where they are wanted.
func (b *block) print(marks *lineMarks, comments bool) []jen.Code {
	p := &printer{labels: b.jumps(), comments: comments, marks: marks}
	return b.code(p)
}

// jumps returns the labels that something in the block jumps to. Go refuses a
// label that nothing does.
func (b *block) jumps() map[string]bool {
	out := map[string]bool{}
	var walk func(b *block)
	walk = func(b *block) {
		for _, s := range b.stmts {
			switch s.kind {
			case stBreak, stContinue, stGoto:
				out[s.label] = true
			}
			for _, c := range append([]*block{s.body, s.other}, s.cases...) {
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

func (p *printer) stmt(s *stmt) []jen.Code {
	var c *jen.Statement
	switch s.kind {
	case stAssign:
		lhs := make([]jen.Code, len(s.lhs))
		blank := true
		for i, v := range s.lhs {
			if v == nil {
				lhs[i] = jen.Id("_")
			} else {
				lhs[i] = v.expr().code
				if s.whole {
					lhs[i] = jen.Id(v.name)
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
			c = jen.List(lhs...).Op(op)
		} else {
			rhs := s.rhs
			if op != ":=" && len(s.plain) == len(rhs) && !blank {
				rhs = s.plain
			}
			c = jen.List(lhs...).Op(op).List(rhs...)
		}
	case stCode:
		c = s.code.Clone()
	case stIf:
		c = p.ifStmt(s)
	case stFor:
		c = jen.For(s.code.Clone()).Block(p.braced(s, s.body)...)
		if p.labels[s.label] {
			return []jen.Code{jen.Id(s.label).Op(":"), p.finish(s, c)}
		}
	case stBlock:
		if s.braces {
			return []jen.Code{jen.Block(s.body.code(p)...)}
		}
		return s.body.code(p)
	case stSwitch:
		var cases []jen.Code
		for i, b := range s.cases {
			var list []jen.Code
			for _, n := range s.caseIndices[i] {
				list = append(list, jen.Lit(n))
			}
			code := b.code(p)
			if b.endsInLabel(p) {
				code = append(code, jen.Op(";")) // a label needs a statement
			}
			cases = append(cases, jen.Case(list...).Block(code...))
		}
		cases = append(cases, jen.Default().Block(s.other.code(p)...))
		c = jen.Switch(s.code.Clone()).Block(cases...)
		if p.labels[s.label] {
			return []jen.Code{jen.Id(s.label).Op(":"), p.finish(s, c)}
		}
	case stBreak:
		c = jen.Break()
		if s.label != "" {
			c.Id(s.label)
		}
	case stContinue:
		c = jen.Continue()
		if s.label != "" {
			c.Id(s.label)
		}
	case stGoto:
		c = jen.Goto().Id(s.label)
	case stLabel:
		if !p.labels[s.label] {
			return nil
		}
		return []jen.Code{jen.Id(s.label).Op(":")}
	case stReturn:
		c = jen.Return(s.rhs...)
	case stVar:
		return declCode(s.lhs)
	case stComment:
		if !p.comments {
			return nil
		}
		return []jen.Code{jen.Comment("// " + s.comment)}
	}
	return []jen.Code{p.finish(s, c)}
}

func (p *printer) ifStmt(s *stmt) *jen.Statement {
	c := jen.If(s.code.Clone()).Block(p.braced(s, s.body)...)
	if s.other == nil || len(s.other.stmts) == 0 && len(s.other.decls) == 0 {
		return c
	}
	if o := s.other; len(o.stmts) == 1 && o.stmts[0].kind == stIf && len(o.decls) == 0 {
		return c.Else().Add(p.ifStmt(o.stmts[0]))
	}
	return c.Else().Block(s.other.code(p)...)
}

// braced prints the body of a statement whose own mark belongs to the line with
// the opening brace.
func (p *printer) braced(s *stmt, b *block) []jen.Code {
	if s.line == 0 {
		return b.code(p)
	}
	return append([]jen.Code{p.marks.above(s, p.comments)}, b.code(p)...)
}

// finish puts the PTX text and the mark for the line table behind a statement.
func (p *printer) finish(s *stmt, c *jen.Statement) *jen.Statement {
	if s.kind == stIf || s.kind == stFor {
		return c
	}
	return c.Add(p.marks.comment(s, p.comments))
}

// code prints the block's statements.
func (b *block) code(p *printer) []jen.Code {
	var out []jen.Code
	out = append(out, declCode(b.decls)...)
	for _, s := range b.stmts {
		out = append(out, p.stmt(s)...)
	}
	return out
}

// endsInLabel reports whether the last thing printed for the block is a label.
func (b *block) endsInLabel(p *printer) bool {
	for i := len(b.stmts) - 1; i >= 0; i-- {
		switch s := b.stmts[i]; {
		case s.kind == stLabel && p.labels[s.label]:
			return true
		case s.kind == stLabel, s.kind == stComment, s.kind == stBlock && len(s.body.stmts) == 0:
		case s.kind == stBlock && !s.braces:
			return s.body.endsInLabel(p)
		default:
			return false
		}
	}
	return false
}

// declCode groups variables of one type: var a, b uint32.
func declCode(vars []*variable) []jen.Code {
	var out []jen.Code
	done := map[*variable]bool{}
	for i, v := range vars {
		if done[v] {
			continue
		}
		names := []jen.Code{jen.Id(v.name)}
		for _, w := range vars[i+1:] {
			if w.kind == v.kind && w.typ == nil && v.typ == nil && !done[w] && w != v {
				names = append(names, jen.Id(w.name))
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

// groupParams prints parameters, those of one type in one group.
func groupParams(vars []*variable) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(vars); {
		j := i + 1
		typ := vars[i].goType().GoString()
		names := []jen.Code{jen.Id(vars[i].name)}
		for j < len(vars) && vars[j].goType().GoString() == typ {
			names = append(names, jen.Id(vars[j].name))
			j++
		}
		out = append(out, jen.List(names...).Add(vars[i].goType()))
		i = j
	}
	return out
}
