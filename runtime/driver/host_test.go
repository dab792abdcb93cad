//go:build (linux || darwin) && !race

// The race detector's atomic operations are C code, in which an access that the processor
// refuses ends the process.

package driver

import (
	"os"
	"syscall"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// pages maps pages, with protections.
func pages(t *testing.T, protections ...int) []byte {
	t.Helper()
	page := os.Getpagesize()
	mem, err := syscall.Mmap(-1, 0, len(protections)*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(mem) })
	for i, prot := range protections {
		if err := syscall.Mprotect(mem[i*page:][:page], prot); err != nil {
			t.Fatal(err)
		}
	}
	return mem
}

const (
	none     = syscall.PROT_NONE
	readOnly = syscall.PROT_READ
	both     = syscall.PROT_READ | syscall.PROT_WRITE
)

// TestRegisterNothing registers what is no memory to read and write, or somebody else's.
func TestRegisterNothing(t *testing.T) {
	start(t)
	page := int64(os.Getpagesize())
	mem := pages(t, both, both, readOnly, both, none)
	first := unsafe.Pointer(unsafe.SliceData(mem))
	at := func(off int64) unsafe.Pointer { return unsafe.Add(first, off) }
	for _, x := range []struct {
		what  string
		p     unsafe.Pointer
		bytes int64
		flags HostFlags
		want  Result
	}{
		{"null", nil, page, 0, ErrInvalidValue},
		{"a page that nobody has mapped", unsafe.Add(nil, 0x10000), page, 0, ErrInvalidValue},
		{"behind the address space", unsafe.Add(nil, -0x10000), page, 0, ErrInvalidValue},
		{"read-only", at(2 * page), page, 0, ErrInvalidValue},
		{"read-only in the end", at(1), 2 * page, 0, ErrInvalidValue},
		{"nothing", at(4 * page), 1, 0, ErrInvalidValue},
		{"more than there is", first, 1<<63 - 1, 0, ErrInvalidValue},
		{"less than nothing", first, -1, 0, ErrInvalidValue},
		{"read-only, as a flag says", at(2 * page), page, 8, ErrNotSupported},
		{"of a device", first, page, 4, ErrNotSupported},
		{"a flag", first, page, 16, ErrInvalidValue},
	} {
		wants(t, x.what, MemHostRegister(x.p, x.bytes, x.flags), x.want)
	}
	d := alloc(t, 1<<10)
	device := unsafe.Pointer(unsafe.SliceData(must(t, func() ([]byte, error) { return Bytes(d, 4096) })))
	wants(t, "device memory", MemHostRegister(device, 16, 0), ErrHostMemoryAlreadyRegistered)
	ok(t, MemFree(d))
	wants(t, "device memory that is free", MemHostRegister(device, 16, 0), ErrHostMemoryAlreadyRegistered)
	ok(t, MemHostRegister(at(100), page, 0))
	wants(t, "around what is registered", MemHostRegister(first, 2*page, 0), ErrHostMemoryAlreadyRegistered)
	wants(t, "its end", MemHostRegister(at(page+99), 2, 0), ErrHostMemoryAlreadyRegistered)
	ok(t, MemHostRegister(at(page+100), 8, 0))
	ok(t, MemHostUnregister(at(page+100)))
	ok(t, MemHostUnregister(at(100)))
}

// TestUnmapped lets kernels and copies at memory that was registered and is no longer there.
func TestUnmapped(t *testing.T) {
	for what, use := range map[string]func(m Module, at DevicePtr, s Stream) error{
		"kernel": func(m Module, at DevicePtr, s Stream) error {
			factor, n := float32(1), uint32(4)
			return run(function(t, m, "add"), 32, s, p(&at), p(new(DevicePtr)), p(&at), p(&factor), p(&n))
		},
		"copy from it": func(_ Module, at DevicePtr, s Stream) error { return MemcpyAsync(alloc(t, 4), at, 16, s) },
		"copy to it":   func(_ Module, at DevicePtr, s Stream) error { return MemcpyAsync(at, alloc(t, 4), 16, s) },
		"set":          func(_ Module, at DevicePtr, s Stream) error { return MemsetD8Async(at, 1, 16, s) },
	} {
		for _, stream := range []bool{false, true} {
			t.Run(what, func(t *testing.T) {
				m := start(t)
				mem := pages(t, both)
				ok(t, MemHostRegister(unsafe.Pointer(unsafe.SliceData(mem)), 4096, 0))
				ok(t, syscall.Mprotect(mem, none))
				var s Stream
				if stream {
					s = newStream(t, 0)
				}
				err := use(m, DevicePtr(ptx.AddrOf(mem)), s)
				if stream {
					ok(t, err)
					err = CtxSynchronize()
				}
				wants(t, what, err, ErrIllegalAddress)
			})
		}
	}
}

// TestHostPointers copies from and to what is no memory.
func TestHostPointers(t *testing.T) {
	start(t)
	d := alloc(t, 1<<18)
	page := int64(os.Getpagesize())
	mem := pages(t, both, readOnly, none)
	first := unsafe.Pointer(unsafe.SliceData(mem))
	for _, x := range []struct {
		off, bytes int64
		from, to   Result
	}{
		{0, page, Success, Success}, {1, page, Success, ErrInvalidValue}, {page, 8, Success, ErrInvalidValue}, {page, page + 1, ErrInvalidValue, ErrInvalidValue},
		{2 * page, 1, ErrInvalidValue, ErrInvalidValue}, {2 * page, 0, Success, Success}, {-int64(ptx.AddrOf(mem)) - 0x10000, 1 << 20, ErrInvalidValue, ErrInvalidValue},
		{-int64(ptx.AddrOf(mem)) + 1, 4, ErrInvalidValue, ErrInvalidValue}, {0, -1, ErrInvalidValue, ErrInvalidValue},
	} {
		for _, s := range []Stream{0, newStream(t, 0)} {
			wants(t, "from the program", MemcpyHtoDAsync(d, unsafe.Add(first, x.off), x.bytes, s), x.from)
			wants(t, "to the program", MemcpyDtoHAsync(unsafe.Add(first, x.off), d, x.bytes, s), x.to)
		}
	}
	ok(t, CtxSynchronize())
}
