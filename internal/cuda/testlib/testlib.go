// Package testlib builds the library libcuda.so.1 of runtime/driver/libcuda, so that
// everything that talks to a GPU can be tested without one: kernels run in the reference
// interpreter. It is for tests only.
package testlib

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNoCompiler is what Build returns where there is no C compiler.
var ErrNoCompiler = errors.New("no C compiler: neither gcc nor clang")

// Build builds the library into a folder and returns its path, for the variable
// PTX2GO_LIBCUDA.
func Build(dir string) (string, error) {
	compiler := ""
	for _, name := range []string{"gcc", "clang"} {
		if path, err := exec.LookPath(name); err == nil {
			compiler = path
			break
		}
	}
	if compiler == "" {
		return "", ErrNoCompiler
	}
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	lib := filepath.Join(dir, "libcuda.so.1")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-o", lib, "./cmd/libcuda")
	cmd.Dir = filepath.Join(filepath.Dir(strings.TrimSpace(string(gomod))), "runtime", "driver", "libcuda")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "CC="+compiler)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return lib, nil
}
