package texops

import (
	"encoding/binary"
	"math"
)

// one is the fourth channel of a texel that has none.
func (v *View) one() uint32 {
	if v.Filterable() {
		return 0x3f800000
	}
	return 1
}

// Texel returns what a texel in memory reads as: four floats or integers of 32
// bits.
func (v *View) Texel(mem []byte) (out [4]uint32) {
	if v.Channel == F32 && v.Channels == 4 {
		for i := range out {
			out[i] = binary.LittleEndian.Uint32(mem[4*i:])
		}
		return out
	}
	n := v.Channel.Bytes()
	out[3] = v.one()
	for i := range v.Channels {
		x := v.Channel.raw(mem[i*n:])
		switch {
		case v.SRGB && v.Normalized && v.Channel == U8 && i < 3:
			x = srgb[x]
		case v.Filterable():
			x = v.Channel.float(x)
		}
		out[i] = x
	}
	return out
}

// empty is a texel that is not there: the border, or nothing.
func (v *View) empty(s *Sampler, offset int) (out [4]uint32) {
	if offset == atNothing {
		for i := v.Channels; i < 4; i++ {
			if i == 3 {
				out[3] = v.one()
			}
		}
		return out
	}
	for i, x := range s.Border {
		if v.Filterable() {
			out[i] = math.Float32bits(x)
		} else {
			out[i] = v.Channel.low(math.Float32bits(x))
		}
	}
	return out
}

// Blend computes the result of a fetch from its taps. mem is the memory of
// the image.
func (v *View) Blend(s *Sampler, p *Position, t *Taps, mem []byte) [4]uint32 {
	if p.Mode >= GatherR && !p.Integer {
		var out [4]uint32
		channel := p.Mode - GatherR
		if p.Depth {
			channel = 0
		}
		for i := range 4 {
			out[i] = v.tap(s, p, t.Offset[i], mem)[channel]
		}
		return out
	}
	filter := s.Filter == Linear || t.N > 1
	switch {
	case p.Integer || !filter || !v.Filterable():
		return v.tap(s, p, t.Offset[0], mem)
	case p.Depth:
		return v.blendFloats(s, p, t, mem, 4, &filterF32)
	case v.Channel == F32:
		return v.blendFloats(s, p, t, mem, 4, &filterF32)
	case v.Channel == F16:
		return v.blendFloats(s, p, t, mem, 4, &filterF16)
	}
	var out [4]uint32
	colors := 0
	if v.SRGB && v.Channel == U8 {
		colors = 3
		out = v.blendCurve(s, p, t, mem)
	}
	for c := colors; c < 4; c++ {
		sum := int64(0)
		for i := range t.N {
			sum += int64(t.Weight[i]) * v.integer(s, t.Offset[i], c, mem)
		}
		out[c] = v.Channel.filtered(sum)
	}
	return out
}

// blendFloats filters the first channels of texels that are floats. One texel alone stays
// as it is.
func (v *View) blendFloats(s *Sampler, p *Position, t *Taps, mem []byte, channels int, f *floatFilter) (out [4]uint32) {
	if t.N == 1 {
		return v.tap(s, p, t.Offset[0], mem)
	}
	todo := 1<<channels - 1
	if t.Parts == 1 {
		var n nearby
		for i := range t.N {
			x := v.tap(s, p, t.Offset[i], mem)
			n.add(&x, t.Weight[i])
		}
		for c := range channels {
			if x, ok := n.blend(f, c); ok {
				out[c] = x
				todo &^= 1 << c
			}
		}
	}
	if todo == 0 {
		return out
	}
	var texels [maxTaps][4]uint32
	for i := range t.N {
		texels[i] = v.tap(s, p, t.Offset[i], mem)
	}
	for c := range channels {
		if todo>>c&1 != 0 {
			out[c] = f.blend(&texels, c, t)
		}
	}
	return out
}

// tap returns what one tap reads as: a texel, the border or nothing, or 1 or 0
// where its depth is compared.
func (v *View) tap(s *Sampler, p *Position, offset int, mem []byte) (x [4]uint32) {
	if offset >= 0 {
		x = v.Texel(mem[offset : offset+v.TexelBytes()])
	} else {
		x = v.empty(s, offset)
	}
	if p.Depth {
		x = [4]uint32{s.compare(p.Ref, math.Float32frombits(x[0])), 0, 0, 0x3f800000}
	}
	return x
}

// compare returns 1.0 where a depth passes, else 0.0.
func (s *Sampler) compare(ref, texel float32) uint32 {
	ok := false
	switch s.Compare {
	case Less:
		ok = ref < texel
	case LessEqual:
		ok = ref <= texel
	case Equal:
		ok = ref == texel
	case NotEqual:
		ok = ref != texel
	case Greater:
		ok = ref > texel
	case GreaterEqual:
		ok = ref >= texel
	case Always:
		ok = true
	}
	if ok {
		return 0x3f800000
	}
	return 0
}
