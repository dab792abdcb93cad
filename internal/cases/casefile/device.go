package casefile

import (
	"context"
	"errors"
	"fmt"
)

// Device is an engine with a memory of its own, such as a GPU. Addresses are its
// addresses.
type Device interface {
	// Alloc returns memory at an address divisible by 256.
	Alloc(bytes int) (addr uint64, err error)
	// Global returns where a module variable is, and its size.
	Global(name string) (addr uint64, bytes int, err error)
	// Write and Read copy to and from memory that Alloc or Global have returned.
	Write(addr uint64, data []byte) error
	Read(addr uint64, data []byte) error
	// Launch runs a kernel to its end. args holds the bytes of each parameter.
	Launch(ctx context.Context, l *Launch, args [][]byte) error
}

// ErrFault is what ExecuteOn says of a case that ends with a fault: a GPU does not
// tell which thread it was, and its memory is lost.
var ErrFault = errors.New("the case ends with a fault, of which a GPU does not say where it was")

// ExecuteOn runs the launches of a case on a device and returns its memory as the
// device has left it. Who made the device frees what it has allocated.
func ExecuteOn(ctx context.Context, c *Case, d Device) (*Memory, error) {
	if len(c.Images) > 0 || len(c.Samplers) > 0 {
		return nil, errNoImages
	}
	if c.Faults() {
		return nil, ErrFault
	}
	m := &Memory{c: c, data: map[string][]byte{}, at: map[string]uint64{}}
	for _, b := range c.Buffers {
		if err := m.allocateOn(b, d); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
		}
	}
	for _, b := range c.Buffers {
		data := m.data[b.Name]
		if err := m.patch(data, b.Ptrs); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
		}
		if err := d.Write(m.at[b.Name], data); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
		}
	}
	for _, l := range c.Launches {
		args, err := m.args(l)
		if err != nil {
			return nil, err
		}
		run := *l
		run.Stdout = &m.stdout
		if err := d.Launch(ctx, &run, args); err != nil {
			return nil, fmt.Errorf("launch of %s: %w", l.Kernel, err)
		}
	}
	for _, b := range c.Buffers {
		if err := d.Read(m.at[b.Name], m.data[b.Name]); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
		}
	}
	return m, nil
}

// allocateOn makes a buffer on the device and its initial contents here.
func (m *Memory) allocateOn(b *Buffer, d Device) error {
	data := make([]byte, b.Bytes)
	if b.Symbol == "" {
		addr, err := d.Alloc(b.Bytes)
		if err != nil {
			return err
		}
		m.at[b.Name] = addr
	} else {
		addr, size, err := d.Global(b.Symbol)
		if err != nil {
			return err
		}
		if size < b.Bytes {
			return fmt.Errorf("variable %s has %d bytes, the case needs %d", b.Symbol, size, b.Bytes)
		}
		m.at[b.Name] = addr
		if err := d.Read(addr, data); err != nil {
			return err
		}
	}
	m.data[b.Name] = data
	init, err := m.c.contents(b)
	if err != nil || b.Init == "" && init == nil {
		return err
	}
	clear(data)
	copy(data, init)
	return nil
}

// args returns the bytes of the parameters of a launch.
func (m *Memory) args(l *Launch) ([][]byte, error) {
	args := make([][]byte, len(l.Args))
	for i, a := range l.Args {
		var err error
		if args[i], err = m.arg(a); err != nil {
			return nil, fmt.Errorf("launch of %s, argument %d: %w", l.Kernel, i, err)
		}
	}
	return args, nil
}

// Compared returns how many bytes Compare looks at.
func (c *Case) Compared() int {
	n := 0
	for _, b := range c.Buffers {
		if b.Expect != "" {
			n += b.Bytes
		}
	}
	return n
}
