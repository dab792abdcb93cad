//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Elements of 8 and 16 bits: loads extend them, stores keep their low bits.

// LoadU8 returns s[i] to s[i+7].
func LoadU8(s []uint8, i int) U32 {
	p := (*uint64)(unsafe.Pointer((*[8]uint8)(s[i : i+8 : len(s)])))
	return archsimd.BroadcastUint64x2(*p).AsUint8x16().ExtendLo8ToUint32()
}

// LoadI8 returns s[i] to s[i+7].
func LoadI8(s []int8, i int) I32 {
	p := (*uint64)(unsafe.Pointer((*[8]int8)(s[i : i+8 : len(s)])))
	return archsimd.BroadcastUint64x2(*p).AsInt8x16().ExtendLo8ToInt32()
}

// LoadU16 returns s[i] to s[i+7].
func LoadU16(s []uint16, i int) U32 {
	return archsimd.LoadUint16x8Array((*[8]uint16)(s[i : i+8 : len(s)])).ExtendToUint32()
}

// LoadI16 returns s[i] to s[i+7].
func LoadI16(s []int16, i int) I32 {
	return archsimd.LoadInt16x8Array((*[8]int16)(s[i : i+8 : len(s)])).ExtendToInt32()
}

// StoreU8 sets s[i] to s[i+7] to the low eight bits.
func StoreU8(s []uint8, i int, v U32) {
	p := (*uint64)(unsafe.Pointer((*[8]uint8)(s[i : i+8 : len(s)])))
	*p = bytes8(v)
}

// StoreI8 sets s[i] to s[i+7] to the low eight bits.
func StoreI8(s []int8, i int, v I32) {
	p := (*uint64)(unsafe.Pointer((*[8]int8)(s[i : i+8 : len(s)])))
	*p = bytes8(v.AsUint32x8())
}

// StoreU16 sets s[i] to s[i+7] to the low sixteen bits.
func StoreU16(s []uint16, i int, v U32) {
	words8(v).StoreArray((*[8]uint16)(s[i : i+8 : len(s)]))
}

// StoreI16 sets s[i] to s[i+7] to the low sixteen bits.
func StoreI16(s []int16, i int, v I32) {
	words8(v.AsUint32x8()).AsInt16x8().StoreArray((*[8]int16)(s[i : i+8 : len(s)]))
}

// words8 returns the low sixteen bits of the lanes.
func words8(v U32) archsimd.Uint16x8 {
	w := v.AsUint8x32().PermuteOrZeroGrouped(archsimd.LoadInt8x32Array(&lowWords)).AsUint32x8()
	return w.Permute(archsimd.LoadUint32x8Array(&paired)).GetLo().AsUint16x8()
}

// bytes8 returns the low eight bits of the lanes, lane 0 lowest.
func bytes8(v U32) uint64 {
	w := v.AsUint8x32().PermuteOrZeroGrouped(archsimd.LoadInt8x32Array(&lowBytes)).AsUint32x8()
	return w.Permute(archsimd.LoadUint32x8Array(&bottoms)).GetLo().AsUint64x2().GetElem(0)
}

// The low bytes, and words, of four lanes at the bottom of their half; and the
// lowest words of both halves.
var (
	lowBytes = [32]int8{
		0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
		0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	}
	lowWords = [32]int8{
		0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1,
		0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1,
	}
	bottoms = [8]uint32{0, 4, 0, 4, 0, 4, 0, 4}
)
