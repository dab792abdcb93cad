package gen

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// inThread runs f in the only thread of a launch.
func inThread(l Launch, k *Kernel, f func(t *Thread), bufs ...Buffer) error {
	return k.Run(context.Background(), l, func(c *CTA) { f(c.Thread()) }, bufs...)
}

func TestGenericMemory(t *testing.T) {
	heap := ptx.Alloc[uint64](8)
	defer ptx.Free(heap)
	arg, listed, hidden := make([]uint32, 64)[:16:16], make([]float32, 64)[:16:16], make([]uint64, 4)
	k := ctas("k")
	k.Shared = 40
	l := Launch{Shared: 64, Buffers: []Buffer{BytesOf(listed)}}
	err := inThread(l, k, func(th *Thread) {
		for i := range arg {
			th.StoreU32(AddrOf(arg)+uint64(4*i), uint32(i)+1)
			th.StoreF32(AddrOf(listed)+uint64(4*i), float32(i)+0.5)
		}
		th.StoreU64(AddrOf(heap)+56, 1<<63|5)
		th.StoreF64(AddrOf(heap), math.Pi)
		th.StoreU16(AddrOf(heap)+10, 0xbeef)
		th.StoreU8(AddrOf(heap)+15, 0x77)
		if th.LoadU64(AddrOf(heap)+56) != 1<<63|5 || th.LoadF64(AddrOf(heap)) != math.Pi ||
			th.LoadU64(AddrOf(heap)+8) != 0x77000000_beef0000 || th.CTA.LoadU16(AddrOf(heap)+10) != 0xbeef ||
			th.CTA.LoadU8(AddrOf(heap)+15) != 0x77 {
			t.Errorf("heap is %#x", heap)
		}
		if *th.PtrU32(AddrOf(arg) + 60) != 16 || th.CTA.LoadU32Volatile(AddrOf(arg)+4) != 2 || th.LoadF32Volatile(AddrOf(listed)) != 0.5 {
			t.Error("arg")
		}
		if v := At[[4]uint32](th, AddrOf(arg)); *v != [4]uint32{1, 2, 3, 4} {
			t.Errorf("vector %v", *v)
		}

		// Shared memory: one window for static, dynamic and generic access.
		if th.DynamicOffset() != 128 || th.SharedSize() != 192 || th.DynamicSize() != 64 {
			t.Errorf("shared layout: %d %d %d", th.DynamicOffset(), th.SharedSize(), th.DynamicSize())
		}
		s := SharedAs[struct {
			A [9]uint32
			B float32
		}](th.CTA)
		s.A[3], s.B = 33, 1.5
		d := SharedFrom[uint16](th.CTA, int(th.CTA.DynamicOffset()))
		if len(d) != 32 {
			t.Errorf("%d elements of dynamic shared memory", len(d))
		}
		d[31] = 0xabcd
		th.SharedStoreU8(191, 0xef)
		g := th.SharedToGeneric(36)
		if th.LoadF32(g) != 1.5 || th.SharedLoadU32(12) != 33 || th.LoadU16(th.SharedToGeneric(190)) != 0xefcd || *th.SharedPtrF32(36) != 1.5 {
			t.Error("shared")
		}
		if !th.IsShared(g) || th.IsLocal(g) || th.IsGlobal(g) || th.GenericToShared(g) != 36 || uint32(g) != 36 || g == 0 {
			t.Errorf("shared address %#x", g)
		}

		// Local memory.
		f := Frame[[4]uint32](th)
		off := th.FrameBase()
		f[2] = 7
		th.StoreU8Volatile(th.LocalToGeneric(off+3), 0xff)
		th.LocalStoreF64(off+8, 0.25)
		if *f != [4]uint32{0xff000000, 0, 0, 0x3fd00000} || th.LocalLoadU64(off+8) != 0x3fd00000_00000000 {
			t.Errorf("frame %#x", *f)
		}
		g = th.LocalToGeneric(off)
		if !th.IsLocal(g) || th.IsShared(g) || th.IsGlobal(g) || th.GenericToLocal(g) != off || off == 0 {
			t.Errorf("local address %#x", g)
		}
		if g := AddrOf(arg); !th.IsGlobal(g) || th.IsConst(g) || th.IsLocal(g) || th.IsShared(g) {
			t.Error("global address")
		}
	}, BytesOf(arg))
	if err != nil {
		t.Fatal(err)
	}
	if arg[5] != 6 || listed[5] != 5.5 || heap[1] != 0x77000000_beef0000 {
		t.Errorf("%v %v %#x", arg, listed, heap)
	}

	a := AddrOf(arg)
	for name, f := range map[string]func(t *Thread){
		"address 0x0 is a null pointer":                       func(t *Thread) { t.LoadU32(0) },
		"address 0x8 is 8 bytes past a null pointer":          func(t *Thread) { t.StoreU8(8, 1) },
		"is not a multiple of 4, the size of the access":      func(t *Thread) { t.LoadU32(a + 2) },
		"is not a multiple of 16, the size":                   func(t *Thread) { At[[4]uint32](t, a&^15+4) },
		"it is 0 bytes past the end of a buffer of 64 bytes":  func(t *Thread) { t.LoadU32(a + 64) },
		"it is 8 bytes past the end of a buffer of 64 bytes":  func(t *Thread) { t.LoadU32(a); t.LoadU64(a + 72) },
		"is in no buffer known to the launch":                 func(t *Thread) { t.LoadU64(AddrOf(hidden)) },
		"address 0xffffffffffffffff is in no buffer":          func(t *Thread) { t.LoadU8(math.MaxUint64) },
		"is outside of the 192 bytes of shared memory":        func(t *Thread) { t.LoadU64(t.SharedToGeneric(192)) },
		"address 0xc0 is outside of the 192 bytes of shared":  func(t *Thread) { t.SharedLoadU32(192) },
		"address 0xffffffffffffffff is outside of the 192":    func(t *Thread) { t.SharedLoadU8(math.MaxUint64) },
		"address 0x2 of shared memory is not a multiple of 8": func(t *Thread) { t.SharedStoreF64(2, 0) },
		"is outside of the thread's local memory":             func(t *Thread) { Frame[[4]byte](t); t.LoadU32(t.LocalToGeneric(t.FrameBase() + 4)) },
		"address 0x0 is outside of the thread's local memory": func(t *Thread) { Frame[[4]byte](t); t.LocalLoadU8(0) },
		"address 0x1 of local memory is not a multiple of 2":  func(t *Thread) { t.LocalLoadU16(1) },
		"byte 5 is outside of its buffer, which has 0":        func(t *Thread) { LoadU8(nil, 5) },
		"is outside of its buffer of 64 bytes: byte 64":       func(t *Thread) { LoadU32(BytesOf(arg), 64) },
		"is outside of its buffer of 64 bytes: byte -4":       func(t *Thread) { StoreF32(BytesOf(arg), -4, 0) },
		"is not a multiple of 8, the size of the access":      func(t *Thread) { PtrF64(BytesOf(arg), 4+int64(a&4)) },
		"is outside of its buffer of 62 bytes: byte 60":       func(t *Thread) { LoadU32Volatile(BytesOf(arg)[:62], 60) },
		"is outside of its buffer of 1 byte: byte 0":          func(t *Thread) { LoadU32(BytesOf(arg)[:1], 0) },
		"is 1 byte past a null pointer":                       func(t *Thread) { t.LoadU8(1) },
		"reaches over the end of a buffer of 61 bytes":        func(t *Thread) { t.LoadU32(AddrOf(listed) + 60) },
		"local memory stack overflow":                         func(t *Thread) { t.Alloca(1<<20, 1) },
		"trap":                                                func(t *Thread) { t.Trap() },
		"branch index 9 is beyond the list of targets":        func(t *Thread) { t.BadIndex(9) },
		"indirect call of 0x30, which is not such a function": func(t *Thread) { t.BadCall(0x30) },
	} {
		l := l
		if strings.HasPrefix(name, "reaches over") {
			l.Buffers = []Buffer{BytesOf(listed)[:61]}
		}
		err := inThread(l, k, f, BytesOf(arg))
		if err == nil || !strings.Contains(err.Error(), name) || !strings.HasPrefix(err.Error(), "kernel k, CTA (0,0,0), thread (0,0,0), k.ptx: ") {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	defer func() {
		if p, ok := recover().(*ptx.Panic); !ok || !strings.Contains(p.Error(), "shared memory of kernel k is smaller") {
			t.Errorf("SharedAs of a type that is too large: %v", p)
		}
	}()
	_ = inThread(Launch{}, k, func(t *Thread) { SharedAs[[keptArena + 1]byte](t.CTA) })
}

func TestBytesAccess(t *testing.T) {
	b := BytesOf(make([]uint64, 4))
	StoreU8(b, 0, 1)
	StoreU16(b, 2, 0x302)
	StoreU32(b, 4, 0x7060504)
	StoreU64Volatile(b, 8, 0x0f0e0d0c0b0a0908)
	StoreF32Volatile(b, 16, 1.5)
	StoreF64(b, 24, -2)
	if LoadU64(b, 0) != 0x0706050403020001 || LoadU8Volatile(b, 15) != 15 || LoadU16Volatile(b, 14) != 0x0f0e ||
		LoadF32(b, 16) != 1.5 || LoadF64Volatile(b, 24) != -2 || *PtrU32(b, 16) != 0x3fc00000 {
		t.Errorf("%x", b)
	}
}

func TestLocalStack(t *testing.T) {
	var s localStack
	s.reset()
	type frame struct {
		off, size uint64
		p         *byte
	}
	for _, align := range []uint64{16, 256} {
		s.reset()
		var frames []frame
		top := uint64(localStart)
		for i := 0; ; i++ {
			size := uint64(1+i*i*37%9000) + uint64(i%7)*1000
			at := (top + align - 1) &^ (align - 1)
			off, p, ok := s.push(size, align)
			if full := at+size > localStart+512<<10; ok == full {
				t.Fatalf("room for %d bytes at %d: %v", size, at, ok)
			}
			if !ok {
				break
			}
			if off != at || s.top() != at+size || uintptr(p)%uintptr(align) != 0 {
				t.Fatalf("frame at %#x, %p, of %d bytes up to %#x behind %#x", off, p, size, s.top(), top)
			}
			top = at + size
			frames = append(frames, frame{off, size, (*byte)(p)})
			for k := range unsafe.Slice((*byte)(p), size) {
				*(*byte)(unsafe.Add(p, k)) = byte(i)
			}
		}
		// All of the window is there, and zero between the frames.
		last := uint64(localStart)
		for i, f := range frames {
			for ; last < f.off; last++ {
				if p := s.at(last, 1); p == nil || *(*byte)(p) != 0 {
					t.Fatalf("byte %#x in front of frame %d is %p", last, i, p)
				}
			}
			if p := s.at(f.off, f.size); (*byte)(p) != f.p {
				t.Fatalf("frame %d is at %p, not %p", i, p, f.p)
			}
			for ; last < f.off+f.size; last++ {
				if p := s.at(last, 1); p == nil || *(*byte)(p) != byte(i) {
					t.Fatalf("byte %#x of frame %d was overwritten", last, i)
				}
			}
		}
		if s.at(localStart-1, 1) != nil || s.at(top, 1) != nil || s.at(top-1, 2) != nil {
			t.Error("memory outside of the stack")
		}
		// The end of a frame, again and again.
		for i := len(frames) - 1; i >= 0; i-- {
			s.setTop(frames[i].off)
			if off, p, ok := s.push(frames[i].size, align); !ok || off != frames[i].off || (*byte)(p) != frames[i].p {
				t.Fatalf("frame %d is at %#x, %p", i, off, p)
			}
			s.setTop(frames[i].off)
			if s.at(frames[i].off, 1) != nil || s.at(frames[0].off, frames[0].size) == nil != (i == 0) {
				t.Fatalf("the end of frame %d", i)
			}
		}
	}
	// One frame of the whole size, also behind a small one.
	s.reset()
	for range 2 {
		if _, _, ok := s.push(512<<10, 16); ok {
			break
		}
		t.Error("no room for 512 KiB")
	}
	if _, _, ok := s.push(513<<10, 16); ok {
		t.Error("room for too much")
	}
	if _, _, ok := s.push(math.MaxUint64, 16); ok {
		t.Error("room for everything")
	}
}

func TestFramesAndMarks(t *testing.T) {
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		m := th.Mark()
		a := Frame[[100]uint32](th)
		a[99] = 5
		offA := th.FrameBase()
		m2 := th.Mark()
		big := Frame[[100 << 10]byte](th)
		big[77] = 1
		off := th.Alloca(10, 256)
		if off%256 != 0 || th.FrameBase() != off {
			t.Errorf("frame at %#x", off)
		}
		th.LocalStoreU8(off+9, 3)
		if th.LocalLoadU32(offA+396) != 5 || a[99] != 5 {
			t.Error("a frame moved")
		}
		th.Release(m2)
		again := Frame[[100 << 10]byte](th)
		if again != big || again[77] != 0 {
			t.Error("a frame is not zero")
		}
		th.Release(m)
		if Frame[[100]uint32](th)[99] != 0 {
			t.Error("a frame is not zero")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSpill(t *testing.T) {
	run1(t, ctas("k"), Launch{Grid: ptx.D1(3), Block: ptx.D2(16, 5)}, func(c *CTA) {
		a, b := Spill[float32](c, 0), Spill[[2]uint64](c, 3)
		if len(a) != 80 || len(b) != 80 {
			t.Errorf("%d %d elements", len(a), len(b))
		}
		for i := range a {
			a[i], b[i][1] = float32(i), uint64(i)
		}
		// Growing one slot must not move another, and a slot keeps its memory.
		c0, a2, b2 := Spill[[64]uint64](c, 5), Spill[float32](c, 0), Spill[[2]uint64](c, 3)
		clear(c0)
		for i := range a {
			if a2[i] != float32(i) || b2[i][1] != uint64(i) {
				t.Fatalf("element %d: %v %v", i, a2[i], b2[i])
			}
		}
		if p := uintptr(unsafe.Pointer(&a[0])); p%spillAlign != 0 {
			t.Errorf("slot at %#x", p)
		}
	})
}

// What a thread leaves in memory of a slot must not become a bool that is neither true nor false.
func TestSpillOfBool(t *testing.T) {
	run1(t, ctas("k"), Launch{Block: ptx.D1(64)}, func(c *CTA) {
		x := Spill[uint64](c, 0)
		for i := range x {
			x[i] = ^uint64(0)
		}
		for i, b := range unsafe.Slice((*uint8)(unsafe.Pointer(unsafe.SliceData(Spill[bool](c, 0)))), 64) {
			if b > 1 {
				t.Fatalf("bool %d has the byte %#x", i, b)
			}
		}
	})
}

func TestThreadNumbers(t *testing.T) {
	run1(t, ctas("k"), Launch{Block: ptx.D3(5, 4, 3)}, func(c *CTA) {
		n := uint32(0)
		for c.Z = range c.Dim.Z {
			for c.Y = range c.Dim.Y {
				for c.X = range c.Dim.X {
					th := c.Thread()
					l := n % 32
					bit := uint64(1) << l
					if th.X != c.X || th.Y != c.Y || th.Z != c.Z || th.Linear() != n || th.LaneID() != l || th.WarpID() != n/32 {
						t.Errorf("thread %d: %d %d %d", n, th.Linear(), th.LaneID(), th.WarpID())
					}
					if th.LanemaskEq() != uint32(bit) || th.LanemaskLt() != uint32(bit-1) || th.LanemaskLe() != uint32(2*bit-1) ||
						th.LanemaskGt() != ^uint32(2*bit-1) || th.LanemaskGe() != ^uint32(bit-1) {
						t.Errorf("lane %d: %x %x %x %x %x", l, th.LanemaskEq(), th.LanemaskLt(), th.LanemaskLe(), th.LanemaskGt(), th.LanemaskGe())
					}
					n++
				}
			}
		}
	})
}

func TestAlloc(t *testing.T) {
	a, b := ptx.Alloc[float32](100), ptx.Alloc[[3]uint8](7)
	for _, p := range []uint64{AddrOf(a), AddrOf(b)} {
		if p == 0 || p%256 != 0 {
			t.Errorf("address %#x", p)
		}
	}
	if len(a) != 100 || len(b) != 7 || a[99] != 0 || AddrOf([]int(nil)) != 0 || ptx.Alloc[int32](0) != nil {
		t.Error("lengths")
	}
	load := func(p uint64) error { return inThread(Launch{}, ctas("k"), func(t *Thread) { t.LoadU8(p) }) }
	pa, pb := AddrOf(a), AddrOf(b)
	if err := load(pb + 20); err != nil {
		t.Error(err)
	}
	ptx.Free(a)
	ptx.Free(b[:1])
	ptx.Free([]int(nil))
	if load(pa) == nil || load(pb) == nil {
		t.Error("memory is known after Free")
	}
	for name, f := range map[string]func(){
		"Free of a slice":           func() { ptx.Free(make([]int, 1)) },
		"type string contains":      func() { ptx.Alloc[string](1) },
		"contains Go pointers":      func() { ptx.Alloc[struct{ P [2]*int }](1) },
		"not possible":              func() { ptx.Alloc[uint64](math.MaxInt) },
		"size that is not possible": func() { ptx.Alloc[uint64](-1) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, name) {
					t.Errorf("%s: got %q", name, s)
				}
			}()
			f()
		}()
	}
}

// Buffers of a launch may overlap each other and the memory of Alloc.
func TestOverlappingBuffers(t *testing.T) {
	a := ptx.Alloc[uint32](64)
	defer ptx.Free(a)
	for i := range a {
		a[i] = uint32(i)
	}
	k := ctas("k")
	err := inThread(Launch{Buffers: []Buffer{BytesOf(a[10:30]), BytesOf(a[12:14]), nil}}, k, func(th *Thread) {
		for _, i := range []uint32{20, 10, 5, 39, 40, 63, 0, 29, 30} {
			if v := th.LoadU32(AddrOf(a) + uint64(4*i)); v != i {
				t.Errorf("element %d: got %d", i, v)
			}
		}
	}, BytesOf(a[20:40]))
	if err != nil {
		t.Error(err)
	}
}

func TestAllocWhileRunning(t *testing.T) {
	// Memory that is allocated during a launch is found by it.
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		for range 3 {
			a := ptx.Alloc[uint32](1)
			th.StoreU32(AddrOf(a), 9)
			if a[0] != 9 {
				t.Error("store went elsewhere")
			}
			ptx.Free(a)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRecursionLimit(t *testing.T) {
	var f func(t *Thread)
	f = func(t *Thread) {
		t.Enter()
		defer t.Leave()
		f(t)
	}
	err := inThread(Launch{}, ctas("k"), f)
	wantFault(t, err, ptx.FaultStack, "calls are nested too deeply")
	err = coroutines(ptx.D1(64), 0, f)
	wantFault(t, err, ptx.FaultStack, "calls are nested too deeply")
	// The depth of one thread is not charged to the next.
	run1(t, ctas("k"), Launch{Grid: ptx.D1(5), Block: ptx.D1(1)}, func(c *CTA) {
		th := c.Thread()
		for range maxDepth {
			th.Enter()
		}
	})
	mustRun(t, ptx.D1(1024), 0, func(t *Thread) {
		for range 200 {
			t.Enter()
		}
		t.BarSync(1, 0, 0)
		for range 200 {
			t.Leave()
		}
	})
	err = coroutines(ptx.D1(1024), 0, func(t *Thread) {
		for range 300 {
			t.Enter()
		}
		t.BarSync(1, 0, 0)
	})
	wantFault(t, err, ptx.FaultStack)
}

func TestSpecialRegisters(t *testing.T) {
	var ids [2]uint64
	for i := range ids {
		run1(t, rows("k"), Launch{}, func(c *CTA) {
			ids[i] = c.GridID()
			a := c.Clock64()
			if b := c.Clock64(); b < a || c.GlobalTimer() < 1e18 {
				t.Errorf("clocks: %d %d %d", a, b, c.GlobalTimer())
			}
			if c.SMID() >= c.NSMID() || c.NWarpID() < 32 {
				t.Errorf("sm %d of %d, %d warps", c.SMID(), c.NSMID(), c.NWarpID())
			}
		})
	}
	if ids[1] <= ids[0] {
		t.Errorf("grids %v", ids)
	}
}

// Constant memory and parameters are read, and not written.
func TestConstantMemory(t *testing.T) {
	m := NewModule("constant.ptx", "constant")
	v := Const(m.Default(), "c", 4, uint32(1), 2, 3, 4)
	k := ctas("k")
	m.Add(k)
	image := make([]byte, 16)
	for what, addr := range map[string]uint64{"constant variable c of 16 bytes": AddrOf(v), "the kernel's parameters": AddrOf(image)} {
		for _, write := range []func(t *Thread){
			func(t *Thread) { t.StoreU32(addr+4, 9) },
			func(t *Thread) { t.StoreU32Volatile(addr+4, 9) },
			func(t *Thread) { AtomAddU32(t.PtrU32(addr+4), 9) },
			func(t *Thread) { *AtWrite[[2]uint32](t, addr) = [2]uint32{9, 9} },
			func(t *Thread) { t.Memset(addr+1, 9, 3) },
			func(t *Thread) { t.Memmove(addr, addr+4, 4) },
		} {
			f := wantFault(t, k.RunImage(context.Background(), Launch{}, func(c *CTA) {
				th := c.Thread()
				_ = th.LoadU32(addr) // known from here on
				write(th)
			}, image), ptx.FaultAddress, "is in "+what+", which is not to be written")
			if f.Addr&^7 != addr {
				t.Errorf("%#x, want %#x", f.Addr, addr)
			}
		}
	}
	if !slices.Equal(v, []uint32{1, 2, 3, 4}) {
		t.Errorf("c is %v", v)
	}
}

// A vector is inside and aligned as a whole.
func TestVec(t *testing.T) {
	s := ptx.Alloc[float32](10)
	defer ptx.Free(s)
	for i := range s {
		s[i] = float32(i)
	}
	if v := Vec[[4]float32](s, 4); *v != [4]float32{4, 5, 6, 7} {
		t.Errorf("%v", *v)
	}
	for at, want := range map[int]ptx.FaultKind{1: ptx.FaultMisaligned, 2: ptx.FaultMisaligned, 8: ptx.FaultAddress, 12: ptx.FaultAddress, -4: ptx.FaultAddress} {
		err := ctas("k").Run(context.Background(), Launch{}, func(*CTA) { Vec[[4]float32](s, at) }, BytesOf(s))
		wantFault(t, err, want)
	}
	wantFault(t, ctas("k").Run(context.Background(), Launch{}, func(*CTA) { Vec[[2]float32](s[1:], 0) }, BytesOf(s)), ptx.FaultMisaligned)
}

// Vectors behind each other are what each of them is: the first that fails is named.
func TestVecs(t *testing.T) {
	s := ptx.Alloc[float32](10)
	defer ptx.Free(s)
	for i := range s {
		s[i] = float32(i)
	}
	if v := Vecs[[3][2]float32, [2]float32](s, 4); *v != [3][2]float32{{4, 5}, {6, 7}, {8, 9}} {
		t.Errorf("%v", *v)
	}
	for at, want := range map[int]struct {
		kind ptx.FaultKind
		elem int
	}{
		-8: {ptx.FaultAddress, -8}, -2: {ptx.FaultAddress, -2}, 10: {ptx.FaultAddress, 10}, 20: {ptx.FaultAddress, 20},
		6: {ptx.FaultAddress, 10}, 8: {ptx.FaultAddress, 10}, 1: {ptx.FaultMisaligned, 1}, 5: {ptx.FaultMisaligned, 5},
	} {
		err := ctas("k").Run(context.Background(), Launch{}, func(*CTA) { Vecs[[3][2]float32, [2]float32](s, at) }, BytesOf(s))
		if f := wantFault(t, err, want.kind); f.Addr != AddrOf(s)+uint64(4*want.elem) {
			t.Errorf("from %d on: address %#x, want that of element %d", at, f.Addr, want.elem)
		}
	}
}
