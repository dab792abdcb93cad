package mutate

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"math/big"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Load finds all mutants of packages, which are named from the root of the repository, the
// folder at hand.
func Load(names []string) ([]*Mutant, error) {
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, "./"+n)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var out []*Mutant
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		in := &checked{path: p.PkgPath, fset: p.Fset, files: p.Syntax, sizes: p.TypesSizes, imports: map[string]*types.Package{}}
		for _, i := range p.Types.Imports() {
			in.imports[i.Path()] = i
		}
		for _, f := range p.Syntax {
			path := p.Fset.Position(f.FileStart).Filename
			if slices.Contains(unread, filepath.Base(path)) || ast.IsGenerated(f) {
				continue
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			w := &walker{fset: p.Fset, info: p.TypesInfo, src: src, file: filepath.ToSlash(rel), in: in}
			w.walk(f)
			out = append(out, w.out...)
		}
	}
	slices.SortStableFunc(out, func(a, b *Mutant) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.from - b.from
	})
	return out, nil
}

// walker finds the mutants of a file.
type walker struct {
	fset *token.FileSet
	info *types.Info
	src  []byte
	file string
	in   *checked
	fn   string
	out  []*Mutant
}

// walk goes through the functions of a file. Those that make texts for people, and what is
// printed where the program is wrong, decide nothing.
func (w *walker) walk(f *ast.File) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Name.Name == "String" || fn.Name.Name == "Error" {
			continue
		}
		w.fn = fn.Name.Name
		if fn.Recv != nil {
			t := ast.Unparen(fn.Recv.List[0].Type)
			if s, ok := t.(*ast.StarExpr); ok {
				t = s.X
			}
			if x, ok := t.(*ast.IndexExpr); ok {
				t = x.X
			}
			if id, ok := t.(*ast.Ident); ok {
				w.fn = id.Name + "." + w.fn
			}
		}
		ast.Inspect(fn.Body, w.node)
	}
}

func (w *walker) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok {
			switch id.Name {
			case "panic":
				return false
			case "min", "max":
				other := map[string]string{"min": "max", "max": "min"}[id.Name]
				w.add("the other extremum", n, other+strings.TrimPrefix(w.text(n), id.Name))
			}
		}
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			w.add("negation dropped", n, w.text(n.X))
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			w.number(n)
		}
	case *ast.IfStmt:
		w.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.add("never holds", n.Cond, "("+w.text(n.Cond)+") && false")
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					w.condition(e)
				}
			}
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			if id, ok := e.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
				w.add("the other answer", id, map[string]string{"true": "false", "false": "true"}[id.Name])
			}
		}
	case *ast.BlockStmt:
		w.statements(n.List)
	case *ast.CaseClause:
		w.statements(n.Body)
	}
	return true
}

// condition makes a condition always hold, and never.
func (w *walker) condition(e ast.Expr) {
	w.add("never holds", e, "("+w.text(e)+") && false")
	w.add("always holds", e, "("+w.text(e)+") || true")
}

// swapped are the operators that stand for another.
var swapped = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
}

func (w *walker) binary(n *ast.BinaryExpr) {
	if n.Op == token.LAND || n.Op == token.LOR {
		w.add("operand dropped", n, w.text(n.X))
		w.add("operand dropped", n, w.text(n.Y))
		return
	}
	t, ok := w.info.TypeOf(n.X).Underlying().(*types.Basic)
	compares := n.Op == token.EQL || n.Op == token.NEQ
	if !compares && (!ok || t.Info()&types.IsNumeric == 0) {
		return
	}
	for _, op := range swapped[n.Op] {
		w.add("another operator", n, w.text(n.X)+" "+op.String()+" "+w.text(n.Y))
	}
}

// number makes a number one more, and one less.
func (w *walker) number(n *ast.BasicLit) {
	v, ok := new(big.Int).SetString(n.Value, 0)
	if !ok {
		return
	}
	one := big.NewInt(1)
	w.add("one more", n, new(big.Int).Add(v, one).String())
	w.add("one less", n, new(big.Int).Sub(v, one).String())
}

// statements leaves statements out that have no part in what is declared.
func (w *walker) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if c, ok := s.X.(*ast.CallExpr); ok {
				if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "panic" {
					continue
				}
			}
			w.add("left out", s, ";")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				w.add("left out", s, ";")
			}
		case *ast.IncDecStmt:
			w.add("left out", s, ";")
		case *ast.BranchStmt:
			if s.Tok == token.CONTINUE || s.Tok == token.BREAK {
				w.add("left out", s, ";")
			}
		}
	}
}

func (w *walker) text(n ast.Node) string {
	return string(w.src[w.fset.Position(n.Pos()).Offset:w.fset.Position(n.End()).Offset])
}

// typeOf is the type of an expression as the file spells it; "" for a statement.
func (w *walker) typeOf(n ast.Node) string {
	e, ok := n.(ast.Expr)
	if !ok {
		return ""
	}
	return types.TypeString(types.Default(w.info.TypeOf(e)), func(p *types.Package) string {
		if w.in == nil || p.Path() == w.in.path {
			return ""
		}
		return p.Name()
	})
}

func (w *walker) add(what string, n ast.Node, with string) {
	from, to := w.fset.Position(n.Pos()), w.fset.Position(n.End())
	if strings.Contains(w.text(n), "\n") && what == "left out" && len(w.text(n)) > 400 {
		return
	}
	first, last := bytes.LastIndexByte(w.src[:from.Offset], '\n')+1, len(w.src)
	if n := bytes.IndexByte(w.src[to.Offset:], '\n'); n >= 0 {
		last = to.Offset + n
	}
	m := &Mutant{
		Package: path.Dir(w.file), File: w.file, Func: w.fn, Line: from.Line,
		What: what, Old: w.text(n), New: with, from: from.Offset, to: to.Offset, first: first, before: string(w.src[first:last]),
		in: w.in, typ: w.typeOf(n),
	}
	for slices.ContainsFunc(w.out, func(o *Mutant) bool { return o.Func == m.Func && o.ID() == m.ID() }) {
		m.same++
	}
	w.out = append(w.out, m)
}
