package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/fallback"
	"github.com/ptx2go/ptx2go/examples/saxpy"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// A kernel is a Go function: the context, how it is launched, and its parameters.
func ExampleLaunch() {
	x, y := []float32{1, 2, 3, 4, 5, 6}, []float32{10, 20, 30, 40, 50, 60}
	err := saxpy.Saxpy(context.Background(), ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(4)}, 6, 2, x, y)
	fmt.Println(y, err)
	// Output: [12 24 36 48 60 72] <nil>
}

// What goes wrong is told apart by its kind.
func ExampleFault() {
	x := make([]float32, 4)
	for _, l := range []ptx.Launch{
		{Block: ptx.D1(4)},
		{Block: ptx.D1(2000)},
		{Block: ptx.D1(8)},
	} {
		err := saxpy.Saxpy(context.Background(), l, 8, 2, x, x)
		var fault *ptx.Fault
		switch {
		case err == nil:
			fmt.Println("fine")
		case errors.Is(err, ptx.ErrBlock):
			fmt.Println("no such launch:", err)
		case errors.As(err, &fault) && fault.Kind == ptx.FaultAddress:
			fmt.Printf("thread %v leaves its buffer in line %d of %s\n", fault.Thread, fault.Line, fault.File)
		}
	}
	// Output:
	// fine
	// no such launch: kernel saxpy: block (2000,1,1): each dimension must be at least 1 and the block at most (1024,1024,64)
	// thread (4,0,0) leaves its buffer in line 40 of kernel.ptx
}

// Kernels that are launched by name take Go values.
func ExampleFindKernel() {
	k, ok := ptx.FindKernel("saxpy")
	if !ok {
		return
	}
	x, y := []float32{1, 2}, []float32{1, 1}
	err := k.LaunchArgs(context.Background(), ptx.Launch{Block: ptx.D1(2)}, uint32(2), float32(3), x, y)
	fmt.Println(k.Name, len(k.Params), y, err)
	// Output: saxpy 4 [4 7] <nil>
}

// A driver launches with pointers to parameters, which are addresses of device memory.
func ExampleAlloc() {
	x, y := ptx.Alloc[float32](2), ptx.Alloc[float32](2)
	defer ptx.Free(x)
	defer ptx.Free(y)
	x[0], x[1] = 1, 2
	k, _ := ptx.FindKernel("saxpy")
	n, a, px, py := uint32(2), float32(3), ptx.AddrOf(x), ptx.AddrOf(y)
	err := k.LaunchRaw(context.Background(), ptx.Launch{Block: ptx.D1(2)},
		unsafe.Pointer(&n), unsafe.Pointer(&a), unsafe.Pointer(&px), unsafe.Pointer(&py))
	fmt.Println(y, err)
	// Output: [3 6] <nil>
}

// Each instance of a module has variables of its own.
func ExampleInstance() {
	m, ok := ptx.LookupText(fallback.PTX)
	if !ok {
		return
	}
	total := func(in *ptx.Instance) uint32 {
		b, _ := in.Get("total")
		return *(*uint32)(unsafe.Pointer(&b[0]))
	}
	one, two := m.Load(), m.Load()
	defer one.Unload()
	defer two.Unload()
	x, count := []float32{1, 2, 3, 4}, make([]uint32, 1)
	for _, in := range []*ptx.Instance{one, two, two} {
		if err := fallback.CountAbove(context.Background(), ptx.Launch{Block: ptx.D1(32), Instance: in}, x, 1.5, 4, count); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(total(one), total(two))
	two.Reset()
	fmt.Println(total(one), total(two))
	// Output:
	// 3 6
	// 3 0
}

// A text for another GPU is the same module, and a kernel by name takes addresses.
func ExampleLookupText() {
	m, ok := ptx.LookupText(strings.Replace(fallback.PTX, ".target sm_70", ".target sm_90a", 1))
	if !ok {
		return
	}
	fmt.Println(m.File)
	k, _ := m.Kernel("scale")
	x, err := ptx.AllocAddr(3 * 4) // bytes
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ptx.FreeAddr(x)
	b, _, _ := ptx.BufferAt(x)
	copy(b, ptx.BytesOf([]float32{1, 2, 3}))
	f, n := float32(10), int32(4)
	err = k.LaunchRaw(context.Background(), ptx.Launch{Block: ptx.D1(4)}, unsafe.Pointer(&x), unsafe.Pointer(&f), unsafe.Pointer(&n))
	fmt.Println(errors.Is(err, ptx.FaultAddress), ptx.Code(err))
	fmt.Println(*(*[3]float32)(unsafe.Pointer(&b[0])))
	// Output:
	// kernel.ptx
	// true 700
	// [10 20 30]
}

// A texture shows a picture to a kernel, and a surface takes what it paints.
func ExampleNewTexture2D() {
	pic := image.NewGray(image.Rect(0, 0, 4, 2))
	tex, err := ptx.NewTexture2D(pic, ptx.Sampler{Filter: ptx.FilterLinear, Address: [3]ptx.Address{ptx.AddressClamp, ptx.AddressClamp}})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := ptx.NewImage(ptx.Shape{Geometry: ptx.Geom2D, Width: 4, Height: 2, Channel: ptx.ChannelU8, Channels: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	surface, err := ptx.NewSurface(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer surface.Release()
	l := ptx.Launch{
		Textures: map[string]*ptx.Texture{"picture": tex},
		Surfaces: map[string]*ptx.Surface{"canvas": surface},
	}
	fmt.Println(len(l.Textures), len(l.Surfaces), len(out.Bytes()))
	// Output: 1 1 32
}
