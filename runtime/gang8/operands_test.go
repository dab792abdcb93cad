//go:build goexperiment.simd && amd64

package gang8_test

import (
	"math"
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// operands draws operands of some kinds on which implementations break.
type operands struct {
	kinds []intrin.Kind
	all   bool // all operands in order: there is one
}

// fill draws the operands of block number k.
func (g *operands) fill(b *block, k uint64) {
	if g.all {
		for i := range b.arg[0] {
			b.arg[0][i] = (k*blockSize + uint64(i)) & (1<<g.kinds[0].Bits() - 1)
		}
		return
	}
	r := rand.New(rand.NewPCG(testmode.Seed(), k))
	for i := range blockSize {
		for a, kind := range g.kinds {
			b.arg[a][i] = draw(r, kind)
		}
		g.relate(b, r, i)
	}
}

// draw draws one operand.
func draw(r *rand.Rand, kind intrin.Kind) uint64 {
	width := uint(kind.Bits())
	mask := uint64(1)<<width - 1
	u := r.Uint64()
	man := uint(0)
	switch {
	case kind == intrin.Float32:
		man = 23
	case kind == intrin.Float64:
		man = 52
	case kind == intrin.Uint16:
		man = 10 - 3*uint(u>>63) // an f16, a bf16 or a number
	}
	if man != 0 && r.IntN(4) != 0 {
		frac, sign := uint64(1)<<man-1, uint64(1)<<(width-1)
		exps := sign>>man - 1
		exp := func(e uint64) uint64 { return u&(sign|frac) | min(e, exps)<<man }
		bias := exps / 2
		switch r.IntN(10) {
		case 0: // few bits
			u &^= frac >> r.UintN(man)
		case 1: // a run of ones at the end
			u |= frac >> r.UintN(man)
		case 2: // subnormal
			u &= sign | frac>>r.UintN(man)
		case 3: // near one
			u = exp(bias - min(bias, 12) + uint64(r.IntN(24)))
		case 4: // small
			u = exp(uint64(r.IntN(2*int(man) + 6)))
		case 5: // large
			u = exp(exps - uint64(r.IntN(min(30, int(exps)))))
		case 6, 7: // the borders
			around := [...]uint64{0, 1 << man, 2 << man, bias << man, (bias + 1) << man, (bias - 1) << man, (exps - 1) << man,
				exps << man, exps<<man | 1<<(man-1), sign - 1, bias<<man | 1<<(man-1), (bias + min(31, bias)) << man, (bias + min(32, bias)) << man, (bias - min(bias, 24)) << man}
			u = (around[r.IntN(len(around))]+u>>8&7-3)&(sign-1) | u&sign
		case 8: // around an integer
			if f := (float64(r.Uint64()>>r.UintN(64)) + float64(r.IntN(5))/4 - 0.5) * float64(1-2*int(u&1)); kind == intrin.Float32 {
				u = uint64(math.Float32bits(float32(f))) + u>>8&3 - 1
			} else if kind == intrin.Float64 {
				u = math.Float64bits(f) + u>>8&3 - 1
			}
		case 9: // that which is rounded to fewer bits: a middle
			u = u&^(frac>>r.UintN(man)) ^ 1<<r.UintN(man) + u&3 - 1
		}
		return u & mask
	}
	switch r.IntN(4) {
	case 0: // a border
		u = 1<<r.UintN(width) + u&7 - 3
	case 1: // short
		u = u >> r.UintN(64)
		if r.IntN(2) == 0 {
			u = -u
		}
	}
	return u & mask
}

// relate makes the operands of tuple i such that results cancel or lie next to a border.
func (g *operands) relate(b *block, r *rand.Rand, i int) {
	if len(g.kinds) < 2 || g.kinds[0] != g.kinds[1] {
		return
	}
	kind := g.kinds[0]
	width := uint(kind.Bits())
	mask, sign := uint64(1)<<width-1, uint64(1)<<(width-1)
	x, y, z := b.arg[0], b.arg[1], b.arg[2]
	near := func(u uint64) uint64 { return (u + uint64(r.IntN(7)) - 3) & mask }
	to32 := func(f float64) uint64 { return uint64(math.Float32bits(float32(f))) }
	f32 := func(u uint64) float64 { return float64(math.Float32frombits(uint32(u))) }
	switch how := r.IntN(10); {
	case how == 0:
		y[i] = near(x[i] ^ sign)
	case how == 1:
		y[i] = near(x[i])
	case kind == intrin.Float32:
		small := f32(1<<23 + uint64(r.IntN(9)) - 4)
		if r.IntN(3) == 0 {
			small = f32(r.Uint64N(1 << 25))
		}
		switch how {
		case 2: // a*b + c cancels
			z[i] = near(to32(float64(-f32(x[i]) * f32(y[i]))))
		case 3: // c is about half a unit of a*b, or far below
			z[i] = near(to32(math.Ldexp(float64(f32(x[i])*f32(y[i])), -20-r.IntN(30))))
		case 4: // a*b is near the least normal number
			y[i], z[i] = near(to32(small/f32(x[i]))), z[i]&sign
		case 5: // a*b is about the middle of two subnormal numbers
			small = math.Ldexp(float64(2*r.IntN(1<<22)+1), -150)
			x[i] &= 0xff<<23 | sign
			y[i], z[i] = near(to32(small/f32(x[i]))), z[i]&sign
		case 6: // a/b is near the least normal number
			x[i] = near(to32(float64(small * f32(y[i]))))
		case 7: // a*b is near the greatest number
			y[i] = near(to32(math.MaxFloat32 / f32(x[i])))
		case 8: // b is about half a unit of a
			y[i] = near(to32(math.Ldexp(f32(x[i]), -22-r.IntN(5))))
		}
	case kind == intrin.Float64:
		f, to := math.Float64frombits, math.Float64bits
		switch how {
		case 2:
			z[i] = near(to(float64(-f(x[i]) * f(y[i]))))
		case 3:
			z[i] = near(to(math.Ldexp(float64(f(x[i])*f(y[i])), -50-r.IntN(60))))
		case 4:
			y[i], z[i] = near(to(f(1<<52+uint64(r.IntN(9))-4)/f(x[i]))), z[i]&sign
		case 6:
			x[i] = near(to(float64(f(1<<52+uint64(r.IntN(9))-4) * f(y[i]))))
		case 7:
			y[i] = near(to(math.MaxFloat64 / f(x[i])))
		case 8:
			y[i] = near(to(math.Ldexp(f(x[i]), -51-r.IntN(5))))
		}
	}
}
