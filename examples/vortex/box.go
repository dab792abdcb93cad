package vortex

import (
	_ "embed"
	"fmt"
	"math"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/cu"
)

// The program hands these texts to the driver.
var (
	//go:embed fft.ptx
	fftText string
	//go:embed flow.ptx
	flowText string
	//go:embed reduce.ptx
	reduceText string
)

// block is how many threads a block has, as the reductions have it.
const block = 256

// Box is a fluid in a periodic box of 2*pi by 2*pi, as N by N places on a device.
type Box struct {
	N         int
	Viscosity float64
	Time      float64 // that has passed

	context                        cu.Context
	fft, derive, carry, advance    cu.Function
	squares, sum, largest          cu.Function
	roots                          cu.DevicePtr // of the Fourier transform
	waves, middle                  cu.DevicePtr // of vorticity: now, and in the middle of a step
	velocity, slope, rate, numbers cu.DevicePtr
	stir                           cu.DevicePtr // null: nothing stirs
	damp, dampHalf                 cu.DevicePtr // by viscosity in a step and half of one; null: there is none
	dampStep                       float32      // the step that these are for
}

// New makes a box of n by n places, a power of two from 4 to 1024, from its vorticity, row
// by row. stir is added to the vorticity in a unit of time; nil is nothing.
func New(n int, vorticity []float32, viscosity float64, stir []float32) (*Box, error) {
	if n < 4 || n > 1024 || n&(n-1) != 0 {
		return nil, fmt.Errorf("a box of %d places: want a power of two from 4 to 1024", n)
	}
	if len(vorticity) != n*n || stir != nil && len(stir) != n*n {
		return nil, fmt.Errorf("%d numbers of vorticity and %d of what stirs: want %d", len(vorticity), len(stir), n*n)
	}
	cu.Init()
	b := &Box{N: n, Viscosity: viscosity, context: cu.CtxCreate(cu.DeviceGet(0))}
	fft, flow, reduce := cu.ModuleLoadData(fftText), cu.ModuleLoadData(flowText), cu.ModuleLoadData(reduceText)
	b.fft = cu.GetFunction(fft, "fft")
	b.derive, b.carry, b.advance = cu.GetFunction(flow, "derive"), cu.GetFunction(flow, "carry"), cu.GetFunction(flow, "advance")
	b.squares, b.sum, b.largest = cu.GetFunction(reduce, "squares"), cu.GetFunction(reduce, "sum"), cu.GetFunction(reduce, "largest")
	b.roots = upload(roots(n))
	field := make([]float32, 2*n*n)
	for i, w := range vorticity {
		field[2*i] = w
	}
	b.waves = upload(field)
	for _, p := range []*cu.DevicePtr{&b.middle, &b.velocity, &b.slope, &b.rate} {
		*p = cu.MemAlloc(4 * len(field))
	}
	b.numbers = cu.MemAlloc(4 * n * n)
	if stir != nil {
		b.stir = upload(stir)
	}
	b.transform(b.waves, false)
	return b, nil
}

// Close frees what the box has on the device.
func (b *Box) Close() { cu.Destroy(b.context) }

// roots returns exp(-2*pi*i*m/n) for m below n/2.
func roots(n int) []float32 {
	var out []float32
	for m := range n / 2 {
		sin, cos := math.Sincos(-2 * math.Pi * float64(m) / float64(n))
		out = append(out, float32(cos), float32(sin))
	}
	return out
}

// Step goes on by a number of steps of a time each. A step asks for the rate of change
// twice, at its beginning and in its middle. The viscosity is exact.
func (b *Box) Step(steps int, time float32) {
	b.setDamp(time)
	half := time / 2
	for range steps {
		b.change(b.waves)
		b.forward(half, b.dampHalf, b.dampHalf, b.middle)
		b.change(b.middle)
		b.forward(time, b.damp, b.dampHalf, b.waves)
		b.Time += float64(time)
	}
}

// setDamp computes what viscosity does to each wave in a step.
func (b *Box) setDamp(time float32) {
	if b.Viscosity == 0 || b.damp != 0 && b.dampStep == time {
		return
	}
	n := b.N
	whole, half := make([]float32, n*n), make([]float32, n*n)
	for i := range whole {
		x, y := (i%n+n/2)%n-n/2, (i/n+n/2)%n-n/2
		rate := b.Viscosity * float64(x*x+y*y) * float64(time)
		whole[i], half[i] = float32(math.Exp(-rate)), float32(math.Exp(-rate/2))
	}
	if b.damp == 0 {
		b.damp, b.dampHalf = upload(whole), upload(half)
	} else {
		cu.MemcpyHtoD(b.damp, unsafe.Pointer(&whole[0]), 4*len(whole))
		cu.MemcpyHtoD(b.dampHalf, unsafe.Pointer(&half[0]), 4*len(half))
	}
	b.dampStep = time
}

// change computes the waves of the rate at which vorticity changes.
func (b *Box) change(waves cu.DevicePtr) {
	b.flow(waves)
	b.launch(b.carry, unsafe.Pointer(&b.velocity), unsafe.Pointer(&b.slope), unsafe.Pointer(&b.stir), unsafe.Pointer(&b.rate))
	b.transform(b.rate, false)
}

// flow computes the velocity at each place, and the slope of the vorticity.
func (b *Box) flow(waves cu.DevicePtr) {
	b.launch(b.derive, unsafe.Pointer(&waves), unsafe.Pointer(&b.velocity), unsafe.Pointer(&b.slope))
	b.transform(b.velocity, true)
	b.transform(b.slope, true)
}

// forward moves the waves on by a time.
func (b *Box) forward(time float32, damp, dampRate, out cu.DevicePtr) {
	b.launch(b.advance, unsafe.Pointer(&time), unsafe.Pointer(&damp), unsafe.Pointer(&dampRate),
		unsafe.Pointer(&b.waves), unsafe.Pointer(&b.rate), unsafe.Pointer(&out))
}

// launch launches a kernel of one thread a place, whose first parameter is N.
func (b *Box) launch(f cu.Function, params ...unsafe.Pointer) {
	cu.LaunchKernel(f, (b.N*b.N+block-1)/block, 1, 1, block, 1, 1, 0, 0,
		append([]unsafe.Pointer{unsafe.Pointer(&b.N)}, params...)...)
}

// transform is the Fourier transform of a field in its place: of its rows, then of its
// columns.
func (b *Box) transform(field cu.DevicePtr, inverse bool) {
	n, one, scale, back := b.N, 1, float32(1), 0
	if inverse {
		back, scale = 1, 1/float32(n)
	}
	line := func(stride, pitch *int) {
		cu.LaunchKernel(b.fft, n, 1, 1, n/2, 1, 1, 0, 0, unsafe.Pointer(&n), unsafe.Pointer(stride), unsafe.Pointer(pitch),
			unsafe.Pointer(&back), unsafe.Pointer(&scale), unsafe.Pointer(&b.roots), unsafe.Pointer(&field))
	}
	line(&one, &n)
	line(&n, &one)
}

// Vorticity returns that of all places, row by row.
func (b *Box) Vorticity() []float32 {
	field := make([]float32, 2*b.N*b.N)
	copied := b.middle // free between steps
	cu.MemcpyDtoH(unsafe.Pointer(&field[0]), b.waves, 4*len(field))
	cu.MemcpyHtoD(copied, unsafe.Pointer(&field[0]), 4*len(field))
	b.transform(copied, true)
	cu.MemcpyDtoH(unsafe.Pointer(&field[0]), copied, 4*len(field))
	out := make([]float32, b.N*b.N)
	for i := range out {
		out[i] = field[2*i]
	}
	return out
}

// Energy returns half of the mean square of the velocity.
func (b *Box) Energy() float64 {
	b.flow(b.waves)
	return float64(b.reduce(b.sum)) / 2 / float64(b.N*b.N)
}

// Speed returns the largest one.
func (b *Box) Speed() float64 {
	b.flow(b.waves)
	return math.Sqrt(float64(b.reduce(b.largest)))
}

// reduce makes one number of the squares of the velocity.
func (b *Box) reduce(f cu.Function) float32 {
	n := b.N * b.N
	cu.LaunchKernel(b.squares, (n+block-1)/block, 1, 1, block, 1, 1, 0, 0,
		unsafe.Pointer(&n), unsafe.Pointer(&b.velocity), unsafe.Pointer(&b.numbers))
	data, other := b.numbers, b.rate // free between steps
	for n > 1 {
		blocks := (n + block - 1) / block
		cu.LaunchKernel(f, blocks, 1, 1, block, 1, 1, 0, 0, unsafe.Pointer(&n), unsafe.Pointer(&data), unsafe.Pointer(&other))
		n, data, other = blocks, other, data
	}
	var out float32
	cu.MemcpyDtoH(unsafe.Pointer(&out), data, 4)
	return out
}

// upload returns numbers on the device.
func upload(x []float32) cu.DevicePtr {
	p := cu.MemAlloc(4 * len(x))
	cu.MemcpyHtoD(p, unsafe.Pointer(&x[0]), 4*len(x))
	return p
}
