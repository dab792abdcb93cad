// Package testlib builds a stand-in for the library of the CUDA driver, so that
// everything that talks to a GPU can be tested without one. Its memory is host
// memory and its kernels are C functions that are found by the name of the entry;
// it does not read PTX beyond the names in it. It is for tests only.
//
// The entries it knows:
//
//	copy(u64 to, u64 from, u32 n)   n words
//	addone(u64 p, u32 n)            p[i]++ for n words
//	dynamic(u64 p)                  p[0] = bytes of dynamic shared memory
//	hello()                         prints a line, when the context is synchronised
//	illegal()                       faults, and the context is lost
//	spin()                          does not end before its module is unloaded
//	tuples, hashes                  the kernels of package probe, for the heads neg.f32
//	                                (which keeps NaNs, unlike ptx2go), abs.f32, rcp.rn.f32,
//	                                cvt.rzi.s32.f32, neg.f16 and add.rn.f32
//
// A module with the word "syntax_error" does not compile, nor does one for a target
// beyond sm_90 or of a PTX version beyond 8.9.
package testlib

import (
	_ "embed" // the source of the library
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed testdata/libcuda.c
var source []byte

// ErrNoCompiler is what Build returns where there is no C compiler.
var ErrNoCompiler = errors.New("no C compiler: neither cc nor gcc nor clang")

// Build compiles the library into a folder and returns its path, for the variable
// PTX2GO_LIBCUDA.
func Build(dir string) (string, error) {
	compiler := ""
	for _, name := range []string{"cc", "gcc", "clang"} {
		if path, err := exec.LookPath(name); err == nil {
			compiler = path
			break
		}
	}
	if compiler == "" {
		return "", ErrNoCompiler
	}
	src, lib := filepath.Join(dir, "libcuda.c"), filepath.Join(dir, "libcuda.so.1")
	if err := os.WriteFile(src, source, 0o644); err != nil {
		return "", err
	}
	cmd := exec.Command(compiler, "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-pthread", "-Wall", "-o", lib, src, "-lm")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return lib, nil
}
