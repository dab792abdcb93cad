package driver

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

// The tests of this file and the next ask what testdata/answers/record.py has asked GPUs, under
// the same names.

// answers are those to the questions of a section: results, or lists of them and of values.
type answers map[string]any

// list is an answer.
func list(all ...any) []any {
	for i, x := range all {
		all[i] = plain(x)
	}
	return all
}

// plain makes the number of a result of an error.
func plain(x any) any {
	switch x := x.(type) {
	case nil:
		return 0
	case error:
		return ResultOf(x)
	}
	return x
}

func (a answers) is(what string, answer any) { a[what] = plain(answer) }

// got is an answer with a value.
func got[T any](v T, err error) []any { return list(err, v) }

// result is an answer without its value.
func result[T any](_ T, err error) error { return err }

// compare compares a section with what GPUs have answered. The answers of others, by the reason,
// are different, or there are none: those are to become fewer.
func compare(t *testing.T, section string, ours answers, others map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/answers/answers.json")
	ok(t, err)
	var all map[string]map[string]any
	ok(t, json.Unmarshal(text, &all))
	text, err = json.Marshal(ours)
	ok(t, err)
	var have map[string]any
	ok(t, json.Unmarshal(text, &have))
	known := map[string]bool{}
	for _, list := range others {
		for _, k := range list {
			known[k] = true
			if _, is := all[section][k]; !is {
				t.Errorf("%s: GPUs were not asked %q", section, k)
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(all[section])) {
		a, asked := have[k]
		delete(have, k)
		same := asked && reflect.DeepEqual(a, all[section][k])
		switch {
		case known[k] && same:
			t.Errorf("%s: %q is as on GPUs now: take it from the list", section, k)
		case !known[k] && !same:
			t.Errorf("%s: %q is %v, on GPUs %v", section, k, a, all[section][k])
		}
	}
	for k := range have {
		t.Errorf("%s: GPUs were not asked %q", section, k)
	}
}

// asked is a context with the kernels that GPUs were asked about, and 64 bytes at p.
type asked struct {
	module  Module
	inc, sh Function
	p       DevicePtr
	args    []unsafe.Pointer
}

func startAsked(t *testing.T) *asked {
	start(t)
	before := capability.Load()
	ok(t, SetComputeCapability(9, 0))
	t.Cleanup(func() { capability.Store(before) })
	w := &asked{module: must(t, func() (Module, error) { return ModuleLoadData(kernels.Asked) })}
	w.inc, w.sh, w.p = function(t, w.module, "inc"), function(t, w.module, "sh"), alloc(t, 16)
	n := uint32(4)
	w.args = []unsafe.Pointer{p(&w.p), p(&n)}
	return w
}

func (w *asked) launch(f Function, grid, block [3]int, shared int, s Stream, args []unsafe.Pointer) error {
	return LaunchKernel(f, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, s, args)
}

var one = [3]int{1, 1, 1}

func TestAnswersErrors(t *testing.T) {
	a := answers{"unknown": list(result(GetErrorName(1000)), result(GetErrorString(1000)))}
	for r := range results {
		a[strconv.Itoa(int(r))] = []string{r.Name(), r.String()}
	}
	compare(t, "errors", a, nil)
}

func TestAnswersLimits(t *testing.T) {
	start(t)
	a := answers{}
	for i := range 12 {
		a.is(strconv.Itoa(i), result(CtxGetLimit(Limit(i))))
	}
	a["value of 0"] = got(CtxGetLimit(LimitStackSize))
	a["value of 2"] = got(CtxGetLimit(LimitMallocHeapSize))
	compare(t, "limits", a, map[string][]string{
		"there is no cache that keeps lines, no shared memory of several processes, and no context of graphics": {"6", "7", "8"}})
}

func TestAnswersFunctions(t *testing.T) {
	w := startAsked(t)
	a := answers{}
	for name, f := range map[string]Function{"inc": w.inc, "sh": w.sh} {
		for _, i := range []int{0, 1, 3, 5, 6, 7, 8, 9, 16, 17} {
			v, err := FuncGetAttribute(FunctionAttribute(i), f)
			if err != nil {
				v = -1 // as it was
			}
			a[name+" attribute "+strconv.Itoa(i)] = list(err, v)
		}
	}
	a.is("absent", result(ModuleGetFunction(w.module, "nope")))
	a.is("empty name", result(ModuleGetFunction(w.module, "")))
	for _, name := range []string{"v", "c"} {
		_, n, err := ModuleGetGlobal(w.module, name)
		a["variable "+name] = list(err, n)
	}
	_, _, err := ModuleGetGlobal(w.module, "inc")
	a.is("variable that is a kernel", err)
	for _, x := range []struct {
		what        string
		grid, block [3]int
		shared      int
	}{
		{"ok", one, one, 0}, {"grid 0", [3]int{0, 1, 1}, one, 0}, {"block 0", one, [3]int{0, 1, 1}, 0}, {"block 1025", one, [3]int{1025, 1, 1}, 0},
		{"block z 65", one, [3]int{1, 1, 65}, 0}, {"grid y 65536", [3]int{1, 65536, 1}, one, 0}, {"shared 49153", one, one, 49153},
		{"shared 300000", one, one, 300000},
	} {
		a.is("launch "+x.what, w.launch(w.inc, x.grid, x.block, x.shared, 0, w.args))
	}
	a.is("launch no arguments", w.launch(w.inc, one, one, 0, 0, nil))
	a.is("launch above maxntid", w.launch(w.sh, one, [3]int{65, 1, 1}, 0, 0, w.args[:1]))
	a.is("launch null", w.launch(0, one, one, 0, 0, w.args))
	a.is("synchronize", CtxSynchronize())
	for _, threads := range []int{0, 1, 32, 100, 1024, 1025} {
		for _, shared := range []int{0, 1000, 60000, 300000} {
			a["occupancy "+strconv.Itoa(threads)+" "+strconv.Itoa(shared)] = got(OccupancyMaxActiveBlocksPerMultiprocessor(w.inc, threads, shared))
		}
	}
	compare(t, "functions", a, map[string][]string{
		"the .target of a text is not kept: the version is the device's": {"inc attribute 5", "sh attribute 5"}})
}

func TestAnswersMistakes(t *testing.T) {
	start(t)
	a := answers{}
	a.is("alloc 0", result(MemAlloc(0)))
	a.is("alloc much", result(MemAlloc(1<<50)))
	a.is("free 0", MemFree(0))
	a.is("free wrong", MemFree(12345))
	at := must(t, func() (DevicePtr, error) { return MemAlloc(100) })
	a.is("free inside", MemFree(at+4))
	host := make([]byte, 4096)
	from := unsafe.Pointer(&host[0])
	a.is("copy 1 byte over", MemcpyHtoD(at, from, 101))
	a.is("copy over 512", MemcpyHtoD(at, from, 513))
	a.is("copy of nothing", MemcpyHtoD(at, from, 0))
	a.is("copy from null", MemcpyHtoD(at, nil, 4))
	a.is("copy to null", MemcpyHtoD(0, from, 4))
	a.is("copy far over", MemcpyHtoD(at, from, 1<<33))
	base, n, err := MemGetAddressRange(at + 50)
	a["range"] = list(err, n, at-base)
	_, _, err = MemGetAddressRange(5)
	a.is("range of nothing", err)
	a.is("memset odd", MemsetD32(at+1, 0, 1))
	a.is("free", MemFree(at))
	a.is("free twice", MemFree(at))
	a.is("destroy stream null", StreamDestroy(0))
	a.is("query stream null", StreamQuery(0))
	a.is("record null", EventRecord(0, 0))
	var events, streams []any
	for i := range 9 {
		events = append(events, result(EventCreate(EventFlags(i))))
	}
	a["flags of events"] = list(events...)
	first, second, without := newEvent(t), newEvent(t), must(t, func() (Event, error) { return EventCreate(EventDisableTiming) })
	a.is("time unrecorded", result(EventElapsedTime(first, second)))
	a.is("query unrecorded", EventQuery(first))
	ok(t, EventRecord(first, 0))
	ok(t, EventRecord(without, 0))
	a.is("time of an event without", result(EventElapsedTime(first, without)))
	for i := range 4 {
		streams = append(streams, result(StreamCreate(StreamFlags(i))))
	}
	a["flags of streams"] = list(streams...)
	a.is("type of nothing", result(PointerGetMemoryType(12345)))
	compare(t, "mistakes", a, nil)
}

// launchesAtOnce is why a launch has the error of the kernel.
const launchesAtOnce = "the default stream waits for its kernels, as if CUDA_LAUNCH_BLOCKING were set"

func TestAnswersAfterTrap(t *testing.T) {
	ok(t, Init(0))
	before := must(t, CtxGetCurrent)
	c := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	ok(t, CtxSetCurrent(c))
	t.Cleanup(func() { ok(t, CtxSetCurrent(before)) })
	t.Cleanup(func() { ok(t, DevicePrimaryCtxRelease(0)) })
	m := must(t, func() (Module, error) { return ModuleLoadData(kernels.Asked) })
	trap, inc, at, n := function(t, m, "trapk"), function(t, m, "inc"), alloc(t, 16), uint32(4)
	a := answers{}
	a.is("launch", run(trap, 1, 0))
	a.is("synchronize", CtxSynchronize())
	a.is("again", CtxSynchronize())
	a.is("alloc", result(MemAlloc(4)))
	a.is("free", MemFree(at))
	a.is("launch another", run(inc, 1, 0, p(&at), p(&n)))
	a.is("query stream", StreamQuery(0))
	_, _, err := ModuleGetGlobal(m, "v")
	a.is("variable", err)
	a.is("unload", ModuleUnload(m))
	a.is("load", result(ModuleLoadData(kernels.Asked)))
	a.is("event", result(EventCreate(0)))
	a.is("attribute of the device", result(DeviceGetAttribute(1, 0)))
	a.is("reset", DevicePrimaryCtxReset(0))
	a.is("after reset", CtxSynchronize())
	compare(t, "after trap", a, map[string][]string{launchesAtOnce: {"launch"}})
}

func TestAnswersAddresses(t *testing.T) {
	for section, at := range map[string]func(w *asked) DevicePtr{
		"wild address": func(*asked) DevicePtr { return 16 },
		"odd address":  func(w *asked) DevicePtr { return w.p + 1 },
	} {
		t.Run(section, func(t *testing.T) {
			w := startAsked(t)
			address := at(w)
			a := answers{}
			a.is("launch", w.launch(w.inc, one, one, 0, 0, []unsafe.Pointer{p(&address), w.args[1]}))
			a.is("synchronize", CtxSynchronize())
			compare(t, section, a, map[string][]string{launchesAtOnce: {"launch"}})
		})
	}
}

func TestAnswersPools(t *testing.T) {
	w := startAsked(t)
	s := newStream(t, StreamNonBlocking)
	pool := must(t, func() (MemPool, error) { return DeviceGetDefaultMemPool(0) })
	ok(t, MemPoolSetAttribute(pool, MemPoolUsedHigh, 0)) // GPUs were asked in a process of their own
	a := answers{}
	at, err := MemAllocAsync(100, s)
	a.is("alloc", err)
	a.is("free", MemFreeAsync(at, s))
	a.is("alloc 0", result(MemAllocAsync(0, s)))
	a.is("free 0", MemFreeAsync(0, s))
	a.is("default", result(DeviceGetDefaultMemPool(0)))
	for i := range 10 {
		v := got(MemPoolGetAttribute(pool, MemPoolAttribute(i)))
		if a["attribute "+strconv.Itoa(i)] = v; i == 5 || i == 6 {
			a["attribute "+strconv.Itoa(i)] = v[0]
		}
	}
	a.is("destroy default", MemPoolDestroy(pool))
	a.is("cuMemFree", MemFree(must(t, func() (DevicePtr, error) { return MemAllocAsync(100, s) })))
	managed := must(t, func() (DevicePtr, error) { return MemAllocManaged(100, MemAttachGlobal) })
	host := must(t, func() (unsafe.Pointer, error) { return MemHostAlloc(100, 0) })
	for what, at := range map[string]DevicePtr{"managed": managed, "device": w.p, "host": DevicePtr(host)} {
		a["type of "+what+" memory"] = got(PointerGetMemoryType(at))
		is, err := PointerIsManaged(at)
		a["is managed of "+what+" memory"] = list(err, map[bool]int{true: 1}[is])
	}
	a["flags of host memory"] = got(MemHostGetFlags(host))
	compare(t, "pools", a, nil)
}
