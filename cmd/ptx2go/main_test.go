package main

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/cuda/testlib"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pinned"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ptx2go": main})
}

// building are the scripts that build many programs: a run has some of them.
var building = []string{"asm", "cxx", "extern", "fromgo", "gangs", "line", "link", "module", "package", "simd"}

// scripts are those of this run.
func scripts(t *testing.T) []string {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	name := func(file string) string { return strings.TrimSuffix(filepath.Base(file), ".txtar") }
	some := testmode.Pick(building, 2, func(name string) string { return name })
	return slices.DeleteFunc(files, func(file string) bool {
		return slices.Contains(building, name(file)) && !slices.Contains(some, name(file))
	})
}

// TestScript runs testdata/script. $ROOT is the root of the module, $CASES a
// folder of conformance cases. Besides the commands of testscript there is
// "exits STATUS COMMAND...".
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return name + "=" + strings.TrimSpace(string(out))
	}
	lib := standIn(t)
	keep := []string{goEnv("GOCACHE"), goEnv("GOMODCACHE"), goEnv("GOPATH"), goEnv("GOFLAGS")}
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, keep...)
			e.Vars = append(e.Vars, "ROOT="+root, "CASES="+filepath.Join(root, "internal/cases/casefile/testdata/cases"), "GOPACKAGE=", cuda.LibraryVariable+"="+lib)
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "cuda":
				return cuda.Built, nil
			case "libcuda":
				return lib != "", nil
			case "pinned":
				return pinned.Available(t.Context()) == nil, nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
		UpdateScripts: *update,
		Cmds:          map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// standIn builds a library that stands in for the NVIDIA driver, where ptx2go can
// use one and there is a C compiler; else it returns "".
func standIn(t *testing.T) string {
	if !cuda.Built {
		return ""
	}
	lib, err := testlib.Build(t.TempDir())
	if err != nil && !errors.Is(err, testlib.ErrNoCompiler) {
		t.Fatal(err)
	}
	return lib
}

// exits runs a command and compares its exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case err == nil:
	case errors.As(err, &failed):
		got = failed.ExitCode()
	default:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
