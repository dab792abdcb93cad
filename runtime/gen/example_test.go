package gen_test

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// scaleKernel is what ptx2go writes for a kernel that scales a vector: its description, a
// launch function with typed parameters, and the body.
var scaleKernel = gen.Kernel{
	Name: "scale", File: "scale.ptx", Mode: gen.Rows,
	Params: []ptx.Param{
		{Name: "n", Type: "u32", Size: 4, Align: 4, Offset: 0},
		{Name: "a", Type: "f32", Size: 4, Align: 4, Offset: 4},
		{Name: "x", Type: "u64", Size: 8, Align: 8, Offset: 8},
	},
	Raw: func(a *gen.RawArgs) func(*gen.CTA) {
		n, f, x := a.Int32(0), a.Float32(1), gen.SliceArg[float32](a, 2)
		return func(c *gen.CTA) { scaleRow(c, n, f, x) }
	},
}

func Scale(ctx context.Context, l ptx.Launch, n int32, a float32, x []float32) error {
	return scaleKernel.Run(ctx, l, func(c *gen.CTA) { scaleRow(c, n, a, x) }, ptx.BytesOf(x))
}

func scaleRow(c *gen.CTA, n int32, a float32, x []float32) {
	for c.X = range c.Dim.X {
		if i := int32(c.ID.X*c.Dim.X + c.X); i < n {
			x[i] *= a
		}
	}
}

func ExampleKernel_Run() {
	x := []float32{1, 2, 3, 4, 5}
	err := Scale(context.Background(), ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(4)}, 5, 10, x)
	fmt.Println(x, err)

	// One element too many: the thread that leaves the slice is named.
	err = Scale(context.Background(), ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(4)}, 6, 10, x)
	fmt.Println(err)
	// Output:
	// [10 20 30 40 50] <nil>
	// kernel scale, CTA (1,0,0), thread (1,0,0), scale.ptx: element 5 is outside of its buffer, which has 5
}

// A driver launches by name, with pointers to the parameters.
func ExampleKernel_LaunchRaw() {
	m := gen.NewModule("scale.ptx", "hash of the PTX text")
	m.Add(&scaleKernel)

	mod, _ := ptx.Lookup("hash of the PTX text")
	k, _ := mod.Kernel("scale")
	x := ptx.Alloc[float32](4)
	defer ptx.Free(x)
	copy(x, []float32{1, 2, 3, 4})
	n, a, p := uint32(4), float32(0.5), ptx.AddrOf(x)
	err := k.LaunchRaw(context.Background(), ptx.Launch{Block: ptx.D1(4)},
		unsafe.Pointer(&n), unsafe.Pointer(&a), unsafe.Pointer(&p))
	fmt.Println(x, err)
	// Output: [0.5 1 1.5 2] <nil>
}

func ExampleKernel_LaunchArgs() {
	x := []float32{1, 2, 3}
	err := scaleKernel.LaunchArgs(context.Background(), ptx.Launch{Block: ptx.D1(4)}, int32(3), float32(3), x)
	fmt.Println(x, err)
	err = scaleKernel.LaunchArgs(context.Background(), ptx.Launch{}, 3, float32(3), x)
	fmt.Println(err)
	// Output:
	// [3 6 9] <nil>
	// kernel scale: parameter n: int for a .u32 of 4 bytes
}

// Errors are told apart by their kinds.
func ExampleLaunchError() {
	x := make([]float32, 4)
	for _, l := range []ptx.Launch{
		{Block: ptx.D1(4)},
		{Block: ptx.D1(2000)},
		{Grid: ptx.D1(2), Block: ptx.D1(4)},
	} {
		switch err := Scale(context.Background(), l, 8, 1, x); {
		case err == nil:
			fmt.Println("scaled")
		case errors.Is(err, ptx.ErrBlock):
			fmt.Println("other blocks, please:", err)
		case errors.Is(err, ptx.FaultAddress):
			fmt.Println("outside of a buffer:", err)
		}
	}
	// Output:
	// scaled
	// other blocks, please: kernel scale: block (2000,1,1): each dimension must be at least 1 and the block at most (1024,1024,64)
	// outside of a buffer: kernel scale, CTA (1,0,0), thread (0,0,0), scale.ptx: element 4 is outside of its buffer, which has 4
}

// A block-wide sum with barriers inside a loop that only some threads run.
func ExampleCTA_Coroutines() {
	k := gen.Kernel{Name: "sum", Mode: gen.CTAs, Shared: 64 * 4}
	var total uint32
	err := k.Run(context.Background(), ptx.Launch{Block: ptx.D1(64)}, func(c *gen.CTA) {
		s := gen.SharedAs[[64]uint32](c)
		c.Coroutines(func(t *gen.Thread) {
			s[t.X] = t.X
			t.BarSync(1, 0, 0)
			for n := uint32(32); n > 0; n /= 2 {
				if t.X < n {
					s[t.X] += s[t.X+n]
				}
				t.BarSync(2, 0, 0)
			}
			if t.X == 0 {
				total = s[0]
			}
		})
	})
	fmt.Println(total, err)
	// Output: 2016 <nil>
}

func ExampleGlobal() {
	m := gen.NewModule("table.ptx", "another hash")
	in := m.Default()
	table := gen.Global(in, "table", 4, uint32(1), 2)
	b, _ := in.Get("table")
	gen.StoreU32(b, 12, 99)
	fmt.Println(table)
	in.Reset()
	fmt.Println(table)
	// Output:
	// [1 2 0 99]
	// [1 2 0 0]
}
