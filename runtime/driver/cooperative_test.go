package driver

import (
	"context"
	"errors"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

// TestGridBarrier launches a kernel that waits at a barrier of the whole grid: cooperatively, which
// it needs, and not.
func TestGridBarrier(t *testing.T) {
	const blocks = 70
	f := function(t, start(t), "meet")
	s := must(t, func() (Stream, error) { return StreamCreate(0) })
	out := alloc(t, 1+blocks)
	for round, s := range []Stream{0, s, StreamPerThread} {
		write[uint32](t, out, 0)
		ok(t, LaunchCooperativeKernel(f, blocks, 1, 1, 33, 1, 1, 0, s, []unsafe.Pointer{p(&out)}))
		ok(t, StreamSynchronize(s))
		for i, n := range read[uint32](t, out, 1+blocks) {
			if n != blocks {
				t.Fatalf("launch %d: number %d is %d", round, i, n)
			}
		}
	}
	err := LaunchKernel(f, 5000, 1, 1, 33, 1, 1, 0, 0, []unsafe.Pointer{p(&out)})
	if !errors.Is(err, ptx.FaultTrap) {
		t.Errorf("an ordinary launch: %v, want a trap", err)
	}
}

// TestTypedGridBarrier launches the same kernel as programs in Go do: its launches are cooperative.
func TestTypedGridBarrier(t *testing.T) {
	const blocks = 70
	ctx := context.Background()
	kernel, found := ptx.FindKernel("meet")
	if !found || !kernel.Workspace {
		t.Fatalf("%t, %+v", found, kernel)
	}
	for how, launch := range map[string]func(l ptx.Launch, out []uint32) error{
		"typed":   func(l ptx.Launch, out []uint32) error { return kernels.Meet(ctx, l, out) },
		"by name": func(l ptx.Launch, out []uint32) error { return kernel.LaunchArgs(ctx, l, out) },
		"raw": func(l ptx.Launch, out []uint32) error {
			addr := ptx.AddrOf(out)
			l.Buffers = []ptx.Buffer{ptx.BytesOf(out)}
			return kernel.LaunchRaw(ctx, l, unsafe.Pointer(&addr))
		},
	} {
		t.Run(how, func(t *testing.T) {
			out := make([]uint32, 1+blocks)
			ok(t, launch(ptx.Launch{Grid: ptx.D1(blocks), Block: ptx.D1(33)}, out))
			for i, n := range out {
				if n != blocks {
					t.Fatalf("number %d is %d", i, n)
				}
			}
			for what, l := range map[string]ptx.Launch{
				"a part of a grid": {Grid: ptx.D1(4), First: 1},
				"a large grid":     {Grid: ptx.D1(5000)},
			} {
				if err := launch(l, out); !errors.Is(err, ptx.ErrCooperative) {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}
