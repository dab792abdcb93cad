package casefile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Image makes a buffer an image, of which kernels see a texture and a surface.
type Image struct {
	Name     string `json:"name"`
	Buf      string `json:"buf"` // its memory, from Offset on
	Offset   int    `json:"offset,omitempty"`
	Geometry string `json:"geometry"` // 1d 2d 3d a1d a2d cube acube 2dms a2dms
	Width    int    `json:"width"`
	Height   int    `json:"height,omitempty"`
	Depth    int    `json:"depth,omitempty"`
	Layers   int    `json:"layers,omitempty"`
	Levels   int    `json:"levels,omitempty"`
	Samples  int    `json:"samples,omitempty"`
	Channel  string `json:"channel"` // u8 s8 u16 s16 u32 s32 f16 f32
	Channels int    `json:"channels"`

	Normalized bool     `json:"normalized,omitempty"` // integers read as floats
	SRGB       bool     `json:"srgb,omitempty"`
	Sampler    *Sampler `json:"sampler,omitempty"` // of the texture

	Textures []string `json:"texrefs,omitempty"`  // references that the texture is bound to
	Surfaces []string `json:"surfrefs,omitempty"` // references that the surface is bound to
}

// Sampler says how a texture is sampled.
type Sampler struct {
	Name       string     `json:"name,omitempty"`    // of one that stands alone
	Address    []string   `json:"address,omitempty"` // wrap clamp mirror border clamp_ogl; wrap where left out
	Linear     bool       `json:"linear,omitempty"`
	MipLinear  bool       `json:"mip_linear,omitempty"`
	Normalized bool       `json:"normalized,omitempty"` // coordinates from 0 to 1
	Bias       float32    `json:"bias,omitempty"`
	MinLod     float32    `json:"min_lod,omitempty"`
	MaxLod     float32    `json:"max_lod,omitempty"`
	Border     [4]float32 `json:"border,omitzero"`
	Compare    string     `json:"compare,omitempty"` // lt le eq ne gt ge always never
	Refs       []string   `json:"samplerrefs,omitempty"`
}

// ImageEngine is an engine that has textures and surfaces.
type ImageEngine interface {
	Engine
	// Image makes an image over as much of memory as it needs, binds its references, and returns the
	// handles of its texture and its surface, 0 where it cannot be one.
	Image(im *Image, mem []byte) (texture, surface uint64, err error)
	// Sampler binds the references of a sampler and returns its handle.
	Sampler(s *Sampler) (uint64, error)
}

// handles are what arguments may name, by kind and name.
type handles struct{ textures, surfaces, samplers map[string]uint64 }

// makeImages makes the images and samplers of the case.
func (m *Memory) makeImages(e Engine) error {
	if len(m.c.Images) == 0 && len(m.c.Samplers) == 0 {
		return nil
	}
	x, ok := e.(ImageEngine)
	if !ok {
		return errNoImages
	}
	m.handles = handles{map[string]uint64{}, map[string]uint64{}, map[string]uint64{}}
	for _, im := range m.c.Images {
		t, s, err := x.Image(im, m.data[im.Buf][im.Offset:])
		if err != nil {
			return fmt.Errorf("image %s: %w", im.Name, err)
		}
		m.handles.textures[im.Name], m.handles.surfaces[im.Name] = t, s
	}
	for _, s := range m.c.Samplers {
		h, err := x.Sampler(s)
		if err != nil {
			return fmt.Errorf("sampler %s: %w", s.Name, err)
		}
		m.handles.samplers[s.Name] = h
	}
	return nil
}

var errNoImages = errors.New("the case has images, which this engine does not have")

// bytes returns the bytes of an argument that is a handle, nil for any other.
func (h *handles) bytes(a *Arg) []byte {
	for _, x := range []struct {
		name string
		all  map[string]uint64
	}{{a.Texture, h.textures}, {a.Surface, h.surfaces}, {a.Sampler, h.samplers}} {
		if x.name != "" {
			return binary.LittleEndian.AppendUint64(nil, x.all[x.name])
		}
	}
	return nil
}

// validateImages checks what the case itself can know of its images: the engines
// check the rest.
func (c *Case) validateImages() error {
	buffers := map[string]int{}
	for _, b := range c.Buffers {
		buffers[b.Name] = b.Bytes
	}
	images, samplers := map[string]bool{}, map[string]bool{}
	for _, im := range c.Images {
		if im.Name == "" || images[im.Name] {
			return fmt.Errorf("two images are named %q, or one has no name", im.Name)
		}
		if n, ok := buffers[im.Buf]; !ok || im.Offset < 0 || im.Offset > n {
			return fmt.Errorf("image %s: no buffer %q, or no byte %d in it", im.Name, im.Buf, im.Offset)
		}
		if im.Sampler != nil && len(im.Sampler.Address) > 3 {
			return fmt.Errorf("image %s: more than three addressing modes", im.Name)
		}
		images[im.Name] = true
	}
	for _, s := range c.Samplers {
		if s.Name == "" || samplers[s.Name] || len(s.Address) > 3 {
			return fmt.Errorf("two samplers are named %q, or one has no name or more than three addressing modes", s.Name)
		}
		samplers[s.Name] = true
	}
	for _, l := range c.Launches {
		for i := range l.Args {
			a := &l.Args[i]
			if a.Texture != "" && !images[a.Texture] || a.Surface != "" && !images[a.Surface] || a.Sampler != "" && !samplers[a.Sampler] {
				return fmt.Errorf("launch of %s, argument %d: no such image or sampler", l.Kernel, i)
			}
		}
	}
	return nil
}
