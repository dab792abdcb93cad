// Package caserun runs conformance cases on generated code. It is the main
// package, so to speak, of the program that ptx2go verify and ptx2go run build:
// that program imports the generated packages and calls Main. It is not for
// other programs.
package caserun

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/gen"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Main reads jobs from standard input, one JSON object a line, runs them in
// order and prints a casefile.Result for each.
func Main(modules map[string]*ptx.Module) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var j casefile.Job
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		start := time.Now()
		r := casefile.Result{Key: j.Key}
		var notes *sanitize.State
		if len(j.Sanitize) > 0 {
			var o sanitize.Options
			if err := json.Unmarshal(j.Sanitize, &o); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			notes = sanitize.New(o)
		}
		var counts *counters.State
		if j.Count {
			counts = counters.New()
		}
		err := run(modules[j.Key], &j, &r.Launched, notes, counts)
		if counts != nil {
			counted, err := json.Marshal(counts.Report())
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			r.Counts = counted
		}
		if notes != nil {
			found, err := json.Marshal(notes.Findings())
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			r.Found = found
		}
		if err != nil {
			r.Error = strings.TrimSpace(err.Error())
		}
		r.Nanos = time.Since(start).Nanoseconds()
		if err := out.Encode(r); err != nil {
			os.Exit(1)
		}
	}
}

func run(m *ptx.Module, j *casefile.Job, launched *casefile.Launched, notes *sanitize.State, counts *counters.State) error {
	if m == nil {
		return fmt.Errorf("no generated module for this variant")
	}
	c, err := casefile.Load(string(j.Dir))
	if err != nil {
		return err
	}
	c.Rounded = j.Rounded
	m.Default().Reset()
	ptx.ResetHeap()
	e := newEngine(m)
	e.launched, e.notes, e.counts, e.seed = launched, notes, counts, j.Seed
	e.steps = j.Steps
	defer e.forget()
	limit := time.Duration(j.Limit)
	if j.Dump == "" {
		return casefile.Within(context.Background(), limit, func(ctx context.Context) error { return casefile.Run(ctx, c, e) })
	}
	stdout, err := os.Create(filepath.Join(string(j.Dump), casefile.DumpStdout))
	if err != nil {
		return err
	}
	defer stdout.Close()
	var mem *casefile.Memory
	err = casefile.Within(context.Background(), limit, func(ctx context.Context) error {
		mem, err = casefile.ExecuteTo(ctx, c, e, stdout)
		return err
	})
	if err != nil {
		return err
	}
	for i, b := range c.Buffers {
		if err := os.WriteFile(filepath.Join(string(j.Dump), fmt.Sprintf("%d.bin", i)), mem.Bytes(b.Name), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// engine is the generated module behind casefile.Engine.
type engine struct {
	m        *ptx.Module
	textures map[string]*ptx.Texture
	surfaces map[string]*ptx.Surface
	samplers map[string]ptx.Sampler
	known    *[][]byte // buffers that have a 32-bit address
	launched *casefile.Launched
	notes    *sanitize.State // nil without a sanitizer
	counts   *counters.State // nil where nobody counts
	seed     uint64          // of the order of threads
	steps    int64           // that a launch may take
}

func newEngine(m *ptx.Module) engine {
	return engine{m, map[string]*ptx.Texture{}, map[string]*ptx.Surface{}, map[string]ptx.Sampler{}, new([][]byte), new(casefile.Launched), nil, nil, 0, 0}
}

// Address returns the address of memory as kernels see it.
func (e engine) Address(mem []byte) (uint64, error) {
	if k := e.m.Kernels(); len(k) == 0 || !k[0].Addr32 || len(mem) == 0 {
		return ptx.AddrOf(mem), nil
	}
	for _, name := range e.m.Default().Names() {
		if v, _ := e.m.Default().Get(name); ptx.AddrOf(v) == ptx.AddrOf(mem) {
			return uint64(ptx.Addr32(mem)), nil
		}
	}
	ptx.Register(mem)
	*e.known = append(*e.known, mem)
	return uint64(ptx.Addr32(mem)), nil
}

// Unwritten says that nobody has written to memory.
func (e engine) Unwritten(mem []byte) {
	if addr, err := e.Address(mem); err == nil && e.notes != nil {
		e.notes.Unwritten(addr, uint64(len(mem)))
	}
}

// forget ends what Address has begun.
func (e engine) forget() {
	for _, mem := range *e.known {
		ptx.Free(mem)
	}
}

func (e engine) Global(name string) ([]byte, error) {
	b, ok := e.m.Default().Get(name)
	if !ok {
		return nil, fmt.Errorf("the module has no variable %s", name)
	}
	return b, nil
}

func (e engine) Launch(ctx context.Context, cl *casefile.Launch, args, bufs [][]byte) error {
	k, ok := e.m.Kernel(cl.Kernel)
	if !ok {
		return fmt.Errorf("the module has no kernel %s", cl.Kernel)
	}
	if len(args) != len(k.Params) {
		return fmt.Errorf("kernel %s has %d parameters, %d are given", k.Name, len(k.Params), len(args))
	}
	params := make([]unsafe.Pointer, len(args))
	for i, a := range args {
		if len(a) != k.Params[i].Size {
			return fmt.Errorf("kernel %s: parameter %d has %d bytes, %d are given", k.Name, i, k.Params[i].Size, len(a))
		}
		params[i] = unsafe.Pointer(unsafe.SliceData(a))
	}
	l := ptx.Launch{
		Grid:   ptx.Dim3{X: cl.Grid[0], Y: cl.Grid[1], Z: cl.Grid[2]},
		Block:  ptx.Dim3{X: cl.Block[0], Y: cl.Block[1], Z: cl.Block[2]},
		Shared: cl.Shared,
		Stdout: cl.Stdout,

		Textures: e.textures, Surfaces: e.surfaces, Samplers: e.samplers,
		Sanitizer: e.notes, Counters: e.counts, Seed: e.seed, Steps: e.steps,
	}
	for _, b := range bufs {
		l.Buffers = append(l.Buffers, ptx.Buffer(b))
	}
	e.launched.Launches++
	if k.Gangs {
		e.launched.Vectors++
		e.launched.Lanes = gen.Vectors()
	}
	err := k.LaunchRaw(ctx, l, params...)
	var f *ptx.Fault
	if errors.As(err, &f) {
		where := casefile.Fault{
			CTA:    [3]uint32{f.CTA.X, f.CTA.Y, f.CTA.Z},
			Thread: [3]uint32{f.Thread.X, f.Thread.Y, f.Thread.Z},
			File:   f.File, Line: f.Line, What: f.Msg,
		}
		return &casefile.FaultError{Kernel: f.Kernel, Fault: where, Err: err}
	}
	return err
}
