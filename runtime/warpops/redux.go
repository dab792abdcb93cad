package warpops

import "math/bits"

// The reductions (section 9.7.13.12).

// ReduxAddU32 is the sum modulo 2^32.
func ReduxAddU32(d Uniform[uint32], lanes uint32, a []uint32) { d.set(lanes, fold(lanes, a, add)) }

// ReduxAddS32 is the sum modulo 2^32.
func ReduxAddS32(d Uniform[int32], lanes uint32, a []int32) { d.set(lanes, fold(lanes, a, add)) }

// ReduxMinU32 is the least value.
func ReduxMinU32(d Uniform[uint32], lanes uint32, a []uint32) { d.set(lanes, fold(lanes, a, least)) }

// ReduxMinS32 is the least value.
func ReduxMinS32(d Uniform[int32], lanes uint32, a []int32) { d.set(lanes, fold(lanes, a, least)) }

// ReduxMaxU32 is the greatest value.
func ReduxMaxU32(d Uniform[uint32], lanes uint32, a []uint32) {
	d.set(lanes, fold(lanes, a, greatest))
}

// ReduxMaxS32 is the greatest value.
func ReduxMaxS32(d Uniform[int32], lanes uint32, a []int32) { d.set(lanes, fold(lanes, a, greatest)) }

// ReduxAndB32 has the bits that all have.
func ReduxAndB32(d Uniform[uint32], lanes uint32, a []uint32) {
	d.set(lanes, fold(lanes, a, func(x, y uint32) uint32 { return x & y }))
}

// ReduxOrB32 has the bits that any has.
func ReduxOrB32(d Uniform[uint32], lanes uint32, a []uint32) {
	d.set(lanes, fold(lanes, a, func(x, y uint32) uint32 { return x | y }))
}

// ReduxXorB32 has the bits that an odd number of them have.
func ReduxXorB32(d Uniform[uint32], lanes uint32, a []uint32) {
	d.set(lanes, fold(lanes, a, func(x, y uint32) uint32 { return x ^ y }))
}

func add[T int32 | uint32](x, y T) T      { return x + y }
func least[T int32 | uint32](x, y T) T    { return min(x, y) }
func greatest[T int32 | uint32](x, y T) T { return max(x, y) }

// fold combines the values of the lanes, the lowest first.
func fold[T any](lanes uint32, a []T, op func(x, y T) T) T {
	r := at(a, bits.TrailingZeros32(lanes))
	for m := lanes & (lanes - 1); m != 0; m &= m - 1 {
		r = op(r, at(a, bits.TrailingZeros32(m)))
	}
	return r
}
