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
		if r := peer(h); r != 0 {
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
	return copyBox(&C.CUDA_MEMCPY3D{
		srcXInBytes: c.srcXInBytes, srcY: c.srcY, srcMemoryType: c.srcMemoryType, srcHost: c.srcHost, srcDevice: c.srcDevice, srcArray: c.srcArray, srcPitch: c.srcPitch,
		dstXInBytes: c.dstXInBytes, dstY: c.dstY, dstMemoryType: c.dstMemoryType, dstHost: c.dstHost, dstDevice: c.dstDevice, dstArray: c.dstArray, dstPitch: c.dstPitch,
		WidthInBytes: c.WidthInBytes, Height: c.Height, Depth: 1}, s)
}

//export cuMemcpy3D_v2
func cuMemcpy3D_v2(c *C.const_CUDA_MEMCPY3D) C.CUresult { return cuMemcpy3DAsync_v2(c, nil) }

//export cuMemcpy3DAsync_v2
func cuMemcpy3DAsync_v2(at *C.const_CUDA_MEMCPY3D, s C.CUstream) C.CUresult {
	c, ok := load(at)
	if !ok {
		return invalidValue
	}
	return copyBox((*C.CUDA_MEMCPY3D)(&c), onStream(s))
}

//export cuMemcpy3DPeer
func cuMemcpy3DPeer(c *C.const_CUDA_MEMCPY3D_PEER) C.CUresult { return cuMemcpy3DPeerAsync(c, nil) }

// cuMemcpy3DPeerAsync is a copy in three dimensions, which has contexts in reserved places.
//
//export cuMemcpy3DPeerAsync
func cuMemcpy3DPeerAsync(at *C.const_CUDA_MEMCPY3D_PEER, s C.CUstream) C.CUresult {
	p, ok := load(at)
	if !ok {
		return invalidValue
	}
	for _, h := range [2]C.CUcontext{p.dstContext, p.srcContext} {
		if r := peer(h); r != 0 {
			return r
		}
	}
	c := *(*C.CUDA_MEMCPY3D)(unsafe.Pointer(&p))
	c.reserved0, c.reserved1 = nil, nil
	return copyBox(&c, onStream(s))
}

func copyBox(c *C.CUDA_MEMCPY3D, s driver.Stream) C.CUresult {
	if c.WidthInBytes == 0 || c.Height == 0 || c.Depth == 0 {
		return inStream(s)
	}
	x, r := box(c)
	if r != 0 {
		return r
	}
	return result(driver.Memcpy3DAsync(x, s))
}

// box says in Go what is copied, which is something.
func box(c *C.CUDA_MEMCPY3D) (x driver.Copy3D, r C.CUresult) {
	src := place{c.srcMemoryType, c.srcDevice, uintptr(c.srcHost), c.srcPitch, c.srcHeight, c.srcXInBytes, c.srcY, c.srcZ}
	dst := place{c.dstMemoryType, c.dstDevice, uintptr(c.dstHost), c.dstPitch, c.dstHeight, c.dstXInBytes, c.dstY, c.dstZ}
	if c.srcLOD != 0 || c.dstLOD != 0 || c.reserved0 != nil || c.reserved1 != nil {
		return x, invalidValue
	}
	x.Width, x.Height, x.Depth = bytes(c.WidthInBytes), bytes(c.Height), bytes(c.Depth)
	if c.srcMemoryType == C.CU_MEMORYTYPE_ARRAY {
		if r = src.inArray(c.srcArray, c); r != 0 {
			return x, r
		}
	}
	if c.dstMemoryType == C.CU_MEMORYTYPE_ARRAY {
		if r = dst.inArray(c.dstArray, c); r != 0 {
			return x, r
		}
	}
	if x.Src, r = src.find(c); r != 0 {
		return x, r
	}
	if x.Dst, r = dst.find(c); r != 0 {
		return x, r
	}
	x.SrcPitch, x.SrcHeight = bytes(src.pitch), bytes(src.height)
	x.DstPitch, x.DstHeight = bytes(dst.pitch), bytes(dst.height)
	return x, 0
}

// place is one end of a copy: rows a pitch apart, slices as many rows apart as the height.
type place struct {
	kind          C.CUmemorytype
	device        C.CUdeviceptr
	host          uintptr
	pitch, height C.size_t
	x, y, z       C.size_t
}

// find returns the address of the first byte. Pitch and height may be left out of a single
// row or slice, or where there is nothing between them.
func (p *place) find(c *C.CUDA_MEMCPY3D) (first driver.DevicePtr, r C.CUresult) {
	if p.pitch == 0 {
		if p.pitch = p.x + c.WidthInBytes; p.pitch < p.x {
			return 0, invalidValue
		}
	}
	if p.height == 0 {
		if p.height = p.y + c.Height; p.height < p.y {
			return 0, invalidValue
		}
	}
	if c.WidthInBytes > p.pitch || p.x > p.pitch-c.WidthInBytes {
		return 0, invalidValue
	}
	if c.Depth > 1 && (c.Height > p.height || p.y > p.height-c.Height) {
		return 0, invalidValue
	}
	var base C.CUdeviceptr
	switch p.kind {
	case C.CU_MEMORYTYPE_HOST:
		base = C.CUdeviceptr(p.host)
	case C.CU_MEMORYTYPE_DEVICE, C.CU_MEMORYTYPE_UNIFIED:
		base = p.device
	default:
		return 0, invalidValue
	}
	over, row := bits.Mul64(uint64(p.z), uint64(p.height))
	row, carry := bits.Add64(row, uint64(p.y), 0)
	beyond, off := bits.Mul64(row, uint64(p.pitch))
	off, more := bits.Add64(off, uint64(p.x), 0)
	at, wraps := bits.Add64(uint64(base), off, 0)
	if base == 0 || over|carry|beyond|more|wraps != 0 {
		return 0, invalidValue
	}
	return driver.DevicePtr(at), 0
}
