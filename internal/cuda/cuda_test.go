//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda/testlib"
)

var libPath string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "libcuda-")
	if err != nil {
		panic(err)
	}
	lib, err := testlib.Build(dir)
	if err != nil && !errors.Is(err, testlib.ErrNoCompiler) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	libPath = lib
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// open opens the driver that runs on the CPU.
func open(t *testing.T) (*Driver, *Context) {
	t.Helper()
	if libPath == "" {
		t.Skipf("SKIPPED: %v", testlib.ErrNoCompiler)
	}
	t.Setenv(LibraryVariable, libPath)
	d, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Context(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return d, c
}

// kernels are a module:
//
//	copy(u64 to, u64 from, u32 n)   n words
//	addone(u64 p, u32 n)            p[i]++ for n words, a thread each
//	dynamic(u64 p)                  p[0] = bytes of dynamic shared memory
//	long()                          runs for a second or more
const kernels = `.version 7.8
.target sm_80
.address_size 64
.visible .global .align 4 .u32 table[8];
.visible .const .b64 one;
.visible .entry copy(.param .u64 to, .param .u64 from, .param .u32 n)
{
	.reg .pred %p;
	.reg .b32 %n, %x;
	.reg .b64 %to, %from;
	ld.param.u64 %to, [to];
	ld.param.u64 %from, [from];
	ld.param.u32 %n, [n];
again:
	ld.global.u32 %x, [%from];
	st.global.u32 [%to], %x;
	add.u64 %from, %from, 4;
	add.u64 %to, %to, 4;
	sub.u32 %n, %n, 1;
	setp.ne.u32 %p, %n, 0;
	@%p bra again;
	ret;
}
.visible .entry addone(.param .u64 p, .param .u32 n)
{
	.reg .pred %p;
	.reg .b32 %n, %i, %x;
	.reg .b64 %at, %off;
	ld.param.u64 %at, [p];
	ld.param.u32 %n, [n];
	mov.u32 %i, %tid.x;
	setp.ge.u32 %p, %i, %n;
	@%p ret;
	mul.wide.u32 %off, %i, 4;
	add.u64 %at, %at, %off;
	ld.global.u32 %x, [%at];
	add.u32 %x, %x, 1;
	st.global.u32 [%at], %x;
	ret;
}
.visible .entry dynamic(.param .u64 p)
{
	.reg .b32 %n;
	.reg .b64 %at;
	ld.param.u64 %at, [p];
	mov.u32 %n, %dynamic_smem_size;
	st.global.u32 [%at], %n;
	ret;
}
.visible .entry long()
{
	.reg .pred %p;
	.reg .b32 %n;
	mov.u32 %n, 0;
again:
	add.u32 %n, %n, 1;
	setp.lt.u32 %p, %n, 5000000;
	@%p bra again;
	ret;
}
`

func loaded(t *testing.T, c *Context, entry string) (*Module, *Function) {
	t.Helper()
	m, err := c.Load([]byte(kernels))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Unload(); err != nil {
			t.Error(err)
		}
	})
	f, err := m.Function(entry)
	if err != nil {
		t.Fatal(err)
	}
	return m, f
}

func alloc(t *testing.T, c *Context, data []byte) *Buffer {
	t.Helper()
	b, err := c.Alloc(len(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Free(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Write(data); err != nil {
		t.Fatal(err)
	}
	return b
}

func u32(x uint32) []byte { return binary.LittleEndian.AppendUint32(nil, x) }
func u64(x uint64) []byte { return binary.LittleEndian.AppendUint64(nil, x) }

func TestInfo(t *testing.T) {
	d, _ := open(t)
	n, err := d.Devices()
	if err != nil || n != 1 {
		t.Errorf("%d devices, %v", n, err)
	}
	i, err := d.Info(0)
	if err != nil {
		t.Fatal(err)
	}
	if i.Memory < 1<<20 || i.Multiprocessor < 1 {
		t.Errorf("%+v", i)
	}
	i.Driver, i.Memory, i.Multiprocessor = "", 0, 0 // of the machine
	if want := (Info{Name: "ptx2go on " + runtime.GOARCH, Major: 8, Minor: 9, CUDA: "12.4"}); i != want {
		t.Errorf("%+v, want %+v", i, want)
	}
	if i.Target() != "sm_89" || i.Arch() != 89 {
		t.Errorf("%s %d", i.Target(), i.Arch())
	}
	if _, err := d.Info(1); Code(err) != 101 || !strings.Contains(err.Error(), "cuDeviceGet: CUDA_ERROR_INVALID_DEVICE (101): invalid device ordinal") {
		t.Error(err)
	}
	if _, err := d.Context(1); Code(err) != 101 {
		t.Error(err)
	}
}

func TestNoLibrary(t *testing.T) {
	t.Setenv(LibraryVariable, "/does/not/exist/libcuda.so.1")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "no NVIDIA driver") {
		t.Error(err)
	}
	t.Setenv(LibraryVariable, "libc.so.6")
	if _, err := Open(); err == nil || !strings.Contains(err.Error(), "has no cuInit") {
		t.Error(err)
	}
}

func TestMemory(t *testing.T) {
	_, c := open(t)
	data := []byte("some bytes")
	b := alloc(t, c, data)
	if b.Addr%256 != 0 || b.Addr == 0 {
		t.Errorf("address %#x", b.Addr)
	}
	got := make([]byte, 4)
	if err := b.Read(got); err != nil || string(got) != "some" {
		t.Errorf("%q %v", got, err)
	}
	if err := b.Clear(); err != nil {
		t.Error(err)
	}
	got = make([]byte, len(data))
	if err := b.Read(got); err != nil || !bytes.Equal(got, make([]byte, len(data))) {
		t.Errorf("%q %v", got, err)
	}
	if err := b.Write(make([]byte, len(data)+1)); err == nil {
		t.Error("a write beyond the end")
	}
	if err := b.Read(make([]byte, len(data)+1)); err == nil {
		t.Error("a read beyond the end")
	}
	empty := alloc(t, c, nil)
	if err := errors.Join(empty.Write(nil), empty.Read(nil), empty.Clear()); err != nil {
		t.Error(err)
	}
	if _, err := c.Alloc(-1); err == nil {
		t.Error("a negative size")
	}
	if _, err := c.Alloc(1 << 50); Code(err) != 2 {
		t.Error(err)
	}
	if err := (&Buffer{Addr: 4096, ctx: c}).Free(); Code(err) != 1 || Lost(err) {
		t.Error(err)
	}
}

func TestModule(t *testing.T) {
	_, c := open(t)
	m, _ := loaded(t, c, "addone")
	if m.Log != "" {
		t.Errorf("log %q", m.Log)
	}
	for name, size := range map[string]int{"table": 32, "one": 8} {
		if g, err := m.Global(name); err != nil || g.Size != size {
			t.Errorf("%s: %+v %v", name, g, err)
		}
	}
	if _, err := m.Global("none"); Code(err) != 500 || !strings.Contains(err.Error(), "cuModuleGetGlobal(none): CUDA_ERROR_NOT_FOUND") {
		t.Error(err)
	}
	if _, err := m.Function("none"); Code(err) != 500 {
		t.Error(err)
	}
	for text, want := range map[string]struct {
		code int
		log  string
	}{
		".version 7.8\n.target sm_90\n.address_size 64\nsyntax_error\n": {InvalidPTX, "module.ptx:4:1: error: "},
		".version 9.9\n.target sm_90\n":                                 {UnsupportedPTXVersion, "module.ptx:1:10: warning: PTX 9.9 is newer than "},
		".version 8.8\n.target sm_200\n":                                {NoBinaryForGPU, "module.ptx:2:9: warning: sm_200 is newer than "},
	} {
		_, err := c.Load([]byte(text))
		var e *Error
		if !errors.As(err, &e) || e.Code != want.code || !strings.HasPrefix(e.Log, want.log) || e.Call != "cuModuleLoadDataEx" {
			t.Errorf("%q: %v", text, err)
		}
		if !strings.Contains(err.Error(), "\n"+want.log) {
			t.Errorf("%q has no log", err)
		}
	}
	if _, err := c.Load([]byte("a\x00b")); err == nil {
		t.Error("a zero byte")
	}
}

// TestLink links two modules, and one with what no other has.
func TestLink(t *testing.T) {
	_, c := open(t)
	const head = ".version 7.8\n.target sm_80\n.address_size 64\n"
	one := []byte(head + ".extern .func (.param .b32 r) three ();\n.visible .entry k(.param .u64 p) {\n\t.reg .b32 %r;\n\t.reg .b64 %p;\n" +
		"\t{\n\t.param .b32 r;\n\tcall.uni (r), three, ();\n\tld.param.b32 %r, [r];\n\t}\n\tld.param.u64 %p, [p];\n\tst.global.u32 [%p], %r;\n\tret;\n}\n")
	two := []byte(head + ".visible .func (.param .b32 r) three () { st.param.b32 [r], 3; ret; }\n")
	m, err := c.Load(one, two)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Function("k")
	if err != nil {
		t.Fatal(err)
	}
	b := alloc(t, c, make([]byte, 4))
	if err := f.Launch(t.Context(), Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}}, u64(b.Addr)); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4)
	if err := b.Read(got); err != nil || !bytes.Equal(got, u32(3)) {
		t.Errorf("% x %v", got, err)
	}
	if err := m.Unload(); err != nil {
		t.Error(err)
	}
	_, err = c.Load(one, []byte(head))
	if err == nil || !strings.Contains(err.Error(), "three") {
		t.Error(err)
	}
}

func TestLaunch(t *testing.T) {
	_, c := open(t)
	_, addone := loaded(t, c, "addone")
	b := alloc(t, c, []byte{1, 0, 0, 0, 255, 255, 0, 0})
	one := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{32, 1, 1}}
	for range 2 {
		if err := addone.Launch(t.Context(), one, u64(b.Addr), u32(2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Synchronize(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 8)
	if err := b.Read(got); err != nil || !bytes.Equal(got, []byte{3, 0, 0, 0, 1, 0, 1, 0}) {
		t.Errorf("% x %v", got, err)
	}
	if err := addone.Launch(t.Context(), Config{Grid: one.Grid}, u64(b.Addr), u32(2)); Code(err) != 1 {
		t.Errorf("a block without threads: %v", err)
	}
	if err := addone.Launch(t.Context(), one, nil); err == nil {
		t.Error("a parameter without bytes")
	}
}

func TestSharedMemory(t *testing.T) {
	_, c := open(t)
	_, dynamic := loaded(t, c, "dynamic")
	b := alloc(t, c, make([]byte, 4))
	for _, size := range []int{0, 48 << 10, 48<<10 + 4, 200 << 10, 100 << 10} {
		cfg := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Shared: size}
		if err := dynamic.Launch(t.Context(), cfg, u64(b.Addr)); err != nil {
			t.Errorf("%d bytes: %v", size, err)
			continue
		}
		got := make([]byte, 4)
		if err := b.Read(got); err != nil || int(binary.LittleEndian.Uint32(got)) != size {
			t.Errorf("%d bytes: % x %v", size, got, err)
		}
	}
	cfg := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Shared: 1 << 20}
	if err := dynamic.Launch(t.Context(), cfg, u64(b.Addr)); err == nil || !strings.Contains(err.Error(), "cuFuncSetAttribute") {
		t.Error(err)
	}
	cfg = Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Cooperative: true}
	if err := dynamic.Launch(t.Context(), cfg, u64(b.Addr)); err != nil {
		t.Error(err)
	}
	cfg.Grid[0] = 1 << 20
	if err := dynamic.Launch(t.Context(), cfg, u64(b.Addr)); Code(err) != 720 || Lost(err) {
		t.Error(err)
	}
	if err := c.SetStackLimit(4096); err != nil {
		t.Error(err)
	}
}

// TestThreads uses the context from goroutines on several threads of the system.
func TestThreads(t *testing.T) {
	_, c := open(t)
	_, cp := loaded(t, c, "copy")
	var wg sync.WaitGroup
	for i := range 8 {
		from, to := alloc(t, c, bytes.Repeat([]byte{byte(i), 1, 2, 3}, 100)), alloc(t, c, make([]byte, 400))
		wg.Go(func() {
			for range 20 {
				err := cp.Launch(t.Context(), Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}}, u64(to.Addr), u64(from.Addr), u32(100))
				got := make([]byte, 400)
				if err := errors.Join(err, c.Synchronize(context.Background()), to.Read(got)); err != nil || got[396] != byte(i) || got[399] != 3 {
					t.Errorf("% x %v", got[396:], err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestTimeLimit has a kernel that runs for longer than it may.
func TestTimeLimit(t *testing.T) {
	_, c := open(t)
	_, long := loaded(t, c, "long")
	cause := errors.New("still running")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, cause)
	defer cancel()
	err := long.Launch(ctx, Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}})
	if err == nil {
		err = c.Synchronize(ctx)
	}
	if !errors.Is(err, cause) {
		t.Error(err)
	}
}

// TestLogText joins what a compiler has written.
func TestLogText(t *testing.T) {
	if got := logText([]byte("error\n\x00rest"), []byte("\x00"), []byte("info")); got != "error\ninfo" {
		t.Errorf("%q", got)
	}
}

func TestKernelDriver(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build  (dvs-builder@U16-I3-B07-5-3)  Thu Jan 23\nGCC version:  gcc version 12.3.0\n": "570.86.15",
		"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun  6 22:20:39 UTC 2023\n":                                                                       "535.54.03",
		"580.65\n":    "580.65",
		"something\n": "",
	} {
		if err := os.WriteFile(dir+"/version", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := kernelDriver(dir+"/none", dir+"/version"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLost(t *testing.T) {
	for _, code := range []int{700, 719, 710} {
		if !Lost(fmt.Errorf("x: %w", &Error{Code: code})) {
			t.Errorf("%d", code)
		}
	}
	for _, code := range []int{0, 1, 218, 701} {
		if Lost(&Error{Code: code}) {
			t.Errorf("%d", code)
		}
	}
	if Lost(nil) || Lost(errors.New("x")) {
		t.Error("no error of the driver")
	}
}
