package interpret

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/examples/fallback"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

func must[T any](t *testing.T, f func() (T, error)) T {
	t.Helper()
	v, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start makes a context, and looks at the end whether launches know as much as before.
func start(t *testing.T) {
	t.Helper()
	ok(t, driver.Init(0))
	known := len(ptx.Buffers())
	ctx := must(t, func() (driver.Context, error) { return driver.CtxCreate(0, 0) })
	t.Cleanup(func() {
		ok(t, driver.CtxDestroy(ctx))
		if n := len(ptx.Buffers()); n != known {
			t.Errorf("launches know %d buffers, %d before", n, known)
		}
	})
}

func load(t *testing.T, text string) driver.Module {
	t.Helper()
	return must(t, func() (driver.Module, error) { return driver.ModuleLoadData(text) })
}

func function(t *testing.T, m driver.Module, name string) driver.Function {
	t.Helper()
	return must(t, func() (driver.Function, error) { return driver.ModuleGetFunction(m, name) })
}

func p[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

// untranslated is a text that differs from one that was translated.
var untranslated = fallback.PTX + "\n// and no more\n"

// TestSameBits runs a text in the interpreter and as generated code: the same bits in
// memory and in the variables of both.
func TestSameBits(t *testing.T) {
	start(t)
	r := rand.New(rand.NewPCG(1, 2))
	const n = 300
	x := make([]float32, n)
	for i := range x {
		x[i] = math.Float32frombits(r.Uint32())
	}
	factor, limit, count := float32(1.1), float32(0), n
	var results [][]uint32
	for _, text := range []string{fallback.PTX, untranslated} {
		m := load(t, text)
		mem := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4*n + 4) })
		sum := mem + 4*n
		ok(t, driver.MemcpyHtoD(mem, p(&x[0]), 4*n))
		ok(t, driver.MemsetD32(sum, 0, 1))
		s := must(t, func() (driver.Stream, error) { return driver.StreamCreate(0) })
		ok(t, driver.LaunchKernel(function(t, m, "scale"), 3, 1, 1, 128, 1, 1, 0, s, []unsafe.Pointer{p(&mem), p(&factor), p(&count)}))
		ok(t, driver.LaunchKernel(function(t, m, "count_above"), 3, 1, 1, 128, 1, 1, 0, 0, []unsafe.Pointer{p(&mem), p(&limit), p(&count), p(&sum)}))
		got := make([]uint32, n+2)
		ok(t, driver.MemcpyDtoH(p(&got[0]), mem, 4*(n+1)))
		total, bytes, err := driver.ModuleGetGlobal(m, "total")
		if ok(t, err); bytes != 4 {
			t.Errorf("total has %d bytes", bytes)
		}
		ok(t, driver.MemcpyDtoH(p(&got[n+1]), total, 4))
		results = append(results, got)
		ok(t, driver.ModuleUnload(m))
	}
	if !slices.Equal(results[0], results[1]) || results[0][n] == 0 || results[0][n] != results[0][n+1] {
		t.Errorf("translated %v\ninterpreted %v", results[0], results[1])
	}
}

// TestInstances loads a text twice: each has its own variables.
func TestInstances(t *testing.T) {
	start(t)
	var totals []uint32
	one, two := load(t, untranslated), load(t, untranslated+"\x00")
	x := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(16) })
	limit, n, sum := float32(-1), 3, x+12
	for _, m := range []driver.Module{one, two, two} {
		ok(t, driver.LaunchKernel(function(t, m, "count_above"), 1, 1, 1, 32, 1, 1, 0, 0, []unsafe.Pointer{p(&x), p(&limit), p(&n), p(&sum)}))
	}
	for _, m := range []driver.Module{one, two} {
		at, _, err := driver.ModuleGetGlobal(m, "total")
		ok(t, err)
		var v uint32
		ok(t, driver.MemcpyDtoH(p(&v), at, 4))
		totals = append(totals, v)
	}
	if !slices.Equal(totals, []uint32{3, 6}) {
		t.Errorf("totals %d", totals)
	}
}

// TestErrors loads texts that are wrong, and launches what fails: with the errors of
// generated code.
func TestErrors(t *testing.T) {
	start(t)
	for text, part := range map[string]string{
		"no PTX": "module.ptx:1:1", strings.Replace(untranslated, "mul.rn.f32", "mul.rx.f32", 1): "mul.rx",
		".version 7.0\n.target sm_70\n.address_size 32\n.visible .entry k(.param .u32 p) { .reg .b32 %r; ld.param.u32 %r, [p]; st.global.u32 [%r], 1; ret; }\n": "32 bits",
	} {
		_, err := driver.ModuleLoadData(text)
		if !errors.Is(err, driver.ErrInvalidPTX) || !strings.Contains(err.Error(), part) {
			t.Errorf("%v, want %q in it", err, part)
		}
	}
	for text, want := range map[string]driver.Result{
		".version 9.9\n.target sm_90\n": driver.ErrUnsupportedPTXVersion, ".version 9.0\n.target sm_200\n": driver.ErrNoBinaryForGPU,
	} {
		if _, err := driver.ModuleLoadData(text); !errors.Is(err, want) || !strings.Contains(err.Error(), "newer than") {
			t.Errorf("%v, want %v", err, want)
		}
	}
	for _, text := range []string{fallback.PTX, untranslated} {
		start(t)
		m := load(t, text)
		scale := function(t, m, "scale")
		x := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(12) })
		f, n := float32(1), 4
		params := []unsafe.Pointer{p(&x), p(&f), p(&n)}
		launch := func(threads int, params []unsafe.Pointer) error {
			return driver.LaunchKernel(scale, 1, 1, 1, threads, 1, 1, 0, 0, params)
		}
		for what, err := range map[string]error{
			"block": launch(1025, params), "few parameters": launch(32, params[:2]),
			"no parameter": launch(32, []unsafe.Pointer{p(&x), nil, p(&n)}),
		} {
			if !errors.Is(err, driver.ErrInvalidValue) {
				t.Errorf("%s: %v", what, err)
			}
		}
		err := launch(32, params)
		var fault *ptx.Fault
		if !errors.Is(err, driver.ErrIllegalAddress) || !errors.As(err, &fault) {
			t.Errorf("%v", err)
		} else if got, want := fmt.Sprintf("%v, %s, %v, line %d, %#x", fault.Kind, fault.Kernel, fault.Thread, fault.Line, fault.Addr), fmt.Sprintf("%v, scale, (3,0,0), line 37, %#x", ptx.FaultAddress, uint64(x)+12); got != want {
			t.Errorf("%s, want %s: %v", got, want, err)
		}
		if err := driver.CtxSynchronize(); !errors.Is(err, driver.ErrIllegalAddress) {
			t.Errorf("the context goes on: %v", err)
		}
	}
}

const printing = `.version 7.8
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry hello()
{
	.reg .b64 %rd<3>;
	mov.u64 %rd1, text;
	cvta.global.u64 %rd2, %rd1;
	{
	.param .b64 p0; .param .b64 p1; .param .b32 r0;
	st.param.b64 [p0], %rd2;
	st.param.b64 [p1], 0;
	call.uni (r0), vprintf, (p0, p1);
	}
	ret;
}
`

// TestStdout lets a kernel print to where the program wants it.
func TestStdout(t *testing.T) {
	start(t)
	var text strings.Builder
	driver.SetStdout(&text)
	defer driver.SetStdout(os.Stdout)
	f := function(t, load(t, printing), "hello")
	ok(t, driver.LaunchKernel(f, 1, 1, 1, 2, 1, 1, 0, 0, nil))
	if text.String() != "hello\nhello\n" {
		t.Errorf("%q", text.String())
	}
}

// meeting waits at a barrier of the grid, and stores what the blocks have counted.
const meeting = `.version 7.0
.target sm_70
.address_size 64
.visible .entry meeting(.param .u64 out)
{
	.reg .pred %p;
	.reg .b32 %r<9>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %envreg1;
	mov.u32 %r2, %envreg2;
	mov.b64 %rd2, {%r2, %r1};
	setp.eq.u64 %p, %rd2, 0;
	@%p trap;
	mov.u32 %r3, %nctaid.x;
	mov.u32 %r4, %ctaid.x;
	setp.eq.u32 %p, %r4, 0;
	sub.u32 %r5, 0x80000001, %r3;
	selp.u32 %r5, %r5, 1, %p;
	atom.global.add.u32 %r6, [%rd1], 1;
	atom.add.acq_rel.gpu.u32 %r7, [%rd2+4], %r5;
wait:
	ld.acquire.gpu.u32 %r8, [%rd2+4];
	xor.b32 %r8, %r8, %r7;
	setp.ge.s32 %p, %r8, 0;
	@%p bra wait;
	ld.relaxed.gpu.global.u32 %r6, [%rd1];
	mul.wide.u32 %rd3, %r4, 4;
	add.u64 %rd3, %rd1, %rd3;
	st.global.u32 [%rd3+4], %r6;
	ret;
}
`

// TestGridBarrier lets blocks wait for all others in a cooperative launch, and in one that is not,
// which has no barrier.
func TestGridBarrier(t *testing.T) {
	start(t)
	f := function(t, load(t, meeting), "meeting")
	const blocks = 20
	out := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4 + 4*blocks) })
	for range 2 {
		got := make([]uint32, 1+blocks)
		ok(t, driver.MemcpyHtoD(out, unsafe.Pointer(&got[0]), 4+4*blocks))
		ok(t, driver.LaunchCooperativeKernel(f, blocks, 1, 1, 1, 1, 1, 0, 0, []unsafe.Pointer{p(&out)}))
		ok(t, driver.MemcpyDtoH(unsafe.Pointer(&got[0]), out, 4+4*blocks))
		for i, n := range got {
			if n != blocks {
				t.Fatalf("number %d is %d", i, n)
			}
		}
	}
	if err := driver.LaunchKernel(f, blocks, 1, 1, 1, 1, 1, 0, 0, []unsafe.Pointer{p(&out)}); !errors.Is(err, ptx.FaultTrap) {
		t.Errorf("an ordinary launch: %v, want a trap", err)
	}
}

// none takes nothing.
type none struct{}

func (none) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestStdoutFails lets a kernel print to what does not take it: the call that launches it
// says so, and the context goes on.
func TestStdoutFails(t *testing.T) {
	start(t)
	driver.SetStdout(none{})
	defer driver.SetStdout(os.Stdout)
	f := function(t, load(t, printing), "hello")
	for range 2 {
		err := driver.LaunchKernel(f, 1, 1, 1, 2, 1, 1, 0, 0, nil)
		var lost *ptx.OutputError
		if !errors.Is(err, io.ErrClosedPipe) || !errors.As(err, &lost) || lost.Lost != 12 || lost.Kernel != "hello" || !errors.Is(err, driver.ErrOperatingSystem) {
			t.Errorf("%v", err)
		}
	}
	ok(t, driver.CtxSynchronize())
}

// TestKinds checks that the runtime has all kinds of faults of the interpreter but one.
func TestKinds(t *testing.T) {
	if len(kinds) != int(ptx.FaultLimit)+1 {
		t.Errorf("%d kinds", len(kinds))
	}
}

// TestFreed launches kernels on memory that the driver has freed: both engines say so, with how far in it.
func TestFreed(t *testing.T) {
	var said []string
	for _, text := range []string{fallback.PTX, untranslated} {
		start(t)
		scale := function(t, load(t, text), "scale")
		x := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(1 << 12) })
		ok(t, driver.MemFree(x))
		at, f, n := x+512, float32(1), 4
		err := driver.LaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, 0, []unsafe.Pointer{p(&at), p(&f), p(&n)})
		if err == nil {
			err = driver.CtxSynchronize()
		}
		var fault *ptx.Fault
		if !errors.As(err, &fault) {
			t.Fatalf("%v", err)
		}
		_, words, _ := strings.Cut(fault.Msg, fmt.Sprintf("%#x ", fault.Addr))
		said = append(said, words)
	}
	if want := "is in memory that has been freed: 512 bytes into a buffer of 4096 bytes"; said[0] != want || said[1] != want {
		t.Errorf("%q, want %q", said, want)
	}
}
