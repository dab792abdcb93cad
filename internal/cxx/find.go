package cxx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/nearest"
)

// Find returns the symbol that a person means by a name: the symbol itself, or of C++ what
// it is called, as far as that tells it from the others: foo::bar::scale(float*, int) by all of
// that, with the type of the result or without parameters, and from any scope on; template
// arguments may be left out. Blanks do not count. Where it is none or not one, problem says
// so, and hint what may help.
func Find(name string, symbols []string) (found, problem, hint string) {
	if slices.Contains(symbols, name) {
		return name, "", ""
	}
	want := bare(name)
	var matches, words []string
	best := 0
	for _, x := range symbols {
		words = append(words, x)
		s := Parse(x)
		if s == nil {
			continue
		}
		forms := s.forms()
		words = append(words, forms...)
		i := slices.IndexFunc(forms, func(f string) bool { return bare(f) == want })
		switch {
		case i < 0:
		case len(matches) == 0 || i < best:
			matches, best = []string{x}, i
		case i == best:
			matches = append(matches, x)
		}
	}
	switch len(matches) {
	case 0:
		if len(symbols) == 0 {
			return "", "there is none", ""
		}
		return "", "there " + isAre(len(symbols)) + " " + Listed(symbols), nearest.Hint(name, words)
	case 1:
		return matches[0], "", ""
	}
	return "", "this may be " + Listed(matches), "name the template arguments or the parameters too"
}

// forms are the names of a function, from the longest on. Whichever of two functions has a name
// further in front is meant by it.
func (s *Symbol) forms() []string {
	list := []string{s.Text, s.Signature()}
	short := s.Plain
	if i := strings.IndexByte(short, '<'); i > 0 && len(s.Args) > 0 {
		short = joinScope(s.Scope, s.Name)
	}
	list = append(list, s.Plain, short)
	for i := range s.Scope {
		outer := joinScope(s.Scope[:i+1], "")
		for _, f := range []string{s.Signature(), s.Plain, short} {
			if rest, ok := strings.CutPrefix(f, outer); ok {
				list = append(list, rest)
			}
		}
	}
	return append(list, s.Name)
}

// Signature is Text without the type of the result.
func (s *Symbol) Signature() string {
	if i := strings.Index(s.Text, s.Plain); i >= 0 {
		return s.Text[i:]
	}
	return s.Text
}

func joinScope(scope []string, name string) string {
	var b strings.Builder
	for _, x := range scope {
		if x == "" {
			x = anonymous
		}
		b.WriteString(x + "::")
	}
	return b.String() + name
}

// bare leaves out blanks.
func bare(s string) string { return strings.ReplaceAll(s, " ", "") }

// Shown is what people call a function: its signature in C++, or its symbol.
func Shown(symbol string) string {
	if s := Parse(symbol); s != nil {
		return s.Signature()
	}
	return symbol
}

// Listed joins what functions are called for people.
func Listed(symbols []string) string {
	const most = 20
	var b strings.Builder
	for i, x := range symbols {
		switch {
		case i == most:
			return b.String() + fmt.Sprintf(" and %d more", len(symbols)-most)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(Shown(x))
	}
	return b.String()
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
