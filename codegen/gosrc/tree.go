package gosrc

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Variable is a Go variable of a function that is being printed. Its
// declaration is placed when the whole body is known: at its one assignment
// where that reaches every use, else in front of the smallest block that holds
// them all.
type Variable struct {
	Name string
	Kind Kind           // carrier; NoKind where Type says more
	Type *jen.Statement // type, where it is not a carrier

	PerThread bool   // an array with one element per thread, mentioned as name[t]
	At        string // how that index is called, where it is not t
	Part      bool   // a part of an array, so that what is assigned to its elements is seen elsewhere
	Param     bool   // declared by the function's signature or by hand
	defs      []*Stmt
	decl      *Stmt // the := that declares it, nil where a var does
	uses      []*Stmt
}

// Expr is the name of the variable, or the thread's element of it.
func (v *Variable) Expr() Expr {
	if v.PerThread {
		return Expr{code: jen.Id(v.Name).Index(jen.Id(cmp.Or(v.At, "t"))), prec: precPrimary, Kind: v.Kind, Atom: true, of: v}
	}
	x := Name(v.Name, v.Kind)
	x.of = v
	return x
}

// Used reports whether a statement mentions the variable.
func (v *Variable) Used() bool { return len(v.uses) > 0 }

func (v *Variable) goType() *jen.Statement {
	if v.Type != nil {
		return v.Type.Clone()
	}
	return v.Kind.Type()
}

// StmtKind says what a statement is.
type StmtKind uint8

const (
	AssignStmt   StmtKind = iota // lhs = rhs, several at once possible
	CodeStmt                     // any code
	IfStmt                       // if cond { body } else { other }
	ForStmt                      // label: for head { body }, or for init; cond; post { body }
	BlockStmt                    // the statements of body, without braces
	SwitchStmt                   // switch cond { case i: cases[i] }
	BreakStmt                    // break label
	ContinueStmt                 // continue label
	GotoStmt
	LabelStmt
	ReturnStmt
	CommentStmt
	VarStmt // var lhs, of their types
)

// Stmt is one Go statement. Blocks are nested lists of them.
type Stmt struct {
	Kind   StmtKind
	Parent *Block

	// What is printed, by kind.
	LHS         []*Variable    // AssignStmt, VarStmt; nil entries print as _
	RHS         []jen.Code     // AssignStmt, ReturnStmt
	plain       []jen.Code     // AssignStmt: RHS without the types that a declaration needs
	single      Expr           // AssignStmt: the right side, where it is one
	op          string         // AssignStmt: "" for =, or "+=" and the like
	Code        *jen.Statement // CodeStmt; the condition of IfStmt; the head of ForStmt; what SwitchStmt asks
	Neg         *jen.Statement // IfStmt: the opposite condition
	Init, Post  *Stmt          // ForStmt: parts of a head with a condition, nil for none
	Body        *Block         // IfStmt, ForStmt, BlockStmt
	Other       *Block         // IfStmt: else; SwitchStmt: default
	Cases       []*Block       // SwitchStmt
	CaseIndices [][]int        // the numbers of each case
	Label       string         // LabelStmt, what jumps to one, and what may have one

	// What is known of it.
	Braces  bool        // BlockStmt prints braces
	Keep    bool        // AssignStmt has an effect beside the assignment
	simple  bool        // AssignStmt: of a constant or a variable
	Whole   bool        // AssignStmt declares an array with one element per thread
	Turns   bool        // IfStmt: Neg reads as well as Code
	Panics  bool        // CodeStmt does not return
	Endless bool        // ForStmt has no condition
	Asks    bool        // ForStmt: Code is a condition
	Index   *Variable   // ForStmt: counts the rounds over what Over is, and has no effect but in Body; nil where Code says more
	Over    jen.Code    // the same
	Count   *Count      // of a ForStmt that asks, and the IfStmt that leaves one that does not; nil where it does not count
	Lead    bool        // stands at the beginning of a loop over threads, for the loop itself
	Deps    []*Variable // what it reads

	// Where it came from.
	Origins []Origin // what the statement comes from
	Comment string   // PTX text behind the statement
	Line    int      // PTX line, 0 where there is none
	From    diag.Pos // PTX statement on that line
	Places  []Access // what in the statement may fault, in the order of the program

	define bool // AssignStmt prints :=, decided by place
	order  int  // place in the text, see number
}

// Block is a braced list of statements.
type Block struct {
	Stmts []*Stmt
	owner *Stmt // the statement whose body this is, nil for a function body
	decls []*Variable
}

// NewBlock makes an empty block.
func NewBlock() *Block { return &Block{} }

// Add puts a statement at the end of a block.
func (b *Block) Add(s *Stmt) *Stmt { return b.Insert(len(b.Stmts), s) }

// Insert puts a statement in a place of a block, and notes it with the variables that
// it mentions.
func (b *Block) Insert(at int, s *Stmt) *Stmt {
	s.Parent = b
	for _, c := range append([]*Block{s.Body, s.Other}, s.Cases...) {
		if c != nil {
			c.owner = s
		}
	}
	for _, v := range s.LHS {
		if v != nil {
			v.defs = append(v.defs, s)
		}
	}
	for _, v := range s.Deps {
		v.uses = append(v.uses, s)
	}
	b.Stmts = slices.Insert(b.Stmts, at, s)
	return s
}

// Remove takes a statement out of the block that mentions no variable.
func (b *Block) Remove(s *Stmt) {
	b.Stmts = slices.DeleteFunc(b.Stmts, func(x *Stmt) bool { return x == s })
}

// blocks returns the blocks that a statement holds.
func (s *Stmt) blocks() []*Block {
	return slices.DeleteFunc(append([]*Block{s.Body, s.Other}, s.Cases...), func(b *Block) bool { return b == nil })
}

// depth of a block in the nest, 0 for the function body.
func (b *Block) depth() int {
	n := 0
	for b.owner != nil {
		n++
		b = b.owner.Parent
	}
	return n
}

func (b *Block) outer() *Block {
	if b.owner == nil {
		return nil
	}
	return b.owner.Parent
}

// common returns the smallest block that holds both.
func common(a, b *Block) *Block {
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

// CodeBlock is a block of one statement of plain code.
func CodeBlock(c *jen.Statement) *Block {
	b := NewBlock()
	b.Add(&Stmt{Kind: CodeStmt, Code: c})
	return b
}

// Parameters returns the parameters that a block mentions, in the order of first mention.
func (b *Block) Parameters() []*Variable {
	var out []*Variable
	seen := map[*Variable]bool{}
	visit := func(v *Variable) {
		if v != nil && v.Param && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	var walk func(b *Block)
	walk = func(b *Block) {
		for _, st := range b.Stmts {
			for _, v := range st.Deps {
				visit(v)
			}
			for _, v := range st.LHS {
				visit(v)
			}
			for _, c := range append([]*Block{st.Body, st.Other}, st.Cases...) {
				if c != nil {
					walk(c)
				}
			}
		}
	}
	walk(b)
	return out
}

// Detach makes a block that of a function of its own: it returns the variables that its
// statements mention and that are assigned elsewhere, or declared by hand, in the order of first
// mention, and makes these forget the block. The others are its own.
func (b *Block) Detach() (free, own []*Variable) {
	in := map[*Stmt]bool{}
	var mentioned []*Variable
	var walk func(b *Block)
	var note func(s *Stmt)
	note = func(s *Stmt) {
		if s != nil {
			in[s] = true
			mentioned = append(append(mentioned, s.Deps...), s.LHS...)
			note(s.Init)
			note(s.Post)
		}
	}
	walk = func(b *Block) {
		for _, s := range b.Stmts {
			note(s)
			for _, c := range s.blocks() {
				walk(c)
			}
		}
	}
	walk(b)
	inside := func(s *Stmt) bool { return in[s] }
	seen := map[*Variable]bool{nil: true}
	for _, v := range mentioned {
		if seen[v] {
			continue
		}
		seen[v] = true
		if len(v.defs) > 0 && !v.Param && !slices.ContainsFunc(v.defs, func(s *Stmt) bool { return !in[s] }) {
			own = append(own, v)
			continue
		}
		free = append(free, v)
		v.defs, v.uses = slices.DeleteFunc(v.defs, inside), slices.DeleteFunc(v.uses, inside)
	}
	return free, own
}
