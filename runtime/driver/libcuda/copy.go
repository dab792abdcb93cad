package libcuda

// #include "types.h"
import "C"

import (
	"math/bits"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuMemcpyHtoD_v2
func cuMemcpyHtoD_v2(dst C.CUdeviceptr, src C.const_pointer, n C.size_t) C.CUresult {
	return result(driver.MemcpyHtoD(driver.DevicePtr(dst), unsafe.Pointer(src), bytes(n)))
}

//export cuMemcpyDtoH_v2
func cuMemcpyDtoH_v2(dst unsafe.Pointer, src C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.MemcpyDtoH(dst, driver.DevicePtr(src), bytes(n)))
}

//export cuMemcpyDtoD_v2
func cuMemcpyDtoD_v2(dst, src C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.MemcpyDtoD(driver.DevicePtr(dst), driver.DevicePtr(src), bytes(n)))
}

//export cuMemcpyHtoDAsync_v2
func cuMemcpyHtoDAsync_v2(dst C.CUdeviceptr, src C.const_pointer, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemcpyHtoDAsync(driver.DevicePtr(dst), unsafe.Pointer(src), bytes(n), onStream(s)))
}

//export cuMemcpyDtoHAsync_v2
func cuMemcpyDtoHAsync_v2(dst unsafe.Pointer, src C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemcpyDtoHAsync(dst, driver.DevicePtr(src), bytes(n), onStream(s)))
}

//export cuMemcpyDtoDAsync_v2
func cuMemcpyDtoDAsync_v2(dst, src C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemcpyDtoDAsync(driver.DevicePtr(dst), driver.DevicePtr(src), bytes(n), onStream(s)))
}

//export cuMemcpyPeer
func cuMemcpyPeer(dst C.CUdeviceptr, to C.CUcontext, src C.CUdeviceptr, from C.CUcontext, n C.size_t) C.CUresult {
	return cuMemcpyPeerAsync(dst, to, src, from, n, nil)
}

//export cuMemcpyPeerAsync
func cuMemcpyPeerAsync(dst C.CUdeviceptr, to C.CUcontext, src C.CUdeviceptr, from C.CUcontext, n C.size_t, s C.CUstream) C.CUresult {
	for _, h := range [2]C.CUcontext{to, from} {
		if r := peer(h, driver.Success); r != 0 {
			return r
		}
	}
	return cuMemcpyDtoDAsync_v2(dst, src, n, s)
}

// The addresses of cuMemcpy and cuMemcpyAsync are those of any memory.

//export cuMemcpy
func cuMemcpy(dst, src C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(driver.Memcpy2D(driver.DevicePtr(dst), 0, driver.DevicePtr(src), 0, bytes(n), 1))
}

//export cuMemcpyAsync
func cuMemcpyAsync(dst, src C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.Memcpy2DAsync(driver.DevicePtr(dst), 0, driver.DevicePtr(src), 0, bytes(n), 1, onStream(s)))
}

//export cuMemcpy2D_v2
func cuMemcpy2D_v2(c *C.const_CUDA_MEMCPY2D) C.CUresult { return copyRows(c, 0) }

//export cuMemcpy2DUnaligned_v2
func cuMemcpy2DUnaligned_v2(c *C.const_CUDA_MEMCPY2D) C.CUresult { return copyRows(c, 0) }

//export cuMemcpy2DAsync_v2
func cuMemcpy2DAsync_v2(c *C.const_CUDA_MEMCPY2D, s C.CUstream) C.CUresult {
	return copyRows(c, onStream(s))
}

func copyRows(at *C.const_CUDA_MEMCPY2D, s driver.Stream) C.CUresult {
	c, ok := load(at)
	if !ok {
		return invalidValue
	}
	if c.WidthInBytes == 0 || c.Height == 0 {
		return inStream(s)
	}
	src, srcPitch, r := place(c.srcMemoryType, c.srcDevice, uintptr(c.srcHost), c.srcPitch, c.srcXInBytes, c.srcY, c.WidthInBytes)
	if r != 0 {
		return r
	}
	dst, dstPitch, r := place(c.dstMemoryType, c.dstDevice, uintptr(c.dstHost), c.dstPitch, c.dstXInBytes, c.dstY, c.WidthInBytes)
	if r != 0 {
		return r
	}
	return result(driver.Memcpy2DAsync(dst, bytes(dstPitch), src, bytes(srcPitch), bytes(c.WidthInBytes), bytes(c.Height), s))
}

// place is where rows begin, and how far they are apart.
func place(kind C.CUmemorytype, device C.CUdeviceptr, host uintptr, pitch, x, y, width C.size_t) (first driver.DevicePtr, step C.size_t, r C.CUresult) {
	if pitch == 0 { // a single row, or rows without a gap
		if pitch = x + width; pitch < x {
			return 0, 0, invalidValue
		}
	}
	if width > pitch || x > pitch-width {
		return 0, 0, invalidValue
	}
	var base C.CUdeviceptr
	switch kind {
	case C.CU_MEMORYTYPE_HOST:
		base = C.CUdeviceptr(host)
	case C.CU_MEMORYTYPE_DEVICE, C.CU_MEMORYTYPE_UNIFIED:
		base = device
	case C.CU_MEMORYTYPE_ARRAY:
		return 0, 0, notSupported
	default:
		return 0, 0, invalidValue
	}
	over, off := bits.Mul64(uint64(y), uint64(pitch))
	off, carry := bits.Add64(off, uint64(x), 0)
	at, wraps := bits.Add64(uint64(base), off, 0)
	if base == 0 || over != 0 || carry != 0 || wraps != 0 {
		return 0, 0, invalidValue
	}
	return driver.DevicePtr(at), pitch, 0
}
