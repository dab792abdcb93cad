// Package interpret lets programs load PTX texts that were not translated. After
//
//	import _ "github.com/ptx2go/ptx2go/interpret"
//
// driver.ModuleLoadData returns modules for them whose kernels run in an interpreter. They give
// the same bits as generated code with ptx2go's default settings, or as driver.SetApprox says, and take some
// ten to a hundred times as long. The package is for tests, for texts that a program makes itself, and for finding out what a
// program needs. Translate kernels that run often.
//
// With PTX2GO_RECORD=DIR in the environment each text that is interpreted is kept in a folder (package
// record).
//
// The package contains the compiler and what that needs. It has no options: those are the command's.
package interpret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	_ "github.com/ptx2go/ptx2go/interpret/images" // PTX in fat binaries
	"github.com/ptx2go/ptx2go/interpret/record"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	lowersanitize "github.com/ptx2go/ptx2go/lower/sanitize"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

func init() { driver.SetLoader(Load) }

// file is what positions call a text; those after the first are module2.ptx and so on.
const file = "module.ptx"

// program is a module in the interpreter, with variables of its own.
type program struct {
	kernels   []*ptx.Kernel
	variables map[string]ptx.Buffer // registered with the runtime
	refs      map[string]string     // what references are, by name

	mu      sync.Mutex // launches of one module follow each other
	machine *interp.Machine
}

// Load compiles a PTX text for the interpreter, or several that are linked. The error lists what is wrong,
// line by line; a version or target of PTX that the compiler does not know is refused, as by a driver that
// is too old. Launches of the program run one after the other, whatever streams they are in, and
// reach the memory that the runtime knows when they begin ([ptx.Buffers]).
func Load(texts ...string) (driver.Program, error) {
	files := make([]*diag.File, len(texts))
	for i, text := range texts {
		name := file
		if i > 0 {
			name = fmt.Sprintf("module%d.ptx", i+1)
		}
		files[i] = diag.NewFile(name, strings.TrimRight(text, "\x00"))
	}
	l := diag.NewList(diag.Join(files...))
	state := driver.Sanitizer()
	m := pipeline.Lower(l.File, l, pipeline.Options{Build: builder.Options{Model: model()}, Sanitize: notes(state)})
	if m == nil {
		return nil, refused{driver.ErrInvalidPTX, l}
	}
	if v, ok := isa.ParseVersion(m.Version); ok && isa.NewestVersion().Less(v) {
		return nil, refused{driver.ErrUnsupportedPTXVersion, l}
	}
	if t, ok := isa.ParseTarget(m.Target); ok && t.Newer() {
		return nil, refused{driver.ErrNoBinaryForGPU, l}
	}
	if m.Narrow() {
		return nil, fmt.Errorf("%s: addresses of 32 bits", file)
	}
	machine, err := interp.New(m, interp.Options{HostAddresses: true, Rows: true, Images: image, Beyond: beyond, Freed: ptx.FreedAt, Sanitizer: state, Workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		return nil, err
	}
	p := &program{machine: machine, variables: map[string]ptx.Buffer{}, refs: map[string]string{}}
	for _, r := range m.Refs {
		p.refs[r.Name] = references[r.Kind]
	}
	for _, f := range m.Funcs {
		if f.Entry {
			p.kernels = append(p.kernels, kernel(f))
		}
	}
	for _, s := range m.Symbols {
		if b, ok := machine.Global(s.Name); ok && len(b) > 0 {
			ptx.Register(b)
			p.variables[s.Name] = b
		}
	}
	record.Loaded(texts...)
	return p, nil
}

// notes are what the sanitizer of the driver looks for, nothing where there is none.
func notes(s *sanitize.State) (o lowersanitize.Options) {
	if s != nil {
		x := s.Options()
		o.Race, o.Init, o.Sync = x.Race, x.Init, x.Sync
	}
	return o
}

// model is what approximate instructions give.
func model() intrin.Model {
	if driver.Approximation() == driver.ApproxAccurate {
		return intrin.Accurate
	}
	return intrin.Model{}
}

// refused is the error of a text with a result, and what the compiler has to say.
type refused struct {
	result driver.Result
	log    *diag.List
}

func (r refused) Error() string {
	var log strings.Builder
	r.log.Print(&log)
	return log.String()
}

func (r refused) Unwrap() error { return r.result }

// kernel describes a kernel to the driver.
func kernel(f *ir.Func) *ptx.Kernel {
	k := &ptx.Kernel{Name: f.Name, File: file, Shared: int(f.SharedSize), MaxShared: int(f.Module.MaxShared()),
		MaxNTID: dim(f.MaxNTID), ReqNTID: dim(f.ReqNTID)}
	for _, p := range f.Params {
		k.Params = append(k.Params, ptx.Param{Name: p.Name, Type: p.PTX, Size: int(p.Size), Align: p.Align, Offset: int(p.Off)})
	}
	return k
}

func dim(n [3]int64) ptx.Dim3 { return ptx.Dim3{X: uint32(n[0]), Y: uint32(n[1]), Z: uint32(n[2])} }

func (p *program) Kernels() []*ptx.Kernel { return p.kernels }

func (p *program) Global(name string) (ptx.Buffer, bool) {
	b, ok := p.variables[name]
	return b, ok
}

// Reference is "texture", "surface", or "".
func (p *program) Reference(name string) string { return p.refs[name] }

// Check leaves out what references stand for, of which the kernel's description says nothing.
func (p *program) Check(k *ptx.Kernel, l ptx.Launch) error {
	l.Textures, l.Surfaces = nil, nil
	return k.Check(l)
}

func (p *program) Launch(ctx context.Context, k *ptx.Kernel, l ptx.Launch, params ...unsafe.Pointer) error {
	if err := p.Check(k, l); err != nil {
		return err
	}
	image, err := pack(k, params)
	if err != nil {
		return err
	}
	var bufs [][]byte
	for _, b := range ptx.Buffers() {
		if p.has(b) {
			continue
		}
		mem := []byte(b)
		if n, ok := driver.Asked(driver.DevicePtr(ptx.AddrOf(b))); ok {
			mem = mem[:n] // what its capacity has, too, may be reached: see beyond
		}
		bufs = append(bufs, mem)
	}
	cfg := interp.Config{Grid: [3]uint32{l.Grid.X, l.Grid.Y, l.Grid.Z}, Block: [3]uint32{l.Block.X, l.Block.Y, l.Block.Z},
		Shared: l.Shared, First: l.First, Count: l.Count, NoWorkspace: !l.Cooperative, Stdout: l.Stdout, Bind: bind(&l), Beside: l.Beside, Steps: l.Steps}
	p.mu.Lock()
	defer p.mu.Unlock()
	err = p.machine.Launch(ctx, k.Name, cfg, image, bufs)
	return translate(err)
}

// translate makes the errors of generated code of those of the interpreter.
func translate(err error) error {
	var f *interp.Fault
	var u *interp.Unfinished
	var lost *interp.OutputError
	var out error
	switch {
	case errors.As(err, &f):
		kind, known := kinds[f.Kind]
		if !known {
			return err
		}
		out = &ptx.Fault{Kernel: f.Kernel, CTA: dim3(f.CTA), Thread: dim3(f.Thread), File: f.Pos.File, Line: f.Pos.Line,
			Text: f.Text, Source: places(f.Source), Kind: kind, Addr: f.Addr, HasAddr: f.HasAddr, Msg: f.Msg}
	case errors.As(err, &u):
		out = unfinished(u)
	}
	switch {
	case !errors.As(err, &lost):
		return cmp.Or(out, err)
	case out != nil:
		return errors.Join(out, (*ptx.OutputError)(lost))
	case err == error(lost):
		return (*ptx.OutputError)(lost)
	}
	return err
}

func unfinished(u *interp.Unfinished) *ptx.Unfinished {
	out := &ptx.Unfinished{Kernel: u.Kernel, CTAs: u.CTAs, Ended: u.Ended, Running: u.Running, Err: u.Err}
	for _, s := range u.Where {
		out.Where = append(out.Where, ptx.Standing{CTA: dim3(s.CTA), State: ptx.ThreadState(s.State), Threads: s.Threads, Thread: dim3(s.Thread),
			File: s.Pos.File, Line: s.Pos.Line, Text: s.Text, Source: places(s.Source)})
	}
	return out
}

// places is a place in a source with those where it was inlined.
func places(o *diag.Origin) (list []ptx.Place) {
	for ; o != nil; o = o.At {
		list = append(list, ptx.Place{File: o.File, Line: o.Line, Func: o.Func})
	}
	return list
}

func dim3(n [3]uint32) ptx.Dim3 { return ptx.Dim3{X: n[0], Y: n[1], Z: n[2]} }

// kinds are the kinds of faults, which both engines call the same.
var kinds = func() map[interp.FaultKind]ptx.FaultKind {
	m := map[interp.FaultKind]ptx.FaultKind{}
	for k := ptx.FaultAddress; k <= ptx.FaultLimit; k++ {
		m[interp.FaultKind(k.String())] = k
	}
	return m
}()

// has reports whether memory is a variable of the module.
func (p *program) has(b ptx.Buffer) bool {
	for _, v := range p.variables {
		if ptx.AddrOf(v) == ptx.AddrOf(b) {
			return true
		}
	}
	return false
}

// pack lays the values of parameters out as the kernel reads them.
func pack(k *ptx.Kernel, params []unsafe.Pointer) ([]byte, error) {
	if len(params) != len(k.Params) {
		return nil, fmt.Errorf("%w: kernel %s has %d parameters, not %d", driver.ErrInvalidValue, k.Name, len(k.Params), len(params))
	}
	size := 0
	for _, p := range k.Params {
		size = max(size, p.Offset+p.Size)
	}
	image := make([]byte, size)
	for i, p := range k.Params {
		switch {
		case p.Size == 0:
		case params[i] == nil:
			return nil, fmt.Errorf("%w: kernel %s: no value for parameter %s", driver.ErrInvalidValue, k.Name, p.Name)
		default:
			copy(image[p.Offset:], unsafe.Slice((*byte)(params[i]), p.Size))
		}
	}
	return image, nil
}

// Unload makes the variables unknown to launches.
func (p *program) Unload() {
	for _, b := range p.variables {
		ptx.Free(b)
	}
	clear(p.variables)
}
