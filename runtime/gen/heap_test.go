package gen

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

func TestHeap(t *testing.T) {
	err := rows("k").Run(context.Background(), Launch{Grid: ptx.D1(50), Block: ptx.D1(32), Workers: 4}, func(c *CTA) {
		for c.X = range c.Dim.X {
			th := c.Thread()
			var list uint64
			for i := range uint64(20) {
				p := th.Malloc(16 + i*7)
				if p == 0 || p%16 != 0 {
					t.Errorf("malloc: %#x", p)
				}
				th.StoreU64(p, list)
				th.StoreU64(p+8, uint64(c.ID.X)<<32|uint64(c.X)<<8|i)
				list = p
			}
			for i := 19; list != 0; i-- {
				if v := th.LoadU64(list + 8); v != uint64(c.ID.X)<<32|uint64(c.X)<<8|uint64(i) {
					t.Errorf("block %d: %#x", i, v)
				}
				next := th.LoadU64(list)
				th.Free(list)
				list = next
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}

	err = inThread(Launch{}, ctas("k"), func(th *Thread) {
		if th.Malloc(0) != 0 || th.Malloc(math.MaxUint64) != 0 || th.Malloc(9<<20) != 0 {
			t.Error("malloc of sizes that cannot be")
		}
		th.Free(0)
		var all []uint64
		for {
			p := th.Malloc(1 << 17)
			if p == 0 {
				break
			}
			th.StoreU8(p+1<<17-1, 1)
			all = append(all, p)
		}
		if n := len(all); n < 40 || n > 64 {
			t.Errorf("%d blocks of 128 KiB in 8 MiB", n)
		}
		for _, p := range all {
			th.Free(p)
		}
		again := th.Malloc(1 << 17)
		if again == 0 {
			t.Error("freed memory is gone")
		}
		th.Free(again)
		th.Free(again)
	})
	wantFault(t, err, ptx.FaultHeap, "is given to free, but is not in use")

	// Whatever was freed can be had again in other sizes, and nothing leaks:
	// random blocks that must not overlap, over and over.
	err = inThread(Launch{}, ctas("k"), func(th *Thread) {
		r := rand.New(rand.NewPCG(5, 6))
		type block struct {
			addr, size uint64
			mark       uint8
		}
		var blocks []block
		for i := range 20000 {
			if r.IntN(2) == 0 && len(blocks) > 0 {
				j := r.IntN(len(blocks))
				b := blocks[j]
				for _, at := range []uint64{0, b.size / 2, b.size - 1} {
					if th.LoadU8(b.addr+at) != b.mark {
						t.Fatalf("byte %d of a block of %d was overwritten", at, b.size)
					}
				}
				th.Free(b.addr)
				blocks[j] = blocks[len(blocks)-1]
				blocks = blocks[:len(blocks)-1]
				continue
			}
			b := block{0, 1 + r.Uint64N(1<<r.IntN(18)), uint8(i)}
			if b.addr = th.Malloc(b.size); b.addr == 0 {
				continue
			}
			for _, at := range []uint64{0, b.size / 2, b.size - 1} {
				th.StoreU8(b.addr+at, b.mark)
			}
			blocks = append(blocks, b)
		}
		for _, b := range blocks {
			th.Free(b.addr)
		}
		// An empty heap has room for anything up to its limit.
		for class := 4; class <= 23; class++ {
			p := th.Malloc(1 << class)
			if p == 0 {
				t.Errorf("no block of %d bytes in an empty heap", 1<<class)
			}
			th.Free(p)
		}
	})
	if err != nil {
		t.Fatal(err)
	}

	ptx.SetHeapLimit(64 << 20)
	defer ptx.SetHeapLimit(memory.DefaultHeap)
	var wg sync.WaitGroup
	wg.Go(func() {
		err := inThread(Launch{}, ctas("k"), func(th *Thread) {
			p := th.Malloc(16 << 20)
			if p == 0 {
				t.Error("malloc after the limit was raised")
				return
			}
			th.StoreU8(p+16<<20-1, 1)
			th.Free(p)
		})
		if err != nil {
			t.Error(err)
		}
	})
	wg.Wait()
}

func TestHeapAligned(t *testing.T) {
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		var all []uint64
		for class := range 21 {
			align := uint64(1) << class
			for _, size := range []uint64{1, 24, 1000, 70000} {
				p := th.MallocAligned(size, align)
				if p == 0 || p%align != 0 {
					t.Errorf("%d bytes at a multiple of %d: %#x", size, align, p)
					continue
				}
				th.StoreU8(p, byte(class))
				th.StoreU8(p+size-1, byte(class))
				if class < 12 {
					all = append(all, p)
				} else {
					th.Free(p)
				}
			}
		}
		for i, p := range all {
			if got := th.LoadU8(p); got != byte(i/4) {
				t.Errorf("block %d was overwritten with %d", i, got)
			}
			th.Free(p)
		}
		for _, align := range []uint64{0, 3, 48, 1 << 40} {
			if p := th.MallocAligned(16, align); p != 0 {
				t.Errorf("alignment %d: %#x", align, p)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
	// An address inside of a block is not the block.
	var p uint64
	err = inThread(Launch{}, ctas("k"), func(th *Thread) {
		p = th.MallocAligned(4096, 4096)
		th.Free(p + 16)
	})
	wantFault(t, err, ptx.FaultHeap, "is not in use")
	if err := inThread(Launch{}, ctas("k"), func(th *Thread) { th.Free(p) }); err != nil {
		t.Error(err)
	}
}

// A GPU's heap of 8 MiB holds one block of 5 MiB, whatever was in it before, and
// says so when there is no room for the next.
func TestHeapLargeBlocks(t *testing.T) {
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		var small []uint64
		for range 300 {
			small = append(small, th.Malloc(20000))
		}
		for _, p := range small {
			th.Free(p)
		}
		p := th.Malloc(5 << 20)
		if p == 0 {
			t.Fatal("no room for 5 MiB of 8")
		}
		th.StoreU64(p+5<<20-8, 1)
		if q := th.Malloc(5 << 20); q != 0 {
			t.Error("10 MiB in a heap of 8")
		}
		q := th.Malloc(16)
		if q == 0 {
			t.Error("no room beside a block of 5 MiB")
		}
		th.Free(p)
		th.Free(q)
	})
	if err != nil {
		t.Error(err)
	}
}

func TestResetHeap(t *testing.T) {
	defer ptx.SetHeapLimit(memory.DefaultHeap)
	ptx.SetHeapLimit(3 << 20)
	var old uint64
	take := func(th *Thread) {
		n := 0
		for p := th.Malloc(1000); p != 0; p = th.Malloc(1000) {
			n++
		}
		if n != 3<<10 || th.Malloc(2<<20) != 0 {
			t.Errorf("%d blocks of 1000 bytes, or one of 2 MiB more, in 3 MiB", n)
		}
		ptx.ResetHeap()
		if old = th.Malloc(3 << 20); old == 0 {
			t.Error("the heap is not empty after ResetHeap")
		}
		ptx.ResetHeap()
	}
	if err := inThread(Launch{}, ctas("k"), take); err != nil {
		t.Error(err)
	}
	if err := inThread(Launch{}, ctas("k"), take); err != nil {
		t.Error(err)
	}
	wantFault(t, inThread(Launch{}, ctas("k"), func(t *Thread) { t.Free(old) }), ptx.FaultHeap)
	wantFault(t, inThread(Launch{}, ctas("k"), func(t *Thread) { t.LoadU8(old) }), ptx.FaultAddress)
}

// Threads of several launches take and give back at a time.
func TestHeapConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	passed := make(chan uint64, 64) // from one thread to another
	for launch := range 3 {
		wg.Go(func() {
			err := rows("k").Run(context.Background(), Launch{Grid: ptx.D1(32), Block: ptx.D1(8), Workers: 4}, func(c *CTA) {
				for c.X = range c.Dim.X {
					th := c.Thread()
					r := rand.New(rand.NewPCG(uint64(launch), uint64(c.ID.X*8+c.X)))
					for range 40 {
						size := 8 + r.Uint64N(1<<r.IntN(14))
						p := th.Malloc(size)
						if p == 0 {
							continue
						}
						th.StoreU64(p, p)
						select {
						case passed <- p:
						default:
							th.Free(p)
						}
						select {
						case p = <-passed:
							if got := th.LoadU64(p); got != p {
								t.Errorf("the block at %#x holds %#x", p, got)
							}
							th.Free(p)
						default:
						}
					}
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	close(passed)
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		for p := range passed {
			th.Free(p)
		}
		p := th.Malloc(memory.DefaultHeap)
		if p == 0 {
			t.Error("memory has leaked")
		}
		th.Free(p)
	})
	if err != nil {
		t.Error(err)
	}
}

// An access must be inside of one block that is in use.
func TestHeapAccess(t *testing.T) {
	in := func(body func(t *Thread)) error { return inThread(Launch{}, ctas("k"), body) }
	wantFault(t, in(func(t *Thread) {
		p := t.Malloc(32)
		t.StoreU32(p+28, 1)
		t.Free(p)
		t.LoadU32(p + 28)
	}), ptx.FaultAddress, "is in the device heap, but not in a block that is in use")
	wantFault(t, in(func(t *Thread) {
		p := t.Malloc(3 << 20)
		t.StoreU32(p+1<<20, 1)
		t.Free(p)
		t.StoreU32(p+1<<20, 1)
	}), ptx.FaultAddress, "is in the device heap, but not in a block that is in use")
	wantFault(t, in(func(t *Thread) {
		p := t.Malloc(20)
		t.StoreU64(p+24, 1) // memory is given in granules of 16 bytes
		t.StoreU64(p+32, 1)
	}), ptx.FaultAddress, "is in the device heap, but not in a block that is in use")
	wantFault(t, in(func(t *Thread) {
		p := t.MallocAligned(16, 32)
		At[[4]uint64](t, p)
	}), ptx.FaultAddress, "reaches over the end of a block of 16 bytes of the device heap")
	wantFault(t, in(func(t *Thread) {
		p := t.Malloc(1000)
		t.Memset(p, 1, 1008)
		t.Memset(p, 1, 1009)
	}), ptx.FaultAddress, "is too near the end of a block of 1008 bytes of the device heap for 1009 bytes")

	wantFault(t, in(func(t *Thread) {
		p := t.Malloc(64)
		t.Free(p)
		for range 1000 { // as other threads do meanwhile
			q := t.Malloc(64)
			if q == p {
				return // no fault
			}
			t.Free(q)
		}
		t.LoadU32(p)
	}), ptx.FaultAddress, "is in the device heap, but not in a block that is in use")

	// One thread frees what another has just accessed.
	k := ctas("k")
	wantFault(t, k.Run(context.Background(), Launch{Block: ptx.D1(2)}, func(c *CTA) {
		var p uint64
		c.Coroutines(func(t *Thread) {
			if t.X == 0 {
				p = t.Malloc(64)
				t.StoreU32(p, 7)
			}
			t.BarSync(1, 0, 0)
			if t.X == 1 {
				t.Free(p)
			}
			t.BarSync(2, 0, 0)
			if t.X == 0 {
				t.LoadU32(p)
			}
		})
	}), ptx.FaultAddress, "is in the device heap, but not in a block that is in use")
}
