package probe

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda"
)

// kernelLimit is how long one launch may take: the longest, a hash of all inputs,
// takes well under a second on anything current.
const kernelLimit = 2 * time.Minute

// GPU is a Machine on a GPU.
type GPU struct {
	Info cuda.Info
	ctx  *cuda.Context
	// The driver runs one kernel of this program at a time, so that a fault can
	// be told from those of others.
	mu sync.Mutex
}

// OpenGPU opens the GPU of that number, the first one being 0.
func OpenGPU(ordinal int) (*GPU, error) {
	d, err := cuda.Open()
	if err != nil {
		return nil, err
	}
	n, err := d.Devices()
	if err != nil {
		return nil, err
	}
	if ordinal < 0 || ordinal >= n {
		return nil, fmt.Errorf("there is no GPU %d: the driver knows %d", ordinal, n)
	}
	info, err := d.Info(ordinal)
	if err != nil {
		return nil, err
	}
	ctx, err := d.Context(ordinal)
	if err != nil {
		return nil, err
	}
	return &GPU{Info: info, ctx: ctx}, nil
}

// Close releases the GPU.
func (g *GPU) Close() error { return g.ctx.Close() }

// Arch returns the compute capability of the GPU: 90 for 9.0.
func (g *GPU) Arch() int { return g.Info.Arch() }

// Load compiles a module for the GPU.
func (g *GPU) Load(text string) (Module, error) {
	m, err := g.ctx.Load([]byte(text))
	if err != nil {
		return nil, err
	}
	return &gpuModule{g: g, m: m, fns: map[string]*cuda.Function{}}, nil
}

// Alloc returns memory of the GPU.
func (g *GPU) Alloc(bytes int) (Memory, error) {
	b, err := g.ctx.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	return gpuMemory{b}, nil
}

type gpuMemory struct{ *cuda.Buffer }

func (m gpuMemory) Address() uint64 { return m.Addr }

type gpuModule struct {
	g   *GPU
	m   *cuda.Module
	fns map[string]*cuda.Function
}

func (m *gpuModule) Launch(kernel string, grid, block [3]uint32, args ...[]byte) error {
	m.g.mu.Lock()
	defer m.g.mu.Unlock()
	f := m.fns[kernel]
	if f == nil {
		var err error
		if f, err = m.m.Function(kernel); err != nil {
			return err
		}
		m.fns[kernel] = f
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), kernelLimit, fmt.Errorf("the kernel %s is still running after %v", kernel, kernelLimit))
	defer cancel()
	if err := f.Launch(ctx, cuda.Config{Grid: grid, Block: block}, args...); err != nil {
		return err
	}
	return m.g.ctx.Synchronize(ctx)
}

func (m *gpuModule) Unload() error { return m.m.Unload() }
