package texops

import "fmt"

// Geometry is the geometry of an image, and that which an instruction names.
type Geometry uint8

// The geometries. In the layered ones a layer goes before the coordinates, in
// the multi-sample ones the number of a sample.
const (
	Geom1D Geometry = iota
	Geom2D
	Geom3D
	GeomA1D
	GeomA2D
	GeomCube
	GeomACube
	Geom2DMS
	GeomA2DMS
	numGeometries
)

var geometryNames = [numGeometries]string{"1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"}

func (g Geometry) String() string {
	if g < numGeometries {
		return geometryNames[g]
	}
	return "unknown"
}

// ParseGeometry returns the geometry of a name such as "2d" or "acube".
func ParseGeometry(name string) (Geometry, bool) { return parse[Geometry](geometryNames[:], name) }

// Layered reports whether a layer is selected.
func (g Geometry) Layered() bool {
	return g == GeomA1D || g == GeomA2D || g == GeomACube || g == GeomA2DMS
}

// Cube reports whether the coordinates are a direction.
func (g Geometry) Cube() bool { return g == GeomCube || g == GeomACube }

// Multisample reports whether a sample is selected.
func (g Geometry) Multisample() bool { return g == Geom2DMS || g == GeomA2DMS }

// Coordinates returns the number of coordinates, without layer and sample.
func (g Geometry) Coordinates() int {
	switch g {
	case Geom1D, GeomA1D:
		return 1
	case Geom3D, GeomCube, GeomACube:
		return 3
	}
	return 2
}

// axes returns the dimensions of a slice of the image.
func (g Geometry) axes() int {
	if g.Cube() {
		return 2
	}
	return g.Coordinates()
}

// Shape says how an image lies in memory: levels of detail one after another,
// in each its slices (layers, faces, samples), in each the texels, x fastest,
// without gaps but for those that Pitch says.
type Shape struct {
	Geometry             Geometry
	Width, Height, Depth int // texels; those that the geometry does not have are 0
	Layers               int // of a layered geometry; for cubes the number of cubes
	Levels               int // of detail; 0 is 1
	Samples              int // of a multi-sample geometry
	Channel              Channel
	Channels             int // 1, 2 or 4
	Pitch                int // bytes from one row to the next, of an image of geometry 2d and one level; 0 is those of a row
}

// The limits of images. They are those of GPUs, rounded up.
const (
	maxSide   = 1 << 17
	maxWidth  = 1 << 28 // of linear memory
	maxLayers = 1 << 14
	maxBytes  = 1 << 32
)

// Complete fills in what may be left out and checks the shape.
func (s *Shape) Complete() error {
	g := s.Geometry
	if g >= numGeometries || s.Channel >= numChannels {
		return fmt.Errorf("unknown geometry or channel type")
	}
	if s.Channels != 1 && s.Channels != 2 && s.Channels != 4 {
		return fmt.Errorf("%d channels: must be 1, 2 or 4", s.Channels)
	}
	if s.Levels == 0 {
		s.Levels = 1
	}
	size := [3]int{s.Width, s.Height, s.Depth}
	for i, n := range size {
		limit := maxSide
		if i == 0 && g == Geom1D {
			limit = maxWidth
		}
		switch {
		case i < g.axes() && (n < 1 || n > limit):
			return fmt.Errorf("%dx%dx%d texels: the geometry %s has %d sides of 1 to %d", s.Width, s.Height, s.Depth, g, g.axes(), limit)
		case i >= g.axes() && n > 1 || n < 0:
			return fmt.Errorf("%dx%dx%d texels: the geometry %s has %d sides", s.Width, s.Height, s.Depth, g, g.axes())
		}
	}
	for i := g.axes(); i < 3; i++ {
		*[]*int{&s.Width, &s.Height, &s.Depth}[i] = 0
	}
	switch {
	case g.Cube() && s.Width != s.Height:
		return fmt.Errorf("the faces of a cube have %dx%d texels", s.Width, s.Height)
	case g.Layered() && (s.Layers < 1 || s.Layers > maxLayers), !g.Layered() && s.Layers > 1, s.Layers < 0:
		return fmt.Errorf("%d layers of the geometry %s", s.Layers, g)
	case g.Multisample() && (s.Samples < 1 || s.Samples > 32), !g.Multisample() && s.Samples > 1, s.Samples < 0:
		return fmt.Errorf("%d samples of the geometry %s", s.Samples, g)
	case s.Levels < 1 || s.Levels > 32 || s.Levels > 1 && (g.Multisample() || max(s.Width, s.Height, s.Depth)>>(s.Levels-1) == 0):
		return fmt.Errorf("%d levels of detail of %dx%dx%d texels", s.Levels, s.Width, s.Height, s.Depth)
	}
	if s.Pitch != 0 && (g != Geom2D || s.Levels > 1 || s.Pitch < s.Width*s.TexelBytes() || s.Pitch%s.TexelBytes() != 0 || int64(s.Pitch) > maxBytes/int64(s.Height)) {
		return fmt.Errorf("rows of %d texels of %d bytes, %d bytes apart", s.Width, s.TexelBytes(), s.Pitch)
	}
	if !g.Layered() {
		s.Layers = 0
	}
	if !g.Multisample() {
		s.Samples = 0
	}
	total := int64(0)
	for l := range s.Levels {
		w, h, d := s.Level(l)
		total += int64(w) * int64(h) * int64(d) * int64(s.slices()) * int64(s.TexelBytes())
		if total > maxBytes {
			return fmt.Errorf("an image of more than %d bytes", int64(maxBytes))
		}
	}
	return nil
}

// TexelBytes returns the bytes of a texel.
func (s *Shape) TexelBytes() int { return s.Channel.Bytes() * s.Channels }

// Level returns the texels of a level of detail, at least 1 in each direction.
func (s *Shape) Level(l int) (w, h, d int) {
	return max(s.Width>>l, 1), max(s.Height>>l, 1), max(s.Depth>>l, 1)
}

// slices returns the number of slices of a level.
func (s *Shape) slices() int {
	n := max(s.Layers, 1) * max(s.Samples, 1)
	if s.Geometry.Cube() {
		n *= 6
	}
	return n
}

// LevelBytes returns where a level lies and the bytes that it has.
func (s *Shape) LevelBytes(level int) (offset, size int) {
	for l := 0; ; l++ {
		w, h, d := s.Level(l)
		size = w * h * d * s.slices() * s.TexelBytes()
		if l == level {
			return offset, size
		}
		offset += size
	}
}

// Bytes returns the size of the image in memory.
func (s *Shape) Bytes() int {
	if s.Pitch != 0 {
		return s.Pitch*(s.Height-1) + s.Width*s.TexelBytes()
	}
	offset, size := s.LevelBytes(max(s.Levels, 1) - 1)
	return offset + size
}
