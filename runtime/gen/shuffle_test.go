package gen

import (
	"fmt"
	"slices"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// TestShuffleOfCTA compares the shuffles of a CTA with those of its warps, one after the other.
func TestShuffleOfCTA(t *testing.T) {
	type each = func(d []uint32, p []bool, lanes uint32, a []uint32, b, c []uint32)
	type all = func(cta *CTA, x uint32, d []uint32, p []bool, a []uint32, b, c uint32)
	for _, op := range []struct {
		name string
		each each
		all  all
		c    []uint32
	}{
		{"up", warpops.ShflUpB32[uint32], ShflUpB32[uint32], []uint32{0, 0x1800, 5}},
		{"down", warpops.ShflDownB32[uint32], ShflDownB32[uint32], []uint32{31, 0x181f, 20}},
		{"bfly", warpops.ShflBflyB32[uint32], ShflBflyB32[uint32], []uint32{31, 0x181f, 20}},
		{"idx", warpops.ShflIdxB32[uint32], ShflIdxB32[uint32], []uint32{31, 0x181f, 20}},
	} {
		for _, dim := range []Dim3{ptx.D1(256), ptx.D1(70), ptx.D1(1), ptx.D2(16, 4), ptx.D2(40, 3), dim3(32, 2, 2)} {
			launch(t, dim, func(c *CTA) {
				n := int(c.Threads)
				for _, x := range []uint32{dim.X, 1, 7, 32, 33, 64, 100} {
					for _, b := range []uint32{0, 1, 5, 16, 31} {
						for _, seg := range op.c {
							a, got, want := make([]uint32, n), make([]uint32, n), make([]uint32, n)
							p, q := make([]bool, n), make([]bool, n)
							for i := range a {
								a[i] = uint32(1000 + i)
							}
							for lo := 0; lo < n; lo += 32 {
								hi, lanes := min(lo+32, n), uint32(0)
								for i := lo; i < hi; i++ {
									lanes |= Bit(uint32(i)%dim.X < x) << (i - lo)
								}
								if lanes != 0 {
									op.each(want[lo:hi], q[lo:hi], lanes, a[lo:hi], []uint32{b}, []uint32{seg})
								}
							}
							op.all(c, x, got, p, a, b, seg)
							if !slices.Equal(got, want) || !slices.Equal(p, q) {
								t.Fatalf("%s of %v below %d by %d, %#x:\n%v %v, want\n%v %v", op.name, dim, x, b, seg, got, p, want, q)
							}
							clear(p)
							op.all(c, x, nil, p, a, b, seg)
							same := slices.Clone(a)
							op.all(c, x, same, nil, same, b, seg)
							for i := range same {
								if uint32(i)%dim.X < x && same[i] != want[i] || uint32(i)%dim.X >= x && same[i] != a[i] || p[i] != q[i] {
									t.Fatalf("%s in place, of %v below %d by %d, %#x: thread %d", op.name, dim, x, b, seg, i)
								}
							}
						}
					}
				}
			})
		}
	}
}

// TestShuffleAllocates: a shuffle allocates nothing.
func TestShuffleAllocates(t *testing.T) {
	launch(t, dim3(256, 1, 1), func(c *CTA) {
		d, a := make([]float32, 256), make([]float32, 256)
		if n := testing.AllocsPerRun(10, func() { ShflDownB32(c, 40, d, nil, a, 16, 31) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

func BenchmarkShuffle(b *testing.B) {
	b.ReportAllocs()
	launch(b, dim3(256, 1, 1), func(c *CTA) {
		d, a := make([]float32, 256), make([]float32, 256)
		for _, k := range []uint32{1, 2, 4, 16} {
			b.Run(fmt.Sprint(k), func(b *testing.B) {
				for b.Loop() {
					ShflDownB32(c, c.Dim.X, d, nil, a, k, 31)
				}
			})
		}
		b.Run("first", func(b *testing.B) {
			for b.Loop() {
				ShflDownB32(c, 32, d, nil, a, 16, 31)
			}
		})
	})
}
