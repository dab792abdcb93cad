package driver

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestDevice asks what a device is like.
func TestDevice(t *testing.T) {
	start(t)
	name := must(t, func() (string, error) { return DeviceGetName(0) })
	major, minor, err := DeviceComputeCapability(0)
	if ok(t, err); !strings.Contains(name, "ptx2go") || major != 8 || minor != 9 {
		t.Errorf("%s, sm_%d%d", name, major, minor)
	}
	for a := DeviceAttribute(1); a <= lastAttribute; a++ {
		if v := must(t, func() (int, error) { return DeviceGetAttribute(a, 0) }); v < 0 {
			t.Errorf("attribute %d is %d", a, v)
		}
	}
	own, err := CtxGetAPIVersion(0)
	ok(t, err)
	if n := must(t, DriverGetVersion); n != 12040 || n != own {
		t.Errorf("version %d, %d", n, own)
	}
	_, err = CtxGetAPIVersion(4711)
	wants(t, "version of no context", err, ErrInvalidContext)
	if n := must(t, DeviceGetCount); n != 1 {
		t.Errorf("%d devices", n)
	}
	if d := must(t, CtxGetDevice); d != 0 {
		t.Errorf("device %d", d)
	}
	if n := must(t, func() (int64, error) { return DeviceTotalMem(0) }); n < 64<<20 {
		t.Errorf("%d bytes", n)
	}
}

// as lets the device have a compute capability for a test.
func as(t *testing.T, major, minor int) {
	t.Helper()
	ok(t, SetComputeCapability(major, minor))
	t.Cleanup(func() { ok(t, SetComputeCapability(8, 9)) })
}

// TestLimits asks for what depends on the compute capability.
func TestLimits(t *testing.T) {
	m := start(t)
	f := function(t, m, "add")
	for _, test := range []struct{ capability, threads, blocks, shared, most, occupancy int }{
		{61, 2048, 32, 96 << 10, 48 << 10, 32}, {75, 1024, 16, 64 << 10, 64 << 10, 16}, {86, 1536, 16, 100 << 10, 99 << 10, 16},
		{89, 1536, 24, 100 << 10, 99 << 10, 24}, {90, 2048, 32, 228 << 10, 227 << 10, 32}, {103, 2048, 32, 228 << 10, 227 << 10, 32},
		{121, 1536, 24, 100 << 10, 99 << 10, 24},
	} {
		as(t, test.capability/10, test.capability%10)
		for a, want := range map[DeviceAttribute]int{MaxThreadsPerMultiprocessor: test.threads, MaxBlocksPerMultiprocessor: test.blocks,
			MaxSharedMemoryPerMultiproc: test.shared, MaxSharedMemoryPerBlockOptin: test.most, ComputeCapabilityMajor: test.capability / 10} {
			if got := must(t, func() (int, error) { return DeviceGetAttribute(a, 0) }); got != want {
				t.Errorf("sm_%d: attribute %d is %d, want %d", test.capability, a, got, want)
			}
		}
		if got := must(t, func() (int, error) { return OccupancyMaxActiveBlocksPerMultiprocessor(f, 32, 0) }); got != test.occupancy {
			t.Errorf("sm_%d: %d blocks, want %d", test.capability, got, test.occupancy)
		}
	}
}

// TestResults looks at names and texts.
func TestResults(t *testing.T) {
	for r, x := range results {
		name, err1 := GetErrorName(r)
		text, err2 := GetErrorString(r)
		if err1 != nil || err2 != nil || name != x.name || text != x.text || !strings.HasPrefix(name, "CUDA_") || r.Name() != name || r.String() != text {
			t.Errorf("%d: %s, %s, %v, %v", r, name, text, err1, err2)
		}
		if got := ResultOf(fmt.Errorf("call: %w", &Error{Call: "cuInit", Result: r})); got != r {
			t.Errorf("%d comes back as %d", r, got)
		}
	}
	_, err := GetErrorName(7777)
	wants(t, "no result", err, ErrInvalidValue)
	_, err = GetErrorString(7777)
	wants(t, "no result", err, ErrInvalidValue)
	if got := ErrOutOfMemory.Error(); got != "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory" {
		t.Error(got)
	}
	if got := Result(7777).Error(); got != "CUresult(7777) (7777): unrecognized error code" {
		t.Error(got)
	}
	if got := ResultOf(ErrNotReady); got != ErrNotReady || ResultOf(nil) != Success || ResultOf(errors.New("x")) != ErrUnknown {
		t.Error(got)
	}
}

func TestComputeCapability(t *testing.T) {
	start(t)
	defer SetComputeCapability(8, 9)
	ok(t, SetComputeCapability(12, 1))
	major, minor, err := DeviceComputeCapability(0)
	ok(t, err)
	if major != 12 || minor != 1 {
		t.Errorf("%d.%d", major, minor)
	}
	for a, want := range map[DeviceAttribute]int{ComputeCapabilityMajor: 12, ComputeCapabilityMinor: 1} {
		if v := must(t, func() (int, error) { return DeviceGetAttribute(a, 0) }); v != want {
			t.Errorf("attribute %d is %d", a, v)
		}
	}
	wants(t, "SetComputeCapability", SetComputeCapability(9, 10), ErrInvalidValue)
}

// TestRuns has the targets that a GPU of 9.0 runs.
func TestRuns(t *testing.T) {
	have := capability.Load()
	defer capability.Store(have)
	capability.Store(90)
	for target, want := range map[string]bool{"sm_70": true, "sm_90": true, "sm_90a": true, "sm_80a": false, "sm_100": false, "sm_100f": false, "": true, "sm_xy": true} {
		if got := runs(target); got != want {
			t.Errorf("%s: %t", target, got)
		}
	}
	capability.Store(103)
	for target, want := range map[string]bool{"sm_100f": true, "sm_100a": false, "sm_103a": true, "sm_90a": false, "sm_120f": false} {
		if got := runs(target); got != want {
			t.Errorf("%s: %t", target, got)
		}
	}
}

// TestGranule lets kernels reach to the end of the granule, and copies no further than what was asked for.
func TestGranule(t *testing.T) {
	start(t)
	var bytes [512]byte
	SetGranule(512)
	p, err := MemAlloc(100)
	SetGranule(1)
	ok(t, err)
	if b, off, is := ptx.BufferAt(uint64(p + 511)); !is || off != 511 || len(b) != 512 {
		t.Errorf("kernels see %d bytes, %t", len(b), is)
	}
	ok(t, MemcpyHtoD(p, unsafe.Pointer(&bytes), 100))
	wants(t, "a copy beyond 100 bytes", MemcpyHtoD(p, unsafe.Pointer(&bytes), 101), ErrInvalidValue)
	wants(t, "a copy in the granule", MemsetD8(p+100, 1, 1), ErrInvalidValue)
	if base, n, err := MemGetAddressRange(p + 99); err != nil || base != p || n != 100 {
		t.Errorf("%d bytes at %#x, %v", n, base, err)
	}
	q, err := MemAlloc(100)
	ok(t, err)
	wants(t, "beyond 100 bytes", MemcpyHtoD(q, unsafe.Pointer(&bytes), 101), ErrInvalidValue)
	ok(t, MemFree(p))
	ok(t, MemFree(q))
}

// TestDevices has contexts on several devices.
func TestDevices(t *testing.T) {
	ok(t, Init(0))
	ok(t, SetDevices(3))
	defer SetDevices(1)
	wants(t, "too many", SetDevices(MaxDevices+1), ErrInvalidValue)
	for d := range Device(3) {
		c, err := CtxCreate(0, d)
		ok(t, err)
		if got, err := CtxGetDevice(); err != nil || got != d {
			t.Errorf("the context on %d is on %d, %v", d, got, err)
		}
		ok(t, CtxDestroy(c))
	}
	_, err := CtxCreate(0, 3)
	wants(t, "a fourth device", err, ErrInvalidDevice)
}
