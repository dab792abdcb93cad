package intrinsics

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// function is one exported plain function with a signature of carriers.
type function struct {
	pkg, name       string
	at              token.Pos
	params, results []string  // Go types
	operators       [2]string // what generated code calls in its place; and where a factor is a power of two
	gang            bool      // it and its operators have twins in package lanes
	lanewise        bool      // one of which goes lane by lane
}

// carriers are the Go types that carry PTX values.
var carriers = []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

// operatorDirectives mark a function that generated code calls in place of another one of the
// package, which is the same but for the bits of a NaN: always, or where the second operand
// is a constant power of two.
var operatorDirectives = [2]string{"//ptx2go:operator ", "//ptx2go:scale "}

// readPackage returns the functions of the package in a folder.
func readPackage(v *tree.View, dir string) ([]function, error) {
	list, err := v.Funcs(dir)
	if err != nil {
		return nil, err
	}
	var funcs []function
	operators := map[string][2]string{}
	at := map[string]token.Pos{}
	for _, fd := range list {
		if of, i := operatorOf(fd); of != "" {
			pair := operators[of]
			pair[i] = fd.Name.Name
			operators[of] = pair
			at[of] = fd.Name.Pos()
		} else if f, ok := carrierFunc(fd); ok {
			f.pkg = path.Base(dir)
			funcs = append(funcs, f)
		}
	}
	for i := range funcs {
		funcs[i].operators = operators[funcs[i].name]
		delete(operators, funcs[i].name)
	}
	for _, of := range slices.Sorted(maps.Keys(operators)) {
		pair := operators[of]
		return nil, v.Errorf(at[of], "%s.%s is an operator of %s, which there is not", path.Base(dir), pair[0]+pair[1], of)
	}
	return funcs, nil
}

// operatorOf returns the function that a function stands in for in generated code, "" for
// none, and by which directive.
func operatorOf(fd *ast.FuncDecl) (of string, directive int) {
	if fd.Doc == nil {
		return "", 0
	}
	for _, c := range fd.Doc.List {
		for i, d := range operatorDirectives {
			if of, ok := strings.CutPrefix(c.Text, d); ok {
				return of, i
			}
		}
	}
	return "", 0
}

// carrierFunc reports whether a declaration is an intrinsic: exported, plain,
// and of carriers only.
func carrierFunc(fd *ast.FuncDecl) (function, bool) {
	f := function{name: fd.Name.Name, at: fd.Name.Pos()}
	if !tree.Exported(fd) || fd.Type.TypeParams != nil || fd.Type.Results == nil {
		return f, false
	}
	var ok1, ok2 bool
	f.params, ok1 = fieldTypes(fd.Type.Params)
	f.results, ok2 = fieldTypes(fd.Type.Results)
	return f, ok1 && ok2 && len(f.results) <= 2
}

func fieldTypes(list *ast.FieldList) ([]string, bool) {
	var types []string
	for _, field := range list.List {
		id, ok := field.Type.(*ast.Ident)
		if !ok || !slices.Contains(carriers, id.Name) {
			return nil, false
		}
		for range max(len(field.Names), 1) {
			types = append(types, id.Name)
		}
	}
	return types, true
}

// sortUnique sorts by name and refuses a name that two functions have: an
// instruction names its function without a package.
func sortUnique(v *tree.View, funcs []function) error {
	slices.SortStableFunc(funcs, func(a, b function) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(funcs); i++ {
		if a, b := funcs[i-1], funcs[i]; a.name == b.name {
			return v.Errorf(b.at, "%s is in package %s and in package %s", a.name, a.pkg, b.pkg)
		}
	}
	return nil
}
