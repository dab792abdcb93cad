package libcuda

// #include "types.h"
import "C"

import (
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

//export cuMemcpy
func cuMemcpy(dst, src C.CUdeviceptr, n C.size_t) C.CUresult {
	return result(copyAny(dst, src, bytes(n), 0))
}

//export cuMemcpyAsync
func cuMemcpyAsync(dst, src C.CUdeviceptr, n C.size_t, s C.CUstream) C.CUresult {
	return result(copyAny(dst, src, bytes(n), onStream(s)))
}

// copyAny copies between two addresses, either of which may be one of the program's memory.
func copyAny(dst, src C.CUdeviceptr, n int64, s driver.Stream) error {
	to, from := driver.DevicePtr(dst), driver.DevicePtr(src)
	toDevice, fromDevice := known(to), known(from)
	switch {
	case toDevice && fromDevice:
		return driver.MemcpyAsync(to, from, n, s)
	case toDevice:
		return driver.MemcpyHtoDAsync(to, host(src), n, s)
	case fromDevice:
		return driver.MemcpyDtoHAsync(host(dst), from, n, s)
	}
	if n > 0 && (dst == 0 || src == 0) {
		return driver.ErrInvalidValue
	}
	if err := driver.StreamSynchronize(s); err != nil {
		return err
	}
	copy(unsafe.Slice((*byte)(host(dst)), n), unsafe.Slice((*byte)(host(src)), n))
	return nil
}

// known reports whether kernels know the memory at an address.
func known(p driver.DevicePtr) bool {
	_, err := driver.PointerGetMemoryType(p)
	return err == nil
}

// host is memory of the program that has come as a number.
func host(p C.CUdeviceptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

//export cuMemcpy2D_v2
func cuMemcpy2D_v2(c *C.const_CUDA_MEMCPY2D) C.CUresult { return copyRows(c, 0) }

//export cuMemcpy2DUnaligned_v2
func cuMemcpy2DUnaligned_v2(c *C.const_CUDA_MEMCPY2D) C.CUresult { return copyRows(c, 0) }

//export cuMemcpy2DAsync_v2
func cuMemcpy2DAsync_v2(c *C.const_CUDA_MEMCPY2D, s C.CUstream) C.CUresult {
	return copyRows(c, onStream(s))
}

// copyRows copies row by row.
func copyRows(c *C.const_CUDA_MEMCPY2D, s driver.Stream) C.CUresult {
	if c == nil {
		return invalidValue
	}
	if c.WidthInBytes == 0 || c.Height == 0 {
		return inStream(s)
	}
	src, srcPitch, r := place(c.srcMemoryType, c.srcDevice, uintptr(c.srcHost), c.srcPitch, c.srcXInBytes, c.srcY, c.WidthInBytes, c.Height)
	if r != 0 {
		return r
	}
	dst, dstPitch, r := place(c.dstMemoryType, c.dstDevice, uintptr(c.dstHost), c.dstPitch, c.dstXInBytes, c.dstY, c.WidthInBytes, c.Height)
	if r != 0 {
		return r
	}
	for y := range C.CUdeviceptr(c.Height) {
		if err := copyAny(dst+y*dstPitch, src+y*srcPitch, bytes(c.WidthInBytes), s); err != nil {
			return result(err)
		}
	}
	return 0
}

// place is where rows begin, and how far they are apart.
func place(kind C.CUmemorytype, device C.CUdeviceptr, host uintptr, pitch, x, y, width, height C.size_t) (first, step C.CUdeviceptr, r C.CUresult) {
	if pitch == 0 {
		pitch = x + width // a single row, or rows without a gap
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
	if base == 0 {
		return 0, 0, invalidValue
	}
	return base + C.CUdeviceptr(y*pitch+x), C.CUdeviceptr(pitch), 0
}
