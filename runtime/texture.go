package runtime

import (
	"fmt"
	"image"

	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// TextureDesc says how a texture reads an image.
type TextureDesc struct {
	Sampler Sampler // how coordinates become texels

	// Normalized makes integers of 8 and 16 bits floats from 0 or -1 to 1, which a linear filter
	// needs.
	Normalized bool

	// SRGB makes normalised bytes linear, except the fourth channel.
	SRGB bool
}

// Texture is what a .texref or a handle of a texture stands for: an image and how it is
// read. It does not change.
type Texture struct {
	image *Image
	what  handle.Texture
	cell  handle.Cell
}

// NewTexture makes a texture of an image. A linear filter needs texels that read as
// floats, and levels of detail need normalised coordinates; the error says what does not fit.
func NewTexture(m *Image, d TextureDesc) (*Texture, error) {
	t := &Texture{image: m, what: handle.Texture{Mem: m.mem,
		View: texops.View{Shape: m.shape, Sampler: d.Sampler.ops(), Normalized: d.Normalized, SRGB: d.SRGB}}}
	view := &t.what.View
	switch s := &m.shape; {
	case !view.Sampler.Complete():
		return nil, fmt.Errorf("texture: the sampler has a mode or a number that does not exist")
	case d.Normalized && (s.Channel.Bytes() > 2 || s.Channel.IsFloat()):
		return nil, fmt.Errorf("texture: texels %s cannot be read as normalised floats, only those of 8 and 16 bits", s.Channel)
	case d.SRGB && !(d.Normalized && s.Channel == texops.U8):
		return nil, fmt.Errorf("texture: sRGB is for normalised u8")
	case d.Sampler.Filter == FilterLinear && !view.Filterable():
		return nil, fmt.Errorf("texture: a linear filter needs floats: set Normalized for %s", s.Channel)
	case s.Levels > 1 && !d.Sampler.Normalized:
		return nil, fmt.Errorf("texture: %d levels of detail need normalised coordinates", s.Levels)
	}
	return t, nil
}

// NewTexture2D makes a texture of a picture, which is copied. Its texels read as floats
// from 0 to 1.
func NewTexture2D(pic image.Image, s Sampler) (*Texture, error) {
	m, err := ImageOf(pic)
	if err != nil {
		return nil, err
	}
	return NewTexture(m, TextureDesc{Sampler: s, Normalized: true})
}

// Image returns the image that the texture reads.
func (t *Texture) Image() *Image { return t.image }

// Handle returns the texture's handle, to be passed to a kernel in independent or unified mode as a
// parameter of 64 bits. It keeps the texture alive until Release.
func (t *Texture) Handle() uint64 { return t.cell.Of(handle.TextureTag, &t.what) }

// Release gives the handle back. Nothing may use it any more.
func (t *Texture) Release() { t.cell.Release() }

// object is what a reference or the handle stands for, nil of no texture.
func (t *Texture) object() any {
	if t == nil {
		return nil
	}
	return &t.what
}

// Surface is what a .surfref or a handle of a surface stands for: level 0 of an image, to be
// read and written.
type Surface struct {
	image *Image
	what  handle.Surface
	cell  handle.Cell
}

// NewSurface makes a surface of an image, which must not be a multi-sample one. A cube is
// accessed as an array of its faces, geometry a2d.
func NewSurface(m *Image) (*Surface, error) {
	if m.shape.Geometry.Multisample() {
		return nil, fmt.Errorf("surface: the image has several samples")
	}
	if m.shape.Pitch != 0 {
		return nil, fmt.Errorf("surface: there are gaps between the rows of the image")
	}
	return &Surface{image: m, what: handle.Surface{Shape: m.shape, Mem: m.mem}}, nil
}

// Image returns the image that the surface accesses.
func (s *Surface) Image() *Image { return s.image }

// Handle returns the surface's handle, to be passed to a kernel as a parameter of 64 bits. It keeps the
// surface alive until Release.
func (s *Surface) Handle() uint64 { return s.cell.Of(handle.SurfaceTag, &s.what) }

// Release gives the handle back. Nothing may use it any more.
func (s *Surface) Release() { s.cell.Release() }

// object is what a reference or the handle stands for, nil of no surface.
func (s *Surface) object() any {
	if s == nil {
		return nil
	}
	return &s.what
}
