package driver_test

import (
	"fmt"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// A graph of a launch and a copy after it is launched twice, the second time with another
// parameter.
func ExampleGraphLaunch() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)
	x := floats(1, 2, 3)
	got := make([]float32, 3)

	g, err := driver.GraphCreate(0)
	check(err)
	factor, n := float32(10), 3
	launch := driver.KernelNodeParams{Func: scale, Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1},
		Params: []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}}
	scaled, err := driver.GraphAddKernelNode(g, nil, launch)
	check(err)
	_, err = driver.GraphAddMemcpyNode(g, []driver.GraphNode{scaled}, driver.Copy3D{
		Dst: driver.DevicePtr(unsafe.Pointer(&got[0])), Src: x, DstPitch: 12, SrcPitch: 12, Width: 12, Height: 1, Depth: 1})
	check(err)
	exec, err := driver.GraphInstantiate(g, 0)
	check(err)

	check(driver.GraphLaunch(exec, 0))
	fmt.Println(got)
	factor = 0.5
	check(driver.GraphExecKernelNodeSetParams(exec, scaled, launch))
	check(driver.GraphLaunch(exec, 0))
	fmt.Println(got)
	// Output:
	// [10 20 30]
	// [5 10 15]
}

// What is put into a stream is captured instead of done, and done each time the graph is
// launched.
func ExampleStreamBeginCapture() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)
	s, err := driver.StreamCreate(driver.StreamNonBlocking)
	check(err)
	x := floats(1, 2, 3)
	got := make([]float32, 3)

	check(driver.StreamBeginCapture(s, driver.CaptureGlobal))
	factor, n := float32(10), 3
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}
	check(driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, s, params))
	check(driver.MemcpyDtoHAsync(unsafe.Pointer(&got[0]), x, 12, s))
	g, err := driver.StreamEndCapture(s)
	check(err)
	fmt.Println(got)

	exec, err := driver.GraphInstantiate(g, 0)
	check(err)
	for range 2 {
		check(driver.GraphLaunch(exec, s))
		check(driver.StreamSynchronize(s))
		fmt.Println(got)
	}
	// Output:
	// [0 0 0]
	// [10 20 30]
	// [100 200 300]
}
