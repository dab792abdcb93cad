package gosrc

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// place is what a //line directive says.
type place struct {
	path string
	line int
}

func (p place) directive() string { return fmt.Sprintf("//line %s:%d", diag.Shown(p.path), p.line) }

// ownFunction is for debuggers that stop at a line in one place of each function, as delve: where
// the line has another place that is not on the way from the first, a breakpoint is passed there
// without a stop. Such a place gets a function of its own in front of it.
const ownFunction = "func() {}() // for breakpoints"

// morePlaces returns the lines of Go statements in front of which a function of its own must
// stand, and the place that it is for. The places of the lines that came from somewhere are
// given.
func morePlaces(src []byte, of map[int]place) (map[int]place, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p := placer{of: of, more: map[int]place{}, line: func(at token.Pos) int { return fset.PositionFor(at, false).Line }}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			p.all, p.labels = map[place]bool{}, map[string]bool{}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
					p.labels[b.Label.Name] = true
				}
				return true
			})
			p.list(f.Body.List, nil)
		}
	}
	return p.more, nil
}

// placer follows the statements of a function.
type placer struct {
	line   func(token.Pos) int
	of     map[int]place
	more   map[int]place
	all    map[place]bool  // of the function, so far
	labels map[string]bool // of a goto
}

// list follows a list of statements. met are the places that a thread has come to whenever it
// comes to the list.
func (p *placer) list(list []ast.Stmt, met map[place]bool) {
	outer := met
	met = maps.Clone(outer)
	if met == nil {
		met = map[place]bool{}
	}
	for _, s := range list {
		start := p.line(s.Pos())
		if l, ok := s.(*ast.LabeledStmt); ok {
			if p.labels[l.Label.Name] {
				met = maps.Clone(outer) // what is in front of it may be skipped
				if met == nil {
					met = map[place]bool{}
				}
			}
			s = l.Stmt
			if p.labels[l.Label.Name] && !mayBreak(s) {
				start = p.line(s.Pos())
			}
		}
		bodies, end := inner(s)
		for n := start; n <= p.line(end); n++ {
			at, ok := p.of[n]
			if !ok || met[at] {
				continue
			}
			if p.all[at] {
				p.more[start] = at
			}
			met[at], p.all[at] = true, true
		}
		for _, b := range bodies {
			p.list(b, met)
		}
	}
}

// mayBreak reports whether a break may name the label of a statement: nothing stands between them.
func mayBreak(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// inner returns the lists of statements that a statement holds, and where what is in front of
// the first of them ends.
func inner(s ast.Stmt) (bodies [][]ast.Stmt, end token.Pos) {
	clauses := func(b *ast.BlockStmt) (all [][]ast.Stmt) {
		for _, c := range b.List {
			all = append(all, c.(*ast.CaseClause).Body)
		}
		return all
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return [][]ast.Stmt{s.List}, s.Lbrace
	case *ast.IfStmt:
		bodies = [][]ast.Stmt{s.Body.List}
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			bodies = append(bodies, e.List)
		case *ast.IfStmt:
			more, _ := inner(e)
			bodies = append(bodies, more...)
		}
		return bodies, s.Body.Lbrace
	case *ast.ForStmt:
		return [][]ast.Stmt{s.Body.List}, s.Body.Lbrace
	case *ast.RangeStmt:
		return [][]ast.Stmt{s.Body.List}, s.Body.Lbrace
	case *ast.SwitchStmt:
		return clauses(s.Body), s.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return clauses(s.Body), s.Body.Lbrace
	}
	return nil, s.End()
}
