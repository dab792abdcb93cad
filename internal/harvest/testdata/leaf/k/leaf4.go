//go:build goexperiment.simd && arm64

package k

import (
	"sync/atomic"
	"unsafe"

	"leaf/gang"

	"github.com/ptx2go/ptx2go/runtime/gang4"
)

// Saxpy polls once for each gang: its loop ends with the memory.
//
//go:noinline
func Saxpy(launch *gang.Gang, a float32, xs, ys []float32) (done int) {
	tx := 0
	ys = ys[:len(xs)]
	f1v := gang4.SplatF32(a)
	for ; tx < len(xs)-3; tx += 4 {
		if gang.Leave(launch) {
			return tx
		}
		gang4.StoreF32(ys, tx, gang4.CanonF32(gang4.FmaF32(f1v, gang4.LoadF32(xs, tx), gang4.LoadF32(ys, tx))))
	}
	return tx
}

var (
	four = [4]uint32{0x40800000, 0x40800000, 0x40800000, 0x40800000}
	ramp = [4]uint32{0, 0x3f800000, 0x40000000, 0x40400000}
)

// Mandelbrot polls in a loop that a lane leaves when it likes, two gangs side by side: more vectors
// than registers.
//
//go:noinline
func Mandelbrot(launch *gang.Gang, limit int32, x0, dx, cy float32, out []int32) uint32 {
	tx := uint32(0)
	k4 := gang4.F32FromBits(gang4.LoadU32(four[:], 0))
	steps := gang4.F32FromBits(gang4.LoadU32(ramp[:], 0))
	y, d := gang4.SplatF32(cy), gang4.SplatF32(dx)
	for ; tx+8 <= uint32(len(out)); tx += 8 {
		launch.Done = tx
		if gang.Leave(launch) {
			break
		}
		x := gang4.SplatF32(x0).Add(gang4.CvtRnF32S32(gang4.SplatI32(int32(tx))).Add(steps).Mul(d))
		xb := gang4.SplatF32(x0).Add(gang4.CvtRnF32S32(gang4.SplatI32(int32(tx + 4))).Add(steps).Mul(d))
		var zr, zi, zrb, zib gang4.F32
		var n, nb gang4.I32
		live, liveb := gang4.SplatM(true), gang4.SplatM(true)
		for i := int32(0); i < limit; i++ {
			if gang.Leave(launch) {
				return tx
			}
			rr, ii := zr.Mul(zr), zi.Mul(zi)
			rrb, iib := zrb.Mul(zrb), zib.Mul(zib)
			live = gang4.AndM(live, gang4.LessEqualF32(rr.Add(ii), k4))
			liveb = gang4.AndM(liveb, gang4.LessEqualF32(rrb.Add(iib), k4))
			if gang4.None(gang4.OrM(live, liveb)) {
				break
			}
			n = gang4.MergeI32(n.Add(gang4.SplatI32(1)), n, live)
			nb = gang4.MergeI32(nb.Add(gang4.SplatI32(1)), nb, liveb)
			zi, zib = zr.Add(zr).Mul(zi).Add(y), zrb.Add(zrb).Mul(zib).Add(y)
			zr, zrb = rr.Sub(ii).Add(x), rrb.Sub(iib).Add(xb)
		}
		gang4.StoreI32(out, int(tx), n)
		gang4.StoreI32(out, int(tx)+4, nb)
	}
	return tx
}

// Sum adds four columns, and does not poll.
//
//go:noinline
func Sum(xs, sums []float32) int {
	if len(sums) < 4 {
		return 0
	}
	tx := 0
	s := gang4.LoadF32(sums, 0)
	for ; tx < len(xs)-3; tx += 4 {
		// At most 128 rounds.
		s = s.Add(gang4.LoadF32(xs, tx))
	}
	gang4.StoreF32(sums, 0, s)
	return tx
}

// Rounds adds to what memory holds, in each round of a loop that has no way back.
//
//go:noinline
func Rounds(launch *gang.Gang, rounds int, xs, sums []float32) (done int) {
	tx := 0
	sums = sums[:len(xs)]
	for ; tx < len(xs)-3; tx += 4 {
		if gang.Leave(launch) {
			break
		}
		for range rounds {
			gang.Poll(launch)
			gang4.StoreF32(sums, tx, gang4.LoadF32(sums, tx).Add(gang4.LoadF32(xs, tx)))
		}
	}
	return tx
}

// Exp2 calls a function of the runtime that has a frame, and one that has a frame calls another.
//
//go:noinline
func Exp2(launch *gang.Gang, scale float32, xs, ys []float32) (done int) {
	tx := 0
	ys = ys[:len(xs)]
	a := gang4.SplatF32(scale)
	for ; tx < len(xs)-3; tx += 4 {
		if gang.Leave(launch) {
			return tx
		}
		x := gang4.LoadF32(xs, tx)
		e := gang4.Ex2ApproxF32(x.Mul(a))
		gang4.StoreF32(ys, tx, gang4.CanonF32(e.Add(gang4.SinApproxF32(x.Add(e))).Add(a)))
	}
	return tx
}

// Many has more arguments than registers, and reads elements whose indexes come from memory: some
// checks are the compiler's, and the function is left in front of the gang that fails.
//
//go:noinline
func Many(launch *gang.Gang, at []int32, as, bs, cs, out []float32, n uint16, odd bool, k float64, f float32, b uint8) uint32 {
	tx := uint32(0)
	add := gang4.SplatF32(f).Add(gang4.SplatF32(float32(b)))
	for ; tx+4 <= uint32(n); tx += 4 {
		launch.Done = tx
		if gang.Leave(launch) {
			return tx
		}
		i := int(at[tx])
		v := gang4.LoadF32(as, i)
		if odd {
			v = gang4.FmaF32(v, gang4.LoadF32(bs, i), gang4.LoadF32(cs, int(tx)))
		}
		v = v.Add(gang4.SplatF32(float32(k)))
		gang4.StoreF32(out, int(tx), gang4.CanonF32(v.Add(add)))
	}
	return tx
}

// Pressure keeps more numbers and vectors than there are registers across a poll.
//
//go:noinline
func Pressure(launch *gang.Gang, rounds int, xs, ys []float32, p, q, r, s uint32) (done int) {
	tx := 0
	ys = ys[:len(xs)]
	for ; tx < len(xs)-3; tx += 4 {
		if gang.Leave(launch) {
			break
		}
		x := gang4.LoadF32(xs, tx)
		a, b, c, d := x, x.Add(x), x.Mul(x), x.Sub(x)
		e, f, h, i := a.Add(b), b.Add(c), c.Add(d), d.Add(a)
		j, k, l, m := a.Sub(c), b.Sub(d), c.Mul(b), d.Mul(a)
		t, u, v, w := p, q, r, s
		for n := range rounds {
			if gang.Leave(launch) {
				return tx
			}
			a, b, c, d = b.Add(e), c.Sub(f), d.Add(h), a.Sub(i)
			e, f, h, i = f.Add(j), h.Sub(k), i.Add(l), e.Sub(m)
			j, k, l, m = k.Add(a), l.Sub(b), m.Add(c), j.Sub(d)
			t, u, v, w = u*p^uint32(n), v+q*t, w^r+u, t-s*v
			t, u, v, w = t+w>>3, u^t<<5, v-u, w+p^q^r^s
			x = x.Add(gang4.CvtRnF32S32(gang4.SplatI32(int32(t ^ u ^ v ^ w))))
		}
		x = x.Add(a.Add(b)).Add(c.Add(d)).Add(e.Add(f)).Add(h.Add(i)).Add(j.Add(k)).Add(l.Add(m))
		gang4.StoreF32(ys, tx, gang4.CanonF32(x))
	}
	return tx
}

// Strided calls functions that fail where an index from memory is outside, one of them with type
// parameters, and a function that calls one.
//
//go:noinline
func Strided(launch *gang.Gang, at []int32, xs, out []uint64) uint32 {
	tx := uint32(0)
	if !room(xs, 8) || !room(out, 8) || !room(at, 4) {
		return 0
	}
	for ; tx+4 <= uint32(len(out)); tx += 4 {
		// At most 128 rounds.
		launch.Done = tx
		v := gang4.LoadStridedU64(xs, int(at[tx]), 3)
		gang4.StoreU64(out, int(tx), v)
		out[tx] ^= *through(xs, int(at[tx+1]))
	}
	return tx
}

// room reports whether all elements of a slice have so many bytes.
//
//go:noinline
func room[T any](s []T, n uintptr) bool {
	return len(s) > 0 && unsafe.Sizeof(s[0]) == n
}

//go:noinline
func through(s []uint64, i int) *uint64 {
	p := element(s, i+1)
	return (*uint64)(unsafe.Add(unsafe.Pointer(p), -8))
}

//go:noinline
func element[T any](s []T, i int) *T { return &s[i] }

// Turned gives a function more than registers take, and it returns more; both have a frame.
//
//go:noinline
func Turned(launch *gang.Gang, xs, out []int32, count *uint32) int {
	tx := 0
	out = out[:len(xs)]
	for ; tx < len(xs)-15; tx += 8 {
		// At most 128 rounds.
		launch.Done = uint32(tx)
		s := xs[tx : tx+16]
		a, b, c, d, e, f, g, h, i, j, k, l := turned(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11])
		copy16 := out[tx : tx+16]
		copy16[0], copy16[1], copy16[2], copy16[3] = a, b, c, d
		copy16[4], copy16[5], copy16[6], copy16[7] = e^i, f^j, g^k, h^l
		if atomic.AddUint32(count, 3) == 0 || atomic.CompareAndSwapUint32(count, 30, 33) {
			copy16[0]++
		}
	}
	return tx
}

//go:noinline
func turned(a, b, c, d, e, f, g, h, i, j, k, l int32) (int32, int32, int32, int32, int32, int32, int32, int32, int32, int32, int32, int32) {
	m := mixed(a, b, c, d, e, f, g, h, i, j, k, l)
	return l + m, k, j, i, h, g - m, f, e, d, c + m, b, a ^ m
}

//go:noinline
func mixed(a, b, c, d, e, f, g, h, i, j, k, l int32) int32 {
	v := gang4.SplatI32(a).Add(gang4.SplatI32(b)).Mul(gang4.SplatI32(c))
	var s [4]int32
	gang4.StoreI32(s[:], 0, v)
	return s[l&3] + d - e ^ f + g*h + i - j*k + l
}
