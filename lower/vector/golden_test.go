package vector_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/lower/vector"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// lower takes a PTX text to a schedule, nil where it is not supported.
func lower(path, text string, o pass.Options) *schedule.Schedule {
	f := diag.NewFile(path, text)
	m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{Pass: o})
	if m == nil {
		return nil
	}
	return pipeline.Schedule(m, pipeline.Options{Pass: o})
}

// TestGolden compares the functions with lanes of the kernels of package gang's tests, and of some more, with
// what stands in testdata, and reads them back.
func TestGolden(t *testing.T) {
	var files []string
	for _, glob := range []string{"testdata/*.txtar", "../gang/testdata/*.txtar"} {
		list, err := filepath.Glob(glob)
		if err != nil || len(list) == 0 {
			t.Fatal("no files", glob, err)
		}
		files = append(files, list...)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := lower("in.ptx", string(ar.Files[0].Data), pass.Options{})
			if s == nil {
				t.Fatal("it does not compile")
			}
			got := vector.Print(s, gang.Width)
			readBack(t, s, gang.Width)
			golden := "testdata/" + strings.TrimSuffix(filepath.Base(path), ".txtar") + ".vector"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want, err := os.ReadFile(golden); err != nil || got != string(want) {
				t.Errorf("the functions have changed (go test -run TestGolden -update rewrites them): %v\n%s", err, got)
			}
		})
	}
}

// readBack prints the functions with lanes of a schedule and reads them again.
func readBack(t *testing.T, s *schedule.Schedule, lanes int) {
	t.Helper()
	m := &ir.Module{Name: "gangs", Symbols: s.Module.Symbols}
	for _, k := range s.Kernels {
		for _, p := range vector.Kernel(s, k, lanes) {
			if p.Func != nil {
				m.Funcs = append(m.Funcs, p.Func)
			}
		}
	}
	text := ir.Print(m)
	again, err := ir.Parse("gangs", text)
	if err == nil {
		err = ir.VerifyModule(again)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	} else if twice := ir.Print(again); twice != text {
		t.Errorf("printed anew:\n%s\nfirst:\n%s", twice, text)
	}
}
