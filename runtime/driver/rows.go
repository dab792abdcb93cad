package driver

import (
	"bytes"
	"math"
	"math/bits"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// rows are depth slices, a slice of bytes apart, of height rows of width bytes, a pitch of
// bytes apart.
type rows struct {
	first                              unsafe.Pointer
	pitch, slice, width, height, depth int64
	known                              bool // to kernels
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

// find sets first and known for rows at an address, of memory that kernels know or else of the
// program. All of them are there, and may be written where that is wanted.
func (r *rows) find(call string, p DevicePtr, a hostmem.Access, planned bool) error {
	n, ok := spanned(r.pitch, r.width, r.height)
	if ok {
		n, ok = spanned(r.slice, n, r.depth)
	}
	if !ok {
		return refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d bytes apart, in %d slices, %d bytes apart", r.height, r.width, r.pitch, r.depth, r.slice)
	}
	r.first = *(*unsafe.Pointer)(unsafe.Pointer(&p))
	_, _, r.known = ptx.BufferAt(uint64(p))
	if !r.known {
		_, _, r.known = promised(p, planned)
	}
	if r.known {
		_, err := memoryIn(call, p, n, planned)
		return err
	}
	for z := range r.depth {
		over, off := bits.Mul64(uint64(z), uint64(r.slice))
		if over != 0 || uint64(p)+off < off || !hostmem.Rows(unsafe.Add(r.first, off), uint64(r.pitch), uint64(r.width), uint64(r.height), a) {
			return refuse(call, ErrInvalidValue, "%d rows of %d bytes at %#x, %d bytes apart: a part of them is not the program's, or not to be %s",
				r.height, r.width, uintptr(p), r.pitch, done[a])
		}
	}
	return nil
}

func (r *rows) row(y, z int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(r.first, z*r.slice+y*r.pitch)), r.width)
}

// joined returns the rows as one where there is nothing between them.
func (r rows) joined() rows {
	if r.pitch == r.width && (r.depth == 1 || r.slice == r.width*r.height) {
		r.width, r.height, r.depth = r.width*r.height*r.depth, 1, 1
	}
	return r
}

// Memcpy2D copies height rows of width bytes between memory of any kind, as cuMemcpy2D does; each
// row begins a pitch of bytes after the one before. An address that kernels do not know is one of
// the program's. The error is ErrInvalidValue, and nothing is copied, if a pitch is below the width
// or above MaxPitch, or if a part of the rows is not mapped. The pitch of a single row does not
// matter. Rows must not overlap.
func Memcpy2D(dst DevicePtr, dstPitch int64, src DevicePtr, srcPitch, width, height int64) error {
	return copyBox("cuMemcpy2D", &Copy3D{Dst: dst, Src: src, DstPitch: dstPitch, SrcPitch: srcPitch, Width: width, Height: height, Depth: 1}, 0)
}

// Memcpy2DAsync is Memcpy2D in a stream. Memory of the program that is not pinned is read before
// the call returns; a copy to such memory is done when it returns.
func Memcpy2DAsync(dst DevicePtr, dstPitch int64, src DevicePtr, srcPitch, width, height int64, h Stream) error {
	return copyBox("cuMemcpy2DAsync", &Copy3D{Dst: dst, Src: src, DstPitch: dstPitch, SrcPitch: srcPitch, Width: width, Height: height, Depth: 1}, h)
}

// Copy3D says what Memcpy3D copies: Depth slices of Height rows of Width bytes. The first row
// begins at Dst and Src. Each row begins DstPitch or SrcPitch bytes after the one before, each
// slice DstHeight or SrcHeight rows after the one before.
type Copy3D struct {
	Dst, Src             DevicePtr
	DstPitch, SrcPitch   int64
	DstHeight, SrcHeight int64
	Width, Height, Depth int64
}

// Memcpy3D is Memcpy2D of several slices.
func Memcpy3D(x Copy3D) error { return copyBox("cuMemcpy3D", &x, 0) }

// Memcpy3DAsync is Memcpy2DAsync of several slices.
func Memcpy3DAsync(x Copy3D, h Stream) error { return copyBox("cuMemcpy3DAsync", &x, h) }

// find returns the rows that are copied, and those that they are copied to; none where the
// copy is empty. See memoryIn.
func (x *Copy3D) find(call string, planned bool) (to, from rows, err error) {
	for _, n := range [...]int64{x.Width, x.Height, x.Depth, x.DstPitch, x.SrcPitch, x.DstHeight, x.SrcHeight} {
		if n < 0 {
			return to, from, refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d and %d bytes apart", x.Height, x.Width, x.DstPitch, x.SrcPitch)
		}
	}
	if most := int64(attributes[MaxPitch]); x.Height > 1 && max(x.DstPitch, x.SrcPitch) > most {
		return to, from, refuse(call, ErrInvalidValue, "pitches of %d and %d bytes, the largest is %d", x.DstPitch, x.SrcPitch, most)
	}
	if x.Width == 0 || x.Height == 0 || x.Depth == 0 {
		return rows{}, rows{}, nil
	}
	if x.Depth == 1 {
		x.DstHeight, x.SrcHeight = x.Height, x.Height
	}
	for _, end := range [...]struct {
		r             *rows
		pitch, height int64
		at            DevicePtr
		access        hostmem.Access
	}{{&from, x.SrcPitch, x.SrcHeight, x.Src, hostmem.Read}, {&to, x.DstPitch, x.DstHeight, x.Dst, hostmem.Write}} {
		over, slice := bits.Mul64(uint64(end.pitch), uint64(end.height))
		if over != 0 || slice > math.MaxInt64 || end.height < x.Height {
			return to, from, refuse(call, ErrInvalidValue, "slices of %d rows, %d bytes apart", end.height, end.pitch)
		}
		*end.r = rows{pitch: end.pitch, slice: int64(slice), width: x.Width, height: x.Height, depth: x.Depth}
		if err := end.r.find(call, end.at, end.access, planned); err != nil {
			return to, from, err
		}
	}
	if x.DstPitch == x.Width && x.SrcPitch == x.Width && to.slice == from.slice {
		from, to = from.joined(), to.joined()
	}
	return to, from, nil
}

func copyBox(call string, x *Copy3D, h Stream) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	to, from, err := x.find(call, captures(h))
	if err != nil || to.depth == 0 {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) { return memcpyWork(call, *x) }); taken {
		return err
	}
	if s != nil && !from.known {
		from = from.clone()
	}
	if err := c.do(call, s, func() error { return to.copy(from) }); err != nil {
		return err
	}
	if s != nil && !to.known {
		s.wait(s.last())
		c.waited(s)
		return c.err(call)
	}
	return nil
}

// copy copies as many rows of the same width.
func (r *rows) copy(from rows) error {
	for z := range r.depth {
		for y := range r.height {
			copy(r.row(y, z), from.row(y, z))
		}
	}
	return nil
}

// clone returns a copy of the rows, with nothing between them.
func (r *rows) clone() rows {
	var b bytes.Buffer
	b.Grow(int(r.width * r.height * r.depth))
	for z := range r.depth {
		for y := range r.height {
			b.Write(r.row(y, z))
		}
	}
	return rows{unsafe.Pointer(unsafe.SliceData(b.Bytes())), r.width, r.width * r.height, r.width, r.height, r.depth, r.known}
}

// MemsetD2D8 sets height rows of width bytes, each of which begins pitch bytes after the one
// before. The error is ErrInvalidValue, and nothing is set, if the pitch is below the width or a
// part of the rows is not mapped. The pitch of a single row does not matter.
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
	do, err := fillRows(call, p, pitch, value, width, height, captures(h))
	if err != nil || width == 0 || height == 0 {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) {
		return memsetWork(call, MemsetNodeParams{p, pitch, uint32(value), int(unsafe.Sizeof(value)), width, height})
	}); taken {
		return err
	}
	return c.do(call, s, do)
}

// fillRows returns what sets rows of elements, which are there.
func fillRows[T uint8 | uint16 | uint32](call string, p DevicePtr, pitch int64, value T, width, height int64, planned bool) (func() error, error) {
	size := int64(unsafe.Sizeof(value))
	if width < 0 || height < 0 || pitch < 0 || width > math.MaxInt64/size {
		return nil, refuse(call, ErrInvalidValue, "%d rows of %d elements, %d bytes apart", height, width, pitch)
	}
	if int64(p)%size != 0 || pitch%size != 0 && height > 1 {
		return nil, refuse(call, ErrInvalidValue, "%#x, or a pitch of %d, is not a multiple of %d", uintptr(p), pitch, size)
	}
	if width == 0 || height == 0 {
		return nothing, nil
	}
	n, ok := spanned(pitch, width*size, height)
	if !ok {
		return nil, refuse(call, ErrInvalidValue, "%d rows of %d bytes, %d bytes apart", height, width*size, pitch)
	}
	b, err := memoryIn(call, p, n, planned)
	if err != nil {
		return nil, err
	}
	r := rows{unsafe.Pointer(unsafe.SliceData(b)), pitch, n, width * size, height, 1, true}.joined()
	return func() error {
		for y := range r.height {
			row := r.row(y, 0)
			fill(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(row))), int64(len(row))/size), value)
		}
		return nil
	}, nil
}
