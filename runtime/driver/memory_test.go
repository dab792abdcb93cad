package driver

import (
	"fmt"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

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
	ok(t, StreamSynchronize(StreamPerThread))
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
	ok(t, MemFreeHost(nil)) // as an H100 answers, and the next two
	wants(t, "no context", CtxDestroy(0), ErrInvalidValue)
	wants(t, "no context", CtxPushCurrent(0), ErrInvalidValue)
	ok(t, MemFree(managed))
}
