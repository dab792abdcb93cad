package builder

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// FuzzModule builds whatever passes the checks; it must not panic, and the result
// must be well formed, after every pass too.
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
	f.Add(".version 7.0\n.target sm_70\n.address_size 64\n.const .u32 c[4];\n.entry k() { .reg .u64 %a; cvta.const.u64 %a, c; atom.add.u32 _, [%a+4], 5; }")
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
		m := Module([]*frontend.Module{ast}, l, Options{Externs: map[string]bool{"vprintf": true}})
		if l.Errors() > 0 {
			return
		}
		if err := ir.VerifyModule(m); err != nil {
			t.Fatal(err)
		}
		pass.Run(m, pass.Standard, pass.Options{Verify: true})
	})
}
