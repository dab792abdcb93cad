package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// measured has two compilations of C, one of which is faster in its best round
// and the other in the middle, beside a ptx2go of 40 and 50 ns a thread, and of 16 and 20
// with gangs.
func measured() *measurements {
	sample := func(kernel, data, variant string, c result.Class, rounds ...float64) *result.Sample {
		return &result.Sample{Kernel: kernel, Data: data, Build: "v3", Variant: variant, Class: c, Threads: 10, Rounds: rounds, Check: "same"}
	}
	return &measurements{Samples: []*result.Sample{
		sample("SGEMM 16x16", "random", "C gcc scalar", result.Scalar, 200, 400, 400),
		sample("SGEMM 16x16", "random", "C clang scalar", result.Scalar, 300, 300, 300),
		sample("SGEMM 16x16", "random", "C gcc", result.Loops, 100, 100, 100),
		sample("SGEMM 16x16", "random", "ptx2go -asm=off", result.Scalars, 500, 400, 800),
		sample("SGEMM 16x16", "few bits", "ptx2go -asm=off", result.Scalars, 600, 700, 800),
		sample("SGEMM 16x16", "random", "ptx2go", result.Vectors, 160, 250, 200),
		sample("SGEMM 16x16", "few bits", "ptx2go", result.Vectors, 240, 240, 240),
	}}
}

func TestKernelTable(t *testing.T) {
	t.Chdir("../..") // where aims.tsv is
	m := measured()
	for _, c := range []struct{ table, want string }{
		// The least rounds are 200 and 400, those in the middle 400 and 500; the floor of 0.5 is just met.
		{m.kernelTable(), "| SGEMM 16x16 |         20.0 |   40.0 | 0.50 (0.80) |     0.50 | same |"},
		{m.loopsTable(), "| SGEMM 16x16 |       10.0 |   gcc | 0.50 (0.25) | **0.65** |      0.62 (0.50) | 0.25 (0.20) |"},
		{m.dataTable(), "| SGEMM 16x16 | v3, -asm=off |   40.0 | 60.0 (1.50) |"},
		{m.dataTable(), "| SGEMM 16x16 |           v3 |   16.0 | 24.0 (1.50) |"},
		{strings.Join(m.summary(), "\n"), "AVX2, GOAMD64=v3: the kernels that it was tuned to: 1.25 of the speed of scalar C, 0.62 of the best C for AVX2; 0 of 1 are as fast as that or faster\nwithout vectors, GOAMD64=v3: the kernels that it was tuned to: 0.50 of"},
	} {
		if !strings.Contains(c.table, c.want) {
			t.Errorf("%s\nhas no line %s", c.table, c.want)
		}
	}
}

// TestWide: gangs of sixteen lanes have a column where they were measured, and the document says so where they were not.
func TestWide(t *testing.T) {
	t.Chdir("../..")
	page := func(m *measurements) string {
		dir := t.TempDir()
		if err := m.document(dir); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "PERFORMANCE.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	m := measured()
	if got := page(m); strings.Contains(got, " AVX-512 |") || !strings.Contains(got, "not all of AVX-512") {
		t.Errorf("nothing says that they were not measured:\n%s", got)
	}
	wide := *m.Samples[5]
	wide.Build, wide.Rounds = "v1/16", []float64{80, 125, 100}
	scalar, best := *m.Samples[0], *m.Samples[2]
	scalar.Build, best.Build = "v1/16", "v1/16"
	native := *m.Samples[2]
	native.Variant, native.Class, native.Rounds = "C gcc native", result.Native, []float64{50, 50, 50}
	m.Samples = append(m.Samples, &native, &scalar, &best, &wide)
	got := page(m)
	for _, want := range []string{" AVX-512 |", "| 1.25 (1.00) |", "2.00 (2.00)", "- AVX-512: the kernels that it was tuned to: 2.50 of the speed of scalar C, 1.25 of the best C"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
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

// TestGangsMissed: a kernel without gangs meets the floor of gangs if form A does; one that was not
// measured misses none.
func TestGangsMissed(t *testing.T) {
	t.Chdir("../..")
	m := measured()
	a, err := readAims()
	if err != nil {
		t.Fatal(err)
	}
	figure := func() (string, bool) { k := m.byKernel()[0]; return a.gangFigure(k), a.gangsMissed(k) }
	if got, missed := figure(); got != "0.62 of the best C (floor 0.65)" || !missed {
		t.Errorf("%s, missed: %v", got, missed)
	}
	m.Samples[5].Rounds = []float64{150}
	if got, missed := figure(); got != "0.67 of the best C (floor 0.65)" || missed {
		t.Errorf("%s, missed: %v", got, missed)
	}
	m.Samples = m.Samples[:5]
	if got, missed := figure(); got != "no gangs, 0.25 of the best C (floor 0.65)" || !missed {
		t.Errorf("%s, missed: %v", got, missed)
	}
	for _, s := range m.Samples {
		if s.Class == result.Scalars {
			s.Rounds = []float64{150}
		}
	}
	if got, missed := figure(); got != "no gangs, 0.67 of the best C (floor 0.65)" || missed {
		t.Errorf("%s, missed: %v", got, missed)
	}
	m.Samples = m.Samples[:3]
	if got, missed := figure(); got != "" || missed {
		t.Errorf("%s, missed: %v", got, missed)
	}
}

func TestBenchstat(t *testing.T) {
	const want = "BenchmarkSGEMM_16x16/data=few_bits/build=v3/variant=ptx2go_-asm_off 1 700.0 ns/op\n"
	if got := measured().benchstat(); !strings.Contains(got, want) || strings.Count(got, "\n") != 22 {
		t.Errorf("%s\nhas no line %s", got, want)
	}
}
