//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import "simd/archsimd"

// What has no vector form is computed lane by lane: see package gang8. The two halves of a vector
// go one after the other.

// eight returns the lanes of half a vector.
func eight(v archsimd.Uint64x8) (a, b, c, d, e, f, g, h uint64) {
	a, b, c, d = four(v.GetLo())
	e, f, g, h = four(v.GetHi())
	return
}

func four(v archsimd.Uint64x4) (a, b, c, d uint64) {
	lo, hi := v.GetLo(), v.GetHi()
	return lo.GetElem(0), lo.GetElem(1), hi.GetElem(0), hi.GetElem(1)
}

// lanewise1 returns a function of one operand in each lane.
func lanewise1(f func(a uint64) uint64, x U64) U64 {
	return U64{half1(f, x.Lo), half1(f, x.Hi)}
}

func half1(f func(a uint64) uint64, x archsimd.Uint64x8) (v archsimd.Uint64x8) {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	r0, r1, r2, r3, r4, r5, r6, r7 := run1(f, a0, a1, a2, a3, a4, a5, a6, a7)
	return v.SetLo(fours(r0, r1, r2, r3)).SetHi(fours(r4, r5, r6, r7))
}

//go:noinline
func run1(f func(a uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0), f(a1), f(a2), f(a3), f(a4), f(a5), f(a6), f(a7)
}

// lanewise2 returns a function of two in each lane.
func lanewise2(f func(a, b uint64) uint64, x, y U64) U64 {
	return U64{half2(f, x.Lo, y.Lo), half2(f, x.Hi, y.Hi)}
}

func half2(f func(a, b uint64) uint64, x, y archsimd.Uint64x8) (v archsimd.Uint64x8) {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	r0, r1, r2, r3, r4, r5, r6, r7 := run2(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7)
	return v.SetLo(fours(r0, r1, r2, r3)).SetHi(fours(r4, r5, r6, r7))
}

//go:noinline
func run2(f func(a, b uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3), f(a4, b4), f(a5, b5), f(a6, b6), f(a7, b7)
}

// lanewise3 returns a function of three in each lane.
func lanewise3(f func(a, b, c uint64) uint64, x, y, z U64) U64 {
	return U64{half3(f, x.Lo, y.Lo, z.Lo), half3(f, x.Hi, y.Hi, z.Hi)}
}

func half3(f func(a, b, c uint64) uint64, x, y, z archsimd.Uint64x8) (v archsimd.Uint64x8) {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	c0, c1, c2, c3, c4, c5, c6, c7 := eight(z)
	r0, r1, r2, r3, r4, r5, r6, r7 := run3(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7)
	return v.SetLo(fours(r0, r1, r2, r3)).SetHi(fours(r4, r5, r6, r7))
}

//go:noinline
func run3(f func(a, b, c uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0, c0), f(a1, b1, c1), f(a2, b2, c2), f(a3, b3, c3), f(a4, b4, c4), f(a5, b5, c5), f(a6, b6, c6), f(a7, b7, c7)
}

// lanewise4 returns a function of four in each lane.
func lanewise4(f func(a, b, c, d uint64) uint64, x, y, z, w U64) U64 {
	return U64{half4(f, x.Lo, y.Lo, z.Lo, w.Lo), half4(f, x.Hi, y.Hi, z.Hi, w.Hi)}
}

func half4(f func(a, b, c, d uint64) uint64, x, y, z, w archsimd.Uint64x8) (v archsimd.Uint64x8) {
	a0, a1, a2, a3, a4, a5, a6, a7 := eight(x)
	b0, b1, b2, b3, b4, b5, b6, b7 := eight(y)
	c0, c1, c2, c3, c4, c5, c6, c7 := eight(z)
	d0, d1, d2, d3, d4, d5, d6, d7 := eight(w)
	r0, r1, r2, r3, r4, r5, r6, r7 := run4(f, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7)
	return v.SetLo(fours(r0, r1, r2, r3)).SetHi(fours(r4, r5, r6, r7))
}

//go:noinline
func run4(f func(a, b, c, d uint64) uint64, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7 uint64) (r0, r1, r2, r3, r4, r5, r6, r7 uint64) {
	archsimd.ClearAVXUpperBits()
	return f(a0, b0, c0, d0), f(a1, b1, c1, d1), f(a2, b2, c2, d2), f(a3, b3, c3, d3), f(a4, b4, c4, d4), f(a5, b5, c5, d5), f(a6, b6, c6, d6), f(a7, b7, c7, d7)
}
