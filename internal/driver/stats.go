package driver

import (
	"fmt"
	"io"
	"runtime"
	"time"
)

// stopwatch prints a table of the stages for -stats: how long each took, how much PTX it
// went through in a second, and how much memory it asked for. A nil one prints nothing.
type stopwatch struct {
	w     io.Writer
	bytes int // of PTX
	first mark
	last  mark
}

// mark is the state of the clocks at one time.
type mark struct {
	at        time.Time
	allocated uint64 // bytes since the program began
}

func now() mark {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return mark{time.Now(), m.TotalAlloc}
}

// newStopwatch begins a table for a text of PTX.
func newStopwatch(w io.Writer, bytes int) *stopwatch {
	fmt.Fprintf(w, "%-10s %10s %8s %12s\n", "stage", "ms", "MB/s", "MB allocated")
	m := now()
	return &stopwatch{w: w, bytes: bytes, first: m, last: m}
}

// lap ends a stage.
func (s *stopwatch) lap(stage string) {
	if s == nil {
		return
	}
	m := now()
	s.row(stage, s.last, m)
	s.last = now()
}

// total ends the table.
func (s *stopwatch) total() {
	if s != nil {
		s.row("total", s.first, s.last)
	}
}

func (s *stopwatch) row(name string, from, to mark) {
	const mega = 1e6
	took := max(to.at.Sub(from.at), time.Nanosecond)
	fmt.Fprintf(s.w, "%-10s %10.2f %8.2f %12.1f\n", name, float64(took.Microseconds())/1000, float64(s.bytes)/mega/took.Seconds(), float64(to.allocated-from.allocated)/mega)
}
