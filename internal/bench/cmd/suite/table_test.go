package main

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// measured has two compilations of C, one of which is faster in its best round
// and the other in the middle, beside a ptx2go of 40 and 50 ns a thread.
func measured() *measurements {
	sample := func(kernel, data, variant string, c result.Class, rounds ...float64) *result.Sample {
		return &result.Sample{Kernel: kernel, Data: data, Build: "v3", Variant: variant, Class: c, Threads: 10, Rounds: rounds, Check: "same"}
	}
	return &measurements{Samples: []*result.Sample{
		sample("SGEMM 16x16", "random", "C gcc scalar", result.Scalar, 200, 400, 400),
		sample("SGEMM 16x16", "random", "C clang scalar", result.Scalar, 300, 300, 300),
		sample("SGEMM 16x16", "random", "C gcc", result.Loops, 100, 100, 100),
		sample("SGEMM 16x16", "random", "ptx2go", result.PTX2Go, 500, 400, 800),
		sample("SGEMM 16x16", "few bits", "ptx2go", result.PTX2Go, 600, 700, 800),
	}}
}

func TestKernelTable(t *testing.T) {
	t.Chdir("../..") // where aims.tsv is
	m := measured()
	for _, c := range []struct{ table, want string }{
		// The least rounds are 200 and 400, those in the middle 400 and 500; the floor of 0.5 is just met.
		{m.kernelTable(), "| SGEMM 16x16 |         20.0 |   40.0 | 0.50 (0.80) |     0.50 | same |"},
		{m.loopsTable(), "| SGEMM 16x16 |       10.0 |   gcc | 0.50 (0.25) | 0.25 (0.20) |"},
		{m.dataTable(), "| SGEMM 16x16 |    v3 |   40.0 | 60.0 (1.50) |"},
	} {
		if !strings.Contains(c.table, c.want) {
			t.Errorf("%s\nhas no line %s", c.table, c.want)
		}
	}
}

func TestMissed(t *testing.T) {
	t.Chdir("../..")
	m := measured()
	m.Samples[3].Check = "DIFFERENT in 1 of 2 words"
	m.Samples[3].Rounds = []float64{401}
	if got := m.kernelTable(); !strings.Contains(got, " 0.50 (1.00) (!) | **0.50** |") {
		t.Errorf("a missed floor and a wrong result are not marked:\n%s", got)
	}
}

func TestBenchstat(t *testing.T) {
	const want = "BenchmarkSGEMM_16x16/data=few_bits/goamd64=v3/variant=ptx2go 1 700.0 ns/op\n"
	if got := measured().benchstat(); !strings.Contains(got, want) || strings.Count(got, "\n") != 16 {
		t.Errorf("%s\nhas no line %s", got, want)
	}
}
