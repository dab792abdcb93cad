package runtime

import (
	"fmt"
	"image"
	"image/color"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Image is memory that kernels see as texels: through a [Texture], which reads and
// filters, and through a [Surface], which reads and writes. Any number of textures
// and surfaces may share it.
type Image struct {
	shape texops.Shape
	mem   Buffer
}

// NewImage makes an image of zeros. The error says what is wrong with the shape.
func NewImage(shape Shape) (*Image, error) {
	s, err := shape.complete()
	if err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	return &Image{s, memory.Aligned(s.Bytes(), memory.Align)}, nil
}

// ImageOver makes an image of the elements of a slice, without copying them: what a
// surface writes, the slice has. It must have the bytes that the shape needs: level
// by level, in each slice by slice (layers, faces, samples), in each the texels, x
// fastest.
func ImageOver[T any](shape Shape, data []T) (*Image, error) {
	memory.MustBePlain[T]()
	s, err := shape.complete()
	if err != nil {
		return nil, fmt.Errorf("image: %w", err)
	}
	mem := BytesOf(data)
	if need := s.Bytes(); len(mem) != need {
		return nil, fmt.Errorf("image: %d bytes for a shape of %d", len(mem), need)
	}
	if align := uintptr(s.TexelBytes()); len(mem) > 0 && uintptr(unsafe.Pointer(&mem[0]))&(align-1) != 0 && unsafe.Alignof(*new(T)) > 1 {
		return ImageCopy(shape, data)
	}
	return &Image{s, mem}, nil
}

// ImageCopy is [ImageOver] with memory of its own.
func ImageCopy[T any](shape Shape, data []T) (*Image, error) {
	m, err := NewImage(shape)
	if err != nil {
		return nil, err
	}
	src := BytesOf(data)
	if len(src) != len(m.mem) {
		return nil, fmt.Errorf("image: %d bytes for a shape of %d", len(src), len(m.mem))
	}
	copy(m.mem, src)
	return m, nil
}

// ImageOf makes a 2d image of a picture: one channel of bytes or 16 bits for
// *image.Gray and *image.Gray16, four of 16 bits for *image.RGBA64 and
// *image.NRGBA64, and four of bytes, in the order r g b a, for all others. Alpha is
// kept as it is in *image.RGBA and *image.NRGBA; other pictures become the latter.
func ImageOf(pic image.Image) (*Image, error) {
	r := pic.Bounds()
	shape := Shape{Geometry: Geom2D, Width: r.Dx(), Height: r.Dy(), Channel: ChannelU8, Channels: 4}
	rows := func(pix []byte, stride, offset int, swap bool) (*Image, error) {
		m, err := NewImage(shape)
		if err != nil {
			return nil, err
		}
		n := shape.Width * shape.TexelBytes()
		for y := range shape.Height {
			row := m.mem[y*n:][:n]
			copy(row, pix[offset+y*stride:])
			for i := 0; swap && i < n; i += 2 {
				row[i], row[i+1] = row[i+1], row[i]
			}
		}
		return m, nil
	}
	switch p := pic.(type) {
	case *image.Gray:
		shape.Channels = 1
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), false)
	case *image.Gray16:
		shape.Channel, shape.Channels = ChannelU16, 1
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), true)
	case *image.RGBA64:
		shape.Channel = ChannelU16
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), true)
	case *image.NRGBA64:
		shape.Channel = ChannelU16
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), true)
	case *image.RGBA:
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), false)
	case *image.NRGBA:
		return rows(p.Pix, p.Stride, p.PixOffset(r.Min.X, r.Min.Y), false)
	}
	m, err := NewImage(shape)
	if err != nil {
		return nil, err
	}
	for y := range shape.Height {
		for x := range shape.Width {
			c := color.NRGBAModel.Convert(pic.At(r.Min.X+x, r.Min.Y+y)).(color.NRGBA)
			copy(m.mem[(y*shape.Width+x)*4:], []byte{c.R, c.G, c.B, c.A})
		}
	}
	return m, nil
}

// Picture returns level 0 of a 2d image of unsigned bytes as a picture that shares
// its memory: *image.Gray of one channel, *image.NRGBA of four. The error says that it is no such image.
func (m *Image) Picture() (image.Image, error) {
	s := &m.shape
	rect := image.Rect(0, 0, s.Width, s.Height)
	switch {
	case s.Pitch != 0:
		return nil, fmt.Errorf("image: there are gaps between the rows")
	case s.Geometry != texops.Geom2D || s.Channel != texops.U8 || s.Channels == 2:
		return nil, fmt.Errorf("image: a picture has the geometry 2d and 1 or 4 channels u8, not %s and %d %s", s.Geometry, s.Channels, s.Channel)
	case s.Channels == 1:
		return &image.Gray{Pix: m.mem, Stride: s.Width, Rect: rect}, nil
	}
	return &image.NRGBA{Pix: m.mem, Stride: 4 * s.Width, Rect: rect}, nil
}

// Shape returns the shape, with what was left out filled in.
func (m *Image) Shape() Shape { return shapeOf(&m.shape) }

// Bytes returns the memory of the image: what kernels write is there.
func (m *Image) Bytes() Buffer { return m.mem }

// Level returns the memory of a level of detail, its slices one after the other. Level 0 is the largest; a
// level that the image does not have panics.
func (m *Image) Level(level int) Buffer {
	if level < 0 || level >= m.shape.Levels {
		panic(fmt.Sprintf("ptx: level %d of an image that has %d", level, m.shape.Levels))
	}
	offset, size := m.shape.LevelBytes(level)
	return m.mem[offset:][:size:size]
}
