package asm

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/harvest"
)

// partSize is how many bytes of gang functions are compiled at once: the compiler has a thousand times as
// much in memory.
const partSize = 128 << 10

// mostFunction is how many bytes a gang function may have: the compiler takes seconds for that, and for
// four times as much minutes.
const mostFunction = 256 << 10

// split cuts the source of gang functions into parts, each with some of the functions and what these
// mention. Every line is where it is in the source. Where there are functions that the compiler would take
// too long for, it returns these instead.
func split(f *codegen.File, size int) (parts [][]byte, large []harvest.Refusal, err error) {
	if len(f.Source) <= min(size, mostFunction) {
		return [][]byte{f.Source}, nil, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	s := &splitter{fset: fset, file: file, lines: bytes.SplitAfter(f.Source, []byte{'\n'}), gangs: map[string]bool{}}
	for _, l := range f.Leaves {
		s.gangs[l.Name] = true
	}
	var lists []map[string]bool // the functions of each part
	room := 0
	for _, d := range file.Decls {
		fn, n := s.gang(d), int(d.End()-d.Pos())
		if fn == "" {
			continue
		}
		if n > mostFunction {
			large = append(large, harvest.Refusal{
				Func: fn, Pos: harvest.Pos{File: f.Name, Line: fset.Position(d.Pos()).Line},
				Why: fmt.Sprintf("it has %d KB of Go, and more than %d would take Go's compiler too long", n>>10, mostFunction>>10),
			})
		}
		if room -= n; room < 0 || lists == nil {
			lists, room = append(lists, map[string]bool{}), size-n
		}
		lists[len(lists)-1][fn] = true
	}
	switch {
	case len(large) > 0:
		return nil, large, nil
	case len(f.Source) <= size:
		return [][]byte{f.Source}, nil, nil
	}
	for _, functions := range lists {
		parts = append(parts, s.part(functions))
	}
	return parts, nil, nil
}

// splitter is a source that is cut into parts.
type splitter struct {
	fset  *token.FileSet
	file  *ast.File
	lines [][]byte // with their ends
	gangs map[string]bool
}

// gang is the name of a gang function, "" for other declarations.
func (s *splitter) gang(d ast.Decl) string {
	if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && s.gangs[fn.Name.Name] {
		return fn.Name.Name
	}
	return ""
}

// part is the source with no other gang functions than these, and without variables and imports that it
// has no use for.
func (s *splitter) part(functions map[string]bool) []byte {
	gone := make([]bool, len(s.lines))
	remove := func(from, to token.Pos) {
		for n := s.fset.Position(from).Line; n <= s.fset.Position(to).Line; n++ {
			gone[n-1] = true
		}
	}
	used := map[string]bool{}
	mention := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id.Name] = true
			}
			return true
		})
	}
	for _, d := range s.file.Decls {
		fn := s.gang(d)
		if g, ok := d.(*ast.GenDecl); fn != "" && functions[fn] || fn == "" && !(ok && (g.Tok == token.VAR || g.Tok == token.IMPORT)) {
			mention(d)
		} else if fn != "" {
			from := d.Pos()
			if doc := d.(*ast.FuncDecl).Doc; doc != nil {
				from = doc.Pos()
			}
			remove(from, d.End())
		}
	}
	// What initialises a variable may be another one, or of another package.
	kept := map[ast.Spec]bool{}
	for again := true; again; {
		again = false
		s.eachSpec(func(_ *ast.GenDecl, x ast.Spec) {
			if v, ok := x.(*ast.ValueSpec); ok && !kept[x] && s.wanted(v, used) {
				kept[x], again = true, true
				mention(v)
			}
		})
	}
	s.eachSpec(func(d *ast.GenDecl, x ast.Spec) {
		if imp, ok := x.(*ast.ImportSpec); ok && used[importName(imp)] || kept[x] {
			return
		}
		if !d.Lparen.IsValid() {
			remove(d.Pos(), d.End())
			return
		}
		remove(x.Pos(), x.End())
	})
	var out []byte
	for n, line := range s.lines {
		if gone[n] {
			line = []byte{'\n'}
		}
		out = append(out, line...)
	}
	return out
}

// eachSpec calls a function for the variables and imports.
func (s *splitter) eachSpec(fn func(*ast.GenDecl, ast.Spec)) {
	for _, d := range s.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.VAR || g.Tok == token.IMPORT) {
			for _, x := range g.Specs {
				fn(g, x)
			}
		}
	}
}

// wanted reports whether one of the variables is used.
func (s *splitter) wanted(v *ast.ValueSpec, used map[string]bool) bool {
	for _, name := range v.Names {
		if used[name.Name] || name.Name == "_" {
			return true
		}
	}
	return false
}

func importName(imp *ast.ImportSpec) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	p, err := strconv.Unquote(imp.Path.Value)
	if err != nil {
		return ""
	}
	return path.Base(p)
}
