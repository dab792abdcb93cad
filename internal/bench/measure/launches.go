//go:build suite

package main

import (
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/ptx2go/ptx2go/internal/bench/build/gangs"
	"github.com/ptx2go/ptx2go/internal/bench/build/kern"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// launchRow is a kernel that is launched again and again.
type launchRow struct {
	table, kernel string
	grid, block   ptx.Dim3
	bind          binding
	args          []any
}

// scaled are kernels of the suite whose speed with two workers is compared with that
// with one: bound by arithmetic, by memory, and of blocks that take unequal time.
var scaled = []string{"n-body", "SGEMM 16x16", "mandelbrot", "saxpy, in memory", "transpose, shared tile", "histogram, shared atomics", "scan, shared memory"}

// lengths are how long the launches of the table work, with one worker.
var lengths = []time.Duration{
	time.Microsecond, 3 * time.Microsecond, 10 * time.Microsecond, 30 * time.Microsecond, 100 * time.Microsecond,
	300 * time.Microsecond, time.Millisecond, 3 * time.Millisecond, 10 * time.Millisecond,
}

// measureLaunches measures launches one after the other: how long they take with
// one and two workers where there is work for 1 µs to 10 ms, and what a launch and
// a CTA cost where there is next to none. The time is the time of day, as
// programs wait for it; what they use of the processors stands beside it.
func measureLaunches() {
	s := &source{kind: dataKinds[0], rng: newRand()}
	x, y := s.floats(256*32), make([]float32, 256*32)
	for _, ctas := range []int{1, 16, 256, 1_000_000} {
		launchRow{"grid", "empty", d1(ctas), d1(1), bind1(kern.Empty, gangs.Empty).scalar, []any{[]uint32(nil)}}.measure()
		launchRow{"grid", "tiny", d1(ctas), d1(32), bind2(kern.Tiny, gangs.Tiny).scalar, []any{x, y}}.measure()
	}
	for _, length := range lengths {
		floats := func(n int) []any { return []any{int32(n), float32(1.0001), s.floats(n), s.floats(n)} }
		sized(launchRow{"length", "saxpy", d1(64), d1(256), bind4(kern.Saxpy, gangs.Saxpy).scalar, nil}, length, floats).measure()
		words := func(n int) []any { return []any{uint32(n), uint32(2), make([]uint64, n)} }
		sized(launchRow{"length", "mix64", d1(64), d1(64), bind3(kern.Mix64, gangs.Mix64).scalar, nil}, length, words).measure()
	}
	for _, k := range kernels() {
		if slices.Contains(scaled, k.name) {
			values, _ := values(k.args(&source{kind: dataKinds[0], rng: newRand()}))
			launchRow{"scaling", k.name, k.grid, k.block, k.bind.scalar, values}.measure()
			if k.gangs() {
				launchRow{"scaling", k.name + ", gangs", k.grid, k.block, k.bind.gangs, values}.measure()
			}
		}
	}
	measureIdle()
}

// measureIdle measures what the program uses of the processors when it has launched
// kernels with two workers and then does nothing.
func measureIdle() {
	const idle = time.Second
	time.Sleep(idle / 10) // what helpers may do at the end of a launch
	start := clock()
	time.Sleep(idle)
	write(result.Line{Idle: &result.Idle{Length: float64(idle), CPU: float64(clock() - start)}})
}

// sized gives a row as many CTAs as one worker runs in a time.
func sized(r launchRow, length time.Duration, args func(n int) []any) launchRow {
	runtime.GOMAXPROCS(1)
	for range 5 { // a CTA of a small grid takes longer than one of a large grid
		r.args = args(size(r.grid) * size(r.block))
		wall, _ := fastest(20, 200*time.Microsecond, r.launch())
		r.grid = d1(max(1, int(math.Round(float64(size(r.grid))*float64(length)/float64(max(wall, 1))))))
	}
	r.args = args(size(r.grid) * size(r.block))
	return r
}

func (r launchRow) launch() func() error {
	return r.bind(ptx.Launch{Grid: r.grid, Block: r.block}, r.args)
}

// measure measures with one and two workers in turn, and writes both.
func (r launchRow) measure() {
	const rounds = 12
	f := r.launch()
	var lines [2]*result.Launch
	for w := range lines {
		runtime.GOMAXPROCS(w + 1)
		check(f())
		const n = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			check(f())
		}
		runtime.ReadMemStats(&after)
		lines[w] = &result.Launch{Table: r.table, Kernel: r.kernel, CTAs: size(r.grid), Block: size(r.block), Workers: w + 1,
			Wall: math.Inf(1), CPU: math.Inf(1),
			Bytes: float64(after.TotalAlloc-before.TotalAlloc) / n, Mallocs: float64(after.Mallocs-before.Mallocs) / n}
	}
	for range rounds {
		for w, l := range lines {
			runtime.GOMAXPROCS(w + 1)
			wall, cpu := fastest(3, 5*time.Millisecond, f)
			l.Wall, l.CPU = min(l.Wall, float64(wall)), min(l.CPU, float64(cpu))
		}
	}
	for _, l := range lines {
		write(result.Line{Launch: l})
	}
	runtime.GC()
}

// fastest returns the time of day and the processor time that a call of f takes
// in the fastest of some rounds, each of which is as long as slice.
func fastest(rounds int, slice time.Duration, f func() error) (wall, cpu time.Duration) {
	wall, cpu = math.MaxInt64, math.MaxInt64
	for reps := 1; rounds > 0; rounds-- {
		start, used := time.Now(), clock()
		for range reps {
			check(f())
		}
		n := time.Duration(reps)
		wall, cpu = min(wall, time.Since(start)/n), min(cpu, (clock()-used)/n)
		reps = max(1, int(slice/max(wall, 1)))
	}
	return wall, cpu
}
