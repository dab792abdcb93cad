//go:build !cuda

package cu

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// OnGPU says whether kernels run on a GPU.
const OnGPU = false

// Available returns nil: there is a device on every machine.
func Available() error { return nil }

// Handles, and an address of the device.
type (
	Device    = driver.Device
	Context   = driver.Context
	Module    = driver.Module
	Function  = driver.Function
	Stream    = driver.Stream
	DevicePtr = driver.DevicePtr
)

// Init makes the driver ready.
func Init() { must(driver.Init(0)) }

// DeviceGet returns a device by its number.
func DeviceGet(ordinal int) Device { return value(driver.DeviceGet(ordinal)) }

// CtxCreate makes a context on a device, and makes it the current one.
func CtxCreate(d Device) Context { return value(driver.CtxCreate(0, d)) }

// Destroy frees all that is in a context.
func Destroy(c Context) { must(driver.CtxDestroy(c)) }

// ModuleLoadData loads a PTX text.
func ModuleLoadData(text string) Module { return value(driver.ModuleLoadData(text)) }

// GetFunction returns the kernel of a name.
func GetFunction(m Module, name string) Function { return value(driver.ModuleGetFunction(m, name)) }

// MemAlloc returns memory of a number of bytes.
func MemAlloc(bytes int) DevicePtr { return value(driver.MemAlloc(int64(bytes))) }

// MemFree frees memory.
func MemFree(p DevicePtr) { must(driver.MemFree(p)) }

// MemcpyHtoD copies bytes to the device.
func MemcpyHtoD(dst DevicePtr, src unsafe.Pointer, bytes int) {
	must(driver.MemcpyHtoD(dst, src, int64(bytes)))
}

// MemcpyDtoH copies bytes from the device.
func MemcpyDtoH(dst unsafe.Pointer, src DevicePtr, bytes int) {
	must(driver.MemcpyDtoH(dst, src, int64(bytes)))
}

// LaunchKernel launches a kernel with pointers to its parameters.
func LaunchKernel(f Function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes int, s Stream, params ...unsafe.Pointer) {
	must(driver.LaunchKernel(f, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, s, params))
}

// StreamSynchronize waits for a stream.
func StreamSynchronize(s Stream) { must(driver.StreamSynchronize(s)) }
