package driver

import (
	"bytes"
	"math"
	"math/bits"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// rows are height rows of width bytes, of which one begins pitch bytes behind the other.
type rows struct {
	first                unsafe.Pointer
	pitch, width, height int64
	known                bool // to kernels
}

// spanned returns how many bytes rows reach over, which are some.
func spanned(pitch, width, height int64) (n int64, ok bool) {
	if pitch < width && height > 1 {
		return 0, false
	}
	over, last := bits.Mul64(uint64(height-1), uint64(pitch))
	if over != 0 || last > uint64(math.MaxInt64-width) {
		return 0, false
	}
	return int64(last) + width, true
}

// rowsAt returns rows at an address, of memory that kernels know or else of the program. All
// of them are there, and may be written where that is wanted.
func rowsAt(call string, p DevicePtr, pitch, width, height int64, a hostmem.Access) (rows, error) {
	n, ok := spanned(pitch, width, height)
	if !ok {
		return rows{}, refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d bytes apart", height, width, pitch)
	}
	r := rows{*(*unsafe.Pointer)(unsafe.Pointer(&p)), pitch, width, height, false}
	if _, _, r.known = ptx.BufferAt(uint64(p)); r.known {
		_, err := memory(call, p, n)
		return r, err
	}
	if !hostmem.Rows(r.first, uint64(pitch), uint64(width), uint64(height), a) {
		return rows{}, refuse(call, ErrInvalidValue, "%d rows of %d bytes at %#x, %d bytes apart: a part of them is not the program's, or not to be %s",
			height, width, uintptr(p), pitch, done[a])
	}
	return r, nil
}

func (r *rows) row(y int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(r.first, y*r.pitch)), r.width)
}

// joined returns the rows as one where there is nothing between them.
func (r rows) joined() rows {
	if r.pitch == r.width {
		r.width, r.height = r.width*r.height, 1
	}
	return r
}

// Memcpy2D copies height rows of width bytes, of which one begins a pitch of bytes behind the
// other, between memory of any kind, as cuMemcpy2D does: an address that kernels do not know
// is one of the program's. The error is ErrInvalidValue for a pitch below the width or above
// MaxPitch, and where a part of the rows is not there; nothing has been copied then. Of one
// row the pitch does not matter. Rows must not overlap.
func Memcpy2D(dst DevicePtr, dstPitch int64, src DevicePtr, srcPitch, width, height int64) error {
	return copyRows("cuMemcpy2D", dst, dstPitch, src, srcPitch, width, height, 0)
}

// Memcpy2DAsync is Memcpy2D in a stream. Of memory of the program that is not pinned the call
// reads at once, and returns when the copy to it is done.
func Memcpy2DAsync(dst DevicePtr, dstPitch int64, src DevicePtr, srcPitch, width, height int64, h Stream) error {
	return copyRows("cuMemcpy2DAsync", dst, dstPitch, src, srcPitch, width, height, h)
}

func copyRows(call string, dst DevicePtr, dstPitch int64, src DevicePtr, srcPitch, width, height int64, h Stream) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	for _, n := range [...]int64{width, height, dstPitch, srcPitch} {
		if n < 0 {
			return refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d and %d bytes apart", height, width, dstPitch, srcPitch)
		}
	}
	if most := int64(attributes[MaxPitch]); height > 1 && max(dstPitch, srcPitch) > most {
		return refuse(call, ErrInvalidValue, "pitches of %d and %d bytes, the largest is %d", dstPitch, srcPitch, most)
	}
	if width == 0 || height == 0 {
		return nil
	}
	from, err := rowsAt(call, src, srcPitch, width, height, hostmem.Read)
	if err != nil {
		return err
	}
	to, err := rowsAt(call, dst, dstPitch, width, height, hostmem.Write)
	if err != nil {
		return err
	}
	if dstPitch == width && srcPitch == width {
		from, to = from.joined(), to.joined()
	}
	if s != nil && !from.known {
		from = from.clone()
	}
	if err := c.do(call, s, func() error {
		for y := range to.height {
			copy(to.row(y), from.row(y))
		}
		return nil
	}); err != nil {
		return err
	}
	if s != nil && !to.known {
		s.wait(s.last())
		return c.err(call)
	}
	return nil
}

// clone returns a copy of the rows, with nothing between them.
func (r *rows) clone() rows {
	var b bytes.Buffer
	b.Grow(int(r.width * r.height))
	for y := range r.height {
		b.Write(r.row(y))
	}
	return rows{unsafe.Pointer(unsafe.SliceData(b.Bytes())), r.width, r.width, r.height, r.known}
}

// MemsetD2D8 sets height rows of width bytes, of which one begins pitch bytes behind the
// other. The error is ErrInvalidValue for a pitch below the width, and where a part of the
// rows is not there; nothing has been set then. Of one row the pitch does not matter.
func MemsetD2D8(p DevicePtr, pitch int64, value uint8, width, height int64) error {
	return setRows("cuMemsetD2D8", p, pitch, value, width, height, 0)
}

// MemsetD2D16 is MemsetD2D8 of rows of numbers of 16 bits. Address and pitch must be
// multiples of 2.
func MemsetD2D16(p DevicePtr, pitch int64, value uint16, width, height int64) error {
	return setRows("cuMemsetD2D16", p, pitch, value, width, height, 0)
}

// MemsetD2D32 is MemsetD2D8 of rows of numbers of 32 bits. Address and pitch must be
// multiples of 4.
func MemsetD2D32(p DevicePtr, pitch int64, value uint32, width, height int64) error {
	return setRows("cuMemsetD2D32", p, pitch, value, width, height, 0)
}

// MemsetD2D8Async is MemsetD2D8 in a stream.
func MemsetD2D8Async(p DevicePtr, pitch int64, value uint8, width, height int64, h Stream) error {
	return setRows("cuMemsetD2D8Async", p, pitch, value, width, height, h)
}

// MemsetD2D16Async is MemsetD2D16 in a stream.
func MemsetD2D16Async(p DevicePtr, pitch int64, value uint16, width, height int64, h Stream) error {
	return setRows("cuMemsetD2D16Async", p, pitch, value, width, height, h)
}

// MemsetD2D32Async is MemsetD2D32 in a stream.
func MemsetD2D32Async(p DevicePtr, pitch int64, value uint32, width, height int64, h Stream) error {
	return setRows("cuMemsetD2D32Async", p, pitch, value, width, height, h)
}

// setRows sets rows of elements.
func setRows[T uint8 | uint16 | uint32](call string, p DevicePtr, pitch int64, value T, width, height int64, h Stream) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	size := int64(unsafe.Sizeof(value))
	if width < 0 || height < 0 || pitch < 0 || width > math.MaxInt64/size {
		return refuse(call, ErrInvalidValue, "%d rows of %d elements, %d bytes apart", height, width, pitch)
	}
	if int64(p)%size != 0 || pitch%size != 0 && height > 1 {
		return refuse(call, ErrInvalidValue, "%#x, or a pitch of %d, is not a multiple of %d", uintptr(p), pitch, size)
	}
	if width == 0 || height == 0 {
		return nil
	}
	n, ok := spanned(pitch, width*size, height)
	if !ok {
		return refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d bytes apart", height, width*size, pitch)
	}
	b, err := memory(call, p, n)
	if err != nil {
		return err
	}
	r := rows{unsafe.Pointer(unsafe.SliceData(b)), pitch, width * size, height, true}.joined()
	return c.do(call, s, func() error {
		for y := range r.height {
			row := r.row(y)
			fill(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(row))), int64(len(row))/size), value)
		}
		return nil
	})
}
