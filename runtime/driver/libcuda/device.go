package libcuda

// #include "types.h"
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

//export cuInit
func cuInit(flags C.uint) C.CUresult {
	if s := os.Getenv("PTX2GO_COMPUTE_CAPABILITY"); s != "" {
		var major, minor int
		if n, err := fmt.Sscanf(s+"\n", "%d.%d\n", &major, &minor); n != 2 || err != nil {
			return result(fmt.Errorf("%w: PTX2GO_COMPUTE_CAPABILITY is %q, not a version such as 9.0", driver.ErrInvalidValue, s))
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

//export cuDeviceGetUuid
func cuDeviceGetUuid(to *C.CUuuid, d C.CUdevice) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	_, err := driver.DeviceGetName(driver.Device(d))
	if err == nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(to)), unsafe.Sizeof(*to)), uuid)
	}
	return result(err)
}

//export cuDeviceGetUuid_v2
func cuDeviceGetUuid_v2(to *C.CUuuid, d C.CUdevice) C.CUresult { return cuDeviceGetUuid(to, d) }

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

//export cuProfilerStart
func cuProfilerStart() C.CUresult { return onCurrent() }

//export cuProfilerStop
func cuProfilerStop() C.CUresult { return onCurrent() }
