package codegen

import (
	"slices"

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

// expr is the name of the variable, or the thread's element of it.
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
	kind   stmtKind
	parent *block

	// What is printed, by kind.
	lhs         []*variable    // stAssign, stVar; nil entries print as _
	rhs         []jen.Code     // stAssign, stReturn
	plain       []jen.Code     // stAssign: rhs without the types that a declaration needs
	op          string         // stAssign: "" for =, or "+=" and the like
	code        *jen.Statement // stCode; the condition of stIf; the head of stFor; what stSwitch asks
	neg         *jen.Statement // stIf: the opposite condition
	body        *block         // stIf, stFor, stBlock
	other       *block         // stIf: else; stSwitch: default
	cases       []*block       // stSwitch
	caseIndices [][]int        // the numbers of each case
	label       string         // stLabel, what jumps to one, and what may have one

	// What is known of it.
	braces  bool        // stBlock prints braces
	keep    bool        // stAssign has an effect beside the assignment
	simple  bool        // stAssign: of a constant or a variable
	whole   bool        // stAssign declares an array with one element per thread
	turns   bool        // stIf: neg reads as well as code
	panics  bool        // stCode does not return
	endless bool        // stFor has no condition
	lead    bool        // stands at the beginning of a loop over threads, for the loop itself
	yes, no *trip       // stIf: the threads that run its body, or not, are the first of the row
	deps    []*variable // what it reads

	// Where it came from.
	comment string   // PTX text behind the statement
	line    int      // PTX line, 0 where there is none
	from    diag.Pos // PTX statement on that line
	places  []access // what in the statement may fault, in the order of the program

	define bool // stAssign prints :=, decided by place
	order  int  // place in the text, see number
}

// block is a braced list of statements.
type block struct {
	stmts []*stmt
	owner *stmt // the statement whose body this is, nil for a function body
	decls []*variable
}

// newBlock makes an empty block.
func newBlock() *block { return &block{} }

// add puts a statement at the end of a block.
func (b *block) add(s *stmt) *stmt { return b.insert(len(b.stmts), s) }

// insert puts a statement in a place of a block, and notes it with the variables that
// it mentions.
func (b *block) insert(at int, s *stmt) *stmt {
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
	b.stmts = slices.Insert(b.stmts, at, s)
	return s
}

// remove takes a statement out of the block that mentions no variable.
func (b *block) remove(s *stmt) {
	b.stmts = slices.DeleteFunc(b.stmts, func(x *stmt) bool { return x == s })
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

// codeBlock is a block of one statement of plain code.
func codeBlock(c *jen.Statement) *block {
	b := newBlock()
	b.add(&stmt{kind: stCode, code: c})
	return b
}

// parameters returns the parameters that a block mentions, in the order of first mention.
func (b *block) parameters() []*variable {
	var out []*variable
	seen := map[*variable]bool{}
	visit := func(v *variable) {
		if v != nil && v.param && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	var walk func(b *block)
	walk = func(b *block) {
		for _, st := range b.stmts {
			for _, v := range st.deps {
				visit(v)
			}
			for _, v := range st.lhs {
				visit(v)
			}
			for _, c := range append([]*block{st.body, st.other}, st.cases...) {
				if c != nil {
					walk(c)
				}
			}
		}
	}
	walk(b)
	return out
}
