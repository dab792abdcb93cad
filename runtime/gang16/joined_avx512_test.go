//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"math"
	"testing"
)

// What Go's compiler joins of vectors of 512 bits: results with a Merge, and operations on bits.

// TestMerged merges results of operations, and compares with the same results that are merged lane
// by lane.
func TestMerged(t *testing.T) {
	r := seeded(t)
	for range 200 {
		x, y, z := integers[uint32](r, Width), integers[uint32](r, Width), integers[uint32](r, Width)
		for l := range x {
			if l%2 == 0 { // numbers, most of them
				x[l] = math.Float32bits(float32(int32(x[l])>>(x[l]&31)) / 8)
			}
		}
		lanes := setBits(int(r.Uint32()))
		m := LoadM(lanes, 0)
		a, b, c := LoadU32(x, 0), LoadU32(y, 0), LoadU32(z, 0)
		i, j, k := a.AsInt32x16(), b.AsInt32x16(), c.AsInt32x16()
		f, g, h := a.AsFloat32x16(), b.AsFloat32x16(), c.AsFloat32x16()
		merged := func(name string, alone, merged U32) {
			t.Helper()
			one, both := make([]uint32, Width), make([]uint32, Width)
			StoreU32(one, 0, alone)
			StoreU32(both, 0, merged)
			Clear()
			for l := range both {
				want := z[l]
				if lanes[l] {
					want = one[l]
				}
				if both[l] != want {
					t.Fatalf("%s: %#x in lane %d, want %#x", name, both[l], l, want)
				}
			}
		}
		u := func(v I32) U32 { return v.AsUint32x16() }
		w := func(v F32) U32 { return v.AsUint32x16() }
		merged("Add", a.Add(b), MergeU32(a.Add(b), c, m))
		merged("Mul", a.Mul(b), MergeU32(a.Mul(b), c, m))
		merged("And", a.And(b), MergeU32(a.And(b), c, m))
		merged("Not", a.Not(), MergeU32(a.Not(), c, m))
		merged("Min", a.Min(b), MergeU32(a.Min(b), c, m))
		merged("Abs", u(i.Abs()), u(MergeI32(i.Abs(), k, m)))
		merged("ShlU32", ShlU32(a, b), MergeU32(ShlU32(a, b), c, m))
		merged("ShrAllI32", u(ShrAllI32(i, 3)), u(MergeI32(ShrAllI32(i, 3), k, m)))
		merged("S8", u(S8(i)), u(MergeI32(S8(i), k, m)))
		merged("S16", u(S16(i)), u(MergeI32(S16(i), k, m)))
		merged("SignI32", u(SignI32(i)), u(MergeI32(SignI32(i), k, m)))
		merged("MulHiS16", u(MulHiS16(i, j)), u(MergeI32(MulHiS16(i, j), k, m)))
		merged("MulHiS32", u(MulHiS32(i, j)), u(MergeI32(MulHiS32(i, j), k, m)))
		merged("ClzB32", ClzB32(a), MergeU32(ClzB32(a), c, m))
		merged("add", w(f.Add(g)), w(MergeF32(f.Add(g), h, m)))
		merged("div", w(f.Div(g)), w(MergeF32(f.Div(g), h, m)))
		merged("sqrt", w(f.Sqrt()), w(MergeF32(f.Sqrt(), h, m)))
		merged("fma", w(f.MulAdd(g, h)), w(MergeF32(f.MulAdd(g, h), h, m)))
		merged("from int", w(i.ConvertToFloat32()), w(MergeF32(i.ConvertToFloat32(), h, m)))
		merged("to int", u(f.ConvertToInt32()), u(MergeI32(f.ConvertToInt32(), k, m)))
		merged("CvtF32Bf16", w(CvtF32Bf16(a)), w(MergeF32(CvtF32Bf16(a), h, m)))
		merged("CvtRmiF32F32", w(CvtRmiF32F32(f)), w(MergeF32(CvtRmiF32F32(f), h, m)))
		merged("CvtRniF32F32", w(CvtRniF32F32(f)), w(MergeF32(CvtRniF32F32(f), h, m)))
	}
}

// TestBits joins two operations on bits in all orders, of loads and of what is computed.
func TestBits(t *testing.T) {
	r := seeded(t)
	for range 50 {
		x, y, z := integers[uint32](r, Width), integers[uint32](r, Width), integers[uint32](r, Width)
		load := func(s []uint32) U32 { return LoadU32(s, 0) }
		bits := func(name string, v U32, want func(a, b, c uint32) uint32) {
			t.Helper()
			got := make([]uint32, Width)
			StoreU32(got, 0, v)
			Clear()
			for l, g := range got {
				if w := want(x[l], y[l], z[l]); g != w {
					t.Fatalf("%s(%#x, %#x, %#x) = %#x, want %#x", name, x[l], y[l], z[l], g, w)
				}
			}
		}
		bits("a&b|c", load(x).And(load(y)).Or(load(z)), func(a, b, c uint32) uint32 { return a&b | c })
		bits("c|a&b", load(z).Or(load(x).And(load(y))), func(a, b, c uint32) uint32 { return a&b | c })
		bits("a^b^c", load(x).Xor(load(y)).Xor(load(z)), func(a, b, c uint32) uint32 { return a ^ b ^ c })
		bits("(a|b)&c", load(x).Or(load(y)).And(load(z)), func(a, b, c uint32) uint32 { return (a | b) & c })
		bits("c&(a^b)", load(z).And(load(x).Xor(load(y))), func(a, b, c uint32) uint32 { return c & (a ^ b) })
		bits("^a&b|c", load(x).Not().And(load(y)).Or(load(z)), func(a, b, c uint32) uint32 { return ^a&b | c })
		bits("a&^b|c", load(x).And(load(y).Not()).Or(load(z)), func(a, b, c uint32) uint32 { return a&^b | c })
		bits("^(a|(b^c))", load(x).Or(load(y).Xor(load(z))).Not(), func(a, b, c uint32) uint32 { return ^(a | (b ^ c)) })
		bits("(a&b)^(b|c)", load(x).And(load(y)).Xor(load(y).Or(load(z))), func(a, b, c uint32) uint32 { return a&b ^ (b | c) })
		bits("a+b&c", load(x).Add(load(y)).And(load(z)), func(a, b, c uint32) uint32 { return (a + b) & c })
		bits("(a&b|c)^(a&c)", load(x).And(load(y)).Or(load(z)).Xor(load(x).And(load(z))), func(a, b, c uint32) uint32 { return (a&b | c) ^ a&c })
		u := U64FromU32(load(x)).And(U64FromU32(load(y))).Or(U64FromU32(load(z))).AndNot(U64FromU32(load(y)).Xor(U64FromU32(load(z))))
		bits("of 64 bits", U32FromU64(u), func(a, b, c uint32) uint32 { return (a&b | c) &^ (b ^ c) })
	}
}
