package caseinterp

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Image makes the texture and the surface of an image for the interpreter.
func (e *Engine) Image(im *casefile.Image, mem []byte) (texture, surface uint64, err error) {
	g, okG := texops.ParseGeometry(im.Geometry)
	c, okC := texops.ParseChannel(im.Channel)
	if !okG || !okC {
		return 0, 0, fmt.Errorf("unknown geometry %q or channel type %q", im.Geometry, im.Channel)
	}
	shape := texops.Shape{
		Geometry: g, Width: im.Width, Height: im.Height, Depth: im.Depth, Layers: im.Layers,
		Levels: im.Levels, Samples: im.Samples, Channel: c, Channels: im.Channels,
	}
	if err := shape.Complete(); err != nil {
		return 0, 0, err
	}
	if shape.Bytes() > len(mem) {
		return 0, 0, fmt.Errorf("%d bytes for a shape of %d", len(mem), shape.Bytes())
	}
	mem = mem[:shape.Bytes()]
	t := &interp.Texture{View: texops.View{Shape: shape, Normalized: im.Normalized, SRGB: im.SRGB}, Mem: mem}
	if im.Sampler != nil {
		if t.View.Sampler, err = caseSampler(im.Sampler); err != nil {
			return 0, 0, err
		}
	}
	s := &interp.Surface{Shape: shape, Mem: mem}
	for _, r := range im.Textures {
		e.bind[r] = t
	}
	for _, r := range im.Surfaces {
		e.bind[r] = s
	}
	return e.machine.Handle(t), e.machine.Handle(s), nil
}

// Sampler makes a sampler that stands alone for the interpreter.
func (e *Engine) Sampler(s *casefile.Sampler) (uint64, error) {
	x, err := caseSampler(s)
	if err != nil {
		return 0, err
	}
	o := &interp.Sampler{Sampler: x}
	for _, r := range s.Refs {
		e.bind[r] = o
	}
	return e.machine.Handle(o), nil
}

var caseCompares = map[string]texops.Compare{
	"": texops.Less, "lt": texops.Less, "le": texops.LessEqual, "eq": texops.Equal, "ne": texops.NotEqual,
	"gt": texops.Greater, "ge": texops.GreaterEqual, "always": texops.Always, "never": texops.Never,
}

func caseSampler(s *casefile.Sampler) (x texops.Sampler, err error) {
	x = texops.Sampler{Normalized: s.Normalized, Bias: s.Bias, MinLod: s.MinLod, MaxLod: s.MaxLod, Border: s.Border}
	for i, name := range s.Address {
		a, ok := texops.ParseAddress(name)
		if !ok {
			return x, fmt.Errorf("unknown addressing mode %q", name)
		}
		x.Address[i] = a
	}
	if s.Linear {
		x.Filter = texops.Linear
	}
	if s.MipLinear {
		x.MipFilter = texops.Linear
	}
	c, ok := caseCompares[s.Compare]
	if !ok {
		return x, fmt.Errorf("unknown comparison %q", s.Compare)
	}
	x.Compare = c
	return x, nil
}
