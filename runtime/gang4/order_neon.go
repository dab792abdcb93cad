//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import (
	"simd/archsimd"
	"sync/atomic"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// Lanes in another order, and tables.

// SplatF32 returns x in every lane.
func SplatF32(x float32) F32 { return F32{archsimd.BroadcastFloat32x4(x)} }

// SplatI32 returns x in every lane.
func SplatI32(x int32) I32 { return I32{archsimd.BroadcastInt32x4(x)} }

// SplatU32 returns x in every lane.
func SplatU32(x uint32) U32 { return U32{archsimd.BroadcastUint32x4(x)} }

func splatF64h(x float64) F64h { return F64h{archsimd.BroadcastFloat64x2(x)} }
func splatI64h(x int64) I64h   { return I64h{archsimd.BroadcastInt64x2(x)} }
func splatU64h(x uint64) U64h  { return U64h{archsimd.BroadcastUint64x2(x)} }

// RampI64 returns base + lane*step, modulo 2^64.
func RampI64(base, step int64) I64 {
	lo := I64h{archsimd.BroadcastInt64x2(base).SetElem(1, base+step)}
	return I64{lo, lo.Add(splatI64h(2 * step))}
}

var (
	fourTimes = all(0x04040404)
	byteOf    = all(0x03020100)
)

// Permute returns the lanes that indices name, modulo the number of lanes.
func (x U32) Permute(indices U32) U32 {
	at := indices.And(low2.u()).Mul(fourTimes.u()).Add(byteOf.u())
	return U8x4{x.AsU8x4().v.LookupOrZero(at.AsU8x4().v)}.AsU32()
}

var low2 = all(3)

func (x F32) Permute(indices U32) F32 { return x.AsU32().Permute(indices).AsF32() }
func (x I32) Permute(indices U32) I32 { return x.AsU32().Permute(indices).AsI32() }

// first is lane 0.
func first(x I32) int32 { return x.v.GetElem(0) }

// leading are lanes 0 and 1.
func leading(x I32) (a, b int32) { return x.v.GetElem(0), x.v.GetElem(1) }

// first64 returns lane 0 in all lanes.
func first64(v U64h) U64h { return U64h{v.v.InterleaveLo(v.v)} }

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 {
	a, b, c, d := apart(x)
	switch length(m.ToBits()) {
	case 4:
		return d
	case 3:
		return c
	case 2:
		return b
	}
	return a
}

// last64 is lastOf for 64 bits.
func last64(x U64, m M) uint64 {
	a, b, c, d := apart64(x)
	switch length(m.ToBits()) {
	case 4:
		return d
	case 3:
		return c
	case 2:
		return b
	}
	return a
}

// split2 takes pairs of lanes apart, join2 puts them together.
func split2(p, q U32) (a, b U32) { return U32{p.v.ConcatEven(q.v)}, U32{p.v.ConcatOdd(q.v)} }
func join2(a, b U32) (p, q U32)  { return U32{a.v.InterleaveLo(b.v)}, U32{a.v.InterleaveHi(b.v)} }

// split4 takes quadruples apart, join4 puts them together.
func split4(p, q, r, s U32) (a, b, c, d U32) {
	// elements 0 and 2, and 1 and 3, in turn
	e, o := split2(p, q)
	f, u := split2(r, s)
	a, c = split2(e, f)
	b, d = split2(o, u)
	return a, b, c, d
}

func join4(a, b, c, d U32) (p, q, r, s U32) {
	e, f := join2(a, c)
	o, u := join2(b, d)
	p, q = join2(e, o)
	r, s = join2(f, u)
	return p, q, r, s
}

// splits64 is split2 for lanes of 64 bits, joins64 is join2.
func splits64(p, q U64h) (a, b U64h) { return U64h{p.v.InterleaveLo(q.v)}, U64h{p.v.InterleaveHi(q.v)} }
func joins64(a, b U64h) (p, q U64h)  { return splits64(a, b) }

// LoadQuadF32 returns s[i] to s[i+3].
func LoadQuadF32(s []float32, i int) F32 { return LoadF32(s, i) }

// SplatQuadF32 returns each of the four lanes in all lanes of a vector.
func SplatQuadF32(x F32) (a, b, c, d F32) {
	return x.Permute(U32{}), x.Permute(lastBit32.u()), x.Permute(two32.u()), x.Permute(low2.u())
}

var two32 = all(2)

// powersOf2 returns the bits of entries of powers.Table.
func powersOf2(k U64h) U64h {
	return U64h{k.v.SetElem(0, powers.Table[k.v.GetElem(0)&63]).SetElem(1, powers.Table[k.v.GetElem(1)&63])}
}

// rowsAt loads the row of table at 16*index bytes in each lane.
func rowsAt(table *mufu.Row, index16 I32) rows {
	row := func(at int32) U64h { return loadU64h((*[Half]uint64)(unsafe.Add(unsafe.Pointer(table), at))) }
	r0, r1 := row(index16.v.GetElem(0)), row(index16.v.GetElem(1))
	r2, r3 := row(index16.v.GetElem(2)), row(index16.v.GetElem(3))
	even, evens := splits64(r0, r2)
	odd, odds := splits64(r1, r3)
	return rows{even: even.AsI64h(), odd: odd.AsI64h(), evens: evens.AsI64h(), odds: odds.AsI64h()}
}

var oddLanes = lanes{0, 1<<32 - 1, 0, 1<<32 - 1}

// joined puts the lower half of each even lane and the upper half of each odd lane
// together: of v with the odd lanes shifted left by 32.
func (v sums) joined() I32 {
	odd := oddLanes.i()
	return v.odd.AsI32().And(odd).Or(v.even.AsI32().AndNot(odd))
}

// Fence orders the accesses of the threads of a gang before and after it, as gen.Fence does for one thread. On arm64
// nothing before a store that releases is done after it, nothing behind a load that acquires is done before that, and
// such a load waits for such a store: together they are a fence wherever the word is. So it is one that nobody else
// has: of a function by itself, as addresses in a frame are not kept where gangs poll.
//
//go:noinline
func Fence() {
	var word uint32
	atomic.StoreUint32(&word, 1)
	atomic.LoadUint32(&word)
}
