package driver

import (
	"bytes"
	"slices"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// host returns memory of the program, if it is there, and may be written where that is wanted.
func host(call string, p unsafe.Pointer, n int64, a hostmem.Access) ([]byte, error) {
	switch {
	case n < 0:
		return nil, refuse(call, ErrInvalidValue, "%d bytes", n)
	case n > 0 && p == nil:
		return nil, refuse(call, ErrInvalidValue, "%d bytes at a null pointer", n)
	}
	b, ok := hostmem.Bytes(p, uint64(n), a)
	if !ok {
		return nil, refuse(call, ErrInvalidValue, "%d bytes at %p: a part of them is not the program's, or not to be %s", n, p, done[a])
	}
	return b, nil
}

var done = map[hostmem.Access]string{hostmem.Read: "read", hostmem.Write: "written"}

// capturedCopy makes a node of a copy: see captured.
func (c *ctx) capturedCopy(call string, s *stream, dst, src []byte) (taken bool, err error) {
	return c.captured(call, s, func() (work, error) {
		n := int64(len(dst))
		return memcpyWork(call, Copy3D{Dst: DevicePtr(ptx.AddrOf(dst)), Src: DevicePtr(ptx.AddrOf(src)), DstPitch: n, SrcPitch: n, Width: n, Height: 1, Depth: 1})
	})
}

// copies puts a copy into a stream.
func copies(call string, h Stream, dst, src []byte) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if taken, err := c.capturedCopy(call, s, dst, src); taken {
		return err
	}
	return c.do(call, s, func() error {
		copy(dst, src)
		return nil
	})
}

// MemcpyHtoD copies bytes from the program to the device.
func MemcpyHtoD(dst DevicePtr, src unsafe.Pointer, n int64) error {
	return copyHtoD("cuMemcpyHtoD", dst, src, n, 0)
}

// MemcpyHtoDAsync is MemcpyHtoD in a stream. Memory that is not from MemAllocHost is read at
// once, as CUDA does.
func MemcpyHtoDAsync(dst DevicePtr, src unsafe.Pointer, n int64, h Stream) error {
	return copyHtoD("cuMemcpyHtoDAsync", dst, src, n, h)
}

func copyHtoD(call string, dst DevicePtr, src unsafe.Pointer, n int64, h Stream) error {
	if _, err := begin(call); err != nil {
		return err
	}
	to, err := memoryIn(call, dst, n, captures(h))
	if err != nil {
		return err
	}
	from, err := host(call, src, n, hostmem.Read)
	if err != nil {
		return err
	}
	if h > StreamLegacy && !pinned(from) {
		if c, s, err := onStream(call, h); err == nil && s.capture.Load() == nil {
			from = bytes.Clone(from)
		} else if err == nil {
			_, err = c.capturedCopy(call, s, to, from)
			return err
		}
	}
	return copies(call, h, to, from)
}

// MemcpyDtoH copies bytes from the device to the program.
func MemcpyDtoH(dst unsafe.Pointer, src DevicePtr, n int64) error {
	return copyDtoH("cuMemcpyDtoH", dst, src, n, 0)
}

// MemcpyDtoHAsync is MemcpyDtoH in a stream. To memory that is not from MemAllocHost it
// returns when the copy is done, as CUDA does.
func MemcpyDtoHAsync(dst unsafe.Pointer, src DevicePtr, n int64, h Stream) error {
	return copyDtoH("cuMemcpyDtoHAsync", dst, src, n, h)
}

func copyDtoH(call string, dst unsafe.Pointer, src DevicePtr, n int64, h Stream) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	from, err := memoryIn(call, src, n, captures(h))
	if err != nil {
		return err
	}
	to, err := host(call, dst, n, hostmem.Write)
	if err != nil {
		return err
	}
	if err := copies(call, h, to, from); err != nil {
		return err
	}
	if s != nil && !pinned(to) && s.capture.Load() == nil {
		s.wait(s.last())
		c.waited(s)
		return c.err(call)
	}
	return nil
}

// pinned reports whether memory of the program is known to launches.
func pinned(b []byte) bool {
	_, _, ok := bufferAt(ptx.AddrOf(b))
	return ok
}

// MemcpyDtoD copies bytes on the device. The two pieces must not overlap.
func MemcpyDtoD(dst, src DevicePtr, n int64) error { return copyDtoD("cuMemcpyDtoD", dst, src, n, 0) }

// MemcpyDtoDAsync is MemcpyDtoD in a stream.
func MemcpyDtoDAsync(dst, src DevicePtr, n int64, h Stream) error {
	return copyDtoD("cuMemcpyDtoDAsync", dst, src, n, h)
}

func copyDtoD(call string, dst, src DevicePtr, n int64, h Stream) error {
	if _, err := begin(call); err != nil {
		return err
	}
	from, err := memoryIn(call, src, n, captures(h))
	if err != nil {
		return err
	}
	to, err := memoryIn(call, dst, n, captures(h))
	if err != nil {
		return err
	}
	return copies(call, h, to, from)
}

// Memcpy copies bytes between memory that kernels know: of the device, managed or pinned. The
// two pieces must not overlap.
func Memcpy(dst, src DevicePtr, n int64) error { return copyDtoD("cuMemcpy", dst, src, n, 0) }

// MemcpyAsync is Memcpy in a stream.
func MemcpyAsync(dst, src DevicePtr, n int64, h Stream) error {
	return copyDtoD("cuMemcpyAsync", dst, src, n, h)
}

// MemsetD8 sets n bytes.
func MemsetD8(p DevicePtr, value uint8, n int64) error { return set("cuMemsetD8", p, value, n, 0) }

// MemsetD16 sets n numbers of 16 bits. The address must be a multiple of 2.
func MemsetD16(p DevicePtr, value uint16, n int64) error { return set("cuMemsetD16", p, value, n, 0) }

// MemsetD32 sets n numbers of 32 bits. The address must be a multiple of 4.
func MemsetD32(p DevicePtr, value uint32, n int64) error { return set("cuMemsetD32", p, value, n, 0) }

// MemsetD8Async is MemsetD8 in a stream.
func MemsetD8Async(p DevicePtr, value uint8, n int64, h Stream) error {
	return set("cuMemsetD8Async", p, value, n, h)
}

// MemsetD16Async is MemsetD16 in a stream.
func MemsetD16Async(p DevicePtr, value uint16, n int64, h Stream) error {
	return set("cuMemsetD16Async", p, value, n, h)
}

// MemsetD32Async is MemsetD32 in a stream.
func MemsetD32Async(p DevicePtr, value uint32, n int64, h Stream) error {
	return set("cuMemsetD32Async", p, value, n, h)
}

func set[T uint8 | uint16 | uint32](call string, p DevicePtr, value T, n int64, h Stream) error {
	return setRows(call, p, 0, value, n, 1, h)
}

// fill sets all elements, by copies of what is set already.
func fill[T comparable](s []T, value T) {
	if value == *new(T) {
		clear(s)
		return
	}
	n := min(len(s), 256)
	copy(s, slices.Repeat([]T{value}, n))
	for ; 0 < n && n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}
