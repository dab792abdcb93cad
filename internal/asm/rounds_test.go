package asm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/pinned"
)

// forms are the heads of loops in functions of the runtime that gangs call, and how often such a loop goes
// round at most: with 0 once for each lane.
var forms = map[string]int{
	"for ; in != 0; in &= in - 1 {":                      0,
	"for in := m.ToBits(); in != 0; in &= in - 1 {":      0,
	"for b := in & 15; b != 0; b &= b - 1 {":             4,
	"for b := in >> 4; b != 0; b &= b - 1 {":             4,
	"for b := in & 255; b != 0; b &= b - 1 {":            8,
	"for b := in >> 8; b != 0; b &= b - 1 {":             8,
	"for l := range x {":                                 0, // an array of lanes
	"for pos := base; pos < 32; pos++ {":                 32,
	"for pos := int32(base); pos >= 0; pos-- {":          32, // from 31 at most
	"for i := 0; i < 64; i++ {":                          64,
	"for i := 0; i < 32; i += 8 {":                       4,
	"for i := 0; i < len(words)-(Width-1); i += Width {": frameWords,
	"for {": tries, // of an atomic operation
}

// TestRounds: what is said of loops in functions of the runtime is true.
func TestRounds(t *testing.T) {
	found := map[string]bool{}
	for pkg, most := range rounds {
		where := filepath.Join("../../runtime", strings.TrimPrefix(pkg, pinned.Runtime))
		if path.Ext(pkg) == "" {
			where = filepath.Join(where, "*.go")
		}
		files, err := filepath.Glob(where)
		if err != nil || len(files) == 0 {
			t.Fatal(pkg, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || path.Ext(pkg) == "" && rounds[pkg+"/"+filepath.Base(name)] > 0 {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, src, 0)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(src), "\n")
			ast.Inspect(f, func(n ast.Node) bool {
				switch n.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
				default:
					return true
				}
				head := strings.TrimSpace(lines[fset.Position(n.Pos()).Line-1])
				times, ok := forms[head]
				if !ok || times > most || times == 0 && !strings.Contains(pkg, "/gang") {
					t.Errorf("%s: nothing says that a loop goes round %d times at most: %s", fset.Position(n.Pos()), most, head)
				}
				found[head] = true
				return true
			})
		}
	}
	for head := range forms {
		if !found[head] {
			t.Errorf("there is no loop %s", head)
		}
	}
}
