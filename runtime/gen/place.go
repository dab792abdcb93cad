package gen

import (
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Gangs of large kernels have more vectors than there are registers, and Go aligns frames to 8 bytes:
// where vectors on the stack cross lines of the cache, the same code takes up to 1.6 times as long. No
// program can say where a frame begins; but it can call what it calls from a frame that is a few bytes
// longer. Which place is best for a kernel depends on what the compiler has made of it, so its first
// launches try all, and the others take the one that was fastest. Results are the same wherever it is.

// places is how many there are: lines of the cache have 64 bytes.
const places = 8

// placement finds the place of the frames of a kernel.
type placement struct {
	found atomic.Uint32 // the best place, from 1 on; 0 while they are tried

	mu    sync.Mutex
	tries int
	least [places]time.Duration // the shortest time of a CTA, of chunks that took long enough
	taken [places]int           // how many such there were
}

const (
	enoughOf = 4                    // such chunks make up for what else the machine does
	longest  = 40 * places          // so many chunks are tried, whatever they take
	shortest = 2 * time.Microsecond // less says nothing
)

// next returns the place for a chunk, and whether its time is wanted.
func (f *placement) next() (place int, trying bool) {
	if n := f.found.Load(); n > 0 {
		return int(n - 1), false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tries++
	return f.tries % places, true
}

// took notes how long a chunk of CTAs took at a place.
func (f *placement) took(place int, d time.Duration, ctas int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if each := d / time.Duration(ctas); d >= shortest {
		if f.taken[place]++; f.taken[place] == 1 || each < f.least[place] {
			f.least[place] = each
		}
	}
	best := -1
	for i, n := range f.taken {
		if n < enoughOf && f.tries < longest {
			return
		}
		if n > 0 && (best < 0 || f.least[i] < f.least[best]) {
			best = i
		}
	}
	f.found.Store(uint32(max(best, 0) + 1))
}

// placeOf is where in a line of the cache something on the stack is.
func placeOf[T any](p *T) int { return int(uintptr(unsafe.Pointer(p)) / 8 % places) }

// shifted calls something from a frame that is longer by the size of P.
//
//go:noinline
func shifted[P any](do func(*worker, int64, int64), w *worker, lo, hi int64) {
	var pad P
	keep(unsafe.Pointer(&pad))
	do(w, lo, hi)
}

//go:noinline
func keep(unsafe.Pointer) {}

// shifts are the calls, by how far on the frames of what they call begin.
var shifts = [...]func(do func(*worker, int64, int64), w *worker, lo, hi int64){
	shifted[[1]uint64], shifted[[2]uint64], shifted[[3]uint64], shifted[[4]uint64],
	shifted[[5]uint64], shifted[[6]uint64], shifted[[7]uint64], shifted[[8]uint64],
}

// placed calls something at a place: the same for the same number, whoever calls.
//
//go:noinline
func placed(place int, do func(*worker, int64, int64), w *worker, lo, hi int64) {
	var here uint64
	keep(unsafe.Pointer(&here))
	shifts[(placeOf(&here)+place)%places](do, w, lo, hi)
}
