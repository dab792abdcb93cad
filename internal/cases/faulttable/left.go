package faulttable

import (
	"runtime"
	"time"
)

// Left returns how many goroutines there are that were not there before a launch. Those
// that have been told to end get time to do so, as does the one in which the timer of a
// context ends it: a launch may return while it still runs.
func Left(before int) int {
	n := 0
	for range 1000 {
		if n = runtime.NumGoroutine() - before; n <= 0 {
			return 0
		}
		time.Sleep(time.Millisecond)
	}
	return n
}
