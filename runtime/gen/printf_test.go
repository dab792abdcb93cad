package gen

import (
	"bytes"
	"context"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

func TestPrintfAgainstC(t *testing.T) {
	table, err := os.ReadFile("testdata/printf.tsv")
	if err != nil {
		t.Fatal(err)
	}
	mem := ptx.Alloc[byte](4096)
	defer ptx.Free(mem)
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
	mem := ptx.Alloc[byte](4096)
	defer ptx.Free(mem)
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
		"%65536d":       strings.Repeat(" ", 65535) + "7",
		"%*d|%5%|%'d":   "      0|%|%'d",
		"%1$d %hhhd %n": "%1$d %hhhd %n",
		"%hld %.-3d":    "%hld %.-3d",
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
	wantFault(t, err, ptx.FaultAddress)
}

// The output of one call is not cut by another thread's.
func TestPrintfFromManyThreads(t *testing.T) {
	format := ptx.Alloc[byte](64)
	defer ptx.Free(format)
	copy(format, "CTA %d thread %d\n\x00")
	args := ptx.Alloc[uint32](2 * 64 * 32)
	defer ptx.Free(args)
	var out bytes.Buffer
	err := rows("k").Run(context.Background(), Launch{Grid: ptx.D1(64), Block: ptx.D1(32), Workers: 4, Stdout: &out}, func(c *CTA) {
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
	text := ptx.Alloc[byte](64)
	defer ptx.Free(text)
	copy(text, "x > 0\x00file.cu\x00f(int)\x00")
	err := inThread(Launch{}, ctas("k"), func(t *Thread) {
		p := AddrOf(text)
		t.AssertFail(p, p+6, 12, p+14, 1)
	})
	wantFault(t, err, ptx.FaultAssert, "assertion `x > 0` failed at file.cu:12 in f(int)")
}
