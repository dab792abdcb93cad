package runtime

import (
	"image"

	"github.com/ptx2go/ptx2go/runtime/gen"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Image is memory that kernels see as texels: through a [Texture], which reads and
// filters, and through a [Surface], which reads and writes. Any number of textures and
// surfaces may share it. Bytes, Level and Picture show what is in it.
type Image = gen.Image

// Shape is the geometry, size and texel format of an [Image].
type Shape = texops.Shape

// Geometry is the geometry of an image.
type Geometry = texops.Geometry

// The geometries of images.
const (
	Geom1D    = texops.Geom1D
	Geom2D    = texops.Geom2D
	Geom3D    = texops.Geom3D
	GeomA1D   = texops.GeomA1D // layers of 1d
	GeomA2D   = texops.GeomA2D
	GeomCube  = texops.GeomCube
	GeomACube = texops.GeomACube
	Geom2DMS  = texops.Geom2DMS // several samples a texel
	GeomA2DMS = texops.GeomA2DMS
)

// Channel is the type of one channel of a texel.
type Channel = texops.Channel

// Channels of the formats of texels.
const (
	ChannelU8  = texops.U8
	ChannelS8  = texops.S8
	ChannelU16 = texops.U16
	ChannelS16 = texops.S16
	ChannelU32 = texops.U32
	ChannelS32 = texops.S32
	ChannelF16 = texops.F16
	ChannelF32 = texops.F32
)

// NewImage makes an image of zeros. The error says what is wrong with the shape.
func NewImage(shape Shape) (*Image, error) { return gen.NewImage(shape) }

// ImageOver makes an image of the elements of a slice, without copying them: what a
// surface writes, the slice has. It must have the bytes that the shape needs: level by
// level, in each slice by slice (layers, faces, samples), in each the texels, x fastest.
func ImageOver[T any](shape Shape, data []T) (*Image, error) { return gen.ImageOver(shape, data) }

// ImageCopy is ImageOver with memory of its own.
func ImageCopy[T any](shape Shape, data []T) (*Image, error) { return gen.ImageCopy(shape, data) }

// ImageOf makes a 2d image of a picture: one channel of bytes or 16 bits for *image.Gray
// and *image.Gray16, four of 16 bits for *image.RGBA64 and *image.NRGBA64, and four of
// bytes, in the order r g b a, for all others. Alpha is as it is in *image.RGBA and
// *image.NRGBA; other pictures become the latter.
func ImageOf(pic image.Image) (*Image, error) { return gen.ImageOf(pic) }

// Texture is what a .texref or a handle of a texture stands for: an image and how it is
// read. It does not change. Handle is what a kernel in independent or unified mode is given.
type Texture = gen.Texture

// TextureDesc says how a texture reads an image: its Sampler, whether integers are read as
// Normalized floats, and whether SRGB bytes become linear.
type TextureDesc = gen.TextureDesc

// NewTexture makes a texture of an image. A linear filter needs texels that read as
// floats, and levels of detail need normalised coordinates.
func NewTexture(m *Image, d TextureDesc) (*Texture, error) { return gen.NewTexture(m, d) }

// NewTexture2D makes a texture of a picture, which is copied. Its texels read as floats
// from 0 to 1.
func NewTexture2D(pic image.Image, s Sampler) (*Texture, error) { return gen.NewTexture2D(pic, s) }

// Sampler says how a texture is sampled. The zero Sampler is that of CUDA: coordinates
// count texels, there is no filter, and outside of the image is its edge.
type Sampler = texops.Sampler

// SamplerHandle returns the handle of a sampler, to be passed to a kernel in independent
// mode. Equal samplers have one handle, which lives as long as the program.
func SamplerHandle(s Sampler) uint64 { return gen.SamplerHandle(s) }

// Address is what happens to coordinates outside of the image.
type Address = texops.Address

// The addressing modes. Wrap and mirror need normalised coordinates and are clamp without.
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

// Compare is the comparison of a [Sampler] with a depth: depth OP texel.
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

// Surface is what a .surfref or a handle of a surface stands for: an image that kernels
// read and write. Handle is what a kernel is given.
type Surface = gen.Surface

// NewSurface makes a surface of an image, which must not be a multi-sample one. A cube is
// accessed as an array of its faces, geometry a2d.
func NewSurface(m *Image) (*Surface, error) { return gen.NewSurface(m) }
