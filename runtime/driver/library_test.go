package driver

import (
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

// TestLibrary uses a library in two contexts: a kernel has a function in each, and a variable
// an address.
func TestLibrary(t *testing.T) {
	start(t)
	lib := must(t, func() (Library, error) { return LibraryLoadData(kernels.PTX) })
	k := must(t, func() (Kernel, error) { return LibraryGetKernel(lib, "note") })
	_, err := LibraryGetKernel(lib, "nothing")
	wants(t, "unknown kernel", err, ErrNotFound)
	if name := must(t, func() (string, error) { return KernelGetName(k) }); name != "note" {
		t.Errorf("the kernel is called %s", name)
	}
	list, number := alloc(t, 4), uint32(7)
	write[uint32](t, list, 0, 0, 0, 0)
	for range 2 {
		ok(t, run(Function(k), 1, 0, p(&list), p(&number))) // a kernel stands for its function
	}
	if got := read[uint32](t, list, 3); got[0] != 2 || got[1] != 7 || got[2] != 7 {
		t.Error(got)
	}
	global := func() DevicePtr {
		at, size, err := LibraryGetGlobal(lib, "counter")
		ok(t, err)
		if size != 4 {
			t.Errorf("%d bytes", size)
		}
		return at
	}
	here, f := global(), must(t, func() (Function, error) { return KernelGetFunction(k) })
	m := must(t, func() (Module, error) { return FuncGetModule(f) })
	if of := must(t, func() (Module, error) { return LibraryGetModule(lib) }); m != of {
		t.Error("the function is one of another module")
	}
	other := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	if there := global(); there == here {
		t.Error("two contexts have the same variable")
	}
	if g := must(t, func() (Function, error) { return KernelGetFunction(k) }); g == f {
		t.Error("two contexts have the same function")
	}
	ok(t, CtxDestroy(other))
	global()
	all := must(t, func() ([]Kernel, error) { return LibraryKernels(lib) })
	if functions := must(t, func() ([]Function, error) { return ModuleFunctions(m) }); len(functions) != len(all) || len(all) < 5 {
		t.Errorf("%d functions, %d kernels", len(functions), len(all))
	}
	ok(t, LibraryUnload(lib))
	wants(t, "unloaded again", LibraryUnload(lib), ErrInvalidHandle)
	wants(t, "launch of what was unloaded", run(Function(k), 1, 0, p(&list), p(&number)), ErrInvalidHandle)
	_, err = LibraryLoadData("nonsense")
	wants(t, "no code", err, ErrNoBinaryForGPU)
	never := must(t, func() (Library, error) { return LibraryLoadData(kernels.PTX) })
	ok(t, LibraryUnload(never)) // before a context wanted it
}

// TestPools counts memory of a pool, which is freed in the order of a stream.
func TestPools(t *testing.T) {
	start(t)
	pool := must(t, func() (MemPool, error) { return MemPoolCreate(1 << 16) })
	counts := func(wantUsed, wantReserved uint64) {
		t.Helper()
		used := must(t, func() (uint64, error) { return MemPoolGetAttribute(pool, MemPoolUsedCurrent) })
		reserved := must(t, func() (uint64, error) { return MemPoolGetAttribute(pool, MemPoolReservedCurrent) })
		if used != wantUsed || reserved != wantReserved {
			t.Errorf("%d bytes are used, %d reserved, want %d and %d", used, reserved, wantUsed, wantReserved)
		}
	}
	s := newStream(t, 0)
	block := make(chan struct{})
	ok(t, LaunchHostFunc(s, func() { <-block }))
	a := must(t, func() (DevicePtr, error) { return MemAllocFromPoolAsync(1000, pool, s) })
	ok(t, MemsetD8Async(a, 3, 1000, s))
	counts(1000, 1000)
	ok(t, MemFreeAsync(a, s))
	wants(t, "freed again", MemFreeAsync(a, s), ErrInvalidValue)
	counts(0, 1000)
	_, err := MemAllocFromPoolAsync(1<<16, pool, s)
	wants(t, "more than the pool may have", err, ErrOutOfMemory)
	close(block)
	ok(t, StreamSynchronize(s))
	counts(0, 0)
	ok(t, DeviceSetMemPool(0, pool))
	b := must(t, func() (DevicePtr, error) { return MemAllocAsync(64, 0) })
	counts(64, 64)
	ok(t, MemFree(b))
	ok(t, MemPoolDestroy(pool))
	_, err = MemPoolGetAttribute(pool, MemPoolUsedCurrent)
	wants(t, "no pool", err, ErrInvalidValue)
	c := must(t, func() (DevicePtr, error) { return MemAllocAsync(64, StreamPerThread) }) // of the default pool; the context frees it
	if c%256 != 0 {
		t.Errorf("memory at %#x", c)
	}
}

// TestCopy3D copies a box out of a larger one to memory of the program.
func TestCopy3D(t *testing.T) {
	start(t)
	src := alloc(t, 16)
	in := make([]uint8, 64)
	for i := range in {
		in[i] = uint8(i)
	}
	write(t, src, in...)
	for _, s := range []Stream{0, newStream(t, 0), StreamPerThread} {
		out := make([]uint8, 13)
		x := Copy3D{Src: src + 2*16 + 4 + 1, SrcPitch: 4, SrcHeight: 4, Dst: DevicePtr(unsafe.Pointer(&out[0])), DstPitch: 2, DstHeight: 3, Width: 2, Height: 3, Depth: 2}
		ok(t, Memcpy3DAsync(x, s))
		for i, got := range out[:12] {
			if want := uint8(16*(i/6+2) + 4*(i/2%3+1) + i%2 + 1); got != want {
				t.Errorf("byte %d is %d, want %d", i, got, want)
			}
		}
		if out[12] != 0 {
			t.Error("a byte too many")
		}
		x.Depth = 3
		wants(t, "beyond the end", Memcpy3DAsync(x, s), ErrInvalidValue)
		x.Depth, x.SrcHeight = 2, 2
		wants(t, "slices that overlap", Memcpy3DAsync(x, s), ErrInvalidValue)
	}
}

// TestPerThread has a default stream for each thread, and an end of them.
func TestPerThread(t *testing.T) {
	start(t)
	c := must(t, CtxGetCurrent)
	var a, b Thread
	self := &a
	SetThreads(func() *Thread { return self })
	defer threadOf.Store(nil)
	ok(t, CtxSetCurrent(c))
	block := make(chan struct{})
	ok(t, LaunchHostFunc(StreamPerThread, func() { <-block }))
	wants(t, "busy", StreamQuery(StreamPerThread), ErrNotReady)
	self = &b
	ok(t, CtxSetCurrent(c))
	ok(t, StreamQuery(StreamPerThread))
	wants(t, "the default stream waits", StreamQuery(0), ErrNotReady)
	wants(t, "destroyed", StreamDestroy(StreamPerThread), ErrInvalidHandle)
	close(block)
	a.End()
	ok(t, StreamQuery(0))
	b.End()
	if n := len(contexts.get(c).streams); n != 0 {
		t.Errorf("%d streams are left", n)
	}
}
