package vortex

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// Vortices returns the vorticity of a number of vortices of either sense at random places.
// The mean is zero, as it is in a periodic box.
func Vortices(n, count int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	sum := make([]float64, n*n)
	for range count {
		x, y, width, sense := float64(n)*r.Float64(), float64(n)*r.Float64(), float64(n)*(0.03+0.03*r.Float64()), float64(2*r.IntN(2)-1)
		for i := range sum {
			dx, dy := math.Remainder(float64(i%n)-x, float64(n)), math.Remainder(float64(i/n)-y, float64(n))
			sum[i] += sense * 12 * math.Exp(-float64(float64(dx*dx)+float64(dy*dy))/(2*width*width))
		}
	}
	mean := 0.
	for _, v := range sum {
		mean += v
	}
	out := make([]float32, n*n)
	for i, v := range sum {
		out[i] = float32(v - mean/float64(n*n))
	}
	return out
}

// Picture shows vorticity: one sense is red, the other blue, and white is none.
func Picture(n int, vorticity []float32) *image.NRGBA {
	top := float32(0)
	for _, v := range vorticity {
		top = max(top, v, -v)
	}
	m := image.NewNRGBA(image.Rect(0, 0, n, n))
	for i, v := range vorticity {
		weak := uint8(255)
		if top > 0 {
			weak = uint8(255 * (1 - math.Sqrt(math.Abs(float64(v/top)))))
		}
		c := color.NRGBA{255, weak, weak, 255}
		if v < 0 {
			c = color.NRGBA{weak, weak, 255, 255}
		}
		m.SetNRGBA(i%n, i/n, c)
	}
	return m
}
