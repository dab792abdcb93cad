package frontend

import (
	"errors"
	"io"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// The grammar of the module level. A function body is one Body token and an
// initialiser, an array dimension and the arguments of .attribute are Raw
// tokens; the hand-written parsers read them. A field of several tokens captures
// the whole list, with its commas. The grammar accepts any directive
// where some directive may stand, so that decl.go can say which are meant.
type (
	declNode struct {
		Version  *versionNode  `parser:"  @@"`
		Target   *targetNode   `parser:"| @@"`
		AddrSize *addrSizeNode `parser:"| @@"`
		File     *fileNode     `parser:"| @@"`
		Loc      *locNode      `parser:"| @@"`
		Pragma   *pragmaNode   `parser:"| @@"`
		Alias    *aliasNode    `parser:"| @@"`
		Struct   *structNode   `parser:"| @@"`
		Object   *objectNode   `parser:"| @@"`
	}
	versionNode struct {
		Key    lexer.Token `parser:"@'.version'"`
		Number lexer.Token `parser:"@(Float | Int)"`
	}
	targetNode struct {
		Key   lexer.Token   `parser:"@'.target'"`
		Names []lexer.Token `parser:"@( Ident ( ',' Ident )* )"`
	}
	addrSizeNode struct {
		Key  lexer.Token `parser:"@'.address_size'"`
		Bits lexer.Token `parser:"@Int"`
	}
	fileNode struct {
		Key   lexer.Token   `parser:"@'.file'"`
		Index []lexer.Token `parser:"@Int?"`
		Name  lexer.Token   `parser:"@( String | Ident ) ( ',' Int )*"`
	}
	locNode struct {
		Key  lexer.Token   `parser:"@( '.loc' | '.loc_intermediate' | '.language' )"`
		Args []lexer.Token `parser:"@( ( Int | Ident | String | ',' | '+' )* )"`
	}
	pragmaNode struct {
		Key   lexer.Token   `parser:"@'.pragma'"`
		Texts []lexer.Token `parser:"@( String ( ',' String )* ) ';'"`
	}
	aliasNode struct {
		Key     lexer.Token `parser:"@'.alias'"`
		Name    lexer.Token `parser:"@Ident ','"`
		Aliasee lexer.Token `parser:"@Ident ';'"`
	}
	structNode struct {
		Key  lexer.Token `parser:"@( '.struct' | '.union' )"`
		Name lexer.Token `parser:"@Ident"`
		Body lexer.Token `parser:"@Body ';'?"`
	}
	objectNode struct {
		Linkage []lexer.Token `parser:"@( ( '.extern' | '.visible' | '.weak' | '.common' )* )"`
		Func    *funcNode     `parser:"(  @@"`
		Var     *varNode      `parser:" | @@"`
		Name    []lexer.Token `parser:" | @Ident ';'? )"` // of PTX 1.x
	}
	funcNode struct {
		Key     lexer.Token   `parser:"@( '.entry' | '.func' | '.callprototype' )"`
		Attrs   []attrNode    `parser:"@@*"`
		Results *paramsNode   `parser:"@@?"`
		Name    lexer.Token   `parser:"@Ident"`
		Params  *paramsNode   `parser:"@@?"`
		Perf    []perfNode    `parser:"@@*"`
		Body    []lexer.Token `parser:"( @Body | ';' )"`
	}
	attrNode struct {
		Text lexer.Token `parser:"'.attribute' '(' @Raw ')'"`
	}
	paramsNode struct {
		Open   lexer.Token `parser:"@'('"`
		Params []paramNode `parser:"( @@ ( ',' @@ )* )? ')'"`
	}
	paramNode struct {
		Hidden []lexer.Token `parser:"@'.hidden'?"`
		Space  lexer.Token   `parser:"@Dot"`
		Specs  []specNode    `parser:"@@*"`
		Name   []lexer.Token `parser:"@( Ident Ident? )?"` // two where the first is a structure
		Dims   []dimNode     `parser:"@@*"`
	}
	perfNode struct {
		Pragma *pragmaNode   `parser:"  @@"`
		Key    lexer.Token   `parser:"| @Dot"`
		Args   []lexer.Token `parser:"  @( ( Int | String ) ( ',' ( Int | String ) )* )?"`
	}
	varNode struct {
		Space lexer.Token `parser:"@Dot"`
		Bank  *dimNode    `parser:"@@?"`
		Specs []specNode  `parser:"@@*"`
		Names []nameNode  `parser:"@@ ( ',' @@ )* ';'"`
	}
	specNode struct {
		Agg  lexer.Token   `parser:"( @( '.struct' | '.union' )"`
		Type lexer.Token   `parser:"  @Ident"`
		Word lexer.Token   `parser:"| @Dot )"`
		Num  []lexer.Token `parser:"@Int?"`
		Raw  []lexer.Token `parser:"( '(' @Raw ')' )?"`
	}
	nameNode struct {
		Name  []lexer.Token `parser:"@( Ident Ident? )"` // two where the first is a structure
		Range []lexer.Token `parser:"( '<' @Int '>' )?"`
		Dims  []dimNode     `parser:"@@*"`
		Init  []lexer.Token `parser:"( '=' @Raw )?"`
	}
	dimNode struct {
		Open lexer.Token   `parser:"@'['"`
		Size []lexer.Token `parser:"@Raw? ']'"`
	}
)

// grammar is the parser of one declaration. It decides by one token and never
// goes back, which makes its errors exact.
var grammar = participle.MustBuild[declNode](participle.Lexer(moduleDef{}), participle.UseLookahead(0))

// moduleDef is the scanner as participle's lexer.
type moduleDef struct{}

// Symbols returns the kinds of tokens.
func (moduleDef) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF":    lexer.EOF,
		"Bad":    lexer.TokenType(tokBad),
		"Ident":  lexer.TokenType(tokIdent),
		"Dot":    lexer.TokenType(tokDot),
		"Int":    lexer.TokenType(tokInt),
		"Float":  lexer.TokenType(tokFloat),
		"String": lexer.TokenType(tokString),
		"Punct":  lexer.TokenType(tokPunct),
		"Raw":    lexer.TokenType(tokRaw),
		"Body":   lexer.TokenType(tokBody),
	}
}

// Lex reads everything and scans it.
func (d moduleDef) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(b))
}

// LexString scans a text that is one declaration without a body.
func (moduleDef) LexString(_ string, src string) (lexer.Lexer, error) {
	return &moduleLexer{scanner: newScanner(src, 0, len(src)), brace: -1}, nil
}

// moduleLexer scans one declaration, with bodies and raw parts as one token.
// Its positions are byte offsets; lines are left to package diag.
type moduleLexer struct {
	scanner
	brace, braceEnd int
	bare            bool  // a semicolon is missing at the end, and may be
	raw             byte  // what ended the last token calls for a raw one: = [ or (
	attr            bool  // the last token was .attribute
	open            token // a string that does not end
}

// Next returns the next token. It never fails.
func (m *moduleLexer) Next() (lexer.Token, error) {
	var t token
	if m.raw != 0 {
		t = m.rawToken()
	} else {
		t = m.next()
	}
	m.raw = 0
	attr := m.attr
	m.attr = false
	switch t.kind {
	case tokPunct:
		switch s := m.text(t); {
		case s == "{" && int(t.pos) == m.brace:
			t.kind, t.end = tokBody, int32(m.braceEnd)
			m.off = m.braceEnd
		case s == "=", s == "[", s == "(" && attr:
			m.raw = s[0]
		}
	case tokDot:
		m.attr = m.text(t) == ".attribute"
	case tokString:
		if !closed(m.text(t)) {
			m.open = t
		}
	}
	pos := lexer.Position{Offset: int(t.pos)}
	if t.kind == tokEOF {
		if m.bare {
			m.bare = false
			return lexer.Token{Type: lexer.TokenType(tokPunct), Value: ";", Pos: pos}, nil
		}
		return lexer.EOFToken(pos), nil
	}
	return lexer.Token{Type: lexer.TokenType(t.kind), Value: m.text(t), Pos: pos}, nil
}

// rawToken returns everything up to the end of an initialiser, of a dimension
// or of arguments. Where there is nothing, it returns the token that is there.
func (m *moduleLexer) rawToken() token {
	nl := m.skipSpace()
	start, depth := m.off, 0
	i := start
scan:
	for i < m.end {
		switch m.src[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth == 0 {
				break scan
			}
			depth--
		case ';':
			break scan
		case ',':
			if depth == 0 && m.raw == '=' {
				break scan
			}
		case '"':
			i = stringEnd(m.src, i, m.end)
			continue
		case '/':
			if j := commentEnd(m.src, i, m.end); j > i {
				i = j
				continue
			}
		}
		i++
	}
	if i == start {
		m.raw = 0
		return m.next()
	}
	m.off = i
	return token{tokRaw, nl, int32(start), int32(i)}
}

// parseDecl parses the text of one declaration. It reports a syntax error and
// returns nil then.
func parseDecl(f *diag.File, l *diag.List, c chunk) *declNode {
	tokens := &moduleLexer{scanner: newScanner(f.Src, c.start, c.end), brace: c.brace, braceEnd: c.braceEnd, bare: c.bare}
	lex, err := lexer.Upgrade(tokens)
	if err != nil {
		panic(err) // the lexer never fails
	}
	if tokens.open.end > 0 {
		reportOpenString(l, tokens.open)
		return nil
	}
	n, err := grammar.ParseFromLexer(lex)
	if err == nil {
		return n
	}
	var perr participle.Error
	if !errors.As(err, &perr) {
		panic(err)
	}
	reportGrammar(f, l, c, perr)
	return nil
}

// reportGrammar turns participle's error into a diagnostic.
func reportGrammar(f *diag.File, l *diag.List, c chunk, err participle.Error) {
	d := diag.Diagnostic{Pos: diag.At(err.Position().Offset), Code: "syntax", Msg: err.Message()}
	var un *participle.UnexpectedTokenError
	if errors.As(error(err), &un) {
		want := expectation(un.Message())
		t := token{kind(max(un.Unexpected.Type, 0)), false, int32(un.Unexpected.Pos.Offset), 0}
		t.end = t.pos + int32(len(un.Unexpected.Value))
		d.Len = t.width()
		if t.kind == tokEOF || int(t.end) > len(f.Src) { // the text may end within what the lexer makes one token
			// What is missing is missing after the last token.
			end := c.start + len(strings.TrimRight(f.Src[c.start:c.end], " \t\r\n"))
			d.Pos, d.Len = diag.At(end), 1
			d.Msg = "the declaration is not complete"
			if want != "" {
				d.Msg += ", expected " + quote(want)
			}
		} else {
			d.Msg = "unexpected " + describe(f.Src, t)
			if want != "" {
				d.Msg += ", expected " + quote(want)
			}
		}
	}
	l.Add(d)
}

// expectation makes words of the (expected ...) of participle's message, which
// is a piece of grammar: it keeps the first thing where that is a literal or a
// class of tokens, and nothing otherwise.
func expectation(msg string) string {
	_, s, ok := strings.Cut(msg, "(expected ")
	if !ok {
		return ""
	}
	if strings.HasPrefix(s, `"`) {
		if i := strings.IndexByte(s[1:], '"'); i >= 0 {
			return s[1 : 1+i]
		}
	}
	switch {
	case strings.HasPrefix(s, "<ident>"):
		return "a name"
	case strings.HasPrefix(s, "<int>"):
		return "a number"
	case strings.HasPrefix(s, "<string>"):
		return "a string"
	case strings.HasPrefix(s, "<raw>"):
		return "a value"
	case strings.HasPrefix(s, "(<body>"):
		return "'{' or ';'"
	case strings.HasPrefix(s, "(<float>"):
		return "a version such as 7.8"
	}
	return ""
}
