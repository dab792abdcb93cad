package libcuda

// #include "types.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

//export cuInit
func cuInit(flags C.uint) C.CUresult {
	if err := environment(); err != nil {
		return result(err)
	}
	return result(driver.Init(uint32(flags)))
}

//export cuDriverGetVersion
func cuDriverGetVersion(to *C.int) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	v, err := driver.DriverGetVersion()
	return give(to, C.int(v), err)
}

//export cuDeviceGet
func cuDeviceGet(to *C.CUdevice, ordinal C.int) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	d, err := driver.DeviceGet(int(ordinal))
	return give(to, C.CUdevice(d), err)
}

//export cuDeviceGetCount
func cuDeviceGetCount(to *C.int) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.DeviceGetCount()
	return give(to, C.int(n), err)
}

//export cuDeviceGetName
func cuDeviceGetName(name *C.char, size C.int, d C.CUdevice) C.CUresult {
	if size <= 0 || !writable(name) {
		return invalidValue
	}
	s, err := driver.DeviceGetName(driver.Device(d))
	if err != nil {
		return result(err)
	}
	return write(name, size, s)
}

// uuid is that of a device: programs compare them.
func uuid(d C.CUdevice) string { return fmt.Sprintf("ptx2go CPU %05d", d) }

//export cuDeviceGetUuid_v2
func cuDeviceGetUuid_v2(to *C.CUuuid, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	if err == nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(to)), unsafe.Sizeof(*to)), uuid(d))
	}
	return result(err)
}

// cuDeviceTotalMem is the one of CUDA 3.1: a number of 32 bits.
//
//export cuDeviceTotalMem
func cuDeviceTotalMem(to *C.uint, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.DeviceTotalMem(driver.Device(d))
	return give(to, narrow(n), err)
}

//export cuDeviceTotalMem_v2
func cuDeviceTotalMem_v2(to *C.size_t, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	n, err := driver.DeviceTotalMem(driver.Device(d))
	return give(to, C.size_t(n), err)
}

//export cuDeviceGetAttribute
func cuDeviceGetAttribute(to *C.int, a C.CUdevice_attribute, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	v, err := driver.DeviceGetAttribute(driver.DeviceAttribute(a), driver.Device(d))
	return give(to, C.int(v), err)
}

//export cuDeviceComputeCapability
func cuDeviceComputeCapability(major, minor *C.int, d C.CUdevice) C.CUresult {
	if !writable(major) || !writable(minor) {
		return invalidValue
	}
	a, b, err := driver.DeviceComputeCapability(driver.Device(d))
	give(major, C.int(a), err)
	return give(minor, C.int(b), err)
}

// busID is where the device would be on the PCI bus: domain, bus, device, function.
func busID(d driver.Device) (string, error) {
	bus, err := driver.DeviceGetAttribute(driver.PCIBusID, d)
	if err != nil {
		return "", err
	}
	device, err := driver.DeviceGetAttribute(driver.PCIDeviceID, d)
	return fmt.Sprintf("0000:%02x:%02x.0", bus, device), err
}

//export cuDeviceGetPCIBusId
func cuDeviceGetPCIBusId(to *C.char, size C.int, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := busID(driver.Device(d))
	switch {
	case err != nil:
		return result(err)
	case int(size) <= len(s):
		return invalidValue
	}
	return write(to, size, s)
}

//export cuDeviceGetByPCIBusId
func cuDeviceGetByPCIBusId(to *C.CUdevice, id *C.const_char) C.CUresult {
	name, ok := text(id)
	if !ok || !writable(to) {
		return invalidValue
	}
	n, err := driver.DeviceGetCount()
	for d := range n {
		var s string
		if s, err = busID(driver.Device(d)); err == nil && name == s {
			return give(to, C.CUdevice(d), nil)
		}
	}
	if err == nil {
		return C.CUresult(driver.ErrInvalidDevice)
	}
	return result(err)
}

//export cuDeviceCanAccessPeer
func cuDeviceCanAccessPeer(to *C.int, d, peer C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	can, err := driver.DeviceCanAccessPeer(driver.Device(d), driver.Device(peer))
	return give(to, C.int(truth(can)), err)
}

// cuDeviceGetP2PAttribute answers for two devices, which can reach all of each other's memory: a device is not
// a peer of itself.
//
//export cuDeviceGetP2PAttribute
func cuDeviceGetP2PAttribute(to *C.int, a C.CUdevice_P2PAttribute, d, peer C.CUdevice) C.CUresult {
	if !writable(to) || a < C.CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK || a > C.CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED {
		return invalidValue
	}
	can, err := driver.DeviceCanAccessPeer(driver.Device(d), driver.Device(peer))
	switch {
	case err != nil:
		return result(err)
	case !can:
		return C.CUresult(driver.ErrInvalidDevice)
	case a == C.CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
		*to = 0
	default:
		*to = 1
	}
	return 0
}

// cuDeviceGetLuid is for a driver of Windows.
//
//export cuDeviceGetLuid
func cuDeviceGetLuid(luid *C.char, mask *C.uint, d C.CUdevice) C.CUresult {
	if _, ok := list((*byte)(unsafe.Pointer(luid)), 8, hostmem.Write); !ok || !writable(mask) {
		return invalidValue
	}
	if _, err := driver.DeviceGetName(driver.Device(d)); err != nil {
		return result(err)
	}
	return notSupported
}

//export cuDeviceGetProperties
func cuDeviceGetProperties(to *C.CUdevprop, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	var p C.CUdevprop
	for a, v := range map[driver.DeviceAttribute]*C.int{
		driver.MaxThreadsPerBlock: &p.maxThreadsPerBlock,
		driver.MaxBlockDimX:       &p.maxThreadsDim[0], driver.MaxBlockDimY: &p.maxThreadsDim[1], driver.MaxBlockDimZ: &p.maxThreadsDim[2],
		driver.MaxGridDimX: &p.maxGridSize[0], driver.MaxGridDimY: &p.maxGridSize[1], driver.MaxGridDimZ: &p.maxGridSize[2],
		driver.MaxSharedMemoryPerBlock: &p.sharedMemPerBlock,
		driver.TotalConstantMemory:     &p.totalConstantMemory,
		driver.WarpSize:                &p.SIMDWidth,
		driver.MaxPitch:                &p.memPitch,
		driver.MaxRegistersPerBlock:    &p.regsPerBlock,
		driver.ClockRate:               &p.clockRate,
		driver.TextureAlignment:        &p.textureAlign,
	} {
		n, err := driver.DeviceGetAttribute(a, driver.Device(d))
		if err != nil {
			return result(err)
		}
		*v = C.int(n)
	}
	*to = p
	return 0
}

// cuDeviceGetExecAffinitySupport answers that a context has all multiprocessors.
//
//export cuDeviceGetExecAffinitySupport
func cuDeviceGetExecAffinitySupport(to *C.int, kind C.CUexecAffinityType, d C.CUdevice) C.CUresult {
	if !writable(to) || kind >= C.CU_EXEC_AFFINITY_TYPE_MAX {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	return give(to, 0, err)
}

// cuFlushGPUDirectRDMAWrites is for devices that write into memory: there are none.
//
//export cuFlushGPUDirectRDMAWrites
func cuFlushGPUDirectRDMAWrites(target C.CUflushGPUDirectRDMAWritesTarget, scope C.CUflushGPUDirectRDMAWritesScope) C.CUresult {
	if target != C.CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX ||
		scope != C.CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER && scope != C.CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES {
		return invalidValue
	}
	if r := onCurrent(); r != 0 {
		return r
	}
	return notSupported
}

//export cuProfilerStart
func cuProfilerStart() C.CUresult { return onCurrent() }

//export cuProfilerStop
func cuProfilerStop() C.CUresult { return onCurrent() }
