package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// printing is a kernel that says that it prints.
func printing() *Kernel {
	k := rows("k")
	k.Prints = true
	return k
}

// prints calls vprintf with integers.
type prints struct {
	format []byte
	args   []uint32 // two per thread
}

func newPrints(format string, threads uint32) *prints {
	return &prints{[]byte(format + "\x00"), make([]uint32, 2*threads)}
}

func (p *prints) buffers() []Buffer { return []Buffer{p.format, BytesOf(p.args)} }

func (p *prints) call(t *Thread, index uint32, a, b uint32) {
	args := p.args[2*index:][:2]
	args[0], args[1] = a, b
	t.Vprintf(AddrOf(p.format), AddrOf(args))
}

// The output is in the order of the CTAs although several run at a time, in any
// part of the grid, and nothing is lost where it is more than may wait.
func TestPrintOrder(t *testing.T) {
	for _, test := range []struct {
		first, count int64
		pad, workers int
	}{
		{0, 0, 5, 4}, {100, 50, 5, 3}, {0, 0, 5, 1}, {0, 0, 6000, 4}, {0, 2, 5, 2},
	} {
		const ctas, threads = 300, 3
		p := newPrints(fmt.Sprintf("%%%dd %%d\n", test.pad), ctas*threads)
		var out bytes.Buffer
		l := Launch{Grid: ptx.D1(ctas), Block: ptx.D1(threads), Workers: test.workers, First: test.first, Count: test.count, Stdout: &out, Buffers: p.buffers()}
		err := printing().Run(context.Background(), l, func(c *CTA) {
			for c.X = range c.Dim.X {
				if c.ID.X%7 == 0 && c.X == 0 {
					runtime.Gosched() // let others be faster
				}
				if c.ID.X%5 != 4 { // some print nothing
					p.call(c.Thread(), c.ID.X*threads+c.X, c.ID.X, c.X)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		n := test.count
		if n == 0 {
			n = ctas - test.first
		}
		var want strings.Builder
		for i := test.first; i < test.first+n; i++ {
			for x := range threads {
				if i%5 != 4 {
					fmt.Fprintf(&want, "%*d %d\n", test.pad, i, x)
				}
			}
		}
		if out.String() != want.String() {
			t.Errorf("%+v: %d bytes in another order, or not the %d that were printed", test, out.Len(), want.Len())
		}
	}
}

// A fault does not keep back what was printed before it.
func TestPrintAndFail(t *testing.T) {
	p := newPrints("%d.%d\n", 64)
	for _, workers := range []int{1, 4} {
		var out bytes.Buffer
		err := printing().Run(context.Background(), Launch{Grid: ptx.D1(64), Workers: workers, Stdout: &out, Buffers: p.buffers()}, func(c *CTA) {
			p.call(c.Thread(), c.ID.X, c.ID.X, 0)
			if c.ID.X == 20 {
				c.Trap()
			}
		})
		wantFault(t, err, ptx.FaultTrap)
		text := out.String()
		for i := range 21 {
			line := fmt.Sprintf("%d.0\n", i)
			if !strings.HasPrefix(text, line) {
				t.Fatalf("%d workers: CTA %d has not printed in its place: %q", workers, i, text[:min(40, len(text))])
			}
			text = text[len(line):]
		}
	}
}

// CTAs that wait for others print at once: their order would be a deadlock.
func TestPrintWhileWaiting(t *testing.T) {
	k := printing()
	k.Mode, k.Spins = CTAs, true
	p := newPrints("%d %d\n", 8)
	flag := make([]uint32, 1)
	var out bytes.Buffer
	l := Launch{Grid: ptx.D1(8), Stdout: &out, Buffers: append(p.buffers(), BytesOf(flag))}
	err := k.Run(context.Background(), l, func(c *CTA) {
		// The last CTA goes first, and so on down.
		for AtomAddU32(&flag[0], 0) != 7-c.ID.X {
			c.Yield()
		}
		p.call(c.Thread(), c.ID.X, c.ID.X, 0)
		AtomAddU32(&flag[0], 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "7 0\n6 0\n5 0\n4 0\n3 0\n2 0\n1 0\n0 0\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func BenchmarkVprintf(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			const ctas, threads = 64, 128
			p := newPrints("thread %d of CTA %5d\n", ctas*threads)
			l := Launch{Grid: ptx.D1(ctas), Block: ptx.D1(threads), Workers: workers, Stdout: io.Discard, Buffers: p.buffers()}
			for b.Loop() {
				err := printing().Run(context.Background(), l, func(c *CTA) {
					for c.X = range c.Dim.X {
						p.call(c.Thread(), c.ID.X*threads+c.X, c.X, c.ID.X)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(ctas*threads), "ns/call")
		})
	}
}

func BenchmarkMalloc(b *testing.B) {
	err := inThread(Launch{}, ctas("k"), func(t *Thread) {
		for b.Loop() {
			p := t.Malloc(24)
			q := t.Malloc(100)
			t.Free(p)
			t.Free(q)
		}
	})
	if err != nil {
		b.Fatal(err)
	}
}

// bounded is a writer that takes so many bytes.
type bounded struct {
	bytes.Buffer
	room  int
	short bool // says nothing when it takes less
	calls int  // that failed
}

var errFull = errors.New("no room")

func (f *bounded) Write(b []byte) (int, error) {
	n := min(len(b), f.room-f.Len())
	f.Buffer.Write(b[:n])
	if n == len(b) {
		return n, nil
	}
	if f.calls++; f.short {
		return n, nil
	}
	return n, errFull
}

// TestPrintFails lets the writer fail: the launch does all else, and says how much is lost.
func TestPrintFails(t *testing.T) {
	const ctas, threads, each = 40, 3, 6
	for _, test := range []struct {
		workers, room int
		short, fault  bool
	}{{1, 0, false, false}, {1, 100, false, false}, {4, 100, false, false}, {4, 101, true, false}, {1, ctas * threads * each, false, false}, {1, 100, false, true}, {4, 0, true, true}} {
		p := newPrints("%3d %d\n", ctas*threads)
		w := &bounded{room: test.room, short: test.short}
		ran := make([]uint32, ctas)
		l := Launch{Grid: ptx.D1(ctas), Block: ptx.D1(threads), Workers: test.workers, Stdout: w, Buffers: p.buffers()}
		err := printing().Run(context.Background(), l, func(c *CTA) {
			for c.X = range c.Dim.X {
				p.call(c.Thread(), c.ID.X*threads+c.X, c.ID.X, c.X)
			}
			ran[c.ID.X] = 1
			if test.fault && c.ID.X == ctas-1 {
				c.Trap()
			}
		})
		all, want := ctas*threads*each, error(errFull)
		if test.short {
			want = io.ErrShortWrite
		}
		var lost *ptx.OutputError
		switch {
		case test.room == all:
			if err != nil {
				t.Errorf("%+v: %v", test, err)
			}
		case !errors.Is(err, want) || !errors.As(err, &lost) || lost.Lost != int64(all-test.room) || lost.Kernel != "k" || w.calls != 1 ||
			!strings.Contains(err.Error(), "bytes that threads have printed are lost: "+want.Error()):
			t.Errorf("%+v: %v after %d calls, want %v and %d bytes", test, err, w.calls, want, all-test.room)
		case errors.Is(err, ptx.FaultTrap) != test.fault || !test.fault && ptx.Code(err) != 304 || test.fault && ptx.Code(err) != 719:
			t.Errorf("%+v: %v, code %d", test, err, ptx.Code(err))
		}
		if slices.Contains(ran, 0) {
			t.Errorf("%+v: not all CTAs have run", test)
		}
		if w.Len() != test.room {
			t.Errorf("%+v: %d bytes written", test, w.Len())
		}
	}
}
