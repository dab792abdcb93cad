package schedule

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/build"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

func TestProbe(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("PROBE"))
	count := map[Form]int{}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l := diag.NewList(diag.NewFile(path, string(src)))
		ast := frontend.Parse(l.File, l)
		frontend.Check(ast, l)
		if l.Errors() > 0 {
			continue
		}
		m := build.Module(ast, l, build.Options{})
		if l.Errors() > 0 {
			continue
		}
		pass.Run(m, pass.Standard, pass.Options{})
		for _, k := range New(m).Kernels {
			count[k.Form]++
			if k.Form == Coroutines {
				t.Logf("%s: %s: line %d: %s", path, k.Func.Name, m.File.Line(k.Why.Pos), k.Why.Text)
			}
			if k.Form == Regions {
				for _, f := range k.Funcs() {
					if err := ir.Verify(f); err != nil {
						t.Errorf("%s: %s: %v\n%s", path, k.Func.Name, err, ir.PrintFunc(f))
					}
				}
				if os.Getenv("SHOW") != "" {
					t.Logf("%s", ir.PrintFunc(k.Func))
					for _, f := range k.Funcs() {
						t.Logf("%s", ir.PrintFunc(f))
					}
				}
			}
		}
	}
	t.Log(count)
}
