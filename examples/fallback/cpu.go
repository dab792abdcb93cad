package fallback

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// cpu is the Device that runs generated Go code. Each has an instance of the module, with
// variables of its own, as each context of a GPU has.
type cpu struct {
	instance *ptx.Instance
}

// openCPU finds the Go code that was generated from the text.
func openCPU(text string) (Device, error) {
	m, ok := ptx.LookupText(text)
	if !ok {
		return nil, errors.New("cpu: this program has no Go code of that PTX text: run go generate")
	}
	return &cpu{instance: m.Load()}, nil
}

func (d *cpu) Name() string { return "cpu, Go code of " + d.instance.Module.File }

func (d *cpu) Alloc(n int) (uint64, error) {
	if n <= 0 {
		return 0, fmt.Errorf("cpu: allocation of %d bytes", n)
	}
	return ptx.AllocAddr(uint64(n))
}

func (d *cpu) Free(addr uint64) error { return ptx.FreeAddr(addr) }

func (d *cpu) Write(addr uint64, src []byte) error {
	b, err := d.find(addr, len(src))
	if err != nil {
		return err
	}
	copy(b, src)
	return nil
}

func (d *cpu) Read(dst []byte, addr uint64) error {
	b, err := d.find(addr, len(dst))
	if err != nil {
		return err
	}
	copy(dst, b)
	return nil
}

// find returns n bytes from an address on: of an allocation or of a variable.
func (d *cpu) find(addr uint64, n int) ([]byte, error) {
	b, off, ok := ptx.BufferAt(addr)
	if !ok || uint64(n) > uint64(len(b))-off {
		return nil, fmt.Errorf("cpu: no %d bytes at %#x", n, addr)
	}
	return b[off:][:n], nil
}

func (d *cpu) Launch(ctx context.Context, kernel string, grid, block ptx.Dim3, params ...unsafe.Pointer) error {
	k, ok := d.instance.Module.Kernel(kernel)
	if !ok {
		return fmt.Errorf("cpu: %s has no kernel %s", d.instance.Module.File, kernel)
	}
	return k.LaunchRaw(ctx, ptx.Launch{Grid: grid, Block: block, Instance: d.instance}, params...)
}

func (d *cpu) Variable(name string) (uint64, int, error) {
	b, ok := d.instance.Get(name)
	if !ok {
		return 0, 0, fmt.Errorf("cpu: %s has no variable %s", d.instance.Module.File, name)
	}
	return ptx.AddrOf(b), len(b), nil
}

func (d *cpu) Reset() error {
	d.instance.Reset()
	return nil
}
