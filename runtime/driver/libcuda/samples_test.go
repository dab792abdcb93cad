package libcuda_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// samples are the programs of testdata/samples: all in the long mode, else some that the seed picks.
func samples(t *testing.T) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "samples", "*.cpp"))
	if err != nil || len(files) < 12 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	const share = 4 // one of so many
	for i, f := range files {
		if testmode.Long() || (uint64(i)+testmode.Seed())%share == 0 {
			all = append(all, f)
		}
	}
	return all
}

// TestSamples runs programs in C++ that are written as NVIDIA's samples of the driver API are, by somebody who
// knows CUDA and not this library, under the sanitizers for addresses, leaks and undefined behaviour.
func TestSamples(t *testing.T) { runSamples(t, library(t, "./cmd/libcuda")) }

// TestSamplesTranslated runs them with a library that has Go code of their kernels.
func TestSamplesTranslated(t *testing.T) {
	if !testmode.Long() {
		t.Skip("in the long mode: it builds a library")
	}
	compiler(t)
	lib := filepath.Join(t.TempDir(), "libcuda.so.1")
	var texts []string
	for _, name := range []string{"kernels", "textures"} {
		texts = append(texts, filepath.Join("runtime", "driver", "libcuda", "testdata", "samples", name+".ptx"))
	}
	cmd := exec.Command("go", append([]string{"run", "./cmd/ptx2go", "libcuda", "-o", lib}, texts...)...)
	cmd.Dir = filepath.Join("..", "..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	runSamples(t, lib)
}

func runSamples(t *testing.T, lib string) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	dir := filepath.Join("testdata", "samples")
	for _, file := range samples(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".cpp")
		t.Run(name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), name)
			run(t, "g++", "-std=c++17", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-fsanitize=address,undefined",
				"-fno-sanitize-recover=all", "-I", "include", "-I", dir, "-o", bin, file, lib, "-lpthread")
			cmd := exec.Command(bin, dir)
			cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(lib), "PTX2GO_CACHE=off", "PTX2GO_DEVICES=3", "PTX2GO_LIBCUDA_ERRORS=1", "PTX2GO_MEMORY=exact")
			if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "Result = PASS\n") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
