package gen

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// TestAddresses allocates by address, and asks what lies behind addresses.
func TestAddresses(t *testing.T) {
	used, total := ptx.MemoryInfo()
	if used > total {
		t.Fatalf("%d bytes of %d in use", used, total)
	}
	a, err := ptx.AllocAddr(1000)
	if err != nil || a%memory.Align != 0 {
		t.Fatal(a, err)
	}
	if now, _ := ptx.MemoryInfo(); now != used+1000 {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
	for _, off := range []uint64{0, 1, 999} {
		b, at, ok := ptx.BufferAt(a + off)
		if !ok || at != off || len(b) != 1000 || AddrOf(b) != a {
			t.Errorf("at %d: %d bytes, offset %d, %v", off, len(b), at, ok)
		}
	}
	b, _, _ := ptx.BufferAt(a)
	b[999] = 7
	if err := inThread(Launch{}, &Kernel{Name: "k", Mode: CTAs}, func(th *Thread) {
		if th.LoadU8(a+999) != 7 {
			t.Error("a kernel sees other memory")
		}
	}); err != nil {
		t.Error(err)
	}
	own := make([]uint32, 10)
	if err := ptx.RegisterBuffer(BytesOf(own[2:8])); err != nil {
		t.Error(err)
	}
	for _, part := range [][]uint32{own, own[:3], own[7:], own[4:5]} {
		if err := ptx.RegisterBuffer(BytesOf(part)); !errors.Is(err, ptx.ErrRegistered) {
			t.Errorf("%d known elements: %v", len(part), err)
		}
	}
	if err := ptx.RegisterBuffer(nil); err != nil {
		t.Error(err)
	}
	ptx.Free(own[2:8])
	ptx.Register(own)
	if b, off, ok := ptx.BufferAt(AddrOf(own) + 6); !ok || off != 6 || len(b) != 40 {
		t.Errorf("registered: %d bytes, offset %d, %v", len(b), off, ok)
	}
	if err := ptx.FreeAddr(AddrOf(own)); err != nil {
		t.Error(err)
	}
	for _, addr := range []uint64{a + 1000, a - 1, 0, 5, 1<<64 - 1, AddrOf(own)} {
		if b, off, ok := ptx.BufferAt(addr); ok {
			t.Errorf("at %#x: %d bytes, offset %d", addr, len(b), off)
		}
	}
	if err := ptx.FreeAddr(a + 8); !errors.Is(err, ptx.ErrNotAllocated) {
		t.Errorf("FreeAddr inside: %v", err)
	}
	if err := ptx.FreeAddr(a); err != nil {
		t.Error(err)
	}
	if err := ptx.FreeAddr(a); !errors.Is(err, ptx.ErrNotAllocated) {
		t.Errorf("FreeAddr again: %v", err)
	}
	if again, err := ptx.AllocAddr(1000); again != a {
		t.Errorf("at %#x, it was at %#x: %v", again, a, err)
	}
	ptx.FreeAddr(a)
	if zero, err := ptx.AllocAddr(0); zero != 0 || err != nil || ptx.FreeAddr(0) != nil {
		t.Errorf("nothing at %#x: %v", zero, err)
	}
	if now, _ := ptx.MemoryInfo(); now != used {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
}

// TestOutOfMemory asks for more than there is: by address it is an error, and else a panic
// with one; what a module has taken before it is free again.
func TestOutOfMemory(t *testing.T) {
	used, total := ptx.MemoryInfo()
	defer ptx.SetMemoryLimit(0)
	ptx.SetMemoryLimit(used + 1000)
	if _, err := ptx.AllocAddr(1001); !errors.Is(err, ptx.ErrOutOfMemory) || !strings.Contains(err.Error(), "1001 bytes") {
		t.Errorf("AllocAddr: %v", err)
	}
	panics := func(what string, fn func()) {
		t.Helper()
		defer func() {
			if err, _ := recover().(error); !errors.Is(err, ptx.ErrOutOfMemory) {
				t.Errorf("%s: %v", what, err)
			}
		}()
		fn()
	}
	panics("Alloc", func() { ptx.Alloc[uint32](251) })
	m := NewModule("full.ptx", "")
	Variables(m, func(in *Instance) *int {
		Global[byte](in, "a", 500)
		Global[byte](in, "none", 0)
		Const[byte](in, "b", 501)
		return nil
	})
	panics("Load", func() { m.Load() })
	if now, _ := ptx.MemoryInfo(); now != used {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
	ptx.SetMemoryLimit(0)
	if _, now := ptx.MemoryInfo(); now != total {
		t.Errorf("the machine has %d bytes, %d before", now, total)
	}
	in := m.Load()
	a, _ := in.Get("a")
	if b, off, ok := ptx.BufferAt(AddrOf(a) + 499); !ok || off != 499 || unsafe.SliceData(b) != unsafe.SliceData(a) {
		t.Errorf("variable a: %d bytes, offset %d, %v", len(b), off, ok)
	}
	if none, _ := in.Get("none"); AddrOf(none) == 0 {
		t.Error("an empty variable has no address")
	}
	if now, _ := ptx.MemoryInfo(); now != used+1002 {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
	c, _ := in.Get("b")
	found := map[uint64]int{}
	for _, b := range ptx.Buffers() {
		found[AddrOf(b)] = len(b)
	}
	if found[AddrOf(a)] != 500 || found[AddrOf(c)] != 0 {
		t.Errorf("known to be written: %d bytes of a, %d of b", found[AddrOf(a)], found[AddrOf(c)])
	}
	in.Unload()
	if now, _ := ptx.MemoryInfo(); now != used {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
}
