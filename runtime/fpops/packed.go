package fpops

import "math"

// f32x2: two f32 in 64 bits, element 0 in the low word (manual 9.7.3.3).

func lo32(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func hi32(x uint64) float32 { return math.Float32frombits(uint32(x >> 32)) }

func pack32(lo, hi float32) uint64 {
	return uint64(math.Float32bits(hi))<<32 | uint64(math.Float32bits(lo))
}
