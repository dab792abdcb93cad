package gen

import (
	"context"
	"errors"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestFrames runs two regions over the threads of each CTA: what the first leaves in the
// frame of a thread the second finds there, whatever calls in between did behind it, and
// the next CTA begins with zeros. The window is that of a stack with the frame on it.
func TestFrames(t *testing.T) {
	type frame [1]uint64
	block := dim3(3, 2, 2)
	for _, size := range []uint64{0, 1, 5, 16, 20, 32, 4081, 9000, 40000} {
		for _, align := range []uint64{16, 32, 64, 256} {
			var like localStack
			like.reset()
			off, _, _ := like.push(size, align)
			threads := func(c *CTA, f func(i uint32, th *Thread)) {
				for i := range c.Threads {
					c.X, c.Y, c.Z = i%block.X, i/block.X%block.Y, i/block.X/block.Y
					f(i, c.Thread())
				}
			}
			k := ctas("k")
			err := k.Run(context.Background(), Launch{Grid: Dim3{X: 3}, Block: block, Workers: 1}, func(c *CTA) {
				c.Frames(size, align)
				threads(c, func(i uint32, th *Thread) {
					if c.FrameBase() != off || th.FrameBase() != off || th.local.top() != like.top() || th.Linear() != i {
						t.Fatalf("thread %d has a frame at %#x, %#x up to %#x, want %#x up to %#x", i, c.FrameBase(), th.FrameBase(), th.local.top(), off, like.top())
					}
					if p := FrameAt[frame](c, i); size >= 8 && unsafe.Pointer(p) != th.local.at(off, size) {
						t.Fatalf("frame of %d bytes at %p", size, p)
					}
					if p, n := th.local.from(localStart); p != nil && (n != like.top()-localStart || uintptr(p)%32 != localStart%32) {
						t.Fatalf("%d bytes at %p", n, p)
					}
					if th.local.at(localStart-1, 1) != nil || th.local.at(off+size, 1) != nil {
						t.Fatal("memory outside of the stack")
					}
					for at := uint64(localStart); at < off+size; at++ {
						if v := th.LocalLoadU8(at); v != 0 {
							t.Fatalf("byte %#x is %#x at first", at, v)
						}
						th.LocalStoreU8(at, uint8(uint64(i)*7+at))
					}
					for _, n := range []uint64{1, 40, 5000, 100000} {
						mark := th.Mark()
						at := th.Alloca(n, 16)
						if at < off+size || at >= off+size+16 || th.LocalLoadU8(at+n-1) != 0 || th.local.at(at+n, 1) != nil {
							t.Fatalf("a frame at %#x behind %#x", at, off+size)
						}
						clear := unsafe.Slice((*byte)(th.local.at(at, n)), n)
						for j := range clear {
							clear[j] = 0xff
						}
						if at > localStart+1 && size > 0 && th.LocalLoadU8(off+size-1) != uint8(uint64(i)*7+off+size-1) {
							t.Fatal("a call has taken the frame away")
						}
						th.Release(mark)
					}
				})
				threads(c, func(i uint32, th *Thread) {
					for at := uint64(localStart); at < off+size; at++ {
						if v := th.LocalLoadU8(at); v != uint8(uint64(i)*7+at) {
							t.Fatalf("byte %#x of thread %d is %#x in the second region", at, i, v)
						}
					}
				})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	// The worker's stack is its own again.
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		if f := Frame[[100]uint32](th); th.FrameBase() != localStart || *f != [100]uint32{} || len(th.local.blocks[0].mem) != 1<<localShift {
			t.Errorf("a frame at %#x in %d bytes", th.FrameBase(), len(th.local.blocks[0].mem))
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestFramesLimit: a thread has 512 KiB for all frames, and a CTA reserves no more than
// the frames that live as long as it does.
func TestFramesLimit(t *testing.T) {
	for _, x := range []struct{ size, align, call uint64 }{
		{localLimit + 1, 16, 0}, {localLimit, 256, 0}, {1, 1 << 20, 0}, {1 << 63, 16, 0}, {localLimit - 16, 16, 17}, {400 << 10, 16, 200 << 10},
	} {
		var f *ptx.Fault
		err := ctas("k").Run(context.Background(), Launch{Block: Dim3{X: 2}}, func(c *CTA) {
			c.Frames(x.size, x.align)
			if x.call > 0 {
				c.Thread().Alloca(x.call, 16)
			}
		})
		if !errors.As(err, &f) || f.Kind != ptx.FaultStack {
			t.Errorf("%d bytes aligned to %d, and a call of %d: %v", x.size, x.align, x.call, err)
		}
	}
	err := ctas("k").Run(context.Background(), Launch{Block: Dim3{X: 1024}}, func(c *CTA) {
		c.Frames(100, 16)
		for i := range c.Threads {
			c.X = i
			th := c.Thread()
			th.Alloca(500<<10, 16)
		}
		if n := c.frames.stride; n < 100 || n > 128 {
			t.Errorf("%d bytes for each frame of 100", n)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
