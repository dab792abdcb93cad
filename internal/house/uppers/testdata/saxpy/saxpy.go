//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

// Package saxpy is a row function of a gang, written by hand.
package saxpy

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/gang8"
)

var scale float32

// Row8 ends in scalar code, behind Clear.
func Row8(a uint32, x, y []float32) {
	y = y[:len(x)]
	tx, av := 0, gang8.F32FromBits(gang8.SplatU32(a))
	for ; tx < len(x)-7; tx += 8 {
		gang8.StoreF32(y, tx, av.MulAdd(gang8.LoadF32(x, tx), gang8.LoadF32(y, tx)))
		// spoil
	}
	gang8.Clear()
	for ; tx < len(x); tx++ {
		y[tx] += float32(math.Float32frombits(a) * x[tx])
	}
}

// Gather8 calls a function that is not inlined.
func Gather8(x, y []float32, at []int32) bool {
	for i := 0; i < len(at)-7; i += 8 {
		v, ok := gang8.GatherF32(x, gang8.LoadI32(at, i), gang8.SplatM(true))
		if !ok {
			gang8.Clear()
			return false
		}
		gang8.StoreF32(y, i, v)
	}
	gang8.Clear()
	return true
}
