package driver_test

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/fallback"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// check ends an example with an error that should not be.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// load makes a context and loads the module of a PTX text, whose Go code the example
// imports.
func load() (driver.Context, driver.Module) {
	check(driver.Init(0))
	dev, err := driver.DeviceGet(0)
	check(err)
	ctx, err := driver.CtxCreate(0, dev)
	check(err)
	m, err := driver.ModuleLoadData(fallback.PTX)
	check(err)
	return ctx, m
}

// floats copies numbers to the device.
func floats(x ...float32) driver.DevicePtr {
	n := int64(len(x)) * 4 // bytes
	p, err := driver.MemAlloc(n)
	check(err)
	check(driver.MemcpyHtoD(p, unsafe.Pointer(&x[0]), n))
	return p
}

// A program looks a kernel up by name and launches it with pointers to its parameters. An
// int may stand for a parameter of 32 bits.
func Example() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)

	x := floats(1, 2, 3)
	factor, n := float32(10), 3
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}
	check(driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, params))

	got := make([]float32, 3)
	check(driver.MemcpyDtoH(unsafe.Pointer(&got[0]), x, 12))
	fmt.Println(got)
	// Output: [10 20 30]
}

// A kernel that fails says which thread did what, and ends its context.
func ExampleLaunchKernel_fault() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)

	x := floats(1, 2, 3)
	factor, n := float32(10), 4 // one more than there are
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}
	err = driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, params)
	var fault *ptx.Fault
	if errors.As(err, &fault) {
		fmt.Println(driver.ResultOf(err).Name(), "thread", fault.Thread.X)
	}
	fmt.Println(errors.Is(driver.CtxSynchronize(), driver.ErrIllegalAddress))
	// Output:
	// CUDA_ERROR_ILLEGAL_ADDRESS thread 3
	// true
}

// Each module that is loaded has variables of its own.
func ExampleModuleGetGlobal() {
	ctx, one := load()
	defer driver.CtxDestroy(ctx)
	two, err := driver.ModuleLoadData(fallback.PTX)
	check(err)

	x := floats(1, 2, 3)
	count, limit, n := floats(0), float32(1.5), 3
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&limit), unsafe.Pointer(&n), unsafe.Pointer(&count)}
	for _, m := range []driver.Module{one, two, two} {
		above, err := driver.ModuleGetFunction(m, "count_above")
		check(err)
		check(driver.LaunchKernel(above, 1, 1, 1, 32, 1, 1, 0, 0, params))
	}
	for _, m := range []driver.Module{one, two} {
		p, bytes, err := driver.ModuleGetGlobal(m, "total")
		check(err)
		var total uint32
		check(driver.MemcpyDtoH(unsafe.Pointer(&total), p, bytes))
		fmt.Println(total)
	}
	// Output:
	// 2
	// 4
}

// A stream does its tasks in their order, beside the program.
func ExampleStreamAddCallback() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)
	s, err := driver.StreamCreate(driver.StreamNonBlocking)
	check(err)

	x := floats(1, 2)
	factor, n := float32(3), 2
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}
	for range 3 {
		check(driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, s, params))
	}
	check(driver.StreamAddCallback(s, func(_ driver.Stream, r driver.Result) { fmt.Println("done:", r.String()) }))
	check(driver.StreamSynchronize(s))
	got := make([]float32, 2)
	check(driver.MemcpyDtoH(unsafe.Pointer(&got[0]), x, 8))
	fmt.Println(got)
	// Output:
	// done: no error
	// [27 54]
}

// Managed memory is used by program and kernels alike.
func ExampleMemAllocManaged() {
	ctx, m := load()
	defer driver.CtxDestroy(ctx)
	scale, err := driver.ModuleGetFunction(m, "scale")
	check(err)

	x, err := driver.MemAllocManaged(8, driver.MemAttachGlobal)
	check(err)
	mem, err := driver.Bytes(x, 8)
	check(err)
	pair := (*[2]float32)(unsafe.Pointer(&mem[0]))
	*pair = [2]float32{5, 6}
	factor, n := float32(2), 2
	params := []unsafe.Pointer{unsafe.Pointer(&x), unsafe.Pointer(&factor), unsafe.Pointer(&n)}
	check(driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, params))
	fmt.Println(*pair)
	// Output: [10 12]
}

// A text that was not translated is an error that says how to.
func ExampleModuleLoadData_untranslated() {
	ctx, _ := load()
	defer driver.CtxDestroy(ctx)
	_, err := driver.ModuleLoadData(".version 7.0\n.target sm_70\n.address_size 64\n")
	fmt.Println(err)
	// Output: cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU (209): no kernel image is available for execution on the device: this program has no Go code of that PTX text (hash c53d02451fa6…): translate it with `ptx2go generate FILE.ptx` and import the package, or import github.com/ptx2go/ptx2go/interpret, which interprets such texts
}
