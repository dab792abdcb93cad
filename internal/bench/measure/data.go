//go:build suite

package main

import (
	"math"
	"math/rand"
)

// dataKinds are the kinds of data, the first of which all kernels run on. What
// computes exactly on floats of a CPU may branch on them.
var dataKinds = []string{"random", "few bits", "zero or not", "smooth"}

// source makes data of a kind, always the same.
type source struct {
	kind string
	rng  *rand.Rand
	n    int // floats made
}

func newRand() *rand.Rand { return rand.New(rand.NewSource(1)) }

// float returns a number from -1 to 1.
func (s *source) float() float64 {
	v := s.rng.Float64()*2 - 1
	s.n++
	switch s.kind {
	case "few bits": // 8 significant ones, what neural networks compute with
		v = float64(math.Float32frombits(math.Float32bits(float32(v)) &^ 0xffff))
	case "zero or not":
		v *= float64(s.rng.Intn(2))
	case "smooth": // a field that a simulation goes over
		v = math.Sin(float64(s.n) * 0.0007)
	}
	return v
}

func (s *source) floats(n int) []float32 {
	f := make([]float32, n)
	for i := range f {
		f[i] = float32(s.float())
	}
	return f
}

func (s *source) doubles(n int) []float64 {
	f := make([]float64, n)
	for i := range f {
		f[i] = s.float()
	}
	return f
}

// between returns random numbers of a range, whatever the kind.
func (s *source) between(n int, lo, hi float32) []float32 {
	f := make([]float32, n)
	for i := range f {
		f[i] = lo + (hi-lo)*s.rng.Float32()
	}
	return f
}

func (s *source) words(n int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = s.rng.Uint32()
	}
	return w
}

func (s *source) bytes(n int) []uint8 {
	b := make([]uint8, n)
	s.rng.Read(b)
	return b
}

// halves returns f16 from -1 to 1, without subnormals.
func (s *source) halves(n int) []uint16 {
	h := make([]uint16, n)
	for i := range h {
		h[i] = uint16(s.rng.Intn(2)<<15 | (5+s.rng.Intn(10))<<10 | s.rng.Intn(1<<10))
	}
	return h
}
