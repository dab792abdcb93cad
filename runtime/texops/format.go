package texops

import "math"

// Channel is the type of one channel of a texel.
type Channel uint8

const (
	U8 Channel = iota
	S8
	U16
	S16
	U32
	S32
	F16
	F32
	numChannels
)

var channelNames = [numChannels]string{"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"}
var channelBytes = [numChannels]int{1, 1, 2, 2, 4, 4, 2, 4}

func (c Channel) String() string {
	if c < numChannels {
		return channelNames[c]
	}
	return "unknown"
}

// ParseChannel returns the channel type of a name such as "u8" or "f32".
func ParseChannel(name string) (Channel, bool) { return parse[Channel](channelNames[:], name) }

// Bytes returns the bytes of a channel.
func (c Channel) Bytes() int { return channelBytes[c] }

// IsFloat reports whether the channel is a float in memory.
func (c Channel) IsFloat() bool { return c == F16 || c == F32 }

// IsSigned reports whether the channel is a signed integer.
func (c Channel) IsSigned() bool { return c == S8 || c == S16 || c == S32 }

// parse finds a name in a list.
func parse[T ~uint8](names []string, name string) (T, bool) {
	for i, n := range names {
		if n == name {
			return T(i), true
		}
	}
	return 0, false
}

// raw reads a channel from memory, extended to 32 bits by its sign.
func (c Channel) raw(b []byte) uint32 {
	switch c {
	case U8:
		return uint32(b[0])
	case S8:
		return uint32(int32(int8(b[0])))
	case U16, F16:
		return uint32(b[0]) | uint32(b[1])<<8
	case S16:
		return uint32(int32(int16(uint16(b[0]) | uint16(b[1])<<8)))
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// put writes the low bytes of a channel.
func (c Channel) put(b []byte, x uint32) {
	for i := range c.Bytes() {
		b[i] = byte(x >> (8 * i))
	}
}

// low returns the bits of a number that a channel keeps, extended to 32 bits by its sign.
func (c Channel) low(x uint32) uint32 {
	b := [4]byte{byte(x), byte(x >> 8), byte(x >> 16), byte(x >> 24)}
	return c.raw(b[:])
}

// halfToFloat returns the bits of the f32 that a half is. NaNs keep their
// payload.
func halfToFloat(h uint32) uint32 {
	sign, exp, frac := h>>15<<31, h>>10&31, h&1023
	switch {
	case exp == 31:
		return sign | 0x7f800000 | frac<<13
	case exp != 0:
		return sign | (exp+112)<<23 | frac<<13
	case frac == 0:
		return sign
	}
	// A subnormal: frac * 2^-24, which every float32 holds.
	return sign | math.Float32bits(float32(frac)*(1.0/(1<<24)))
}

// floatToHalf rounds to nearest even. A NaN becomes 0x7fff.
func floatToHalf(x uint32) uint32 {
	sign, abs := x>>31<<15, x&0x7fffffff
	switch {
	case abs > 0x7f800000:
		return 0x7fff
	case abs >= 0x477ff000: // 65520 and above
		return sign | 0x7c00
	case abs < 0x38800000: // below 2^-14: multiples of 2^-24
		scaled := float64(math.Float32frombits(abs)) * (1 << 24)
		return sign | uint32(math.RoundToEven(scaled))
	}
	abs += 0xfff + abs>>13&1
	return sign | (abs>>13 - 112<<10)
}

// unorm returns n/d as the bits of the nearest f32. Both are exact in float64, and
// the quotient of 16-bit numbers does not come so close to a midpoint of float32
// that rounding twice matters.
func unorm(n int32, d int32) uint32 { return math.Float32bits(float32(float64(n) / float64(d))) }

// float returns the bits of the f32 that a texture of normalised floats reads.
func (c Channel) float(raw uint32) uint32 {
	switch c {
	case U8:
		return unorm(int32(raw), 255)
	case U16:
		return unorm(int32(raw), 65535)
	case S8:
		return unorm(max(int32(raw), -127), 127)
	case S16:
		return unorm(max(int32(raw), -32767), 32767)
	case F16:
		return halfToFloat(raw)
	}
	return raw
}

// saturate converts a number to the nearest integer of the channel toward zero. A
// NaN becomes 0.
func (c Channel) saturate(x float64) uint32 {
	lo, hi := c.limits()
	switch {
	case x != x:
		return 0
	case x <= float64(lo):
		return uint32(lo)
	case x >= float64(hi):
		return uint32(hi)
	}
	return uint32(int64(x))
}

// limits returns the range of an integer channel.
func (c Channel) limits() (lo, hi int64) {
	n := 8 * c.Bytes()
	if c.IsSigned() {
		return -1 << (n - 1), 1<<(n-1) - 1
	}
	return 0, 1<<n - 1
}
