//go:build cuda

package cu

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/cuda"
)

// OnGPU says whether kernels run on a GPU.
const OnGPU = true

// Handles, and an address of the device. There is the default stream only.
type (
	Device    int
	Context   = *current
	Module    = *cuda.Module
	Function  = *cuda.Function
	Stream    int
	DevicePtr uintptr
)

// current is a context, with the memory in it.
type current struct {
	context *cuda.Context
	buffers map[DevicePtr]*cuda.Buffer
	modules []*cuda.Module
}

// library is the driver's library, and now the context that was made last.
var (
	library *cuda.Driver
	now     *current
)

// Available returns why there is no GPU, or nil.
func Available() error {
	_, err := cuda.Open()
	return err
}

// Init makes the driver ready.
func Init() { library = value(cuda.Open()) }

// DeviceGet returns a device by its number.
func DeviceGet(ordinal int) Device { return Device(ordinal) }

// CtxCreate makes a context on a device, and makes it the current one.
func CtxCreate(d Device) Context {
	now = &current{context: value(library.Context(int(d))), buffers: map[DevicePtr]*cuda.Buffer{}}
	return now
}

// Destroy frees all that is in a context.
func Destroy(c Context) {
	for _, b := range c.buffers {
		must(b.Free())
	}
	for _, m := range c.modules {
		must(m.Unload())
	}
	must(c.context.Close())
}

// ModuleLoadData loads a PTX text.
func ModuleLoadData(text string) Module {
	m := value(now.context.Load([]byte(text)))
	now.modules = append(now.modules, m)
	return m
}

// GetFunction returns the kernel of a name.
func GetFunction(m Module, name string) Function { return value(m.Function(name)) }

// MemAlloc returns memory of a number of bytes.
func MemAlloc(bytes int) DevicePtr {
	b := value(now.context.Alloc(bytes))
	p := DevicePtr(b.Addr)
	now.buffers[p] = b
	return p
}

// buffer returns the memory that begins at an address.
func buffer(p DevicePtr) *cuda.Buffer {
	b := now.buffers[p]
	if b == nil {
		panic(fmt.Errorf("cu: no memory begins at %#x", p))
	}
	return b
}

// MemFree frees memory.
func MemFree(p DevicePtr) {
	must(buffer(p).Free())
	delete(now.buffers, p)
}

// MemcpyHtoD copies bytes to the device.
func MemcpyHtoD(dst DevicePtr, src unsafe.Pointer, bytes int) {
	must(buffer(dst).Write(unsafe.Slice((*byte)(src), bytes)))
}

// MemcpyDtoH copies bytes from the device.
func MemcpyDtoH(dst unsafe.Pointer, src DevicePtr, bytes int) {
	must(buffer(src).Read(unsafe.Slice((*byte)(dst), bytes)))
}

// LaunchKernel launches a kernel with pointers to its parameters.
func LaunchKernel(f Function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes int, _ Stream, params ...unsafe.Pointer) {
	args := make([][]byte, len(params))
	for i, p := range params {
		args[i] = unsafe.Slice((*byte)(p), 1) // the driver knows how many there are
	}
	must(f.Launch(context.Background(), cuda.Config{
		Grid:   [3]uint32{uint32(gridX), uint32(gridY), uint32(gridZ)},
		Block:  [3]uint32{uint32(blockX), uint32(blockY), uint32(blockZ)},
		Shared: sharedBytes,
	}, args...))
}

// StreamSynchronize waits for a stream.
func StreamSynchronize(Stream) { must(now.context.Synchronize(context.Background())) }
