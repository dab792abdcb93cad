package cxx

import (
	"strconv"
	"strings"
)

func number(n int) string { return strconv.Itoa(n) }

// Word is a type in an identifier: the types of numbers by what Go calls them, a pointer by
// what it points to.
func (t *Type) Word() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Int:
		return "int" + number(t.Bits)
	case Uint:
		return "uint" + number(t.Bits)
	case Float:
		return "float" + number(t.Bits)
	case Void:
		return "void"
	case Func:
		return "func"
	case Pointer:
		return t.Elem.Word()
	case Array:
		return t.Elem.Word() + "x" + number(t.Len)
	case Named:
		return joined(append([]string{t.Name}, words(t.Args, Arg.Word)...))
	}
	return letters(t.Text)
}

// FullWord is Word, but pointers say what they are, and names their scopes.
func (t *Type) FullWord() string {
	switch t.Kind {
	case Pointer:
		return joined([]string{t.Elem.FullWord(), "ptr"})
	case Array:
		return t.Elem.FullWord() + "x" + number(t.Len)
	case Named:
		return joined(append(append(scopeWords(t.Scope), t.Name), words(t.Args, Arg.FullWord)...))
	}
	return t.Word()
}

// Word is a template argument in an identifier.
func (a Arg) Word() string { return a.word((*Type).Word) }

// FullWord is Word with [Type.FullWord].
func (a Arg) FullWord() string { return a.word((*Type).FullWord) }

func (a Arg) word(of func(*Type) string) string {
	if a.Value == "" {
		return of(a.Type)
	}
	v := letters(a.Value)
	if n, ok := strings.CutPrefix(a.Value, "-"); ok {
		v = "minus" + letters(n)
	}
	if a.Type != nil {
		return joined([]string{of(a.Type), v})
	}
	return v
}

func words(args []Arg, of func(Arg) string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = of(a)
	}
	return out
}

// ScopeWords are the scopes of a symbol in an identifier.
func (s *Symbol) ScopeWords() []string { return scopeWords(s.Scope) }

func scopeWords(scope []string) []string {
	out := make([]string, len(scope))
	for i, x := range scope {
		if out[i] = letters(x); x == "" {
			out[i] = "anonymous"
		}
	}
	return out
}

// joined puts words together with underscores, which who makes an identifier of them may
// leave out where the words stay apart.
func joined(words []string) string { return strings.Join(words, "_") }

// letters makes underscores of all that no identifier has.
func letters(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s), "_")
}

// operators are the words for operators whose names are signs.
var operators = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "^": "xor", "&": "and", "|": "or", "~": "not", "!": "no",
	"=": "set", "<": "less", ">": "greater", "+=": "add_set", "-=": "sub_set", "*=": "mul_set", "/=": "div_set", "%=": "rem_set",
	"^=": "xor_set", "&=": "and_set", "|=": "or_set", "<<": "shl", ">>": "shr", "<<=": "shl_set", ">>=": "shr_set",
	"==": "equal", "!=": "not_equal", "<=": "less_equal", ">=": "greater_equal", "<=>": "compare", "&&": "both", "||": "either",
	"++": "inc", "--": "dec", ",": "comma", "->*": "member", "->": "arrow", "()": "call", "[]": "index", "?": "choose",
	"new": "new", "new[]": "new_array", "delete": "delete", "delete[]": "delete_array",
}

func operatorWord(name string) string {
	name = strings.TrimSpace(name)
	if w := operators[name]; w != "" {
		return w
	}
	return letters(name)
}
