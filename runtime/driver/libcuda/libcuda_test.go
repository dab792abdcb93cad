package libcuda_test

import (
	"context"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/driver/libcuda/internal/api"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

var libraries = map[string]string{} // by package
var building sync.Mutex
var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "libcuda-")
	if err != nil {
		panic(err)
	}
	scratch = dir
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// compiler is gcc; the test is skipped where there is none.
func compiler(t *testing.T) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	return gcc
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// library builds a library, as the package's comment says, once.
func library(t *testing.T, pkg string) string {
	t.Helper()
	compiler(t)
	building.Lock()
	defer building.Unlock()
	lib, ok := libraries[pkg]
	if !ok {
		lib = filepath.Join(scratch, filepath.Base(pkg), "libcuda.so.1")
		run(t, "go", "build", "-buildmode=c-shared", "-ldflags", "-extldflags=-Wl,-soname,libcuda.so.1", "-o", lib, pkg)
		libraries[pkg] = lib
	}
	return lib
}

// program compiles a program in C that is linked with a library; more are flags.
func program(t *testing.T, source, lib string, more ...string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	args := slices.Concat([]string{"-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-I", "include"}, more,
		[]string{"-o", bin, filepath.Join("testdata", source), lib, "-lm", "-lpthread"})
	run(t, compiler(t), args...)
	return bin
}

// with runs a program with a library.
func with(t *testing.T, lib, bin string, args ...string) string {
	t.Helper()
	t.Setenv("LD_LIBRARY_PATH", filepath.Dir(lib))
	return run(t, bin, args...)
}

// TestProgram runs a program in C under the sanitizers for addresses, leaks and undefined
// behaviour.
func TestProgram(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "program.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	if out := with(t, lib, bin); out != "before\nhello\nafter\nall checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestAPI runs a program with what is newer, and older, than TestProgram's, under the same
// sanitizers.
func TestAPI(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "api.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	if out := with(t, lib, bin); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestGraphs runs a program with graphs, under the same sanitizers, and launches one 1,000
// times, in the long mode 1,000,000 times.
func TestGraphs(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "graphs.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	launches := "1000"
	if testmode.Long() {
		launches = "1000000"
	}
	if out := with(t, lib, bin, launches); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestGraphNodes runs a program with graphs that allocate memory and decide what runs, and launches one as often as
// TestGraphs, in the long mode.
func TestGraphNodes(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "graphnodes.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	launches := "500"
	if testmode.Long() {
		launches = "500000" // of each of two graphs
	}
	if out := with(t, lib, bin, launches); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestProcesses runs a program that shares memory and an event with another process, under the same sanitizers.
func TestProcesses(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "ipc.c", lib, "-D_GNU_SOURCE", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	if out := with(t, lib, bin); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestTextures runs a program with arrays, textures and surfaces, under the same sanitizers.
func TestTextures(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "textures.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	if out := with(t, lib, bin, filepath.Join("testdata", "textures.ptx")); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestDevices runs a program with two devices, under the same sanitizers.
func TestDevices(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "devices.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	t.Setenv("PTX2GO_DEVICES", "2")
	if out := with(t, lib, bin); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestSettings says what the variables of the environment mean that the library has not understood, and which
// GPU the device is.
func TestSettings(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "load.c", lib)
	text := filepath.Join(t.TempDir(), "new.ptx")
	if err := os.WriteFile(text, []byte(".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k() { ret; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for gpu, want := range map[string]string{
		"sm_80": "CUDA_ERROR_INVALID_PTX on 8.0\n", "sm_90": "CUDA_SUCCESS on 9.0\n", "100": "CUDA_ERROR_INVALID_PTX on 10.0\n", "": "CUDA_SUCCESS on 8.9\n",
	} {
		t.Setenv("PTX2GO_GPU", gpu)
		if out := with(t, lib, bin, text, "k"); out != want {
			t.Errorf("PTX2GO_GPU=%s: %s, want %s", gpu, out, want)
		}
	}
	t.Setenv("PTX2GO_LIBCUDA_ERRORS", "1")
	t.Setenv("LD_LIBRARY_PATH", filepath.Dir(lib))
	for name, value := range map[string]string{"PTX2GO_GPU": "nine", "PTX2GO_DEVICES": "17", "PTX2GO_MEMORY": "loose", "PTX2GO_COMPUTE_CAPABILITY": "9", "PTX2GO_APPROX": "fast", "PTX2GO_VECTORS": "2", "PTX2GO_DEVICE_MEMORY": "much", "PTX2GO_SANITIZE": "races"} {
		cmd := exec.Command(bin, text, "k")
		cmd.Env = append(os.Environ(), name+"="+value)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), name+" is \""+value+"\"") {
			t.Errorf("%s=%s: %s", name, value, out)
		}
	}
}

// TestDeviceMemory limits the memory of the device.
func TestDeviceMemory(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "memory.c", lib)
	t.Setenv("PTX2GO_DEVICE_MEMORY", "64M")
	if out := with(t, lib, bin); out != "67108864 67108864 67108864\ndevice 2, managed 2, in a stream 2, host 2, without addresses 2\n0 2\n" {
		t.Errorf("%s", out)
	}
}

// TestSanitize reports races of two streams when a program ends, and none where an event orders them.
func TestSanitize(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "race.c", lib)
	if out := with(t, lib, bin); out != "42\n" {
		t.Errorf("without a sanitizer: %s", out)
	}
	t.Setenv("PTX2GO_SANITIZE", "race,init,sync")
	if out := with(t, lib, bin); !regexp.MustCompile(`(?s)^========= Error: Race reported .*adds:module.ptx:.*across launches.*SUMMARY: 2 findings.*\n42\n$`).MatchString(out) {
		t.Errorf("%s", out)
	}
	if out := with(t, lib, bin, "ordered"); !regexp.MustCompile(`^========= SANITIZER SUMMARY: 0 findings.*\n42\n$`).MatchString(out) {
		t.Errorf("with an event: %s", out)
	}
}

// TestHeaderCompiles compiles the header alone, as programs of several languages and ages do.
func TestHeaderCompiles(t *testing.T) {
	gcc := compiler(t)
	for _, flags := range [][]string{
		{"-xc", "-std=c11", "-Wpedantic"}, {"-xc", "-std=gnu99"}, {"-xc++", "-std=c++11", "-Wpedantic"}, {"-xc++", "-std=c++17"},
		{"-xc", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"}, {"-xc++", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"},
	} {
		run(t, gcc, append(flags, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", filepath.Join("include", "cuda.h"))...)
	}
}

// TestPython runs a program in Python that finds the library by its name.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	if out := with(t, library(t, "./cmd/libcuda"), python, filepath.Join("testdata", "program.py")); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
}

// TestNull calls all functions with null pointers and handles of nothing.
func TestNull(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "null.c", lib, "-D_GNU_SOURCE", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ldl")
	names := declared(t, filepath.Join("include", "cuda.h"), prototypes)
	lines := strings.Split(strings.TrimSpace(with(t, lib, bin, names...)), "\n")
	if len(lines) != len(names) {
		t.Fatalf("%d lines for %d functions", len(lines), len(names))
	}
	for _, line := range lines {
		name, got, _ := strings.Cut(line, " ")
		// With zeros these do what they do, or nothing.
		fine := regexp.MustCompile(`^cu(Init|Profiler\w+|Ctx(Synchronize|SetCurrent|PopCurrent|SetCacheConfig|SetSharedMemConfig|SetLimit|SetFlags|Detach|GetStreamPriorityRange|ResetPersistingL2Cache)|` +
			`DevicePrimaryCtx(SetFlags|Reset)|DeviceGraphMemTrim|MemFree(Async|Host)?|Memcpy(HtoD|DtoH|DtoD)?(Async)?|Memset\w+|Stream(Query|Synchronize|CopyAttributes))$`).
			MatchString(regexp.MustCompile(`(_v\d+)?(_pt[ds][sz])?$`).ReplaceAllString(name, ""))
		// The default stream of the thread, which is not the null stream, can be captured.
		fine = fine || name == "cuStreamBeginCapture_ptsz" || name == "cuStreamBeginCapture_v2_ptsz"
		if fine != (got == "CUDA_SUCCESS") {
			t.Errorf("%s returns %s", name, got)
		}
	}
}

// TestHostile calls each function of the list with sizes that wrap, addresses where nothing is, or nothing
// to write, handles of something else and of what is gone: 120 times, in the long mode 10,000 times. Each
// call returns, with a result of CUDA, under the sanitizers for addresses and undefined behaviour.
func TestHostile(t *testing.T) {
	lib := library(t, "./cmd/libcuda")
	bin := program(t, "hostile.c", lib, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-ldl")
	t.Setenv("LD_LIBRARY_PATH", filepath.Dir(lib))
	t.Setenv("ASAN_OPTIONS", "detect_leaks=0") // what calls have made is not all destroyed
	all, err := api.Functions()
	if err != nil {
		t.Fatal(err)
	}
	var functions []string // with the kinds of their parameters
	for _, f := range all {
		functions = append(functions, f.Kinds())
	}
	rounds, calls := "3", "40" // of objects, and with them
	if testmode.Long() {
		rounds, calls = "100", "100"
	}
	seed := strconv.FormatUint(testmode.Seed(), 10)
	call := func(names ...string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, bin, append([]string{seed, rounds, calls}, names...)...)
		cmd.Dir = t.TempDir() // for files that a call may write
		return cmd.CombinedOutput()
	}
	for batch := range slices.Chunk(functions, 70) {
		t.Run(strings.Split(batch[0], ":")[0], func(t *testing.T) {
			out, err := call(batch...)
			if err == nil {
				return
			}
			begun := regexp.MustCompile(`(?m)^cu\w+$`).FindAll(out, -1)
			if len(begun) == 0 {
				t.Fatalf("%v\n%s", err, out)
			}
			name := string(begun[len(begun)-1])
			at := slices.IndexFunc(batch, func(f string) bool { return strings.HasPrefix(f, name+":") })
			log, _ := call("log", batch[at])
			t.Fatalf("%s: %v\n%s\nafter\n%s", name, err, out[max(0, len(out)-6000):], log[max(0, len(log)-6000):])
		})
	}
}

// TestTranslated checks that a library has the modules that are linked into it, and that one
// without the interpreter says of others that they are not there.
func TestTranslated(t *testing.T) {
	lib := library(t, "./internal/translated")
	bin := program(t, "load.c", lib)
	known := filepath.Join("..", "internal", "kernels", "kernels.ptx")
	if out := with(t, lib, bin, known, "add"); out != "CUDA_SUCCESS on 8.9\n" {
		t.Errorf("%s: %s", known, out)
	}
	t.Setenv("PTX2GO_COMPUTE_CAPABILITY", "12.1")
	if out := with(t, lib, bin, known, "add"); out != "CUDA_SUCCESS on 12.1\n" {
		t.Errorf("%s: %s", known, out)
	}
	t.Setenv("PTX2GO_COMPUTE_CAPABILITY", "")
	other := filepath.Join(t.TempDir(), "other.ptx")
	if err := os.WriteFile(other, []byte(".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := with(t, lib, bin, other, "k"); out != "CUDA_ERROR_NO_BINARY_FOR_GPU on 8.9\n" {
		t.Errorf("%s: %s", other, out)
	}
	t.Setenv("PTX2GO_LIBCUDA_ERRORS", "1")
	if out := with(t, lib, bin, other, "k"); !strings.Contains(out, "libcuda: cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU (209)") || !strings.Contains(out, "ptx2go generate") {
		t.Errorf("%s", out)
	}
}

// TestGangs launches a kernel that is linked into a library: as assembly, where the processor has what
// that needs, with the same bits as thread by thread.
func TestGangs(t *testing.T) {
	able := gen.Vectors() > 0
	lib := library(t, "./internal/translated")
	bin := program(t, "gangs.c", lib)
	for vectors, want := range map[string]string{"16": "gangs 1, 0 wrong\n", "8": "gangs 1, 0 wrong\n", "off": "gangs 0, 0 wrong\n"} {
		if !able && vectors != "off" {
			continue
		}
		t.Setenv("PTX2GO_VECTORS", vectors)
		if out := with(t, lib, bin, filepath.Join("..", "internal", "kernels", "kernels.ptx")); out != want {
			t.Errorf("PTX2GO_VECTORS=%s: got %s, want %s", vectors, out, want)
		}
	}
	if !able {
		t.Skip("SKIPPED: no AVX2 and FMA")
	}
}

// TestCache runs a program that makes texts, twice at the same time, with a library that ptx2go builds and an
// empty cache: the texts are interpreted. As soon as the cache has a build, all are Go code. A library
// in which they are linked has them from the beginning.
func TestCache(t *testing.T) {
	compiler(t)
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir, texts := t.TempDir(), "5"
	if testmode.Long() {
		texts = "200"
	}
	lib := filepath.Join(dir, "lib", "libcuda.so.1")
	if err := os.Mkdir(filepath.Dir(lib), 0o755); err != nil {
		t.Fatal(err)
	}
	build := func(lib string, args ...string) {
		t.Helper()
		cmd := exec.Command("go", slices.Concat([]string{"run", "./cmd/ptx2go", "libcuda", "-o", lib}, args)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	build(lib)
	bin := program(t, "texts.c", lib)
	t.Setenv("PTX2GO_CACHE", filepath.Join(dir, "cache"))
	// interpreted runs the program, and counts the texts that were interpreted.
	interpreted := func(lib string) string {
		t.Helper()
		seen := t.TempDir()
		cmd := exec.Command(bin, texts)
		cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(lib), "PTX2GO_RECORD="+seen)
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != texts+" texts\n" {
			t.Errorf("%v\n%s", err, out)
		}
		all, err := os.ReadDir(seen)
		if err != nil {
			t.Error(err)
		}
		return strconv.Itoa(len(all))
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if n := interpreted(lib); n != texts {
				t.Errorf("at first %s of %s texts are interpreted", n, texts)
			}
		})
	}
	wg.Wait()
	newest := filepath.Join(dir, "cache", "libcuda", "*", "newest")
	log := func() string {
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(newest), "log"))
		if len(files) == 0 {
			return ""
		}
		return read(t, files[0])
	}
	// A build takes minutes where other things run. If there is none, the log says why.
	for wait := time.Duration(0); ; wait += time.Second {
		if found, _ := filepath.Glob(newest); len(found) > 0 {
			break
		}
		if wait > 15*time.Minute {
			t.Fatalf("no build: %s", log())
		}
		time.Sleep(time.Second)
	}
	for range 2 {
		wg.Go(func() {
			if n := interpreted(lib); n != "0" {
				t.Errorf("then %s of %s texts are interpreted\n%s", n, texts, log())
			}
		})
	}
	wg.Wait()
	// The folder of texts in the cache is one that ptx2go libcuda takes.
	folders, _ := filepath.Glob(filepath.Join(filepath.Dir(newest), "texts"))
	linked := filepath.Join(dir, "linked", "libcuda.so.1")
	if err := os.Mkdir(filepath.Dir(linked), 0o755); err != nil {
		t.Fatal(err)
	}
	textures := filepath.Join("testdata", "textures.ptx")
	fromRoot := filepath.Join("runtime", "driver", "libcuda", textures)
	build(linked, append(folders, fromRoot)...)
	t.Setenv("PTX2GO_CACHE", "off")
	if n := interpreted(linked); n != "0" {
		t.Errorf("%s of %s texts are interpreted, though they are linked in", n, texts)
	}
	// That code gives a GPU's bits, and tells of nothing that reaches beyond an allocation.
	for name, value := range map[string]string{"PTX2GO_APPROX": "accurate", "PTX2GO_MEMORY": "warn"} {
		t.Setenv(name, value)
		if n := interpreted(linked); n != texts {
			t.Errorf("%s=%s: %s of %s texts are interpreted", name, value, n, texts)
		}
		t.Setenv(name, "")
	}
	if testmode.Long() {
		build(linked, append([]string{"-approx=accurate"}, folders...)...)
		for value, want := range map[string]string{"": "0", "accurate": "0", "gpu": texts} {
			t.Setenv("PTX2GO_APPROX", value)
			if n := interpreted(linked); n != want {
				t.Errorf("PTX2GO_APPROX=%s: %s of %s texts are interpreted, want %s, by a library of the other kind", value, n, texts, want)
			}
		}
		t.Setenv("PTX2GO_APPROX", "")
		build(linked, append(folders, fromRoot)...)
	}
	// Textures as generated code has them.
	seen := t.TempDir()
	t.Setenv("PTX2GO_RECORD", seen)
	if out := with(t, linked, program(t, "textures.c", linked), textures); out != "all checks passed\n" {
		t.Errorf("%s", out)
	}
	if all, err := os.ReadDir(seen); err != nil || len(all) > 0 {
		t.Errorf("%d texts with textures are interpreted, %v", len(all), err)
	}
	if n := interpreted(lib); n != texts {
		t.Errorf("without the cache %s of %s texts are interpreted", n, texts)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// declared lists the functions of a file.
func declared(t *testing.T, file, pattern string) (names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(read(t, file), -1) {
		names = append(names, m[1])
	}
	if len(names) < 50 {
		t.Errorf("%d functions in %s", len(names), file)
	}
	return names
}

// prototypes are the functions of the header.
const prototypes = `(?m)^CUresult (cu\w+)\(`

// TestExports checks that the library has the functions of the list, which are those of the
// header, and no others of such names.
func TestExports(t *testing.T) {
	want := declared(t, filepath.Join("include", "cuda.h"), prototypes)
	all, err := api.Functions()
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range all {
		if i >= len(want) || f.Name != want[i] {
			t.Fatalf("function %d of the list is %s", i, f.Name)
		}
	}
	f, err := elf.Open(library(t, "./cmd/libcuda"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range symbols {
		if strings.HasPrefix(s.Name, "cu") && s.Section != elf.SHN_UNDEF {
			got = append(got, s.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the library has\n%s\nwant\n%s", got, want)
	}
	if names, err := f.DynString(elf.DT_SONAME); err != nil || !slices.Equal(names, []string{"libcuda.so.1"}) {
		t.Errorf("the library's name is %s, %v", names, err)
	}
}

// TestHeader compares the values of the header with those of package driver.
func TestHeader(t *testing.T) {
	if err := driver.Init(0); err != nil {
		t.Fatal(err)
	}
	header := read(t, filepath.Join("include", "cuda.h"))
	values := func(pattern string) map[string]int {
		all := map[string]int{}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(header, -1) {
			n, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			all[m[1]] = n
		}
		return all
	}
	results := values(`(?m)^\t(CUDA_(?:SUCCESS|ERROR_\w+)) = (\d+)`)
	for name, n := range results {
		if got := driver.Result(n).Name(); got != name {
			t.Errorf("%s = %d is %s", name, n, got)
		}
	}
	n := 0
	for r := range driver.ErrUnknown + 1 {
		if name, err := driver.GetErrorName(r); err == nil {
			n++
			if results[name] != int(r) {
				t.Errorf("the header has no %s = %d", name, int(r))
			}
		}
	}
	if n < 40 {
		t.Errorf("%d results", n)
	}
	named := map[driver.DeviceAttribute]string{}
	for name, a := range values(`(?m)^\t(CU_DEVICE_ATTRIBUTE_\w+) = (\d+)`) {
		named[driver.DeviceAttribute(a)] = name
	}
	for a := range driver.DeviceAttribute(1000) {
		if _, err := driver.DeviceGetAttribute(a, 0); (err == nil) != (named[a] != "") {
			t.Errorf("attribute %d, %q: %v", a, named[a], err)
		}
	}
	version, err := driver.DriverGetVersion()
	if got := values(`(?m)^#define (CUDA_VERSION) (\d+)`)["CUDA_VERSION"]; err != nil || got != version {
		t.Errorf("CUDA_VERSION %d, the driver's is %d, %v", got, version, err)
	}
}
