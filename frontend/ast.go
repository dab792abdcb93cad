package frontend

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Module is one PTX file, parsed. After Check its instructions are resolved
// against the table and its names against their declarations.
type Module struct {
	File        *diag.File
	Version     isa.Version // .version, such as {7, 8}
	Target      isa.Target  // .target: the architecture and its options
	AddressSize int         // bits of an address: 32 where .address_size is missing, but see inferAddressSize
	Decls       []Decl      // in the order of the text
	Files       map[int]string
	Scope       *Scope // module scope, filled by Check

	text      diag.Part // its own in that of File
	linked    map[string]Linked
	uses      map[*Func]*uses // of functions with a body
	consts    []*Var          // .const variables, those of bodies too
	structs   []*StructType   // of module level
	sized     bool            // there is an .address_size
	noVersion diag.Pos        // the first declaration, where that came before .version
	noTarget  bool
	lost      lost
	lenient   leniencies
}

// Decl is a declaration at module level: *Var or *Func, or an *Alias.
type Decl interface{ DeclPos() diag.Pos }

// lost has the names that occur in declarations that could not be read. They may
// have been declared there, so that nothing is said about them where they are
// used.
type lost map[string]bool

// Linkage is the linking directive before a declaration.
type Linkage uint8

// The linkages; Internal is the default, visible in the module only.
const (
	Internal Linkage = iota
	Extern
	Visible
	Weak
	Common
)

// Var is a variable, register or parameter declaration of one name.
type Var struct {
	Pos     diag.Pos // of the name
	Name    string
	Linkage Linkage
	Space   isa.Space
	Bank    int      // of .const[bank], -1 where none is written
	Vec     int      // 1, or 2 or 4 for .v2 and .v4
	Type    isa.Type // element type
	Align   int      // bytes: the declared alignment, or the natural one
	// Struct is the .struct or .union of PTX 1.x that the variable is made of. To
	// everybody but the frontend it is an array of bytes: Type is isa.B8, and the
	// last of Dims is the size of the structure.
	Struct *StructType
	Dims   []int64  // array dimensions; the first is 0 for [] of an .extern array; Check fills in what an initialiser gives
	Range  int      // n of the parameterised name<n>, 0 where there is none
	Init   *Init    // initialiser, nil where there is none
	Ptr    *PtrAttr // .ptr attribute of a kernel parameter
	Attrs  []string // .attribute(...) texts, such as "managed"

	InFunc *Func // the function whose body or parameter list declares it, nil at module level
	// Index is the position in the parameter list, for parameters.
	Index int
}

// PtrAttr is the .ptr attribute of a kernel parameter.
type PtrAttr struct {
	Space isa.Space // SpaceNone where it is generic
	Align int
}

// DeclPos returns the position of the name.
func (v *Var) DeclPos() diag.Pos { return v.Pos }

// ElemSize returns the bytes of one element, vector width included.
func (v *Var) ElemSize() int { return v.Type.Bytes() * max(v.Vec, 1) }

// Size returns the bytes of the whole variable. It is 0 for an array of
// unknown size.
func (v *Var) Size() int64 {
	n := int64(v.ElemSize())
	for _, d := range v.Dims {
		n *= d
	}
	return n
}

// Init is an initialiser: a list, or one scalar expression.
type Init struct {
	Pos  diag.Pos
	List []*Init // non-nil for { ... }
	Expr *Const  // for a scalar
}

// Const is a constant expression after folding, by the manual's typing
// (section 4.5): a number, or the address of a symbol plus an offset.
type Const struct {
	Pos  diag.Pos
	Kind ConstKind
	// Bits is the value: the integer's bits for ConstS64 and ConstU64, the
	// IEEE bits for the float kinds. For ConstAddr it is the byte offset.
	Bits    uint64
	Sym     string // ConstAddr: the symbol's name
	Ref     Symbol // ConstAddr: what the name means, filled by Check
	Generic bool   // ConstAddr: written generic(sym)
	Mask    uint64 // ConstAddr: 0xff << 8n of mask(sym), 0 where none
	Text    string // the literal's own spelling, for diagnostics and comments
}

// ConstKind is the type of a constant.
type ConstKind uint8

const (
	ConstS64 ConstKind = iota
	ConstU64
	ConstF64 // a decimal or 0d literal
	ConstF32 // a 0f literal: Bits holds the 32 bits
	ConstAddr
)

// Func is an .entry or a .func.
type Func struct {
	Pos     diag.Pos // of the name
	Name    string
	Linkage Linkage
	Entry   bool
	Results []*Var // return parameters
	Params  []*Var // Check adds those that a kernel of PTX 1.x declares in its body
	// Variadic is set where the last parameter is .param .b8 name[].
	Variadic bool
	Perf     []Directive // .maxntid and the like, in order
	Attrs    []string
	NoReturn bool
	HasBody  bool
	Body     *Block // nil for a prototype
	End      diag.Pos

	// Same names the earlier declaration of the same function, if any.
	Proto *Func

	structs   []*StructType // that the body declares
	shortLocs []diag.Pos    // .loc directives with only a line
	badParams bool          // a parameter could not be read
	lost      lost
}

// DeclPos returns the position of the name.
func (f *Func) DeclPos() diag.Pos { return f.Pos }

// Alias is .alias A, B;
type Alias struct {
	Pos           diag.Pos
	Name, Aliasee string
	Func          *Func // filled by Check
}

// DeclPos returns the position of the alias' name.
func (a *Alias) DeclPos() diag.Pos { return a.Pos }

// Directive is a performance or pragma directive with its arguments.
type Directive struct {
	Pos  diag.Pos
	Name string // with the dot: ".maxntid"
	Args []int64
	Text []string // string arguments
}

// Block is a { } scope: a function body or a block inside one.
type Block struct {
	Pos, End diag.Pos
	Stmts    []Stmt
	Scope    *Scope // filled by Check
}

// Insts calls visit for every instruction of a body, in the order of the text. A function
// without a body has none.
func (b *Block) Insts(visit func(*Inst)) {
	if b == nil {
		return
	}
	for i := range b.Stmts {
		switch s := &b.Stmts[i]; s.Kind {
		case StmtInst:
			visit(s.Inst)
		case StmtBlock:
			s.Block.Insts(visit)
		}
	}
}

// Stmt is one statement of a body. Exactly one of the pointers or fields that
// Kind names is set.
type Stmt struct {
	Kind  StmtKind
	Pos   diag.Pos
	Label string // StmtLabel
	Inst  *Inst
	Var   *Var // StmtVar: one per declared name
	Block *Block
	Table *Table // StmtTable
	Loc   *Loc
	Dir   *Directive // StmtPragma
	Sym   *Label     // StmtLabel: the label's symbol, filled by Check
}

// StmtKind says what a Stmt is.
type StmtKind uint8

const (
	StmtInst StmtKind = iota
	StmtLabel
	StmtVar
	StmtBlock
	StmtTable  // .branchtargets, .calltargets, .callprototype
	StmtLoc    // .loc
	StmtPragma // .pragma and other directives without meaning here
)

// Loc is a .loc directive: where the following instructions come from.
type Loc struct {
	File, Line, Col int
	Func            string // function_name label, or .debug_str; "" where absent
	FuncOff         int    // bytes from there on
	InlinedFile     int
	InlinedLine     int
	InlinedCol      int
}

// Table is a labelled .branchtargets, .calltargets or .callprototype.
type Table struct {
	Pos   diag.Pos
	Label string
	Kind  string // the directive, with its dot
	Names []Name // labels or functions
	Proto *Func  // .callprototype: Results, Params, NoReturn
}

// Name is a use of a name.
type Name struct {
	Pos  diag.Pos
	Text string
	Sym  Symbol // filled by Check
}

// Inst is one instruction.
type Inst struct {
	Pos    diag.Pos // of the opcode
	Guard  *Guard
	Opcode string
	Mods   []Mod // the dotted suffix, in the order of the text
	Ops    []Operand

	// Match is the resolved form, filled by Check. Instructions share it.
	Match *isa.Match
}

// Mod is one dotted modifier, without its dot: "rn", "shared::cta",
// "L2::cache_hint". The bank of ld.const[3] is the modifier "const[3]".
type Mod struct {
	Pos  diag.Pos
	Text string
}

// Guard is @p or @!p.
type Guard struct {
	Neg  bool
	Pred Name
}

// OperandKind says what an Operand is, by its syntax alone.
type OperandKind uint8

const (
	OpName  OperandKind = iota // register, symbol, label, function or special register
	OpConst                    // constant expression; symbol+4 is one of kind ConstAddr
	OpAddr                     // [base+offset]
	OpVec                      // {a, b, c, d}
	OpList                     // (a, b): arguments of a call
	OpPair                     // p|q
	OpSink                     // _
	OpIndex                    // a[i] of PTX 1.x; after Check, i is a register and counts bytes
)

// Operand is one operand as written.
type Operand struct {
	Pos  diag.Pos
	Kind OperandKind
	Neg  bool // !p, or -x of a register in a constant position

	Name  string // OpName; the base of OpAddr and OpIndex, "" where there is none
	Comp  string // component of a vector register or special register: "x" for %tid.x
	Sym   Symbol // what Name means, filled by Check
	Path  *Path  // what follows Name in p.x[2]; Check replaces it
	Const *Const // OpConst; the offset of OpAddr and OpIndex, nil where there is none
	// Elems are the parts of OpVec, OpList and OpPair (two), the index of OpIndex,
	// and of an OpAddr what follows the first comma: [tex, sampler, {x, y}] has
	// the elements sampler and {x, y}.
	Elems   []Operand
	Unified bool      // [a].unified
	SReg    *isa.SReg // special register, filled by Check
}

// Symbol is what a name can mean: *Reg, *Var, *Func, *Label or *Table. A register
// is never a *Var.
type Symbol interface{ SymbolName() string }

// Label is a label of a function body.
type Label struct {
	Name string
	Pos  diag.Pos
}

// Reg is one register: a .reg variable, or member i of a .reg name<n> range.
type Reg struct {
	Var *Var
	Num int // -1 where the variable is not a range
}

// SymbolName returns the register's own name, with its number.
func (r *Reg) SymbolName() string { return regName(r) }

// SymbolName returns the variable's name.
func (v *Var) SymbolName() string { return v.Name }

// SymbolName returns the function's name.
func (f *Func) SymbolName() string { return f.Name }

// SymbolName returns the label's name.
func (l *Label) SymbolName() string { return l.Name }

// SymbolName returns the table's label.
func (t *Table) SymbolName() string { return t.Label }

// line is the number of a line in the module's own file, for people.
func (m *Module) line(p diag.Pos) int { return m.File.Position(p).Line }
