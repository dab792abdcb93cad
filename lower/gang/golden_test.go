package gang_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestGolden plans the kernels of each file in testdata and compares the plans with what
// stands behind it, below the bodies that they are about.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f := diag.NewFile("in.ptx", string(ar.Files[0].Data))
			l := diag.NewList(f)
			m := pipeline.Lower(f, l, pipeline.Options{})
			if m == nil {
				l.Print(os.Stderr)
				t.Fatal("it does not compile")
			}
			s := pipeline.Schedule(m, pipeline.Options{})
			plans := planned(s, gang.Width)
			verify(t, path, s, plans)
			text := gang.Text(s)
			got := schedule.Print(s, func(b *schedule.Body) string {
				switch {
				case plans.bodies[b] == nil, b.Func.Part == ir.RegionPart:
					return text(b) // after its text
				}
				return text(b) + ir.PrintFunc(b.Func)
			})
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "schedule", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) < 2 || got != string(ar.Files[1].Data) {
				t.Errorf("the plans have changed (go test -run TestGolden -update rewrites them):\n%s", got)
			}
		})
	}
}
