package lanes

import (
	"bytes"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// edit puts a text in place of another.
type edit struct {
	from, to int
	text     string
}

// rewritten returns a file for a target, with the declarations that it gets, and whether there are any.
func (t *spelling) rewritten(f *file, kept map[*decl]bool) ([]byte, bool) {
	test := strings.HasSuffix(f.name, "_test.go")
	if test {
		t = &spelling{t.target, t.methods, nil}
	}
	var edits []edit
	put := func(from, to token.Pos, text string) { edits = append(edits, edit{f.at(from), f.at(to), text}) }

	needs := map[string]bool{}
	any := test
	for _, d := range f.decls {
		if kept[d] || test {
			any = true
			for name := range d.needs {
				needs[name] = true
			}
		} else {
			put(d.from, d.to, "")
		}
	}
	if !any {
		return nil, false
	}
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Lparen.IsValid() && g.Tok != token.IMPORT && !test &&
			!slices.ContainsFunc(f.decls, func(x *decl) bool { return kept[x] && x.from >= g.Lparen && x.to <= g.Rparen }) {
			from := g.Pos()
			if g.Doc != nil {
				from = g.Doc.Pos()
			}
			put(from, g.End(), "")
		}
	}

	self := ""
	var declaration *ast.GenDecl
	var named []string // imports that have a name here
	paths := map[string]bool{}
	for _, i := range f.ast.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		switch {
		case strings.HasSuffix(p, "/"+from):
			self = path.Base(from)
			paths[path.Dir(p)+"/"+t.pkg] = true
		case i.Name != nil:
			named = append(named, "\t"+i.Name.Name+" "+strconv.Quote(p)+"\n")
		case needs[packageOf(p)]:
			paths[p] = true
		}
	}
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			declaration = g
			continue
		}
		if !f.remains(d, kept, test) {
			continue
		}
		edits = append(edits, t.edits(f, d, self, paths)...)
	}
	if text := imports(paths, named); declaration != nil {
		put(declaration.Pos(), declaration.End(), text)
	} else if text != "" {
		put(f.ast.Name.End(), f.ast.Name.End(), "\n\n"+text)
	}
	put(f.ast.Name.Pos(), f.ast.Name.End(), t.pkg+strings.TrimPrefix(f.ast.Name.Name, path.Base(from)))
	return apply(f.text, edits), true
}

// remains reports whether something of a declaration is kept.
func (f *file) remains(d ast.Decl, kept map[*decl]bool, test bool) bool {
	return test || slices.ContainsFunc(f.decls, func(x *decl) bool { return kept[x] && x.to > d.Pos() && x.from < d.End() })
}

// apply makes edits, of which one that is inside of another is lost with it.
func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return (b.to - b.from) - (a.to - a.from)
	})
	var b bytes.Buffer
	done := 0
	for _, e := range edits {
		if e.from < done {
			continue
		}
		b.Write(text[done:e.from])
		b.WriteString(e.text)
		done = e.to
	}
	b.Write(text[done:])
	return b.Bytes()
}

// imports is a declaration of what is imported, of the standard library and other.
func imports(paths map[string]bool, named []string) string {
	std, others := map[string]bool{}, map[string]bool{}
	for p := range paths {
		if strings.Contains(p, ".") {
			others[p] = true
		} else {
			std[p] = true
		}
	}
	text := strings.Join(quoted(std), "")
	if rest := strings.Join(append(quoted(others), named...), ""); text != "" && rest != "" {
		text += "\n" + rest
	} else {
		text += rest
	}
	switch strings.Count(text, "\n") {
	case 0:
		return ""
	case 1:
		return "import " + strings.TrimSpace(text)
	}
	return "import (\n" + text + ")"
}

var version = regexp.MustCompile(`^v\d+$`)

// packageOf is the name of the package of a path.
func packageOf(p string) string {
	if base := path.Base(p); !version.MatchString(base) {
		return base
	}
	return path.Base(path.Dir(p))
}
