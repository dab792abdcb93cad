package textures

import (
	"math"
	"testing"
)

// recordsByName reads the file once for a test.
func recordsByName(t *testing.T) map[string]*Record {
	t.Helper()
	all, err := Records()
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]*Record{}
	for _, r := range all {
		if m[r.Name] != nil || len(r.Results) == 0 || len(r.Results) != len(r.Coordinates) {
			t.Errorf("%s: twice, or %d results of %d points", r.Name, len(r.Results), len(r.Coordinates))
		}
		m[r.Name] = r
	}
	if len(m) < 80 {
		t.Fatalf("%d records", len(m))
	}
	return m
}

// fraction is where a coordinate lies between the first two texels, in 1/256.
func fraction(x float32) int {
	return int(math.Floor((float64(x)-0.5)*256 + 0.5))
}

// TestWeights holds the README to what it says of linear filters. The texels have one channel each,
// so that the results are the weights.
func TestWeights(t *testing.T) {
	m := recordsByName(t)
	for i, p := range m["weights1d"].Coordinates {
		want := float32(min(max(fraction(p[0]), 0), 256)) / 256
		if got := m["weights1d"].Results[i]; got[1] != want || got[0] != 1-want {
			t.Fatalf("1d at %v: %v, want %v", p, got, want)
		}
	}
	for _, name := range []string{"weights2d", "weights2d-fine"} {
		for i, p := range m[name].Coordinates {
			a, b := fraction(p[0]), fraction(p[1])
			both := (a*b + 128) >> 8
			for k, want := range []int{256 - a - b + both, a - both, b - both, both} {
				if got := m[name].Results[i][k] * 256; got != float32(want) {
					t.Fatalf("%s at %v, texel %d: %v/256, want %d", name, p, k, got, want)
				}
			}
		}
	}
	lower, upper := m["weights3d-0"], m["weights3d-1"]
	for i, p := range lower.Coordinates {
		sum, a, c := float32(0), fraction(p[0]), fraction(p[2])
		for k := range 4 {
			sum += lower.Results[i][k] + upper.Results[i][k]
		}
		if sum != 1 {
			t.Fatalf("3d at %v: the weights sum to %v", p, sum)
		}
		both := upper.Results[i][1] + upper.Results[i][3]
		if want := float32((a*c+128)>>8) / 256; both != want {
			t.Fatalf("3d at %v: %v beyond x and z, want %v", p, both, want)
		}
	}
}

// TestFormats: integers read as floats are quotients, rounded once, and what is filtered of
// unsigned ones has 16 bits.
func TestFormats(t *testing.T) {
	m := recordsByName(t)
	for name, f := range map[string]struct {
		unit float64
		of   func(i int) float64
	}{
		"u8-all":   {255, func(i int) float64 { return float64(m["u8-all"].Memory[i]) }},
		"s8-all":   {127, func(i int) float64 { return float64(int8(m["s8-all"].Memory[i])) }},
		"u16-some": {65535, func(i int) float64 { return float64(word(m["u16-some"].Memory, i)) }},
		"s16-some": {32767, func(i int) float64 { return float64(int16(word(m["s16-some"].Memory, i))) }},
	} {
		r := m[name]
		for i, got := range r.Results {
			for k, v := range got {
				if want := float32(max(f.of(i*len(got)+k)/f.unit, -1)); v != want {
					t.Fatalf("%s, texel %d: %v, want %v", name, i, v, want)
				}
			}
		}
	}
	r := m["format-u8x1-linear"]
	for i, p := range r.Coordinates {
		x, y := fraction(p[0]), fraction(p[1])
		a, b := x&255, y&255
		both := (a*b + 128) >> 8
		at := func(dx, dy int) int {
			return int(r.Memory[min(max(y>>8+dy, 0), 7)*8+min(max(x>>8+dx, 0), 7)]) * 257
		}
		sum := (256-a-b+both)*at(0, 0) + (a-both)*at(1, 0) + (b-both)*at(0, 1) + both*at(1, 1)
		if want := float32(float64((sum+128)>>8) / 65535); r.Results[i][0] != want {
			t.Fatalf("u8 at %v: %v, want %v", p, r.Results[i][0], want)
		}
	}
}

func word(memory []byte, i int) uint16 { return uint16(memory[2*i]) | uint16(memory[2*i+1])<<8 }
