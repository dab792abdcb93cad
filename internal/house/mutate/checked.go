package mutate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
)

// checked is a package whose types are known.
type checked struct {
	path    string
	fset    *token.FileSet
	files   []*ast.File
	sizes   types.Sizes
	imports map[string]*types.Package // by path
}

// Import returns a package that this one imports.
func (c *checked) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if path == selectedPath {
		return selectedTypes, nil
	}
	p := c.imports[path]
	if p == nil {
		return nil, fmt.Errorf("unknown import %s", path)
	}
	return p, nil
}

// selectedPath is the package that mutants call, and selectedTypes what is in it for them.
const selectedPath = "github.com/ptx2go/ptx2go/internal/house/mutate/selected"

var selectedTypes = func() *types.Package {
	p := types.NewPackage(selectedPath, "selected")
	tuple := func(k types.BasicKind) *types.Tuple { return types.NewTuple(types.NewVar(0, p, "", types.Typ[k])) }
	p.Scope().Insert(types.NewFunc(0, p, "Mutant", types.NewSignatureType(nil, nil, nil, tuple(types.Int), tuple(types.Bool), false)))
	p.MarkComplete()
	return p
}()

// check says what is wrong with the package if a file has another text.
func (c *checked) check(file string, text []byte) error {
	f, err := parser.ParseFile(c.fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	files := slices.Clone(c.files)
	i := slices.IndexFunc(files, func(f *ast.File) bool { return c.fset.Position(f.FileStart).Filename == path })
	if i < 0 {
		return fmt.Errorf("%s is not in %s", file, c.path)
	}
	files[i] = f
	conf := types.Config{Importer: c, Sizes: c.sizes}
	_, err = conf.Check(c.path, c.fset, files, nil)
	return err
}

// Compiles reports whether the package of a mutant is a Go package still.
func (m *Mutant) Compiles() (bool, error) {
	text, err := m.Apply()
	if err != nil {
		return false, err
	}
	return m.in.check(m.File, text) == nil, nil
}
