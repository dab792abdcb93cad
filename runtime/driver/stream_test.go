package driver

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

func newStream(t testing.TB, flags StreamFlags) Stream {
	t.Helper()
	return must(t, func() (Stream, error) { return StreamCreate(flags) })
}

func newEvent(t testing.TB) Event {
	t.Helper()
	return must(t, func() (Event, error) { return EventCreate(0) })
}

// gate is a number in pinned memory that the kernel await waits for.
type gate struct {
	at   DevicePtr
	word *uint32
}

func newGate(t testing.TB) gate {
	t.Helper()
	host := must(t, func() (unsafe.Pointer, error) { return MemAllocHost(4) })
	return gate{must(t, func() (DevicePtr, error) { return MemHostGetDevicePointer(host, 0) }), (*uint32)(host)}
}

// close puts a launch into a stream that ends when the gate is opened.
func (g gate) close(t testing.TB, m Module, s Stream) {
	t.Helper()
	atomic.StoreUint32(g.word, 0)
	ok(t, run(function(t, m, "await"), 1, s, p(&g.at)))
}

func (g gate) open() { atomic.StoreUint32(g.word, 1) }

// TestStreamOrder puts launches, copies, sets and callbacks into streams from several
// goroutines: each stream runs its own in their order, with the values that parameters had.
func TestStreamOrder(t *testing.T) {
	m := start(t)
	f := function(t, m, "note")
	const goroutines, each = 6, 60
	var all sync.WaitGroup
	for g := range goroutines {
		s := newStream(t, StreamFlags(g%2))
		x, copied := alloc(t, 1+each), alloc(t, each)
		all.Go(func() {
			var calls []uint32
			var n uint32
			for i := range uint32(each) {
				n = i + uint32(g)
				if err := run(f, 1, s, p(&x), p(&n)); err != nil {
					t.Error(err)
				}
				if err := MemcpyDtoDAsync(copied+4*DevicePtr(i), x, 4, s); err != nil {
					t.Error(err)
				}
				if err := StreamAddCallback(s, func(h Stream, r Result) {
					if h != s || r != Success {
						t.Errorf("stream %#x: %v", h, r)
					}
					calls = append(calls, i)
				}); err != nil {
					t.Error(err)
				}
				if i%16 == 0 {
					runtime.Gosched()
				}
			}
			if err := StreamSynchronize(s); err != nil {
				t.Error(err)
			}
			list, counts := read[uint32](t, x, 1+each), read[uint32](t, copied, each)
			for i := range uint32(each) {
				if list[1+i] != i+uint32(g) || counts[i] != i+1 || calls[i] != i {
					t.Errorf("stream %d, task %d: %d, %d before, callback %d", g, i, list[1+i], counts[i]-1, calls[i])
				}
			}
			if err := StreamDestroy(s); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestAsync looks at a stream that is held up: calls return, nothing of it is done, another
// one runs, and the default stream waits for it.
func TestAsync(t *testing.T) {
	m := start(t)
	note := function(t, m, "note")
	g := newGate(t)
	s, other := newStream(t, 0), newStream(t, StreamNonBlocking)
	x, y := alloc(t, 10), alloc(t, 10)
	n := uint64(7)
	before, behind := newEvent(t), newEvent(t)
	ok(t, EventRecord(before, s))
	g.close(t, m, s)
	ok(t, run(note, 1, s, p(&x), p(&n)))
	ok(t, EventRecord(behind, s))
	n = 8 // the launch has read it
	ok(t, EventSynchronize(before))
	wants(t, "event", EventQuery(behind), ErrNotReady)
	wants(t, "stream", StreamQuery(s), ErrNotReady)
	wants(t, "default stream", StreamQuery(0), ErrNotReady)
	_, err := EventElapsedTime(before, behind)
	wants(t, "time", err, ErrNotReady)

	// What does not wait for the default stream is not waited for.
	ok(t, run(note, 1, other, p(&y), p(&n)))
	ok(t, StreamSynchronize(other))
	ok(t, StreamQuery(other))
	var ended atomic.Bool
	done := make(chan error)
	go func() {
		n := uint64(9)
		err := run(note, 1, 0, p(&x), p(&n))
		ended.Store(true)
		done <- err
	}()
	for range 20 {
		time.Sleep(time.Millisecond)
		if ended.Load() {
			t.Fatal("the default stream did not wait")
		}
	}
	g.open()
	ok(t, <-done)
	ok(t, StreamQuery(s))
	ok(t, EventQuery(behind))
	if got := fmt.Sprint(read[uint32](t, x, 3), read[uint32](t, y, 2)); got != "[2 7 9] [1 8]" {
		t.Error(got)
	}
	if ms := must(t, func() (float32, error) { return EventElapsedTime(before, behind) }); ms < 15 {
		t.Errorf("the gate was closed for %v ms", ms)
	}
}

// TestWaitEvent lets a stream wait for another.
func TestWaitEvent(t *testing.T) {
	m := start(t)
	note := function(t, m, "note")
	g := newGate(t)
	a, b := newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking)
	x := alloc(t, 10)
	e, never := newEvent(t), newEvent(t)
	one, two, three := uint64(1), uint64(2), uint64(3)
	ok(t, StreamWaitEvent(b, never, 0)) // it was not recorded
	ok(t, EventSynchronize(never))
	ok(t, EventQuery(never))
	g.close(t, m, a)
	ok(t, run(note, 1, a, p(&x), p(&one)))
	ok(t, EventRecord(e, a))
	ok(t, StreamWaitEvent(b, e, 0))
	ok(t, EventRecord(e, a)) // b waits for the first
	ok(t, run(note, 1, b, p(&x), p(&two)))
	called := make(chan bool, 1)
	ok(t, LaunchHostFunc(b, func() { called <- true }))
	wants(t, "b", StreamQuery(b), ErrNotReady)
	g.open()
	<-called
	ok(t, StreamWaitEvent(0, e, 0))
	ok(t, EventRecord(e, 0))
	ok(t, EventSynchronize(e))
	ok(t, run(note, 1, 0, p(&x), p(&three)))
	if got := fmt.Sprint(read[uint32](t, x, 4)); got != "[3 1 2 3]" {
		t.Error(got)
	}
	_, err := EventElapsedTime(e, never)
	wants(t, "time of what never happened", err, ErrInvalidHandle)
	timeless := must(t, func() (Event, error) { return EventCreate(EventDisableTiming) })
	ok(t, EventRecord(timeless, 0))
	_, err = EventElapsedTime(e, timeless)
	wants(t, "an event without time", err, ErrInvalidHandle)
	ok(t, EventDestroy(timeless))
	wants(t, "a destroyed event", EventQuery(timeless), ErrInvalidHandle)
	ok(t, CtxSynchronize())
}

// TestAsyncMemory copies and sets in a stream: memory of the program is read at once, pinned
// memory when it is its turn, and memory that is freed waits for the stream.
func TestAsyncMemory(t *testing.T) {
	m := start(t)
	g := newGate(t)
	s := newStream(t, StreamNonBlocking)
	x := alloc(t, 8)
	host := must(t, func() (unsafe.Pointer, error) { return MemAllocHost(8) })
	pinned := (*[2]uint32)(host)
	mine := []uint32{1, 2}
	g.close(t, m, s)
	ok(t, MemcpyHtoDAsync(x, unsafe.Pointer(&mine[0]), 8, s))
	ok(t, MemcpyHtoDAsync(x+8, host, 8, s))
	ok(t, MemsetD32Async(x+16, 7, 1, s))
	ok(t, MemsetD16Async(x+20, 8, 2, s))
	ok(t, MemsetD8Async(x+24, 9, 4, s))
	ok(t, MemcpyDtoHAsync(host, x+16, 4, s))
	mine[0], pinned[0], pinned[1] = 100, 3, 4
	g.open()
	got := make([]uint32, 8)
	ok(t, MemcpyDtoHAsync(unsafe.Pointer(&got[0]), x, 32, s)) // it waits
	if text := fmt.Sprint(got); text != "[1 2 3 4 7 524296 151587081 0]" || pinned[0] != 7 {
		t.Error(text, pinned[0])
	}
	g.close(t, m, s)
	ok(t, MemsetD8Async(x, 1, 32, s))
	freed := make(chan error)
	go func() { freed <- MemFree(x) }()
	select {
	case <-freed:
		t.Error("memory was freed while the stream had it")
	case <-time.After(10 * time.Millisecond):
		g.open()
		ok(t, <-freed)
	}
	ok(t, MemFreeHost(host))
}

// growth is how much a program may have more at the end of many launches than after the
// first ones.
const growth = 1 << 20

// TestManyLaunches launches a million times, in the default stream and in another, with
// events, and allocates and frees: nothing grows.
func TestManyLaunches(t *testing.T) {
	rounds := 20000
	if testmode.Long() {
		rounds = 1_000_000
	}
	m := start(t)
	f := function(t, m, "count")
	out := alloc(t, 1)
	by := uint64(1)
	s := newStream(t, 0)
	params := []unsafe.Pointer{p(&by), p(&out)}
	addresses := map[DevicePtr]bool{}
	part := func(n int) {
		for i := range n {
			ok(t, run(f, 1, 0, params...))
			if i%8 == 0 {
				e := newEvent(t)
				ok(t, run(f, 1, s, params...))
				ok(t, EventRecord(e, s))
				ok(t, StreamAddCallback(s, func(Stream, Result) {}))
				if i%64 == 0 {
					ok(t, EventSynchronize(e))
				}
				ok(t, EventDestroy(e))
				x := alloc(t, 1000)
				addresses[x] = true
				ok(t, MemFree(x))
			}
			if i%1024 == 0 {
				extra := newStream(t, 0)
				other := must(t, func() (Module, error) { return ModuleLoadData(kernels.PTX) })
				ok(t, run(function(t, other, "count"), 1, extra, params...))
				ok(t, StreamDestroy(extra))
				ok(t, ModuleUnload(other))
			}
		}
		ok(t, CtxSynchronize())
	}
	look := func() (heap uint64, goroutines int, used uint64) {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		used, _ = ptx.MemoryInfo()
		return stats.HeapAlloc, runtime.NumGoroutine(), used
	}
	part(2000)
	heap, goroutines, used := look()
	part(rounds)
	heap2, goroutines2, used2 := look()
	t.Logf("%d launches: heap %+d bytes, %+d goroutines, memory %+d bytes", rounds, int64(heap2-heap), goroutines2-goroutines, int64(used2-used))
	if heap2 > heap+growth || goroutines2 > goroutines+2 || used2 != used {
		t.Errorf("heap %d, then %d; %d goroutines, then %d; %d bytes, then %d", heap, heap2, goroutines, goroutines2, used, used2)
	}
	if len(addresses) != 1 {
		t.Errorf("memory was at %d addresses", len(addresses))
	}
	at, _, err := ModuleGetGlobal(m, "counter")
	ok(t, err)
	if got, want := read[uint32](t, at, 1)[0], uint32(2000+250+rounds+rounds/8); got != want {
		t.Errorf("%d launches, want %d", got, want)
	}
}

// The time of a launch by the driver beside that of the typed function, and of a launch in
// a stream.
func BenchmarkLaunch(b *testing.B) {
	if m, ok := ptx.LookupText(kernels.PTX); ok {
		m.Default() // which typed launches use, and which stays
	}
	m := start(b)
	f := function(b, m, "note")
	x := alloc(b, 2)
	list := must(b, func() ([]byte, error) { return Bytes(x, 8) })
	words := unsafe.Slice((*uint32)(unsafe.Pointer(&list[0])), 2)
	n := uint64(1)
	params := []unsafe.Pointer{p(&x), p(&n)}
	b.Run("typed", func(b *testing.B) {
		for b.Loop() {
			words[0] = 0
			ok(b, kernels.Note(context.Background(), ptx.Launch{Block: ptx.D1(1)}, words, 1))
		}
	})
	b.Run("driver", func(b *testing.B) {
		for b.Loop() {
			words[0] = 0
			ok(b, run(f, 1, 0, params...))
		}
	})
	s := newStream(b, 0)
	b.Run("stream", func(b *testing.B) {
		for b.Loop() {
			ok(b, MemsetD8Async(x, 0, 4, s))
			ok(b, run(f, 1, s, params...))
			ok(b, StreamSynchronize(s))
		}
	})
}
