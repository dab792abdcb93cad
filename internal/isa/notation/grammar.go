package notation

import (
	"github.com/alecthomas/participle/v2/lexer"
)

// columns lists the columns that have a notation; the rest of a table is text for people,
// names and numbers. A cell is one of these productions, and each is parsed by itself.
// docs/TABLE.md says what they mean, with examples.
type columns struct {
	Syntax     *Syntax         `parser:"  @@"` // instructions.tsv
	Modifiers  *Modifiers      `parser:"| @@"`
	Operands   *Operands       `parser:"| @@"`
	Gates      *Gates          `parser:"| @@"`
	Never      *Conds          `parser:"| @@"`
	As         *Renames        `parser:"| @@"`
	Lower      *Rules          `parser:"| @@"`
	Proof      *Proofs         `parser:"| @@"`
	Targets    *Targets        `parser:"| @@"` // of all tables
	Since      *Since          `parser:"| @@"`
	Registers  *Registers      `parser:"| @@"` // special_registers.tsv
	Type       *RegisterType   `parser:"| @@"`
	Uniform    *Groups         `parser:"| @@"`
	Range      *Ranges         `parser:"| @@"`
	SameAs     *SameAs         `parser:"| @@"`
	Directives *DirectiveNames `parser:"| @@"` // directives.tsv
}

// tokens are the tokens of all columns; blanks count.
var tokens = []lexer.SimpleRule{
	{Name: "Reason", Pattern: ` # [^;]*`},
	{Name: "Note", Pattern: ` \([^()]* [^()]*\)`}, // of several words
	{Name: "Blank", Pattern: ` +`},
	{Name: "PTX", Pattern: `ptx\d+\.\d+`},
	{Name: "Until", Pattern: `until\d+\.\d+`},
	{Name: "Version", Pattern: `\d+\.\d+`},
	{Name: "Target", Pattern: `sm_\d+[af]?\b`},
	{Name: "Index", Pattern: `#\d`},
	{Name: "Int", Pattern: `(?:0x[0-9a-f]+|\d+)\b`},
	{Name: "Word", Pattern: `\w+(?:::\d+:\d+\b|::\w+)*`}, // L2::cache_hint and sp::2:4 are modifiers
	{Name: "Punct", Pattern: `\.\.|::|!=|[-!$%()*+,./:;<=>?@\[\]{}|]`},
}

// Syntax is a head, and after a blank the operands: fma.$rnd{.ftz}.f32 d,a,b,c.
type Syntax struct {
	Opcode   string  `parser:"@Word"`
	Head     []*Node `parser:"@@*"`
	Operands []*Slot `parser:"( Blank @@ ( ','? @@ )* )?"`
}

// Node is a modifier, or an optional group of them: .sync, {.ftz}, {.$SEM{.$SC}}.
type Node struct {
	Group []*Node `parser:"  (?= '{' '.' ) '{' @@+ '}'"`
	Mod   []*Part `parser:"| '.' @@+"`
}

// Part is a piece of a modifier. Most have one: .sync is text, .$T a choice. Others are
// put together: .kind::$K, .const[$B], .shared{::cta}.
type Part struct {
	Text   string  `parser:"  @( Word | Int | '::' | '[' | ']' )"`
	Choice string  `parser:"| '$' @Word"`
	Opt    []*Part `parser:"| (?! '{' '.' ) '{' @@+ '}'"`
}

// Slot is an operand or operands that may be missing: {,c} after another, {(rets),} in
// front of one.
type Slot struct {
	Behind  []*Operand `parser:"  '{' ( ',' @@ )+ '}'"`
	InFront *Operand   `parser:"| '{' @@ ',' '}'"`
	Operand *Operand   `parser:"| @@"`
}

// Operand is one place of an instruction: a, [a], {a,b}, (args), 128. Before it stands
// that it may have a sign, after it a selector or an offset that it may have, and a
// second name: d|p, or d{|p} where that may be missing.
type Operand struct {
	Signed   bool    `parser:"@( '{' '-' '}' )?"`
	Address  []*Word `parser:"( '[' @@ ( ','? @@ )* ']'"`
	Unified  bool    `parser:"  @( '.' 'unified' )?"`
	List     string  `parser:"| '(' @Word ')'"`
	Vector   []*Word `parser:"| '{' @@ ( ',' @@ )* '}'"`
	Name     string  `parser:"| @( Word ( '-' Word )* | Int )"`
	Selector string  `parser:"  ( '{' '.' @Word '}' )?"`
	Offset   string  `parser:"  ( '{' '+' @Word '}' )?"`
	MaySay   string  `parser:"  ( '{' '|' @Word '}' )? )"`
	Or       []*Word `parser:"( '|' '['? @@ ']'? )*"`
}

// Word is the name of something inside an operand, which may be missing with its comma:
// [a,{b,}c], [le,off{,cnt}].
type Word struct {
	Opt  string `parser:"  '{' ','? @Word ','? '}'"`
	Name string `parser:"| @( Word ( '-' Word )* )"`
}

// Modifiers are the sets that the choices of a head are made from: M=hi|lo;T=u32|s32.
type Modifiers struct {
	Choices []*Choice `parser:"@@ ( ';' @@ )*"`
}

// Choice is one set. A member may be several modifiers: V=v2|v8.b32.
type Choice struct {
	Name    string    `parser:"@Word '='"`
	Members []*Member `parser:"@@ ( '|' @@ )*"`
}

// Member is a member of a set.
type Member struct {
	Text string `parser:"@( ( Word | Int ) ( '.' Word )* )"`
}

// Operands describe what the syntax names: d:r a:ri b:ri(u32).
type Operands struct {
	Specs []*Spec `parser:"@@ ( Blank @@ )*"`
}

// Spec is what one operand may be, and details.
type Spec struct {
	Name  string  `parser:"@( Word ( '-' Word )* ) ':'"`
	Kinds []*Kind `parser:"@@ ( '|' @@ )*"`
	Args  []*Arg  `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

// Kind is a kind of operand: r, ri, m, !pred.
type Kind struct {
	Text string `parser:"@( '!'? Word )"`
}

// Arg is a detail of an operand.
type Arg struct {
	Double   bool    `parser:"  @'2n'"`                // twice as wide as the type
	Wide     bool    `parser:"| @'wide'"`              // the register may be wider
	Fragment bool    `parser:"| @'frag'"`              // an element of a matrix fragment
	Untyped  bool    `parser:"| @'-'"`                 // without a type
	Choice   string  `parser:"| '$' @Word"`            // has the type of that choice
	Index    string  `parser:"| @Index"`               // has the type of that type modifier, from 0
	When     *Cond   `parser:"| '?' @@"`               // is there when that holds
	Range    *Range  `parser:"| (?= Int '..' ) @@"`    // bounds of an immediate
	Values   []int64 `parser:"| '=' @Int ('/' @Int)*"` // what an immediate may be
	Lens     []int   `parser:"| @Int ( '/' @Int )*"`   // how long a vector may be
	Type     string  `parser:"| @Word"`
}

// Range is an interval that includes both bounds: 0..15.
type Range struct {
	Lo int64 `parser:"@Int '..'"`
	Hi int64 `parser:"@Int"`
}

// Conds are combinations that the syntax allows and the manual forbids; none may hold:
// V=v4+T=b64|u64;relaxed+volatile.
type Conds struct {
	Conds []*Cond `parser:"@@ ( ';' @@ )*"`
}

// Cond is a condition on the modifiers of an instruction: all of its atoms hold, and *
// always does.
type Cond struct {
	Always bool    `parser:"  @'*'"`
	Atoms  []*Atom `parser:"| @@ ( '+' @@ )*"`
}

// Atom asks for a choice (N=a|b, N!=a|b: it was made, and is one or none of these), for
// whether a choice was made at all ($N), or for one of some modifiers (a|b). Before
// $N and of modifiers, ! turns that around.
type Atom struct {
	Choice string   `parser:"(?= Word ( '=' | '!=' ) ) @Word"`
	IsNot  bool     `parser:"( @'!=' | '=' )"`
	Values []string `parser:"@( Word | Int ) ( '|' @( Word | Int ) )*"`
	Absent bool     `parser:"| @'!'?"`
	Made   string   `parser:"( '$' @Word"`
	Any    []string `parser:"| @( Word | Int ) ( '|' @( Word | Int ) )* )"`
}

// Gates say which modifiers need more than the columns ptx and sm, and what is gone:
// $SEM:ptx6.0,sm_70;*:until6.3.
type Gates struct {
	Gates []*Gate `parser:"@@ ( ';' @@ )*"`
}

// Gate is what is needed where the condition holds.
type Gate struct {
	When  *Cond   `parser:"@@ ':'"`
	Needs []*Need `parser:"@@ ( ',' @@ )*"`
}

// Need is a version, for all targets or for one, one of several targets, or the version from
// which on there is no such thing, for all targets or from one on: ptx8.1@sm_89, until6.4@sm_70;
// or nothing, but that no assembler takes it.
type Need struct {
	PTX      string   `parser:"  @PTX"`
	PTXFor   string   `parser:"  ( '@' @Target )?"`
	Until    string   `parser:"| @Until"`
	UntilFor string   `parser:"  ( '@' @Target )?"`
	None     bool     `parser:"| @'unassembled'"`
	Targets  []string `parser:"| @Target ( '/' @Target )*"`
}

// Renames change a head before its function is named: +rn!$rnd;-sat.
type Renames struct {
	Renames []*Rename `parser:"@@ ( ';' @@ )*"`
}

// Rename is one change.
type Rename struct {
	Insert  *Insert  `parser:"  @@"`
	Drop    *Drop    `parser:"| @@"`
	Replace *Replace `parser:"| @@"`
	Opcode  []string `parser:"| @Word ( '.' @Word )*"` // another opcode: div.approx.ftz
}

// Insert puts a modifier after the opcode where the condition holds: +rn!$rnd.
type Insert struct {
	Word string `parser:"'+' @Word"`
	When *Cond  `parser:"@@"`
}

// Drop leaves a modifier out, perhaps under a condition: -sat, -sat?D=u8.
type Drop struct {
	Word string `parser:"'-' @Word"`
	When *Cond  `parser:"( '?' @@ )?"`
}

// Replace writes another modifier: b32>u32.
type Replace struct {
	From string `parser:"@Word '>'"`
	To   string `parser:"@Word"`
}

// Rules say how a form is lowered; the first whose condition holds counts:
// M=lo: op Mul;opsu MulHi.
type Rules struct {
	Rules []*Rule `parser:"@@ ( ';' @@ )*"`
}

// Rule is a way of lowering. A reason for people may stand behind it.
type Rule struct {
	When   *Cond   `parser:"( @@ ':' Blank )?"`
	Access *Access `parser:"( 'mem' Blank @@"`
	Verb   string  `parser:"| @( 'op' | 'opsu' | 'fop' | 'build' | 'call' | 'warp' | 'none' | 'undefined' | 'other' )"`
	Name   string  `parser:"  ( Blank @Word )? )"`
	Reason string  `parser:"@Reason?"`
}

// Access is what a form does to memory, and how where its head does not say: load volatile,
// atom $O relaxed gpu.
type Access struct {
	Does     string `parser:"( @( 'load' | 'store' | 'fence' )"`
	Choice   string `parser:"| 'atom' Blank ( '$' @Word"`
	Atom     string `parser:"               | @Word ) )"`
	Volatile bool   `parser:"( Blank @'volatile' )?"`
	Shared   bool   `parser:"( Blank @'shared' )?"`
	Order    string `parser:"( Blank @( 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc' ) )?"`
	Scope    string `parser:"( Blank @( 'cta' | 'cluster' | 'gpu' | 'sys' ) )?"`
}

// Proofs say what the results have been compared with; the first whose condition holds
// counts: T=f32|f64: oracle;cases.
type Proofs struct {
	Proofs []*Proof `parser:"@@ ( ';' @@ )*"`
}

// Proof is one such thing.
type Proof struct {
	When *Cond  `parser:"( @@ ':' Blank )?"`
	What string `parser:"@( 'oracle' | 'model' | 'cases' | 'open' )"`
}

// Targets are those of which any will do; - is what no target has.
type Targets struct {
	None  bool     `parser:"  @'-'"`
	Names []string `parser:"| @Target ( Blank @Target )*"`
}

// Since is the first version of PTX, perhaps with a note: 1.3 (deprecated 2.0).
type Since struct {
	Version string `parser:"@Version"`
	Note    string `parser:"@Note?"`
}

// Registers are a special register, or as many as their numbers say: %envreg0..%envreg31.
type Registers struct {
	First string `parser:"@( '%' Word )"`
	Last  string `parser:"( '..' @( '%' Word ) )?"`
}

// RegisterType is the type of a special register or of its components, perhaps with a
// note: v4.u32 (v4.u16 before 2.0).
type RegisterType struct {
	Vector bool   `parser:"@( 'v4' '.' )?"`
	Type   string `parser:"@Word"`
	Note   string `parser:"@Note?"`
}

// Groups are the threads that read the same value: one word, or one for each component.
type Groups struct {
	Of []string `parser:"@( 'launch' | 'cta' | 'layer' | 'row' | 'warp' | 'thread' | 'read' ) ( Blank @( 'launch' | 'cta' | 'layer' | 'row' | 'warp' | 'thread' | 'read' ) )*"`
}

// Ranges are the bounds of what is read: one for all components, or one for each.
type Ranges struct {
	Of []*MaybeRange `parser:"@@ ( Blank @@ )*"`
}

// MaybeRange is an interval, or - where nothing is known.
type MaybeRange struct {
	Unknown bool   `parser:"  @'-'"`
	Range   *Range `parser:"| @@"`
}

// SameAs is what a read of a register is on a CPU: another register or a number; - is
// what is not supported.
type SameAs struct {
	None     bool   `parser:"  @'-'"`
	Number   string `parser:"| @Int"`
	Register string `parser:"| @Word"`
}

// DirectiveNames are the directives that a row is about, or other syntax in words.
type DirectiveNames struct {
	Names []*DirectiveName `parser:"@@ ( Blank @@ )*"`
}

// DirectiveName is a directive, perhaps with arguments: .attribute(.managed), @@DWARF.
type DirectiveName struct {
	Name  string `parser:"  @( '.' Word | '@' '@' Word )"`
	Args  string `parser:"  @( '(' ( '.' | ',' | Word | '(' | ')' )+ )?"`
	Other string `parser:"| @( Word | Int | '/' | '<' | '>' | '(' | ')' )+"`
}
