package ir

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// textModule is the grammar of the text form, as participle reads it. A file is
//
//	module "saxpy.ptx" version "7.8" target "sm_70" pointers 64
//	global @table size 16 align 4 elem f32 init "0000803f" ; 5
//
//	texref @image visible ; 7
//	samplerref @smp prop "filter_mode=linear" ; 8
//
//	kernel @saxpy maxntid 256 1 1 ; 10
//	  param n i32 ptx u32 size 4 align 4 offset 0 ; 11
//	  shared @smem size 1024 align 4 elem f32 ; 12
//	b0:
//	  v0:r1 = Param <i32> 0 ; 14
//	  v1 = ICmp.ltu <i1> v0 v0 ; 15
//	  If v1 b1 b2 ; 16
//	b1: loop <- b0 b1
//	  v2 = Phi <i32> b0:v0 b1:v2
//	  Store.global.i32 v2 v0 ; 20
//
// A function with lanes is a gang:
//
//	gang @saxpy lanes 8(first i32, end i32) -> (i32) maxntid 256 1 1 ; 10
//	  slot @"$3:on" i1
//	  param n i32 ptx u32 size 4 align 4 offset 0 ; 12
//	b0:
//	  v0 = Arg <i32> 0
//	  v1 = Ramp <varying i32> v0 by 1
//
// with comments from // to the end of the line. The module line may be missing,
// and the predecessors after <- as well: they are then those whose terminators
// name the block, in the order of the text.
type textModule struct {
	Name    string        `parser:"EOL* ( 'module' @(Word|Value|Block|String)"`
	Version string        `parser:"( 'version' @(Word|Value|Block|String) )?"`
	Target  string        `parser:"( 'target' @(Word|Value|Block|String) )?"`
	Bits    int           `parser:"( 'pointers' @Int )? EOL )?"`
	Symbols []*textSymbol `parser:"@@*"`
	Refs    []*textRef    `parser:"@@*"`
	Funcs   []*textFunc   `parser:"@@*"`
}

type textSymbol struct {
	Pos     lexer.Position
	Space   string       `parser:"@( 'global' | 'const' | 'shared' | 'local' )"`
	Name    string       `parser:"'@' @(Word|Value|Block|String)"`
	Size    int64        `parser:"'size' @Int"`
	Align   int          `parser:"'align' @Int"`
	Elem    string       `parser:"'elem' @Word"`
	Extern  bool         `parser:"@'extern'?"`
	Visible bool         `parser:"@'visible'?"`
	Offset  int64        `parser:"( 'offset' @Int )?"`
	Init    string       `parser:"( 'init' @String )?"`
	Relocs  []*textReloc `parser:"@@*"`
	Line    string       `parser:"@Line? EOL"`
}

type textRef struct {
	Pos     lexer.Position
	Kind    string   `parser:"@( 'texref' | 'samplerref' | 'surfref' )"`
	Name    string   `parser:"'@' @(Word|Value|Block|String)"`
	Visible bool     `parser:"@'visible'?"`
	Props   []string `parser:"( 'prop' @String )*"`
	Line    string   `parser:"@Line? EOL"`
}

type textReloc struct {
	Pos     lexer.Position
	Off     int64  `parser:"'reloc' @Int"`
	Width   int    `parser:"@Int"`
	Name    string `parser:"'@' @(Word|Value|Block|String)"`
	Add     int64  `parser:"@Int"`
	Shift   int    `parser:"'shift' @Int"`
	Generic bool   `parser:"@'generic'?"`
}

type textFunc struct {
	Pos        lexer.Position
	Kind       string        `parser:"@( 'kernel' | 'func' | 'gang' )"`
	Name       string        `parser:"'@' @(Word|Value|Block|String)"`
	Lanes      int           `parser:"( 'lanes' @Int )?"`
	Args       []*textArg    `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Results    *textTypes    `parser:"( '->' @@ )?"`
	Extern     bool          `parser:"@'extern'?"`
	NoReturn   bool          `parser:"@'noreturn'?"`
	Spins      bool          `parser:"@'spins'?"`
	RowWarps   bool          `parser:"@'rowwarps'?"`
	LayerWarps bool          `parser:"@'layerwarps'?"`
	Rows       []int64       `parser:"( 'rows' @Int @Int )?"`
	ReqNTID    []int64       `parser:"( 'reqntid' @Int @Int @Int )?"`
	MaxNTID    []int64       `parser:"( 'maxntid' @Int @Int @Int )?"`
	Shared     int64         `parser:"( 'sharedsize' @Int )?"`
	Line       string        `parser:"@Line? EOL"`
	Slots      []*textSlot   `parser:"@@*"`
	Params     []*textParam  `parser:"@@*"`
	Symbols    []*textSymbol `parser:"@@*"`
	Blocks     []*textBlock  `parser:"@@*"`
}

// textSlot is a slot of a gang: what it is called in the text, and its type.
type textSlot struct {
	Pos  lexer.Position
	Name string `parser:"'slot' '@' @(Word|Value|Block|String)"`
	Type string `parser:"@Word EOL"`
}

// textArg is a name and a type, or a type alone.
type textArg struct {
	Pos   lexer.Position
	Words []string `parser:"@(Word|Value|Block|String) @Word?"`
}

type textParam struct {
	Pos   lexer.Position
	Name  string `parser:"'param' @(Word|Value|Block|String)"`
	Type  string `parser:"@Word"`
	PTX   string `parser:"'ptx' @(Word|Value|Block|String)"`
	Size  int64  `parser:"'size' @Int"`
	Align int    `parser:"'align' @Int"`
	Off   int64  `parser:"'offset' @Int"`
	Line  string `parser:"@Line? EOL"`
}

type textTypes struct {
	Pos   lexer.Position
	Open  bool     `parser:"@'('"`
	Names []string `parser:"@Word* ')'"`
}

type textBlock struct {
	Pos   lexer.Position
	Label string      `parser:"@Block ':'"`
	Name  string      `parser:"@(Word|Value|Block|String)?"`
	Arrow bool        `parser:"( @'<-'"`
	Preds []string    `parser:"@Block* )? EOL"`
	Lines []*textLine `parser:"@@*"`
}

// textLine is a value or a terminator.
type textLine struct {
	Pos     lexer.Position
	Value   string         `parser:"(?! 'func' | 'kernel' | 'gang' ) ( @Value"`
	Name    string         `parser:"( ':' @(Word|Value|Block|String) )? '=' )?"`
	Op      string         `parser:"@Word"`
	Words   []string       `parser:"( '.' @(Word|Value|Block) )*"`
	Varying bool           `parser:"( '<' @'varying'?"`
	Type    string         `parser:"( @Word"`
	Tuple   *textTypes     `parser:"| @@ ) '>' )?"`
	Args    []*textOperand `parser:"@@*"`
	Result  *textTypes     `parser:"( '->' @@ )?"`
	Stride  int64          `parser:"( 'by' @Int )?"`
	Cross   int            `parser:"( 'cross' @Int )?"`
	Product string         `parser:"( 'product' @Int )?"`
	Line    string         `parser:"@Line? EOL"`
}

type textOperand struct {
	Pos   lexer.Position
	Value string     `parser:"  @Value"`
	Block string     `parser:"| @Block"`
	Arg   string     `parser:"  ( ':' @Value )?"`
	Int   string     `parser:"| @Int"`
	Name  string     `parser:"| '@' @(Word|Value|Block|String)"`
	Types *textTypes `parser:"| @@"`
}

var textGrammar = sync.OnceValue(func() *participle.Parser[textModule] {
	return participle.MustBuild[textModule](participle.Lexer(scannerDef{}), participle.UseLookahead(1))
})
