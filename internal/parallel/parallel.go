// Package parallel does independent pieces of work on all processors. What comes of them
// must not depend on their order; it knows nothing of what they are.
package parallel

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Do calls work for 0 to n-1, in any order, on up to GOMAXPROCS goroutines. A panic in one
// of them is a panic of the caller.
func Do(n int, work func(i int)) { With(n, func() func(int) { return work }) }

// With is Do where each goroutine has the function that worker returns to it, with what it
// keeps from one piece to the next.
func With(n int, worker func() func(i int)) {
	procs := min(n, runtime.GOMAXPROCS(0))
	if procs <= 1 {
		work := worker()
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	panics := make([]any, procs)
	for k := range procs {
		wg.Go(func() {
			defer func() { panics[k] = recover() }()
			work := worker()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wg.Wait()
	if i := slices.IndexFunc(panics, func(v any) bool { return v != nil }); i >= 0 {
		panic(panics[i])
	}
}
