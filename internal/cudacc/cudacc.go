// Package cudacc makes PTX of CUDA C++, by the compiler that is there: nvcc, or clang. Where clang
// finds no CUDA toolkit it gets headers of this package, which have what PTX has instructions for.
package cudacc

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/scratch"
)

//go:embed include
var include embed.FS

// ErrNone says that there is no compiler.
var ErrNone = errors.New("neither nvcc nor clang is there to compile it")

// names are the compilers that are looked for, in this order.
var names = []string{"nvcc", "/usr/local/cuda/bin/nvcc", "clang++", "clang++-22", "clang++-21", "clang++-20", "clang++-19", "clang++-18", "clang++-17", "clang++-16"}

// Find returns the compiler of a name, or with "" the first one that is there.
func Find(name string) (path string, err error) {
	if name != "" {
		return exec.LookPath(name)
	}
	for _, n := range names {
		if path, err = exec.LookPath(n); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Options say what is made.
type Options struct {
	Target string   // such as sm_75
	PTX    int      // the version of PTX that the target needs at least: 63 for 6.3
	Flags  []string // for the compiler, behind all others
	Stderr io.Writer
}

// Result is what a compiler has made.
type Result struct {
	PTX        string
	Standalone bool // without a toolkit
}

// Compile compiles a file. What the compiler has to say goes to Stderr as it is.
func Compile(ctx context.Context, compiler, file string, opt Options) (r Result, err error) {
	dir, remove, err := scratch.Dir("ptx2go-cuda-")
	if err != nil {
		return r, err
	}
	defer remove()
	out := filepath.Join(dir, "out.ptx")
	var args []string
	if isNVCC(compiler) {
		args = []string{"-ptx", "-arch=" + strings.Replace(opt.Target, "sm_", "compute_", 1), "-lineinfo"}
	} else {
		args = []string{
			"-x", "cuda", "--cuda-device-only", "-S", "--cuda-gpu-arch=" + opt.Target, "-O3",
			"-gline-directives-only", "-ffile-compilation-dir=.",
		}
		if r.Standalone = !hasToolkit(ctx, compiler, opt.Flags); r.Standalone {
			headers := filepath.Join(dir, "cuda")
			if err := writeHeaders(headers); err != nil {
				return r, err
			}
			args = append(args, "-nocudainc", "-nocudalib", "-isystem", headers, "-include", "cuda_runtime.h",
				"-ffile-prefix-map="+headers+"=cuda", "-Xclang", "-target-sdk-version=12.4",
				"-Xclang", "-target-feature", "-Xclang", fmt.Sprintf("+ptx%d", max(opt.PTX, leastPTX)))
		}
	}
	args = append(args, opt.Flags...)
	cmd := exec.CommandContext(ctx, compiler, append(args, "-o", out, file)...)
	cmd.Stdout, cmd.Stderr = opt.Stderr, opt.Stderr
	if err := cmd.Run(); err != nil {
		return r, err
	}
	ptx, err := os.ReadFile(out)
	r.PTX = string(ptx)
	return r, err
}

// leastPTX is the first version with all that the headers use.
const leastPTX = 63

func isNVCC(compiler string) bool { return strings.HasPrefix(filepath.Base(compiler), "nvcc") }

// hasToolkit reports whether clang has found a CUDA toolkit, which it says itself.
func hasToolkit(ctx context.Context, compiler string, flags []string) bool {
	cmd := exec.CommandContext(ctx, compiler, append([]string{"-v", "-###", "-x", "cuda", "--cuda-device-only", "-S", "-o", os.DevNull, os.DevNull}, flags...)...)
	out, _ := cmd.CombinedOutput() // what is wrong is said when it compiles
	return bytes.Contains(out, []byte("Found CUDA installation"))
}

// writeHeaders writes the headers of this package into a new folder.
func writeHeaders(dir string) error {
	headers, err := fs.Sub(include, "include")
	if err != nil {
		return err
	}
	return os.CopyFS(dir, headers)
}
