package texops

import (
	"encoding/binary"
	"math"
	"math/big"
	"testing"
)

// TestHalves compares both conversions with the values of all halves.
func TestHalves(t *testing.T) {
	value := func(h uint32) float64 {
		e, f := int(h>>10&31), float64(h&1023)
		if e == 0 {
			return math.Ldexp(f, -24)
		}
		return math.Ldexp(1024+f, e-25)
	}
	for h := range uint32(0x7c00) {
		x := float32(value(h))
		if got := halfToFloat(h); got != math.Float32bits(x) {
			t.Fatalf("%#04x is %#08x, want %#08x", h, got, math.Float32bits(x))
		}
		// What is between two halves belongs to the nearer one, or the even one.
		next := value(h + 1)
		mid := float32((value(h) + next) / 2)
		for _, c := range []struct {
			x    float32
			want uint32
		}{{x, h}, {mid, h + h&1}, {math.Nextafter32(mid, 0), h}, {math.Nextafter32(mid, math.MaxFloat32), h + 1}} {
			for _, sign := range []uint32{0, 1} {
				if got := floatToHalf(math.Float32bits(c.x) | sign<<31); got != c.want|sign<<15 {
					t.Fatalf("%g becomes %#04x, want %#04x", c.x, got, c.want|sign<<15)
				}
			}
		}
	}
	for _, c := range [][2]uint32{{0x7f800000, 0x7c00}, {0xff800000, 0xfc00}, {0x7f800001, 0x7fff}, {0xffc00000, 0x7fff}, {0x7f7fffff, 0x7c00}, {1, 0}} {
		if got := floatToHalf(c[0]); got != c[1] {
			t.Errorf("%#08x becomes %#04x, want %#04x", c[0], got, c[1])
		}
	}
	if halfToFloat(0x7c00) != 0x7f800000 || halfToFloat(0xfc01) != 0xff802000 {
		t.Error("infinities or NaNs")
	}
}

// TestNorms compares normalised integers with the quotients.
func TestNorms(t *testing.T) {
	check := func(c Channel, raw uint32, n, d int64) {
		x, _ := big.NewRat(n, d).Float32()
		if got := c.float(raw); got != math.Float32bits(x) {
			t.Fatalf("%s %#x is %#08x, want %#08x", c, raw, got, math.Float32bits(x))
		}
	}
	for i := range int64(1 << 16) {
		check(U16, uint32(i), i, 65535)
		check(S16, uint32(int32(int16(i))), max(int64(int16(i)), -32767), 32767)
		if i < 256 {
			check(U8, uint32(i), i, 255)
			check(S8, uint32(int32(int8(i))), max(int64(int8(i)), -127), 127)
		}
	}
}

// TestSRGB compares the table with the curve. That the elements are those of a GPU
// is held by the records of internal/cuda/golden/textures.
func TestSRGB(t *testing.T) {
	other := 0
	for i, b := range srgb {
		c := float64(i) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		step := math.Ldexp(1, max(math.Ilogb(c)-7, -14))
		got := float64(math.Float32frombits(b))
		if off := math.Abs(got - c); off > step || got != math.Trunc(got/step)*step {
			t.Errorf("%d is %v, want %v in steps of %v", i, got, c, step)
		} else if off > step/2 {
			other++
		}
	}
	if other != 14 {
		t.Errorf("%d elements are not the nearest", other)
	}
}

// TestLog2 compares the table with the library: logarithms of the middle of the interval, where
// 0.53 is the least that is rounded up. Powers of two are exact.
func TestLog2(t *testing.T) {
	for j := range 256 {
		want := min(int(math.Log2(1+(float64(j)+0.5)/256)*256+0.47), 255)
		if j == 0 {
			want = 0
		}
		for _, e := range []int{-130, -3, 0, 1, 90} {
			for _, x := range []float64{0, 0.5, 0.999} {
				if got := log2(math.Ldexp(1+(float64(j)+x)/256, e)); got != e*256+want {
					t.Errorf("log2(2^%d*(1+%v/256)) is %d/256, want %d", e, float64(j)+x, got, e*256+want)
				}
			}
		}
	}
	for _, x := range []float64{0, -1, math.NaN(), 5e-324} {
		if log2(x) > -1000*256 {
			t.Errorf("log2(%g) is %d", x, log2(x))
		}
	}
	if log2(math.Inf(1)) < 1000*256 {
		t.Errorf("log2 of an infinity is %d", log2(math.Inf(1)))
	}
}

// TestSaturate is the conversion of numbers to integer channels.
func TestSaturate(t *testing.T) {
	for _, x := range []struct {
		c    Channel
		in   float64
		want uint32
	}{
		{U8, 300, 255}, {U8, -3, 0}, {U8, 254.9, 254}, {S8, -300, 0xffffff80}, {S8, 127.5, 127}, {U32, 1e20, math.MaxUint32},
		{S32, -1e20, 0x80000000}, {S32, -1.9, 0xffffffff}, {U16, math.NaN(), 0}, {S16, math.Inf(1), 32767},
	} {
		if got := x.c.saturate(x.in); got != x.want {
			t.Errorf("%g as %s is %#x, want %#x", x.in, x.c, got, x.want)
		}
	}
}

// BenchmarkFetch is one bilinear fetch of four channels.
func BenchmarkFetch(b *testing.B) {
	v := View{Shape: Shape{Geometry: Geom2D, Width: 64, Height: 64, Channel: F32, Channels: 4}, Sampler: Sampler{Filter: Linear}}
	if err := v.Complete(); err != nil {
		b.Fatal(err)
	}
	mem := make([]byte, v.Bytes())
	for i := range v.Bytes() / 4 {
		binary.LittleEndian.PutUint32(mem[4*i:], math.Float32bits(float32(i%37-18)/3))
	}
	for _, f := range []Filter{Point, Linear} {
		b.Run([]string{"point", "linear"}[f], func(b *testing.B) {
			v.Sampler.Filter = f
			p := Position{Geometry: Geom2D, F: [3]float32{20.25, 30.75}}
			for b.Loop() {
				var t Taps
				v.Taps(&v.Sampler, &p, &t)
				v.Blend(&v.Sampler, &p, &t, mem)
			}
		})
	}
}
