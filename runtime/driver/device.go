package driver

import (
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Device is a CUdevice, which is its ordinal: all are the CPU. There is one unless SetDevices says otherwise.
type Device int32

// MaxDevices is how many devices there can be.
const MaxDevices = 16

var devices atomic.Int32

func init() { devices.Store(1) }

// SetDevices sets how many devices there are. They share processors and memory: kernels on one reach what was
// allocated on another, whether access is enabled or not.
func SetDevices(n int) error {
	if n < 1 || n > MaxDevices {
		return refuse("SetDevices", ErrInvalidValue, "%d devices, of which there are 1 to %d", n, MaxDevices)
	}
	devices.Store(int32(n))
	return nil
}

var initialised atomic.Bool

// Init makes the package ready, as cuInit does. flags must be 0.
func Init(flags uint32) error {
	if flags != 0 {
		return refuse("cuInit", ErrInvalidValue, "flags %#x", flags)
	}
	initialised.Store(true)
	return nil
}

// version is the version of the API: 12.4.
const version = 12040

// DriverGetVersion returns the version of CUDA that the package follows: 1000
// for each major one, 10 for each minor one.
func DriverGetVersion() (int, error) { return version, nil }

func ready(call string) error {
	if !initialised.Load() {
		return &Error{Call: call, Result: ErrNotInitialized}
	}
	return nil
}

func (d Device) check(call string) error {
	if err := ready(call); err != nil {
		return err
	}
	if d < 0 || int32(d) >= devices.Load() {
		return refuse(call, ErrInvalidDevice, "there is no device %d", int32(d))
	}
	return nil
}

// DeviceGetCount returns how many devices there are.
func DeviceGetCount() (int, error) { return int(devices.Load()), ready("cuDeviceGetCount") }

// DeviceGet returns the device with an ordinal.
func DeviceGet(ordinal int) (Device, error) {
	if err := ready("cuDeviceGet"); err != nil {
		return 0, err
	}
	if ordinal < 0 || ordinal >= int(devices.Load()) {
		return 0, refuse("cuDeviceGet", ErrInvalidDevice, "there is no device %d", ordinal)
	}
	return Device(ordinal), nil
}

// DeviceGetName returns the name of a device.
func DeviceGetName(d Device) (string, error) {
	return "ptx2go on " + runtime.GOARCH, d.check("cuDeviceGetName")
}

// DeviceTotalMem returns how many bytes of memory the device has: as many as the machine,
// or what [ptx.SetMemoryLimit] says.
func DeviceTotalMem(d Device) (int64, error) {
	if err := d.check("cuDeviceTotalMem"); err != nil {
		return 0, err
	}
	_, total := ptx.MemoryInfo()
	return int64(total), nil
}

// capability is the compute capability, with ten for each major version.
var capability atomic.Int32

func init() { capability.Store(89) }

// SetComputeCapability sets the compute capability of the device, on which its attributes depend.
// It is 8.9 by default: from 9.0 on a GPU has clusters and other things that this device lacks.
// Programs use it to choose which PTX they load; what they load runs, whatever the capability is.
func SetComputeCapability(major, minor int) error {
	if major < 1 || major > 99 || minor < 0 || minor > 9 {
		return refuse("SetComputeCapability", ErrInvalidValue, "%d.%d", major, minor)
	}
	capability.Store(int32(10*major + minor))
	return nil
}

// strict says that texts for newer GPUs than the device are refused.
var strict atomic.Bool

// SetGPU is SetComputeCapability of a device that also refuses a text as a GPU does, with ErrInvalidPTX, whose
// .target it does not run: a newer one, or one with features of another architecture only, as sm_90a.
func SetGPU(major, minor int) error {
	err := SetComputeCapability(major, minor)
	if err == nil {
		strict.Store(true)
	}
	return err
}

// runs reports whether the device runs a target: sm_90 on all that are not older, sm_90a on 9.0 only, and
// sm_100f on all of 10.
func runs(target string) bool {
	number, specific := strings.TrimPrefix(target, "sm_"), byte(0)
	if n := len(number); n > 0 && (number[n-1] == 'a' || number[n-1] == 'f') {
		number, specific = number[:n-1], number[n-1]
	}
	arch, err := strconv.Atoi(number)
	have := int(capability.Load())
	switch {
	case err != nil:
		return true // the text says what is wrong
	case specific == 'a':
		return arch == have
	case specific == 'f':
		return arch <= have && arch/10 == have/10
	}
	return arch <= have
}

// DeviceComputeCapability returns major and minor version of the device's capabilities.
func DeviceComputeCapability(d Device) (major, minor int, err error) {
	c := int(capability.Load())
	return c / 10, c % 10, d.check("cuDeviceComputeCapability")
}

// DeviceGetAttribute returns an attribute of a device. The error is ErrInvalidValue for one
// that CUDA does not have.
func DeviceGetAttribute(a DeviceAttribute, d Device) (int, error) {
	if err := d.check("cuDeviceGetAttribute"); err != nil {
		return 0, err
	}
	switch a {
	case MultiprocessorCount:
		return runtime.GOMAXPROCS(0), nil
	case PCIBusID:
		return attributes[a] + int(d), nil
	case ComputeCapabilityMajor:
		return int(capability.Load()) / 10, nil
	case ComputeCapabilityMinor:
		return int(capability.Load()) % 10, nil
	case MaxThreadsPerMultiprocessor:
		return perSM().threads, nil
	case MaxBlocksPerMultiprocessor:
		return perSM().blocks, nil
	case MaxSharedMemoryPerMultiproc:
		return perSM().shared, nil
	case MaxSharedMemoryPerBlockOptin:
		return perSM().mostShared, nil
	}
	if 0 < a && a <= lastAttribute {
		return attributes[a], nil
	}
	return 0, refuse("cuDeviceGetAttribute", ErrInvalidValue, "attribute %d", int32(a))
}
