package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Interpreter is a Machine that runs PTX in the reference interpreter. It stands
// in for a GPU in tests, and is the model of instructions that no single function
// computes: comparisons, which the compiler builds from several.
type Interpreter struct {
	arch  int
	model intrin.Model

	mu   sync.Mutex
	bufs []*hostMemory
}

// NewInterpreter returns an interpreter that takes modules for that compute
// capability.
func NewInterpreter(arch int, model intrin.Model) *Interpreter {
	return &Interpreter{arch: arch, model: model}
}

// Arch returns the compute capability that it was made with.
func (x *Interpreter) Arch() int { return x.arch }

// Load compiles a module as ptx2go does.
func (x *Interpreter) Load(text string) (Module, error) {
	f := diag.NewFile("probe.ptx", text)
	l := diag.NewList(f)
	m := pipeline.Lower(f, l, pipeline.Options{Build: builder.Options{Model: x.model}})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		return nil, errors.New(strings.TrimSpace(b.String()))
	}
	machine, err := interp.New(m, interp.Options{HostAddresses: true})
	if err != nil {
		return nil, err
	}
	return &interpModule{x: x, m: m, machine: machine}, nil
}

// hostMemory is memory at its host address.
type hostMemory struct {
	x    *Interpreter
	data []byte
	keep []uint64
}

// Alloc returns host memory.
func (x *Interpreter) Alloc(bytes int) (Memory, error) {
	keep := make([]uint64, (bytes+7)/8+1) // aligned for every access
	mem := &hostMemory{x: x, keep: keep, data: unsafe.Slice((*byte)(unsafe.Pointer(&keep[0])), bytes)}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.bufs = append(x.bufs, mem)
	return mem, nil
}

func (m *hostMemory) Address() uint64 { return uint64(uintptr(unsafe.Pointer(&m.keep[0]))) }

func (m *hostMemory) Write(data []byte) error {
	if copy(m.data, data) < len(data) {
		return fmt.Errorf("%d bytes for %d", len(data), len(m.data))
	}
	return nil
}

func (m *hostMemory) Read(data []byte) error {
	if copy(data, m.data) < len(data) {
		return fmt.Errorf("%d bytes of %d", len(data), len(m.data))
	}
	return nil
}

func (m *hostMemory) Clear() error {
	clear(m.data)
	return nil
}

func (m *hostMemory) Free() error {
	m.x.mu.Lock()
	defer m.x.mu.Unlock()
	m.x.bufs = slices.DeleteFunc(m.x.bufs, func(b *hostMemory) bool { return b == m })
	return nil
}

type interpModule struct {
	x       *Interpreter
	m       *ir.Module
	machine *interp.Machine
}

func (m *interpModule) Launch(kernel string, grid, block [3]uint32, args ...[]byte) error {
	i := slices.IndexFunc(m.m.Funcs, func(f *ir.Func) bool { return f.Entry && f.Name == kernel })
	if i < 0 {
		return fmt.Errorf("no kernel %s", kernel)
	}
	var params []byte
	for k, p := range m.m.Funcs[i].Params {
		if end := int(p.Off + p.Size); end > len(params) {
			params = append(params, make([]byte, end-len(params))...)
		}
		copy(params[p.Off:p.Off+p.Size], args[k])
	}
	m.x.mu.Lock()
	var bufs [][]byte
	for _, b := range m.x.bufs {
		bufs = append(bufs, b.data)
	}
	m.x.mu.Unlock()
	return m.machine.Launch(context.Background(), kernel, interp.Config{Grid: grid, Block: block}, params, bufs)
}

func (m *interpModule) Unload() error { return nil }

// interpreted returns what the interpreter makes of the head, as a model. It takes
// about a microsecond for a tuple.
func (h *Head) interpreted(arch int, model intrin.Model) (Batch, error) {
	x := NewInterpreter(arch, model)
	text, err := h.Kernel(arch)
	if err != nil {
		return nil, err
	}
	mod, err := x.Load(text)
	if err != nil {
		return nil, err
	}
	return func(dst []uint64, args [][]uint64) {
		// A machine is for one goroutine at a time.
		machine, err := interp.New(mod.(*interpModule).m, interp.Options{HostAddresses: true})
		var r []uint64
		if err == nil {
			r, err = apply(x, &interpModule{x: x, m: mod.(*interpModule).m, machine: machine}, h, args)
		}
		if err != nil {
			panic("probe: the interpreter fails at a kernel that it has loaded: " + err.Error())
		}
		copy(dst, r)
	}, nil
}
