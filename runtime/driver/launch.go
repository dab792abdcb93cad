package driver

import (
	"io"
	"math"
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
)

// fn is a kernel of a module.
type fn struct {
	c       *ctx
	handle  Function
	module  Module
	program Program
	kernel  *ptx.Kernel
	dynamic atomic.Int64 // bytes of dynamic shared memory that it may have beyond freeShared
}

func onFunction(call string, h Function) (*ctx, *fn, error) {
	c, err := begin(call)
	if err != nil {
		return nil, nil, err
	}
	f := functions.get(h)
	if f == nil {
		if k := libraryKernels.get(Kernel(h)); k != nil {
			f, err = k.function(call, c)
			return c, f, err
		}
		return nil, nil, refuse(call, ErrInvalidHandle, "there is no function %#x", uintptr(h))
	}
	return c, f, nil
}

var stdout atomic.Pointer[io.Writer]

// SetStdout sets where kernels print to: os.Stdout by default.
func SetStdout(w io.Writer) { stdout.Store(&w) }

// LaunchKernel puts a launch into a stream: a grid of blocks of threads, with bytes of
// dynamic shared memory. Each of params points to the value of a parameter, of which as many bytes
// as the parameter has are read before the call returns, so that an int64 can be given for an .u32.
// An address may be null.
//
// In the default stream the kernel has ended when the call returns, with its error if it
// failed. The error is ErrInvalidValue if the launch is not possible.
//
// A kernel that waits at a barrier of the whole grid, this_grid().sync() in CUDA, is for
// LaunchCooperativeKernel: CUDA's barrier is a trap in other launches.
func LaunchKernel(f Function, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes int, s Stream, params []unsafe.Pointer) error {
	return launch("cuLaunchKernel", f, [3]int{gridDimX, gridDimY, gridDimZ}, [3]int{blockDimX, blockDimY, blockDimZ}, sharedMemBytes, s, params, false)
}

// LaunchCooperativeKernel is LaunchKernel of a grid whose blocks wait for each other. The error is
// ErrCooperativeLaunchTooLarge if there are more than can make progress together.
func LaunchCooperativeKernel(f Function, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes int, s Stream, params []unsafe.Pointer) error {
	return launch("cuLaunchCooperativeKernel", f, [3]int{gridDimX, gridDimY, gridDimZ}, [3]int{blockDimX, blockDimY, blockDimZ}, sharedMemBytes, s, params, true)
}

// ordinary says that a launch is not cooperative, whatever its kernel reads.
var ordinary = bridge.Ordinary.(func(l *ptx.Launch))

func launch(call string, h Function, grid, block [3]int, shared int, on Stream, params []unsafe.Pointer, cooperative bool) error {
	c, f, err := onFunction(call, h)
	if err != nil {
		return err
	}
	var s *stream
	if on > StreamLegacy {
		if _, s, err = onStream(call, on); err != nil {
			return err
		}
		if s.c != c {
			return refuse(call, ErrInvalidContext, "stream %#x is one of another context", uintptr(on))
		}
	}
	l, err := f.launchOf(call, c, grid, block, shared, cooperative)
	if err != nil {
		return err
	}
	if c.captures.Load() > 0 {
		if taken, err := c.captured(call, s, func() (work, error) {
			return kernelWork(call, KernelNodeParams{h, grid, block, shared, params, cooperative})
		}); taken {
			return err
		}
	}
	if s == nil {
		return f.runNow(call, l, params)
	}
	if err := f.program.Check(f.kernel, l); err != nil {
		return c.failed(call, err)
	}
	values, err := f.copyParams(call, params)
	if err != nil {
		return err
	}
	o := c.orderOf(s)
	return c.do(call, s, func() error { return f.launch(o, l, values...) })
}

// launchOf checks the shape of a launch.
func (f *fn) launchOf(call string, c *ctx, grid, block [3]int, shared int, cooperative bool) (ptx.Launch, error) {
	l := ptx.Launch{Shared: shared, Cooperative: cooperative}
	if !cooperative {
		ordinary(&l)
	}
	if f.c != c {
		return l, refuse(call, ErrInvalidContext, "function %s is one of another context", f.kernel.Name)
	}
	if w := stdout.Load(); w != nil {
		l.Stdout = *w
	}
	if m := modules.get(f.module); m != nil {
		if err := m.refs.bind(call, &l); err != nil {
			return l, err
		}
	}
	var ok bool
	if l.Grid, ok = dim(grid); !ok {
		return l, refuse(call, ErrInvalidValue, "a grid of %d by %d by %d", grid[0], grid[1], grid[2])
	}
	if l.Block, ok = dim(block); !ok {
		return l, refuse(call, ErrInvalidValue, "a block of %d by %d by %d", block[0], block[1], block[2])
	}
	if shared+f.kernel.Shared > freeShared && int64(shared) > f.dynamic.Load() {
		return l, refuse(call, ErrInvalidValue, "kernel %s: %d bytes of dynamic shared memory: what is more than %d in all is to be asked for with FuncSetAttribute",
			f.kernel.Name, shared, freeShared)
	}
	return l, nil
}

// runNow launches in the default stream.
func (f *fn) runNow(call string, l ptx.Launch, params []unsafe.Pointer) error {
	c := f.c
	c.waitBlocking()
	c.legacy.Lock()
	defer c.legacy.Unlock()
	if err := c.err(call); err != nil {
		return err
	}
	o := c.orderOf(nil)
	if err := safely(func() error { return f.launch(o, l, params...) }); err != nil {
		return c.failed(call, err)
	}
	return nil
}

// dim makes three numbers of threads or blocks of a dimension, none of which is 0.
func dim(n [3]int) (ptx.Dim3, bool) {
	for _, x := range n {
		if x <= 0 || x > math.MaxInt32 {
			return ptx.Dim3{}, false
		}
	}
	return ptx.Dim3{X: uint32(n[0]), Y: uint32(n[1]), Z: uint32(n[2])}, true
}

// copyParams copies the values of parameters, which the program may change while the launch
// waits for its turn.
func (f *fn) copyParams(call string, params []unsafe.Pointer) ([]unsafe.Pointer, error) {
	want := f.kernel.Params
	if len(params) != len(want) {
		return nil, refuse(call, ErrInvalidValue, "kernel %s has %d parameters, not %d", f.kernel.Name, len(want), len(params))
	}
	words := 0
	for i := range want {
		words += (want[i].Size + 7) / 8
	}
	mem, out := make([]uint64, words), make([]unsafe.Pointer, len(want))
	for i := range want {
		n := want[i].Size
		if n == 0 {
			continue
		}
		if params[i] == nil {
			return nil, refuse(call, ErrInvalidValue, "kernel %s: no value for parameter %s", f.kernel.Name, want[i].Name)
		}
		copy(ptx.BytesOf(mem), unsafe.Slice((*byte)(params[i]), n))
		out[i] = unsafe.Pointer(unsafe.SliceData(mem))
		mem = mem[(n+7)/8:]
	}
	return out, nil
}
