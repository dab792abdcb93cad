package driver

import (
	"math"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// ArrayFormat is a CUarray_format: the type of a channel.
type ArrayFormat uint32

// The formats of arrays.
const (
	FormatUnsignedInt8  ArrayFormat = 0x01
	FormatUnsignedInt16 ArrayFormat = 0x02
	FormatUnsignedInt32 ArrayFormat = 0x03
	FormatSignedInt8    ArrayFormat = 0x08
	FormatSignedInt16   ArrayFormat = 0x09
	FormatSignedInt32   ArrayFormat = 0x0a
	FormatHalf          ArrayFormat = 0x10
	FormatFloat         ArrayFormat = 0x20
)

var channels = map[ArrayFormat]ptx.Channel{
	FormatUnsignedInt8: ptx.ChannelU8, FormatUnsignedInt16: ptx.ChannelU16, FormatUnsignedInt32: ptx.ChannelU32,
	FormatSignedInt8: ptx.ChannelS8, FormatSignedInt16: ptx.ChannelS16, FormatSignedInt32: ptx.ChannelS32,
	FormatHalf: ptx.ChannelF16, FormatFloat: ptx.ChannelF32,
}

// ArrayFlags say what an array is.
type ArrayFlags uint32

// The flags of arrays. Those that are not of a geometry change nothing: an array can be a surface, be
// gathered from, and hold depths in any case.
const (
	ArrayLayered     ArrayFlags = 0x01
	ArraySurfaceLdSt ArrayFlags = 0x02
	ArrayCubemap     ArrayFlags = 0x04
	ArrayGather      ArrayFlags = 0x08
	ArrayDepth       ArrayFlags = 0x10
	ArrayColor       ArrayFlags = 0x20

	arraySparse   ArrayFlags = 0x40 // its memory is mapped by tiles
	arrayDeferred ArrayFlags = 0x80 // its memory is mapped later
)

// unsupported reports whether CUDA has arrays of a format that this device has none of: several planes, texels
// that are compressed, or that always read as floats.
func (f ArrayFormat) unsupported() bool {
	const planes, firstNorm, lastNorm, firstBlock, lastBlock = 0xb0, 0xc0, 0xcb, 0x91, 0x9d
	return f == planes || firstNorm <= f && f <= lastNorm || firstBlock <= f && f <= lastBlock
}

// ArrayDesc is a CUDA_ARRAY3D_DESCRIPTOR. Height and Depth are 0 for dimensions that an array does not have;
// Depth is the number of layers of one that has some, six for each cube.
type ArrayDesc struct {
	Width, Height, Depth int64
	Format               ArrayFormat
	Channels             uint32
	Flags                ArrayFlags
}

// shape is that of an image.
func (d ArrayDesc) shape(call string, levels int) (ptx.Shape, error) {
	channel, ok := channels[d.Format]
	if d.Format.unsupported() {
		return ptx.Shape{}, refuse(call, ErrNotSupported, "the format %#x of an array", uint32(d.Format))
	}
	if !ok {
		return ptx.Shape{}, refuse(call, ErrInvalidValue, "the format %#x of an array", uint32(d.Format))
	}
	switch more := d.Flags &^ (ArrayLayered | ArraySurfaceLdSt | ArrayCubemap | ArrayGather | ArrayDepth | ArrayColor); {
	case more&^(arraySparse|arrayDeferred) != 0:
		return ptx.Shape{}, refuse(call, ErrInvalidValue, "the flags %#x of an array", uint32(d.Flags))
	case more != 0:
		return ptx.Shape{}, refuse(call, ErrNotSupported, "the flags %#x of an array: it has all its memory from the beginning", uint32(d.Flags))
	}
	if max(d.Width, d.Height, d.Depth) > math.MaxInt32 || min(d.Width, d.Height, d.Depth) < 0 {
		return ptx.Shape{}, refuse(call, ErrInvalidValue, "an array of %d by %d by %d", d.Width, d.Height, d.Depth)
	}
	w, h, n := int(d.Width), int(d.Height), int(d.Depth)
	s := ptx.Shape{Width: w, Height: h, Levels: levels, Channel: channel, Channels: int(d.Channels)}
	switch layered := d.Flags&ArrayLayered != 0; {
	case d.Flags&ArrayCubemap != 0:
		s.Geometry = ptx.GeomCube
		if layered {
			s.Geometry, s.Layers = ptx.GeomACube, n/6
		}
		if n == 0 || n%6 != 0 || n > 6 && !layered {
			return s, refuse(call, ErrInvalidValue, "a cube has six faces, not %d", n)
		}
	case layered && h == 0:
		s.Geometry, s.Layers = ptx.GeomA1D, n
	case layered:
		s.Geometry, s.Layers = ptx.GeomA2D, n
	case h == 0 && n == 0:
		s.Geometry = ptx.Geom1D
	case n == 0:
		s.Geometry = ptx.Geom2D
	default:
		s.Geometry, s.Depth = ptx.Geom3D, n
	}
	if err := s.Complete(); err != nil {
		return s, &Error{call, ErrInvalidValue, err}
	}
	return s, nil
}

// array is memory with a shape, or a level of a mipmap.
type array struct {
	c     *ctx
	desc  ArrayDesc
	shape ptx.Shape
	image *ptx.Image
	first DevicePtr
	of    *mipmap
}

// mipmap is an image with levels.
type mipmap struct {
	c      *ctx
	desc   ArrayDesc
	image  *ptx.Image
	first  DevicePtr
	levels []Array // which have been asked for, by their numbers
}

// newImage allocates the memory of an image.
func (c *ctx) newImage(call string, s ptx.Shape) (*ptx.Image, DevicePtr, error) {
	n := int64(s.Bytes())
	p, err := c.alloc(call, n, allocation{kind: arrayMemory})
	if err != nil {
		return nil, 0, err
	}
	image, err := imageAt(call, s, p)
	return image, p, err
}

// imageAt is an image over memory of the device.
func imageAt(call string, s ptx.Shape, p DevicePtr) (*ptx.Image, error) {
	b, err := memory(call, p, int64(s.Bytes()))
	if err != nil {
		return nil, err
	}
	image, err := ptx.ImageOver(s, b)
	if err != nil {
		return nil, &Error{call, ErrInvalidValue, err}
	}
	return image, nil
}

// ArrayCreate makes an array of zeros, as cuArray3DCreate does.
func ArrayCreate(d ArrayDesc) (Array, error) {
	const call = "cuArrayCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	s, err := d.shape(call, 1)
	if err != nil {
		return 0, err
	}
	image, p, err := c.newImage(call, s)
	if err != nil {
		return 0, err
	}
	h := arrays.add(&array{c: c, desc: d, shape: s, image: image, first: p})
	c.keep(uintptr(h), func() { arrays.drop(h) })
	return h, nil
}

func onArray(call string, h Array) (*array, error) {
	if _, err := begin(call); err != nil {
		return nil, err
	}
	return arrays.find(call, h, "array", ErrInvalidHandle)
}

// ArrayGetDescriptor returns what an array was made of; for a level of a mipmapped array, with its size.
func ArrayGetDescriptor(h Array) (ArrayDesc, error) {
	a, err := onArray("cuArrayGetDescriptor", h)
	if err != nil {
		return ArrayDesc{}, err
	}
	return a.desc, nil
}

// ArrayDestroy frees an array, after everything that was put into streams is done. The level of a mipmapped
// array is not to be destroyed by itself: the error is ErrInvalidValue.
func ArrayDestroy(h Array) error {
	const call = "cuArrayDestroy"
	a, err := onArray(call, h)
	if err != nil {
		return err
	}
	if a.of != nil {
		return refuse(call, ErrInvalidValue, "the array is a level of a mipmapped array")
	}
	if err := a.c.free(call, a.first, ErrInvalidValue, arrayMemory); err != nil {
		return err
	}
	arrays.drop(h)
	a.c.forget(uintptr(h))
	return nil
}

// ArrayLacks is the error of a call that asks for what no array has: tiles, memory that is mapped later, planes.
// It is ErrInvalidValue, as of arrays on GPUs that were not made so.
func ArrayLacks(call string, h Array, what string) error {
	if _, err := onArray(call, h); err != nil {
		return err
	}
	return refuse(call, ErrInvalidValue, "the array has no %s", what)
}

// MipmappedArrayLacks is ArrayLacks of a mipmapped array.
func MipmappedArrayLacks(call string, h MipmappedArray, what string) error {
	if _, err := onMipmap(call, h); err != nil {
		return err
	}
	return refuse(call, ErrInvalidValue, "the array has no %s", what)
}

// ArrayMemory returns where the first texel of an array lies, and how many bytes its rows and how many rows
// its slices (layers, faces) are apart, for copies: Copy3D takes them as an end. n is the number of slices.
func ArrayMemory(h Array) (p DevicePtr, pitch, height, n int64, err error) {
	a, err := onArray("ArrayMemory", h)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	return a.first, int64(a.shape.Width * a.shape.TexelBytes()), max(a.desc.Height, 1), max(a.desc.Depth, 1), nil
}

// MipmappedArrayCreate makes an image of zeros with levels of detail, as many as there can be if that are less.
func MipmappedArrayCreate(d ArrayDesc, levels int) (MipmappedArray, error) {
	const call = "cuMipmappedArrayCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if levels < 1 {
		return 0, refuse(call, ErrInvalidValue, "%d levels", levels)
	}
	most, side := 0, max(d.Width, d.Height)
	if d.Flags&ArrayLayered == 0 {
		side = max(side, d.Depth)
	}
	for ; side > 0; side >>= 1 {
		most++
	}
	levels = min(levels, most)
	s, err := d.shape(call, levels)
	if err != nil {
		return 0, err
	}
	image, p, err := c.newImage(call, s)
	if err != nil {
		return 0, err
	}
	m := &mipmap{c: c, desc: d, image: image, first: p, levels: make([]Array, levels)}
	h := mipmaps.add(m)
	c.keep(uintptr(h), func() { m.drop(h) })
	return h, nil
}

func (m *mipmap) drop(h MipmappedArray) {
	for _, l := range m.levels {
		arrays.drop(l)
	}
	mipmaps.drop(h)
}

func onMipmap(call string, h MipmappedArray) (*mipmap, error) {
	if _, err := begin(call); err != nil {
		return nil, err
	}
	return mipmaps.find(call, h, "mipmapped array", ErrInvalidHandle)
}

// MipmappedArrayGetLevel returns a level as an array, the same one each time, which lasts as long as all of
// them.
func MipmappedArrayGetLevel(h MipmappedArray, level int) (Array, error) {
	const call = "cuMipmappedArrayGetLevel"
	m, err := onMipmap(call, h)
	if err != nil {
		return 0, err
	}
	if level < 0 || level >= len(m.levels) {
		return 0, refuse(call, ErrInvalidValue, "level %d of %d", level, len(m.levels))
	}
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	if m.levels[level] != 0 {
		return m.levels[level], nil
	}
	d := m.desc
	for i, n := range []*int64{&d.Width, &d.Height, &d.Depth} {
		if *n > 0 && (i < 2 || d.Flags&(ArrayLayered|ArrayCubemap) == 0) {
			*n = max(*n>>level, 1)
		}
	}
	s, err := d.shape(call, 1)
	if err != nil {
		return 0, err
	}
	b := m.image.Level(level)
	p := DevicePtr(ptx.AddrOf(b))
	image, err := imageAt(call, s, p)
	if err != nil {
		return 0, err
	}
	m.levels[level] = arrays.add(&array{c: m.c, desc: d, shape: s, image: image, first: p, of: m})
	return m.levels[level], nil
}

// MipmappedArrayDestroy frees all levels.
func MipmappedArrayDestroy(h MipmappedArray) error {
	const call = "cuMipmappedArrayDestroy"
	m, err := onMipmap(call, h)
	if err != nil {
		return err
	}
	if err := m.c.free(call, m.first, ErrInvalidValue, arrayMemory); err != nil {
		return err
	}
	m.drop(h)
	m.c.forget(uintptr(h))
	return nil
}

// MemcpyHtoA copies bytes from the program to an array, beginning at an offset in its first row.
func MemcpyHtoA(dst Array, offset int64, src unsafe.Pointer, n int64, h Stream) error {
	p, err := arrayPlace("cuMemcpyHtoA", dst, offset, n)
	if err != nil {
		return err
	}
	return copyHtoD("cuMemcpyHtoA", p, src, n, h)
}

// MemcpyAtoH copies bytes from an array to the program.
func MemcpyAtoH(dst unsafe.Pointer, src Array, offset, n int64, h Stream) error {
	p, err := arrayPlace("cuMemcpyAtoH", src, offset, n)
	if err != nil {
		return err
	}
	return copyDtoH("cuMemcpyAtoH", dst, p, n, h)
}

// MemcpyDtoA copies bytes on the device to an array.
func MemcpyDtoA(dst Array, offset int64, src DevicePtr, n int64) error {
	p, err := arrayPlace("cuMemcpyDtoA", dst, offset, n)
	if err != nil {
		return err
	}
	return copyDtoD("cuMemcpyDtoA", p, src, n, 0)
}

// MemcpyAtoD copies bytes of an array on the device.
func MemcpyAtoD(dst DevicePtr, src Array, offset, n int64) error {
	p, err := arrayPlace("cuMemcpyAtoD", src, offset, n)
	if err != nil {
		return err
	}
	return copyDtoD("cuMemcpyAtoD", dst, p, n, 0)
}

// MemcpyAtoA copies bytes from one array to another.
func MemcpyAtoA(dst Array, dstOffset int64, src Array, srcOffset, n int64) error {
	p, err := arrayPlace("cuMemcpyAtoA", src, srcOffset, n)
	if err != nil {
		return err
	}
	return MemcpyDtoA(dst, dstOffset, p, n)
}

// arrayPlace is the address of bytes in the rows of an array.
func arrayPlace(call string, h Array, offset, n int64) (DevicePtr, error) {
	a, err := onArray(call, h)
	if err != nil {
		return 0, err
	}
	if all := int64(a.shape.Bytes()); offset < 0 || n < 0 || n > all || offset > all-n {
		return 0, refuse(call, ErrInvalidValue, "%d bytes from %d of an array of %d", n, offset, all)
	}
	return a.first + DevicePtr(offset), nil
}
