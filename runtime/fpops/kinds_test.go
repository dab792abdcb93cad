package fpops_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// dataKinds are kinds of data that a branch in an fma may or may not foretell: there are
// more numbers than a processor learns by heart.
var dataKinds = []struct {
	name string
	draw func() float32
}{
	{"random", func() float32 { return rand.Float32()*2 - 1 }},
	{"8 bits", func() float32 { return math.Float32frombits(math.Float32bits(rand.Float32()*2-1) &^ 0xffff) }},
	{"zero or not", func() float32 { return (rand.Float32()*2 - 1) * float32(rand.IntN(2)) }},
	{"integers", func() float32 { return float32(rand.IntN(17) - 8) }},
	{"smooth", func() float32 { return 1 + rand.Float32()/256 }},
	{"eighths", func() float32 { return float32(rand.IntN(257)-128) / 8 }},
}

// BenchmarkKinds times fma on kinds of data: go test -bench Kinds/FmaF32.
func BenchmarkKinds(b *testing.B) {
	const n = 1 << 15
	x, y, z, r := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	xh, yh, zh, rh := make([]uint16, n), make([]uint16, n), make([]uint16, n), make([]uint16, n)
	xb, yb, zb := make([]uint16, n), make([]uint16, n), make([]uint16, n)
	for _, f := range []struct {
		name string
		at   func(i int)
	}{
		{"FmaFtzF32", func(i int) { r[i] = fpops.FmaFtzF32(x[i], y[i], z[i]) }},
		{"FmaRnSatF32", func(i int) { r[i] = fpops.FmaRnSatF32(x[i], y[i], z[i]) }},
		{"FmaRnF32Bf16", func(i int) { r[i] = fpops.FmaRnF32Bf16(xb[i], yb[i], z[i]) }},
		{"FmaRnF16", func(i int) { rh[i] = fpops.FmaRnF16(xh[i], yh[i], zh[i]) }},
		{"FmaRnFtzF16", func(i int) { rh[i] = fpops.FmaRnFtzF16(xh[i], yh[i], zh[i]) }},
		{"FmaRnBf16", func(i int) { rh[i] = fpops.FmaRnBf16(xb[i], yb[i], zb[i]) }},
	} {
		for _, k := range dataKinds {
			for i := range n {
				x[i], y[i], z[i] = k.draw(), k.draw(), k.draw()
				xh[i], yh[i], zh[i] = fpops.CvtRnF16F32(x[i]), fpops.CvtRnF16F32(y[i]), fpops.CvtRnF16F32(z[i])
				xb[i], yb[i], zb[i] = fpops.CvtRnBf16F32(x[i]), fpops.CvtRnBf16F32(y[i]), fpops.CvtRnBf16F32(z[i])
			}
			b.Run(f.name+"/"+k.name, func(b *testing.B) {
				for i := range b.N {
					f.at(i % n)
				}
			})
		}
	}
	for _, k := range dataKinds {
		for i := range n {
			x[i], y[i], z[i] = k.draw(), k.draw(), k.draw()
		}
		b.Run("FmaF32/"+k.name, func(b *testing.B) { // in place, as in a kernel
			for i := range b.N {
				r[i%n] = fpops.FmaF32(x[i%n], y[i%n], z[i%n])
			}
		})
		b.Run("FmaScaleF32/"+k.name, func(b *testing.B) {
			for i := range b.N {
				r[i%n] = fpops.FmaScaleF32(x[i%n], 0.125, z[i%n])
			}
		})
	}
}
