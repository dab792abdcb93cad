package libcuda

// #include "types.h"
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

//export cuInit
func cuInit(flags C.uint) C.CUresult {
	if s := os.Getenv("PTX2GO_COMPUTE_CAPABILITY"); s != "" {
		var major, minor int
		if n, err := fmt.Sscanf(s+"\n", "%d.%d\n", &major, &minor); n != 2 || err != nil {
			return result(fmt.Errorf("%w: PTX2GO_COMPUTE_CAPABILITY is %q, not a version such as 8.9", driver.ErrInvalidValue, s))
		}
		if err := driver.SetComputeCapability(major, minor); err != nil {
			return result(err)
		}
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

// uuid is that of the device: programs compare them.
const uuid = "ptx2go CPU 00000"

//export cuDeviceGetUuid_v2
func cuDeviceGetUuid_v2(to *C.CUuuid, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	if err == nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(to)), unsafe.Sizeof(*to)), uuid)
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
	s, err := busID(0)
	if err == nil && name != s {
		return C.CUresult(driver.ErrInvalidDevice)
	}
	return give(to, 0, err)
}

//export cuDeviceCanAccessPeer
func cuDeviceCanAccessPeer(to *C.int, d, peer C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	if err == nil {
		_, err = driver.DeviceGetName(driver.Device(peer))
	}
	return give(to, 0, err)
}

// cuDeviceGetP2PAttribute answers for two devices: a device is not a peer of itself.
//
//export cuDeviceGetP2PAttribute
func cuDeviceGetP2PAttribute(to *C.int, a C.CUdevice_P2PAttribute, d, peer C.CUdevice) C.CUresult {
	if !writable(to) || a < C.CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK || a > C.CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED {
		return invalidValue
	}
	for _, d := range [2]C.CUdevice{d, peer} {
		if _, err := driver.DeviceGetName(driver.Device(d)); err != nil {
			return result(err)
		}
	}
	return C.CUresult(driver.ErrInvalidDevice)
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
