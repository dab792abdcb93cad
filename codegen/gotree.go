package codegen

import (
	"slices"
	"sort"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// variable is a Go variable of a function that is being printed. Its
// declaration is placed when the whole body is known: at its one assignment
// where that reaches every use, else in front of the smallest block that holds
// them all.
type variable struct {
	name string
	kind kind           // carrier; kNone where typ says more
	typ  *jen.Statement // type, where it is not a carrier

	perThread bool // an array with one element per thread, mentioned as name[t]
	param     bool // declared by the function's signature or by hand
	defs      []*stmt
	decl      *stmt // the := that declares it, nil where a var does
	uses      []*stmt
}

func (v *variable) expr() expr {
	if v.perThread {
		return expr{code: jen.Id(v.name).Index(jen.Id("t")), prec: precPrimary, kind: v.kind, atom: true, of: v}
	}
	x := name(v.name, v.kind)
	x.of = v
	return x
}

func (v *variable) goType() *jen.Statement {
	if v.typ != nil {
		return v.typ.Clone()
	}
	return v.kind.id()
}

// stmtKind says what a stmt prints.
type stmtKind uint8

const (
	stAssign   stmtKind = iota // lhs = rhs, several at once possible
	stCode                     // any code
	stIf                       // if cond { body } else { other }
	stFor                      // label: for head { body }
	stBlock                    // the statements of body, without braces
	stSwitch                   // switch cond { case i: cases[i] }
	stBreak                    // break label
	stContinue                 // continue label
	stGoto
	stLabel
	stReturn
	stComment
	stVar // var lhs, of their types
)

// stmt is one Go statement. Blocks are nested lists of them.
type stmt struct {
	places      []access   // what in the statement may fault, in the order of the program
	plain       []jen.Code // stAssign: rhs without the types that a declaration needs
	kind        stmtKind
	parent      *block
	lhs         []*variable // stAssign; nil entries print as _
	rhs         []jen.Code
	code        *jen.Statement // stCode; the condition of stIf; the head of stFor
	op          string         // stAssign: "" for =, or "+=" and the like
	body        *block
	other       *block
	cases       []*block
	caseIndices [][]int
	braces      bool           // stBlock prints braces
	keep        bool           // stAssign has an effect beside the assignment
	lead        bool           // stands at the beginning of a loop over threads, for the loop itself
	simple      bool           // stAssign: of a constant or a variable
	turns       bool           // stIf: neg reads as well as code
	yes, no     *trip          // stIf: the threads that run its body, or not, are the first of the row
	neg         *jen.Statement // stIf: the opposite condition
	panics      bool           // stCode does not return
	endless     bool           // stFor has no condition
	whole       bool           // stAssign declares an array with one element per thread
	label       string
	comment     string   // PTX text behind the statement
	line        int      // PTX line, 0 where there is none
	from        diag.Pos // PTX statement on that line
	deps        []*variable

	define bool // stAssign prints :=, decided by place
	order  int  // place in the text, see number
}

// block is a braced list of statements.
type block struct {
	stmts []*stmt
	owner *stmt // the statement whose body this is, nil for a function body
	decls []*variable
}

func newBlock() *block { return &block{} }

func (b *block) add(s *stmt) *stmt {
	s.parent = b
	for _, c := range append([]*block{s.body, s.other}, s.cases...) {
		if c != nil {
			c.owner = s
		}
	}
	for _, v := range s.lhs {
		if v != nil {
			v.defs = append(v.defs, s)
		}
	}
	for _, v := range s.deps {
		v.uses = append(v.uses, s)
	}
	b.stmts = append(b.stmts, s)
	return s
}

// blocks returns the blocks that a statement holds.
func (s *stmt) blocks() []*block {
	return slices.DeleteFunc(append([]*block{s.body, s.other}, s.cases...), func(b *block) bool { return b == nil })
}

// depth of a block in the nest, 0 for the function body.
func (b *block) depth() int {
	n := 0
	for b.owner != nil {
		n++
		b = b.owner.parent
	}
	return n
}

func (b *block) outer() *block {
	if b.owner == nil {
		return nil
	}
	return b.owner.parent
}

// common returns the smallest block that holds both.
func common(a, b *block) *block {
	da, db := a.depth(), b.depth()
	for ; da > db; da-- {
		a = a.outer()
	}
	for ; db > da; db-- {
		b = b.outer()
	}
	for a != b {
		a, b = a.outer(), b.outer()
	}
	return a
}

// declare places the declarations of the variables below the function body.
// atTop puts all of them at the head of the function, which goto needs: Go
// does not let it jump over a declaration.
func declare(vars []*variable, root *block, atTop bool) {
	hoist(root)
	root.number(0)
	for _, v := range vars {
		if v.param || v.perThread && len(v.defs) == 0 || len(v.defs) == 0 && len(v.uses) == 0 {
			continue
		}
		if onlyUpdates(v) {
			// Nobody reads it: what is assigned is kept for its effect only.
			for _, s := range v.defs {
				for i, w := range s.lhs {
					if w == v {
						s.lhs[i] = nil
					}
				}
			}
			continue
		}
		if atTop {
			root.decls = append(root.decls, v)
			continue
		}
		var home *block
		for _, s := range append(append([]*stmt(nil), v.defs...), v.uses...) {
			if home == nil {
				home = s.parent
			} else {
				home = common(home, s.parent)
			}
		}
		if d := firstIn(home, v); d != nil {
			d.define = true
			v.decl = d
			continue
		}
		// Keep the declaration out of loops whose body lives through several
		// rounds: a variable that is read in a later round than it was written
		// belongs outside. A phi is assigned outside the loop as well, so its
		// home is outside already.
		home.declareAt(v)
	}
	fixDefines(root)
}

// number gives the statements of a block their order in the text.
func (b *block) number(n int) int {
	for _, s := range b.stmts {
		n++
		s.order = n
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil {
				n = c.number(n)
			}
		}
	}
	return n
}

// first returns the first statement of the block that mentions the variable, or
// holds one that does; nil if there is none. Statements have their numbers.
func (b *block) first(v *variable) *stmt {
	var first *stmt
	for _, list := range [][]*stmt{v.defs, v.uses} {
		for _, s := range list {
			for s != nil && s.parent != b {
				if s.parent == nil {
					s = nil
					break
				}
				s = s.parent.owner
			}
			if s != nil && (first == nil || s.order < first.order) {
				first = s
			}
		}
	}
	return first
}

// declareAt puts a var declaration in front of the first statement of the block
// that mentions the variable.
func (b *block) declareAt(v *variable) {
	s := b.first(v)
	if s == nil {
		b.decls = append(b.decls, v)
		return
	}
	// A declaration has the number of the statement behind it.
	i := sort.Search(len(b.stmts), func(i int) bool { return b.stmts[i].order >= s.order })
	if d := b.stmts[i]; d.kind == stVar {
		d.lhs = append(d.lhs, v)
		return
	}
	d := &stmt{kind: stVar, parent: b, order: s.order, lhs: []*variable{v}}
	b.stmts = slices.Insert(b.stmts, i, d)
}

// firstIn returns the assignment of v that can declare it: the first statement
// of its home block that mentions v, when that is a plain assignment to
// variables that are all declared there.
func firstIn(home *block, v *variable) *stmt {
	s := home.first(v)
	if s != nil && s.kind == stAssign && s.op == "" && contains(s.lhs, v) && !contains(s.deps, v) {
		return s
	}
	return nil
}

// fixDefines settles assignments of several variables of which only some are
// declared there: := needs all of them to be new, for readers and for scopes.
func fixDefines(b *block) {
	var moved []*variable
	for _, s := range b.stmts {
		if s.define {
			for _, v := range s.lhs {
				if v != nil && v.decl != s {
					s.define = false
				}
			}
			if !s.define {
				for _, v := range s.lhs {
					if v != nil && v.decl == s {
						v.decl = nil
						moved = append(moved, v)
					}
				}
			}
		}
		for _, c := range append([]*block{s.body, s.other}, s.cases...) {
			if c != nil {
				fixDefines(c)
			}
		}
	}
	for _, v := range moved {
		b.declareAt(v)
	}
}

func contains(list []*variable, v *variable) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
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

// printer turns statements into jennifer's.
type printer struct {
	labels   map[string]bool // labels that something jumps to
	comments bool
	marks    *lineMarks
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
