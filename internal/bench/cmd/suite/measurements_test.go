package main

import (
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// The rounds of several passes are those of one sample, wrong if one of them was.
func TestPasses(t *testing.T) {
	m := new(measurements)
	m.add(&result.Sample{Kernel: "k", Build: "v1", Rounds: []float64{3, 4}, Check: "same"})
	m.add(&result.Sample{Kernel: "k", Build: "v3", Rounds: []float64{5}, Check: "same"})
	m.add(&result.Sample{Kernel: "k", Build: "v1", Rounds: []float64{2}, Check: "DIFFERENT"})
	if len(m.Samples) != 2 || !slices.Equal(m.Samples[0].Rounds, []float64{3, 4, 2}) || !m.Samples[0].Wrong() || m.Samples[1].Wrong() {
		t.Errorf("got %v", m.Samples)
	}
}
