package libcuda

// #include "types.h"
import "C"

import "github.com/ptx2go/ptx2go/runtime/driver"

//export cuMemsetD8_v2
func cuMemsetD8_v2(p C.CUdeviceptr, v C.uchar, n C.size_t) C.CUresult {
	return result(driver.MemsetD8(driver.DevicePtr(p), uint8(v), bytes(n)))
}

//export cuMemsetD16_v2
func cuMemsetD16_v2(p C.CUdeviceptr, v C.ushort, n C.size_t) C.CUresult {
	return result(driver.MemsetD16(driver.DevicePtr(p), uint16(v), bytes(n)))
}

//export cuMemsetD32_v2
func cuMemsetD32_v2(p C.CUdeviceptr, v C.uint, n C.size_t) C.CUresult {
	return result(driver.MemsetD32(driver.DevicePtr(p), uint32(v), bytes(n)))
}

//export cuMemsetD8Async
func cuMemsetD8Async(p C.CUdeviceptr, v C.uchar, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD8Async(driver.DevicePtr(p), uint8(v), bytes(n), onStream(s)))
}

//export cuMemsetD16Async
func cuMemsetD16Async(p C.CUdeviceptr, v C.ushort, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD16Async(driver.DevicePtr(p), uint16(v), bytes(n), onStream(s)))
}

//export cuMemsetD32Async
func cuMemsetD32Async(p C.CUdeviceptr, v C.uint, n C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD32Async(driver.DevicePtr(p), uint32(v), bytes(n), onStream(s)))
}

//export cuMemsetD2D8_v2
func cuMemsetD2D8_v2(p C.CUdeviceptr, pitch C.size_t, v C.uchar, width, height C.size_t) C.CUresult {
	return result(driver.MemsetD2D8(driver.DevicePtr(p), bytes(pitch), uint8(v), bytes(width), bytes(height)))
}

//export cuMemsetD2D16_v2
func cuMemsetD2D16_v2(p C.CUdeviceptr, pitch C.size_t, v C.ushort, width, height C.size_t) C.CUresult {
	return result(driver.MemsetD2D16(driver.DevicePtr(p), bytes(pitch), uint16(v), bytes(width), bytes(height)))
}

//export cuMemsetD2D32_v2
func cuMemsetD2D32_v2(p C.CUdeviceptr, pitch C.size_t, v C.uint, width, height C.size_t) C.CUresult {
	return result(driver.MemsetD2D32(driver.DevicePtr(p), bytes(pitch), uint32(v), bytes(width), bytes(height)))
}

//export cuMemsetD2D8Async
func cuMemsetD2D8Async(p C.CUdeviceptr, pitch C.size_t, v C.uchar, width, height C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD2D8Async(driver.DevicePtr(p), bytes(pitch), uint8(v), bytes(width), bytes(height), onStream(s)))
}

//export cuMemsetD2D16Async
func cuMemsetD2D16Async(p C.CUdeviceptr, pitch C.size_t, v C.ushort, width, height C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD2D16Async(driver.DevicePtr(p), bytes(pitch), uint16(v), bytes(width), bytes(height), onStream(s)))
}

//export cuMemsetD2D32Async
func cuMemsetD2D32Async(p C.CUdeviceptr, pitch C.size_t, v C.uint, width, height C.size_t, s C.CUstream) C.CUresult {
	return result(driver.MemsetD2D32Async(driver.DevicePtr(p), bytes(pitch), uint32(v), bytes(width), bytes(height), onStream(s)))
}
