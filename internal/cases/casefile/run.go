package casefile

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"runtime"
	"unsafe"
)

// Engine runs the kernels of one module instance.
type Engine interface {
	// Global returns the memory of a module variable.
	Global(name string) ([]byte, error)
	// Launch runs a kernel. args holds the bytes of each parameter; bufs is
	// all memory that addresses in them may reach, module variables apart. A fault
	// is a FaultError.
	Launch(ctx context.Context, l *Launch, args, bufs [][]byte) error
}

// Addresser is an Engine whose kernels see memory at addresses of its own.
type Addresser interface {
	Engine
	// Address returns the address of a buffer, or of what Global has returned. It is
	// the same in all launches of a case.
	Address(mem []byte) (uint64, error)
}

// Memory is the buffers of a case after it has run.
type Memory struct {
	c    *Case
	data map[string][]byte
	all  [][]byte // without module variables

	stdout capture

	handles handles

	at map[string]uint64 // addresses, where they are not those of data
}

// NewMemory returns the memory of a case that has run elsewhere: the contents of
// its buffers, in their order, and what its kernels have printed.
func NewMemory(c *Case, data [][]byte, stdout []byte) *Memory {
	m := &Memory{c: c, data: map[string][]byte{}, stdout: capture{text: stdout}}
	for i, b := range c.Buffers {
		m.data[b.Name] = data[i]
	}
	return m
}

// Bytes returns the contents of a buffer, or nil where there is none.
func (m *Memory) Bytes(name string) []byte { return m.data[name] }

// Run executes the case on an engine and returns how its memory differs from
// what it must be, or why it could not run; nil when all is equal.
func Run(ctx context.Context, c *Case, e Engine) error {
	m, err := Execute(ctx, c, e)
	if err != nil {
		return err
	}
	return m.Compare()
}

// Execute runs the launches of a case and returns its memory.
func Execute(ctx context.Context, c *Case, e Engine) (*Memory, error) {
	return ExecuteTo(ctx, c, e, nil)
}

// ExecuteTo is Execute, and copies what kernels print to stdout as they do, if
// that is not nil.
func ExecuteTo(ctx context.Context, c *Case, e Engine, stdout io.Writer) (*Memory, error) {
	m := &Memory{c: c, data: map[string][]byte{}, stdout: capture{next: stdout}}
	own, _ := e.(Addresser)
	if own != nil {
		m.at = map[string]uint64{}
	}
	for _, b := range c.Buffers {
		if err := m.allocate(b, e); err != nil {
			return nil, err
		}
		if own != nil {
			a, err := own.Address(m.data[b.Name])
			if err != nil {
				return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
			}
			m.at[b.Name] = a
		}
		if w, ok := e.(interface{ Unwritten(mem []byte) }); ok && b.Unwritten {
			w.Unwritten(m.data[b.Name])
		}
	}
	for _, b := range c.Buffers {
		if err := m.patch(m.data[b.Name], b.Ptrs); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.Name, err)
		}
	}
	if err := m.makeImages(e); err != nil {
		return nil, err
	}
	for _, l := range c.Launches {
		args, err := m.args(l)
		if err != nil {
			return nil, err
		}
		run := *l // cases run several times at once
		run.Stdout = &m.stdout
		if err := l.fault(e.Launch(ctx, &run, args, m.all)); err != nil {
			return nil, err
		}
	}
	runtime.KeepAlive(m) // its memory was known to the kernels by address alone
	return m, nil
}

func (m *Memory) allocate(b *Buffer, e Engine) error {
	if b.Symbol != "" {
		g, err := e.Global(b.Symbol)
		if err != nil {
			return err
		}
		if len(g) < b.Bytes {
			return fmt.Errorf("variable %s has %d bytes, the case needs %d", b.Symbol, len(g), b.Bytes)
		}
		m.data[b.Name] = g[:b.Bytes]
	} else {
		m.data[b.Name] = aligned(b.Bytes)
		m.all = append(m.all, m.data[b.Name])
	}
	data, err := m.c.contents(b)
	if err != nil || b.Init == "" && data == nil {
		return err
	}
	clear(m.data[b.Name])
	copy(m.data[b.Name], data)
	return nil
}

// aligned returns n bytes at an address divisible by 256, as device memory is.
func aligned(n int) []byte {
	const align = 256
	raw := make([]byte, n+align)
	skip := int(-uintptr(unsafe.Pointer(&raw[0])) & (align - 1))
	return raw[skip : skip+n : skip+n]
}

// address returns the address of a place in a buffer, which must fit in some bytes.
func (m *Memory) address(buf string, offset, bytes int) (uint64, error) {
	b, ok := m.data[buf]
	if !ok {
		return 0, fmt.Errorf("no buffer %q", buf)
	}
	a := uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
	if m.at != nil {
		a = m.at[buf]
	}
	a += uint64(offset)
	if bytes == 4 && a > math.MaxUint32 {
		return 0, fmt.Errorf("the address of buffer %s does not fit in 4 bytes: those of the module have 8", buf)
	}
	return a, nil
}

// width returns the bytes of an address.
func width(bytes int) int {
	if bytes == 0 {
		return 8
	}
	return bytes
}

func (m *Memory) patch(data []byte, ptrs []Pointer) error {
	for _, p := range ptrs {
		n := width(p.Bytes)
		if p.At < 0 || p.At > len(data)-n {
			return fmt.Errorf("pointer at byte %d of %d", p.At, len(data))
		}
		a, err := m.address(p.Buf, p.Offset, n)
		if err != nil {
			return err
		}
		copy(data[p.At:p.At+n], binary.LittleEndian.AppendUint64(nil, a))
	}
	return nil
}

func (m *Memory) arg(a Arg) ([]byte, error) {
	if a.Buf != "" {
		n := width(a.Bytes)
		addr, err := m.address(a.Buf, a.Offset, n)
		return binary.LittleEndian.AppendUint64(nil, addr)[:n], err
	}
	if b := m.handles.bytes(&a); b != nil {
		return b, nil
	}
	data, err := hex.DecodeString(a.Hex)
	if err != nil {
		return nil, err
	}
	return data, m.patch(data, a.Ptrs)
}
