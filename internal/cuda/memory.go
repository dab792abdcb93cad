package cuda

import (
	"fmt"
	"unsafe"
)

// Buffer is memory of the GPU.
type Buffer struct {
	Addr uint64 // in the GPU's address space
	Size int    // bytes
	ctx  *Context
}

// Alloc returns memory of that many bytes, at an address divisible by 256. Its
// contents are undefined.
func (c *Context) Alloc(bytes int) (*Buffer, error) {
	if bytes < 0 {
		return nil, fmt.Errorf("cuda: a buffer of %d bytes", bytes)
	}
	b := &Buffer{Size: bytes, ctx: c}
	err := c.do("cuMemAlloc", func() int32 { return c.api.memAlloc(&b.Addr, uintptr(max(bytes, 1))) })
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Free gives the memory back. The variables of a module are freed with it, not
// one by one.
func (b *Buffer) Free() error {
	return b.ctx.do("cuMemFree", func() int32 { return b.ctx.api.memFree(b.Addr) })
}

// Write copies data to the beginning of the buffer.
func (b *Buffer) Write(data []byte) error {
	if len(data) > b.Size {
		return fmt.Errorf("cuda: %d bytes for a buffer of %d", len(data), b.Size)
	}
	if len(data) == 0 {
		return nil
	}
	return b.ctx.do("cuMemcpyHtoD", func() int32 {
		return b.ctx.api.memcpyHtoD(b.Addr, unsafe.SliceData(data), uintptr(len(data)))
	})
}

// Read fills data from the beginning of the buffer. It waits for kernels.
func (b *Buffer) Read(data []byte) error {
	if len(data) > b.Size {
		return fmt.Errorf("cuda: %d bytes of a buffer of %d", len(data), b.Size)
	}
	if len(data) == 0 {
		return nil
	}
	return b.ctx.do("cuMemcpyDtoH", func() int32 {
		return b.ctx.api.memcpyDtoH(unsafe.SliceData(data), b.Addr, uintptr(len(data)))
	})
}

// Clear sets all bytes to zero.
func (b *Buffer) Clear() error {
	if b.Size == 0 {
		return nil
	}
	return b.ctx.do("cuMemsetD8", func() int32 { return b.ctx.api.memsetD8(b.Addr, 0, uintptr(b.Size)) })
}
