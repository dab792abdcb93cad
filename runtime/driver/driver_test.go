package driver

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
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
		{"limit", noLimit, ErrUnsupportedLimit},
		{"set limit", CtxSetLimit(77, 1), ErrUnsupportedLimit},
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
		"": ErrInvalidValue, "\x00": ErrInvalidValue, "\x7fELF\x02": ErrInvalidImage, "\x50\xed\x55\xba\x01": ErrInvalidImage,
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
	SetLoader(func(s string) (Program, error) {
		text = s
		switch s {
		case "bad":
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
	_, err := ModuleLoadData("bad")
	wants(t, "bad", err, ErrInvalidPTX, "line 1: no such thing")
	_, err = ModuleLoadData("full")
	wants(t, "full", err, ErrOutOfMemory)
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

// TestFault lets kernels fail: the context is lost with the error of the GPU's driver, and
// another one is not.
func TestFault(t *testing.T) {
	for name, test := range map[string]struct {
		want  Result
		parts []string
		run   func(m Module, s Stream) error
	}{
		"address": {ErrIllegalAddress, []string{"kernel note, CTA (0,0,0), thread (0,0,0), kernels.ptx:", "null pointer"}, func(m Module, s Stream) error {
			null, n := DevicePtr(0), uint64(1)
			return run(function(t, m, "note"), 1, s, p(&null), p(&n))
		}},
		"misaligned": {ErrMisalignedAddress, nil, func(m Module, s Stream) error {
			x, n := alloc(t, 4)+2, uint64(1)
			return run(function(t, m, "note"), 1, s, p(&x), p(&n))
		}},
		"trap": {ErrLaunchFailed, []string{"trap"}, func(m Module, s Stream) error {
			return run(function(t, m, "fail"), 1, s)
		}},
	} {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprint(name, stream), func(t *testing.T) {
				m := start(t)
				x := alloc(t, 1)
				var s Stream
				if stream {
					s = must(t, func() (Stream, error) { return StreamCreate(0) })
				}
				err := test.run(m, s)
				if stream {
					ok(t, err)
					var status atomic.Int32
					done := must(t, func() (Event, error) { return EventCreate(0) })
					StreamAddCallback(s, func(_ Stream, r Result) { status.Store(int32(r)) })
					EventRecord(done, s)
					err = StreamSynchronize(s)
					for _, c := range contexts.of {
						c.waitAll()
					}
					if status.Load() != 0 && Result(status.Load()) != test.want {
						t.Errorf("the callback is told %v", Result(status.Load()))
					}
				}
				wants(t, "launch", err, test.want, test.parts...)
				var fault *ptx.Fault
				if !errors.As(err, &fault) {
					t.Errorf("no fault: %v", err)
				}
				var v uint32
				wants(t, "synchronize", CtxSynchronize(), test.want)
				wants(t, "copy", MemcpyDtoH(p(&v), x, 4), test.want)
				wants(t, "free", MemFree(x), test.want)
				_, err = MemAlloc(4)
				wants(t, "alloc", err, test.want)
				wants(t, "launch again", run(function1(m), 1, 0), test.want)
				other := must(t, func() (Context, error) { return CtxCreate(0, 0) })
				alloc(t, 1)
				ok(t, CtxDestroy(other))
				wants(t, "the first again", CtxSynchronize(), test.want)
			})
		}
	}
}

// function1 returns any function, in a context that may be lost.
func function1(m Module) Function {
	f, _ := ModuleGetFunction(m, "fail")
	return f
}

// TestOutOfMemory fills the device.
func TestOutOfMemory(t *testing.T) {
	start(t)
	used, _ := ptx.MemoryInfo()
	ptx.SetMemoryLimit(used + 1<<20)
	defer ptx.SetMemoryLimit(0)
	if n := must(t, func() (int64, error) { return DeviceTotalMem(0) }); n != int64(used)+1<<20 {
		t.Errorf("the device has %d bytes", n)
	}
	var all []DevicePtr
	for {
		x, err := MemAlloc(1 << 18)
		if err != nil {
			wants(t, "the last", err, ErrOutOfMemory)
			break
		}
		all = append(all, x)
	}
	free, total, err := MemGetInfo()
	if ok(t, err); len(all) != 4 || free != 0 || total != int64(used)+1<<20 {
		t.Errorf("%d pieces; %d bytes of %d are free", len(all), free, total)
	}
	_, err = ModuleLoadData(kernels.PTX)
	wants(t, "a module", err, ErrOutOfMemory)
	_, err = MemAllocHost(1)
	wants(t, "of the host", err, ErrOutOfMemory)
	ok(t, MemFree(all[2]))
	if x := must(t, func() (DevicePtr, error) { return MemAlloc(1 << 18) }); x != all[2] {
		t.Errorf("at %#x, it was at %#x", x, all[2])
	}
}

// TestNotReady makes calls without a context, and in the wrong order.
func TestNotReady(t *testing.T) {
	was, init := current.Swap(nil), initialised.Swap(false)
	defer func() { current.Store(was); initialised.Store(init) }()
	_, err := MemAlloc(1)
	wants(t, "MemAlloc", err, ErrNotInitialized)
	_, err = DeviceGetCount()
	wants(t, "DeviceGetCount", err, ErrNotInitialized)
	_, err = CtxCreate(0, 0)
	wants(t, "CtxCreate", err, ErrNotInitialized)
	ok(t, Init(0))
	_, err = MemAlloc(1)
	wants(t, "MemAlloc", err, ErrInvalidContext)
	wants(t, "CtxSynchronize", CtxSynchronize(), ErrInvalidContext)
	_, err = CtxPopCurrent()
	wants(t, "CtxPopCurrent", err, ErrInvalidContext)
	if c := must(t, CtxGetCurrent); c != 0 {
		t.Errorf("context %#x", c)
	}
}

// TestContexts pushes, pops and destroys.
func TestContexts(t *testing.T) {
	start(t)
	first := must(t, CtxGetCurrent)
	x := alloc(t, 1)
	second := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	if c := must(t, CtxGetCurrent); c != second {
		t.Errorf("context %#x is current", c)
	}
	alloc(t, 10)
	wants(t, "memory of another context", MemFree(x), ErrInvalidValue)
	ok(t, CtxPushCurrent(first))
	ok(t, MemFree(x))
	if c := must(t, CtxPopCurrent); c != first {
		t.Errorf("context %#x was current", c)
	}
	s := must(t, func() (Stream, error) { return StreamCreate(0) })
	ok(t, CtxDestroy(second))
	if c := must(t, CtxGetCurrent); c != first {
		t.Errorf("context %#x is current", c)
	}
	wants(t, "destroyed stream", StreamSynchronize(s), ErrInvalidHandle)
	wants(t, "destroyed again", CtxDestroy(second), ErrInvalidContext)
	primary := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	if again := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) }); again != primary {
		t.Errorf("two primary contexts, %#x and %#x", primary, again)
	}
	wants(t, "primary", CtxDestroy(primary), ErrInvalidContext)
	ok(t, CtxSetCurrent(primary))
	alloc(t, 5)
	ok(t, DevicePrimaryCtxRelease(0))
	ok(t, CtxSynchronize())
	ok(t, DevicePrimaryCtxRelease(0))
	wants(t, "released", CtxSynchronize(), ErrInvalidContext)
	ok(t, CtxSetCurrent(first))
	must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	ok(t, DevicePrimaryCtxReset(0))
	ok(t, CtxSetLimit(LimitMallocHeapSize, 8<<20))
	if n := must(t, func() (int64, error) { return CtxGetLimit(LimitMallocHeapSize) }); n != 8<<20 {
		t.Errorf("the heap has %d bytes", n)
	}
}

// TestShared asks for more shared memory than there is without asking.
func TestShared(t *testing.T) {
	m := start(t)
	turn, large := function(t, m, "turn"), function(t, m, "large")
	x := alloc(t, 256)
	ok(t, LaunchKernel(turn, 1, 1, 1, 256, 1, 1, 1024, 0, []unsafe.Pointer{p(&x)}))
	if got := read[uint32](t, x, 256); got[0] != 255 || got[255] != 0 {
		t.Errorf("%v", got)
	}
	const much = 100 << 10
	launch := func() error {
		return LaunchKernel(turn, 1, 1, 1, 256, 1, 1, much, 0, []unsafe.Pointer{p(&x)})
	}
	wants(t, "without asking", launch(), ErrInvalidValue, "FuncSetAttribute")
	ok(t, FuncSetAttribute(turn, FuncMaxDynamicSharedSizeBytes, much))
	ok(t, launch())
	wants(t, "too much", FuncSetAttribute(turn, FuncMaxDynamicSharedSizeBytes, mostShared+1), ErrInvalidValue)
	ok(t, run(large, 1, 0, p(&x)))
	for _, test := range []struct {
		f    Function
		a    FunctionAttribute
		want int
	}{
		{turn, FuncMaxThreadsPerBlock, 256}, {large, FuncMaxThreadsPerBlock, 1024},
		{turn, FuncSharedSizeBytes, 0}, {large, FuncSharedSizeBytes, 48 << 10},
		{turn, FuncMaxDynamicSharedSizeBytes, much}, {large, FuncMaxDynamicSharedSizeBytes, 0},
		{turn, FuncBinaryVersion, 90}, {turn, FuncLocalSizeBytes, 0},
	} {
		if got := must(t, func() (int, error) { return FuncGetAttribute(test.a, test.f) }); got != test.want {
			t.Errorf("attribute %d: %d, want %d", test.a, got, test.want)
		}
	}
}

func TestOccupancy(t *testing.T) {
	m := start(t)
	add, turn, large := function(t, m, "add"), function(t, m, "turn"), function(t, m, "large")
	for _, test := range []struct {
		f             Function
		block, shared int
		want          int
	}{
		{add, 1024, 0, 2}, {add, 256, 0, 8}, {add, 33, 0, 32}, {add, 1, 0, 32}, {add, 512, 48 << 10, 4}, {add, 64, 20 << 10, 10},
		{add, 1025, 0, 0}, {turn, 257, 0, 0}, {turn, 256, 0, 8}, {large, 32, 0, 4}, {large, 32, 1, 0}, {add, 32, 48<<10 + 1, 0},
	} {
		got, err := OccupancyMaxActiveBlocksPerMultiprocessor(test.f, test.block, test.shared)
		if ok(t, err); got != test.want {
			t.Errorf("%d threads, %d bytes: %d blocks, want %d", test.block, test.shared, got, test.want)
		}
	}
	processors := must(t, func() (int, error) { return DeviceGetAttribute(MultiprocessorCount, 0) })
	for _, test := range []struct {
		f           Function
		limit       int
		grid, block int
	}{{add, 0, 2, 1024}, {add, 100, 32, 64}, {add, 1000, 4, 512}, {turn, 0, 8, 256}} {
		grid, block, err := OccupancyMaxPotentialBlockSize(test.f, nil, 0, test.limit)
		if ok(t, err); block != test.block || grid != test.grid*processors {
			t.Errorf("at most %d threads: %d blocks of %d", test.limit, grid, block)
		}
	}
	_, block, err := OccupancyMaxPotentialBlockSize(add, func(block int) int { return 256 * block }, 0, 0)
	if ok(t, err); block > 192 || block == 0 {
		t.Errorf("with 256 bytes for each thread: %d", block)
	}
}

// TestMemory copies and sets all kinds of memory.
func TestMemory(t *testing.T) {
	start(t)
	x, y := alloc(t, 1000), alloc(t, 1000)
	ok(t, MemsetD32(x, 0x01020304, 1000))
	ok(t, MemsetD16(x+4, 0xabcd, 3))
	ok(t, MemsetD8(x+4000-1, 9, 1))
	ok(t, MemcpyDtoD(y, x, 4000))
	want := make([]uint32, 1000)
	for i := range want {
		want[i] = 0x01020304
	}
	want[1], want[2], want[999] = 0xabcdabcd, 0x0102abcd, 0x09020304
	for i, v := range read[uint32](t, y, 1000) {
		if v != want[i] {
			t.Errorf("element %d is %#x, want %#x", i, v, want[i])
		}
	}
	if one := must(t, func() (DevicePtr, error) { return MemAlloc(256) }); one%256 != 0 {
		t.Errorf("memory at %#x", one)
	}
	managed := must(t, func() (DevicePtr, error) { return MemAllocManaged(8, MemAttachGlobal) })
	b := must(t, func() ([]byte, error) { return Bytes(managed, 8) })
	copy(b, "abcdefgh")
	if got := string(read[byte](t, managed+2, 3)); got != "cde" {
		t.Errorf("managed memory has %s", got)
	}
	host := must(t, func() (unsafe.Pointer, error) { return MemHostAlloc(16, MemHostPortable|MemHostDeviceMap) })
	at := must(t, func() (DevicePtr, error) { return MemHostGetDevicePointer(host, 0) })
	*(*[4]byte)(host) = [4]byte{1, 2, 3, 4}
	if got := fmt.Sprint(read[byte](t, at, 4)); got != "[1 2 3 4]" {
		t.Errorf("pinned memory has %s", got)
	}
	wants(t, "MemFree of the host's", MemFree(at), ErrInvalidValue)
	wants(t, "MemFreeHost of the device's", MemFreeHost(unsafe.Pointer(unsafe.SliceData(b))), ErrInvalidValue)
	_, err := MemHostGetDevicePointer(unsafe.Pointer(&want[0]), 0)
	wants(t, "a pointer of the program's", err, ErrInvalidValue)
	mine := make([]uint32, 16)
	ok(t, MemHostRegister(unsafe.Pointer(&mine[4]), 16, MemHostDeviceMap))
	wants(t, "registered again", MemHostRegister(unsafe.Pointer(&mine[0]), 64, 0), ErrHostMemoryAlreadyRegistered)
	wants(t, "nothing registered", MemHostRegister(unsafe.Pointer(&mine[0]), 0, 0), ErrInvalidValue)
	at = must(t, func() (DevicePtr, error) { return MemHostGetDevicePointer(unsafe.Pointer(&mine[5]), 0) })
	ok(t, MemsetD32(at, 77, 3))
	ok(t, Memcpy(x, at, 8))
	ok(t, MemcpyAsync(x+8, at-4, 8, StreamPerThread))
	if got := fmt.Sprint(mine[3:10], read[uint32](t, x, 4)); got != "[0 0 77 77 77 0 0] [77 77 0 77]" {
		t.Error(got)
	}
	for p, want := range map[DevicePtr]MemoryType{x + 5: MemoryTypeDevice, managed: MemoryTypeDevice, DevicePtr(host): MemoryTypeHost, at: MemoryTypeHost} {
		if got := must(t, func() (MemoryType, error) { return PointerGetMemoryType(p) }); got != want {
			t.Errorf("memory of type %d, want %d", got, want)
		}
	}
	_, err = PointerGetMemoryType(DevicePtr(unsafe.Pointer(&mine[0])))
	wants(t, "type of memory of the program's", err, ErrInvalidValue)
	wants(t, "MemFreeHost of registered memory", MemFreeHost(unsafe.Pointer(&mine[4])), ErrInvalidValue)
	wants(t, "MemHostUnregister of allocated memory", MemHostUnregister(host), ErrHostMemoryNotRegistered)
	ok(t, MemHostUnregister(unsafe.Pointer(&mine[4])))
	wants(t, "unregistered again", MemHostUnregister(unsafe.Pointer(&mine[4])), ErrHostMemoryNotRegistered)
	ok(t, MemHostRegister(unsafe.Pointer(&mine[0]), 64, 0)) // which ends with the context
	ok(t, MemFreeHost(host))
	ok(t, MemFree(managed))
}

// TestDevice asks what a device is like.
func TestDevice(t *testing.T) {
	start(t)
	name := must(t, func() (string, error) { return DeviceGetName(0) })
	major, minor, err := DeviceComputeCapability(0)
	if ok(t, err); !strings.Contains(name, "ptx2go") || major != 9 || minor != 0 {
		t.Errorf("%s, sm_%d%d", name, major, minor)
	}
	for a := range attributes {
		if v := must(t, func() (int, error) { return DeviceGetAttribute(a, 0) }); v < 0 {
			t.Errorf("attribute %d is %d", a, v)
		}
	}
	own, err := CtxGetAPIVersion(0)
	ok(t, err)
	if n := must(t, DriverGetVersion); n != 12040 || n != own {
		t.Errorf("version %d, %d", n, own)
	}
	_, err = CtxGetAPIVersion(4711)
	wants(t, "version of no context", err, ErrInvalidContext)
	if n := must(t, DeviceGetCount); n != 1 {
		t.Errorf("%d devices", n)
	}
	if d := must(t, CtxGetDevice); d != 0 {
		t.Errorf("device %d", d)
	}
	if n := must(t, func() (int64, error) { return DeviceTotalMem(0) }); n < 64<<20 {
		t.Errorf("%d bytes", n)
	}
}

// TestResults looks at names and texts.
func TestResults(t *testing.T) {
	for r, x := range results {
		name, err1 := GetErrorName(r)
		text, err2 := GetErrorString(r)
		if err1 != nil || err2 != nil || name != x.name || text != x.text || !strings.HasPrefix(name, "CUDA_") || r.Name() != name || r.String() != text {
			t.Errorf("%d: %s, %s, %v, %v", r, name, text, err1, err2)
		}
		if got := ResultOf(fmt.Errorf("call: %w", &Error{Call: "cuInit", Result: r})); got != r {
			t.Errorf("%d comes back as %d", r, got)
		}
	}
	_, err := GetErrorName(7777)
	wants(t, "no result", err, ErrInvalidValue)
	_, err = GetErrorString(7777)
	wants(t, "no result", err, ErrInvalidValue)
	if got := ErrOutOfMemory.Error(); got != "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory" {
		t.Error(got)
	}
	if got := Result(7777).Error(); got != "CUresult(7777) (7777): unrecognized error code" {
		t.Error(got)
	}
	if got := ResultOf(ErrNotReady); got != ErrNotReady || ResultOf(nil) != Success || ResultOf(errors.New("x")) != ErrUnknown {
		t.Error(got)
	}
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
