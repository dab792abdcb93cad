// Package gotext finds the PTX that Go programs carry as string constants, as bindings of
// the CUDA driver do which hand it to the driver at run time.
//
// Go's type checker says what is a constant, and which value it has, also if it is concatenated
// from others; it tolerates that generated code is not there yet. A text in one raw string goes to
// the front end after as many lines and spaces as precede it in the Go file, so that findings,
// comments and faults name places there; the hash by which a driver finds the module is that of the
// constant's value. Each constant has an output of its own, named after it, whose header names it.
//
// Of PTX the package knows the directives that a module begins with. It is no parser.
package gotext

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Text is the PTX that a constant holds.
type Text struct {
	Const string // name of the constant
	File  string // the Go file, as it was asked for
	Value string

	// Where the text begins, if it is a raw string in one piece: places in the text are places
	// in the file then. Zero where it is put together.
	Line, Column int
}

// Name is what places in the text are in: the Go file, with the constant's name where the
// lines of the text are not those of the file.
func (t *Text) Name() string {
	if t.Line == 0 {
		return t.File + "#" + t.Const
	}
	return t.File
}

// Placed is the text behind as many empty lines and spaces as are in front of it in the file.
func (t *Text) Placed() string {
	if t.Line == 0 {
		return t.Value
	}
	return strings.Repeat("\n", t.Line-1) + strings.Repeat(" ", t.Column-1) + t.Value
}

// module matches what every module begins with, behind comments; kernel, that it has one.
var (
	module = regexp.MustCompile(`(?m)^\s*\.version\s+\d[^;]*\s\.target\s`)
	kernel = regexp.MustCompile(`\.entry\s`)
)

// Loader loads Go files. It asks the go command once for those of a folder.
type Loader struct {
	fset    *token.FileSet
	folders map[folder][]*packages.Package
}

// folder is what is loaded at once.
type folder struct {
	dir   string
	tests bool
}

// Load returns the texts in the constants of a Go file whose names match a pattern of
// path.Match, "" for all, in the order of the file. A file without any is an error, as is one
// that the go command does not build here.
func (l *Loader) Load(file, consts string) ([]*Text, error) {
	if _, err := path.Match(consts, ""); err != nil {
		return nil, fmt.Errorf("the pattern %s of constants: %w", consts, err)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	list, err := l.packages(folder{filepath.Dir(abs), strings.HasSuffix(abs, "_test.go")})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var mistakes []error
	for _, p := range list {
		for _, f := range p.Syntax {
			if l.fset.Position(f.FileStart).Filename == abs {
				return texts(file, consts, f, p.TypesInfo, l.fset)
			}
		}
		for _, e := range p.Errors { // of types there may be some: what is generated may not be there yet
			if e.Kind != packages.TypeError {
				mistakes = append(mistakes, e)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: the go command finds no package in its folder; go list . says there why", file)
	}
	if len(mistakes) > 0 {
		return nil, fmt.Errorf("%s: %w", file, errors.Join(mistakes...))
	}
	return nil, fmt.Errorf("%s: no file of a Go package here; build constraints, or import \"C\" without cgo, leave files out", file)
}

// packages returns the packages of a folder.
func (l *Loader) packages(of folder) ([]*packages.Package, error) {
	if list, ok := l.folders[of]; ok {
		return list, nil
	}
	if l.fset == nil {
		l.fset, l.folders = token.NewFileSet(), map[folder][]*packages.Package{}
	}
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedSyntax,
		Dir: of.dir, Fset: l.fset, Tests: of.tests,
	}, ".")
	if err != nil {
		return nil, err
	}
	l.folders[of] = list
	return list, nil
}

// texts finds the texts of one file.
func texts(file, consts string, f *ast.File, info *types.Info, fset *token.FileSet) ([]*Text, error) {
	var list []*Text
	var unknown []error
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, id := range spec.Names {
			c, ok := info.Defs[id].(*types.Const)
			if !ok {
				continue
			}
			if match, _ := path.Match(cmp.Or(consts, "*"), id.Name); !match {
				continue
			}
			if c.Val().Kind() == constant.Unknown && consts != "" {
				unknown = append(unknown, fmt.Errorf("%s: the value of the constant %s is not known", fset.Position(id.Pos()), id.Name))
			}
			if c.Val().Kind() != constant.String {
				continue
			}
			t := &Text{Const: id.Name, File: file, Value: constant.StringVal(c.Val())}
			if !module.MatchString(t.Value) || !kernel.MatchString(t.Value) {
				continue
			}
			if i < len(spec.Values) {
				if lit, ok := ast.Unparen(spec.Values[i]).(*ast.BasicLit); ok && lit.Value[0] == '`' {
					at := fset.PositionFor(lit.Pos(), false)
					t.Line, t.Column = at.Line, at.Column+1
				}
			}
			list = append(list, t)
		}
		return true
	})
	if len(unknown) > 0 {
		return nil, errors.Join(unknown...)
	}
	if len(list) == 0 {
		what := "no string constant"
		if consts != "" {
			what += " that matches " + consts
		}
		return nil, fmt.Errorf("%s: %s holds PTX with a kernel: a text with .version, .target and .entry", file, what)
	}
	return list, nil
}
