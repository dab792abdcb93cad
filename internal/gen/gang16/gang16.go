// Package gang16 writes most files of package gang16 of the runtime: those of package gang8,
// tests included, with the types of vectors and the numbers of lanes of AVX-512. What is
// declared in a file whose name ends in _avx512.go, and what only a declaration needed that is
// replaced there, is not taken over.
package gang16

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// The folders of the packages.
const (
	from = "runtime/gang8"
	dir  = "runtime/gang16"
)

// replaced are declarations of gang8 that those need only which gang16 declares itself.
var replaced = []string{
	"odd64", "upper64", "spread", "widen", "paired", "twiceLo", "twiceHi", "flip", "top64",
	"exponent31", "exp84", "two84", "three84s", "shift32", "f64From4",
	"words8", "bytes8", "lowBytes", "lowWords", "bottoms", "firstTwo", "transpose4",
	"split3", "join3", "splits3", "joins3", "load3", "store3",
	"oddU32", "highs", "high32", "min64", "max64", "setTwo", "entry", "oddLanes",
	"lanes64", "signed64", "F64.Round", "F64.Floor", "F64.Ceil", "F64.Trunc",
}

// notTaken are files of gang8 of which gang16 has nothing: warps go through vectors in gangs of
// eight only.
var notTaken = []string{"doc.go", "bench_test.go", "warp.go", "warp_test.go", "shuffle.go", "shuffle_test.go",
	"redux.go", "redux_test.go", "usable.go", "inline_test.go"}

// Write writes the files.
func Write(v *tree.View) error {
	gone := map[string]bool{}
	for _, name := range replaced {
		gone[name] = true
	}
	own, err := v.Glob(dir + "/*_avx512.go")
	if err != nil {
		return err
	}
	for _, name := range own {
		f, err := v.Parse(name)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			for _, name := range declared(d) {
				gone[name] = true
			}
		}
	}
	names, err := v.Glob(from + "/*.go")
	if err != nil {
		return err
	}
	unknown := map[string]bool{}
	for _, name := range replaced {
		unknown[name] = true
	}
	for _, name := range names {
		if slices.Contains(notTaken, path.Base(name)) {
			continue
		}
		text, err := v.ReadFile(name)
		if err != nil {
			return err
		}
		kept, n, err := without(name, text, gone, unknown)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if kept, err = andNots(kept); err != nil {
			return err
		}
		text = slices.Concat([]byte(tree.Header(name)), unused(wider(kept)))
		if err := v.WriteGo(path.Join(dir, path.Base(name)), text); err != nil {
			return err
		}
	}
	for _, name := range replaced {
		if unknown[name] {
			return v.Find("internal/gen/gang16", name, "gang8 does not declare "+name)
		}
	}
	return nil
}

// declared are the names that a declaration declares; a method has that of its type in front.
func declared(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + name
		}
		names = append(names, name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			names = append(names, spec(s)...)
		}
	}
	return names
}

func spec(s ast.Spec) []string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return []string{s.Name.Name}
	case *ast.ValueSpec:
		var names []string
		for _, n := range s.Names {
			names = append(names, n.Name)
		}
		return names
	}
	return nil
}

// without returns a file without the declarations of some names, which it takes from unknown,
// and how many declarations remain.
func without(name string, text []byte, gone, unknown map[string]bool) ([]byte, int, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	text = bytes.Clone(text)
	remain := 0
	cut := func(doc *ast.CommentGroup, n ast.Node, behind *ast.CommentGroup) {
		from, to := n.Pos(), n.End()
		if doc != nil {
			from = doc.Pos()
		}
		if behind != nil {
			to = behind.End()
		}
		for i := fset.Position(from).Offset; i < fset.Position(to).Offset; i++ {
			text[i] = 0
		}
	}
	for _, d := range f.Decls {
		names := declared(d)
		left := slices.DeleteFunc(slices.Clone(names), func(n string) bool { delete(unknown, n); return gone[n] })
		remain += len(left)
		g, _ := d.(*ast.GenDecl)
		switch {
		case len(names) == 0 || len(left) == len(names):
		case g == nil:
			cut(d.(*ast.FuncDecl).Doc, d, nil)
		case len(left) == 0:
			var behind *ast.CommentGroup
			if v, ok := g.Specs[0].(*ast.ValueSpec); ok && !g.Lparen.IsValid() {
				behind = v.Comment
			}
			cut(g.Doc, d, behind)
		default:
			for _, s := range g.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && gone[v.Names[0].Name] {
					cut(v.Doc, v, v.Comment)
				}
			}
		}
	}
	return bytes.ReplaceAll(text, []byte{0}, nil), remain, nil
}

var rules = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`gang8`), "gang16"},
	{regexp.MustCompile(`(Float32|Int32|Uint32|Mask32|Int16|Uint16|Mask16|Int8|Uint8|Mask8|Float64|Int64|Uint64|Mask64)x(\d+)(Array)?\b`), "twice"},
	{regexp.MustCompile(`\[(4|8|16|32)\](bool|u?int\d+|float\d+)\b`), "lanes"},
	// Constants of a few numbers are the same in each part of a vector, or in each lane.
	{regexp.MustCompile(`(\[8\]u?int64|lanes)\{([^,{}]+(?:, [^,{}]+){3,7})\}`), "$1{$2, $2}"},
	{regexp.MustCompile(`\bi\+(8|16|32)( ?:)`), "length"},
	{regexp.MustCompile(`(s\[i\+|len\(s\)-)7\b`), "${1}15"},
	{regexp.MustCompile(`\b(n-|len\(s\)-|i \+= )(4|8)\b`), "width"},
	{regexp.MustCompile(`ToBits\(\); b != 0xff\b`), "ToBits(); b != 0xffff"},
	{regexp.MustCompile(`ToBits\(\) (!=|==) 0xff\b`), "ToBits() $1 0xffff"},
	{regexp.MustCompile(`\bbits\.(TrailingZeros|Len|OnesCount)8\b`), "bits.${1}16"},
	{regexp.MustCompile(`\.(Round|Floor|Ceil|Trunc)\(\)`), ".${1}Scaled(0)"},
	{regexp.MustCompile(`\bidx\.GetLo\(\)\.GetElem\b`), "idx.GetLo().GetLo().GetElem"},
	{regexp.MustCompile(`\beight lanes\b`), "sixteen lanes"},
	{regexp.MustCompile(`\beight (numbers|loads)\b`), "sixteen $1"},
	{regexp.MustCompile(`0 to 3 in Lo, 4 to 7 in Hi`), "0 to 7 in Lo, 8 to 15 in Hi"},
	{regexp.MustCompile(`no AVX2 and FMA`), "no AVX-512"},
}

// andNots writes x.AndNot(y) as x.And(y.Not()): where Go joins operations on bits of vectors
// of 512 bits to one, it takes x for y.
func andNots(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	type insert struct {
		at, cut int
		text    string
	}
	var all []insert
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && len(c.Args) == 1 {
			if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "AndNot" {
				all = append(all, insert{fset.Position(s.Sel.Pos()).Offset, len("AndNot"), "And"}, insert{fset.Position(c.Args[0].End()).Offset, 0, ".Not()"})
			}
		}
		return true
	})
	// Of two after the same argument either may come first.
	slices.SortStableFunc(all, func(a, b insert) int { return b.at - a.at })
	for _, i := range all {
		text = slices.Concat(text[:i.at], []byte(i.text), text[i.at+i.cut:])
	}
	return text, nil
}

// wider puts vectors of twice the width for those of the text.
func wider(text []byte) []byte {
	for _, r := range rules {
		text = r.what.ReplaceAllFunc(text, func(b []byte) []byte {
			m := r.what.FindSubmatch(b)
			switch r.with {
			case "twice":
				// A vector of 128 bits is part of one, and remains.
				n, _ := strconv.Atoi(string(m[2]))
				digits := m[1][bytes.IndexAny(m[1], "13468"):]
				if size, _ := strconv.Atoi(string(digits)); size*n == 256 {
					n *= 2
				}
				return fmt.Appendf(nil, "%sx%d%s", m[1], n, m[3])
			case "lanes":
				return fmt.Appendf(nil, "[%s]%s", twice(m[1]), m[2])
			case "length":
				return fmt.Appendf(nil, "i+%s%s", twice(m[1]), m[2])
			case "width":
				return fmt.Appendf(nil, "%s%s", m[1], twice(m[2]))
			}
			return r.what.Expand(nil, []byte(r.with), b, r.what.FindSubmatchIndex(b))
		})
	}
	return text
}

func twice(digits []byte) string {
	n, _ := strconv.Atoi(string(digits))
	return strconv.Itoa(2 * n)
}

var imported = regexp.MustCompile(`(?m)^(?:import |\t)"([^"]*)"\n`)

var nothing = regexp.MustCompile(`import \(\s*\)\s*\n`)

// unused removes imports that nothing needs any more.
func unused(text []byte) []byte {
	text = imported.ReplaceAllFunc(text, func(line []byte) []byte {
		path := imported.FindSubmatch(line)[1]
		name := filepath.Base(strings.TrimSuffix(string(path), "/v2"))
		if bytes.Contains(text, []byte(name+".")) {
			return line
		}
		return nil
	})
	return nothing.ReplaceAll(text, nil)
}
