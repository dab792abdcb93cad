package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// intrinsicDirs are the packages whose exported functions compute instructions.
var intrinsicDirs = []string{"runtime/fpops", "runtime/intops", "runtime/warpops"}

// buildersFile holds the map from builder names to builders in package
// lower/builder.
const buildersFile = "lower/builder/builders.go"

// existing says what the source tree provides, and what GPUs have answered.
type existing struct {
	intrinsic func(name string) bool
	builder   func(name string) bool
	gpus      []*gpuRun
}

// scan reads which intrinsics and builders exist below root.
func scan(root string) (existing, error) {
	funcs := map[string]bool{}
	for _, dir := range intrinsicDirs {
		if err := scanFuncs(filepath.Join(root, dir), funcs); err != nil {
			return existing{}, err
		}
	}
	builders, err := scanBuilders(filepath.Join(root, buildersFile))
	if err != nil {
		return existing{}, err
	}
	gpus, err := readHardware(filepath.Join(root, hardwareFile))
	if err != nil {
		return existing{}, err
	}
	return existing{
		intrinsic: func(name string) bool { return funcs[name] },
		builder:   func(name string) bool { return builders[name] },
		gpus:      gpus,
	}, nil
}

// scanFuncs adds the exported functions of the package in dir. A package that is
// not there provides nothing.
func scanFuncs(dir string, to map[string]bool) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
				to[fn.Name.Name] = true
			}
		}
	}
	return nil
}

// scanBuilders returns the keys of the map literal of builders.
func scanBuilders(file string) (map[string]bool, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.BasicLit); ok && key.Kind == token.STRING {
				if name, err := strconv.Unquote(key.Value); err == nil {
					names[name] = true
				}
			}
		}
		return true
	})
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no builders found", file)
	}
	return names, nil
}

// supports reports whether a match can be lowered. A conversion between integers
// and a move need no intrinsic, every other conversion does.
func (e existing) supports(m *isa.Match) bool {
	switch l := m.Lowering(); l.Verb {
	case isa.LowerOp, isa.LowerAccess:
		return true
	case isa.LowerCall, isa.LowerWarp:
		return e.intrinsic(l.Name)
	case isa.LowerBuild:
		if !e.builder(l.Name) {
			return false
		}
		return l.Name != "cvt" || plainCvt(m) || e.intrinsic(m.Intrinsic())
	}
	return false
}

// plainCvt reports whether a conversion chops, extends or copies, nothing else.
func plainCvt(m *isa.Match) bool {
	t := m.Types()
	return len(m.Normal()) == 3 && len(t) == 2 && (t[0].IsInt() && t[1].IsInt() || t[0] == t[1])
}
