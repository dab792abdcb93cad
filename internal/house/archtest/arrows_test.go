package archtest

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "rewrite arrows.txt")

// arrowed are the packages whose files are looked at.
var arrowed = []string{"lower/schedule", "codegen/gosrc", "codegen/scalar", "codegen/gang", "codegen"}

// TestArrows counts how the files of a package depend on each other. An arrow goes from a file to
// another one that declares something it mentions: a function, a method, a type, a field, a
// variable or a constant. A package is read from the bottom up in the order of its files that
// leaves the fewest arrows which run up; a file of such an arrow cannot be understood, or moved,
// without one above it. The numbers are in arrows.txt: those may fall only, and then
// -update writes them.
func TestArrows(t *testing.T) {
	const file = "arrows.txt"
	var text strings.Builder
	text.WriteString("# arrows between the files of a package, and how many of them run up\n")
	total, up := 0, 0
	for _, name := range arrowed {
		arrows := fileArrows(t, name)
		order := fewestUp(arrows)
		var back []string
		n := 0
		for from, list := range arrows {
			for to, names := range list {
				n++
				if slices.Index(order, to) > slices.Index(order, from) {
					back = append(back, fmt.Sprintf("%s -> %s (%s)", from, to, strings.Join(names, " ")))
				}
			}
		}
		slices.Sort(back)
		t.Logf("%s, from the bottom up: %s\nup:\n\t%s", name, strings.Join(order, " "), strings.Join(back, "\n\t"))
		fmt.Fprintf(&text, "%s %d %d\n", name, n, len(back))
		total, up = total+n, up+len(back)
	}
	t.Logf("%d of %d arrows run up", up, total)
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for _, line := range strings.Split(string(data), "\n") {
		var name string
		var n, up int
		if _, err := fmt.Sscan(line, &name, &n, &up); err == nil {
			want[name] = up
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n")[1:] {
		var name string
		var n, up int
		fmt.Sscan(line, &name, &n, &up)
		switch {
		case up > want[name]:
			t.Errorf("%s: %d arrows between files run up, no more than %d may: the log has them (-v)", name, up, want[name])
		case up < want[name]:
			t.Errorf("%s: only %d arrows between files run up: write that down, go test ./internal/house/archtest -run Arrows -update", name, up)
		}
	}
}

// fileArrows returns for each file of a package those that it depends on, with the
// names that it mentions.
func fileArrows(t *testing.T, name string) map[string]map[string][]string {
	t.Helper()
	list, err := gopackages.Load(&gopackages.Config{
		Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo | gopackages.NeedImports,
		Dir:  root(t),
	}, "./"+name)
	if err != nil {
		t.Fatal(err)
	}
	p := list[0]
	if len(p.Errors) > 0 {
		t.Fatal(p.Errors[0])
	}
	out := map[string]map[string][]string{}
	for _, f := range p.Syntax {
		from := filepath.Base(p.Fset.Position(f.Package).Filename)
		out[from] = map[string][]string{}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() != p.Types || !declared(obj, p.Types) {
				return true
			}
			to := filepath.Base(p.Fset.Position(obj.Pos()).Filename)
			if to != from && !slices.Contains(out[from][to], obj.Name()) {
				out[from][to] = append(out[from][to], obj.Name())
			}
			return true
		})
	}
	return out
}

// declared reports whether a file declares something for others: fields and methods, and what
// has the scope of the package.
func declared(obj types.Object, p *types.Package) bool {
	switch x := obj.(type) {
	case *types.Var:
		return x.IsField() || x.Parent() == p.Scope()
	case *types.Func:
		return true
	case *types.PkgName:
		return false
	}
	return obj.Parent() == p.Scope()
}

// fewestUp returns an order of files with as few arrows to a later one as can be found by
// moving one file after another to its best place, from the order of their names on.
func fewestUp(arrows map[string]map[string][]string) []string {
	var order []string
	for f := range arrows {
		order = append(order, f)
	}
	// What many depend on, and what depends on little, is at the bottom.
	used := map[string]int{}
	for f, list := range arrows {
		used[f] -= len(list)
		for to := range list {
			used[to]++
		}
	}
	slices.SortFunc(order, func(x, y string) int { return cmp.Or(cmp.Compare(used[y], used[x]), cmp.Compare(x, y)) })
	for moved := true; moved; {
		moved = false
		for _, f := range slices.Clone(order) {
			at := slices.Index(order, f)
			rest := slices.Delete(slices.Clone(order), at, at+1)
			// ups[i] is how many arrows of f run up where it is put before the i-th of the rest.
			ups := make([]int, len(rest)+1)
			for _, x := range rest {
				if _, ok := arrows[f][x]; ok {
					ups[0]++
				}
			}
			for i, x := range rest {
				ups[i+1] = ups[i]
				if _, ok := arrows[f][x]; ok {
					ups[i+1]--
				}
				if _, ok := arrows[x][f]; ok {
					ups[i+1]++
				}
			}
			best := at
			for i, n := range ups {
				if n < ups[best] {
					best = i
				}
			}
			if best != at {
				order, moved = slices.Insert(rest, best, f), true
			}
		}
	}
	return order
}

// maxMethods is how many methods a type of the compiler may have: nobody can say what one with
// more of them knows.
const maxMethods = 60

// large are types that have more, which are still to be split, and how many they may have until
// then.
var large = map[string]int{
	"lower/builder fn": 200,
	"lower/gang Plan":  62,
}

// TestMethods counts the methods of the types of the compiler.
func TestMethods(t *testing.T) {
	methods := map[string]int{}
	for _, f := range tree(t) {
		dir := filepath.ToSlash(filepath.Dir(f))
		if !strings.HasSuffix(f, ".go") || strings.HasSuffix(f, "_test.go") || !strings.HasPrefix(dir+"/", "lower/") && !strings.HasPrefix(dir+"/", "codegen/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, read(t, f), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				of := fn.Recv.List[0].Type
				if p, ok := of.(*ast.StarExpr); ok {
					of = p.X
				}
				methods[dir+" "+types.ExprString(of)]++
			}
		}
	}
	for name, n := range methods {
		switch may := max(large[name], maxMethods); {
		case n > may:
			t.Errorf("%s has %d methods, no more than %d may be: split it along what it knows", name, n, may)
		case large[name] > 0 && n <= maxMethods:
			t.Errorf("%s has %d methods: it is large no more", name, n)
		}
	}
	for name := range large {
		if methods[name] == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}
