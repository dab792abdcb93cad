package driver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
)

// TestMain also is what clang calls in the place of the programs of NVIDIA's toolkit, and ptx2go itself.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "ptxas":
		standInPtxas(os.Args[1:])
	case "fatbinary":
		standInFatbinary(os.Args[1:])
	case "ptx2go":
		os.Exit(Main(context.Background(), os.Args[1:], Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	default:
		os.Exit(m.Run())
	}
}

// standInPtxas passes PTX on: there is nothing that could assemble it.
func standInPtxas(args []string) {
	var in, out string
	for i, a := range args {
		switch {
		case a == "--output-file":
			out = args[i+1]
		case strings.HasSuffix(a, ".s"):
			in = a
		}
	}
	text, err := os.ReadFile(in)
	if err == nil {
		err = os.WriteFile(out, text, 0o644)
	}
	exitOn(err)
}

// compressionVariable says how standInFatbinary compresses.
const compressionVariable = "PTX2GO_TEST_COMPRESSION"

// standInFatbinary makes a fat binary of the PTX that clang names.
func standInFatbinary(args []string) {
	var images []pack.Image
	var out string
	for i, a := range args {
		if a == "--create" {
			out = args[i+1]
		}
		var arch uint32
		profile, file, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a, "--image=profile="), "--image3=kind=ptx,sm="), ",file=")
		if _, err := fmt.Sscanf(strings.TrimPrefix(profile, "compute_"), "%d", &arch); !ok || err != nil {
			continue
		}
		text, err := os.ReadFile(file)
		exitOn(err)
		images = append(images, pack.Image{Kind: 1, Arch: arch, Data: string(text), Compression: os.Getenv(compressionVariable)})
	}
	exitOn(os.WriteFile(out, pack.Container(images...), 0o644))
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kit is a folder that clang takes for a CUDA toolkit, and the flags that say so.
func kit(t *testing.T) []string {
	t.Helper()
	for _, tool := range []string{"clang++-19", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: no %s", tool)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, d := range []string{"bin", "include"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"ptxas", "fatbinary"} {
		if err := os.Symlink(self, filepath.Join(dir, "bin", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "include", "cuda.h"), []byte("#define CUDA_VERSION 12040\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	headers, err := filepath.Abs("../cudacc/include")
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		"--cuda-path=" + dir, "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=12.4",
		"-isystem", headers, "-include", "cuda_runtime.h", "-O2", "-x", "cuda",
	}
}

// call runs a program in a folder.
func call(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// mustRun runs ptx2go, and returns its standard output.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	status, out, err := runMain(t, args...)
	if status != exitOK {
		t.Fatalf("ptx2go %s: status %d\n%s", strings.Join(args, " "), status, err)
	}
	return out
}

// launch runs both kernels of two.cu in a file and compares with what they compute.
func launch(t *testing.T, file string) {
	t.Helper()
	for _, c := range [][]string{
		{"x: 0 1.5 3 4.5", "-kernel", "_Z5scaleIfEvPT_S0_i", "-block", "8", file, "x=buf:f32:4:iota", "f32:1.5", "u32:4"},
		{"x: 56", "-kernel", "add", "-block", "8", file, "x=buf:s32:1", "s32:2"},
	} {
		out := mustRun(t, append([]string{"run"}, c[1:]...)...)
		if got := strings.Join(strings.Fields(out), " "); !strings.HasSuffix(got, strings.TrimPrefix(c[0], "x: ")) {
			t.Errorf("%s: %s, want %s", file, got, c[0])
		}
	}
}

// sizes are numbers that depend on the compiler.
var sizes = regexp.MustCompile(`\d+ bytes( \((lz4|zstd)\) of \d+)?`)

// TestCarried compiles CUDA C++ to an object and a library with PTX for two targets, compressed or
// not, and lists, translates and runs it.
func TestCarried(t *testing.T) {
	flags := kit(t)
	source, err := filepath.Abs("testdata/two.cu")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	object, library := filepath.Join(dir, "two.o"), filepath.Join(dir, "libtwo.so")
	more := []byte("__global__ void third(int *x) { *x = 3; }\n")
	if err := os.WriteFile(filepath.Join(dir, "more.cu"), more, 0o644); err != nil {
		t.Fatal(err)
	}
	call(t, dir, "clang++-19", append(flags, "--cuda-gpu-arch=sm_70", "-fPIC", "-c", "more.cu", "-o", "more.o")...)
	kernels := "       scale<float>(float*, float, int): _Z5scaleIfEvPT_S0_i(.u64, .f32, .u32)\n       sums::add(int*, int): _ZN4sums3addEPii(.u64, .u32)\n"
	for _, how := range []string{"", "lz4", "zstd"} {
		t.Setenv(compressionVariable, how)
		call(t, dir, "clang++-19", append(flags, "--cuda-gpu-arch=sm_70", "--cuda-gpu-arch=sm_80", "-fPIC", "-c", source, "-o", object)...)
		call(t, dir, "gcc", "-shared", "two.o", "more.o", "-o", library)
		size := "N bytes"
		if how != "" {
			size = "N bytes (" + how + ") of N"
		}
		list := func(args ...string) string {
			return sizes.ReplaceAllStringFunc(mustRun(t, append([]string{"list"}, args...)...), func(s string) string {
				return regexp.MustCompile(`\d\d+`).ReplaceAllString(s, "N")
			})
		}
		want := object + ": ELF file, 2 images\n* 1  PTX    sm_70   " + size + "\n" + kernels + "  2  PTX    sm_80   " + size + "\n" + kernels
		if got := list(object); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", how, got, want)
		}
		want = object + ": ELF file, 2 images\n* 2  PTX    sm_80   " + size + "\n" + kernels
		if got := list("-gpu=sm_86", object+"#2"); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", how, got, want)
		}
		if got := list(library); !strings.Contains(got, ": ELF file, 3 images\n") || !strings.Contains(got, "_Z5thirdPi(.u64)\n") {
			t.Errorf("%q:\n%s", how, got)
		}
		launch(t, object)
		launch(t, library)

		// The code is that of the PTX as a file.
		mustRun(t, "list", "-write", filepath.Join(dir, "images"+how), object)
		b, err := os.ReadFile(filepath.Join(dir, "images"+how, "two.o.2.sm_80.ptx"))
		if err != nil || !strings.HasSuffix(string(b), "}\n") || !strings.Contains(string(b), ".target sm_80") {
			t.Errorf("%q: %v, %q", how, err, b[:min(len(b), 300)])
		}
		if err := os.WriteFile(filepath.Join(dir, "two.ptx"), b, 0o644); err != nil {
			t.Fatal(err)
		}
		file := strings.ReplaceAll(mustRun(t, "-o", "-", "-pkg", "k", filepath.Join(dir, "two.ptx")), "two.ptx", "NAME")
		image := strings.NewReplacer("'two.o#2'", "NAME", "two.o#2", "NAME").Replace(mustRun(t, "-o", "-", "-pkg", "k", object+"#2"))
		if file != image {
			t.Errorf("%q: the image becomes\n%.2000s\nthe file\n%.2000s", how, image, file)
		}
	}

	// Of several modules each becomes a file, named by the number of its image.
	mustRun(t, "-asm=off", "-pkg", "k", library)
	for name, want := range map[string]string{"libtwo_1_ptx.go": "Scale", "libtwo_3_ptx.go": "Third"} {
		code, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(code), "func "+want) || !strings.Contains(string(code), "libtwo.so#") {
			t.Errorf("%s: %v\n%.300s", name, err, code)
		}
	}
	if status, _, err := runMain(t, "-o", "-", library); status != exitUsage || !strings.Contains(err, "libtwo.so#1, ") {
		t.Errorf("status %d\n%s", status, err)
	}
	if status, _, err := runMain(t, "run", "-kernel", "none", library); status != exitUsage || !strings.Contains(err, "libtwo.so#1 has scale<float>(float*, float, int), sums::add(int*, int); ") {
		t.Errorf("status %d\n%s", status, err)
	}
}

// TestCUDA translates and runs what clang makes of a .cu file.
func TestCUDA(t *testing.T) {
	kit(t)
	launch(t, "testdata/two.cu")
	dir := t.TempDir()
	file := filepath.Join(dir, "two.cu")
	source, err := os.ReadFile("testdata/two.cu")
	if err != nil {
		t.Fatal(err)
	}
	source = append(source, "__global__ void filled(int *x) { x[threadIdx.x] = FILL; }\n"...)
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "-asm=off", "-cc", "clang++-19", "-cflags", "-DFILL=5 '-DTEXT=\"a b\"'", "-gpu=sm_80", file)
	code, err := os.ReadFile(filepath.Join(dir, "two_ptx.go"))
	for _, want := range []string{
		"ptx2go -asm off -cc clang++-19 -cflags ", " two.cu; DO NOT EDIT.", `"two.ptx"`, ".target sm_80", "func Filled(", "= 5",
	} {
		if err != nil || !strings.Contains(string(code), want) {
			t.Errorf("no %s: %v\n%.900s", want, err, code)
		}
	}
	mustRun(t, "list", "-write", dir, "-cflags", "-DFILL=5", file)
	ptx := filepath.Join(dir, "two.ptx")
	if text, err := os.ReadFile(ptx); err != nil || !strings.Contains(string(text), ".target sm_75") {
		t.Errorf("%v\n%.300s", err, text)
	}
	launch(t, ptx)
	if status, _, err := runMain(t, "list", "-write", dir, ptx); status != exitOK {
		t.Errorf("PTX is written over itself: %s", err)
	}
	if status, _, err := runMain(t, "list", "-write", dir, "-cflags", "-DFILL=5", file); status != exitError || !strings.Contains(err, "hint: -write replaces no file") {
		t.Errorf("status %d\n%s", status, err)
	}
	status, _, said := runMain(t, file)
	if status != exitError || !strings.Contains(said, "two.cu:21:51: error: use of undeclared identifier 'FILL'") || !strings.Contains(said, "hint: clang has found no CUDA toolkit") {
		t.Errorf("status %d\n%s", status, said)
	}
	if status, _, said := runMain(t, "-cc", "no-compiler", file); status != exitUsage || !strings.Contains(said, "no-compiler") {
		t.Errorf("status %d\n%s", status, said)
	}
	t.Setenv("PATH", dir)
	if status, _, said := runMain(t, file); status != exitError || !strings.Contains(said, "is CUDA C++, and neither nvcc nor clang is there") || !strings.Contains(said, "nvcc -ptx -arch=compute_75") {
		t.Errorf("status %d\n%s", status, said)
	}
}

// TestForeign says what files are that have no PTX.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, text, want string }{
		{"k.cpp", "__global__ void k(int *x) { *x = 1; }\n", "it is CUDA C++, not PTX\n    hint: ptx2go compiles files that are called k.cu"},
		{"k.bc", "BC\xc0\xde5\x14\x00\x00", "it is LLVM bitcode"},
		{"k.ll", "; ModuleID = 'k'\ntarget triple = \"nvptx64-nvidia-cuda\"\n", "it is LLVM IR"},
		{"k.png", "\x89PNG\r\n\x1a\n\x00\x00", "it is neither PTX nor a file that carries it"},
		{"k.o", "\x7fELF\x02\x01\x01\x00", "k.o: "},
		{"k.fatbin", string(pack.Container(pack.Image{Kind: 2, Arch: 86, Data: "\x7fELF"})), "fat binary with machine code for sm_86, and without PTX"},
		{"empty.fatbin", string(pack.Container()), "no device code in the fat binary"},
		{"cut.fatbin", string(pack.Container(pack.Image{Kind: 1, Arch: 70, Data: "x"})[:80]), "it is cut off"},
	} {
		file := filepath.Join(dir, c.name)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, cmd := range [][]string{{"-o", "-"}, {"check"}, {"run"}} {
			status, out, err := runMain(t, append(cmd, file)...)
			if status != exitError || out != "" || !strings.Contains(err, c.want) || !strings.Contains(err, c.name+": ") {
				t.Errorf("%s %s: status %d\n%s", cmd, c.name, status, err)
			}
		}
	}
	var out, said strings.Builder
	status := Main(t.Context(), []string{"-o", "-", "-"}, Stdio{In: strings.NewReader("\x7fELF\x02"), Out: &out, Err: &said})
	if status != exitError || !strings.Contains(said.String(), "<stdin>: it is a file that carries device code") {
		t.Errorf("status %d\n%s", status, said.String())
	}
}

// TestHostileImages changes bytes of fat binaries: whatever they say then, the commands end with a status and
// without a bug of their own.
func TestHostileImages(t *testing.T) {
	text, err := os.ReadFile("../../examples/saxpy/kernel.ptx")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "k.fatbin")
	random := rand.New(rand.NewPCG(1, 2))
	listed := 0
	for i := range 300 {
		how := []string{"", "lz4", "zstd"}[i%3]
		image := pack.Image{Kind: 1, Arch: 70, Data: string(text), Compression: how}
		code := pack.Container(image, image)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(code))
			if i%2 == 0 {
				at = random.IntN(16 + 64) // headers
			}
			code[at] ^= 1 << random.IntN(8)
		}
		if err := os.WriteFile(file, code, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, cmd := range []string{"list", "check"} {
			status, _, said := runMain(t, cmd, file)
			if status == exitUsage || strings.Contains(said, "internal error") || status == exitError && said == "" && cmd == "check" {
				t.Fatalf("%s of variant %d: status %d\n%s", cmd, i, status, said)
			}
			if status == exitOK {
				listed++
			}
		}
	}
	if listed == 0 || listed == 600 {
		t.Errorf("%d of 600 are right", listed)
	}
}
