package cuda

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
)

// Library is the file name of the driver's library, and LibraryVariable the
// environment variable that names another one: WSL keeps it in a folder that is
// not searched, tests have their own.
const (
	Library         = "libcuda.so.1"
	LibraryVariable = "PTX2GO_LIBCUDA"
)

// Driver is the opened library.
type Driver struct{ api *api }

// Open loads the library and initialises it. The error says whether there is no
// driver, no GPU, or no support for either in this program.
func Open() (*Driver, error) {
	path := os.Getenv(LibraryVariable)
	if path == "" {
		path = Library
	}
	a, err := load(path)
	if err != nil {
		return nil, err
	}
	if err := a.result("cuInit", a.init(0)); err != nil {
		return nil, err
	}
	return &Driver{a}, nil
}

// Version returns the version of CUDA that the driver supports, such as "12.8".
func (d *Driver) Version() (string, error) {
	var v int32
	if err := d.api.result("cuDriverGetVersion", d.api.driverGetVersion(&v)); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d.%d", v/1000, v%1000/10), nil
}

// Devices returns how many GPUs there are.
func (d *Driver) Devices() (int, error) {
	var n int32
	err := d.api.result("cuDeviceGetCount", d.api.deviceGetCount(&n))
	return int(n), err
}

// Info describes a GPU and its driver.
type Info struct {
	Name           string // "NVIDIA H200"
	Major, Minor   int    // compute capability
	Multiprocessor int    // how many there are
	Memory         uint64 // bytes
	Driver         string // "570.86.15", "" where the system does not say
	CUDA           string // newest version of CUDA that the driver supports: "12.8"
}

// Arch is the number behind "sm_" in the name of the GPU's target: 90.
func (i Info) Arch() int { return 10*i.Major + i.Minor }

// Target is the name of the GPU's plain target: "sm_90".
func (i Info) Target() string { return fmt.Sprintf("sm_%d", i.Arch()) }

// Info returns what there is to know about a GPU, the first one being 0.
func (d *Driver) Info(ordinal int) (Info, error) {
	a := d.api
	var i Info
	dev, err := d.device(ordinal)
	if err != nil {
		return i, err
	}
	name := make([]byte, 256)
	if err := a.result("cuDeviceGetName", a.deviceGetName(&name[0], int32(len(name)), dev)); err != nil {
		return i, err
	}
	i.Name = goString(&name[0])
	for _, x := range []struct {
		attribute int32
		to        *int
	}{{attrCapabilityMajor, &i.Major}, {attrCapabilityMinor, &i.Minor}, {attrMultiprocessors, &i.Multiprocessor}} {
		var v int32
		if err := a.result("cuDeviceGetAttribute", a.deviceGetAttribute(&v, x.attribute, dev)); err != nil {
			return i, err
		}
		*x.to = int(v)
	}
	var mem uintptr
	if err := a.result("cuDeviceTotalMem", a.deviceTotalMem(&mem, dev)); err != nil {
		return i, err
	}
	i.Memory = uint64(mem)
	i.Driver = kernelDriver("/proc/driver/nvidia/version", "/sys/module/nvidia/version")
	i.CUDA, err = d.Version()
	return i, err
}

func (d *Driver) device(ordinal int) (int32, error) {
	var dev int32
	err := d.api.result("cuDeviceGet", d.api.deviceGet(&dev, int32(ordinal)))
	return dev, err
}

var driverVersion = regexp.MustCompile(`\b\d{3,}\.\d+(\.\d+)?\b`)

// kernelDriver finds the version of the driver in the first file that has one.
// The API knows only versions of CUDA.
func kernelDriver(files ...string) string {
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		if v := driverVersion.Find(data); v != nil {
			return string(v)
		}
	}
	return ""
}

// Context is the primary context of a GPU. Its methods may be called from any
// goroutine.
type Context struct {
	api    *api
	dev    int32
	handle uintptr
}

// Context makes the primary context of a GPU.
func (d *Driver) Context(ordinal int) (*Context, error) {
	dev, err := d.device(ordinal)
	if err != nil {
		return nil, err
	}
	c := &Context{api: d.api, dev: dev}
	if err := d.api.result("cuDevicePrimaryCtxRetain", d.api.primaryCtxRetain(&c.handle, dev)); err != nil {
		return nil, err
	}
	return c, nil
}

// Close releases the context and all memory in it.
func (c *Context) Close() error {
	return c.api.result("cuDevicePrimaryCtxRelease", c.api.primaryCtxRelease(c.dev))
}

// do calls the driver with the context current. That is a property of the
// operating system's thread, of which a goroutine may have another one with every
// call.
func (c *Context) do(call string, fn func() int32) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.api.result("cuCtxSetCurrent", c.api.ctxSetCurrent(c.handle)); err != nil {
		return err
	}
	return c.api.result(call, fn())
}

// SetStackLimit sets how much local memory a thread has for calls whose depth the
// compiler cannot tell: recursion, indirect calls.
func (c *Context) SetStackLimit(bytes int) error {
	return c.do("cuCtxSetLimit", func() int32 { return c.api.ctxSetLimit(limitStack, uintptr(bytes)) })
}
