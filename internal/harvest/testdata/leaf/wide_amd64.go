package main

import (
	"slices"

	"leaf/gang"
	"leaf/k"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// bits16 is bits of sixteen lanes.
func bits16(xs, ys []float32) {
	n := len(xs)
	var g gang.Gang
	got, want := slices.Clone(ys), make([]float32, n)
	counts, rounds := make([]int32, n), make([]int32, n)
	done := k.Saxpy16(&g, 1.25, xs, got)
	for i := range want {
		want[i] = fpops.CanonF32(fpops.FmaF32(1.25, xs[i], ys[i]))
	}
	copy(got[done:], want[done:])
	report("Saxpy16", got, want, done, n-15)

	done = k.Escape16(&g, 300, xs, counts)
	for i := range rounds {
		rounds[i] = 0
		x := float32(0)
		for rounds[i] < 300 {
			x = float32(x*x) + xs[i]
			if !(x <= 4) {
				break
			}
			rounds[i]++
		}
	}
	copy(counts[done:], rounds[done:])
	report("Escape16", counts, rounds, done, n-15)
}

// calls16 adds functions of sixteen lanes.
func calls16(m map[string]func() int, g *gang.Gang, xs, ys []float32, counts []int32) {
	m["Saxpy16"] = func() int { return len(xs) - k.Saxpy16(g, 2, xs, ys) }
	m["Escape16"] = func() int { return len(xs) - k.Escape16(g, 50, xs, counts) }
}
