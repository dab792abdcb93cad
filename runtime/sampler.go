package runtime

import (
	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Sampler says how a texture is sampled. The zero Sampler is that of CUDA: coordinates
// count texels, nothing is filtered, and a coordinate outside of the image wraps around if it is
// normalised, and else means the edge.
type Sampler struct {
	Address        [3]Address // of each coordinate
	Filter         Filter     // within a level of detail
	MipFilter      Filter     // between levels of detail
	Normalized     bool       // coordinates from 0 to 1, for a texture that does not say otherwise
	Bias           float32    // added to the level of detail
	MinLod, MaxLod float32    // limits of the level of detail; MaxLod 0 is none
	Border         [4]float32 // the colour around the image, for AddressBorder
	Compare        Compare    // of instructions with a depth to compare with
}

func (s *Sampler) ops() texops.Sampler {
	t := texops.Sampler{Filter: texops.Filter(s.Filter), MipFilter: texops.Filter(s.MipFilter), Normalized: s.Normalized,
		Bias: s.Bias, MinLod: s.MinLod, MaxLod: s.MaxLod, Border: s.Border, Compare: texops.Compare(s.Compare)}
	for i, a := range s.Address {
		t.Address[i] = texops.Address(a)
	}
	return t
}

// object is what a reference or a handle of the sampler stands for.
func (s *Sampler) object() any {
	t := s.ops()
	return &t
}

// SamplerHandle returns the handle of a sampler, to be passed to a kernel in independent
// mode as a parameter of 64 bits. Equal samplers have one handle, which lives as long as the program.
func SamplerHandle(s Sampler) uint64 { return handle.OfSampler(s.ops()) }

// Address is what happens to a coordinate outside of the image.
type Address uint8

// The addressing modes. Wrap and mirror need normalised coordinates and are clamp without.
const (
	AddressWrap     = Address(texops.Wrap)     // the image repeats
	AddressClamp    = Address(texops.Clamp)    // the edge
	AddressMirror   = Address(texops.Mirror)   // the image repeats, every second time reversed
	AddressBorder   = Address(texops.Border)   // the border colour
	AddressClampOGL = Address(texops.ClampOGL) // the edge, which blends with the border
)

// String returns the name that PTX has for the mode, such as "clamp_ogl".
func (a Address) String() string { return texops.Address(a).String() }

// Filter says how texels are blended.
type Filter uint8

// The filters of samplers.
const (
	FilterPoint  = Filter(texops.Point)  // the nearest texel
	FilterLinear = Filter(texops.Linear) // those around, by their distance
)

// Compare is the comparison of a [Sampler] with a depth: depth OP texel.
type Compare uint8

// The comparisons of a depth with a texel.
const (
	CompareLess         = Compare(texops.Less)
	CompareLessEqual    = Compare(texops.LessEqual)
	CompareEqual        = Compare(texops.Equal)
	CompareNotEqual     = Compare(texops.NotEqual)
	CompareGreater      = Compare(texops.Greater)
	CompareGreaterEqual = Compare(texops.GreaterEqual)
	CompareAlways       = Compare(texops.Always)
	CompareNever        = Compare(texops.Never)
)
