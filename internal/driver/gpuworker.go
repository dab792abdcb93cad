package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// gpuStack is the local memory that a thread gets for calls whose depth the
// driver's compiler cannot tell, in bytes. Its default is too little for recursion.
const gpuStack = 8 << 10

// gpuWorker reads gpuJobs from standard input, runs them and writes gpuReplies to
// what standard output was: kernels print to file descriptor 1, which becomes a
// temporary file.
func gpuWorker(ctx context.Context, std Stdio) error {
	replies, printed, err := divertStdout()
	if err != nil {
		return err
	}
	defer printed.Close()
	d, err := cuda.Open()
	if err != nil {
		return err
	}
	info, err := d.Info(0)
	if err != nil {
		return err
	}
	c, err := d.Context(0)
	if err != nil {
		return err
	}
	// Where the GPU has not enough memory for that, the default has to do.
	_ = c.SetStackLimit(gpuStack)
	w := &worker{ctx: c, info: info, printed: printed}
	out := json.NewEncoder(replies)
	hello := gpuReply{GPU: &gpuInfo{Name: info.Name, Target: info.Target(), Driver: info.Driver, CUDA: info.CUDA}}
	if hello.GPU.Driver == "" {
		hello.GPU.Driver = "unknown"
	}
	if err := out.Encode(hello); err != nil {
		return err
	}
	in := bufio.NewScanner(std.In)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var j gpuJob
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			return err
		}
		start := time.Now()
		r := w.run(ctx, j)
		r.Took = time.Since(start)
		if err := out.Encode(r); err != nil {
			return err
		}
		if r.Lost {
			return nil // the end of the process frees everything
		}
	}
	return errors.Join(in.Err(), c.Close())
}

// worker runs jobs on a GPU.
type worker struct {
	ctx     *cuda.Context
	info    cuda.Info
	printed *os.File
}

// leftOut is why the GPU does not run a variant, which is nobody's failure.
type leftOut struct{ why string }

func (l leftOut) Error() string { return l.why }

// run runs a job. Running kernels cannot be stopped: after the time limit the
// worker is as lost as after a fault.
func (w *worker) run(ctx context.Context, j gpuJob) (r gpuReply) {
	late := fmt.Errorf("still running after %v", j.Limit)
	ctx, cancel := context.WithTimeoutCause(ctx, j.Limit, late)
	defer cancel()
	err := guard(func() error { return w.variant(ctx, j) })
	var out leftOut
	switch {
	case errors.As(err, &out):
		r.LeftOut = out.why
	case errors.Is(err, casefile.ErrFault):
		r.LeftOut = err.Error()
	case err != nil:
		r.Error = strings.TrimSpace(err.Error())
		r.Lost = cuda.Lost(err) || errors.Is(err, late)
	}
	return r
}

func (w *worker) variant(ctx context.Context, j gpuJob) error {
	c, err := casefile.Load(string(j.Dir))
	if err != nil {
		return err
	}
	var texts [][]byte
	for _, path := range c.Paths(j.File) {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if why := w.cannotRun(filepath.Base(path), string(text)); why != "" {
			return leftOut{why}
		}
		texts = append(texts, text)
	}
	if c.Contract == casefile.ContractNone {
		return leftOut{"what it expects holds without contraction, which the driver does"}
	}
	if c.Open != "" {
		return leftOut{"PTX leaves open " + c.Open}
	}
	if c.Narrow() {
		return leftOut{narrowAddresses}
	}
	if len(c.Images) > 0 || len(c.Samplers) > 0 {
		return leftOut{"images, for which this engine has no calls"}
	}
	mod, err := w.ctx.Load(texts...)
	switch cuda.Code(err) {
	case cuda.UnsupportedPTXVersion:
		return leftOut{fmt.Sprintf("PTX %s is newer than the driver, which knows CUDA %s", versionOf(j.File, string(texts[0])), w.info.CUDA)}
	case cuda.NoBinaryForGPU:
		return leftOut{fmt.Sprintf("the driver does not compile it for %s: %v", w.info.Target(), err)}
	}
	if err != nil {
		return err
	}
	d := &gpuDevice{w: w, mod: mod, bufs: map[uint64]*cuda.Buffer{}, fns: map[string]*cuda.Function{}}
	m, err := casefile.ExecuteOn(ctx, c, d)
	if err == nil {
		err = m.Compare()
	}
	if cuda.Lost(err) || ctx.Err() != nil {
		return err
	}
	return errors.Join(err, d.free())
}

// header parses the text far enough to know its target.
func header(name, text string) *frontend.Module {
	f := diag.NewFile(name, text)
	return frontend.Parse(f, diag.NewList(f))
}

func versionOf(name, text string) isa.Version {
	if m := header(name, text); m != nil {
		return m.Version
	}
	return isa.Version{}
}

// addresses32 is the directive of a module with 32-bit addresses. Old modules have none,
// and the addresses that they are compiled with.
var addresses32 = regexp.MustCompile(`(?m)^\s*\.address_size\s+32\b`)

const narrowAddresses = "its addresses have 32 bits, those of the GPU 64"

// cannotRun says why the GPU cannot run a module, "" where it can or where only the
// driver knows.
func (w *worker) cannotRun(name, text string) string {
	m := header(name, text)
	if m == nil || m.Target.Arch == 0 {
		return ""
	}
	if !runsOn(m.Target, w.info.Arch()) {
		return fmt.Sprintf(".target %s does not run on %s", m.Target, w.info.Target())
	}
	if addresses32.MatchString(text) {
		return narrowAddresses
	}
	return ""
}

// runsOn reports whether code for a target runs on a GPU of a compute capability:
// sm_90 on every later one too, sm_90a on 9.0 alone, sm_100f in its family from that
// one on.
func runsOn(t isa.Target, arch int) bool {
	switch t.Suffix {
	case 'a':
		return arch == t.Arch
	case 'f':
		return arch/10 == t.Arch/10 && arch >= t.Arch
	}
	return arch >= t.Arch
}

// gpuDevice is a module on a GPU behind casefile.Device.
type gpuDevice struct {
	w    *worker
	mod  *cuda.Module
	bufs map[uint64]*cuda.Buffer // by address, module variables included
	own  []*cuda.Buffer          // to be freed
	fns  map[string]*cuda.Function
}

func (d *gpuDevice) Alloc(bytes int) (uint64, error) {
	b, err := d.w.ctx.Alloc(bytes)
	if err != nil {
		return 0, err
	}
	d.own = append(d.own, b)
	d.bufs[b.Addr] = b
	return b.Addr, nil
}

func (d *gpuDevice) Global(name string) (uint64, int, error) {
	b, err := d.mod.Global(name)
	if err != nil {
		return 0, 0, err
	}
	d.bufs[b.Addr] = b
	return b.Addr, b.Size, nil
}

func (d *gpuDevice) Write(addr uint64, data []byte) error { return d.bufs[addr].Write(data) }
func (d *gpuDevice) Read(addr uint64, data []byte) error  { return d.bufs[addr].Read(data) }

func (d *gpuDevice) Launch(ctx context.Context, l *casefile.Launch, args [][]byte) error {
	f := d.fns[l.Kernel]
	if f == nil {
		var err error
		if f, err = d.mod.Function(l.Kernel); err != nil {
			return err
		}
		d.fns[l.Kernel] = f
	}
	if err := f.Launch(ctx, cuda.Config{Grid: l.Grid, Block: l.Block, Shared: l.Shared}, args...); err != nil {
		return err
	}
	err := d.w.ctx.Synchronize(ctx)
	return errors.Join(err, d.w.deliver(l))
}

// deliver passes on what kernels have printed since the last time.
func (w *worker) deliver(l *casefile.Launch) error {
	var text bytes.Buffer
	if _, err := w.printed.Seek(0, 0); err != nil {
		return err
	}
	if _, err := text.ReadFrom(w.printed); err != nil {
		return err
	}
	if err := w.printed.Truncate(0); err != nil { // it is written at its end
		return err
	}
	_, err := l.Stdout.Write(text.Bytes())
	return err
}

// free frees the buffers and the module.
func (d *gpuDevice) free() error {
	var errs []error
	for _, b := range d.own {
		errs = append(errs, b.Free())
	}
	return errors.Join(append(errs, d.mod.Unload())...)
}
