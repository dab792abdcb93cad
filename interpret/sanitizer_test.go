package interpret_test

import (
	"slices"
	"testing"
	"unsafe"

	_ "github.com/ptx2go/ptx2go/interpret"
	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// adds adds one to a number, plainly; stale has threads of a block that add to the same number.
const adds = `.version 7.0
.target sm_70
.address_size 64
.visible .entry adds(.param .u64 p) {
	.reg .b64 %rd<2>;
	.reg .b32 %r<2>;
	ld.param.u64 %rd1, [p];
	ld.global.u32 %r1, [%rd1];
	add.u32 %r1, %r1, 1;
	st.global.u32 [%rd1], %r1;
	ret;
}
`

// two is a context with two streams that do not wait for the default one, and a kernel.
type two struct {
	t    *testing.T
	f    driver.Function
	p    driver.DevicePtr
	a, b driver.Stream
	e    driver.Event
}

func must[T any](t *testing.T, f func() (T, error)) T {
	t.Helper()
	v, err := f()
	fine(t, err)
	return v
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// launch adds one, by so many threads.
func (x *two) launch(s driver.Stream, threads int) {
	x.t.Helper()
	fine(x.t, driver.LaunchKernel(x.f, 1, 1, 1, threads, 1, 1, 0, s, []unsafe.Pointer{unsafe.Pointer(&x.p)}))
}

// TestSanitizer finds races within launches, and of launches in streams that nothing orders, and none where something
// does.
func TestSanitizer(t *testing.T) {
	record := func(x *two, s driver.Stream) { fine(x.t, driver.EventRecord(x.e, s)) }
	wait := func(x *two, s driver.Stream) { fine(x.t, driver.StreamWaitEvent(s, x.e, 0)) }
	for _, test := range []struct {
		name string
		do   func(x *two)
		want []string // across what
	}{
		{"two streams", func(x *two) { x.launch(x.a, 1); x.launch(x.b, 1) }, []string{"launches"}},
		{"one stream", func(x *two) { x.launch(x.a, 1); x.launch(x.a, 1) }, nil},
		{"threads of a launch", func(x *two) { x.launch(x.a, 2) }, []string{"lanes"}},
		{"an event", func(x *two) { x.launch(x.a, 1); record(x, x.a); wait(x, x.b); x.launch(x.b, 1) }, nil},
		{"an event of before", func(x *two) { record(x, x.a); x.launch(x.a, 1); wait(x, x.b); x.launch(x.b, 1) }, []string{"launches"}},
		{"an event of another stream", func(x *two) { x.launch(x.a, 1); record(x, x.b); wait(x, x.b); x.launch(x.b, 1) }, []string{"launches"}},
		{"an event that the program waits for", func(x *two) {
			x.launch(x.a, 1)
			record(x, x.a)
			fine(x.t, driver.EventSynchronize(x.e))
			x.launch(x.b, 1)
		}, nil},
		{"a stream that the program waits for", func(x *two) { x.launch(x.a, 1); fine(x.t, driver.StreamSynchronize(x.a)); x.launch(x.b, 1) }, nil},
		{"another stream that the program waits for", func(x *two) { x.launch(x.a, 1); fine(x.t, driver.StreamSynchronize(x.b)); x.launch(x.b, 1) }, []string{"launches"}},
		{"everything", func(x *two) { x.launch(x.a, 1); fine(x.t, driver.CtxSynchronize()); x.launch(x.b, 1) }, nil},
		{"the default stream", func(x *two) { x.launch(0, 1); x.launch(x.b, 1) }, []string{"launches"}},
		{"the default stream and one that waits for it", func(x *two) { x.launch(0, 1); x.launch(driver.StreamPerThread, 1); x.launch(0, 1) }, nil},
		{"one stream, beside another", func(x *two) { x.launch(x.a, 1); record(x, x.a); wait(x, x.b); x.launch(x.b, 1); x.launch(x.b, 1) }, nil},
		{"memory that was freed", func(x *two) {
			x.launch(x.a, 1)
			fine(x.t, driver.MemFreeAsync(x.p, x.a))
			fine(x.t, driver.StreamSynchronize(x.b))
			x.p = must(x.t, func() (driver.DevicePtr, error) { return driver.MemAllocAsync(4, x.b) })
			x.launch(x.b, 1)
		}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			fine(t, driver.Init(0))
			state := sanitize.New(sanitize.Options{Race: true, Init: true, Sync: true})
			driver.SetSanitizer(state)
			defer driver.SetSanitizer(nil)
			c := must(t, func() (driver.Context, error) { return driver.CtxCreate(0, 0) })
			m := must(t, func() (driver.Module, error) { return driver.ModuleLoadData(adds) })
			x := &two{t: t, f: must(t, func() (driver.Function, error) { return driver.ModuleGetFunction(m, "adds") })}
			x.p = must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4) })
			x.e = must(t, func() (driver.Event, error) { return driver.EventCreate(0) })
			for _, s := range []*driver.Stream{&x.a, &x.b} {
				*s = must(t, func() (driver.Stream, error) { return driver.StreamCreate(driver.StreamNonBlocking) })
			}
			test.do(x)
			fine(t, driver.CtxDestroy(c))
			var got []string
			for _, f := range state.Findings() {
				if f.Kind != "race" && f.Kind != "race-equal" {
					t.Errorf("found %s", f.Kind)
				}
				if !slices.Contains(got, f.Across) {
					got = append(got, f.Across)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("races across %q, want %q", got, test.want)
			}
		})
	}
}
