//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8_test

import (
	"math/rand/v2"
	"simd/archsimd"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/gang8"
)

// BenchmarkTwins times functions beside eight calls of the scalar ones: ns for eight
// lanes, loads and stores included.
func BenchmarkTwins(b *testing.B) {
	const n = 1 << 10
	var f [4][]float32
	var d [4][]float64
	var u [4][]uint32
	var h [4][]uint16
	var i [4][]int32
	var l [4][]int64
	var q [4][]uint64
	for k := range f {
		for range n {
			x := rand.Float32()*3.5 + 0.25
			f[k] = append(f[k], x)
			d[k] = append(d[k], float64(x))
			h[k] = append(h[k], fpops.CvtRnF16F32(x))
			u[k] = append(u[k], uint32(fpops.CvtRnF16F32(x))<<16|uint32(fpops.CvtRnF16F32(x)))
			i[k] = append(i[k], int32(rand.Uint32()))
			l[k] = append(l[k], rand.Int64())
			q[k] = append(q[k], rand.Uint64())
		}
	}
	for _, c := range []struct {
		name         string
		gang, scalar func()
	}{
		{"CanonF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.CanonF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.CanonF32(f[0][t])
			}
		}},
		{"FtzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.FtzF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.FtzF32(f[0][t])
			}
		}},
		{"FmaRnF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.FmaRnF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t), gang8.LoadF32(f[2], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.FmaRnF32(f[0][t], f[1][t], f[2][t])
			}
		}},
		{"FmaRnFtzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.FmaRnFtzF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t), gang8.LoadF32(f[2], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.FmaRnFtzF32(f[0][t], f[1][t], f[2][t])
			}
		}},
		{"MulRnFtzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.MulRnFtzF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.MulRnFtzF32(f[0][t], f[1][t])
			}
		}},
		{"DivRnF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.DivRnF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.DivRnF32(f[0][t], f[1][t])
			}
		}},
		{"SqrtRnF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.SqrtRnF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.SqrtRnF32(f[0][t])
			}
		}},
		{"MinF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.MinF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.MinF32(f[0][t], f[1][t])
			}
		}},
		{"MaxNaNF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.MaxNaNF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.MaxNaNF32(f[0][t], f[1][t])
			}
		}},
		{"SatF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.SatF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.SatF32(f[0][t])
			}
		}},
		{"CvtRziU32F32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU32(u[3], t, gang8.CvtRziU32F32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				u[3][t] = fpops.CvtRziU32F32(f[0][t])
			}
		}},
		{"CvtRnF32U32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.CvtRnF32U32(gang8.LoadU32(u[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.CvtRnF32U32(u[0][t])
			}
		}},
		{"CvtRziS64F32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreI64(l[3], t, gang8.CvtRziS64F32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				l[3][t] = fpops.CvtRziS64F32(f[0][t])
			}
		}},
		{"RcpApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.RcpApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.RcpApproxF32(f[0][t])
			}
		}},
		{"RsqrtApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.RsqrtApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.RsqrtApproxF32(f[0][t])
			}
		}},
		{"SqrtApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.SqrtApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.SqrtApproxF32(f[0][t])
			}
		}},
		{"Ex2ApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.Ex2ApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.Ex2ApproxF32(f[0][t])
			}
		}},
		{"Ex2ApproxFtzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.Ex2ApproxFtzF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.Ex2ApproxFtzF32(f[0][t])
			}
		}},
		{"Lg2ApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.Lg2ApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.Lg2ApproxF32(f[0][t])
			}
		}},
		{"SinApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.SinApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.SinApproxF32(f[0][t])
			}
		}},
		{"CosApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.CosApproxF32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.CosApproxF32(f[0][t])
			}
		}},
		{"DivApproxF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.DivApproxF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.DivApproxF32(f[0][t], f[1][t])
			}
		}},
		{"DivFullF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.DivFullF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.DivFullF32(f[0][t], f[1][t])
			}
		}},
		{"AddRzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.AddRzF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.AddRzF32(f[0][t], f[1][t])
			}
		}},
		{"FmaRzF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.FmaRzF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t), gang8.LoadF32(f[2], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.FmaRzF32(f[0][t], f[1][t], f[2][t])
			}
		}},
		{"FmaRmF32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.FmaRmF32(gang8.LoadF32(f[0], t), gang8.LoadF32(f[1], t), gang8.LoadF32(f[2], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.FmaRmF32(f[0][t], f[1][t], f[2][t])
			}
		}},
		{"FmaRnF16", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU16(h[3], t, gang8.FmaRnF16(gang8.LoadU16(h[0], t), gang8.LoadU16(h[1], t), gang8.LoadU16(h[2], t)))
			}
		}, func() {
			for t := range n {
				h[3][t] = fpops.FmaRnF16(h[0][t], h[1][t], h[2][t])
			}
		}},
		{"AddRnF16", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU16(h[3], t, gang8.AddRnF16(gang8.LoadU16(h[0], t), gang8.LoadU16(h[1], t)))
			}
		}, func() {
			for t := range n {
				h[3][t] = fpops.AddRnF16(h[0][t], h[1][t])
			}
		}},
		{"AddRnF16x2", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU32(u[3], t, gang8.AddRnF16x2(gang8.LoadU32(u[0], t), gang8.LoadU32(u[1], t)))
			}
		}, func() {
			for t := range n {
				u[3][t] = fpops.AddRnF16x2(u[0][t], u[1][t])
			}
		}},
		{"FmaRnF16x2", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU32(u[3], t, gang8.FmaRnF16x2(gang8.LoadU32(u[0], t), gang8.LoadU32(u[1], t), gang8.LoadU32(u[2], t)))
			}
		}, func() {
			for t := range n {
				u[3][t] = fpops.FmaRnF16x2(u[0][t], u[1][t], u[2][t])
			}
		}},
		{"FmaRnBf16", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU16(h[3], t, gang8.FmaRnBf16(gang8.LoadU16(h[0], t), gang8.LoadU16(h[1], t), gang8.LoadU16(h[2], t)))
			}
		}, func() {
			for t := range n {
				h[3][t] = fpops.FmaRnBf16(h[0][t], h[1][t], h[2][t])
			}
		}},
		{"CvtF32F16", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF32(f[3], t, gang8.CvtF32F16(gang8.LoadU16(h[0], t)))
			}
		}, func() {
			for t := range n {
				f[3][t] = fpops.CvtF32F16(h[0][t])
			}
		}},
		{"CvtRnF16F32", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU16(h[3], t, gang8.CvtRnF16F32(gang8.LoadF32(f[0], t)))
			}
		}, func() {
			for t := range n {
				h[3][t] = fpops.CvtRnF16F32(f[0][t])
			}
		}},
		{"MaxF16x2", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreU32(u[3], t, gang8.MaxF16x2(gang8.LoadU32(u[0], t), gang8.LoadU32(u[1], t)))
			}
		}, func() {
			for t := range n {
				u[3][t] = fpops.MaxF16x2(u[0][t], u[1][t])
			}
		}},
		{"FmaRnF64", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF64(d[3], t, gang8.FmaRnF64(gang8.LoadF64(d[0], t), gang8.LoadF64(d[1], t), gang8.LoadF64(d[2], t)))
			}
		}, func() {
			for t := range n {
				d[3][t] = fpops.FmaRnF64(d[0][t], d[1][t], d[2][t])
			}
		}},
		{"AddRnF64", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF64(d[3], t, gang8.AddRnF64(gang8.LoadF64(d[0], t), gang8.LoadF64(d[1], t)))
			}
		}, func() {
			for t := range n {
				d[3][t] = fpops.AddRnF64(d[0][t], d[1][t])
			}
		}},
		{"MinF64", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF64(d[3], t, gang8.MinF64(gang8.LoadF64(d[0], t), gang8.LoadF64(d[1], t)))
			}
		}, func() {
			for t := range n {
				d[3][t] = fpops.MinF64(d[0][t], d[1][t])
			}
		}},
		{"MulRnF64", func() {
			for t := 0; t < n; t += 8 {
				gang8.StoreF64(d[3], t, gang8.MulRnF64(gang8.LoadF64(d[0], t), gang8.LoadF64(d[1], t)))
			}
		}, func() {
			for t := range n {
				d[3][t] = fpops.MulRnF64(d[0][t], d[1][t])
			}
		}},
	} {
		b.Run(c.name+"/gang", func(b *testing.B) {
			for range b.N {
				c.gang()
			}
			archsimd.ClearAVXUpperBits()
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*8/n, "ns/8")
		})
		b.Run(c.name+"/scalar", func(b *testing.B) {
			for range b.N {
				c.scalar()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*8/n, "ns/8")
		})
	}
}
