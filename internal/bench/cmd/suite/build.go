package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/bench/lanes"
)

// tools are the compilers of the suite.
type tools struct {
	clang, clangxx, gcc, ar string
	opencl                  bool
}

// findTools looks for the compilers. Where -check cannot run, for want of one of
// them or of the processor, it says so on standard error and returns nil.
func findTools() (*tools, error) {
	t := &tools{clang: "clang-19", clangxx: "clang++-19", gcc: "gcc", ar: "ar"}
	for _, name := range []string{t.clang, t.clangxx, t.gcc, t.ar} {
		if _, err := exec.LookPath(name); err != nil {
			if !*compare {
				return nil, err
			}
			fmt.Fprintf(os.Stderr, "SKIPPED: the suite needs %s, which is not installed\n", name)
			return nil, nil
		}
	}
	if !hasFlag("avx2") && *compare {
		fmt.Fprintln(os.Stderr, "SKIPPED: the suite needs Linux on a processor with AVX2 and FMA")
		return nil, nil
	}
	probe := exec.Command(t.gcc, "-x", "c", "-", "-lOpenCL", "-o", os.DevNull)
	probe.Stdin = strings.NewReader("#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\nint main(void) { return clGetPlatformIDs(0, 0, 0); }\n")
	if out, err := probe.CombinedOutput(); err != nil {
		line, _, _ := bytes.Cut(out, []byte("\n"))
		fmt.Fprintf(os.Stderr, "SKIPPED: no OpenCL (Debian: pocl-opencl-icd, ocl-icd-opencl-dev): %s\n", line)
	} else {
		t.opencl = true
	}
	return t, nil
}

// versions returns what the measurements depend on, a line each.
func (t *tools) versions() []string {
	var list []string
	add := func(name string, args ...string) {
		out, err := exec.Command(name, args...).Output()
		line, _, _ := strings.Cut(string(out), "\n")
		if err == nil && line != "" {
			list = append(list, line)
		}
	}
	add("go", "version")
	add(t.gcc, "--version")
	add(t.clang, "--version")
	if t.opencl {
		add("sh", "-c", `for p in libpocl2 pocl-opencl-icd; do dpkg-query -W -f 'pocl ${Version}' $p 2>/dev/null && break; done`)
	}
	return list
}

// build makes everything that is run: PTX from CUDA C++, Go from PTX, the loops,
// and the program measure for each level of GOAMD64.
func (t *tools) build() error {
	if err := os.MkdirAll("build", 0o777); err != nil {
		return err
	}
	if err := t.translate(); err != nil {
		return err
	}
	if err := t.loops(); err != nil {
		return err
	}
	tags := "suite"
	if t.opencl {
		tags += ",opencl"
	}
	archive, err := os.ReadFile("build/libloops.a")
	if err != nil {
		return err
	}
	hash := fmt.Sprintf("%x", sha256.Sum256(archive)) // the go command links anew when it changes, and not for the archive
	if err := command(nil, "go", "vet", "-tags", tags, "./..."); err != nil {
		return err
	}
	list, err := variations()
	if err != nil {
		return err
	}
	for _, v := range programs(list) {
		if err := command(v.buildEnv(), "go", "build", "-tags", tags, "-ldflags=-X main.loopsHash="+hash, "-o", v.program(), "./measure"); err != nil {
			return err
		}
	}
	return nil
}

// translate compiles the kernels to PTX, and this to Go as a user would.
func (t *tools) translate() error {
	err := command(nil, t.clangxx, "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-std=c++17",
		"--cuda-gpu-arch=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx63", "-ffp-contract=off", "-O3",
		"-Isrc", "-S", "-o", "build/kernels.ptx", "src/kernels.cu")
	if err != nil {
		return err
	}
	if err := command(nil, "go", "build", "-C", "../..", "-o", "internal/bench/build/ptx2go", "./cmd/ptx2go"); err != nil {
		return err
	}
	// With assembly and without: both are in one program.
	for pkg, asm := range map[string]string{"gangs": "require", "kern": "off"} {
		file := "build/" + pkg + "/kernels_ptx.go"
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := command(nil, "build/ptx2go", "-pkg", pkg, "-tags", "suite", "-simd=off", "-asm="+asm, "-o", file, "build/kernels.ptx"); err != nil {
			return err
		}
	}
	file, err := os.ReadFile("build/gangs/kernels_ptx.go")
	if err != nil {
		return err
	}
	source, err := os.ReadFile("build/gangs/kernels_ptx_amd64.go")
	if err != nil {
		return err
	}
	text, err := lanes.File("gangs", string(file), string(source))
	if err != nil {
		return err
	}
	return os.WriteFile("build/gangs/lanes.go", []byte(text), 0o666)
}

// compilation is one way to compile the loops; its prefix is in src/loops.h.
type compilation struct {
	prefix string
	clang  bool
	flags  []string
}

var (
	v3     = "-march=x86-64-v3"
	omp    = []string{v3, "-DUSE_SIMD", "-fopenmp-simd"}
	native = []string{"-march=native", "-DUSE_SIMD", "-fopenmp-simd"}

	compilations = []compilation{
		{"gn_", false, []string{v3, "-fno-tree-vectorize"}},
		{"cn_", true, []string{v3, "-fno-vectorize", "-fno-slp-vectorize"}},
		{"g_", false, []string{v3}},
		{"c_", true, []string{v3}},
		{"gs_", false, omp},
		{"cs_", true, omp},
		{"ga_", false, native},
		{"ca_", true, native},
	}
)

// common are the flags of all of them.
const common = "-O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -Wall -Wno-unused-function"

// compilationName is where loops.h says what a compilation is called.
var compilationName = regexp.MustCompile(`C\((\w+), "C ([^"]+)"\)`)

// flagsText says how C is compiled, for the document.
func flagsText() (string, error) {
	header, err := os.ReadFile("src/loops.h")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range compilationName.FindAllStringSubmatch(string(header), -1) {
		for _, c := range compilations {
			if c.prefix == f[1] {
				fmt.Fprintf(&b, "- %s: `%s`\n", f[2], strings.Join(c.flags, " "))
			}
		}
	}
	return fmt.Sprintf("C is compiled with `%s`, and\n\n%s", common, &b), nil
}

// loops compiles the loops in every way, two at a time, into one archive.
func (t *tools) loops() error {
	flags := slices.Clip(append(strings.Fields(common), "-c"))
	var wait sync.WaitGroup
	errs := make([]error, len(compilations))
	slots := make(chan bool, 2)
	archive := []string{"rcs", "build/libloops.a"}
	for i, c := range compilations {
		object := "build/" + c.prefix + "loops.o"
		archive = append(archive, object)
		wait.Go(func() {
			slots <- true
			defer func() { <-slots }()
			compiler, args := t.gcc, append(flags, c.flags...)
			if c.clang {
				compiler, args = t.clang, append(args, "-Wno-pass-failed")
			}
			errs[i] = command(nil, compiler, append(args, "-DPREFIX="+c.prefix, "src/loops.c", "-o", object)...)
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := os.RemoveAll("build/libloops.a"); err != nil {
		return err
	}
	return command(nil, t.ar, archive...)
}

// hasFlag reports whether the processor has an extension, as Linux calls it.
func hasFlag(name string) bool {
	data, err := os.ReadFile("/proc/cpuinfo")
	return err == nil && regexp.MustCompile(`\b`+name+`\b`).Match(data)
}

// hasWide reports whether gangs of sixteen lanes run on this processor, if they are built.
func hasWide() bool {
	return !slices.ContainsFunc(strings.Fields("avx512f avx512cd avx512bw avx512dq avx512vl"), func(name string) bool { return !hasFlag(name) })
}

// command runs a program; what it says is part of the error, and seen only then.
func command(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return nil
}

// pipe runs a program and gives its standard output to read.
func pipe(env []string, read func(io.Reader) error, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	rerr := read(out)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %v", filepath.Base(name), err)
	}
	return rerr
}
