package warpops

import "math/bits"

// Uniform is a result that is the same for all lanes that take part.
type Uniform[T any] []T

// B32 is a register of 32 bits, whatever it is in Go.
type B32 interface {
	~int32 | ~uint32 | ~float32
}

// set gives the lanes their result.
func (d Uniform[T]) set(lanes uint32, x T) {
	if d == nil {
		return
	}
	if whole(lanes, len(d)) {
		for i := range d {
			d[i] = x
		}
		return
	}
	for m := lanes; m != 0; m &= m - 1 {
		d[bits.TrailingZeros32(m)] = x
	}
}

// whole reports whether all n lanes of a warp take part.
func whole(lanes uint32, n int) bool { return lanes == uint32(1)<<n-1 }

// at returns an operand of a lane.
func at[T any](a []T, lane int) T {
	if len(a) == 1 {
		return a[0]
	}
	return a[lane]
}

// bit is 1 for true.
func bit(p bool) uint32 {
	if p {
		return 1
	}
	return 0
}

// BarWarp is bar.warp.sync (section 9.7.13.2), which does nothing but wait.
func BarWarp(lanes uint32) {}

// ActivemaskB32 is activemask (section 9.7.13.11): the lanes that take part.
func ActivemaskB32(d Uniform[uint32], lanes uint32) { d.set(lanes, lanes) }

// Elect is elect.sync (section 9.7.13.14): the leader is the lowest lane; p is true for
// the leader alone.
func Elect(d Uniform[uint32], p []bool, lanes uint32) {
	leader := bits.TrailingZeros32(lanes)
	d.set(lanes, uint32(leader))
	if p != nil {
		Uniform[bool](p).set(lanes, false)
		p[leader] = true
	}
}
