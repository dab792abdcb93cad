package texops

import (
	"fmt"
	"math"
)

// Outside says what a surface instruction does outside of the surface.
type Outside uint8

const (
	Trap Outside = iota
	ToEdge
	ToZero
)

// Place is where a surface instruction works.
type Place struct {
	Geometry Geometry
	Outside  Outside
	Texels   bool // x counts texels (.p), not bytes (.b)
	X, Y, Z  int32
	Layer    uint32
}

// Found says what became of a place.
type Found uint8

const (
	Inside Found = iota
	Nowhere
	Faulty     // outside, with .trap
	Misaligned // x is no multiple of the size of the access
)

// Accepts reports whether a surface instruction of a geometry may work on an image:
// the faces of a cube are layers.
func (s *Shape) Accepts(g Geometry) bool {
	return s.Geometry == g || g == GeomA2D && s.Geometry.Cube()
}

// Place finds the n bytes of a surface access in memory.
func (s *Shape) Place(p *Place, n int) (offset int, f Found) {
	w, h, d := s.Level(0)
	size, unit := w*s.TexelBytes(), n
	x := int64(p.X)
	if p.Texels {
		unit = s.TexelBytes()
		x *= int64(unit)
	} else if x&int64(n-1) != 0 {
		return 0, Misaligned
	}
	layer, layers := int64(p.Layer), int64(s.slices())
	if p.Geometry != GeomA1D && p.Geometry != GeomA2D {
		layer, layers = 0, 1
	}
	y, z := int64(p.Y), int64(p.Z)
	if p.Geometry.axes() < 2 {
		y = 0
	}
	if p.Geometry.axes() < 3 {
		z = 0
	}
	last := int64(size-unit) / int64(unit) * int64(unit)
	if x < 0 || x > last || y < 0 || y >= int64(h) || z < 0 || z >= int64(d) || layer >= layers || last < 0 {
		switch {
		case p.Outside == Trap:
			return 0, Faulty
		case p.Outside == ToZero || size < unit:
			return 0, Nowhere
		}
		x, y, z = min(max(x, 0), last), min(max(y, 0), int64(h-1)), min(max(z, 0), int64(d-1))
		layer = min(layer, layers-1)
	}
	return int(((layer*int64(d)+z)*int64(h)+y)*int64(size) + x), Inside
}

// Kind is the type of the values of a formatted surface access.
type Kind uint8

// The kinds. Bits is that of the surface.
const (
	Bits Kind = iota
	Unsigned
	Signed
	Float
)

// kind is what the channels of a surface are.
func (s *Shape) kind() Kind {
	switch {
	case s.Channel.IsFloat():
		return Float
	case s.Channel.IsSigned():
		return Signed
	}
	return Unsigned
}

// number returns the value of 32 bits of a kind.
func (k Kind) number(x uint32) float64 {
	switch k {
	case Signed:
		return float64(int32(x))
	case Float:
		return float64(math.Float32frombits(x))
	}
	return float64(x)
}

// Load converts a texel in memory to values of a kind (suld.p). Channels that the
// surface does not have are 0, the fourth 1.
func (s *Shape) Load(mem []byte, k Kind) (out [4]uint32) {
	own := s.kind()
	if k == Bits {
		k = own
	}
	out[3] = 1
	if k == Float {
		out[3] = 0x3f800000
	}
	n := s.Channel.Bytes()
	for i := range s.Channels {
		x := s.Channel.raw(mem[i*n:])
		if s.Channel == F16 {
			x = halfToFloat(x)
		}
		out[i] = convert(x, own, k)
	}
	return out
}

// convert converts 32 bits of one kind to another, with saturation.
func convert(x uint32, from, to Kind) uint32 {
	switch {
	case from == to:
		return x
	case to == Float:
		return math.Float32bits(float32(from.number(x)))
	case to == Signed:
		return S32.saturate(from.number(x))
	}
	return U32.saturate(from.number(x))
}

// Store converts values of a kind to a texel in memory (sust.p): numbers that the
// surface cannot hold become the nearest ones that it can. Channels for which there
// is no value become 0.
func (s *Shape) Store(mem []byte, values []uint32, k Kind) {
	own := s.kind()
	if k == Bits {
		k = own
	}
	n := s.Channel.Bytes()
	for i := range s.Channels {
		var x uint32
		if i < len(values) {
			x = values[i]
			switch {
			case own != Float:
				x = s.Channel.saturate(k.number(x))
			case k != Float:
				x = convert(x, k, Float)
			}
			if s.Channel == F16 {
				x = floatToHalf(x)
			}
		}
		s.Channel.put(mem[i*n:], x)
	}
}

// Where describes a place for a fault.
func (s *Shape) Where(p *Place) string {
	unit := "byte"
	if p.Texels {
		unit = "texel"
	}
	text := fmt.Sprintf("%s %d", unit, p.X)
	if p.Geometry.axes() > 1 {
		text += fmt.Sprintf(", row %d", p.Y)
	}
	if p.Geometry.axes() > 2 {
		text += fmt.Sprintf(", plane %d", p.Z)
	}
	if p.Geometry.Layered() {
		text += fmt.Sprintf(", layer %d", p.Layer)
	}
	return text + fmt.Sprintf(" (the surface is %s)", s.size())
}

func (s *Shape) size() string {
	text := fmt.Sprintf("%s of %d", s.Geometry, s.Width)
	if s.Height > 0 {
		text += fmt.Sprintf("x%d", s.Height)
	}
	if s.Depth > 0 {
		text += fmt.Sprintf("x%d", s.Depth)
	}
	return text + fmt.Sprintf(" texels of %d bytes", s.TexelBytes())
}
