package gen

import "github.com/ptx2go/ptx2go/runtime/warpops"

// Shuffles of a whole CTA, for the threads whose X is below x: each warp shuffles the
// elements of its threads of a into d and p, of which one may be nil, with the same b and c
// for all. No thread waits for one that is not there.

// ShflUpB32 is warpops.ShflUpB32 of every warp.
func ShflUpB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	bs, cs := []uint32{b}, []uint32{c}
	for lo, hi, end := 0, 0, cta.threadsBelow(x); lo < end; lo = hi {
		var lanes uint32
		if hi, lanes = cta.warpsFrom(lo, x); lanes != 0 {
			warpops.ShflUpB32(among(d, lo, hi), among(p, lo, hi), lanes, a[lo:hi], bs, cs)
		}
	}
}

// ShflDownB32 is warpops.ShflDownB32 of every warp.
func ShflDownB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	bs, cs := []uint32{b}, []uint32{c}
	for lo, hi, end := 0, 0, cta.threadsBelow(x); lo < end; lo = hi {
		var lanes uint32
		if hi, lanes = cta.warpsFrom(lo, x); lanes != 0 {
			warpops.ShflDownB32(among(d, lo, hi), among(p, lo, hi), lanes, a[lo:hi], bs, cs)
		}
	}
}

// ShflBflyB32 is warpops.ShflBflyB32 of every warp.
func ShflBflyB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	bs, cs := []uint32{b}, []uint32{c}
	for lo, hi, end := 0, 0, cta.threadsBelow(x); lo < end; lo = hi {
		var lanes uint32
		if hi, lanes = cta.warpsFrom(lo, x); lanes != 0 {
			warpops.ShflBflyB32(among(d, lo, hi), among(p, lo, hi), lanes, a[lo:hi], bs, cs)
		}
	}
}

// ShflIdxB32 is warpops.ShflIdxB32 of every warp.
func ShflIdxB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	bs, cs := []uint32{b}, []uint32{c}
	for lo, hi, end := 0, 0, cta.threadsBelow(x); lo < end; lo = hi {
		var lanes uint32
		if hi, lanes = cta.warpsFrom(lo, x); lanes != 0 {
			warpops.ShflIdxB32(among(d, lo, hi), among(p, lo, hi), lanes, a[lo:hi], bs, cs)
		}
	}
}

// threadsBelow returns a number of threads after which there is none whose X is below x.
func (c *CTA) threadsBelow(x uint32) int {
	if c.Rows == 1 {
		return int(min(x, c.Threads))
	}
	return int(c.Threads)
}

// warpsFrom returns where the warps end that shuffle at once, from thread lo on: whole ones,
// or one with those lanes whose X is below x.
func (c *CTA) warpsFrom(lo int, x uint32) (hi int, lanes uint32) {
	n := int(c.Threads)
	whole := n &^ 31
	if x < c.Dim.X {
		whole = 0
		if c.Rows == 1 {
			whole = int(x &^ 31)
		}
	}
	if lo < whole {
		return whole, 1<<32 - 1
	}
	return min(lo+32, n), c.below(x, lo)
}

// among returns the elements of some threads; nil stays nil.
func among[T any](list []T, lo, hi int) []T {
	if list == nil {
		return nil
	}
	return list[lo:hi]
}
