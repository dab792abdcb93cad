//go:build suite

package main

import (
	"encoding/binary"
	"math"
	"os"
	"reflect"
	"slices"

	"github.com/ptx2go/ptx2go/internal/bench/result"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// measureInterpreted runs the kernels in the interpreter, in rows and lane by lane, and as
// generated code. It reports whether a result was wrong. Where results are compared only, the
// interpreter goes in rows.
func measureInterpreted(file string, pick func(name string) bool) (wrong bool) {
	text, err := os.ReadFile(file)
	check(err)
	l := diag.NewList(diag.NewFile(file, string(text)))
	m := pipeline.Lower(l.File, l, pipeline.Options{})
	if m == nil {
		l.Print(os.Stderr)
		os.Exit(2)
	}
	machine := func(rows bool) *interp.Machine {
		x, err := interp.New(m, interp.Options{HostAddresses: true, Rows: rows})
		check(err)
		return x
	}
	rows, lanes := machine(true), machine(false)
	for _, k := range kernels() {
		if !pick(k.name) {
			continue
		}
		list, b := values(k.args(&source{kind: dataKinds[0], rng: newRand()}))
		generated := k.bind.scalar(ptx.Launch{Grid: k.grid, Block: k.block}, list)
		check(generated())
		want := b.results()
		params, bufs := pack(list)
		launch := func(x *interp.Machine) func() error {
			cfg := interp.Config{Grid: [3]uint32{k.grid.X, k.grid.Y, k.grid.Z}, Block: [3]uint32{k.block.X, k.block.Y, k.block.Z}}
			return func() error { return x.Launch(ctx, k.entry, cfg, params, bufs) }
		}
		b.reset()
		check(launch(rows)())
		line := &result.Interpreted{Kernel: k.name, Same: slices.Equal(want, b.results())}
		wrong = wrong || !line.Same
		if *rounds > 0 {
			threads := k.threads
			if threads == 0 {
				threads = size(k.grid) * size(k.block)
			}
			ns := func(f func() error) float64 {
				_, cpu := fastest(*rounds, *slice, f)
				return float64(cpu) / float64(threads)
			}
			line.Generated, line.Rows, line.Lanes = ns(generated), ns(launch(rows)), ns(launch(lanes))
		}
		write(result.Line{Interpreted: line})
	}
	return wrong
}

// pack lays out arguments as a kernel reads them, and returns the memory that they point to.
func pack(list []any) (params []byte, bufs [][]byte) {
	add := func(n int, v uint64) {
		for len(params)%n != 0 {
			params = append(params, 0)
		}
		params = append(params, binary.LittleEndian.AppendUint64(nil, v)[:n]...)
	}
	for _, a := range list {
		switch v := reflect.ValueOf(a); v.Kind() {
		case reflect.Slice:
			b := bytesOf(a)
			bufs = append(bufs, b)
			add(8, uint64(ptx.AddrOf(b)))
		case reflect.Float32:
			add(4, uint64(math.Float32bits(float32(v.Float()))))
		case reflect.Int32:
			add(4, uint64(v.Int()))
		default:
			add(int(v.Type().Size()), v.Uint())
		}
	}
	return params, bufs
}
