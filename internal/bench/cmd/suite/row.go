package main

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// row is what was measured of one kernel on one kind of data in one build.
type row struct {
	kernel, data, build string
	samples             []*result.Sample
}

// rows returns the measured rows in the order of the measurement.
func (m *measurements) rows() []*row {
	var list []*row
	for _, s := range m.Samples {
		i := slices.IndexFunc(list, func(r *row) bool { return r.kernel == s.Kernel && r.data == s.Data && r.build == s.Build })
		if i < 0 {
			i = len(list)
			list = append(list, &row{kernel: s.Kernel, data: s.Data, build: s.Build})
		}
		list[i].samples = append(list[i].samples, s)
	}
	return list
}

// of returns the fastest sample of some classes, or nil.
func (r *row) of(classes ...result.Class) *result.Sample {
	var best *result.Sample
	for _, s := range r.samples {
		if slices.Contains(classes, s.Class) && len(s.Rounds) > 0 && (best == nil || s.Best() < best.Best()) {
			best = s
		}
	}
	return best
}

// ratio is how fast one sample is beside another: above 1 is faster.
type ratio struct {
	best   float64 // of the fastest rounds
	median float64 // of the rounds in the middle
}

// over returns the speed of s beside that of reference; ok is false where one of
// them was not measured.
func over(s, reference *result.Sample) (ratio, bool) {
	if s == nil || reference == nil {
		return ratio{}, false
	}
	return ratio{reference.Best() / s.Best(), reference.Median() / s.Median()}, true
}

// byDefault is what a kernel takes as ptx2go makes it by default: with its gangs, or without where it has
// none; nil where that was not measured.
func (r *row) byDefault() (s *result.Sample, gangs bool) {
	if r == nil {
		return nil, false
	}
	if s = r.of(result.Vectors); s != nil {
		return s, true
	}
	return r.of(result.Scalars), false
}

// oneByOne is what a kernel takes without gangs.
func (r *row) oneByOne() (s *result.Sample, gangs bool) { return r.of(result.Scalars), false }

// gangs returns how fast the default is beside the best C for AVX2.
func (r *row) gangs() (speed ratio, some, ok bool) {
	s, some := r.byDefault()
	if s == nil {
		return ratio{}, false, false
	}
	speed, ok = over(s, r.of(result.Loops, result.Scalar))
	return speed, some, ok
}

// kernelRows are the rows of one kernel on one kind of data, by build.
type kernelRows struct {
	kernel, data string
	builds       map[string]*row
	last         *row   // the plain build that was measured last: the highest level
	set          string // see result.Sets
}

// byKernel puts the builds of each kernel and kind of data side by side.
func (m *measurements) byKernel() []*kernelRows {
	var list []*kernelRows
	for _, r := range m.rows() {
		i := slices.IndexFunc(list, func(k *kernelRows) bool { return k.kernel == r.kernel && k.data == r.data })
		if i < 0 {
			i = len(list)
			list = append(list, &kernelRows{kernel: r.kernel, data: r.data, builds: map[string]*row{}, set: r.samples[0].Set})
		}
		if list[i].builds[r.build] = r; plain(r.build) || list[i].last == nil {
			list[i].last = r
		}
	}
	return list
}

// usual is the row of the build that users get, or of the last one where that was not measured.
func (k *kernelRows) usual() *row {
	if r := k.builds[ordinary]; r != nil {
		return r
	}
	return k.last
}

// levels returns the plain builds that were measured, in order.
func (m *measurements) levels() []string {
	return slices.DeleteFunc(m.names(), func(s string) bool { return !plain(s) })
}

// names returns all builds that were measured, in order.
func (m *measurements) names() []string {
	var list []string
	for _, s := range m.Samples {
		if !slices.Contains(list, s.Build) {
			list = append(list, s.Build)
		}
	}
	return list
}
