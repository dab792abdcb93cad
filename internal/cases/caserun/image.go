package caserun

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

var (
	geometries = []string{"1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"}
	channels   = []string{"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"}
	addresses  = []string{"wrap", "clamp", "mirror", "border", "clamp_ogl"}
	compares   = []string{"lt", "le", "eq", "ne", "gt", "ge", "always", "never"}
)

// find returns the place of a name in a list.
func find(what, name string, list []string) (uint8, error) {
	i := slices.Index(list, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %q", what, name)
	}
	return uint8(i), nil
}

// Image makes the texture and the surface of an image.
func (e engine) Image(im *casefile.Image, mem []byte) (texture, surface uint64, err error) {
	g, err := find("geometry", im.Geometry, geometries)
	if err != nil {
		return 0, 0, err
	}
	c, err := find("channel type", im.Channel, channels)
	if err != nil {
		return 0, 0, err
	}
	shape := ptx.Shape{
		Geometry: ptx.Geometry(g), Width: im.Width, Height: im.Height, Depth: im.Depth, Layers: im.Layers,
		Levels: im.Levels, Samples: im.Samples, Channel: ptx.Channel(c), Channels: im.Channels,
	}
	if err := shape.Complete(); err != nil {
		return 0, 0, err
	}
	img, err := ptx.ImageOver(shape, mem[:min(shape.Bytes(), len(mem))])
	if err != nil {
		return 0, 0, err
	}
	d := ptx.TextureDesc{Normalized: im.Normalized, SRGB: im.SRGB}
	if im.Sampler != nil {
		if d.Sampler, err = sampler(im.Sampler); err != nil {
			return 0, 0, err
		}
	}
	t, err := ptx.NewTexture(img, d)
	if err != nil {
		return 0, 0, err
	}
	for _, r := range im.Textures {
		e.textures[r] = t
	}
	s, err := ptx.NewSurface(img)
	if err != nil && len(im.Surfaces) > 0 {
		return 0, 0, err
	}
	for _, r := range im.Surfaces {
		e.surfaces[r] = s
	}
	if s != nil {
		surface = s.Handle()
	}
	return t.Handle(), surface, nil
}

// Sampler makes a sampler that stands alone.
func (e engine) Sampler(s *casefile.Sampler) (uint64, error) {
	x, err := sampler(s)
	if err != nil {
		return 0, err
	}
	for _, r := range s.Refs {
		e.samplers[r] = x
	}
	return ptx.SamplerHandle(x), nil
}

func sampler(s *casefile.Sampler) (ptx.Sampler, error) {
	x := ptx.Sampler{Normalized: s.Normalized, Bias: s.Bias, MinLod: s.MinLod, MaxLod: s.MaxLod, Border: s.Border}
	for i, name := range s.Address {
		a, err := find("addressing mode", name, addresses)
		if err != nil {
			return x, err
		}
		x.Address[i] = ptx.Address(a)
	}
	if s.Linear {
		x.Filter = ptx.FilterLinear
	}
	if s.MipLinear {
		x.MipFilter = ptx.FilterLinear
	}
	if s.Compare != "" {
		c, err := find("comparison", s.Compare, compares)
		if err != nil {
			return x, err
		}
		x.Compare = ptx.Compare(c)
	}
	return x, nil
}
