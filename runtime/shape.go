package runtime

import "github.com/ptx2go/ptx2go/runtime/texops"

// Shape is the geometry, size and texel format of an [Image]: how it lies in memory. Levels of detail
// follow one another; in each are its slices (layers, faces, samples), and in each of these the texels, x
// fastest, without gaps but for those that Pitch says.
type Shape struct {
	Geometry             Geometry // which dimensions the image has
	Width, Height, Depth int      // in texels; 0 for those that the geometry does not have
	Layers               int      // of a layered geometry; for cubes the number of cubes
	Levels               int      // of detail; 0 is 1
	Samples              int      // of a multi-sample geometry
	Channel              Channel  // the type of each channel of a texel
	Channels             int      // of a texel: 1, 2 or 4
	Pitch                int      // bytes from one row to the next, of geometry 2d with one level, for textures only; 0 is those of a row
}

func (s *Shape) ops() texops.Shape {
	return texops.Shape{Geometry: texops.Geometry(s.Geometry), Width: s.Width, Height: s.Height, Depth: s.Depth,
		Layers: s.Layers, Levels: s.Levels, Samples: s.Samples, Channel: texops.Channel(s.Channel), Channels: s.Channels, Pitch: s.Pitch}
}

func shapeOf(s *texops.Shape) Shape {
	return Shape{Geometry: Geometry(s.Geometry), Width: s.Width, Height: s.Height, Depth: s.Depth,
		Layers: s.Layers, Levels: s.Levels, Samples: s.Samples, Channel: Channel(s.Channel), Channels: s.Channels, Pitch: s.Pitch}
}

// complete fills in what may be left out, and says what is wrong with a shape.
func (s *Shape) complete() (texops.Shape, error) {
	t := s.ops()
	err := t.Complete()
	return t, err
}

// Complete fills in what may be left out: Levels. The error says what is wrong with the shape.
func (s *Shape) Complete() error {
	t, err := s.complete()
	if err == nil {
		*s = shapeOf(&t)
	}
	return err
}

// TexelBytes returns the size of a texel in bytes.
func (s *Shape) TexelBytes() int {
	t := s.ops()
	return t.TexelBytes()
}

// Bytes returns the size of an image of a complete shape in bytes.
func (s *Shape) Bytes() int {
	t := s.ops()
	return t.Bytes()
}

// Geometry is the geometry of an image.
type Geometry uint8

// The geometries of images.
const (
	Geom1D    = Geometry(texops.Geom1D)
	Geom2D    = Geometry(texops.Geom2D)
	Geom3D    = Geometry(texops.Geom3D)
	GeomA1D   = Geometry(texops.GeomA1D)   // layers of 1d
	GeomA2D   = Geometry(texops.GeomA2D)   // layers of 2d
	GeomCube  = Geometry(texops.GeomCube)  // six faces, which have as many rows as columns
	GeomACube = Geometry(texops.GeomACube) // several cubes
	Geom2DMS  = Geometry(texops.Geom2DMS)  // several samples a texel
	GeomA2DMS = Geometry(texops.GeomA2DMS) // layers of 2dms
)

// String returns the name that PTX has for the geometry, such as "2d" or "acube".
func (g Geometry) String() string { return texops.Geometry(g).String() }

// Channel is the type of one channel of a texel.
type Channel uint8

// The types of channels.
const (
	ChannelU8  = Channel(texops.U8)
	ChannelS8  = Channel(texops.S8)
	ChannelU16 = Channel(texops.U16)
	ChannelS16 = Channel(texops.S16)
	ChannelU32 = Channel(texops.U32)
	ChannelS32 = Channel(texops.S32)
	ChannelF16 = Channel(texops.F16)
	ChannelF32 = Channel(texops.F32)
)

// String returns the name of the type, such as "u8" or "f32".
func (c Channel) String() string { return texops.Channel(c).String() }
