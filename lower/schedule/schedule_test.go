package schedule

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/ir"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestGolden schedules the IR of each file in testdata and compares the parts with what
// stands behind it. Each part must pass the verifier.
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
			m, err := ir.Parse(path, string(ar.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.VerifyModule(m); err != nil {
				t.Fatal(err)
			}
			s := New(m, Options{Verify: true})
			got := Print(s)
			if err := s.Verify(); err != nil {
				t.Errorf("%v\n%s", err, got)
			}
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "schedule", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) < 2 || got != string(ar.Files[1].Data) {
				t.Errorf("the schedule has changed (go test -run TestGolden -update rewrites it):\n%s", got)
			}
		})
	}
}
