package fpops_test

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// accurateBounds has a line for every function: how many operands it has, how
// many of them give a result that is not correctly rounded, and the greatest
// error in units of the last place. An error below a half is not measured.
const accurateBounds = "testdata/accurate_bounds.txt"

// bounds are the figures of one function.
type bounds struct {
	operands, wrong uint64
	ulp             float64
}

func readBounds(t *testing.T) map[string]bounds {
	t.Helper()
	text, err := os.ReadFile(accurateBounds)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bounds{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var head string
		var b bounds
		if _, err := fmt.Sscan(line, &head, &b.operands, &b.wrong, &b.ulp); err != nil {
			t.Fatalf("%s: %q: %v", accurateBounds, line, err)
		}
		all[head] = b
	}
	return all
}

// TestAccurateBounds checks that every function is in the file, and that the
// file claims what the functions' comments say: correct rounding.
func TestAccurateBounds(t *testing.T) {
	all := readBounds(t)
	want := map[string]uint64{}
	for _, f := range accurateFuncs {
		want[f.head+".f32"] = 1 << 32
		if f.ftz != nil {
			want[f.head+".ftz.f32"] = 1 << 32
		}
	}
	for _, h := range accurateHalves {
		want[h.head] = 1 << 16
	}
	for head, operands := range want {
		if got := all[head]; got != (bounds{operands, 0, 0.5}) {
			t.Errorf("%s: %s has %v", accurateBounds, head, got)
		}
		delete(all, head)
	}
	for head := range all {
		t.Errorf("%s: %s does not exist", accurateBounds, head)
	}
}

// TestAccurateLong runs all operands of the f32 functions and compares the
// errors with the file. (TestAccurateHalf always runs all operands.)
func TestAccurateLong(t *testing.T) {
	if !testmode.Long() {
		t.Skip("exhaustive: needs PTX2GO_LONG=1")
	}
	pinned := readBounds(t)
	for i := range accurateFuncs {
		f := &accurateFuncs[i]
		start := time.Now()
		plain, ftz, series := f.sweep(t)
		t.Logf("%s: %d operands, %d not correctly rounded (.ftz: %d), error at most %g ulp; %d results by the series; %v",
			f.head, plain.operands, plain.wrong, ftz.wrong, plain.ulp, series, time.Since(start).Round(time.Second))
		worse := func(head string, got bounds) {
			if p := pinned[head]; got.operands != p.operands || got.wrong > p.wrong || got.ulp > p.ulp {
				t.Errorf("%s: %d of %d wrong, error %g ulp; %s has %d of %d and %g",
					head, got.wrong, got.operands, got.ulp, accurateBounds, p.wrong, p.operands, p.ulp)
			}
		}
		worse(f.head+".f32", plain)
		if f.ftz != nil {
			worse(f.head+".ftz.f32", ftz)
		}
	}
}

// sweep runs all operands. The results of negative ones follow from those of
// positive ones where the function is odd or even. The .ftz form is derived from
// the plain one, which is right if that is.
func (f *accurateFunc) sweep(t *testing.T) (plain, ftz bounds, series uint64) {
	const chunk = 1 << 22
	var next atomic.Uint64
	var mu sync.Mutex
	var wg sync.WaitGroup
	plain, ftz = bounds{ulp: 0.5}, bounds{ulp: 0.5}
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			p, z, slow := bounds{ulp: 0.5}, bounds{ulp: 0.5}, uint64(0)
			for {
				from := (next.Add(1) - 1) * chunk
				if from >= 1<<32 {
					break
				}
				for u := from; u < from+chunk; u++ {
					x := math.Float32frombits(uint32(u))
					want, hard := f.expect32(x)
					if hard {
						slow++
					}
					p.count(t, f, uint32(u), f.fn(x), want)
					if f.ftz != nil {
						if w := flush32(x); w != x {
							want = f.fn(w)
						}
						z.count(t, f, uint32(u), f.ftz(x), flush32(want))
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			plain.operands += p.operands
			plain.wrong += p.wrong
			plain.ulp = math.Max(plain.ulp, p.ulp)
			ftz.operands += z.operands
			ftz.wrong += z.wrong
			ftz.ulp = math.Max(ftz.ulp, z.ulp)
			series += slow
		})
	}
	wg.Wait()
	return plain, ftz, series
}

// flush32 flushes a subnormal to a zero of the same sign.
func flush32(x float32) float32 {
	if math.Abs(float64(x)) < 0x1p-126 {
		return x * 0
	}
	return x
}

// expect32 is expect for f32, quickly.
func (f *accurateFunc) expect32(x float32) (want float32, hard bool) {
	if f.symmetry != 0 && math.Signbit(float64(x)) {
		return f.symmetry * f.fn(-x), false
	}
	y, sure := f.math(float64(x))
	if y != y {
		return math.Float32frombits(0x7fffffff), false
	}
	low, high := float32(y*(1-0x1p-40)), float32(y*(1+0x1p-40))
	if low == high && sure {
		return low, false
	}
	return math.Float32frombits(uint32(f.expect(ieee.F32, float64(x), false))), true
}

// count adds a result to the figures.
func (b *bounds) count(t *testing.T, f *accurateFunc, u uint32, got, want float32) {
	b.operands++
	if math.Float32bits(got) == math.Float32bits(want) || got != got && want != want && math.Float32bits(got) == 0x7fffffff {
		return
	}
	if b.wrong++; b.wrong <= 20 {
		t.Logf("%s %#x = %#x, want %#x", f.head, u, math.Float32bits(got), math.Float32bits(want))
	}
	b.ulp = math.Max(b.ulp, 1)
	if x := float64(math.Float32frombits(u)); got-got == 0 && want-want == 0 && want != 0 {
		n := ieee.Decode(ieee.F32, uint64(math.Float32bits(got)))
		d := ieee.Add(n, ieee.Negate(f.exact(x)), "rn")
		ulps, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(d.M), d.E-n.E).Float64()
		b.ulp = math.Max(b.ulp, ulps)
	}
}
