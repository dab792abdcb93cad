//go:build suite

package main

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"time"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/bench/build/gangs"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// kernel is one row of the table.
type kernel struct {
	name        string
	entry       string // in PTX, C and OpenCL
	grid, block ptx.Dim3
	threads     int                // that the time is divided by; 0: those of the launch
	bind        forms              // to the functions that ptx2go has written
	args        func(*source) args // of a launch
	data        bool               // measured on all kinds of data
	set         string             // of kernels, see result.Sets
	loose       float64            // relative difference from C that is allowed; 0: the same bits
}

// args are the arguments of a launch: numbers and slices. What the kernel writes
// is an out.
type args []any

// out is an argument that a kernel writes.
type out struct{ slice any }

// variant is one way to run a kernel on one kind of data.
type variant struct {
	sample *result.Sample
	run    func(reps int)
	fetch  func() // brings results back, where they are elsewhere
	buffer buffers
	reps   int
}

// measure runs a kernel and writes what each variant took. It reports whether a
// result was wrong.
func (k *kernel) measure() (wrong bool) {
	var vs []*variant
	for _, kind := range k.kinds() {
		vs = append(vs, k.variants(kind)...)
	}
	want := map[string][]byte{}
	for _, v := range vs {
		v.buffer.reset()
		start := clock()
		v.run(1)
		took := clock() - start
		v.fetch()
		got := v.buffer.results()
		if first, ok := want[v.sample.Data]; ok {
			v.sample.Check = k.compare(first, got)
		} else {
			want[v.sample.Data] = got
		}
		if v.sample.Wrong() {
			fmt.Fprintf(os.Stderr, "measure: %s, %s data, %s: %s\n", k.name, v.sample.Data, v.sample.Variant, v.sample.Check)
			wrong = true
		}
		v.reps = more(1, took)
	}
	for range *rounds {
		for _, v := range vs {
			start := clock()
			v.run(v.reps)
			took := clock() - start
			v.sample.Rounds = append(v.sample.Rounds, float64(took)/float64(v.reps))
			// The first run was a cold one: come nearer to the slice.
			if took < *slice/2 {
				v.reps = more(v.reps, took)
			}
		}
		runtime.GC()
	}
	for _, v := range vs {
		write(result.Line{Sample: v.sample})
	}
	return wrong
}

// more returns how many repetitions fill a slice when some took a time. The clock can
// stand still for a moment, so this grows in steps.
func more(reps int, took time.Duration) int {
	return max(1, min(64*reps, int(float64(*slice)*float64(reps)/float64(max(took, 1)))))
}

func (k *kernel) kinds() []string {
	if k.data && *kinds {
		return dataKinds
	}
	return dataKinds[:1]
}

// variants returns all ways to run the kernel on one kind of data. They share the
// memory of its arguments.
func (k *kernel) variants(data string) []*variant {
	values, b := values(k.args(&source{kind: data, rng: newRand()}))
	threads := k.threads
	if threads == 0 {
		threads = size(k.grid) * size(k.block)
	}
	var vs []*variant
	pick := regexp.MustCompile(*which)
	add := func(name string, class result.Class, run func(reps int), fetch func()) {
		if run != nil && pick.MatchString(name) {
			s := &result.Sample{Kernel: k.name, Data: data, Build: *build, Variant: name, Class: class, Threads: threads, Set: k.set}
			vs = append(vs, &variant{sample: s, run: run, fetch: fetch, buffer: b})
		}
	}
	nothing := func() {}
	for _, c := range compilations {
		if c.class != result.Native || *native {
			add(c.name, c.class, c.bind(k, values), nothing)
		}
	}
	repeated := func(bind binding) func(reps int) {
		launch := bind(ptx.Launch{Grid: k.grid, Block: k.block}, values)
		return func(reps int) {
			for range reps {
				check(launch())
			}
		}
	}
	add("ptx2go -asm=off", result.Scalars, repeated(k.bind.scalar), nothing)
	switch {
	case k.gangs() && *widths:
		for _, lanes := range [...]int{8, 16} {
			run := repeated(k.bind.gangs)
			add(fmt.Sprintf("%d lanes", lanes), result.Vectors, func(reps int) { gangs.Lanes(lanes); run(reps) }, nothing)
		}
	case k.gangs():
		add("ptx2go", result.Vectors, repeated(k.bind.gangs), nothing)
	}
	run, fetch := openCLBind(k, values)
	add("OpenCL", result.OpenCL, run, fetch)
	return vs
}

// gangs reports whether the kernel has gangs, and the processor runs them. Package gangs
// registers its kernels first, since Go initialises packages in the order of their paths.
func (k *kernel) gangs() bool {
	f, ok := ptx.FindKernel(k.entry)
	if !ok {
		check(fmt.Errorf("there is no kernel %s", k.entry))
	}
	return f.Gangs
}

// values returns the arguments without their marks, and those that are written.
func values(a args) ([]any, buffers) {
	list := make([]any, len(a))
	var b buffers
	for i, v := range a {
		if o, ok := v.(out); ok {
			v = o.slice
			b.add(bytesOf(v))
		}
		list[i] = v
	}
	return list, b
}

func size(d ptx.Dim3) int { return int(max(d.X, 1)) * int(max(d.Y, 1)) * int(max(d.Z, 1)) }

// buffers are what a kernel writes, with what they held before.
type buffers struct{ now, before [][]byte }

func (b *buffers) add(mem []byte) {
	b.now = append(b.now, mem)
	b.before = append(b.before, append([]byte(nil), mem...))
}

func (b *buffers) reset() {
	for i, mem := range b.now {
		copy(mem, b.before[i])
	}
}

func (b *buffers) results() []byte {
	var all []byte
	for _, mem := range b.now {
		all = append(all, mem...)
	}
	return all
}

// compare says how got differs from want.
func (k *kernel) compare(want, got []byte) string {
	if string(want) == string(got) {
		return "same"
	}
	n, worst := 0, 0.0
	for i := 0; i+4 <= len(want); i += 4 {
		a, b := *(*float32)(unsafe.Pointer(&want[i])), *(*float32)(unsafe.Pointer(&got[i]))
		if a != b {
			n++
			worst = max(worst, math.Abs(float64(a)-float64(b))/max(1e-3, math.Abs(float64(a))))
		}
	}
	if k.loose != 0 && worst <= k.loose {
		return fmt.Sprintf("within %.2g", worst)
	}
	return fmt.Sprintf("DIFFERENT in %d of %d words, as f32 up to %.3g", n, len(want)/4, worst)
}
