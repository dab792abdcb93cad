package buildmode

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// assembly are the files of assembly of kernels that a build of the packages has.
func assembly(t *testing.T, flags ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", slices.Concat([]string{"list", "-f", `{{join .SFiles "\n"}}`}, flags, packages)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOARCH=amd64", "GOOS=linux")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(file string) bool { return !strings.HasSuffix(file, "_ptx_amd64.s") })
}

// TestSanitizers runs tests as built with the sanitizers of C compilers, which know nothing of what
// assembly reads and writes, so that such builds leave it out. An ordinary run has one package and
// AddressSanitizer.
func TestSanitizers(t *testing.T) {
	if len(assembly(t)) == 0 {
		t.Error("ordinary builds have no assembly")
	}
	for _, s := range []struct{ flag, compiler string }{{"-asan", "gcc"}, {"-msan", "clang-19"}} {
		t.Run(s.flag[1:], func(t *testing.T) {
			if _, err := exec.LookPath(s.compiler); err != nil {
				t.Skipf("SKIPPED: %v", err)
			}
			if asm := assembly(t, s.flag); len(asm) > 0 {
				t.Errorf("builds with %s have assembly: %q", s.flag, asm)
			}
			env := []string{"CGO_ENABLED=1", "CC=" + s.compiler, "GOEXPERIMENT="}
			if !testmode.Long() {
				if s.flag != "-asan" {
					t.Skip("one sanitizer, with one version of Go: the other only with PTX2GO_LONG=1")
				}
				command(t, root, env, "test", "-count=1", s.flag, packages[0])
				return
			}
			eachGo(t, func(t *testing.T, version []string) {
				command(t, root, append(version, env...), append([]string{"test", "-count=1", s.flag}, packages...)...)
			})
		})
	}
}
