//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"

	"github.com/ptx2go/ptx2go/runtime/intops"
)

// Division of 64 bits goes lane by lane, through memory.

func divU64(a, b archsimd.Uint64x8) archsimd.Uint64x8 {
	var x, y [8]uint64
	a.StoreArray(&x)
	b.StoreArray(&y)
	for l := range x {
		x[l] = intops.DivU64(x[l], y[l])
	}
	return whole64(archsimd.LoadUint64x8Array(&x))
}

func divS64(a, b archsimd.Int64x8) archsimd.Int64x8 {
	var x, y [8]int64
	a.StoreArray(&x)
	b.StoreArray(&y)
	for l := range x {
		x[l] = intops.DivS64(x[l], y[l])
	}
	return whole64(archsimd.LoadInt64x8Array(&x).AsUint64x8()).AsInt64x8()
}

func remU64(a, b archsimd.Uint64x8) archsimd.Uint64x8 {
	var x, y [8]uint64
	a.StoreArray(&x)
	b.StoreArray(&y)
	for l := range x {
		x[l] = intops.RemU64(x[l], y[l])
	}
	return whole64(archsimd.LoadUint64x8Array(&x))
}

func remS64(a, b archsimd.Int64x8) archsimd.Int64x8 {
	var x, y [8]int64
	a.StoreArray(&x)
	b.StoreArray(&y)
	for l := range x {
		x[l] = intops.RemS64(x[l], y[l])
	}
	return whole64(archsimd.LoadInt64x8Array(&x).AsUint64x8()).AsInt64x8()
}
