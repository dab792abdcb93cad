package gen

import (
	"math"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// TexAt is where a texture instruction reads, and how.
type TexAt = texops.Position

// Which level of detail a texture instruction reads, or that it gathers a channel.
const (
	TexBase    = texops.Base
	TexLevel   = texops.Level
	TexGrad    = texops.Grad
	TexGatherR = texops.GatherR
	TexGatherG = texops.GatherG
	TexGatherB = texops.GatherB
	TexGatherA = texops.GatherA
)

// Tex is the instructions tex and tld4 with results of 32 bits. sampler 0 is the
// texture's own.
func (c *CTA) Tex(tex, sampler uint64, at TexAt) (x, y, z, w uint32) {
	t := c.texture(tex)
	if t.View.Geometry != at.Geometry {
		throwAddr(ptx.FaultAddress, tex, "is a texture of the geometry %s, not %s", t.View.Geometry, at.Geometry)
	}
	s := &t.View.Sampler
	if sampler != 0 {
		var ok bool
		if s, ok = c.object(sampler).(*Sampler); !ok {
			throwAddr(ptx.FaultAddress, sampler, "is no handle of a sampler")
		}
	}
	var taps texops.Taps
	t.View.Taps(s, &at, &taps)
	r := t.View.Blend(s, &at, &taps, t.Mem)
	return r[0], r[1], r[2], r[3]
}

// TexF32 is Tex with results that are floats.
func (c *CTA) TexF32(tex, sampler uint64, at TexAt) (x, y, z, w float32) {
	a, b, d, e := c.Tex(tex, sampler, at)
	return math.Float32frombits(a), math.Float32frombits(b), math.Float32frombits(d), math.Float32frombits(e)
}

// TexQuery is an attribute that txq and suq ask for.
type TexQuery = texops.Query

// Attributes of images and samplers.
const (
	QueryWidth                   = texops.QueryWidth
	QueryHeight                  = texops.QueryHeight
	QueryDepth                   = texops.QueryDepth
	QueryChannelDataType         = texops.QueryChannelDataType
	QueryChannelOrder            = texops.QueryChannelOrder
	QueryNormalizedCoords        = texops.QueryNormalizedCoords
	QueryArraySize               = texops.QueryArraySize
	QueryNumMipmapLevels         = texops.QueryNumMipmapLevels
	QueryNumSamples              = texops.QueryNumSamples
	QueryMemoryLayout            = texops.QueryMemoryLayout
	QueryForceUnnormalizedCoords = texops.QueryForceUnnormalizedCoords
	QueryFilterMode              = texops.QueryFilterMode
	QueryAddrMode0               = texops.QueryAddrMode0
	QueryAddrMode1               = texops.QueryAddrMode1
	QueryAddrMode2               = texops.QueryAddrMode2
)

// TexQuery is the instructions txq and suq: an attribute of a texture, surface or
// sampler, the sizes at a level of detail.
func (c *CTA) TexQuery(h uint64, q TexQuery, level uint32) uint32 {
	switch x := c.object(h).(type) {
	case *handle.Texture:
		return x.View.Query(q, level)
	case *handle.Surface:
		v := texops.View{Shape: x.Shape}
		return v.Query(q, level)
	case *Sampler:
		return x.Query(q)
	}
	throwAddr(ptx.FaultAddress, h, "is no handle of a texture, sampler or surface")
	return 0
}
