//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// What has no vector form is computed lane by lane, by the scalar function (zlanes.go). Numbers
// of all kinds are their bits in 64 here. They change between vectors and general registers in
// front of a call and behind it, and the upper halves of the vector registers are clear in it:
// scalar functions compute with legacy SSE.

// eight returns the lanes of a vector.
func eight(v U64) (a, b, c, d, e, f, g, h uint64) {
	a, b, c, d = lanes64(v.Lo)
	e, f, g, h = lanes64(v.Hi)
	return
}

// lanewise1 returns a function of one operand in each lane.
func lanewise1(f func(a uint64) uint64, x U64) U64 {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	r0, r1, r2, r3, r4, r5, r6, r7 := run1(f, a0, a1, a2, a3, a4, a5, a6, a7)
	return U64{fours(r0, r1, r2, r3), fours(r4, r5, r6, r7)}
}

//go:noinline
func run1(f func(a uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0), f(a1), f(a2), f(a3), f(a4), f(a5), f(a6), f(a7)
}

// lanewise2 returns a function of two in each lane.
func lanewise2(f func(a, b uint64) uint64, x, y U64) U64 {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	r0, r1, r2, r3, r4, r5, r6, r7 := run2(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7)
	return U64{fours(r0, r1, r2, r3), fours(r4, r5, r6, r7)}
}

//go:noinline
func run2(f func(a, b uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3), f(a4, b4), f(a5, b5), f(a6, b6), f(a7, b7)
}

// lanewise3 returns a function of three in each lane.
func lanewise3(f func(a, b, c uint64) uint64, x, y, z U64) U64 {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	c0, c1, c2, c3, c4, c5, c6, c7 := eight(z)
	r0, r1, r2, r3, r4, r5, r6, r7 := run3(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7)
	return U64{fours(r0, r1, r2, r3), fours(r4, r5, r6, r7)}
}

//go:noinline
func run3(f func(a, b, c uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0, c0), f(a1, b1, c1), f(a2, b2, c2), f(a3, b3, c3), f(a4, b4, c4), f(a5, b5, c5), f(a6, b6, c6), f(a7, b7, c7)
}

// lanewise4 returns a function of four in each lane.
func lanewise4(f func(a, b, c, d uint64) uint64, x, y, z, w U64) U64 {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	c0, c1, c2, c3, c4, c5, c6, c7 := eight(z)
	d0, d1, d2, d3, d4, d5, d6, d7 := eight(w)
	r0, r1, r2, r3, r4, r5, r6, r7 := run4(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7)
	return U64{fours(r0, r1, r2, r3), fours(r4, r5, r6, r7)}
}

//go:noinline
func run4(f func(a, b, c, d uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0, c0, d0), f(a1, b1, c1, d1), f(a2, b2, c2, d2), f(a3, b3, c3, d3), f(a4, b4, c4, d4), f(a5, b5, c5, d5), f(a6, b6, c6, d6), f(a7, b7, c7, d7)
}
