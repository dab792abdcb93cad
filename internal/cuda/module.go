package cuda

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
	"unsafe"
)

// Module is PTX that the driver has compiled for the GPU.
type Module struct {
	ctx    *Context
	handle uintptr
	Log    string // what the compiler had to say, "" where nothing
}

// logSize is the room for the compiler's messages, in bytes.
const logSize = 16 << 10

// Load compiles PTX text, or links several ones. The error is an *Error whose Log holds the
// compiler's messages.
func (c *Context) Load(texts ...[]byte) (*Module, error) {
	images := make([][]byte, len(texts))
	for i, ptx := range texts {
		if bytes.IndexByte(ptx, 0) >= 0 {
			return nil, fmt.Errorf("cuda: the PTX text holds a zero byte")
		}
		images[i] = append(ptx[:len(ptx):len(ptx)], 0)
	}
	m := &Module{ctx: c}
	var err error
	if len(images) == 1 {
		err = m.load(unsafe.Pointer(&images[0][0]))
	} else {
		err = m.link(images)
	}
	if e, ok := err.(*Error); ok {
		e.Log = m.Log
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// load loads an image.
func (m *Module) load(image unsafe.Pointer) error {
	a, j := m.ctx.api, newJIT()
	err := m.ctx.do("cuModuleLoadDataEx", func() int32 {
		return a.moduleLoadDataEx(&m.handle, image, uint32(len(jitOptions)), &jitOptions[0], unsafe.Pointer(&j.values))
	})
	m.Log += j.log()
	return err
}

// link links images and loads what comes of it.
func (m *Module) link(images [][]byte) error {
	a, j := m.ctx.api, newJIT()
	var state uintptr
	err := m.ctx.do("cuLinkCreate", func() int32 {
		return a.linkCreate(uint32(len(jitOptions)), &jitOptions[0], unsafe.Pointer(&j.values), &state)
	})
	if err != nil {
		return err
	}
	for i, image := range images {
		name := cString(fmt.Sprintf("module%d.ptx", i+1))
		if err == nil {
			err = m.ctx.do("cuLinkAddData", func() int32 {
				return a.linkAddData(state, jitInputPTX, &image[0], uintptr(len(image)), &name[0], 0, nil, nil)
			})
		}
	}
	var image unsafe.Pointer // which the driver frees with the link
	if err == nil {
		err = m.ctx.do("cuLinkComplete", func() int32 { return a.linkComplete(state, &image, nil) })
	}
	m.Log = j.log()
	if err == nil {
		err = m.load(image)
	}
	destroyed := m.ctx.do("cuLinkDestroy", func() int32 { return a.linkDestroy(state) })
	if err == nil {
		err = destroyed
	}
	return err
}

// jit is where the compiler of PTX writes its messages. The driver has pointers to it.
type jit struct {
	info, errors [logSize]byte
	values       struct { // an array of void*, in which sizes stand as they are
		info     unsafe.Pointer
		infoSize uintptr
		err      unsafe.Pointer
		errSize  uintptr
	}
}

var jitOptions = []int32{jitInfoLog, jitInfoLogSize, jitErrorLog, jitErrorLogSize}

func newJIT() *jit {
	j := new(jit)
	j.values.info, j.values.infoSize = unsafe.Pointer(&j.info), logSize
	j.values.err, j.values.errSize = unsafe.Pointer(&j.errors), logSize
	return j
}

func (j *jit) log() string { return logText(j.errors[:], j.info[:]) }

// logText joins what the compiler has written into its buffers.
func logText(logs ...[]byte) string {
	var parts []string
	for _, l := range logs {
		if i := bytes.IndexByte(l, 0); i >= 0 {
			l = l[:i]
		}
		if s := strings.TrimSpace(string(l)); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

// Unload frees the module with its code and variables.
func (m *Module) Unload() error {
	return m.ctx.do("cuModuleUnload", func() int32 { return m.ctx.api.moduleUnload(m.handle) })
}

// Global returns the memory of a .global or .const variable.
func (m *Module) Global(name string) (*Buffer, error) {
	b := &Buffer{ctx: m.ctx}
	var size uintptr
	s := cString(name)
	err := m.ctx.do("cuModuleGetGlobal("+name+")", func() int32 {
		return m.ctx.api.moduleGetGlobal(&b.Addr, &size, m.handle, &s[0])
	})
	b.Size = int(size)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Function is a kernel of a module.
type Function struct {
	ctx     *Context
	handle  uintptr
	static  int // bytes of static shared memory
	dynamic int // bytes of dynamic shared memory that have been allowed
}

// Function returns the kernel of that name.
func (m *Module) Function(name string) (*Function, error) {
	f := &Function{ctx: m.ctx}
	s := cString(name)
	err := m.ctx.do("cuModuleGetFunction("+name+")", func() int32 {
		return m.ctx.api.moduleGetFunction(&f.handle, m.handle, &s[0])
	})
	if err != nil {
		return nil, err
	}
	var v int32
	err = m.ctx.do("cuFuncGetAttribute", func() int32 {
		return m.ctx.api.funcGetAttribute(&v, funcSharedSize, f.handle)
	})
	f.static = int(v)
	return f, err
}

// Config is the shape of a launch.
type Config struct {
	Grid, Block [3]uint32
	Shared      int  // bytes of dynamic shared memory
	Cooperative bool // all CTAs run at the same time, or the launch fails
}

// freeShared is how much shared memory a kernel may have without asking for it.
const freeShared = 48 << 10

// Launch starts the kernel and returns. args holds the bytes of each parameter;
// the driver copies them before it returns. A driver may wait for the kernel, as one
// does with CUDA_LAUNCH_BLOCKING=1 in the environment: when ctx ends first, both go on.
func (f *Function) Launch(ctx context.Context, cfg Config, args ...[]byte) error {
	c := f.ctx
	if f.static+cfg.Shared > freeShared && cfg.Shared > f.dynamic {
		err := c.do("cuFuncSetAttribute(MAX_DYNAMIC_SHARED_SIZE_BYTES)", func() int32 {
			return c.api.funcSetAttribute(f.handle, funcMaxDynamicSize, int32(cfg.Shared))
		})
		if err != nil {
			return err
		}
		f.dynamic = cfg.Shared
	}
	params := make([]unsafe.Pointer, len(args)+1) // one more, so that there is a first
	for i, a := range args {
		if len(a) == 0 {
			return fmt.Errorf("cuda: parameter %d has no bytes", i)
		}
		params[i] = unsafe.Pointer(&a[0])
	}
	done := make(chan error, 1)
	go func() { done <- f.launch(cfg, params) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (f *Function) launch(cfg Config, params []unsafe.Pointer) error {
	c, p := f.ctx, unsafe.Pointer(&params[0])
	g, b, shared := cfg.Grid, cfg.Block, uint32(cfg.Shared)
	if cfg.Cooperative {
		return c.do("cuLaunchCooperativeKernel", func() int32 {
			return c.api.launchCooperative(f.handle, g[0], g[1], g[2], b[0], b[1], b[2], shared, 0, p)
		})
	}
	return c.do("cuLaunchKernel", func() int32 {
		return c.api.launchKernel(f.handle, g[0], g[1], g[2], b[0], b[1], b[2], shared, 0, p, nil)
	})
}

// Synchronize waits until all kernels have ended and what they print has been
// written to the process's standard output, file descriptor 1. A fault of a kernel is
// reported here, or by Launch. When ctx ends first, the kernels go on:
// nothing can stop them but the end of the process.
func (c *Context) Synchronize(ctx context.Context) error {
	for pause := 5 * time.Microsecond; ctx.Done() != nil; pause = min(2*pause, time.Millisecond) {
		err := c.do("cuStreamQuery", func() int32 { return c.api.streamQuery(0) })
		if err == nil {
			break
		}
		if Code(err) != notReady {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
	err := c.do("cuCtxSynchronize", func() int32 { return c.api.ctxSynchronize() })
	c.api.flush()
	return err
}
