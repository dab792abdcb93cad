package driver

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start makes a context for a test, with the module of the kernels, and looks at the end
// whether everything is free again.
func start(t testing.TB) Module {
	t.Helper()
	ok(t, Init(0))
	used, _ := ptx.MemoryInfo()
	c := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	t.Cleanup(func() {
		ok(t, CtxDestroy(c))
		if now, _ := ptx.MemoryInfo(); now != used {
			t.Errorf("%d bytes are in use, %d were before", now, used)
		}
	})
	return must(t, func() (Module, error) { return ModuleLoadData(kernels.PTX) })
}

// must returns what a call returns without an error.
func must[T any](t testing.TB, f func() (T, error)) T {
	t.Helper()
	v, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func function(t testing.TB, m Module, name string) Function {
	t.Helper()
	return must(t, func() (Function, error) { return ModuleGetFunction(m, name) })
}

// alloc returns memory for n numbers of 32 bits.
func alloc(t testing.TB, n int) DevicePtr {
	t.Helper()
	return must(t, func() (DevicePtr, error) { return MemAlloc(4 * int64(n)) })
}

// run launches a kernel on one block.
func run(f Function, threads int, s Stream, params ...unsafe.Pointer) error {
	return LaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, s, params)
}

func p[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

// wants checks the result of a call.
func wants(t testing.TB, what string, err error, want Result, parts ...string) {
	t.Helper()
	if got := ResultOf(err); got != want || err != nil && !errors.Is(err, want) {
		t.Errorf("%s: %v, want %s", what, err, want.Name())
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v, want %q in it", what, err, part)
		}
	}
}

func read[T any](t testing.TB, p DevicePtr, n int) []T {
	t.Helper()
	out := make([]T, n)
	ok(t, MemcpyDtoH(unsafe.Pointer(unsafe.SliceData(out)), p, int64(n)*int64(unsafe.Sizeof(out[0]))))
	return out
}

func write[T any](t testing.TB, p DevicePtr, values ...T) {
	t.Helper()
	ok(t, MemcpyHtoD(p, unsafe.Pointer(unsafe.SliceData(values)), int64(len(values))*int64(unsafe.Sizeof(values[0]))))
}

// TestLaunch launches with pointers to 8-byte numbers for 4-byte parameters and with a null
// address.
func TestLaunch(t *testing.T) {
	m := start(t)
	f := function(t, m, "add")
	if again := function(t, m, "add"); again != f {
		t.Error("a function has two handles")
	}
	x, y, out := alloc(t, 3), alloc(t, 3), alloc(t, 3)
	write[float32](t, x, 1, 2, 3)
	write[float32](t, y, 10, 20, 30)
	a, n := float32(2), int64(3)
	for _, test := range []struct {
		y    DevicePtr
		want string
	}{{y, "[12 24 36]"}, {0, "[2 4 6]"}} {
		ok(t, LaunchKernel(f, 2, 1, 1, 2, 1, 1, 0, 0, []unsafe.Pointer{p(&x), p(&test.y), p(&out), p(&a), p(&n)}))
		if got := fmt.Sprint(read[float32](t, out, 3)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// TestErrors makes calls that are wrong.
func TestErrors(t *testing.T) {
	m := start(t)
	f, turn := function(t, m, "add"), function(t, m, "turn")
	x, n, a := alloc(t, 4), int64(4), float32(1)
	all := []unsafe.Pointer{p(&x), p(&x), p(&x), p(&a), p(&n)}
	launch := func(f Function, grid, block [3]int, shared int, s Stream, params ...unsafe.Pointer) error {
		return LaunchKernel(f, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, s, params)
	}
	one := [3]int{1, 1, 1}
	wants(t, "no function", launch(12345, one, one, 0, 0), ErrInvalidHandle)
	wants(t, "no stream", launch(f, one, one, 0, 12345, all...), ErrInvalidHandle)
	s := must(t, func() (Stream, error) { return StreamCreate(0) })
	for name, s := range map[string]Stream{"default": 0, "legacy": StreamLegacy, "thread": StreamPerThread, "own": s} {
		for what, err := range map[string]error{
			"no grid":         launch(f, [3]int{0, 1, 1}, one, 0, s, all...),
			"negative":        launch(f, [3]int{1, -1, 1}, one, 0, s, all...),
			"large grid":      launch(f, [3]int{1, 1 << 16, 1}, one, 0, s, all...),
			"huge grid":       launch(f, [3]int{math.MaxInt, 1, 1}, one, 0, s, all...),
			"no block":        launch(f, one, [3]int{1, 1, 0}, 0, s, all...),
			"large block":     launch(f, one, [3]int{1025, 1, 1}, 0, s, all...),
			"deep block":      launch(f, one, [3]int{1, 1, 65}, 0, s, all...),
			"maxntid":         launch(turn, one, [3]int{257, 1, 1}, 0, s, p(&x)),
			"shared":          launch(turn, one, one, 48<<10+1, s, p(&x)),
			"negative shared": launch(turn, one, one, -1, s, p(&x)),
			"few parameters":  launch(f, one, one, 0, s, all[:4]...),
			"many parameters": launch(f, one, one, 0, s, append(all[:5:5], nil)...),
			"no parameter":    launch(f, one, one, 0, s, p(&x), p(&x), nil, p(&a), p(&n)),
		} {
			wants(t, name+" stream, "+what, err, ErrInvalidValue, "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1): invalid argument: ")
		}
	}
	ok(t, CtxSynchronize())
	wants(t, "cooperative", LaunchCooperativeKernel(f, 1<<20, 1, 1, 1, 1, 1, 0, 0, all), ErrCooperativeLaunchTooLarge)

	_, none := ModuleGetFunction(m, "nothing")
	_, _, variable := ModuleGetGlobal(m, "nothing")
	_, nowhere := ModuleGetFunction(99, "add")
	_, mem := MemAlloc(1 << 62)
	_, zero := MemAlloc(0)
	_, negative := MemAlloc(-1)
	_, noDevice := DeviceGet(1)
	_, noAttribute := DeviceGetAttribute(9999, 0)
	_, otherDevice := DeviceGetAttribute(WarpSize, 1)
	_, noRange := memGetAddress(1)
	_, noFlags := StreamCreate(8)
	_, noLimit := CtxGetLimit(77)
	_, noFile := ModuleLoad(filepath.Join(t.TempDir(), "none.ptx"))
	for _, test := range []struct {
		what string
		err  error
		want Result
	}{
		{"unknown kernel", none, ErrNotFound},
		{"unknown variable", variable, ErrNotFound},
		{"unknown module", nowhere, ErrInvalidHandle},
		{"too much memory", mem, ErrOutOfMemory},
		{"no memory", zero, ErrInvalidValue},
		{"negative memory", negative, ErrInvalidValue},
		{"free inside", MemFree(x + 4), ErrInvalidValue},
		{"free of the host", MemFreeHost(unsafe.Pointer(&n)), ErrInvalidValue},
		{"device", noDevice, ErrInvalidDevice},
		{"attribute", noAttribute, ErrInvalidValue},
		{"attribute of another device", otherDevice, ErrInvalidDevice},
		{"address", noRange, ErrNotFound},
		{"stream flags", noFlags, ErrInvalidValue},
		{"limit", noLimit, ErrInvalidValue},
		{"set limit", CtxSetLimit(77, 1), ErrInvalidValue},
		{"file", noFile, ErrFileNotFound},
		{"copy beyond", MemcpyHtoD(x+4, unsafe.Pointer(&n), 16), ErrInvalidValue},
		{"copy from null", MemcpyHtoD(x, nil, 1), ErrInvalidValue},
		{"copy to null", MemcpyDtoH(nil, x, 1), ErrInvalidValue},
		{"copy of less", MemcpyDtoD(x, x+4, -1), ErrInvalidValue},
		{"copy of nothing", MemcpyDtoD(x, x, 0), Success},
		{"set beyond", MemsetD32(x, 1, 5), ErrInvalidValue},
		{"set at odd", MemsetD32(x+2, 1, 1), ErrInvalidValue},
		{"set at odd", MemsetD16(x+1, 1, 1), ErrInvalidValue},
		{"set too many", MemsetD32(x, 1, math.MaxInt64), ErrInvalidValue},
		{"free of null", MemFree(0), Success},
		{"destroyed default stream", StreamDestroy(0), ErrInvalidHandle},
		{"no stream", StreamSynchronize(4711), ErrInvalidHandle},
		{"no event", EventRecord(4711, 0), ErrInvalidHandle},
		{"init", Init(1), ErrInvalidValue},
		{"no context", CtxSetCurrent(4711), ErrInvalidContext},
		{"release", DevicePrimaryCtxRelease(0), ErrInvalidContext},
	} {
		wants(t, test.what, test.err, test.want)
	}
	ok(t, ModuleUnload(m))
	wants(t, "function of an unloaded module", launch(f, one, one, 0, 0, all...), ErrInvalidHandle)
	wants(t, "unload again", ModuleUnload(m), ErrInvalidHandle)
	ok(t, MemFree(x))
	wants(t, "free again", MemFree(x), ErrInvalidValue)
	wants(t, "copy from what is free", MemcpyDtoH(unsafe.Pointer(&n), x, 4), ErrInvalidValue)
}

// memGetAddress is MemGetAddressRange without the size.
func memGetAddress(p DevicePtr) (DevicePtr, error) {
	base, _, err := MemGetAddressRange(p)
	return base, err
}

// TestUntranslated loads what the program has no code of.
func TestUntranslated(t *testing.T) {
	start(t)
	for text, want := range map[string]Result{
		"": ErrInvalidImage, "\x00": ErrInvalidImage, "\x7fELF\x02": ErrInvalidImage, "\x50\xed\x55\xba\x01": ErrInvalidImage,
		kernels.PTX + "\n": ErrNoBinaryForGPU,
	} {
		_, err := ModuleLoadData(text)
		wants(t, fmt.Sprintf("%.10q", text), err, want)
		if want == ErrNoBinaryForGPU {
			wants(t, "how to translate", err, want, "no Go code of that PTX text", "ptx2go generate", "ptx2go/interpret")
		}
	}
	m := must(t, func() (Module, error) {
		return ModuleLoadData(strings.Replace(kernels.PTX, ".target sm_70", ".target sm_89", 1) + "\x00")
	})
	function(t, m, "add")
	file := filepath.Join(t.TempDir(), "kernels.ptx")
	ok(t, os.WriteFile(file, []byte(kernels.PTX), 0o666))
	function(t, must(t, func() (Module, error) { return ModuleLoad(file) }), "add")
}

// loaded is a Program that its loader was asked for.
type loaded struct{ translated }

func TestSetLoader(t *testing.T) {
	start(t)
	defer loader.Store(nil)
	var text string
	SetLoader(func(texts ...string) (Program, error) {
		text = strings.Join(texts, "+")
		switch text {
		case "// a text\n/* that is */ .bad", "bad", "// bad", "/*":
			return nil, errors.New("line 1: no such thing")
		case "full":
			return nil, fmt.Errorf("variables: %w", ErrOutOfMemory)
		}
		m, _ := ptx.LookupText(kernels.PTX)
		return loaded{translated{m, m.Load()}}, nil
	})
	m := must(t, func() (Module, error) { return ModuleLoadData("good") })
	if f := function(t, m, "note"); text != "good" || f == 0 {
		t.Errorf("loaded %q", text)
	}
	_, err := ModuleLoadData("// a text\n/* that is */ .bad")
	wants(t, "bad", err, ErrInvalidPTX, "line 1: no such thing")
	for _, text := range []string{"bad", "// bad", "/*"} { // no directive
		_, err = ModuleLoadData(text)
		wants(t, text, err, ErrInvalidImage, "line 1: no such thing")
	}
	_, err = ModuleLoadData("full")
	wants(t, "full", err, ErrOutOfMemory)
	must(t, func() (Module, error) { return ModuleLoadData(Link("one", "other")) })
	if text != "one+other" {
		t.Errorf("loaded %q", text)
	}
	must(t, func() (Module, error) { return ModuleLoadData(Link(kernels.PTX, "other")) })
	if text != kernels.PTX+"+other" {
		t.Error("one of two texts was taken for both")
	}
	text = ""
	must(t, func() (Module, error) { return ModuleLoadData(kernels.PTX) })
	if text != "" {
		t.Error("a translated text was given to the loader")
	}
}

// TestInstances loads a module twice: each has its own variables.
func TestInstances(t *testing.T) {
	one := start(t)
	two := must(t, func() (Module, error) { return ModuleLoadData(kernels.PTX) })
	x := alloc(t, 1)
	for i, m := range []Module{one, two, two} {
		by := uint64(10 + i)
		write[float32](t, x, 3)
		if m == two {
			at, n, err := ModuleGetGlobal(two, "factor")
			if ok(t, err); n != 4 {
				t.Errorf("factor has %d bytes", n)
			}
			write[float32](t, at, 5)
		}
		ok(t, run(function(t, m, "count"), 1, 0, p(&by), p(&x)))
		if got, want := read[float32](t, x, 1)[0], []float32{6, 15, 15}[i]; got != want {
			t.Errorf("launch %d: %v, want %v", i, got, want)
		}
	}
	for i, m := range []Module{one, two} {
		at, n, err := ModuleGetGlobal(m, "counter")
		if ok(t, err); n != 4 {
			t.Errorf("counter has %d bytes", n)
		}
		if got, want := read[uint32](t, at, 1)[0], []uint32{10, 23}[i]; got != want {
			t.Errorf("module %d: counter %d, want %d", i, got, want)
		}
	}
	at, n, err := ModuleGetGlobal(two, "table")
	if ok(t, err); n != 16 || fmt.Sprint(read[uint32](t, at, 4)) != "[1 2 3 4]" {
		t.Errorf("table of %d bytes: %v", n, read[uint32](t, at, 4))
	}
	base, size, err := MemGetAddressRange(at + 5)
	if ok(t, err); base != at || size != 16 {
		t.Errorf("the table is %d bytes at %#x, not at %#x", size, base, at)
	}
	ok(t, ModuleUnload(one))
	wants(t, "variable of an unloaded module", MemcpyDtoH(unsafe.Pointer(&n), at+16, 1), ErrInvalidValue)
}

// TestDefaultStream launches from several goroutines in the default stream: one at a time.
func TestDefaultStream(t *testing.T) {
	m := start(t)
	f := function(t, m, "note")
	const goroutines, each = 8, 50
	x := alloc(t, 1+goroutines*each)
	var all sync.WaitGroup
	for g := range goroutines {
		all.Go(func() {
			for i := range each {
				n := uint64(g*each + i)
				if err := run(f, 1, 0, p(&x), p(&n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := read[uint32](t, x, 1+goroutines*each)
	next := [goroutines]uint32{}
	for _, n := range got[1:] {
		if g := n / each; n%each != next[g] {
			t.Fatalf("goroutine %d: %d before %d", g, n%each, next[g])
		} else {
			next[g]++
		}
	}
	if got[0] != goroutines*each {
		t.Errorf("%d launches", got[0])
	}
}
