package vortex

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/cu"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// box makes a box that the test closes.
func box(t *testing.T, n int, vorticity []float32, viscosity float64, stir []float32) *Box {
	t.Helper()
	if err := cu.Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	b, err := New(n, vorticity, viscosity, stir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// field computes numbers of all places, where x and y are from 0 to 2*pi.
func field(n int, f func(x, y float64) float64) []float32 {
	out := make([]float32, n*n)
	for i := range out {
		out[i] = float32(f(2*math.Pi*float64(i%n)/float64(n), 2*math.Pi*float64(i/n)/float64(n)))
	}
	return out
}

// transformed is the Fourier transform of n by n numbers by its definition, rows and
// columns one after the other; with sign 1 the inverse one.
func transformed(n int, z []complex128, sign float64) []complex128 {
	lines := func(z []complex128, at func(line, i int) int) []complex128 {
		out := make([]complex128, len(z))
		for line := range n {
			for k := range n {
				for i := range n {
					out[at(line, k)] += z[at(line, i)] * cmplx.Rect(1, sign*2*math.Pi*float64(i*k%n)/float64(n))
				}
			}
		}
		return out
	}
	out := lines(z, func(line, i int) int { return line*n + i })
	out = lines(out, func(line, i int) int { return i*n + line })
	if sign > 0 {
		for i := range out {
			out[i] /= complex(float64(n*n), 0)
		}
	}
	return out
}

func TestTransform(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{4, 8, 32, 64} {
		b := box(t, n, make([]float32, n*n), 0, nil)
		in, z := make([]float32, 2*n*n), make([]complex128, n*n)
		for i := range z {
			in[2*i], in[2*i+1] = r.Float32()-0.5, r.Float32()-0.5
			z[i] = complex(float64(in[2*i]), float64(in[2*i+1]))
		}
		for _, inverse := range []bool{false, true} {
			sign := -1.
			if inverse {
				sign = 1
			}
			p, got := upload(in), make([]float32, 2*n*n)
			b.transform(p, inverse)
			cu.MemcpyDtoH(unsafe.Pointer(&got[0]), p, 4*len(got))
			size := 1e-6 * float64(n)
			if inverse {
				size /= float64(n * n)
			}
			for i, want := range transformed(n, z, sign) {
				if d := cmplx.Abs(complex(float64(got[2*i]), float64(got[2*i+1])) - want); d > size {
					t.Fatalf("%d by %d, inverse %v: element %d is %v and %v, want %v", n, n, inverse, i, got[2*i], got[2*i+1], want)
				}
			}
		}
	}
}

// TestTaylorGreen looks at vortices that viscosity damps in a known way, and at the same
// where something stirs as much as viscosity takes.
func TestTaylorGreen(t *testing.T) {
	const n, viscosity, step, steps = 32, 0.05, 0.02, 50
	shape := func(size float64) []float32 {
		return field(n, func(x, y float64) float64 { return size * 2 * math.Cos(x) * math.Cos(y) })
	}
	damped := math.Exp(-2 * viscosity * step * steps)
	for _, x := range []struct {
		stir []float32
		size float64
	}{{nil, damped}, {shape(2 * viscosity), 1}} {
		b := box(t, n, shape(1), viscosity, x.stir)
		if e := b.Energy(); math.Abs(e-0.25) > 1e-6 {
			t.Errorf("the energy is %v, want 0.25", e)
		}
		if v := b.Speed(); math.Abs(v-1) > 1e-5 {
			t.Errorf("the largest speed is %v, want 1", v)
		}
		b.Step(steps, step)
		if math.Abs(b.Time-steps*step) > 1e-6 {
			t.Errorf("time %v", b.Time)
		}
		want := shape(x.size)
		for i, got := range b.Vorticity() {
			if math.Abs(float64(got-want[i])) > 2e-5 {
				t.Fatalf("stirred %v: place %d has %v, want %v", x.stir != nil, i, got, want[i])
			}
		}
	}
}

// TestConserved looks at energy, which a fluid without viscosity keeps.
func TestConserved(t *testing.T) {
	b := box(t, 64, Vortices(64, 12, 3), 0, nil)
	b.Step(1, 1e-4) // waves that take no part are gone
	before := b.Energy()
	b.Step(60, 0.004)
	if now := b.Energy(); math.Abs(now-before) > 1e-4*before {
		t.Errorf("energy %v, %v before", now, before)
	}
}

// stepped is a step in double precision, with Fourier transforms by their definition.
func stepped(n int, waves []complex128, viscosity float64, stir []float32, time float64) []complex128 {
	k := func(i int) (x, y float64, cut bool) {
		a, b := (i%n+n/2)%n-n/2, (i/n+n/2)%n-n/2
		return float64(a), float64(b), 3*max(a, -a, b, -b) > n
	}
	rate := func(waves []complex128) []complex128 {
		var fields [4][]complex128 // velocity along x and y, slope along x and y
		for f := range fields {
			fields[f] = make([]complex128, n*n)
			for i, w := range waves {
				x, y, cut := k(i)
				if cut || x == 0 && y == 0 {
					continue
				}
				stream := w / complex(x*x+y*y, 0)
				fields[f][i] = 1i * [4]complex128{complex(y, 0) * stream, complex(-x, 0) * stream, complex(x, 0) * w, complex(y, 0) * w}[f]
			}
			fields[f] = transformed(n, fields[f], 1)
		}
		r := make([]complex128, n*n)
		for i := range r {
			r[i] = -fields[0][i]*fields[2][i] - fields[1][i]*fields[3][i]
			if stir != nil {
				r[i] += complex(float64(stir[i]), 0)
			}
		}
		return transformed(n, r, -1)
	}
	forward := func(rate []complex128, time, dampOld, dampRate float64) []complex128 {
		out := make([]complex128, n*n)
		for i := range out {
			if x, y, cut := k(i); !cut {
				s := -viscosity * (x*x + y*y)
				out[i] = waves[i]*complex(math.Exp(s*dampOld), 0) + rate[i]*complex(time*math.Exp(s*dampRate), 0)
			}
		}
		return out
	}
	return forward(rate(forward(rate(waves), time/2, time/2, time/2)), time, time, time/2)
}

// TestReference compares some steps with those in double precision.
func TestReference(t *testing.T) {
	const n, steps, step = 32, 5, 0.01
	start := Vortices(n, 6, 9)
	stir := field(n, func(x, y float64) float64 { return math.Sin(2*x) + math.Cos(x+3*y) })
	for _, viscosity := range []float64{0, 0.01} {
		for _, stir := range [][]float32{nil, stir} {
			b := box(t, n, start, viscosity, stir)
			b.Step(steps, step)
			z := make([]complex128, n*n)
			for i, v := range start {
				z[i] = complex(float64(v), 0)
			}
			z = transformed(n, z, -1)
			for range steps {
				z = stepped(n, z, viscosity, stir, float64(float32(step)))
			}
			z = transformed(n, z, 1)
			for i, got := range b.Vorticity() {
				if math.Abs(float64(got)-real(z[i])) > 1e-4 {
					t.Fatalf("viscosity %v, stirred %v: place %d has %v, want %v", viscosity, stir != nil, i, got, real(z[i]))
				}
			}
		}
	}
}

// TestBits compares all bits with those that are known: of the CPU and of a GPU they are
// the same.
func TestBits(t *testing.T) {
	const n = 64
	b := box(t, n, Vortices(n, 12, 5), 0.001, field(n, func(x, y float64) float64 { return math.Sin(4 * y) }))
	b.Step(20, 0.005)
	h := sha256.New()
	for _, v := range b.Vorticity() {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []float64{b.Energy(), b.Speed()} {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	const want = "212b40ee097dff173d52e99c8a7851812d1b56e764c16c804aa7ceaa6fda9f37"
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("the bits are %s, want %s (on a GPU: %v)", got, want, cu.OnGPU)
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct{ n, have, stir int }{{3, 9, 0}, {2, 4, 0}, {48, 48 * 48, 0}, {2048, 4, 0}, {8, 63, 0}, {8, 64, 8}} {
		var stir []float32
		if x.stir > 0 {
			stir = make([]float32, x.stir)
		}
		if _, err := New(x.n, make([]float32, x.have), 0, stir); err == nil {
			t.Errorf("%+v: no error", x)
		}
	}
}

// TestFreed makes sure that a box leaves nothing.
func TestFreed(t *testing.T) {
	if err := cu.Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	used, _ := ptx.MemoryInfo()
	for range 3 {
		b, err := New(32, Vortices(32, 3, 1), 0.1, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Step(2, 0.01)
		b.Close()
	}
	if now, _ := ptx.MemoryInfo(); now != used {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
}
