package intrinsics

import (
	"bytes"
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// vectors are the types of package lanes that carry the values of a carrier in eight
// lanes: narrow integers as Go extends them.
var vectors = map[string]string{
	"bool": "M", "int8": "I32", "int16": "I32", "int32": "I32", "int64": "I64",
	"uint8": "U32", "uint16": "U32", "uint32": "U32", "uint64": "U64", "float32": "F32", "float64": "F64",
}

// twin is an exported plain function of package lanes that has the name of a scalar one.
type twin struct {
	of              function
	params, results []string // types
	lanewise        bool     // written by this package
}

// readTwins returns the twins of functions and of their operators, which it marks. What
// else that exports is no matter of this package.
func readTwins(v *tree.View, funcs []function) ([]twin, error) {
	scalar := map[string]function{}
	for _, f := range funcs {
		scalar[f.name] = f
		for _, op := range f.operators {
			if op != "" {
				o := f
				o.name = op
				scalar[op] = o
			}
		}
	}
	var twins []twin
	has := map[string]bool{} // by hand
	list, err := v.Funcs("runtime/lanes")
	if err != nil {
		return nil, err
	}
	for _, fd := range list {
		f, ok := scalar[fd.Name.Name]
		if !ok || fd.Recv != nil {
			continue
		}
		t := twin{of: f, params: typeNames(fd.Type.Params), results: typeNames(fd.Type.Results)}
		if params, results := inLanes(f.params), inLanes(f.results); !slices.Equal(t.params, params) || !slices.Equal(t.results, results) {
			return nil, v.Errorf(fd.Name.Pos(), "lanes.%s takes %v and returns %v, not %v and %v as %s.%[1]s does", f.name, t.params, t.results, params, results, f.pkg)
		}
		twins = append(twins, t)
		has[f.name] = true
	}
	for _, f := range slices.Sorted(maps.Keys(scalar)) {
		if t, ok := lanewise(scalar[f]); ok && !has[f] {
			twins = append(twins, t)
		}
	}
	slices.SortFunc(twins, func(a, b twin) int { return strings.Compare(a.of.name, b.of.name) })
	all := map[string]bool{}
	for _, t := range twins {
		all[t.of.name] = true
	}
	for i, f := range funcs {
		whole, byHand := all[f.name], has[f.name]
		for _, op := range f.operators {
			whole = whole && (op == "" || all[op])
			byHand = byHand && (op == "" || has[op])
		}
		funcs[i].gang, funcs[i].lanewise = whole, whole && !byHand
	}
	return twins, nil
}

// inLanes are the types that carry values of types in lanes.
func inLanes(types []string) []string {
	var all []string
	for _, t := range types {
		all = append(all, vectors[t])
	}
	return all
}

// typeNames are the types of parameters or results, "" for what has no plain name.
func typeNames(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var all []string
	for _, field := range list.List {
		id, _ := field.Type.(*ast.Ident)
		for range max(len(field.Names), 1) {
			if id == nil {
				all = append(all, "")
			} else {
				all = append(all, id.Name)
			}
		}
	}
	return all
}

// writeTwins returns the table by which the tests of package lanes and its targets call the twins. Functions of
// vectors are called in place: Go's compiler has no generic functions of them.
func writeTwins(twins []twin) []byte {
	var b bytes.Buffer
	b.WriteString(tree.Header("runtime/lanes") + `package lanes_test

import (
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/lanes"
	"github.com/ptx2go/ptx2go/runtime/intops"
)

func init() { twins = everyTwin }

var everyTwin = []twin{
`)
	for _, t := range twins {
		var args, results, out []string
		for i, typ := range t.of.params {
			args = append(args, fmt.Sprintf("from%s(b.arg[%d][i:])", kind(typ), i))
		}
		for i, typ := range t.results {
			results = append(results, fmt.Sprintf("r%d", i))
			out = append(out, fmt.Sprintf("to%s(b.got[%d][i:], r%[2]d)", typ, i))
		}
		fmt.Fprintf(&b, "{%[1]q, scalar%[2]d%[3]d(%[4]s.%[1]s), func(b *block, i int) {\n%[5]s := lanes.%[1]s(%[6]s)\n%[7]s\n}},\n",
			t.of.name, len(args), len(out), t.of.pkg, strings.Join(results, ", "), strings.Join(args, ", "), strings.Join(out, "\n"))
	}
	b.WriteString("}\n")
	text := b.String()
	for _, pkg := range []string{"fpops", "intops"} {
		if !strings.Contains(text, pkg+".") {
			text = strings.Replace(text, "\t\"github.com/ptx2go/ptx2go/runtime/"+pkg+"\"\n", "", 1)
		}
	}
	return []byte(text)
}
