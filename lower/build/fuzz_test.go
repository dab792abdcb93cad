package build

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// FuzzModule builds whatever passes the checks; it must not panic, and the result
// must be well formed.
func FuzzModule(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(ar.Files[0].Data))
	}
	cases, _ := filepath.Glob(filepath.Join(casesDir, "*", "kernel.ptx"))
	for _, path := range cases {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(src) < 20000 {
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		l := diag.NewList(diag.NewFile("fuzz.ptx", src))
		ast := frontend.Parse(l.File, l)
		if ast == nil {
			return
		}
		frontend.Check(ast, l)
		if l.Errors() > 0 {
			return
		}
		m := Module(ast, l, Options{Externs: map[string]bool{"vprintf": true}})
		if l.Errors() > 0 {
			return
		}
		if err := ir.VerifyModule(m); err != nil {
			t.Error(err)
		}
	})
}
