package gen

import (
	"math"
	"sync"
	"testing"
	"unsafe"
)

// TestAtomicOperations compares both families with the manual's definition of
// each operation (section 9.7.13.5) over all pairs of corner values.
func TestAtomicOperations(t *testing.T) {
	type op32 struct {
		name        string
		atom, plain func(p *uint32, v uint32) uint32
		want        func(o, v uint32) uint32
	}
	signed := func(f func(p *uint32, v int32) int32) func(p *uint32, v uint32) uint32 {
		return func(p *uint32, v uint32) uint32 { return uint32(f(p, int32(v))) }
	}
	for _, op := range []op32{
		{"add", AtomAddU32, PlainAddU32, func(o, v uint32) uint32 { return uint32(uint64(o) + uint64(v)) }},
		{"min.u32", AtomMinU32, PlainMinU32, func(o, v uint32) uint32 {
			if v < o {
				return v
			}
			return o
		}},
		{"max.u32", AtomMaxU32, PlainMaxU32, func(o, v uint32) uint32 {
			if v > o {
				return v
			}
			return o
		}},
		{"min.s32", signed(AtomMinS32), signed(PlainMinS32), func(o, v uint32) uint32 {
			if int32(v) < int32(o) {
				return v
			}
			return o
		}},
		{"max.s32", signed(AtomMaxS32), signed(PlainMaxS32), func(o, v uint32) uint32 {
			if int32(v) > int32(o) {
				return v
			}
			return o
		}},
		{"and", AtomAndU32, PlainAndU32, func(o, v uint32) uint32 { return ^(^o | ^v) }},
		{"or", AtomOrU32, PlainOrU32, func(o, v uint32) uint32 { return ^(^o & ^v) }},
		{"xor", AtomXorU32, PlainXorU32, func(o, v uint32) uint32 { return o&^v | v&^o }},
		{"exch", AtomExchU32, PlainExchU32, func(o, v uint32) uint32 { return v }},
		{"inc", AtomIncU32, PlainIncU32, func(o, v uint32) uint32 {
			if o >= v {
				return 0
			}
			return o + 1
		}},
		{"dec", AtomDecU32, PlainDecU32, func(o, v uint32) uint32 {
			if o == 0 || o > v {
				return v
			}
			return o - 1
		}},
		{"cas 5", func(p *uint32, v uint32) uint32 { return AtomCASU32(p, 5, v) },
			func(p *uint32, v uint32) uint32 { return PlainCASU32(p, 5, v) }, func(o, v uint32) uint32 {
				if o == 5 {
					return v
				}
				return o
			}},
		{"func", func(p *uint32, v uint32) uint32 {
			return AtomFuncU32(p, func(o, v uint32) uint32 { return 3*o + v }, v)
		},
			func(p *uint32, v uint32) uint32 {
				return PlainFuncU32(p, func(o, v uint32) uint32 { return 3*o + v }, v)
			},
			func(o, v uint32) uint32 { return o + o + o + v }},
	} {
		for _, o := range corners32 {
			for _, v := range corners32 {
				for i, f := range []func(*uint32, uint32) uint32{op.atom, op.plain} {
					p := o
					if got := f(&p, v); got != o || p != op.want(o, v) {
						t.Errorf("%s %d: %#x, %#x: old %#x, new %#x, want %#x", op.name, i, o, v, got, p, op.want(o, v))
					}
				}
			}
		}
	}

	type op64 struct {
		name        string
		atom, plain func(p *uint64, v uint64) uint64
		want        func(o, v uint64) uint64
	}
	signed64 := func(f func(p *uint64, v int64) int64) func(p *uint64, v uint64) uint64 {
		return func(p *uint64, v uint64) uint64 { return uint64(f(p, int64(v))) }
	}
	for _, op := range []op64{
		{"add", AtomAddU64, PlainAddU64, func(o, v uint64) uint64 { return o + v }},
		{"min.u64", AtomMinU64, PlainMinU64, func(o, v uint64) uint64 {
			if v < o {
				return v
			}
			return o
		}},
		{"max.u64", AtomMaxU64, PlainMaxU64, func(o, v uint64) uint64 {
			if v > o {
				return v
			}
			return o
		}},
		{"min.s64", signed64(AtomMinS64), signed64(PlainMinS64), func(o, v uint64) uint64 {
			if int64(v) < int64(o) {
				return v
			}
			return o
		}},
		{"max.s64", signed64(AtomMaxS64), signed64(PlainMaxS64), func(o, v uint64) uint64 {
			if int64(v) > int64(o) {
				return v
			}
			return o
		}},
		{"and", AtomAndU64, PlainAndU64, func(o, v uint64) uint64 { return ^(^o | ^v) }},
		{"or", AtomOrU64, PlainOrU64, func(o, v uint64) uint64 { return ^(^o & ^v) }},
		{"xor", AtomXorU64, PlainXorU64, func(o, v uint64) uint64 { return o&^v | v&^o }},
		{"exch", AtomExchU64, PlainExchU64, func(o, v uint64) uint64 { return v }},
		{"cas 5", func(p *uint64, v uint64) uint64 { return AtomCASU64(p, 5, v) },
			func(p *uint64, v uint64) uint64 { return PlainCASU64(p, 5, v) }, func(o, v uint64) uint64 {
				if o == 5 {
					return v
				}
				return o
			}},
	} {
		for _, o := range corners32 {
			for _, v := range corners32 {
				o, v := uint64(o)<<32|uint64(v)>>7, uint64(v)<<32|uint64(o)
				if v&1 == 0 {
					o = 5
				}
				for i, f := range []func(*uint64, uint64) uint64{op.atom, op.plain} {
					p := o
					if got := f(&p, v); got != o || p != op.want(o, v) {
						t.Errorf("%s %d: %#x, %#x: old %#x, new %#x, want %#x", op.name, i, o, v, got, p, op.want(o, v))
					}
				}
			}
		}
	}
}

var corners32 = []uint32{0, 1, 2, 4, 5, 6, 7, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x12345678}

func TestFloatAtomics(t *testing.T) {
	const (
		min32   = 0x00000001 // smallest subnormal
		maxSub  = 0x007fffff
		minNorm = 0x00800000
		one     = 0x3f800000
		inf     = 0x7f800000
		nan     = 0x7fc01234
		neg     = 0x80000000
		canon   = 0x7fffffff
	)
	for _, tt := range []struct{ o, v, add, ftz uint32 }{
		{one, one, 0x40000000, 0x40000000},
		{min32, min32, 2, 0},
		{maxSub, min32, minNorm, 0},
		{minNorm, min32, minNorm + 1, minNorm},
		{min32, minNorm, minNorm + 1, minNorm},
		{minNorm + 1, neg | minNorm, min32, 0}, // the result is subnormal
		{neg | minNorm, minNorm - 1, neg | min32, neg | minNorm},
		{neg | minNorm | 1, minNorm, neg | min32, neg}, // flushed to -0
		{neg | min32, neg | min32, neg | 2, neg},       // -0 + -0
		{neg, min32, min32, 0},                         // -0 + 0
		{neg, neg, neg, neg},
		{one, neg | one, 0, 0},
		{inf, neg | inf, canon, canon},
		{nan, one, canon, canon},
		{one, 0xffffffff, canon, canon},
		{0x7f800001, 0, canon, canon}, // signalling
		{0x7f7fffff, 0x7f7fffff, inf, inf},
		{0x3f800000, 0x33800000, 0x3f800000, 0x3f800000}, // tie to even
		{0x3f800001, 0x33800000, 0x3f800002, 0x3f800002},
	} {
		for i, f := range []func(*float32, float32) float32{AtomAddF32, PlainAddF32, AtomAddFtzF32, PlainAddFtzF32} {
			w := tt.o
			old := f(AsF32(&w), math.Float32frombits(tt.v))
			want := tt.add
			if i >= 2 {
				want = tt.ftz
			}
			if w != want || math.Float32bits(old) != tt.o {
				t.Errorf("%d: %#x + %#x: got %#x, want %#x; old %#x", i, tt.o, tt.v, w, want, math.Float32bits(old))
			}
		}
	}
	for _, f := range []func(*float64, float64) float64{AtomAddF64, PlainAddF64} {
		x := 1.0
		if old := f(&x, 0x1p-52); old != 1 || x != 1+0x1p-52 {
			t.Errorf("f64: %v %v", old, x)
		}
		x = 5e-324
		if f(&x, 5e-324); x != 1e-323 {
			t.Errorf("f64 subnormal: %v", x)
		}
	}
}

func TestSmallStrongAccesses(t *testing.T) {
	b := BytesOf(make([]uint32, 3))
	for i := range b {
		b[i] = byte(0x10 + i)
	}
	for i := range b {
		if AtomicLoad8(&b[i]) != byte(0x10+i) {
			t.Errorf("byte %d: %#x", i, AtomicLoad8(&b[i]))
		}
	}
	AtomicStore8(&b[5], 0xff)
	h := unsafe.Slice((*uint16)(unsafe.Pointer(&b[0])), 6)
	AtomicStore16(&h[4], 0xeeee)
	if AtomicLoad16(&h[1]) != h[1] || AtomicLoad16(&h[2]) != h[2] {
		t.Error("half words")
	}
	old := h[3]
	if got := AtomCASU16(&h[3], old+1, 7); got != old || h[3] != old {
		t.Error("cas of another value")
	}
	if got := AtomCASU16(&h[3], old, 0xdddd); got != old || h[3] != 0xdddd {
		t.Error("cas")
	}
	if got := AtomFuncU16(&h[0], func(o, v uint16) uint16 { return o + v }, 0x100); got != 0x1110 {
		t.Errorf("func: old %#x", got)
	}
	if p := h[1]; PlainCASU16(&p, 0x1312, 2) != 0x1312 || p != 2 || PlainFuncU16(&p, func(o, v uint16) uint16 { return o * v }, 5) != 2 || p != 10 {
		t.Error("plain")
	}
	want := [12]byte{0x10, 0x12, 0x12, 0x13, 0x14, 0xff, 0xdd, 0xdd, 0xee, 0xee, 0x1a, 0x1b}
	if [12]byte(b) != want {
		t.Errorf("got %x\nwant %x", b, want)
	}
	f, d := float32(0), 0.0
	AtomicStoreF32(&f, 1.25)
	AtomicStoreF64(&d, -1.25)
	if AtomicLoadF32(&f) != 1.25 || AtomicLoadF64(&d) != -1.25 {
		t.Error("floats")
	}
	var u uint64
	if AtomicStore64(&u, 7); AtomicLoad64(AsU64(&u)) != 7 {
		t.Error("64 bit")
	}
	s := int16(-1)
	if *AsU16(&s) != 0xffff || *AsU32(&f) != 0x3fa00000 || *AsF64(&u) != 7*5e-324 {
		t.Error("pointer conversions")
	}
}

// Every atomic must be one step between goroutines: many of them change the
// same word, or parts of it, and no change may be lost.
func TestAtomicsAreAtomic(t *testing.T) {
	const goroutines, n = 8, 2000
	var m struct {
		add, inc, xor, min, u16, b uint32
		f, ftz                     float32
		add64, max64               uint64
		f64                        float64
		cas                        uint32
		bytes                      [4]uint8
		dec, or, and               uint32
	}
	m.min, m.and = math.MaxUint32, math.MaxUint32
	halves := (*[2]uint16)(unsafe.Pointer(&m.u16))
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range uint32(n) {
				AtomAddU32(&m.add, 3)
				AtomIncU32(&m.inc, math.MaxUint32)
				AtomDecU32(&m.dec, goroutines*n)
				AtomXorU32(&m.xor, 1<<(i%32))
				AtomMinU32(&m.min, math.MaxUint32-i*8-uint32(g))
				AtomFuncU16(&halves[g&1], func(o, v uint16) uint16 { return o + v }, 1)
				AtomAddF32(&m.f, 1)
				AtomAddFtzF32(&m.ftz, 2)
				AtomAddF64(&m.f64, 0.5)
				AtomAddU64(&m.add64, 1<<33)
				AtomMaxS64(&m.max64, int64(i)*100+int64(g))
				AtomicStore8(&m.bytes[g/2], uint8(g/2+1))
				AtomOrU32(&m.or, 1<<g)
				AtomAndU32(&m.and, ^uint32(1<<g))
				for {
					o := AtomicLoad32(&m.cas)
					if AtomCASU32(&m.cas, o, o+1) == o {
						break
					}
				}
				Fence()
			}
		})
	}
	wg.Wait()
	const total = goroutines * n
	if m.add != 3*total || m.inc != total || m.dec != goroutines*n+1-total || m.xor != 0 || m.min != math.MaxUint32-(n-1)*8-7 ||
		halves[0] != total/2 || halves[1] != total/2 || m.f != total || m.ftz != 2*total || m.f64 != total/2 ||
		m.add64 != total<<33 || m.max64 != (n-1)*100+7 || m.cas != total || m.bytes != [4]uint8{1, 2, 3, 4} ||
		m.or != 255 || m.and != ^uint32(255) {
		t.Errorf("%+v", m)
	}
}

// What one goroutine stores to a byte or a half word is still there when it looks, whatever
// others store beside it meanwhile.
func TestNeighboursKeep(t *testing.T) {
	const n = 1000000
	for range 4 {
		var w struct {
			bytes  [4]uint8
			halves [2]uint16
		}
		var lost [6]int
		var wg sync.WaitGroup
		for g := range lost {
			wg.Go(func() {
				for i := range n {
					if g < 4 {
						AtomicStore8(&w.bytes[g], uint8(i))
						if AtomicLoad8(&w.bytes[g]) != uint8(i) {
							lost[g]++
						}
						continue
					}
					AtomicStore16(&w.halves[g-4], uint16(i))
					if AtomicLoad16(&w.halves[g-4]) != uint16(i) {
						lost[g]++
					}
				}
			})
		}
		wg.Wait()
		if lost != [6]int{} {
			t.Fatalf("of %d stores to each of four bytes and two half words are lost %d", n, lost)
		}
	}
}
