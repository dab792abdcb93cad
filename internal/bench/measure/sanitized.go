//go:build suite && sanitized

package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/all"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/count"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/init_"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/none"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/race"
	"github.com/ptx2go/ptx2go/internal/bench/build/sanitized/sync_"
	"github.com/ptx2go/ptx2go/internal/bench/result"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

var modes = flag.String("modes", "sync,init,race,all,count", "which to measure with -sanitized")

// generations are the same kernels without notes, the first, and with those of each mode, and of -count.
var generations = []struct {
	mode   string
	module *ptx.Module
}{{"", none.Module}, {"sync", sync_.Module}, {"init", init_.Module}, {"race", race.Module}, {"all", all.Module}, {"count", count.Module}}

// measureSanitized runs each kernel without a sanitizer, with each, and counted, by processor time, and by default.
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
			if g.mode != "" && !slices.Contains(strings.Split(*modes, ","), g.mode) {
				continue
			}
			f, ok := g.module.Kernel(k.entry)
			if !ok {
				check(fmt.Errorf("there is no kernel %s", k.entry))
			}
			w := result.Watched{}
			params := pointers(list)
			launch := func() error {
				l := ptx.Launch{Grid: k.grid, Block: k.block, Workers: 1, Buffers: bufs}
				if g.mode == "count" {
					l.Counters = counters.New()
				}
				err := f.LaunchRaw(ctx, l, params...)
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
			w.CPU = steady(launch)
			line.Modes[g.mode] = w
			runtime.GC()
		}
		byDefault := k.bind.scalar
		if k.gangs() {
			byDefault = k.bind.gangs
		}
		line.Default = steady(byDefault(ptx.Launch{Grid: k.grid, Block: k.block, Workers: 1}, list))
		write(result.Line{Sanitized: line})
	}
}

// steady returns the processor time of a launch in ns, in the fastest of some rounds. The clock may be as coarse as 10 ms,
// so that no round is short: how many launches one takes is found out before.
func steady(launch func() error) float64 {
	reps := 1
	for {
		start := time.Now()
		for range reps {
			check(launch())
		}
		took := time.Since(start)
		if took >= *slice/4 {
			reps = max(1, int(float64(reps)*float64(*slice)/float64(took)))
			break
		}
		reps *= 2
	}
	least := math.Inf(1)
	for range *rounds {
		used := clock()
		for range reps {
			check(launch())
		}
		least = min(least, float64(clock()-used)/float64(reps))
	}
	return least
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
