package parallel_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/ptx2go/ptx2go/internal/parallel"
)

func ExampleDo() {
	squares := make([]int, 5)
	parallel.Do(len(squares), func(i int) { squares[i] = i * i })
	fmt.Println(squares)
	// Output: [0 1 4 9 16]
}

// Every piece is done once, whatever the number of processors, and no more workers are
// made than there are processors or pieces.
func TestWith(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, procs := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(procs)
		for _, n := range []int{0, 1, 3, 100} {
			done := make([]atomic.Int32, n)
			var workers atomic.Int32
			parallel.With(n, func() func(int) {
				workers.Add(1)
				return func(i int) { done[i].Add(1) }
			})
			for i := range done {
				if got := done[i].Load(); got != 1 {
					t.Errorf("%d processors, %d pieces: piece %d was done %d times", procs, n, i, got)
				}
			}
			if got := int(workers.Load()); got > max(1, min(n, procs)) {
				t.Errorf("%d processors, %d pieces: %d workers", procs, n, got)
			}
		}
	}
}

func TestPanic(t *testing.T) {
	defer func() {
		if r := recover(); r != "seven" {
			t.Errorf("recovered %v", r)
		}
	}()
	parallel.Do(20, func(i int) {
		if i == 7 {
			panic("seven")
		}
	})
	t.Error("the panic of a piece is lost")
}
