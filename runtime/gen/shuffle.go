package gen

import "github.com/ptx2go/ptx2go/runtime/warpops"

// Shuffles of a whole CTA, for the threads whose X is below x: each warp shuffles the
// elements of its threads of a into d and p, of which one may be nil, with the same b and c
// for all. Nobody waits for a thread that is not there.

// ShflUpB32 is warpops.ShflUpB32 of every warp.
func ShflUpB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	shuffle(cta, x, d, p, a, b, c, warpops.ShflUpB32[T])
}

// ShflDownB32 is warpops.ShflDownB32 of every warp.
func ShflDownB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	shuffle(cta, x, d, p, a, b, c, warpops.ShflDownB32[T])
}

// ShflBflyB32 is warpops.ShflBflyB32 of every warp.
func ShflBflyB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	shuffle(cta, x, d, p, a, b, c, warpops.ShflBflyB32[T])
}

// ShflIdxB32 is warpops.ShflIdxB32 of every warp.
func ShflIdxB32[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32) {
	shuffle(cta, x, d, p, a, b, c, warpops.ShflIdxB32[T])
}

// shuffle lets whole warps shuffle at once, where they are one behind the other.
func shuffle[T warpops.B32](cta *CTA, x uint32, d []T, p []bool, a []T, b, c uint32, op func(d []T, p []bool, lanes uint32, a []T, b, c []uint32)) {
	part := func(lo, hi int, lanes uint32) {
		var to []T
		var ok []bool
		if d != nil {
			to = d[lo:hi]
		}
		if p != nil {
			ok = p[lo:hi]
		}
		op(to, ok, lanes, a[lo:hi], []uint32{b}, []uint32{c})
	}
	whole := cta.Threads &^ 31
	if x < cta.Dim.X {
		whole = 0
		if cta.Rows == 1 {
			whole = x &^ 31
		}
	}
	if whole > 0 {
		part(0, int(whole), 1<<32-1)
	}
	n := int(cta.Threads)
	for lo := int(whole); lo < n; lo += 32 {
		if lanes := cta.below(x, lo); lanes != 0 {
			part(lo, min(lo+32, n), lanes)
		}
	}
}
