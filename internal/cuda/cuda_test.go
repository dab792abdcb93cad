//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
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

// open opens the stand-in for the driver.
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
		for attribute, what := range map[int32]string{9001: "allocations", 9002: "modules"} {
			var n int32
			if d.api.deviceGetAttribute(&n, attribute, 7); n != 0 {
				t.Errorf("%d %s were not freed", n, what)
			}
		}
	})
	return d, c
}

func loaded(t *testing.T, c *Context, entry string) (*Module, *Function) {
	t.Helper()
	m, err := c.Load([]byte(".version 7.8\n.target sm_90\n.visible .global .align 4 .u32 table[8];\n.visible .const .b64 one;\n.visible .entry " + entry + "(.param .u64 p) { ret; }\n"))
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
	i.Driver = "" // of the machine
	if want := (Info{Name: "Test GPU", Major: 9, Multiprocessor: 1, Memory: 1 << 34, CUDA: "12.8"}); i != want {
		t.Errorf("%+v, want %+v", i, want)
	}
	if i.Target() != "sm_90" || i.Arch() != 90 {
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
	if _, err := c.Alloc(1 << 40); Code(err) != 2 {
		t.Error(err)
	}
	if err := (&Buffer{Addr: 4096, ctx: c}).Free(); Code(err) != 1 || Lost(err) {
		t.Error(err)
	}
}

func TestModule(t *testing.T) {
	_, c := open(t)
	m, _ := loaded(t, c, "addone")
	if m.Log != "info    : 0 bytes gmem" {
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
		".version 7.8\n.target sm_90\nsyntax_error\n": {InvalidPTX, "ptxas application ptx input, line 3; fatal   : Parsing error near 'syntax_error': syntax error"},
		".version 9.4\n.target sm_90\n":               {UnsupportedPTXVersion, ""},
		".version 8.8\n.target sm_120\n":              {NoBinaryForGPU, ""},
	} {
		_, err := c.Load([]byte(text))
		var e *Error
		if !errors.As(err, &e) || e.Code != want.code || e.Log != want.log || e.Call != "cuModuleLoadDataEx" {
			t.Errorf("%q: %v", text, err)
		}
		if want.log != "" && !strings.HasSuffix(err.Error(), "\n"+want.log) {
			t.Errorf("%q does not end in the log", err)
		}
	}
	if _, err := c.Load([]byte("a\x00b")); err == nil {
		t.Error("a zero byte")
	}
}

func TestLaunch(t *testing.T) {
	_, c := open(t)
	_, addone := loaded(t, c, "addone")
	b := alloc(t, c, []byte{1, 0, 0, 0, 255, 255, 0, 0})
	one := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{32, 1, 1}}
	for range 2 {
		if err := addone.Launch(one, u64(b.Addr), u32(2)); err != nil {
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
	if err := addone.Launch(Config{Grid: one.Grid}, u64(b.Addr), u32(2)); Code(err) != 1 {
		t.Errorf("a block without threads: %v", err)
	}
	if err := addone.Launch(one, nil); err == nil {
		t.Error("a parameter without bytes")
	}
}

func TestSharedMemory(t *testing.T) {
	d, c := open(t)
	_, dynamic := loaded(t, c, "dynamic")
	b := alloc(t, c, make([]byte, 4))
	for _, size := range []int{0, 48 << 10, 48<<10 + 4, 200 << 10, 100 << 10} {
		cfg := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Shared: size}
		if err := dynamic.Launch(cfg, u64(b.Addr)); err != nil {
			t.Errorf("%d bytes: %v", size, err)
			continue
		}
		got := make([]byte, 4)
		if err := b.Read(got); err != nil || int(binary.LittleEndian.Uint32(got)) != size {
			t.Errorf("%d bytes: % x %v", size, got, err)
		}
	}
	cfg := Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Shared: 1 << 20}
	if err := dynamic.Launch(cfg, u64(b.Addr)); err == nil || !strings.Contains(err.Error(), "cuFuncSetAttribute") {
		t.Error(err)
	}
	cfg = Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Cooperative: true}
	if err := dynamic.Launch(cfg, u64(b.Addr)); err != nil {
		t.Error(err)
	}
	cfg.Grid[0] = 2
	if err := dynamic.Launch(cfg, u64(b.Addr)); Code(err) != 720 || Lost(err) {
		t.Error(err)
	}
	if err := c.SetStackLimit(4096); err != nil {
		t.Error(err)
	}
	var n int32
	if d.api.deviceGetAttribute(&n, 9003, 7); n != 4096 {
		t.Errorf("stack of %d bytes", n)
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
				err := cp.Launch(Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}}, u64(to.Addr), u64(from.Addr), u32(100))
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

func TestTimeLimit(t *testing.T) {
	_, c := open(t)
	_, spin := loaded(t, c, "spin")
	if err := spin.Launch(Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}}); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("still running")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, cause)
	defer cancel()
	if err := c.Synchronize(ctx); !errors.Is(err, cause) {
		t.Error(err)
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
