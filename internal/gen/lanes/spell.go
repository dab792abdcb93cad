package lanes

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// spelledHere marks a function of a target that is one expression, which is written in place of each
// call. The compiler's code is then that of the expression alone: of a function that it inlines,
// operands are copies, and registers others.
const spelledHere = "//lanes:spelled"

// macro is such a function.
type macro struct {
	file    *file
	params  []string
	body    ast.Expr
	imports []string // paths
}

// spelling is how a target spells what package lanes does.
type spelling struct {
	*target
	methods map[string]string // AsU32 is AsUint32x8 where U32 is declared to be archsimd.Uint32x8
	macros  map[string]*macro
}

func (t *target) spelling(own []*file) *spelling {
	s := &spelling{t, map[string]string{}, map[string]*macro{}}
	for _, f := range own {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if x, ok := n.Type.(*ast.SelectorExpr); ok && n.Assign.IsValid() {
					s.methods["As"+n.Name.Name], s.methods["To"+n.Name.Name] = "As"+x.Sel.Name, "To"+x.Sel.Name
				}
			case *ast.FuncDecl:
				if m := f.macro(n); m != nil {
					s.macros[n.Name.Name] = m
				}
			}
			return true
		})
	}
	return s
}

// macro returns what a function is if it is marked, nil if it is not.
func (f *file) macro(d *ast.FuncDecl) *macro {
	if d.Doc == nil || !slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return c.Text == spelledHere }) || len(d.Body.List) != 1 {
		return nil
	}
	m := &macro{file: f}
	for _, field := range d.Type.Params.List {
		for _, name := range field.Names {
			m.params = append(m.params, name.Name)
		}
	}
	switch s := d.Body.List[0].(type) {
	case *ast.ReturnStmt:
		m.body = s.Results[0]
	case *ast.ExprStmt:
		m.body = s.X
	}
	ast.Inspect(m.body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			for _, i := range f.ast.Imports {
				if p, _ := strconv.Unquote(i.Path.Value); isIdent(s.X, packageOf(p)) {
					m.imports = append(m.imports, p)
				}
			}
		}
		return true
	})
	return m
}

func isIdent(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// call returns the expression of a macro with arguments in place of its parameters.
func (m *macro) call(args []ast.Expr, texts []string) string {
	arguments := map[ast.Expr]bool{} // of calls in the body
	var edits []edit
	ast.Inspect(m.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for _, a := range n.Args {
				arguments[a] = true
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok { // the name of a method is none of a parameter
				edits = m.put(edits, id, args, texts, true)
			} else {
				return true
			}
			return false
		case *ast.Ident:
			edits = m.put(edits, n, args, texts, !arguments[n])
		}
		return true
	})
	return m.file.cut(m.body, edits)
}

// put puts an argument for a parameter, in parentheses where it may need them.
func (m *macro) put(edits []edit, id *ast.Ident, args []ast.Expr, texts []string, operand bool) []edit {
	i := slices.Index(m.params, id.Name)
	if i < 0 {
		return edits
	}
	text := texts[i]
	switch args[i].(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr:
		if operand {
			text = "(" + text + ")"
		}
	}
	return append(edits, edit{m.file.at(id.Pos()), m.file.at(id.End()), text})
}

// cut returns the text of a node, with edits made.
func (f *file) cut(n ast.Node, edits []edit) string {
	from := f.at(n.Pos())
	for i := range edits {
		edits[i].from -= from
		edits[i].to -= from
	}
	return string(apply(slices.Clone(f.text[from:f.at(n.End())]), edits))
}

func (f *file) at(p token.Pos) int { return f.fset.Position(p).Offset }

// edits are those by which a target spells a node of a file; used gets the paths of packages that
// come in with them.
func (s *spelling) edits(f *file, n ast.Node, self string, used map[string]bool) []edit {
	var edits []edit
	put := func(from, to token.Pos, text string) { edits = append(edits, edit{f.at(from), f.at(to), text}) }
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if self != "" && isIdent(n.X, self) {
				put(n.X.Pos(), n.X.End(), s.pkg)
			}
			if name := s.methods[n.Sel.Name]; name != "" {
				put(n.Sel.Pos(), n.Sel.End(), name)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && s.macros[id.Name] != nil && self == "" {
				m := s.macros[id.Name]
				var texts []string
				for _, a := range n.Args {
					texts = append(texts, f.cut(a, s.edits(f, a, self, used)))
				}
				for _, p := range m.imports {
					used[p] = true
				}
				put(n.Pos(), n.End(), m.call(n.Args, texts))
				return false
			}
			if x, ok := n.Fun.(*ast.SelectorExpr); ok && s.noAndNot && len(n.Args) == 1 && x.Sel.Name == "AndNot" {
				put(x.Sel.Pos(), x.Sel.End(), "And")
				put(n.Args[0].End(), n.Args[0].End(), ".Not()")
			}
		}
		return true
	})
	return edits
}

// quoted are lines of a declaration of imports.
func quoted(paths map[string]bool) (lines []string) {
	for p := range paths {
		lines = append(lines, "\t"+strconv.Quote(p)+"\n")
	}
	slices.SortFunc(lines, strings.Compare)
	return lines
}
