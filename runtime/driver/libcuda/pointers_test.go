package libcuda

import (
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"
)

// params is what a program may have anywhere.
type params struct {
	to [2]*int
	n  [8]int
}

// memory is that of a program, and remembered what is left of it: in the heap, where stores of pointers are seen.
var (
	memory     = make([]byte, 256)
	remembered = new(params)
)

// TestUnaligned passes structures with pointers through memory at every distance from an address that is aligned,
// while the garbage collector runs all the time: it must not see how they are copied.
func TestUnaligned(t *testing.T) {
	const collections = 100
	var collected atomic.Int64
	go func() {
		for range collections {
			runtime.GC()
			collected.Add(1)
		}
	}()
	of := new(int)
	for i := 0; collected.Load() < collections; i++ {
		at := unsafe.Pointer(&memory[i%100])
		to := *(**params)(unsafe.Pointer(&at)) // as a program passes it: a conversion would be checked with -race
		store(to, params{[2]*int{of, of}, [8]int{i}})
		var ok bool
		if *remembered, ok = load(to); !ok || remembered.to[1] != of || remembered.n[0] != i {
			t.Fatalf("%d: %v %t", i, *remembered, ok)
		}
	}
}
