//go:build goexperiment.simd && amd64

package gang16

import (
	"simd/archsimd"

	"github.com/ptx2go/ptx2go/runtime/intops"
)

// Division of 64 bits goes lane by lane, through memory.

func divU64(a, b archsimd.Uint64x8) archsimd.Uint64x8 {
	var x, y [8]uint64
	a.Store(&x)
	b.Store(&y)
	for l := range x {
		x[l] = intops.DivU64(x[l], y[l])
	}
	return whole64(archsimd.LoadUint64x8(&x))
}

func divS64(a, b archsimd.Int64x8) archsimd.Int64x8 {
	var x, y [8]int64
	a.Store(&x)
	b.Store(&y)
	for l := range x {
		x[l] = intops.DivS64(x[l], y[l])
	}
	return whole64(archsimd.LoadInt64x8(&x).AsUint64x8()).AsInt64x8()
}

func remU64(a, b archsimd.Uint64x8) archsimd.Uint64x8 {
	var x, y [8]uint64
	a.Store(&x)
	b.Store(&y)
	for l := range x {
		x[l] = intops.RemU64(x[l], y[l])
	}
	return whole64(archsimd.LoadUint64x8(&x))
}

func remS64(a, b archsimd.Int64x8) archsimd.Int64x8 {
	var x, y [8]int64
	a.Store(&x)
	b.Store(&y)
	for l := range x {
		x[l] = intops.RemS64(x[l], y[l])
	}
	return whole64(archsimd.LoadInt64x8(&x).AsUint64x8()).AsInt64x8()
}
