package texops

import (
	"math"
	"math/bits"
)

// A filter of an H100 computes in integers: texels of 8 and 16 bits as they are or
// widened to 16, floats with as many bits as fit below the largest of them. This file has that
// arithmetic; weights are in 1/256 and sum to 1.

// integer returns what takes part in a filter for one channel of a tap: a texel of 8- or
// 16-bit integers, or the border, as the nearest that the channel can hold.
func (v *View) integer(s *Sampler, offset, channel int, mem []byte) int64 {
	switch {
	case offset < 0:
		return v.Channel.nearest(s.Border[channel])
	case channel >= v.Channels:
		return v.Channel.nearest(float32(channel / 3)) // 0 0 0 1
	}
	n := int64(int32(v.Channel.raw(mem[offset+channel*v.Channel.Bytes():])))
	if v.Channel == S16 {
		n = max(n, -32767)
	}
	return n
}

// nearest returns the integer of a channel that reads as the float nearest to x.
func (c Channel) nearest(x float32) int64 {
	_, hi := c.limits()
	lo := int64(0)
	if c.IsSigned() {
		lo = -hi
	}
	y := math.RoundToEven(float64(x * float32(hi)))
	switch {
	case y != y:
		return 0
	case y <= float64(lo):
		return lo
	case y >= float64(hi):
		return hi
	}
	return int64(y)
}

// filtered returns the f32 of a sum of weighted integers: a multiple of 1/65535, or of 1/32767
// where they are signed. Signed bytes are widened to 16 bits after they are added,
// with the upper bits of the sum below its last one.
func (c Channel) filtered(sum int64) uint32 {
	limit := 65535.0
	switch c {
	case U8:
		sum = (sum*257 + unit/2) >> 8
	case S8:
		sum, limit = (sum*129+sum>>12<<4+64)>>7, 32767
	case S16:
		sum, limit = (sum+unit/2)>>8, 32767
	default:
		sum = (sum + unit/2) >> 8
	}
	return math.Float32bits(float32(max(float64(sum)/limit, -1)))
}

// floatFilter blends floats: those of a part are cut to below bits under the leading bit of the
// largest, the sums of parts are added, and the result is rounded once, halves away from zero.
type floatFilter struct {
	below     int     // 4 more than the fraction of the format
	precision int     // bits of a result
	normal    float64 // the least result of so many bits
	least     int     // the exponent of the least bit of a result
	most      int     // the exponent of what is too large
	nan       uint32  // the f32 of a result that is no number
}

var (
	filterF16 = floatFilter{below: 14, precision: 11, normal: 0x1p-14, least: -24, most: 16, nan: 0x7fffe000}
	filterF32 = floatFilter{below: 27, precision: 24, normal: 0x1p-126, least: -149, most: 128, nan: 0x7fffffff}
)

// spare is how many bits of a part are kept below the unit of another one that has larger texels; the sums
// of parts have up to 39 bits.
const spare = 24

// blend adds the parts of a channel.
func (f *floatFilter) blend(texels *[maxTaps][4]uint32, channel int, t *Taps) uint32 {
	var sums [maxParts]int64
	var units [maxParts]int
	top := math.MinInt
	for k, i := 0, 0; k < t.Parts; k++ {
		largest := uint32(0)
		for _, x := range texels[i:t.End[k]] {
			largest = max(largest, x[channel]&0x7fffffff)
		}
		if largest >= 0x7f800000 {
			return f.special(texels, channel, t)
		}
		exponent := max(int(largest>>23), 1)
		for ; i < t.End[k]; i++ {
			sums[k] += int64(t.Weight[i]) * aligned(texels[i][channel], exponent, f.below)
		}
		units[k] = exponent - 127 - f.below - 8
		top = max(top, units[k])
	}
	sum := int64(0)
	for k, x := range sums[:t.Parts] {
		sum += x << spare >> min(top-units[k], 62)
	}
	return f.round(sum, top-spare)
}

// nearby adds texels of one part whose exponents are so near to each other that nothing is cut:
// float64s have their sums.
type nearby struct {
	sum         [4]float64
	least, most [4]uint32 // exponents, from 1, of those that are not zero
}

func (n *nearby) add(x *[4]uint32, weight int32) {
	w := float64(weight) * (1. / unit)
	for c := range x {
		n.sum[c] += float64(float64(math.Float32frombits(x[c])) * w)
		if abs := x[c] << 1; abs != 0 {
			e := abs>>24 + 1
			n.least[c] = max(n.least[c], 256-e)
			n.most[c] = max(n.most[c], e)
		}
	}
}

// blend returns the sum of a channel, and false where it cannot tell.
func (n *nearby) blend(f *floatFilter, c int) (uint32, bool) {
	if n.most[c] == 0 {
		return 0, true
	}
	least := 256 - n.least[c]
	if least == 1 || n.most[c] > 255 || n.most[c] > least+4 || !(math.Abs(n.sum[c]) >= f.normal) {
		return 0, false
	}
	b := (math.Float64bits(n.sum[c]) + 1<<(52-f.precision)) &^ (1<<(53-f.precision) - 1)
	return math.Float32bits(float32(math.Float64frombits(b))), true
}

// aligned returns a float as an integer, of which the bit below stands for the exponent and
// the rest is cut.
func aligned(x uint32, exponent, below int) int64 {
	e, m := int(x>>23&255), uint64(x&0x7fffff)
	if e != 0 {
		m |= 1 << 23
	} else {
		e = 1
	}
	n := int64(m << 4 >> uint(exponent-e+27-below))
	return (n ^ int64(int32(x))>>31) - int64(int32(x))>>31
}

// round returns the f32 nearest to sum times 2 to the unit that the format of the filter has.
func (f *floatFilter) round(sum int64, unit int) uint32 {
	sign, n := uint32(0), uint64(sum)
	if sum < 0 {
		sign, n = 1<<31, uint64(-sum)
	}
	drop := max(bits.Len64(n)-f.precision, f.least-unit)
	if drop > 62 {
		return sign
	}
	if drop > 0 {
		n = (n + 1<<(drop-1)) >> drop
		unit += drop
	}
	if n != 0 && bits.Len64(n)+unit > f.most {
		return sign | 0x7f800000
	}
	return sign | math.Float32bits(float32(float64(n)*math.Float64frombits(uint64(1023+unit)<<52)))
}

// special is the sum where one is an infinity or a NaN.
func (f *floatFilter) special(texels *[maxTaps][4]uint32, channel int, t *Taps) uint32 {
	sum := float32(0)
	for _, x := range texels[:t.N] {
		if x := math.Float32frombits(x[channel]); x-x != 0 {
			sum += x
		}
	}
	if sum != sum {
		return f.nan
	}
	return math.Float32bits(sum)
}
