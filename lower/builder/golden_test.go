package builder

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// lowerText builds a PTX text, which must be free of mistakes, and returns the
// module and what the builder reported.
func lowerText(t *testing.T, name, src string, opt Options) (*ir.Module, *diag.List) {
	t.Helper()
	l := diag.NewList(diag.NewFile(name, src))
	ast := frontend.Parse(l.File, l)
	if l.Errors() == 0 {
		frontend.Check(ast, l)
	}
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	return Module([]*frontend.Module{ast}, l, opt), l
}

func report(l *diag.List) string {
	var s strings.Builder
	l.Print(&s)
	return s.String()
}

// TestGolden builds the PTX of each file in testdata and compares the IR, or the
// diagnostics where there are any.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			m, l := lowerText(t, "in.ptx", string(ar.Files[0].Data), Options{})
			got := txtar.File{Name: "out.ir", Data: []byte(ir.Print(m))}
			if l.Errors() > 0 {
				got = txtar.File{Name: "errors", Data: []byte(report(l))}
			} else {
				if err := ir.VerifyModule(m); err != nil {
					t.Error(err)
				}
			}
			if *update {
				ar.Files = append(ar.Files[:1], got)
				if err := os.WriteFile(path, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := txtar.File{}
			if len(ar.Files) > 1 {
				want = ar.Files[1]
			}
			if got.Name != want.Name || string(got.Data) != string(want.Data) {
				t.Errorf("got %s:\n%s\nwant %s:\n%s", got.Name, got.Data, want.Name, want.Data)
			}
		})
	}
}
