// Command leaf runs the functions of package k, which is either Go with vectors or what was
// harvested from it.
//
//	leaf bits [wide]   compares with loops in Go; prints what was wrong and a hash of all bits
//	leaf left [wide]   counts gangs that are left undone, and calls of the runtime, though nobody asked, from many stack depths
//	leaf flag          asks by the flag
//	leaf stop          stops the world while functions run, for ever and not
package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"leaf/gang"
	"leaf/k"

	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

const lanes = k.Lanes

func main() {
	wide := slices.Contains(os.Args, "wide")
	switch os.Args[1] {
	case "bits":
		bits(wide)
	case "left":
		left(wide)
	case "flag":
		flag()
	case "stop":
		stop()
		moved()
	}
}

var state uint64 = 1

func next() uint32 {
	state = state*6364136223846793005 + 1442695040888963407
	return uint32(state >> 32)
}

// floats are numbers of moderate size, and some of any bits.
func floats(n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(int32(next())) / (1 << 27)
		if next()%16 == 0 {
			s[i] = math.Float32frombits(next())
		}
	}
	return s
}

var hash = fnv.New64a()

func report[T float32 | int32](name string, got, want []T, done, least int) {
	wrong := 0
	for i := range got {
		fmt.Fprintf(hash, "%x ", got[i])
		if fmt.Sprintf("%x", got[i]) != fmt.Sprintf("%x", want[i]) {
			wrong++
		}
	}
	if done < least || done > len(got) {
		wrong++
	}
	fmt.Fprintf(hash, "%s %d\n", name, done)
	fmt.Printf("%s: %d wrong, %d done\n", name, wrong, done)
}

func bits(wide bool) {
	const n = 1003
	var g gang.Gang
	xs, ys := floats(n), floats(n)

	want := make([]float32, n)
	for i := range want {
		want[i] = fpops.CanonF32(fpops.FmaF32(1.25, xs[i], ys[i]))
	}
	got := slices.Clone(ys)
	done := k.Saxpy(&g, 1.25, xs, got)
	copy(got[done:], want[done:])
	report("Saxpy", got, want, done, n-lanes+1)

	counts, rounds := make([]int32, n), make([]int32, n)
	done = int(k.Mandelbrot(&g, 200, -2, 0.003, 0.1, counts))
	for i := range rounds {
		x := float32(-2) + float32((float32(int32(i&^(lanes-1)))+float32(i&(lanes-1)))*0.003)
		var zr, zi float32
		for rounds[i] < 200 {
			rr, ii := zr*zr, zi*zi
			if !(float32(rr)+float32(ii) <= 4) {
				break
			}
			rounds[i]++
			zi = float32((zr+zr)*zi) + 0.1
			zr = float32(rr) - float32(ii) + x
		}
	}
	copy(counts[done:], rounds[done:])
	report("Mandelbrot", counts, rounds, done, n-2*lanes+1)

	sums, cols := make([]float32, lanes), make([]float32, lanes)
	small := make([]float32, n)
	for i := range small {
		small[i] = float32(next()%1000) / 8
	}
	done = k.Sum(small, sums)
	for i := range done {
		cols[i%lanes] += small[i]
	}
	report("Sum", sums, cols, lanes, lanes)

	got = slices.Clone(ys)
	done = k.Rounds(&g, 3, xs, got)
	for i := range want {
		want[i] = ys[i]
		for range 3 {
			want[i] += xs[i]
		}
	}
	copy(got[done:], want[done:])
	report("Rounds", got, want, done, n-lanes+1)

	got = make([]float32, n)
	done = k.Exp2(&g, 0.75, xs, got)
	for i := range want {
		e := fpops.Ex2ApproxF32(float32(xs[i] * 0.75))
		want[i] = fpops.CanonF32(float32(e+fpops.SinApproxF32(xs[i]+e)) + 0.75)
	}
	copy(got[done:], want[done:])
	report("Exp2", got, want, done, n-lanes+1)

	for _, odd := range []bool{false, true} {
		at := make([]int32, n)
		for i := range at {
			at[i] = int32(next() % (n - 8))
		}
		at[800] = n - 3 // outside: the gang of 800 and what follows are left
		got = make([]float32, n)
		done = many(&g, at, xs, ys, small, got, odd)
		for i := range want {
			v := float32(0)
			if j := int(at[i&^(lanes-1)]) + i&(lanes-1); i < 800 {
				v = xs[j]
				if odd {
					v = fpops.FmaF32(v, ys[j], small[i])
				}
				tenth := 0.1
				v = fpops.CanonF32(float32(v+float32(tenth)) + (float32(0.7) + 200))
			}
			want[i] = v
		}
		if done != 800 {
			fmt.Printf("Many: %d done, not 800\n", done)
		}
		report("Many", got, want, done, 800)
	}

	got = make([]float32, n)
	done = k.Pressure(&g, 17, xs, got, 3, 5, 7, 11)
	for i := range want {
		want[i] = pressure(17, xs[i], 3, 5, 7, 11)
	}
	copy(got[done:], want[done:])
	report("Pressure", got, want, done, n-lanes+1)

	at, words, sums64 := make([]int32, n), make([]uint64, n), make([]uint64, n)
	for i := range words {
		words[i] = uint64(next())<<32 | uint64(next())
	}
	for _, outside := range []int{n, 640, 721} { // nowhere, in a function, in one that another one calls
		for i := range at {
			at[i] = int32(next() % (n - 22))
		}
		if outside < n {
			at[outside] = n - 1
		}
		clear(sums64)
		done = strided(&g, at, words, sums64)
		low, lowWant := make([]int32, n), make([]int32, n)
		for i := range done {
			x := words[int(at[i&^(lanes-1)])+3*(i&(lanes-1))]
			if i&(lanes-1) == 0 {
				x ^= words[at[i+1]]
			}
			low[i], lowWant[i] = int32(sums64[i]^sums64[i]>>32), int32(x^x>>32)
		}
		report("Strided", low, lowWant, done, min(outside, n-lanes+1)&^(lanes-1))
	}

	for i := range at {
		at[i] = int32(next())
	}
	turns, wantTurns, count := make([]int32, n), make([]int32, n), uint32(0)
	done = k.Turned(&g, at, turns, &count)
	counted := uint32(0)
	for i := 0; i < done; i += 8 {
		s := at[i : i+16]
		m := (s[0]+s[1])*s[2] + s[3] - s[4] ^ s[5] + s[6]*s[7] + s[8] - s[9]*s[10] + s[11]
		to := wantTurns[i : i+8]
		to[0], to[1], to[2], to[3] = s[11]+m, s[10], s[9], s[8]
		to[4], to[5], to[6], to[7] = s[7]^s[3], (s[6]-m)^(s[2]+m), s[5]^s[1], s[4]^(s[0]^m)
		if counted += 3; counted == 30 {
			counted = 33
			to[0]++
		}
	}
	report("Turned", turns, wantTurns, done, n-15)
	fmt.Printf("%d counted, %d\n", count, counted)
	if count != counted {
		fmt.Println("Turned: wrong count")
	}

	if wide {
		bits16(xs, ys)
	}
	fmt.Printf("hash %x\n", hash.Sum64())
}

// many recovers where Go panics: Gang.Done says what is done.
func many(g *gang.Gang, at []int32, xs, ys, small, got []float32, odd bool) (done int) {
	defer func() {
		if recover() != nil {
			done = int(g.Done)
		}
	}()
	return int(k.Many(g, at, xs, ys, small, got, uint16(len(at)), odd, 0.1, 0.7, 200))
}

func strided(g *gang.Gang, at []int32, xs, out []uint64) (done int) {
	defer func() {
		if recover() != nil {
			done = int(g.Done)
		}
	}()
	return int(k.Strided(g, at, xs, out))
}

func pressure(rounds int, x float32, p, q, r, s uint32) float32 {
	a, b, c, d := x, x+x, float32(x*x), x-x
	e, f, h, i := a+b, b+c, c+d, d+a
	j, k, l, m := a-c, b-d, float32(c*b), float32(d*a)
	t, u, v, w := p, q, r, s
	for n := range rounds {
		a, b, c, d = b+e, c-f, d+h, a-i
		e, f, h, i = f+j, h-k, i+l, e-m
		j, k, l, m = k+a, l-b, m+c, j-d
		t, u, v, w = u*p^uint32(n), v+q*t, w^r+u, t-s*v
		t, u, v, w = t+w>>3, u^t<<5, v-u, w+p^q^r^s
		x += float32(int32(t ^ u ^ v ^ w))
	}
	return fpops.CanonF32(x + (a + b) + (c + d) + (e + f) + (h + i) + (j + k) + (l + m))
}

// calls are functions that poll, each with the threads that it leaves of what it could do.
func calls(wide bool) map[string]func() int {
	const n = 64
	g, xs, ys, counts := new(gang.Gang), make([]float32, n), make([]float32, n), make([]int32, n)
	m := map[string]func() int{
		"Saxpy":      func() int { return n - k.Saxpy(g, 2, xs, ys) },
		"Mandelbrot": func() int { return n - int(k.Mandelbrot(g, 50, -2, 0.003, 0.1, counts)) },
		"Exp2":       func() int { return n - k.Exp2(g, 1, xs, ys) },
		"Pressure":   func() int { return n - k.Pressure(g, 9, xs, ys, 1, 2, 3, 4) },
	}
	if wide {
		calls16(m, g, xs, ys, counts)
	}
	return m
}

// deeper calls f at each depth of a stack. Its frame is small, so that SP comes close to the end of the
// stack before the stack grows.
func deeper(depth int, f func()) {
	f()
	if depth > 0 {
		deeper(depth-1, f)
	}
}

// left prints how many threads each function leaves, and how often it calls the runtime though that does not
// want to do something else, called at many depths of the stack.
func left(wide bool) {
	debug.SetGCPercent(-1)
	for name, f := range calls(wide) {
		total, depths := 0, 0
		_, before := gen.Yields()
		done := make(chan bool)
		go func() {
			deeper(3000, func() {
				total += f()
				depths++
			})
			done <- true
		}()
		<-done
		_, after := gen.Yields()
		fmt.Printf("%s: %d left, %d calls at %d depths\n", name, total, after-before, depths)
	}
}

// flag prints what is done of work when the flag is up.
func flag() {
	var g gang.Gang
	g.Stop.Store(gang.Leaving)
	xs, ys := make([]float32, 64), make([]float32, 64)
	fmt.Printf("flag: %d %d %d done\n", k.Saxpy(&g, 1, xs, ys), k.Mandelbrot(&g, 100, 0, 0, 0, make([]int32, 64)), k.Pressure(&g, 100, xs, ys, 1, 2, 3, 4))
}

func yields() int64 {
	n, _ := gen.Yields()
	return n
}

// asked stops the world, while a function runs, until that has called the runtime some times.
func asked(running func() bool) {
	for before := yields(); running() && yields() < before+3; time.Sleep(time.Millisecond) {
		runtime.GC()
	}
}

// stop prints what functions that run for ever say when the flag goes up, after the world has stopped some
// times.
func stop() {
	xs, ys := make([]float32, 64), make([]float32, 64)
	for name, f := range map[string]func(g *gang.Gang) int{
		"Mandelbrot": func(g *gang.Gang) int { return int(k.Mandelbrot(g, math.MaxInt32, 0, 0, 0, make([]int32, 16))) },
		"Pressure":   func(g *gang.Gang) int { return k.Pressure(g, math.MaxInt, xs, ys, 1, 2, 3, 4) },
		"Rounds":     func(g *gang.Gang) int { return k.Rounds(g, math.MaxInt, xs, ys) },
	} {
		var g gang.Gang
		end := make(chan string)
		var back atomic.Bool
		go func() {
			defer func() {
				if x := recover(); x != nil {
					end <- fmt.Sprintf("panics with %T", x)
				}
			}()
			done := f(&g)
			back.Store(true)
			end <- fmt.Sprintf("%d done", done)
		}()
		asked(func() bool { return !back.Load() })
		if back.Load() {
			fmt.Printf("%s: came back before\n", name)
		}
		g.Stop.Store(gang.Leaving)
		fmt.Printf("%s: %s\n", name, <-end)
	}
}

// moved runs a function with many numbers and vectors at hand, on a stack that has been larger, so that the
// garbage collector moves it; and compares.
func moved() {
	const rounds = 1 << 18
	var g gang.Gang
	xs := floats(8)
	wrong, times := 0, 0
	for times < 3 {
		got := make([]float32, 8)
		var end atomic.Bool
		before := yields()
		go func() {
			deeper(3000, func() {})
			k.Pressure(&g, rounds, xs, got, 3, 5, 7, 11)
			end.Store(true)
		}()
		asked(func() bool { return !end.Load() })
		for !end.Load() {
			runtime.Gosched()
		}
		if yields() == before {
			continue
		}
		times++
		for i := range got {
			if want := pressure(rounds, xs[i], 3, 5, 7, 11); math.Float32bits(got[i]) != math.Float32bits(want) {
				wrong++
			}
		}
	}
	fmt.Printf("moved: %d wrong\n", wrong)
}
