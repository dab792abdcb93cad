package walkin

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

const root = "../../.."

// TestCounts compares the numbers of files and lines with those of CONTRIBUTING.md.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile(root + "/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		edits := read(t, kind)
		if len(edits) == 0 {
			t.Fatalf("%s: no edits", kind)
		}
		var files [2]map[string]bool
		var lines [2]int
		for i := range files {
			files[i] = map[string]bool{}
		}
		for _, e := range edits {
			i := 0
			if e.isCase {
				i = 1
			}
			files[i][e.file] = true
			lines[i] += e.lines()
		}
		want := fmt.Sprintf("| %d, %d | %d, %d |", len(files[0]), lines[0], len(files[1]), lines[1])
		found := false
		for line := range strings.Lines(string(text)) {
			found = found || strings.HasPrefix(line, "| "+kind) && strings.HasSuffix(strings.TrimSpace(line), want)
		}
		if !found {
			t.Errorf("CONTRIBUTING.md has no row of %s that ends in %s", kind, want)
		}
	}
}

// TestApplies makes the edits in copies of the files that they are about, so that they keep up
// with the source.
func TestApplies(t *testing.T) {
	dir := t.TempDir()
	for _, kind := range kinds {
		for _, e := range read(t, kind) {
			text, err := os.ReadFile(filepath.Join(root, e.file))
			if err != nil && len(e.old) > 0 {
				t.Fatal(err)
			}
			file := filepath.Join(dir, e.file)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(file); err != nil && len(e.old) > 0 {
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		apply(t, dir, kind)
	}
}

// TestWalkIn adds the instructions to a copy of the source, one after another, and runs the
// generator once for each. Then the program has to build, the engines to execute the cases, and
// the tests of the packages concerned to pass.
func TestWalkIn(t *testing.T) {
	if !testmode.Long() {
		t.Skip("builds the program and its cases several times; PTX2GO_LONG=1 does")
	}
	dir := clone(t)
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, ".cache"), "GOCACHE="+goCache(t), "GOFLAGS=", "PTX2GO_LONG=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	for _, kind := range kinds {
		apply(t, dir, kind)
		run("go", "generate", "./cmd/ptx2go")
		run("go", "run", "-tags", "isatable", "./internal/gen", "-check")
	}
	run("go", "build", "./...")
	run("go", "vet", "./runtime/...", "./internal/cases/...", "./lower/ir")
	program := filepath.Join(dir, "ptx2go.test")
	run("go", "build", "-o", program, "./cmd/ptx2go")
	const cases = "internal/cases/casefile/testdata/cases/"
	concerned := []string{cases + "int_bits", cases + "vote_count", cases + "mem_atom", cases + "fp_fma_f32"}
	for dir, head := range map[string]string{"int_bits": "gray.b32 ", "vote_count": "vote.sync.count.b32 ", "mem_atom": "atom.global.nand.b32 ", "fp_fma_f32": "fms.rn.f32 "} {
		if text := run("cat", cases+dir+"/kernel.ptx"); !strings.Contains(text, head) {
			t.Errorf("no case executes %s", head)
		}
	}
	for _, engine := range [][]string{{"-engine=interp"}, {"-engine=schedule"}, {"-engine=go", "-vectors=8,off"}} {
		run(slices.Concat([]string{program, "verify"}, engine, concerned)...)
	}
	run(append([]string{"go", "test", "./runtime/intops", "./runtime/warpops", "./internal/isa", "./internal/intrin", "./internal/cases/conform",
		"./internal/cases/memcase", "./lower/ir"}, "./runtime/gen")...)
	run("go", "test", "./runtime/fpops", "-run", "^Test(Sample|Families|Table|ParseName)$")
	if out := run(program, "generate", "-asm=off", "-simd=on", "-o", "-", cases+"fp_fma_f32/kernel.ptx"); !strings.Contains(out, "gang8.FmsRnF32(") {
		t.Error("gangs do not call the twin of fms.rn.f32")
	}
	if err := pinned.Available(t.Context()); errors.Is(err, pinned.ErrUnavailable) {
		t.Skipf("SKIPPED: gangs: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	if gen.Vectors() < 8 {
		t.Skip("SKIPPED: gangs: no AVX2 and FMA")
	}
	run("env", "GOEXPERIMENT=simd", "GOTOOLCHAIN="+goversion.Pinned, "go", "test", "./runtime/gang8", "-run", "^Test(Every)?Twins?$")
}

// clone copies the files of the repository to a new folder.
func clone(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIPPED: not a git repository: %v", err)
	}
	dir := t.TempDir()
	names := slices.Compact(strings.Split(strings.TrimRight(string(out), "\x00"), "\x00"))
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) { // deleted, but not yet for git
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goCache is the cache of builds, which does not depend on where the user's other caches are.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
