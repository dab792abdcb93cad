package argument

import "github.com/alecthomas/participle/v2/lexer"

// expressions lists what is an expression. Each is parsed by itself; docs/TABLE.md says what
// they mean, with examples.
type expressions struct {
	Externs  *externs  `parser:"  @@"` // of -extern
	Argument *argument `parser:"| @@"` // of ptx2go run
	Variable *variable `parser:"| @@"` // of its -var
}

// tokens are the tokens of all expressions. Blanks between them do not count, which the
// small letter says.
var tokens = []lexer.SimpleRule{
	{Name: "blank", Pattern: `[ \t\r\n]+`},
	{Name: "File", Pattern: `(?s)@.*`},
	{Name: "Number", Pattern: `\d[\w.]*[eEpP][-+]\d+|\d[\w.]*|\.\d\w*(?:[-+]\d+)?`},
	{Name: "Name", Pattern: `[\pL_$%][\pL\pN_$%]*`},
	{Name: "Punct", Pattern: `\.\.\.|(?s:.)`},
}

// externs are functions that the program supplies, separated by commas.
type externs struct {
	List []*extern `parser:"@@ ( ',' @@ )*"`
}

// extern is the name of a function in the PTX, perhaps with the Go variable for it, and
// perhaps with a Go signature: lerp=Lerp(a, b, t float32) float32.
type extern struct {
	Name      lexer.Token  `parser:"@Name"`
	Is        *lexer.Token `parser:"( @'='"`
	Var       *lexer.Token `parser:"  @( Name | Number )? )?"`
	Signature *signature   `parser:"@@?"`
}

// signature is what stands behind func in Go.
type signature struct {
	Params  []*param `parser:"'(' ( @@ ( ',' @@ )* ','? )? ')'"`
	Results []*param `parser:"( '(' ( @@ ( ',' @@ )* ','? )? ')'"`
	Result  *param   `parser:"| @@ )?"`
}

// param is a name and a type, or one of both; the others in the list say which.
type param struct {
	Words []lexer.Token `parser:"@( ( Name | Number | '...' | '[' | ']' | '*' | '.' )+ )"`
}

// argument is a parameter of the kernel that is launched.
type argument struct {
	Name    []lexer.Token `parser:"( @Name '=' )?"`
	Buffer  *buffer       `parser:"( 'buf' ':' @@"`                               // y=buf:f32:200:iota
	Pointer *pointer      `parser:"| 'ptr' ':' @@"`                               // ptr:y+8
	Bytes   *bytes        `parser:"| @@"`                                         // bytes:0102
	Scalar  *scalar       `parser:"| (?! ( 'buf' | 'ptr' | 'bytes' ) ':' ) @@ )"` // f32:1.5
}

// scalar is a type and a number.
type scalar struct {
	Type   lexer.Token `parser:"@Name ':'"`
	Number *number     `parser:"@@"`
}

// number is an integer or a float of any notation, inf or nan.
type number struct {
	Words []lexer.Token `parser:"@( ( '+' | '-' )? ( Number | Name ) )"`
}

// bytes are hexadecimal digits.
type bytes struct {
	Digits []lexer.Token `parser:"'bytes' ':' @( Number | Name )+"`
}

// pointer is the name of a buffer, perhaps with an offset in bytes.
type pointer struct {
	Name   lexer.Token `parser:"@Name"`
	Offset *number     `parser:"( '+' @@ )?"`
}

// buffer is a type, and what the buffer holds: f32:200:1,2 or u8:@file.
type buffer struct {
	Type  lexer.Token   `parser:"@Name ':'"`
	File  []lexer.Token `parser:"( @File"`
	Count *number       `parser:"| @@"`
	Fill  *fill         `parser:"  ( ':' @@ )? )"`
}

// fill is what the elements are. Numbers repeat.
type fill struct {
	Zero    bool      `parser:"  @'zero'"`
	Iota    bool      `parser:"| @'iota'"`
	Numbers []*number `parser:"| @@ ( ',' @@ )*"`
}

// variable is a variable of the module, and what it holds.
type variable struct {
	Name   lexer.Token `parser:"@Name '='"`
	Buffer *buffer     `parser:"@@"`
}
