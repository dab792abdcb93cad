package intops

import "math/bits"

// The video instructions (manual 9.7.18). Those on lanes work in steps: two
// halves or four bytes are widened to lanes of 32 or 16 bits with a sign, in a
// uint64 with lane 0 in the low bits; an operation is done on all lanes at once,
// exactly, since the numbers are small for their lanes; and the lanes are packed
// again, or added up. V, the step, the number of lanes, and where it matters the
// type of the narrow elements make the names.

// VmadShrSatS64 is (a*b + c) >> n, exactly, limited to an int64: vmad where 64
// bits do not suffice.
func VmadShrSatS64(a, b, c int64, n uint32) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	lo, carry := bits.Add64(lo, uint64(c), 0)
	hi += uint64(c>>63) + carry
	n &= 63
	lo = lo>>n | hi<<1<<(63-n)
	if top := int64(hi) >> n; top != int64(lo)>>63 {
		return int64(hi)>>63 ^ (1<<63 - 1)
	}
	return int64(lo)
}

// The highest and the lowest bits of lanes of 16 and of 32 bits.
const (
	high4 uint64 = 0x8000800080008000
	high2 uint64 = 0x8000000080000000
	low4         = high4 >> 15
	low2         = high2 >> 31
)

// addLanes and subLanes add and subtract without carries between the lanes whose
// highest bits are h.
func addLanes(x, y, h uint64) uint64 { return (x&^h + y&^h) ^ (x^y)&h }

func subLanes(x, y, h uint64) uint64 { return (x | h - y&^h) ^ (x^^y)&h }

// VWiden4U8 widens four bytes without sign.
func VWiden4U8(a uint32) uint64 {
	x := uint64(a)
	x = (x | x<<16) & 0x0000ffff0000ffff
	return (x | x<<8) & 0x00ff00ff00ff00ff
}

// VWiden4S8 widens four bytes with their sign.
func VWiden4S8(a uint32) uint64 { return subLanes(VWiden4U8(a^0x80808080), low4<<7, high4) }

// VWiden2U16 widens two halves without sign.
func VWiden2U16(a uint32) uint64 { return uint64(a)&0xffff | uint64(a>>16)<<32 }

// VWiden2S16 widens two halves with their sign.
func VWiden2S16(a uint32) uint64 { return subLanes(VWiden2U16(a^0x80008000), low2<<15, high2) }

// VAdd4 adds four lanes.
func VAdd4(x, y uint64) uint64 { return addLanes(x, y, high4) }

// VAdd2 adds two lanes.
func VAdd2(x, y uint64) uint64 { return addLanes(x, y, high2) }

// VSub4 subtracts four lanes.
func VSub4(x, y uint64) uint64 { return subLanes(x, y, high4) }

// VSub2 subtracts two lanes.
func VSub2(x, y uint64) uint64 { return subLanes(x, y, high2) }

// below4 and below2 have ones in the lanes of differences that are negative.
func below4(d uint64) uint64 { return d & high4 >> 15 * 0xffff }

func below2(d uint64) uint64 { return d & high2 >> 31 * 0xffffffff }

// VMin4 is the lesser of each of four lanes.
func VMin4(x, y uint64) uint64 { return y ^ (x^y)&below4(VSub4(x, y)) }

// VMin2 is the lesser of each of two lanes.
func VMin2(x, y uint64) uint64 { return y ^ (x^y)&below2(VSub2(x, y)) }

// VMax4 is the greater of each of four lanes.
func VMax4(x, y uint64) uint64 { return x ^ (x^y)&below4(VSub4(x, y)) }

// VMax2 is the greater of each of two lanes.
func VMax2(x, y uint64) uint64 { return x ^ (x^y)&below2(VSub2(x, y)) }

// VAbsdiff4 is the distance of each of four lanes.
func VAbsdiff4(x, y uint64) uint64 {
	d := VSub4(x, y)
	m := below4(d)
	return VSub4(d^m, m)
}

// VAbsdiff2 is the distance of each of two lanes.
func VAbsdiff2(x, y uint64) uint64 {
	d := VSub2(x, y)
	m := below2(d)
	return VSub2(d^m, m)
}

// halve divides lanes by two, rounding halves away from zero.
func halve(s, one, h uint64, width uint) uint64 {
	s = addLanes(s, ^(s>>(width-1))&one, h)
	return s>>1&^h | s&h
}

// VAvrg4 is the mean of each of four lanes, halves rounded away from zero.
func VAvrg4(x, y uint64) uint64 { return halve(VAdd4(x, y), low4, high4, 16) }

// VAvrg2 is the mean of each of two lanes, halves rounded away from zero.
func VAvrg2(x, y uint64) uint64 { return halve(VAdd2(x, y), low2, high2, 32) }

// VSetLt4 is 1 in each of four lanes where x is less.
func VSetLt4(x, y uint64) uint64 { return VSub4(x, y) & high4 >> 15 }

// VSetLt2 is 1 in each of two lanes where x is less.
func VSetLt2(x, y uint64) uint64 { return VSub2(x, y) & high2 >> 31 }

// VSetLe4 is 1 in each of four lanes where x is less or equal.
func VSetLe4(x, y uint64) uint64 { return VSetLt4(y, x) ^ low4 }

// VSetLe2 is 1 in each of two lanes where x is less or equal.
func VSetLe2(x, y uint64) uint64 { return VSetLt2(y, x) ^ low2 }

// VSetNe4 is 1 in each of four lanes that differ.
func VSetNe4(x, y uint64) uint64 { return (VSub4(x, y) | VSub4(y, x)) & high4 >> 15 }

// VSetNe2 is 1 in each of two lanes that differ.
func VSetNe2(x, y uint64) uint64 { return (VSub2(x, y) | VSub2(y, x)) & high2 >> 31 }

// VSetEq4 is 1 in each of four lanes that are equal.
func VSetEq4(x, y uint64) uint64 { return VSetNe4(x, y) ^ low4 }

// VSetEq2 is 1 in each of two lanes that are equal.
func VSetEq2(x, y uint64) uint64 { return VSetNe2(x, y) ^ low2 }

// VPack4 makes bytes of the low bits of four lanes.
func VPack4(t uint64) uint32 {
	t &= 0x00ff00ff00ff00ff
	t = (t | t>>8) & 0x0000ffff0000ffff
	return uint32(t | t>>16)
}

// VPack2 makes halves of the low bits of two lanes.
func VPack2(t uint64) uint32 { return uint32(t)&0xffff | uint32(t>>32)<<16 }

// VPack4SatS8 makes bytes of four lanes, limited to -128 and 127.
func VPack4SatS8(t uint64) uint32 { return VPack4SatU8(VAdd4(t, low4*128)) ^ 0x80808080 }

// VPack4SatU8 makes bytes of four lanes, limited to 0 and 255.
func VPack4SatU8(t uint64) uint32 { return VPack4(VMin4(t&^below4(t), low4*255)) }

// VPack2SatS16 makes halves of two lanes, limited to -32768 and 32767.
func VPack2SatS16(t uint64) uint32 { return VPack2SatU16(VAdd2(t, low2*32768)) ^ 0x80008000 }

// VPack2SatU16 makes halves of two lanes, limited to 0 and 65535.
func VPack2SatU16(t uint64) uint32 { return VPack2(VMin2(t&^below2(t), low2*65535)) }

// VSum4 is the sum of four lanes.
func VSum4(t uint64) int32 {
	return int32(int16(t)) + int32(int16(t>>16)) + int32(int16(t>>32)) + int32(int16(t>>48))
}

// VSum2 is the sum of two lanes.
func VSum2(t uint64) int32 { return int32(t) + int32(t>>32) }
