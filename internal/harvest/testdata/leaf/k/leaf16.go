//go:build goexperiment.simd && amd64

package k

import (
	"leaf/gang"

	"github.com/ptx2go/ptx2go/runtime/gang16"
)

// Saxpy16 is Saxpy with 16 lanes.
//
//go:noinline
func Saxpy16(launch *gang.Gang, a float32, xs, ys []float32) (done int) {
	tx := 0
	ys = ys[:len(xs)]
	f1v := gang16.SplatF32(a)
	for ; tx < len(xs)-15; tx += 16 {
		if gang.Leave(launch) {
			return tx
		}
		gang16.StoreF32(ys, tx, gang16.FmaRnF32(f1v, gang16.LoadF32(xs, tx), gang16.LoadF32(ys, tx)))
	}
	return tx
}

// Escape16 counts rounds of x = x*x + c, with masks in registers of their own.
//
//go:noinline
func Escape16(launch *gang.Gang, limit int32, cs []float32, out []int32) (done int) {
	tx := 0
	out = out[:len(cs)]
	for ; tx < len(cs)-15; tx += 16 {
		if gang.Leave(launch) {
			return tx
		}
		c := gang16.LoadF32(cs, tx)
		var x gang16.F32
		var n gang16.I32
		live := gang16.SplatM(true)
		for i := int32(0); i < limit; i++ {
			if gang.Leave(launch) {
				return tx
			}
			x = x.Mul(x).Add(c)
			live = gang16.AndM(live, gang16.LessEqualF32(x, gang16.SplatF32(4)))
			if gang16.None(live) {
				break
			}
			n = gang16.MergeI32(n.Add(gang16.SplatI32(1)), n, live)
		}
		gang16.StoreI32(out, tx, n)
	}
	return tx
}
