package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Reference makes a reference of a module's instance, for generated code, and returns its
// handle, which is the same in all of them. A sampler may have initial properties.
func Reference(in *Instance, name string, kind RefKind, initial ...Sampler) uint64 {
	if len(initial) > 0 {
		return stateOf(in).AddReference(name, kind, &initial[0])
	}
	return stateOf(in).AddReference(name, kind, nil)
}

// object returns what a handle stands for in this launch.
func (c *CTA) object(h uint64) any {
	if h&handle.TagMask == handle.RefTag {
		if i := h&^handle.TagMask - 1; i < uint64(len(c.run.Refs)) {
			return c.run.Refs[i]
		}
		return nil
	}
	if h&handle.TagMask < handle.TextureTag || h&handle.TagMask > handle.SurfaceTag {
		return nil
	}
	return handle.Object(h)
}

func (c *CTA) texture(h uint64) *handle.Texture {
	t, ok := c.object(h).(*handle.Texture)
	if !ok {
		throwAddr(ptx.FaultAddress, h, "is no handle of a texture")
	}
	return t
}

func (c *CTA) surface(h uint64) *handle.Surface {
	s, ok := c.object(h).(*handle.Surface)
	if !ok {
		throwAddr(ptx.FaultAddress, h, "is no handle of a surface")
	}
	return s
}

// IsTexture is istypep.texref.
func (c *CTA) IsTexture(h uint64) bool { _, ok := c.object(h).(*handle.Texture); return ok }

// IsSampler is istypep.samplerref.
func (c *CTA) IsSampler(h uint64) bool { _, ok := c.object(h).(*texops.Sampler); return ok }

// IsSurface is istypep.surfref.
func (c *CTA) IsSurface(h uint64) bool { _, ok := c.object(h).(*handle.Surface); return ok }
