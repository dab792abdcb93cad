//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import "simd/archsimd"

// Elements of 8 and 16 bits: loads extend them, stores keep their low bits.

// LoadU8 returns s[i] to s[i+15].
func LoadU8(s []uint8, i int) U32 {
	return archsimd.LoadUint8x16Array((*[16]uint8)(s[i : i+16 : len(s)])).ExtendToUint32()
}

// StoreU8 sets s[i] to s[i+15] to the low bits.
func StoreU8(s []uint8, i int, v U32) {
	v.TruncToUint8().StoreArray((*[16]uint8)(s[i : i+16 : len(s)]))
}

// LoadI8 returns s[i] to s[i+15].
func LoadI8(s []int8, i int) I32 {
	return archsimd.LoadInt8x16Array((*[16]int8)(s[i : i+16 : len(s)])).ExtendToInt32()
}

// StoreI8 sets s[i] to s[i+15] to the low bits.
func StoreI8(s []int8, i int, v I32) { v.TruncToInt8().StoreArray((*[16]int8)(s[i : i+16 : len(s)])) }

// LoadU16 returns s[i] to s[i+15].
func LoadU16(s []uint16, i int) U32 {
	return archsimd.LoadUint16x16Array((*[16]uint16)(s[i : i+16 : len(s)])).ExtendToUint32()
}

// StoreU16 sets s[i] to s[i+15] to the low bits.
func StoreU16(s []uint16, i int, v U32) {
	v.TruncToUint16().StoreArray((*[16]uint16)(s[i : i+16 : len(s)]))
}

// LoadI16 returns s[i] to s[i+15].
func LoadI16(s []int16, i int) I32 {
	return archsimd.LoadInt16x16Array((*[16]int16)(s[i : i+16 : len(s)])).ExtendToInt32()
}

// StoreI16 sets s[i] to s[i+15] to the low bits.
func StoreI16(s []int16, i int, v I32) {
	v.TruncToInt16().StoreArray((*[16]int16)(s[i : i+16 : len(s)]))
}

// leading are lanes 0 and 1.
func leading(x I32) (a, b int32) { return x.GetLo().GetLo().GetElem(0), x.GetLo().GetLo().GetElem(1) }

// first64 returns lane 0 in all lanes.
func first64(v archsimd.Uint64x8) archsimd.Uint64x8 { return v.Permute(archsimd.Uint64x8{}) }

// Places in two vectors: the even ones and the odd ones, and of the first half of both vectors
// one in turn, and of the second.
var (
	evens   = [16]uint32{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}
	odds    = [16]uint32{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31}
	firsts  = [16]uint32{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23}
	seconds = [16]uint32{8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31}

	evens64   = [8]uint64{0, 2, 4, 6, 8, 10, 12, 14}
	odds64    = [8]uint64{1, 3, 5, 7, 9, 11, 13, 15}
	firsts64  = [8]uint64{0, 8, 1, 9, 2, 10, 3, 11}
	seconds64 = [8]uint64{4, 12, 5, 13, 6, 14, 7, 15}
)

// split2 takes pairs of lanes apart, join2 puts them together.
func split2(p, q U32) (a, b U32) {
	return p.ConcatPermute(q, archsimd.LoadUint32x16Array(&evens)), p.ConcatPermute(q, archsimd.LoadUint32x16Array(&odds))
}

func join2(a, b U32) (p, q U32) {
	return a.ConcatPermute(b, archsimd.LoadUint32x16Array(&firsts)), a.ConcatPermute(b, archsimd.LoadUint32x16Array(&seconds))
}

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
func splits64(p, q archsimd.Uint64x8) (a, b archsimd.Uint64x8) {
	return p.ConcatPermute(q, archsimd.LoadUint64x8Array(&evens64)), p.ConcatPermute(q, archsimd.LoadUint64x8Array(&odds64))
}

func joins64(a, b archsimd.Uint64x8) (p, q archsimd.Uint64x8) {
	return a.ConcatPermute(b, archsimd.LoadUint64x8Array(&firsts64)), a.ConcatPermute(b, archsimd.LoadUint64x8Array(&seconds64))
}

// LoadQuadF32 returns s[i] to s[i+3], four times.
func LoadQuadF32(s []float32, i int) F32 {
	var half archsimd.Float32x8
	var x F32
	x = x.SetLo(half.SetLo(archsimd.LoadFloat32x4Array((*[4]float32)(s[i : i+4 : len(s)]))))
	return x.Permute(archsimd.LoadUint32x16Array(&fourTimes))
}

var fourTimes = [16]uint32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}
