package warpops

import (
	"math"
	"math/bits"
)

// The reductions of floats: subnormals are kept, and +0 is greater than -0. NaNs are left
// out, or with NaN make the result one; it is canonical, as where all are NaNs.

// ReduxMinF32 is the least number.
func ReduxMinF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, ^0, false, least)
}

// ReduxMinNaNF32 is the least number, or a NaN if there is one.
func ReduxMinNaNF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, ^0, true, least)
}

// ReduxMinAbsF32 is the least magnitude.
func ReduxMinAbsF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, magnitude, false, least)
}

// ReduxMinAbsNaNF32 is the least magnitude, or a NaN if there is one.
func ReduxMinAbsNaNF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, magnitude, true, least)
}

// ReduxMaxF32 is the greatest number.
func ReduxMaxF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, ^0, false, greatest)
}

// ReduxMaxNaNF32 is the greatest number, or a NaN if there is one.
func ReduxMaxNaNF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, ^0, true, greatest)
}

// ReduxMaxAbsF32 is the greatest magnitude.
func ReduxMaxAbsF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, magnitude, false, greatest)
}

// ReduxMaxAbsNaNF32 is the greatest magnitude, or a NaN if there is one.
func ReduxMaxAbsNaNF32(d Uniform[float32], lanes uint32, a []float32) {
	reduxF32(d, lanes, a, magnitude, true, greatest)
}

const (
	magnitude    = 0x7fffffff // the bits of a float without its sign
	infinity     = 0x7f800000
	canonicalNaN = 0x7fffffff
)

// reduxF32 combines the numbers of the lanes, of whose bits keep is looked at. Floats are
// in the order of their bits, if those of negative ones count down.
func reduxF32(d Uniform[float32], lanes uint32, a []float32, keep int32, nan bool, op func(x, y int32) int32) {
	ordered := func(word int32) int32 { return word ^ word>>31&magnitude }
	var keys [32]int32
	numbers := uint32(0)
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		word := int32(math.Float32bits(at(a, i))) & keep
		if word&magnitude <= infinity {
			keys[i] = ordered(word)
			numbers |= 1 << i
		}
	}
	r := int32(canonicalNaN)
	if numbers == lanes || numbers != 0 && !nan {
		r = ordered(fold(numbers, keys[:], op))
	}
	d.set(lanes, math.Float32frombits(uint32(r)))
}
