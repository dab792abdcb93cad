package texops

import "math"

// Address is what happens to coordinates outside of the image.
type Address uint8

// The addressing modes. Wrap and Mirror need normalised coordinates and are Clamp
// without.
const (
	Wrap Address = iota
	Clamp
	Mirror
	Border   // the border colour
	ClampOGL // coordinates are clamped to the edge, which blends with the border
	numAddresses
)

var addressNames = [numAddresses]string{"wrap", "clamp", "mirror", "border", "clamp_ogl"}

func (a Address) String() string { return addressNames[a] }

// ParseAddress returns the mode of a name: "wrap", "clamp", "mirror", "border",
// "clamp_ogl".
func ParseAddress(name string) (Address, bool) { return parse[Address](addressNames[:], name) }

// Filter says how texels are blended.
type Filter uint8

const (
	Point Filter = iota
	Linear
)

// Compare is the comparison of a depth texture: reference OP texel.
type Compare uint8

const (
	Less Compare = iota
	LessEqual
	Equal
	NotEqual
	Greater
	GreaterEqual
	Always
	Never
	numCompares
)

// Sampler says how an image is sampled. The zero Sampler is CUDA's: coordinates
// count texels, no filter.
type Sampler struct {
	Address        [3]Address
	Filter         Filter
	MipFilter      Filter  // between levels of detail
	Normalized     bool    // coordinates from 0 to 1, for a texture that does not say otherwise
	Bias           float32 // added to the level of detail
	MinLod, MaxLod float32 // limits of the level of detail; MaxLod 0 is none
	Border         [4]float32
	Compare        Compare // of instructions with a depth to compare with
}

// Complete checks the sampler.
func (s *Sampler) Complete() bool {
	for _, a := range s.Address {
		if a >= numAddresses {
			return false
		}
	}
	return s.Filter <= Linear && s.MipFilter <= Linear && s.Compare < numCompares && s.Bias == s.Bias && s.MinLod == s.MinLod && s.MaxLod == s.MaxLod
}

// axis is the texels of one dimension that a coordinate touches: one, or two with
// the weight of the second in 1/256.
type axis struct {
	i, j   int // -1 is outside
	weight int
}

// huge bounds coordinates before they become integers: no image is so large, and
// products with 256 stay exact.
const huge = 1 << 40

// manyTexels is from where on normalized coordinates have one bit of fraction more. It is between
// 5000 and 20000, which GPUs were asked about.
const manyTexels = 1<<13 + 1

// locate finds the texels of a coordinate along a dimension of n texels.
func locate(x float32, n int, mode Address, normalized, linear bool, offset int32) axis {
	t := float64(x)
	if !(math.Abs(t) >= 0x1p-126) { // NaNs and subnormals
		t = 0
	}
	if normalized {
		whole, least := 0x1p21, 0x1p-21 // 1 in the last bit of fraction, and that bit
		if n >= manyTexels {
			whole, least = 0x1p22, 0x1p-22
		}
		t = math.Floor(t * whole)
		switch mode {
		case Wrap:
			t -= float64(whole * math.Floor(t*least))
		case Mirror:
			t -= float64(2 * whole * math.Floor(t*(0.5*least)))
		}
		if t != t { // an infinity
			t = 0
		}
		t = float64(t*float64(n)) * least
	} else if mode == Wrap || mode == Mirror {
		mode = Clamp
	}
	if mode == ClampOGL {
		t = min(max(t, 0), float64(n))
	}
	t = min(max(t, -huge), huge)
	if !linear {
		i := int(int64(math.Floor(t)))
		if mode == ClampOGL {
			i = min(i, n-1) // the coordinate n is on the edge
		}
		return axis{i: place(i+int(offset), n, mode)}
	}
	fixed := int64(math.Floor(float64(t*256)+0.5)) - 128
	i := int(fixed>>8) + int(offset)
	a := axis{i: place(i, n, mode), weight: int(fixed & 255)}
	if a.weight != 0 {
		a.j = place(i+1, n, mode)
		if a.j == a.i && mode == Clamp {
			a.weight = 0 // one texel, whose weight is not divided; those of Mirror are
		}
	}
	return a
}

// place applies an addressing mode to an index.
func place(i, n int, mode Address) int {
	if i >= 0 && i < n {
		return i
	}
	switch mode {
	case Wrap:
		return (i%n + n) % n
	case Mirror:
		i = (i%(2*n) + 2*n) % (2 * n)
		if i >= n {
			i = 2*n - 1 - i
		}
		return i
	case Clamp:
		return min(max(i, 0), n-1)
	}
	return -1
}
