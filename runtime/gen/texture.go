package gen

import (
	"fmt"
	"image"
	"sync"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Sampler says how a texture is sampled. The zero Sampler is that of CUDA:
// coordinates count texels, there is no filter, and outside of the image is its
// edge.
type Sampler = texops.Sampler

// Address is what happens to coordinates outside of the image.
type Address = texops.Address

// The addressing modes. Wrap and mirror need normalised coordinates and are clamp
// without.
const (
	AddressWrap     = texops.Wrap
	AddressClamp    = texops.Clamp
	AddressMirror   = texops.Mirror
	AddressBorder   = texops.Border
	AddressClampOGL = texops.ClampOGL
)

// Filters of samplers.
const (
	FilterPoint  = texops.Point
	FilterLinear = texops.Linear
)

// TextureDesc says how a texture reads an image.
type TextureDesc struct {
	Sampler Sampler
	// Normalized makes 8- and 16-bit integers floats from 0 or -1 to 1, which a
	// linear filter needs.
	Normalized bool
	// SRGB makes normalised bytes linear, but for the fourth channel.
	SRGB bool
}

// Texture is what a .texref or a handle of a texture stands for: an image and how
// it is read. It does not change.
type Texture struct {
	image  *Image
	view   texops.View
	handle atomic.Uint64
}

// NewTexture makes a texture of an image. A linear filter needs texels that read as
// floats, and levels of detail need normalised coordinates.
func NewTexture(m *Image, d TextureDesc) (*Texture, error) {
	t := &Texture{image: m, view: texops.View{Shape: m.shape, Sampler: d.Sampler, Normalized: d.Normalized, SRGB: d.SRGB}}
	s := &m.shape
	switch {
	case !d.Sampler.Complete():
		return nil, fmt.Errorf("texture: the sampler has a mode or a number that does not exist")
	case d.Normalized && (s.Channel.Bytes() > 2 || s.Channel.IsFloat()):
		return nil, fmt.Errorf("texture: texels %s cannot be read as normalised floats, only those of 8 and 16 bits", s.Channel)
	case d.SRGB && !(d.Normalized && s.Channel == ChannelU8):
		return nil, fmt.Errorf("texture: sRGB is for normalised u8")
	case d.Sampler.Filter == FilterLinear && !t.view.Filterable():
		return nil, fmt.Errorf("texture: a linear filter needs floats: set Normalized for %s", s.Channel)
	case s.Levels > 1 && !d.Sampler.Normalized:
		return nil, fmt.Errorf("texture: %d levels of detail need normalised coordinates", s.Levels)
	}
	return t, nil
}

// NewTexture2D makes a texture of a picture, which is copied. Its texels read as
// floats from 0 to 1.
func NewTexture2D(pic image.Image, s Sampler) (*Texture, error) {
	m, err := ImageOf(pic)
	if err != nil {
		return nil, err
	}
	return NewTexture(m, TextureDesc{Sampler: s, Normalized: true})
}

// Image returns the image that the texture reads.
func (t *Texture) Image() *Image { return t.image }

// Handle returns the texture's handle, to be passed as a parameter of 64 bits. It
// keeps the texture alive until Release.
func (t *Texture) Handle() uint64 { return handleOf(&t.handle, textureTag, t) }

// Release gives the handle back, which nothing may use any more.
func (t *Texture) Release() { release(&t.handle) }

// Surface is what a .surfref or a handle of a surface stands for: level 0 of an
// image, to be read and written.
type Surface struct {
	image  *Image
	handle atomic.Uint64
}

// NewSurface makes a surface of an image, which must not be a multi-sample one. A
// cube is accessed as an array of its faces, geometry a2d.
func NewSurface(m *Image) (*Surface, error) {
	if m.shape.Geometry.Multisample() {
		return nil, fmt.Errorf("surface: the image has several samples")
	}
	return &Surface{image: m}, nil
}

// Image returns the image that the surface accesses.
func (s *Surface) Image() *Image { return s.image }

// Handle returns the surface's handle, to be passed as a parameter of 64 bits. It
// keeps the surface alive until Release.
func (s *Surface) Handle() uint64 { return handleOf(&s.handle, surfaceTag, s) }

// Release gives the handle back, which nothing may use any more.
func (s *Surface) Release() { release(&s.handle) }

// SamplerHandle returns the handle of a sampler, to be passed to a kernel in
// independent mode. Equal samplers have one handle, which lives as long as the
// program.
func SamplerHandle(s Sampler) uint64 {
	samplers.Lock()
	defer samplers.Unlock()
	if h, ok := samplers.byValue[s]; ok {
		return h
	}
	h := register64(samplerTag, &s)
	samplers.byValue[s] = h
	return h
}

var samplers = struct {
	sync.Mutex
	byValue map[Sampler]uint64
}{byValue: map[Sampler]uint64{}}

// Handles are numbers that are no addresses of memory: what they stand for in the
// top byte, the place in the table below. References are places in the table of the
// launch.
const (
	refTag     = 0x04 << 56
	textureTag = 0x05 << 56
	samplerTag = 0x06 << 56
	surfaceTag = 0x07 << 56
	tagMask    = 0xff << 56
)

// handles is the table. It is replaced as a whole when it grows, so that threads
// read it without a lock.
var handles struct {
	sync.Mutex
	table atomic.Pointer[[]atomic.Pointer[any]]
	used  int
	free  []uint64
}

func handleOf(cell *atomic.Uint64, tag uint64, x any) uint64 {
	if h := cell.Load(); h != 0 {
		return h
	}
	h := register64(tag, x)
	if !cell.CompareAndSwap(0, h) {
		drop(h)
		return cell.Load()
	}
	return h
}

func release(cell *atomic.Uint64) {
	if h := cell.Swap(0); h != 0 {
		drop(h)
	}
}

// register64 puts an object into the table.
func register64(tag uint64, x any) uint64 {
	handles.Lock()
	defer handles.Unlock()
	var i uint64
	if n := len(handles.free); n > 0 {
		i = handles.free[n-1]
		handles.free = handles.free[:n-1]
	} else {
		i = uint64(handles.used)
		handles.used++
		if old := handles.table.Load(); old == nil || handles.used > len(*old) {
			grown := make([]atomic.Pointer[any], 2*handles.used+14)
			if old != nil {
				for k := range *old {
					grown[k].Store((*old)[k].Load())
				}
			}
			handles.table.Store(&grown)
		}
	}
	(*handles.table.Load())[i].Store(&x)
	return tag | (i + 1)
}

func drop(h uint64) {
	handles.Lock()
	defer handles.Unlock()
	i := h&^tagMask - 1
	(*handles.table.Load())[i].Store(nil)
	handles.free = append(handles.free, i)
}

// byHandle returns what a handle stands for, nil for nothing.
func byHandle(h uint64) any {
	table := handles.table.Load()
	if i := h&^tagMask - 1; table != nil && i < uint64(len(*table)) {
		if p := (*table)[i].Load(); p != nil {
			return *p
		}
	}
	return nil
}

// Compare is the comparison of instructions with a depth: depth OP texel.
type Compare = texops.Compare

// Comparisons of a depth with a texel.
const (
	CompareLess         = texops.Less
	CompareLessEqual    = texops.LessEqual
	CompareEqual        = texops.Equal
	CompareNotEqual     = texops.NotEqual
	CompareGreater      = texops.Greater
	CompareGreaterEqual = texops.GreaterEqual
	CompareAlways       = texops.Always
	CompareNever        = texops.Never
)
