package lanes

import "math"

// Numbers of 16 and 8 bits, side by side in the lanes.

func words2[A, R any](x, y [2 * Width]A, f func(A, A) R) (r [2 * Width]R) {
	for i := range r {
		r[i] = f(x[i], y[i])
	}
	return r
}

func bytes2[A, R any](x, y [4 * Width]A, f func(A, A) R) (r [4 * Width]R) {
	for i := range r {
		r[i] = f(x[i], y[i])
	}
	return r
}

// saturated puts what has no place into the numbers from least to most.
func saturated[T int8 | int16 | uint8 | uint16](f func(x, y int32) int32, least, most int32) func(x, y T) T {
	return func(x, y T) T { return T(min(max(f(int32(x), int32(y)), least), most)) }
}

func (x U16x2) Add(y U16x2) U16x2 { return words2(x, y, add[uint16]) }
func (x U16x2) Min(y U16x2) U16x2 { return words2(x, y, least[uint16]) }
func (x U16x2) Max(y U16x2) U16x2 { return words2(x, y, most[uint16]) }
func (x I16x2) Min(y I16x2) I16x2 { return words2(x, y, least[int16]) }
func (x I16x2) Max(y I16x2) I16x2 { return words2(x, y, most[int16]) }

func (x U16x2) AddSaturated(y U16x2) U16x2 {
	return words2(x, y, saturated[uint16](add[int32], 0, math.MaxUint16))
}

func (x I16x2) AddSaturated(y I16x2) I16x2 {
	return words2(x, y, saturated[int16](add[int32], math.MinInt16, math.MaxInt16))
}

func (x I16x2) ShiftAllLeft(n uint64) I16x2 {
	return words2(x, x, func(a, _ int16) int16 { return a << n })
}

func (x I16x2) ShiftAllRight(n uint64) I16x2 {
	return words2(x, x, func(a, _ int16) int16 { return a >> n })
}

// DotProductPairs returns the sums of the two products in each lane.
func (x I16x2) DotProductPairs(y I16x2) (r I32) {
	for l := range r {
		r[l] = int32(x[2*l])*int32(y[2*l]) + int32(x[2*l+1])*int32(y[2*l+1])
	}
	return r
}

func (x U8x4) Add(y U8x4) U8x4     { return bytes2(x, y, add[uint8]) }
func (x U8x4) Sub(y U8x4) U8x4     { return bytes2(x, y, sub[uint8]) }
func (x U8x4) Or(y U8x4) U8x4      { return bytes2(x, y, or[uint8]) }
func (x U8x4) Min(y U8x4) U8x4     { return bytes2(x, y, least[uint8]) }
func (x U8x4) Max(y U8x4) U8x4     { return bytes2(x, y, most[uint8]) }
func (x I8x4) Min(y I8x4) I8x4     { return bytes2(x, y, least[int8]) }
func (x I8x4) Max(y I8x4) I8x4     { return bytes2(x, y, most[int8]) }
func (x I8x4) Greater(y I8x4) m8x4 { return bytes2(x, y, greater[int8]) }

func (x U8x4) AddSaturated(y U8x4) U8x4 {
	return bytes2(x, y, saturated[uint8](add[int32], 0, math.MaxUint8))
}

func (x U8x4) SubSaturated(y U8x4) U8x4 {
	return bytes2(x, y, saturated[uint8](sub[int32], 0, math.MaxUint8))
}

func (x I8x4) AddSaturated(y I8x4) I8x4 {
	return bytes2(x, y, saturated[int8](add[int32], math.MinInt8, math.MaxInt8))
}

func (x I8x4) SubSaturated(y I8x4) I8x4 {
	return bytes2(x, y, saturated[int8](sub[int32], math.MinInt8, math.MaxInt8))
}

// ToI8x4 returns all bits in the bytes that are set, and none in the others.
func (m m8x4) ToI8x4() (r I8x4) {
	for i, set := range m {
		if set {
			r[i] = -1
		}
	}
	return r
}

// Merge returns x where m is set and y elsewhere.
func (x I8x4) Merge(y I8x4, m m8x4) I8x4 {
	for i := range x {
		if !m[i] {
			x[i] = y[i]
		}
	}
	return x
}

// DotProductPairsSaturated returns the sums of two products of bytes each.
func (x U8x4) DotProductPairsSaturated(y I8x4) (r I16x2) {
	for i := range r {
		s := int32(x[2*i])*int32(y[2*i]) + int32(x[2*i+1])*int32(y[2*i+1])
		r[i] = int16(min(max(s, math.MinInt16), math.MaxInt16))
	}
	return r
}

// PermuteOrZeroGrouped returns the bytes that the low four bits of indices name, each in the
// sixteen bytes where the index is, and zero for negative indices.
func (x U8x4) PermuteOrZeroGrouped(indices I8x4) (r U8x4) {
	for i, at := range indices {
		if at >= 0 {
			r[i] = x[i&^15|int(at)&15]
		}
	}
	return r
}

// look returns the entries of a table for the nibbles that are the bytes of x.
func look(table *lanes, x U32) U8x4 { return table.u().AsU8x4().PermuteOrZeroGrouped(x.AsI8x4()) }
