package driver

import (
	"bytes"
	"math"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestSetRows sets rows, and refuses what is not all there before anything is set.
func TestSetRows(t *testing.T) {
	start(t)
	const size = 4096
	d := alloc(t, size/4)
	for _, s := range []Stream{0, newStream(t, 0)} {
		for _, x := range []struct {
			off, pitch, bytes, width, height int64 // width in elements of so many bytes
			want                             Result
		}{
			{0, 1024, 1, 16, 4, Success}, {100, 7, 1, 7, 10, Success}, {100, 9, 1, 7, 10, Success}, {2, 10, 2, 3, 20, Success}, {8, 16, 4, 4, 3, Success},
			{4096 - 5, 0, 1, 5, 1, Success}, {0, 1 << 62, 1, 4096, 1, Success}, {1, 8, 1, 0, math.MaxInt64, Success}, {1, 8, 1, math.MaxInt64, 0, Success},
			{3072, 1024, 1, 1024, 1, Success}, {3, 1024, 4, 0, 1, ErrInvalidValue},
			{0, 1024, 1, 16, 5, ErrInvalidValue}, {0, 0, 1, 1, 20_000_000, ErrInvalidValue}, {0, 0, 1, 1, math.MaxInt64, ErrInvalidValue},
			{0, 15, 1, 16, 2, ErrInvalidValue}, {0, 1 << 32, 1, 1, 1 << 32, ErrInvalidValue}, {0, math.MaxInt64, 1, 1, math.MaxInt64, ErrInvalidValue},
			{0, 1 << 62, 1, 1, 5, ErrInvalidValue}, {0, 8, 4, 1 << 61, 1, ErrInvalidValue}, {0, 1 << 40, 4, math.MaxInt64, 2, ErrInvalidValue},
			{0, 9, 2, 4, 2, ErrInvalidValue}, {1, 8, 2, 4, 2, ErrInvalidValue}, {2, 8, 4, 2, 1, ErrInvalidValue}, {0, 6, 4, 1, 2, ErrInvalidValue},
			{0, -8, 1, 1, 2, ErrInvalidValue}, {0, 8, 1, -1, 2, ErrInvalidValue}, {0, 8, 1, 1, -2, ErrInvalidValue}, {4096, 1, 1, 1, 1, ErrInvalidValue},
		} {
			ok(t, MemsetD8Async(d, 9, size, s))
			want := bytes.Repeat([]byte{9}, size)
			value := uint32(0x01020304)
			at := d + DevicePtr(x.off)
			var err error
			switch x.bytes {
			case 1:
				err = MemsetD2D8Async(at, x.pitch, uint8(value), x.width, x.height, s)
			case 2:
				err = MemsetD2D16Async(at, x.pitch, uint16(value), x.width, x.height, s)
			case 4:
				err = MemsetD2D32Async(at, x.pitch, value, x.width, x.height, s)
			}
			wants(t, "set", err, x.want)
			if x.want == Success && x.width > 0 {
				for y := range x.height {
					for i := range x.width * x.bytes {
						want[x.off+y*x.pitch+i] = byte(value >> (8 * (i % x.bytes)))
					}
				}
			}
			ok(t, StreamSynchronize(s))
			if got := read[byte](t, d, size); !bytes.Equal(got, want) {
				t.Errorf("%+v: other memory than wanted", x)
			}
		}
	}
	wants(t, "D2D8", MemsetD2D8(d, 0, 1, 1, 2), ErrInvalidValue)
	wants(t, "D2D16", MemsetD2D16(d, 0, 1, 1, 2), ErrInvalidValue)
	wants(t, "D2D32", MemsetD2D32(d, 0, 1, 1, 2), ErrInvalidValue)
	wants(t, "nothing", MemsetD2D32(0, 4, 1, 1, 1), ErrInvalidValue)
}

// TestCopyRows copies rows between memory of all kinds, and refuses what is not all there
// before anything is copied.
func TestCopyRows(t *testing.T) {
	start(t)
	const size = 4096
	memory := func() []DevicePtr {
		pinned := must(t, func() (unsafe.Pointer, error) { return MemAllocHost(size) })
		return []DevicePtr{alloc(t, size/4), DevicePtr(pinned), DevicePtr(ptx.AddrOf(make([]byte, size)))}
	}
	view := func(p DevicePtr) []byte { return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), size) }
	dsts, srcs := memory(), memory()
	keep := [][]byte{view(dsts[2]), view(srcs[2])} // of the Go heap
	for _, s := range []Stream{0, newStream(t, 0), newStream(t, StreamNonBlocking)} {
		for _, dst := range dsts {
			for _, src := range srcs {
				for _, x := range []struct {
					to, toPitch, from, fromPitch, width, height int64
					want                                        Result
				}{
					{0, 64, 5, 70, 60, 10, Success}, {1, 8, 0, 8, 8, 100, Success}, {0, 0, 0, 0, 4096, 1, Success}, {3, 16, 7, 3, 3, 200, Success},
					{0, 1 << 40, 0, 1 << 40, 5, 1, Success}, {0, 8, 0, 8, 0, math.MaxInt64, Success},
					{0, 7, 0, 8, 8, 2, ErrInvalidValue}, {0, 8, 0, 7, 8, 2, ErrInvalidValue}, {0, 0, 0, 0, 1, math.MaxInt64, ErrInvalidValue},
					{0, math.MaxInt64, 0, math.MaxInt64, 1, math.MaxInt64, ErrInvalidValue}, {0, 1 << 31, 0, 1, 1, 2, ErrInvalidValue}, {0, 1, 0, 1 << 31, 1, 2, ErrInvalidValue},
					{0, 8, 0, 8, -1, 2, ErrInvalidValue}, {0, 8, 0, 8, 1, -1, ErrInvalidValue}, {0, -1, 0, 8, 1, 2, ErrInvalidValue}, {0, 8, 0, -8, 1, 2, ErrInvalidValue},
					{-int64(dst), 8, 0, 8, 8, 2, ErrInvalidValue}, {0, 8, -int64(src), 8, 8, 2, ErrInvalidValue},
					{-int64(dst) - 0x10000, 8, 0, 8, 8, 2, ErrInvalidValue}, {0, 8, -int64(src) - 0x10000, 8, 8, 2, ErrInvalidValue},
					{0, 1024, 0, 1024, 16, 5, ErrInvalidValue}, {0, 1024, 0, 16, 16, 5, ErrInvalidValue}, {0, 16, 0, 1024, 16, 5, ErrInvalidValue},
				} {
					if x.height == 5 && (dst == dsts[2] || src == srcs[2]) {
						continue // what is behind a slice of Go is another one
					}
					for i := range size {
						view(src)[i], view(dst)[i] = byte(i*7+i/256), 9
					}
					want := bytes.Clone(view(dst))
					wants(t, "copy", Memcpy2DAsync(dst+DevicePtr(x.to), x.toPitch, src+DevicePtr(x.from), x.fromPitch, x.width, x.height, s), x.want)
					ok(t, StreamSynchronize(s))
					if x.want == Success && x.width > 0 {
						for y := range x.height {
							copy(want[x.to+y*x.toPitch:][:x.width], view(src)[x.from+y*x.fromPitch:])
						}
					}
					if !bytes.Equal(view(dst), want) {
						t.Errorf("%+v: other memory than wanted", x)
					}
				}
			}
		}
	}
	if len(keep[0])+len(keep[1]) != 2*size {
		t.Error("gone")
	}
	wants(t, "copy", Memcpy2D(dsts[0], 0, srcs[0], 0, 1, 2), ErrInvalidValue)
}
