package driver

import (
	"slices"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// DevicePtr is a CUdeviceptr: the address of memory. It is an address of the process, so the
// program can read what is there ([Bytes]).
type DevicePtr uintptr

// kind is what memory was allocated as.
type kind uint8

const (
	deviceMemory kind = iota
	managedMemory
	hostMemory
	registeredMemory
	pooledMemory
	arrayMemory
)

// allocation is what is known of memory that was allocated or registered.
type allocation struct {
	kind  kind
	flags HostFlags // of hostMemory and registeredMemory
	pool  *pool     // of pooledMemory
	bytes int64
}

// MemAlloc returns zeroed memory at a multiple of 256. bytes must not be 0. The error is
// ErrOutOfMemory if there is not enough.
func MemAlloc(bytes int64) (DevicePtr, error) {
	const call = "cuMemAlloc"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	return c.alloc(call, bytes, allocation{kind: deviceMemory})
}

func (c *ctx) alloc(call string, bytes int64, a allocation) (DevicePtr, error) {
	if bytes <= 0 {
		return 0, refuse(call, ErrInvalidValue, "%d bytes", bytes)
	}
	if err := c.lasting(call); err != nil {
		return 0, err
	}
	addr, err := allocAddr(bytes)
	if err != nil {
		return 0, failed(call, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a.bytes = bytes
	c.memory[DevicePtr(addr)] = a
	return DevicePtr(addr), nil
}

// free frees what was allocated as one of some kinds, when nothing runs any more.
func (c *ctx) free(call string, p DevicePtr, none Result, kinds ...kind) error {
	if err := c.lasting(call); err != nil {
		return err
	}
	c.waitAll()
	a, err := c.take(call, p, none, kinds...)
	if err != nil {
		return err
	}
	a.pool.giveBack(a.bytes)
	if err := freeAddr(uint64(p)); err != nil {
		return failed(call, err)
	}
	return nil
}

// take forgets what was allocated as one of some kinds, so that it is not freed twice.
func (c *ctx) take(call string, p DevicePtr, none Result, kinds ...kind) (allocation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.memory[p]
	if !ok || !slices.Contains(kinds, a.kind) {
		return a, refuse(call, none, "nothing was allocated or registered at %#x", uintptr(p))
	}
	delete(c.memory, p)
	return a, nil
}

// freeing is begin for a call that frees memory: the context that has the memory, of another device too, is the one
// that counts. A thread without a current context may free, as numba does when it ends.
func freeing(call string, p DevicePtr) (*ctx, error) {
	c, err := begin(call)
	if err != nil && thisThread().current.Load() != nil {
		return nil, err
	}
	if o := owner(p); o != nil {
		return o, nil
	}
	return c, err
}

// MemFree frees memory of MemAlloc, MemAllocManaged or MemAllocAsync, after everything that was put
// into streams is done. The next allocation of its size has the same address. Memory at 0 need not
// be freed.
func MemFree(p DevicePtr) error {
	const call = "cuMemFree"
	c, err := freeing(call, p)
	if err != nil {
		return err
	}
	if p == 0 {
		return c.lasting(call)
	}
	if m := ofGraphs(p); m != nil {
		if err := c.lasting(call); err != nil {
			return err
		}
		return c.freeGraphMemory(call, m, nil, true)
	}
	return c.free(call, p, ErrInvalidValue, deviceMemory, managedMemory, pooledMemory)
}

// AttachFlags say for whom managed memory is.
type AttachFlags uint32

// The flags of managed memory, of which none changes anything.
const (
	MemAttachGlobal AttachFlags = 1
	MemAttachHost   AttachFlags = 2
)

// MemAllocManaged is MemAlloc of memory that the program may use as well (Bytes), while no
// kernel does.
func MemAllocManaged(bytes int64, flags AttachFlags) (DevicePtr, error) {
	const call = "cuMemAllocManaged"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if flags != MemAttachGlobal && flags != MemAttachHost {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	return c.alloc(call, bytes, allocation{kind: managedMemory})
}

// HostFlags are flags of MemHostAlloc.
type HostFlags uint32

// The flags of pinned memory, of which none changes anything: kernels see all of it.
const (
	MemHostPortable      HostFlags = 1
	MemHostDeviceMap     HostFlags = 2
	MemHostWriteCombined HostFlags = 4
)

// MemHostAlloc returns pinned memory of the host, which asynchronous copies use directly. The
// garbage collector does not manage it.
func MemHostAlloc(bytes int64, flags HostFlags) (unsafe.Pointer, error) {
	const call = "cuMemHostAlloc"
	c, err := begin(call)
	if err != nil {
		return nil, err
	}
	if flags&^(MemHostPortable|MemHostDeviceMap|MemHostWriteCombined) != 0 {
		return nil, refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	return c.allocHost(call, bytes, flags)
}

// MemAllocHost is MemHostAlloc without flags.
func MemAllocHost(bytes int64) (unsafe.Pointer, error) {
	const call = "cuMemAllocHost"
	c, err := begin(call)
	if err != nil {
		return nil, err
	}
	return c.allocHost(call, bytes, 0)
}

func (c *ctx) allocHost(call string, bytes int64, flags HostFlags) (unsafe.Pointer, error) {
	p, err := c.alloc(call, bytes, allocation{kind: hostMemory, flags: flags})
	if err != nil {
		return nil, err
	}
	b, _, _ := bufferAt(uint64(p))
	return unsafe.Pointer(unsafe.SliceData(b)), nil
}

// MemFreeHost frees memory of MemAllocHost or MemHostAlloc, after everything that was put into
// streams is done.
func MemFreeHost(p unsafe.Pointer) error {
	const call = "cuMemFreeHost"
	c, err := freeing(call, DevicePtr(p))
	if err != nil || p == nil {
		return err
	}
	return c.free(call, DevicePtr(p), ErrInvalidValue, hostMemory)
}

// Flags of memory that is registered, which are not supported.
const (
	memHostRegisterIOMemory HostFlags = 4
	memHostRegisterReadOnly HostFlags = 8
)

// MemHostRegister makes memory of the program pinned memory, until MemHostUnregister. All of it
// must be mapped and writable, or the error is ErrInvalidValue; it is
// ErrHostMemoryAlreadyRegistered if a part is registered or was allocated here. Flags are
// MemHostPortable and MemHostDeviceMap. The program must not unmap the memory before that: a kernel
// that accesses it then faults.
func MemHostRegister(p unsafe.Pointer, bytes int64, flags HostFlags) error {
	const call = "cuMemHostRegister"
	c, err := begin(call)
	if err != nil {
		return err
	}
	switch more := flags &^ (MemHostPortable | MemHostDeviceMap); {
	case more&^(memHostRegisterIOMemory|memHostRegisterReadOnly) != 0:
		return refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	case more != 0:
		return refuse(call, ErrNotSupported, "flags %#x", uint32(flags))
	}
	if bytes == 0 {
		return refuse(call, ErrInvalidValue, "no bytes")
	}
	b, err := host(call, p, bytes, hostmem.Write)
	if err != nil {
		return err
	}
	if err := ptx.RegisterBuffer(b); err != nil {
		return failed(call, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.memory[DevicePtr(p)] = allocation{kind: registeredMemory, flags: flags, bytes: bytes}
	return nil
}

// MemHostUnregister undoes MemHostRegister, after everything that was put into streams is done.
func MemHostUnregister(p unsafe.Pointer) error {
	const call = "cuMemHostUnregister"
	c, err := freeing(call, DevicePtr(p))
	if err != nil {
		return err
	}
	return c.free(call, DevicePtr(p), ErrHostMemoryNotRegistered, registeredMemory)
}

// MemHostGetDevicePointer returns the address by which kernels see memory of MemAllocHost,
// MemHostAlloc or MemHostRegister: its own. flags must be 0.
func MemHostGetDevicePointer(p unsafe.Pointer, flags uint32) (DevicePtr, error) {
	const call = "cuMemHostGetDevicePointer"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if k, ok := c.kindOf(DevicePtr(p)); flags != 0 || !ok || k != hostMemory && k != registeredMemory {
		return 0, refuse(call, ErrInvalidValue, "no memory of the host was allocated or registered at %p", p)
	}
	return DevicePtr(p), nil
}

// kindOf returns as what the memory was allocated in the context that an address lies in.
func (c *ctx) kindOf(p DevicePtr) (k kind, ok bool) {
	base, _, ok := buffer(p)
	if !ok {
		return 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.memory[base]
	return a.kind, ok
}

// MemHostGetFlags returns the flags of memory of MemHostAlloc or MemHostRegister, with
// MemHostDeviceMap: kernels see all of it.
func MemHostGetFlags(p unsafe.Pointer) (HostFlags, error) {
	const call = "cuMemHostGetFlags"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	base, _, _ := buffer(DevicePtr(p))
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.memory[base]
	if !ok || a.kind != hostMemory && a.kind != registeredMemory {
		return 0, refuse(call, ErrInvalidValue, "no memory of the host was allocated or registered at %p", p)
	}
	return a.flags | MemHostDeviceMap, nil
}

// MemoryType is a CUmemorytype.
type MemoryType uint32

// The types of memory.
const (
	MemoryTypeHost   MemoryType = 1
	MemoryTypeDevice MemoryType = 2
)

// PointerGetMemoryType returns whose memory an address lies in, as cuPointerGetAttribute
// does for CU_POINTER_ATTRIBUTE_MEMORY_TYPE: pinned memory is the host's, any other that
// kernels know, and so variables and managed memory, the device's. The error is
// ErrInvalidValue for memory of the program.
func PointerGetMemoryType(p DevicePtr) (MemoryType, error) {
	const call = "cuPointerGetAttribute"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if _, _, ok := buffer(p); !ok {
		return 0, refuse(call, ErrInvalidValue, "there is no memory at %#x", uintptr(p))
	}
	if k, ok := c.kindOf(p); ok && (k == hostMemory || k == registeredMemory) {
		return MemoryTypeHost, nil
	}
	return MemoryTypeDevice, nil
}

// PointerIsManaged reports whether an address lies in memory of MemAllocManaged, as
// cuPointerGetAttribute does for CU_POINTER_ATTRIBUTE_IS_MANAGED.
func PointerIsManaged(p DevicePtr) (bool, error) {
	c, err := begin("cuPointerGetAttribute")
	if err != nil {
		return false, err
	}
	k, ok := c.kindOf(p)
	return ok && k == managedMemory, nil
}

// buffer returns the memory that an address lies in.
func buffer(p DevicePtr) (base DevicePtr, size int64, ok bool) {
	b, off, ok := bufferAt(uint64(p))
	return p - DevicePtr(off), int64(len(b)), ok
}

// MemGetInfo returns how many bytes of memory are free, and of how many.
func MemGetInfo() (free, total int64, err error) {
	if _, err := begin("cuMemGetInfo"); err != nil {
		return 0, 0, err
	}
	used, all := memoryInfo()
	return all - min(used, all), all, nil
}

// MemGetAddressRange returns the address and the size in bytes of the memory that an address lies
// in.
func MemGetAddressRange(p DevicePtr) (base DevicePtr, bytes int64, err error) {
	const call = "cuMemGetAddressRange"
	if _, err := begin(call); err != nil {
		return 0, 0, err
	}
	base, bytes, ok := buffer(p)
	if !ok {
		return 0, 0, refuse(call, ErrNotFound, "there is no memory at %#x", uintptr(p))
	}
	return base, bytes, nil
}

// Bytes returns n bytes of memory from an address on, for the program to read and write
// while no kernel uses them: of managed memory, pinned memory, or any other. The slice must not be
// used after the memory has been freed.
func Bytes(p DevicePtr, n int64) ([]byte, error) {
	if _, _, ok := ptx.BufferAt(uint64(p)); !ok && n > 0 {
		return nil, refuse("Bytes", ErrInvalidValue, "there is no memory at %#x", uintptr(p)) // yet, if a graph allocates it
	}
	return memory("Bytes", p, n)
}

// memory returns n bytes from an address on, or the error of a call that names them.
func memory(call string, p DevicePtr, n int64) ([]byte, error) { return memoryIn(call, p, n, false) }

// memoryIn is memory of a call that makes a node of a graph, if planned: bytes that a graph allocates need not be there yet.
func memoryIn(call string, p DevicePtr, n int64, planned bool) ([]byte, error) {
	if n < 0 {
		return nil, refuse(call, ErrInvalidValue, "%d bytes", n)
	}
	if n == 0 {
		return nil, nil
	}
	b, off, ok := bufferAt(uint64(p))
	if !ok && planned {
		b, off, ok = promised(p, true)
	}
	if !ok {
		return nil, refuse(call, ErrInvalidValue, "there is no memory at %#x", uintptr(p))
	}
	if b = b[off:]; int64(len(b)) < n {
		return nil, refuse(call, ErrInvalidValue, "%d bytes at %#x, where %d are", n, uintptr(p), len(b))
	}
	return b[:n:n], nil
}
