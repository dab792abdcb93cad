package fallback

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// PTX is the text of the kernels, which a GPU's driver translates and the CPU
// finds its Go code by.
//
//go:embed kernel.ptx
var PTX string

// Device is as much of a driver's interface as the program needs. Addresses are
// addresses of the device.
type Device interface {
	// Name says what the device is, for people.
	Name() string
	// Alloc returns the address of n bytes.
	Alloc(n int) (uint64, error)
	// Free gives memory of Alloc back.
	Free(addr uint64) error
	// Write copies bytes to the device, Read from it.
	Write(addr uint64, src []byte) error
	Read(dst []byte, addr uint64) error
	// Launch runs a kernel of the module and waits for it. Each of params
	// points to the value of a parameter.
	Launch(ctx context.Context, kernel string, grid, block ptx.Dim3, params ...unsafe.Pointer) error
	// Variable returns the address and the size of a variable of the module.
	Variable(name string) (addr uint64, size int, err error)
	// Reset gives all variables of the module their initial values again.
	Reset() error
}

// Driver opens a device with the module of a PTX text loaded, or says why it
// cannot.
type Driver func(text string) (Device, error)

var drivers []Driver

// Register adds a driver that Open tries. A binding of a GPU's driver calls it
// from an init function in a file with a build tag of its own.
func Register(d Driver) { drivers = append(drivers, d) }

// Open returns the first registered device that opens, else the CPU. The error
// of a GPU that does not open is lost unless the CPU fails too.
func Open(text string) (Device, error) {
	var failed error
	for _, open := range drivers {
		d, err := open(text)
		if err == nil {
			return d, nil
		}
		failed = errors.Join(failed, err)
	}
	d, err := openCPU(text)
	if err != nil {
		return nil, fmt.Errorf("no device: %w", errors.Join(failed, err))
	}
	return d, nil
}
