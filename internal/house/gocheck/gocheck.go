// Package gocheck tells tests whether generated Go is what Go's tools accept: it
// parses as go vet parses, which refuses scopes that nest too deep, passes the type
// checker, and those of go vet's analyses that can have something to say about it.
// It runs in the test's own process, so that a fuzzer can call it.
package gocheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
)

// analyses are those of go vet that need nothing of other packages and are about what
// generated code has: assignments, conditions, shifts, loops and jumps.
var analyses = []*analysis.Analyzer{
	assign.Analyzer, atomic.Analyzer, bools.Analyzer, copylock.Analyzer, nilfunc.Analyzer,
	shift.Analyzer, stdmethods.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer,
}

// Checker checks Go files that import the runtime and what generated code imports.
// Several goroutines may use it.
type Checker struct {
	mu       sync.Mutex
	exports  map[string]string // files of export data, by import path
	importer types.Importer    // remembers what it has read
}

// New finds the export data of the packages that generated code imports; dir is in the
// module. The go command builds them where they are not current.
func New(dir string) (*Checker, error) {
	const module = "github.com/ptx2go/ptx2go"
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export",
		module+"/runtime", module+"/runtime/gen", module+"/runtime/fpops", module+"/runtime/intops", module+"/runtime/warpops", "sync/atomic", "math", "math/bits", "context", "structs")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	c := &Checker{exports: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			c.importer = importer.ForCompiler(token.NewFileSet(), "gc", c.open)
			return c, nil
		} else if err != nil {
			return nil, err
		}
		c.exports[p.ImportPath] = p.Export
	}
}

// Check returns what Go's tools say first against a file.
func (c *Checker) Check(src []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	fset := token.NewFileSet()
	// Without SkipObjectResolution: that is what limits scopes.
	f, err := parser.ParseFile(fset, "k_ptx.go", src, parser.ParseComments)
	if err != nil {
		return err
	}
	var first error
	report := func(pos token.Pos, what string) {
		if first == nil {
			first = fmt.Errorf("%s: %s\n%s", fset.Position(pos), what, line(src, fset.Position(pos).Line))
		}
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	sizes := types.SizesFor("gc", "amd64")
	conf := types.Config{Importer: c.importer, Sizes: sizes, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			report(e.Pos, e.Msg)
		}
	}}
	pkg, err := conf.Check("k", fset, []*ast.File{f}, info)
	if first != nil {
		return first
	}
	if err != nil {
		return err
	}
	v := &vet{
		pass: analysis.Pass{
			Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info, TypesSizes: sizes,
			Report:            func(d analysis.Diagnostic) { report(d.Pos, "vet: "+d.Message) },
			ReadFile:          os.ReadFile,
			ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportObjectFact:  func(types.Object, analysis.Fact) {},
			ExportPackageFact: func(analysis.Fact) {},
			AllObjectFacts:    func() []analysis.ObjectFact { return nil },
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
		},
		results: map[*analysis.Analyzer]any{},
	}
	for _, a := range analyses {
		if err := v.run(a); err != nil {
			return fmt.Errorf("vet: %s: %w", a.Name, err)
		}
	}
	return first
}

// open returns the export data of a package.
func (c *Checker) open(path string) (io.ReadCloser, error) {
	if c.exports[path] == "" {
		return nil, fmt.Errorf("%s is not for generated code", path)
	}
	return os.Open(c.exports[path])
}

// vet runs analyses, each after those it requires.
type vet struct {
	pass    analysis.Pass
	results map[*analysis.Analyzer]any
}

func (v *vet) run(a *analysis.Analyzer) error {
	if _, ok := v.results[a]; ok {
		return nil
	}
	p := v.pass
	p.Analyzer = a
	p.ResultOf = map[*analysis.Analyzer]any{}
	for _, r := range a.Requires {
		if err := v.run(r); err != nil {
			return err
		}
		p.ResultOf[r] = v.results[r]
	}
	result, err := a.Run(&p)
	if err == nil && a.ResultType != nil && reflect.TypeOf(result) != a.ResultType {
		err = fmt.Errorf("a result of type %T", result)
	}
	v.results[a] = result
	return err
}

// line returns a line of the file, cut where it is long.
func line(src []byte, n int) string {
	lines := strings.SplitN(string(src), "\n", n+1)
	if n < 1 || n > len(lines) {
		return ""
	}
	s := lines[n-1]
	return s[:min(len(s), 300)]
}
