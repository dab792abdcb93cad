package lanes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// file is a Go file with its declarations.
type file struct {
	name  string
	text  []byte
	fset  *token.FileSet
	ast   *ast.File
	decls []*decl
}

// decl is something that a file declares: of a group, one line of it.
type decl struct {
	file  string
	name  string          // a method has that of its type in front, and a point
	needs map[string]bool // the names in it
	local map[string]bool // those of them that a function declares
	from  token.Pos       // of what is said of it
	to    token.Pos
}

// last is the name without that of a type.
func (d *decl) last() string { return d.name[strings.LastIndexByte(d.name, '.')+1:] }

// exported reports whether others can name it.
func (d *decl) exported() bool {
	for _, part := range strings.Split(d.name, ".") {
		if !token.IsExported(part) {
			return false
		}
	}
	return true
}

// read parses a file.
func read(v *tree.View, name string) (*file, error) {
	text, err := v.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &file{name: name, text: text, fset: token.NewFileSet()}
	if f.ast, err = parser.ParseFile(f.fset, name, text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + name
			}
			f.declares(name, d, d.Doc, nil)
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				f.group(d)
			}
		}
	}
	return f, nil
}

// group takes the lines of a declaration, each with its comments.
func (f *file) group(d *ast.GenDecl) {
	for _, s := range d.Specs {
		var name string
		var doc, behind *ast.CommentGroup
		switch s := s.(type) {
		case *ast.TypeSpec:
			name, doc, behind = s.Name.Name, s.Doc, s.Comment
		case *ast.ValueSpec:
			name, doc, behind = s.Names[0].Name, s.Doc, s.Comment
		}
		if d.Lparen.IsValid() {
			f.declares(name, s, doc, behind)
		} else {
			f.declares(name, d, d.Doc, behind)
		}
	}
}

func (f *file) declares(name string, n ast.Node, doc, behind *ast.CommentGroup) {
	d := &decl{file: f.name, name: name, needs: map[string]bool{}, local: map[string]bool{}, from: n.Pos(), to: n.End()}
	if doc != nil {
		d.from = doc.Pos()
	}
	if behind != nil {
		d.to = behind.End()
	}
	ast.Inspect(n, func(n ast.Node) bool {
		var names []ast.Expr
		switch n := n.(type) {
		case *ast.Ident:
			d.needs[n.Name] = true
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				names = n.Lhs
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				names = []ast.Expr{n.Key, n.Value}
			}
		case *ast.Field:
			for _, name := range n.Names {
				names = append(names, name)
			}
		}
		for _, name := range names {
			if id, ok := name.(*ast.Ident); ok {
				d.local[id.Name] = true
			}
		}
		return true
	})
	f.decls = append(f.decls, d)
}

// declared are the declarations of files by name.
func declared(files []*file) map[string]*decl {
	all := map[string]*decl{}
	for _, f := range files {
		for _, d := range f.decls {
			all[d.name] = d
		}
	}
	return all
}
