package conditions

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// packages are those whose conditions count, from the root of the repository.
var packages = []string{"lower/schedule", "lower/pass", "lower/analysis", "codegen/scalar"}

// checking are files whose conditions are about mistakes of the compiler: tests make these.
var checking = []string{"verify", "print.go", "doc.go"}

// condition is one place where the compiler decides.
type condition struct {
	file string // from the root of the repository
	line int
	id   string // file, function and text; and which of several
}

// instrument writes the files of the packages to a folder, with their conditions in calls of
// package record, and returns the conditions by number and which file stands for which.
func instrument(root, dir string) (list []condition, replace map[string]string, err error) {
	replace = map[string]string{}
	seen := map[string]int{}
	for _, p := range packages {
		paths, err := filepath.Glob(filepath.Join(root, p, "*.go"))
		if err != nil {
			return nil, nil, err
		}
		for _, path := range paths {
			base := filepath.Base(path)
			if strings.HasSuffix(base, "_test.go") || slices.ContainsFunc(checking, func(s string) bool { return strings.HasPrefix(base, s) }) {
				continue
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			w := &writer{src: src, file: p + "/" + base, list: &list, seen: seen}
			out, err := w.rewrite()
			if err != nil {
				return nil, nil, err
			}
			if out == nil {
				continue
			}
			to := filepath.Join(dir, strings.ReplaceAll(p, "/", "_")+"_"+base)
			if err := os.WriteFile(to, out, 0o600); err != nil {
				return nil, nil, err
			}
			replace[path] = to
		}
	}
	return list, replace, nil
}

// writer rewrites a file.
type writer struct {
	src  []byte
	file string
	fset *token.FileSet
	fn   string
	list *[]condition
	seen map[string]int
	puts []put
}

// put is a text that goes somewhere.
type put struct {
	at    int
	text  string
	close bool
}

// rewrite returns the file with calls; nil where it decides nothing.
func (w *writer) rewrite() ([]byte, error) {
	w.fset = token.NewFileSet()
	f, err := parser.ParseFile(w.fset, w.file, w.src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(f) {
		return nil, nil
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && fn.Name.Name != "String" {
			w.fn = name(fn)
			ast.Inspect(fn.Body, w.node)
		}
	}
	if len(w.puts) == 0 {
		return nil, nil
	}
	// Where two begin together the outer one is in front, and where two end together after.
	slices.SortStableFunc(w.puts, func(a, b put) int { return a.at - b.at })
	var out bytes.Buffer
	at := 0
	for _, p := range w.puts {
		out.Write(w.src[at:p.at])
		out.WriteString(p.text)
		at = p.at
	}
	out.Write(w.src[at:])
	// In the line of the package, so that lines stay what they are.
	end := w.fset.Position(f.Name.End()).Offset
	text := out.String()
	return []byte(text[:end] + `; import conditionRecord "github.com/ptx2go/ptx2go/internal/house/conditions/record"` + text[end:]), nil
}

// name is that of a function with the type of its receiver.
func name(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if x, ok := t.(*ast.IndexExpr); ok {
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}

func (w *writer) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		w.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.condition(n.Cond)
		}
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					w.condition(e)
				}
			}
		}
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			w.condition(n.X)
			w.condition(n.Y)
		}
	}
	return true
}

// condition puts a call around a condition that has no operands of its own.
func (w *writer) condition(e ast.Expr) {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			return
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			w.condition(x.X)
			return
		}
	}
	from, to := w.fset.Position(e.Pos()), w.fset.Position(e.End())
	if slices.ContainsFunc(w.puts, func(p put) bool { return p.at == from.Offset && strings.HasPrefix(p.text, "conditionRecord") }) {
		return // of an operand that is a condition already
	}
	id := fmt.Sprintf("%s %s: %s", w.file, w.fn, strings.Join(strings.Fields(string(w.src[from.Offset:to.Offset])), " "))
	w.seen[id]++
	if k := w.seen[id]; k > 1 {
		id += fmt.Sprintf(" (%d)", k)
	}
	w.puts = append(w.puts, put{at: from.Offset, text: fmt.Sprintf("conditionRecord.At(%d, ", len(*w.list))}, put{at: to.Offset, text: ")", close: true})
	*w.list = append(*w.list, condition{file: w.file, line: from.Line, id: id})
}
