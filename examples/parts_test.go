package examples

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/mandelbrot"
	"github.com/ptx2go/ptx2go/examples/matmul"
	"github.com/ptx2go/ptx2go/examples/reduce"
	"github.com/ptx2go/ptx2go/interpret"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// kernelInParts is a launch of an example: its kernel, its parameters, and what it writes.
type kernelInParts struct {
	dir, name string
	launch    ptx.Launch
	out       ptx.Buffer
	typed     func(l ptx.Launch) error
	args      []any // those of LaunchArgs: numbers and slices
}

// kernelsInParts are kernels with grids of one and two dimensions, with and without
// barriers, whose CTAs write apart from each other.
func kernelsInParts() []kernelInParts {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 8))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = r.Float32() - 0.5
		}
		return x
	}
	const n, w, h, many = 50, 70, 37, 3000
	a, b, c := random(n*n), random(n*n), make([]float32, n*n)
	x, sums, shuffled := random(many), make([]float32, 12), make([]float32, 12)
	count := make([]uint16, w*h)
	return []kernelInParts{{
		"matmul", "matmul", ptx.Launch{Grid: ptx.D2(4, 4), Block: ptx.D2(16, 16)}, ptx.BytesOf(c),
		func(l ptx.Launch) error { return matmul.Matmul(ctx, l, n, a, b, c) }, []any{int32(n), a, b, c},
	}, {
		"mandelbrot", "mandelbrot", ptx.Launch{Grid: ptx.D2(9, 10), Block: ptx.D2(8, 4)}, ptx.BytesOf(count),
		func(l ptx.Launch) error { return mandelbrot.Mandelbrot(ctx, l, w, h, -2.25, -1.25, 0.04, 60, count) },
		[]any{int32(w), int32(h), float32(-2.25), float32(-1.25), float32(0.04), int32(60), count},
	}, {
		"reduce", "sum_shared", ptx.Launch{Grid: ptx.D1(12), Block: ptx.D1(256)}, ptx.BytesOf(sums),
		func(l ptx.Launch) error { return reduce.SumShared(ctx, l, many, x, sums) }, []any{int32(many), x, sums},
	}, {
		"reduce", "sum_shuffle", ptx.Launch{Grid: ptx.D1(12), Block: ptx.D1(256)}, ptx.BytesOf(shuffled),
		func(l ptx.Launch) error { return reduce.SumShuffle(ctx, l, many, x, shuffled) }, []any{int32(many), x, shuffled},
	}}
}

// pointers returns what LaunchRaw takes for the arguments of LaunchArgs, and the memory
// that their addresses reach.
func pointers(t *testing.T, args []any) (params []unsafe.Pointer, bufs []ptx.Buffer) {
	t.Helper()
	address := func(b ptx.Buffer) unsafe.Pointer {
		bufs = append(bufs, b)
		addr := ptx.AddrOf(b)
		return unsafe.Pointer(&addr)
	}
	for _, arg := range args {
		switch v := arg.(type) {
		case int32:
			params = append(params, unsafe.Pointer(&v))
		case float32:
			params = append(params, unsafe.Pointer(&v))
		case []float32:
			params = append(params, address(ptx.BytesOf(v)))
		case []uint16:
			params = append(params, address(ptx.BytesOf(v)))
		default:
			t.Fatalf("an argument of type %T", arg)
		}
	}
	return params, bufs
}

// TestParts launches kernels once and in random parts, in any order: by their functions, by
// name with values and with pointers, and in the interpreter. The bytes are those of one
// launch, and each part writes some.
func TestParts(t *testing.T) {
	ctx := context.Background()
	for _, k := range kernelsInParts() {
		t.Run(k.name, func(t *testing.T) {
			text := read(t, k.dir+"/kernel.ptx")
			m, ok := ptx.LookupText(text)
			if !ok {
				t.Fatal("the module is not registered")
			}
			kernel, ok := m.Kernel(k.name)
			if !ok {
				t.Fatal("the module has no such kernel")
			}
			program, err := interpret.Load(text)
			if err != nil {
				t.Fatal(err)
			}
			defer program.Unload()
			var interpreted *ptx.Kernel
			for _, i := range program.Kernels() {
				if i.Name == k.name {
					interpreted = i
				}
			}
			params, bufs := pointers(t, k.args)
			for _, b := range bufs {
				if err := ptx.RegisterBuffer(b); err != nil {
					t.Fatal(err)
				}
			}
			defer func() {
				for _, b := range bufs {
					ptx.Free(b)
				}
			}()
			run := func(how string, launch func(l ptx.Launch) error, l ptx.Launch) {
				t.Helper()
				if err := launch(l); err != nil {
					t.Fatalf("%s, CTAs %d and %d: %v", how, l.First, l.Count, err)
				}
			}
			run("once", k.typed, k.launch)
			want := slices.Clone(k.out)
			total := int64(k.launch.Grid.Size())
			r := rand.New(rand.NewPCG(1, 2))
			for how, launch := range map[string]func(l ptx.Launch) error{
				"typed":       k.typed,
				"by values":   func(l ptx.Launch) error { return kernel.LaunchArgs(ctx, l, k.args...) },
				"by pointers": func(l ptx.Launch) error { return kernel.LaunchRaw(ctx, l, params...) },
				"interpreted": func(l ptx.Launch) error { return program.Launch(ctx, interpreted, l, params...) },
			} {
				for range 3 {
					var parts []ptx.Launch
					for first := int64(0); first < total; {
						l := k.launch
						l.First, l.Count = first, 1+r.Int64N(min(total-first, 7))
						first += l.Count
						if first == total && r.IntN(2) == 0 {
							l.Count = 0 // all that are left
						}
						parts = append(parts, l)
					}
					r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
					for i := range k.out {
						k.out[i] = 0xA5
					}
					for _, l := range parts {
						before := slices.Clone(k.out)
						run(how, launch, l)
						if bytes.Equal(before, k.out) {
							t.Errorf("%s: CTAs %d and %d wrote nothing", how, l.First, l.Count)
						}
					}
					if !bytes.Equal(k.out, want) {
						t.Errorf("%s: %d parts are not one launch", how, len(parts))
					}
					none := k.launch
					none.First = total
					run(how, launch, none)
					for _, l := range [][2]int64{{-1, 1}, {0, -1}, {0, total + 1}, {total, 1}, {total + 1, 0}} {
						outside := k.launch
						outside.First, outside.Count = l[0], l[1]
						if err := launch(outside); err == nil {
							t.Errorf("%s: CTAs %d and %d of %d were launched", how, l[0], l[1], total)
						}
					}
					if !bytes.Equal(k.out, want) {
						t.Errorf("%s: a launch of nothing wrote", how)
					}
				}
			}
		})
	}
}
