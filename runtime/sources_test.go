package runtime_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestSources: all packages are there, and a program does not carry them around.
func TestSources(t *testing.T) {
	text, err := fs.ReadFile(ptx.Sources(), "fpops/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".", "fpops", "gang4", "gang8", "gang16", "gen", "intops", "tensorops", "texthash", "texops", "warpops", "internal/bridge", "internal/cpuid", "internal/devmem",
		"internal/handle", "internal/leaf", "internal/memory", "internal/module", "internal/mufu", "internal/powers", "internal/wording"} {
		for _, ending := range []string{"go", "s"} {
			want, err := filepath.Glob(dir + "/*." + ending)
			if err != nil {
				t.Fatal(err)
			}
			got, err := fs.Glob(ptx.Sources(), path.Join(dir, "*."+ending))
			if err != nil || len(got) == 0 && ending == "go" || len(got) != len(want) {
				t.Errorf("%s: %d files in .%s, want %d (%v)", dir, len(got), ending, len(want), err)
			}
		}
	}
	if testing.Short() {
		t.Skip("builds a program")
	}
	bin := filepath.Join(t.TempDir(), "saxpy")
	if out, err := exec.Command("go", "build", "-o", bin, "../examples/saxpy/cmd/saxpy").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(program, text) {
		t.Error("a program contains the sources")
	}
}
