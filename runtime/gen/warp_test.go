package gen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// warps lists what EachWarp yields for a CTA of n threads.
func warps(t *testing.T, n int, on []bool, masks ...uint32) (list []WarpLanes, err error) {
	t.Helper()
	err = ctas("k").Run(context.Background(), Launch{Block: ptx.D1(n)}, func(c *CTA) {
		for w := range c.EachWarp(on, masks...) {
			list = append(list, w)
		}
	})
	return list, err
}

func TestEachWarp(t *testing.T) {
	odd := make([]bool, 70)
	halves := make([]uint32, 70)
	for i := range odd {
		odd[i] = i%2 == 1 && i < 64
		halves[i] = 0xffff << (i & 16)
	}
	for _, tt := range []struct {
		name  string
		on    []bool
		masks []uint32
		want  []WarpLanes
	}{
		{"all", nil, []uint32{full}, []WarpLanes{{0, 32, full}, {32, 64, full}, {64, 70, 0x3f}}},
		{"those that are there", odd, nil, []WarpLanes{{0, 32, 0xaaaaaaaa}, {32, 64, 0xaaaaaaaa}}},
		{"a mask of more than are there", odd, []uint32{full}, []WarpLanes{{0, 32, 0xaaaaaaaa}, {32, 64, 0xaaaaaaaa}}},
		{"halves", nil, halves, []WarpLanes{{0, 32, 0xffff}, {0, 32, 0xffff0000}, {32, 64, 0xffff}, {32, 64, 0xffff0000}, {64, 70, 0x3f}}},
	} {
		got, err := warps(t, 70, tt.on, tt.masks...)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
	var got []WarpLanes
	launch(t, dim3(48, 2, 1), func(c *CTA) { got = slices.Collect(c.EachWarpBelow(20, full)) })
	if want := []WarpLanes{{0, 32, 0xfffff}, {32, 64, 0xffff0000}, {64, 96, 0xf}}; !slices.Equal(got, want) {
		t.Errorf("below 20 in two rows: %v, want %v", got, want)
	}
	launch(t, ptx.D1(96), func(c *CTA) { got = slices.Collect(c.EachWarpBelow(40, full)) })
	if want := []WarpLanes{{0, 32, full}, {32, 64, 0xff}}; !slices.Equal(got, want) {
		t.Errorf("below 40: %v, want %v", got, want)
	}
	if got, err := warps(t, 1, nil, 1); err != nil || !slices.Equal(got, []WarpLanes{{0, 1, 1}}) {
		t.Errorf("one thread: %v, %v", got, err)
	}
	// Who has seen enough may stop.
	mustRunCTA(t, 64, func(c *CTA) {
		n := 0
		for range c.EachWarp(nil) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%d warps", n)
		}
	})
}

func TestEachWarpFaults(t *testing.T) {
	_, err := warps(t, 64, nil, 0xfffffff7)
	if f := wantFault(t, err, ptx.FaultWarp, "a warp instruction with mask 0xfffffff7 is executed by lane 3, which is not in it"); f.Thread != (dim3(3, 0, 0)) {
		t.Errorf("thread %v", f.Thread)
	}
	masks := slices.Repeat([]uint32{0xffff}, 32)
	for i := 16; i < 32; i++ {
		masks[i] = full
	}
	_, err = warps(t, 32, nil, masks...)
	if f := wantFault(t, err, ptx.FaultDeadlock, "deadlock: a warp instruction with mask 0xffffffff waits for lanes that are there with other masks, 0xffff"); f.Thread != (dim3(16, 0, 0)) {
		t.Errorf("thread %v", f.Thread)
	}
}

func mustRunCTA(t *testing.T, threads int, body func(c *CTA)) {
	t.Helper()
	launch(t, ptx.D1(threads), body)
}

// launch runs one CTA.
func launch(t testing.TB, block Dim3, body func(c *CTA)) {
	t.Helper()
	if err := ctas("k").Run(context.Background(), Launch{Block: block}, body); err != nil {
		t.Fatal(err)
	}
}

func TestAs(t *testing.T) {
	x := []float32{1, float32(math.Inf(-1))}
	bits := As[uint32](x)
	if !slices.Equal(bits, []uint32{0x3f800000, 0xff800000}) {
		t.Errorf("%#x", bits)
	}
	As[int32](bits)[0] = 0x40000000
	if x[0] != 2 {
		t.Errorf("%v", x[0])
	}
	if As[uint64]([]float64(nil)) != nil {
		t.Error("nil is something")
	}
	defer func() {
		if recover() == nil {
			t.Error("words of 32 bits as words of 64")
		}
	}()
	As[uint64](bits)
}

// A warp's sum, warp by warp: what generated code does between two regions.
func ExampleCTA_EachWarp() {
	k := Kernel{Name: "sum", Mode: CTAs}
	_ = k.Run(context.Background(), Launch{Block: ptx.D1(64)}, func(c *CTA) {
		x, sum := Spill[uint32](c, 0), Spill[uint32](c, 1)
		for i := range x {
			x[i] = uint32(i)
		}
		for w := range c.EachWarp(nil, 0xffffffff) {
			warpops.ReduxAddU32(sum[w.Lo:w.Hi], w.Lanes, x[w.Lo:w.Hi])
		}
		fmt.Println(sum[0], sum[63])
	})
	// Output: 496 1520
}

func BenchmarkEachWarp(b *testing.B) {
	b.ReportAllocs()
	_ = ctas("k").Run(context.Background(), Launch{Block: ptx.D1(256)}, func(c *CTA) {
		d, a := make([]uint32, 256), make([]uint32, 256)
		for b.Loop() {
			for w := range c.EachWarp(nil, 0xffffffff) {
				warpops.ShflDownB32(d[w.Lo:w.Hi], nil, w.Lanes, a[w.Lo:w.Hi], []uint32{16}, []uint32{31})
			}
		}
	})
}
