//go:build suite && sanitized

package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"runtime"
	"runtime/metrics"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/all"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/init_"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/none"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/race"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/sync_"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// generations are the same kernels without notes, the first, and with those of each mode.
var generations = []struct {
	mode   string
	module *ptx.Module
}{{"", none.Module}, {"sync", sync_.Module}, {"init", init_.Module}, {"race", race.Module}, {"all", all.Module}}

// measureSanitized runs each kernel without a sanitizer and with each, by processor time, and by default.
func measureSanitized(pick *regexp.Regexp) {
	for _, k := range kernels() {
		if !pick.MatchString(k.name) {
			continue
		}
		list, b := values(k.args(&source{kind: dataKinds[0], rng: newRand()}))
		line := &result.Sanitized{Kernel: k.name, Modes: map[string]result.Watched{}, Bytes: size(k.grid) * sharedOf(k.entry)}
		var bufs []ptx.Buffer
		for _, v := range list {
			if reflect.ValueOf(v).Kind() == reflect.Slice {
				bufs = append(bufs, bytesOf(v))
				line.Bytes += len(bytesOf(v))
			}
		}
		var want []byte
		for _, g := range generations {
			f, ok := g.module.Kernel(k.entry)
			if !ok {
				check(fmt.Errorf("there is no kernel %s", k.entry))
			}
			w := result.Watched{}
			params := pointers(list)
			launch := func() error {
				err := f.LaunchRaw(ctx, ptx.Launch{Grid: k.grid, Block: k.block, Workers: 1, Buffers: bufs}, params...)
				var report *sanitize.Report
				if errors.As(err, &report) {
					w.Found, err = len(report.Findings), nil
				}
				return err
			}
			b.reset()
			w.Live = live(func() { check(launch()) })
			if got := b.results(); want == nil {
				want = got
			} else if string(want) != string(got) {
				w.Different = true
			}
			_, cpu := fastest(*rounds, *slice, launch)
			w.CPU = float64(cpu)
			line.Modes[g.mode] = w
			runtime.GC()
		}
		byDefault := k.bind.scalar
		if k.gangs() {
			byDefault = k.bind.gangs
		}
		_, cpu := fastest(*rounds, *slice, byDefault(ptx.Launch{Grid: k.grid, Block: k.block, Workers: 1}, list))
		line.Default = float64(cpu)
		write(result.Line{Sanitized: line})
	}
}

// sharedOf returns how many bytes of shared memory a CTA of a kernel has.
func sharedOf(entry string) int {
	f, _ := none.Module.Kernel(entry)
	return f.Shared
}

// pointers are arguments as LaunchRaw takes them. What they point to lives as long as they do.
func pointers(list []any) (out []unsafe.Pointer) {
	for _, a := range list {
		x := new(uint64)
		switch v := reflect.ValueOf(a); v.Kind() {
		case reflect.Slice:
			*x = uint64(ptx.AddrOf(bytesOf(a)))
		case reflect.Float32:
			*x = uint64(math.Float32bits(float32(v.Float())))
		case reflect.Float64:
			*x = math.Float64bits(v.Float())
		case reflect.Int32, reflect.Int64:
			*x = uint64(v.Int())
		default:
			*x = v.Uint()
		}
		out = append(out, unsafe.Pointer(x))
	}
	return out
}

// live returns how many bytes of the heap are in use at most while f runs beside those before. Garbage does not
// count: a goroutine collects it again and again.
func live(f func()) uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	now := func() uint64 {
		runtime.GC()
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before := now()
	most := before
	done := make(chan bool)
	var end sync.WaitGroup
	end.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				most = max(most, now())
			}
		}
	})
	f()
	close(done)
	end.Wait()
	return most - before
}
