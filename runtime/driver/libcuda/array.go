package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

func onArray(a C.CUarray) driver.Array { return driver.Array(uintptr(unsafe.Pointer(a))) }

func onMipmap(m C.CUmipmappedArray) driver.MipmappedArray {
	return driver.MipmappedArray(uintptr(unsafe.Pointer(m)))
}

// arrayDesc is a descriptor in Go.
func arrayDesc(d *C.CUDA_ARRAY3D_DESCRIPTOR) driver.ArrayDesc {
	return driver.ArrayDesc{Width: bytes(d.Width), Height: bytes(d.Height), Depth: bytes(d.Depth),
		Format: driver.ArrayFormat(d.Format), Channels: uint32(d.NumChannels), Flags: driver.ArrayFlags(d.Flags)}
}

//export cuArrayCreate_v2
func cuArrayCreate_v2(to *C.CUarray, at *C.const_CUDA_ARRAY_DESCRIPTOR) C.CUresult {
	d, ok := load(at)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ArrayCreate(arrayDesc(&C.CUDA_ARRAY3D_DESCRIPTOR{Width: d.Width, Height: d.Height, Format: d.Format, NumChannels: d.NumChannels}))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuArray3DCreate_v2
func cuArray3DCreate_v2(to *C.CUarray, at *C.const_CUDA_ARRAY3D_DESCRIPTOR) C.CUresult {
	d, ok := load(at)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ArrayCreate(arrayDesc((*C.CUDA_ARRAY3D_DESCRIPTOR)(&d)))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuArrayGetDescriptor_v2
func cuArrayGetDescriptor_v2(to *C.CUDA_ARRAY_DESCRIPTOR, a C.CUarray) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, err := driver.ArrayGetDescriptor(onArray(a))
	return give(to, C.CUDA_ARRAY_DESCRIPTOR{Width: C.size_t(d.Width), Height: C.size_t(d.Height), Format: C.CUarray_format(d.Format), NumChannels: C.uint(d.Channels)}, err)
}

//export cuArray3DGetDescriptor_v2
func cuArray3DGetDescriptor_v2(to *C.CUDA_ARRAY3D_DESCRIPTOR, a C.CUarray) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, err := driver.ArrayGetDescriptor(onArray(a))
	return give(to, C.CUDA_ARRAY3D_DESCRIPTOR{Width: C.size_t(d.Width), Height: C.size_t(d.Height), Depth: C.size_t(d.Depth),
		Format: C.CUarray_format(d.Format), NumChannels: C.uint(d.Channels), Flags: C.uint(d.Flags)}, err)
}

//export cuArrayDestroy
func cuArrayDestroy(a C.CUarray) C.CUresult { return result(driver.ArrayDestroy(onArray(a))) }

//export cuMipmappedArrayCreate
func cuMipmappedArrayCreate(to *C.CUmipmappedArray, at *C.const_CUDA_ARRAY3D_DESCRIPTOR, levels C.uint) C.CUresult {
	d, ok := load(at)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.MipmappedArrayCreate(arrayDesc((*C.CUDA_ARRAY3D_DESCRIPTOR)(&d)), int(levels))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuMipmappedArrayGetLevel
func cuMipmappedArrayGetLevel(to *C.CUarray, m C.CUmipmappedArray, level C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.MipmappedArrayGetLevel(onMipmap(m), int(level))
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuMipmappedArrayDestroy
func cuMipmappedArrayDestroy(m C.CUmipmappedArray) C.CUresult {
	return result(driver.MipmappedArrayDestroy(onMipmap(m)))
}

//export cuMemcpyHtoA_v2
func cuMemcpyHtoA_v2(dst C.CUarray, offset C.size_t, src C.const_pointer, n C.size_t) C.CUresult {
	return result(driver.MemcpyHtoA(onArray(dst), bytes(offset), unsafe.Pointer(src), bytes(n), 0))
}

//export cuMemcpyHtoAAsync_v2
func cuMemcpyHtoAAsync_v2(dst C.CUarray, offset C.size_t, src C.const_pointer, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemcpyHtoA(onArray(dst), bytes(offset), unsafe.Pointer(src), bytes(n), onStream(s)))
}

//export cuMemcpyAtoH_v2
func cuMemcpyAtoH_v2(dst unsafe.Pointer, src C.CUarray, offset, n C.size_t) C.CUresult {
	return result(driver.MemcpyAtoH(dst, onArray(src), bytes(offset), bytes(n), 0))
}

//export cuMemcpyAtoHAsync_v2
func cuMemcpyAtoHAsync_v2(dst unsafe.Pointer, src C.CUarray, offset, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemcpyAtoH(dst, onArray(src), bytes(offset), bytes(n), onStream(s)))
}

//export cuMemcpyDtoA_v2
func cuMemcpyDtoA_v2(dst C.CUarray, offset C.size_t, src C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.MemcpyDtoA(onArray(dst), bytes(offset), driver.DevicePtr(src), bytes(n)))
}

//export cuMemcpyAtoD_v2
func cuMemcpyAtoD_v2(dst C.CUdeviceptr, src C.CUarray, offset, n C.size_t) C.CUresult {
	return result(driver.MemcpyAtoD(driver.DevicePtr(dst), onArray(src), bytes(offset), bytes(n)))
}

//export cuMemcpyAtoA_v2
func cuMemcpyAtoA_v2(dst C.CUarray, dstOffset C.size_t, src C.CUarray, srcOffset, n C.size_t) C.CUresult {
	return result(driver.MemcpyAtoA(onArray(dst), bytes(dstOffset), onArray(src), bytes(srcOffset), bytes(n)))
}

// inArray makes a place in an array one in memory, of which the copy stays in the array.
func (p *place) inArray(a C.CUarray, c *C.CUDA_MEMCPY3D) C.CUresult {
	if a == nil {
		return invalidValue
	}
	first, pitch, height, slices, err := driver.ArrayMemory(onArray(a))
	if err != nil {
		return result(err)
	}
	within := func(at, n C.size_t, all int64) bool {
		return uint64(n) <= uint64(all) && uint64(at) <= uint64(all)-uint64(n)
	}
	if !within(p.x, c.WidthInBytes, pitch) || !within(p.y, c.Height, height) || !within(p.z, c.Depth, slices) {
		return invalidValue
	}
	p.kind, p.device, p.pitch, p.height = C.CU_MEMORYTYPE_DEVICE, C.CUdeviceptr(first), C.size_t(pitch), C.size_t(height)
	return 0
}

// No array is sparse, gets its memory later, or has planes: what asks for these has the result that arrays
// without them have on GPUs.
const (
	tiles  = "tiles: it is not sparse"
	later  = "memory that is mapped later"
	planes = "planes"
)

//export cuArrayGetSparseProperties
func cuArrayGetSparseProperties(to *C.CUDA_ARRAY_SPARSE_PROPERTIES, a C.CUarray) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	return result(driver.ArrayLacks("cuArrayGetSparseProperties", onArray(a), tiles))
}

//export cuMipmappedArrayGetSparseProperties
func cuMipmappedArrayGetSparseProperties(to *C.CUDA_ARRAY_SPARSE_PROPERTIES, m C.CUmipmappedArray) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	return result(driver.MipmappedArrayLacks("cuMipmappedArrayGetSparseProperties", onMipmap(m), tiles))
}

//export cuArrayGetMemoryRequirements
func cuArrayGetMemoryRequirements(to *C.CUDA_ARRAY_MEMORY_REQUIREMENTS, a C.CUarray, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	if _, err := driver.DeviceGetName(driver.Device(d)); err != nil {
		return result(err)
	}
	return result(driver.ArrayLacks("cuArrayGetMemoryRequirements", onArray(a), later))
}

//export cuMipmappedArrayGetMemoryRequirements
func cuMipmappedArrayGetMemoryRequirements(to *C.CUDA_ARRAY_MEMORY_REQUIREMENTS, m C.CUmipmappedArray, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	if _, err := driver.DeviceGetName(driver.Device(d)); err != nil {
		return result(err)
	}
	return result(driver.MipmappedArrayLacks("cuMipmappedArrayGetMemoryRequirements", onMipmap(m), later))
}

//export cuArrayGetPlane
func cuArrayGetPlane(to *C.CUarray, a C.CUarray, _ C.uint) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	return result(driver.ArrayLacks("cuArrayGetPlane", onArray(a), planes))
}
