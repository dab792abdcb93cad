package gen

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// ctas32 is a kernel whose addresses have 32 bits, with slice parameters p0, p1, ...
func ctas32(slices int) *Kernel {
	k := ctas("k32")
	k.Addr32 = true
	for i := range slices {
		k.Params = append(k.Params, Param{Name: "p" + string(rune('0'+i)), Type: "u32", Size: 4, Align: 4, Offset: 4 * i})
	}
	return k
}

func panics(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

func TestAddr32(t *testing.T) {
	before := memory.Taken32()
	a, b := ptx.Alloc[uint32](100), ptx.Alloc[float64](3)
	host := make([]uint16, 50)
	ptx.Register(host)
	if Addr32(a[:0]) != 0 || memory.Taken32() != before {
		t.Error("an empty slice has an address")
	}
	x, y, z := Addr32(a), Addr32(b), Addr32(host)
	if x < memory.First32 || x%256 != 0 || y%256 != 0 || uint64(z)%256 != AddrOf(host)%256 {
		t.Errorf("addresses %#x, %#x, %#x", x, y, z)
	}
	if Addr32(a[7:]) != x+28 || Addr32(b[2:]) != y+16 || Addr32(a) != x {
		t.Error("an address inside is not beside the first")
	}
	// Whatever lies between two places is in nobody's memory.
	spans := [][2]uint32{{x, 400}, {y, 24}, {z, 100}}
	for i, s := range spans {
		for _, o := range spans[i+1:] {
			if s[0] < o[0]+o[1]+1 && o[0] < s[0]+s[1]+1 {
				t.Errorf("%#x and %#x touch", s[0], o[0])
			}
		}
	}
	if panics(func() { ptx.Register(host[10:20]) }) == nil {
		t.Error("a part was registered twice")
	}
	if panics(func() { Addr32(make([]byte, 3)) }) == nil {
		t.Error("unknown memory has an address")
	}
	ptx.Free(a)
	ptx.Free(b)
	ptx.Free(host)
	if n := memory.Taken32(); n != before {
		t.Errorf("%d places are taken, %d before", n, before)
	}
}

func TestLaunch32(t *testing.T) {
	before := memory.Taken32()
	known := ptx.Alloc[uint32](4)
	defer ptx.Free(known)
	known[3] = 33
	whole := []uint32{10, 11, 12, 13, 14, 15, 16, 17}
	other := []float32{1.5, 2.5}
	var addr uint32
	body := func(c *CTA) {
		th := c.Thread()
		p, q, o := c.Addr32(0), c.Addr32(1), c.Addr32(2)
		if q != p+8 || c.Addr32(3) != 0 || c.Addr32(4) != Addr32(known) {
			t.Errorf("addresses %#x %#x %#x %#x %#x", p, q, o, c.Addr32(3), c.Addr32(4))
		}
		if th.LoadU32(uint64(q)) != 12 || th.LoadU32(uint64(p)+28) != 17 || th.LoadF32(uint64(o)+4) != 2.5 || th.LoadU32(uint64(Addr32(known))+12) != 33 {
			t.Error("what was loaded is wrong")
		}
		th.StoreU32(uint64(q+4), 99)
		AtomAddU32(th.PtrU32(uint64(o)), 1)
		addr = o
	}
	k := ctas32(5)
	err := k.Run(context.Background(), Launch{Shared: 64}, body, BytesOf(whole[:6]), BytesOf(whole[2:]), BytesOf(other), nil, BytesOf(known))
	if err != nil {
		t.Fatal(err)
	}
	if whole[3] != 99 || *(*uint32)(unsafe.Pointer(&other[0])) != 0x3fc00001 {
		t.Error("what was stored is wrong", whole, other)
	}
	if n := memory.Taken32(); n != before+1 { // known is left
		t.Errorf("%d places are taken, %d before", n, before)
	}

	// By name: slices, addresses, and null.
	k.Raw = func(a *RawArgs) func(*CTA) {
		SliceArg[uint32](a, 0)
		SliceArg[uint32](a, 1)
		SliceArg[float32](a, 2)
		SliceArg[float32](a, 3)
		SliceArg[uint32](a, 4)
		return body
	}
	whole[3], other[0] = 13, 1.5
	if err := k.LaunchArgs(context.Background(), Launch{}, whole[:6], whole[2:], other, nil, Addr32(known)); err != nil {
		t.Fatal(err)
	}
	if whole[3] != 99 || addr == 0 {
		t.Error("what was stored is wrong")
	}
	err = k.LaunchArgs(context.Background(), Launch{}, whole, whole, other, nil, uint64(1))
	if err == nil || !strings.Contains(err.Error(), "uint64 for a .u32 of 4 bytes") {
		t.Error(err)
	}
	if n := memory.Taken32(); n != before+1 {
		t.Errorf("%d places are taken, %d before", n, before)
	}
	rest, ok := memory.Take32(0, 3<<30+1<<28)
	if !ok {
		t.Fatal("no room")
	}
	defer memory.Give32(rest)
	err = k.Run(context.Background(), Launch{}, body, make(Buffer, 1<<28))
	if f := (*ptx.Fault)(nil); !errors.As(err, &f) || !strings.Contains(f.Msg, "no room for 268435456 bytes among the 32-bit addresses") {
		t.Error(err)
	}
}

func TestLaunch32Raw(t *testing.T) {
	dev := ptx.Alloc[uint32](8)
	defer ptx.Free(dev)
	k := ctas32(2)
	k.Raw = func(a *RawArgs) func(*CTA) {
		x, y := SliceArg[uint32](a, 0), SliceArg[uint32](a, 1)
		return func(c *CTA) {
			x[1] += c.Addr32(0)
			if y != nil || c.Addr32(1) != 0 {
				t.Error("null is a slice")
			}
		}
	}
	x, null := Addr32(dev[2:]), uint32(0)
	if err := k.LaunchRaw(context.Background(), Launch{}, unsafe.Pointer(&x), unsafe.Pointer(&null)); err != nil {
		t.Fatal(err)
	}
	if dev[3] != x {
		t.Errorf("got %#x, want %#x", dev, x)
	}
}

func TestWindows32(t *testing.T) {
	constant := Const(NewModule("addr32.ptx", "addr32").Default(), "constant32", 4, uint32(7))
	k := ctas32(1)
	k.Shared = 40
	buf := make([]uint32, 4)
	err := inThread(Launch{}, k, func(th *Thread) {
		th.SharedStoreU32(36, 5)
		s := th.SharedToGeneric32(36)
		off := th.Alloca(8, 8)
		l := th.LocalToGeneric32(off)
		th.StoreU64(l, 6)
		g, c := uint64(th.Addr32(0)), uint64(Addr32(constant))
		for _, a := range []uint64{s, l, g, c} {
			if a == 0 || a >= 1<<32 {
				t.Errorf("address %#x", a)
			}
		}
		if th.LoadU32(s) != 5 || th.LoadU32(l) != 6 || th.LoadU32(c) != 7 || th.LocalLoadU32(off) != 6 {
			t.Error("what was loaded is wrong")
		}
		if th.GenericToShared32(s) != 36 || th.GenericToLocal32(l) != off {
			t.Error("back into the window")
		}
		if ptx.Slice[uint32](th.Caller(), s-36, 10)[9] != 5 || ptx.Slice[uint32](th.Caller(), l, 2)[0] != 6 || len(ptx.Slice[uint32](th.Caller(), g+4, 3)) != 3 {
			t.Error("slices")
		}
		is := func(a uint64) [4]bool {
			return [4]bool{th.IsShared32(a), th.IsLocal32(a), th.IsConst32(a), th.IsGlobal32(a)}
		}
		for i, a := range []uint64{s, l, c, g} {
			want := [4]bool{}
			want[i] = true
			if is(a) != want {
				t.Errorf("%#x is in %v", a, is(a))
			}
		}
		a := th.Malloc(100)
		th.StoreU64(a+88, 8)
		if a == 0 || a >= 1<<32 || th.LoadU64(a+88) != 8 || !th.IsGlobal32(a) {
			t.Errorf("the heap is at %#x", a)
		}
		th.Free(a)
	}, BytesOf(buf))
	if err != nil {
		t.Fatal(err)
	}
}

func TestFaults32(t *testing.T) {
	buf := make([]uint32, 4)
	for _, c := range []struct {
		f    func(th *Thread, x []uint32)
		kind ptx.FaultKind
		off  uint64 // of the address, behind the buffer's
		msg  string
	}{
		{func(th *Thread, x []uint32) { th.LoadU32(uint64(th.Addr32(0)) + 16) }, ptx.FaultAddress, 16, "0 bytes past the end of a buffer of 16 bytes"},
		{func(th *Thread, x []uint32) { th.LoadU64(uint64(th.Addr32(0)) + 12) }, ptx.FaultMisaligned, 12, "is not a multiple of 8"},
		{func(th *Thread, x []uint32) { LoadU32(BytesOf(x), 16) }, ptx.FaultAddress, 16, "outside of its buffer of 16 bytes"},
		{func(th *Thread, x []uint32) { th.Free(uint64(th.Addr32(0))) }, ptx.FaultHeap, 0, "is not in use"},
		{func(th *Thread, x []uint32) { ptx.Slice[uint32](th.Caller(), uint64(th.Addr32(0)), 5) }, ptx.FaultAddress, 0, "reaches over the end of a buffer of 16 bytes"},
	} {
		var base uint32
		err := inThread(Launch{}, ctas32(1), func(th *Thread) {
			base = th.Addr32(0)
			c.f(th, buf)
		}, BytesOf(buf))
		var f *ptx.Fault
		if !errors.As(err, &f) || f.Kind != c.kind || f.Addr != uint64(base)+c.off || !strings.Contains(f.Msg, c.msg) {
			t.Errorf("%v, the buffer is at %#x; want %s, %+d, %q", err, base, c.kind, c.off, c.msg)
		}
	}
	// A 64-bit address of the host means nothing here.
	err := inThread(Launch{}, ctas32(1), func(th *Thread) { th.LoadU32(AddrOf(buf)) }, BytesOf(buf))
	if f := (*ptx.Fault)(nil); !errors.As(err, &f) || f.Kind != ptx.FaultAddress {
		t.Error(err)
	}
}

// TestConcurrent32 launches from many goroutines while others make memory known.
func TestConcurrent32(t *testing.T) {
	before := memory.Taken32()
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for range 50 {
				known, own := ptx.Alloc[uint32](64), make([]uint32, 64)
				known[5], own[9] = uint32(g), 1
				err := inThread(Launch{Grid: ptx.D1(4)}, ctas32(1), func(th *Thread) {
					if th.LoadU32(uint64(Addr32(known))+20) != uint32(g) || th.LoadU32(uint64(th.Addr32(0))+36) != 1 {
						t.Error("the memory of another launch")
					}
				}, BytesOf(own))
				if err != nil {
					t.Error(err)
				}
				ptx.Free(known)
			}
		})
	}
	wait.Wait()
	if n := memory.Taken32(); n != before {
		t.Errorf("%d places are taken, %d before", n, before)
	}
}
