// Package faultrun runs the rows of the fault table on generated code. It is the
// main package, so to speak, of the program that the test of the table builds: that
// program imports the generated packages and calls Main. It is not for other
// programs.
package faultrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/cases/faulttable"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Host is what the modules call as host: it fails for thread At.
func Host(t *ptx.Thread, a uint32) uint32 {
	switch a {
	case faulttable.Peek:
		return t.LoadU32(uint64(a))
	case faulttable.At:
		t.Fail(fmt.Errorf("host does not like %d", a))
	}
	return a
}

// Never is what the modules call as never: it returns, or fails.
func Never(t *ptx.Thread, a uint32) {
	if a > 1000000 {
		t.Fail(fmt.Errorf("never does not like %d", a))
	}
}

// Main runs all rows of the modules that are given, by name, twice each: with raw
// pointers and with slices. It prints an Outcome for each run.
func Main(modules map[string]*ptx.Module) {
	out := json.NewEncoder(os.Stdout)
	for _, m := range faulttable.Modules() {
		if modules[m.Name] == nil {
			continue
		}
		for _, k := range m.Kernels {
			for _, slices := range []bool{false, true} {
				if err := out.Encode(run(modules[m.Name], k, slices)); err != nil {
					os.Exit(1)
				}
			}
		}
	}
}

func run(m *ptx.Module, k *faulttable.Kernel, slices bool) (o faulttable.Outcome) {
	o.Kernel = k.Entry()
	kernel, ok := m.Kernel(k.Entry())
	if !ok {
		o.Text = "there is no such kernel"
		return o
	}
	m.Default().Reset()
	ptx.ResetHeap()
	ctx, cancel := context.WithTimeout(context.Background(), k.Limit())
	defer cancel()
	l := ptx.Launch{Grid: ptx.D1(int(max(k.Grid, 1))), Block: ptx.Dim3{X: k.Block()[0], Y: k.Block()[1], Z: 1}, Shared: k.Dynamic, Stdout: io.Discard}
	var args []any
	var words [3]uint64
	words[2] = uint64(k.Index())
	memories := faulttable.NewMemories(&k.A, &k.B)
	for i, a := range []*faulttable.Arg{&k.A, &k.B} {
		b := memories[i].Bytes()
		switch {
		case a.Image != "":
			h, err := image(a.Image, b)
			if err != nil {
				o.Text = err.Error()
				return o
			}
			words[i] = h
			args = append(args, ptx.Ptr(h))
		case a.Const:
			v, ok := m.Default().Get(k.Constant())
			if !ok {
				o.Text = "there is no such variable"
				return o
			}
			words[i] = ptx.AddrOf(v) + uint64(a.Offset)
			args = append(args, ptx.Ptr(words[i]))
			if kernel.Addr32 {
				words[i] = uint64(ptx.Addr32(v)) + uint64(a.Offset)
				args[i] = uint32(words[i])
			}
		case a.Wild && kernel.Addr32:
			words[i] = a.Addr
			args = append(args, uint32(a.Addr))
		case a.Wild:
			words[i] = a.Addr
			args = append(args, ptx.Ptr(a.Addr))
		default:
			args = append(args, b[a.Offset:])
			words[i] = ptx.AddrOf(b) + uint64(a.Offset)
			switch {
			case slices:
			case kernel.Addr32:
				ptx.Register(b)
				defer ptx.Free(b)
				words[i] = uint64(ptx.Addr32(b)) + uint64(a.Offset)
			default:
				l.Buffers = append(l.Buffers, b)
			}
		}
	}
	args = append(args, k.Index())
	before := goruntime.NumGoroutine()
	err := launch(func() error {
		if slices {
			return kernel.LaunchArgs(ctx, l, args...)
		}
		return kernel.LaunchRaw(ctx, l, unsafe.Pointer(&words[0]), unsafe.Pointer(&words[1]), unsafe.Pointer(&words[2]))
	})
	var f *ptx.Fault
	if errors.As(err, &f) {
		o.Fault, o.Kind, o.Line = true, f.Kind.String(), f.Line
		o.Thread = [3]uint32{f.Thread.X, f.Thread.Y, f.Thread.Z}
		o.CTA = [3]uint32{f.CTA.X, f.CTA.Y, f.CTA.Z}
	}
	if err != nil {
		o.Text, o.Canceled = err.Error(), errors.Is(err, context.DeadlineExceeded)
	}
	for _, mem := range memories {
		o.Damage += mem.Damage()
	}
	o.Routines = faulttable.Left(before)
	return o
}

// launch makes an error of a panic: that of a launch is a bug.
func launch(run func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return run()
}

// image makes a texture or a surface and returns its handle.
func image(kind string, mem []byte) (uint64, error) {
	shape := ptx.Shape{Geometry: ptx.Geom1D, Width: faulttable.Texels, Channel: ptx.ChannelU32, Channels: 1}
	if err := shape.Complete(); err != nil {
		return 0, err
	}
	img, err := ptx.ImageOver(shape, mem)
	if err != nil {
		return 0, err
	}
	if kind == "surface" {
		s, err := ptx.NewSurface(img)
		if err != nil {
			return 0, err
		}
		return s.Handle(), nil
	}
	t, err := ptx.NewTexture(img, ptx.TextureDesc{})
	if err != nil {
		return 0, err
	}
	return t.Handle(), nil
}
