package runtime

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestPrintfAgainstC(t *testing.T) {
	table, err := os.ReadFile("testdata/printf.tsv")
	if err != nil {
		t.Fatal(err)
	}
	mem := Alloc[byte](4096)
	defer Free(mem)
	rows := 0
	for line := range strings.Lines(string(table)) {
		if line[0] == '#' {
			continue
		}
		rows++
		col := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		arg, err := strconv.ParseUint(col[2], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSuffix(strings.TrimPrefix(col[3], "|"), "|")
		StoreU64(mem, 0, arg)
		copy(mem[64:], col[0]+"\x00")
		var out bytes.Buffer
		var n int32
		if err := inThread(Launch{Stdout: &out}, ctas("k"), func(t *Thread) { n = t.Vprintf(AddrOf(mem[64:]), AddrOf(mem)) }); err != nil {
			t.Fatal(err)
		}
		if out.String() != want || n != 1 {
			t.Errorf("%s of %#x: got %q, want %q; %d arguments", col[0], arg, out.String(), want, n)
		}
	}
	if rows < 700 {
		t.Errorf("%d rows", rows)
	}
}

func TestPrintfArguments(t *testing.T) {
	mem := Alloc[byte](4096)
	defer Free(mem)
	copy(mem[1000:], "a string\x00")
	StoreU32(mem, 0, 7)                      // %d
	StoreU64(mem, 8, 1<<40)                  // %lld, aligned to 8
	StoreU32(mem, 16, 'c')                   // %c
	StoreU32(mem, 20, 8)                     // %*.*f: the width,
	StoreU32(mem, 24, 2)                     // the precision
	StoreF64(mem, 32, math.Pi)               // value
	StoreU64(mem, 40, AddrOf(mem[1000:]))    // %s
	StoreU64(mem, 48, AddrOf(mem[1000:]))    // %.3s
	StoreU64(mem, 56, 0)                     // %s of null
	StoreU64(mem, 64, 0xabc)                 // %p
	StoreU32(mem, 72, uint32(0xffff_ffff-9)) // %*d with a negative width
	StoreU32(mem, 76, 5)
	for format, want := range map[string]string{
		"%d %lld %c %*.*f %s %.3s %s %p %*d|%%\n": "7 1099511627776 c     3.14 a string a s (null) 0xabc 5         |%\n",
		"none\n":        "none\n",
		"":              "",
		"100% y %y %":   "100% y %y %",
		"%d%":           "7%",
		"%-":            "%-",
		"%5":            "%5",
		"%99999999999d": strings.Repeat(" ", maxWidth-1) + "7",
	} {
		copy(mem[2000:], format+"\x00")
		var out bytes.Buffer
		var n int32
		if err := inThread(Launch{Stdout: &out}, ctas("k"), func(t *Thread) { n = t.Vprintf(AddrOf(mem[2000:]), AddrOf(mem)) }); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(format, "%d %lld") && n != 12 {
			t.Errorf("%d arguments", n)
		}
		if out.String() != want {
			t.Errorf("%q: got %q, want %q", format, out.String(), want)
		}
	}
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		if th.Vprintf(0, 0) != -1 {
			t.Error("vprintf without a format")
		}
		th.Vprintf(12345, 0)
	})
	wantFault(t, err, FaultAddress)
}

// The output of one call is not cut by another thread's.
func TestPrintfFromManyThreads(t *testing.T) {
	format := Alloc[byte](64)
	defer Free(format)
	copy(format, "CTA %d thread %d\n\x00")
	args := Alloc[uint32](2 * 64 * 32)
	defer Free(args)
	var out bytes.Buffer
	err := rows("k").Run(context.Background(), Launch{Grid: D1(64), Block: D1(32), Workers: 4, Stdout: &out}, func(c *CTA) {
		for c.X = range c.Dim.X {
			a := args[2*(32*c.ID.X+c.X):][:2]
			a[0], a[1] = c.ID.X, c.X
			c.Thread().Vprintf(AddrOf(format), AddrOf(a))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		seen[line] = true
	}
	if len(seen) != 64*32 || !seen["CTA 63 thread 31\n"] {
		t.Errorf("%d different lines", len(seen))
	}
}

func TestAssertFail(t *testing.T) {
	text := Alloc[byte](64)
	defer Free(text)
	copy(text, "x > 0\x00file.cu\x00f(int)\x00")
	err := inThread(Launch{}, ctas("k"), func(t *Thread) {
		p := AddrOf(text)
		t.AssertFail(p, p+6, 12, p+14, 1)
	})
	wantFault(t, err, FaultAssert, "assertion `x > 0` failed at file.cu:12 in f(int)")
}

func TestHeap(t *testing.T) {
	err := rows("k").Run(context.Background(), Launch{Grid: D1(50), Block: D1(32), Workers: 4}, func(c *CTA) {
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
	wantFault(t, err, FaultHeap, "free of address", "which is not in use")

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
		for class := 4; class < 23; class++ {
			p := th.Malloc(1 << class)
			if p == 0 && class <= heapChunk {
				t.Errorf("no block of %d bytes in an empty heap", 1<<class)
			}
			th.Free(p)
		}
	})
	if err != nil {
		t.Fatal(err)
	}

	SetHeapLimit(64 << 20)
	defer SetHeapLimit(8 << 20)
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
