package heat

import (
	_ "embed"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/cu"
)

// text is what the program hands to the driver.
//
//go:embed kernel.ptx
var text string

// Plate is a plate of W by H cells on a device.
type Plate struct {
	W, H int

	context            cu.Context
	step, sum          cu.Function
	now, next, conduct cu.DevicePtr
}

// New makes a plate from the temperatures of its cells, row by row. conduct says how well
// each conducts; nil is 1 everywhere.
func New(w, h int, t, conduct []float32) *Plate {
	cu.Init()
	p := &Plate{W: w, H: h, context: cu.CtxCreate(cu.DeviceGet(0))}
	m := cu.ModuleLoadData(text)
	p.step, p.sum = cu.GetFunction(m, "step"), cu.GetFunction(m, "sum")
	p.now, p.next = upload(t), cu.MemAlloc(4*w*h)
	if conduct != nil {
		p.conduct = upload(conduct)
	}
	return p
}

// Close frees what the plate has on the device.
func (p *Plate) Close() { cu.Destroy(p.context) }

// Step goes on by a number of steps in time, each by a rate of up to 0.25.
func (p *Plate) Step(n int, rate float32) {
	const block = 16
	for range n {
		cu.LaunchKernel(p.step, (p.W+block-1)/block, (p.H+block-1)/block, 1, block, block, 1, 0, 0,
			unsafe.Pointer(&p.W), unsafe.Pointer(&p.H), unsafe.Pointer(&rate),
			unsafe.Pointer(&p.conduct), unsafe.Pointer(&p.now), unsafe.Pointer(&p.next))
		p.now, p.next = p.next, p.now
	}
}

// Sum returns the sum of the temperatures.
func (p *Plate) Sum() float32 {
	const block = 256 // threads, as the kernel has it
	n := p.W * p.H
	data := p.now
	for n > 1 {
		blocks := (n + block - 1) / block
		sums := cu.MemAlloc(4 * blocks)
		cu.LaunchKernel(p.sum, blocks, 1, 1, block, 1, 1, 0, 0,
			unsafe.Pointer(&n), unsafe.Pointer(&data), unsafe.Pointer(&sums))
		if data != p.now {
			cu.MemFree(data)
		}
		n, data = blocks, sums
	}
	var sum float32
	cu.MemcpyDtoH(unsafe.Pointer(&sum), data, 4)
	if data != p.now {
		cu.MemFree(data)
	}
	return sum
}

// Temperatures returns those of all cells, row by row.
func (p *Plate) Temperatures() []float32 {
	t := make([]float32, p.W*p.H)
	cu.MemcpyDtoH(unsafe.Pointer(&t[0]), p.now, 4*len(t))
	return t
}

// upload returns numbers on the device.
func upload(x []float32) cu.DevicePtr {
	p := cu.MemAlloc(4 * len(x))
	cu.MemcpyHtoD(p, unsafe.Pointer(&x[0]), 4*len(x))
	return p
}
