//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

//lint:file-ignore U1000 what calls these has their expressions in place of the calls

import (
	"math/bits"
	"simd/archsimd"
)

// Operations of the basis that are one expression: internal/gen/lanes writes that in place of each
// call.

//lanes:spelled
func splatF64h(x float64) F64h { return archsimd.BroadcastFloat64x4(x) }

//lanes:spelled
func splatI64h(x int64) I64h { return archsimd.BroadcastInt64x4(x) }

//lanes:spelled
func splatU64h(x uint64) U64h { return archsimd.BroadcastUint64x4(x) }

//lanes:spelled
func loadF32(p *[Width]float32) F32 { return archsimd.LoadFloat32x8Array(p) }

//lanes:spelled
func loadI32(p *[Width]int32) I32 { return archsimd.LoadInt32x8Array(p) }

//lanes:spelled
func loadU32(p *[Width]uint32) U32 { return archsimd.LoadUint32x8Array(p) }

//lanes:spelled
func loadF64h(p *[Half]float64) F64h { return archsimd.LoadFloat64x4Array(p) }

//lanes:spelled
func loadI64h(p *[Half]int64) I64h { return archsimd.LoadInt64x4Array(p) }

//lanes:spelled
func loadU64h(p *[Half]uint64) U64h { return archsimd.LoadUint64x4Array(p) }

// lowest and length are the number of the first lane of a mask that is set, given as its bits, and
// one more than that of the last.
//
//lanes:spelled
func lowest(b uint8) int { return bits.TrailingZeros8(b) }

//lanes:spelled
func length(b uint8) int { return bits.Len8(b) }

// first is lane 0.
//
//lanes:spelled
func first(x I32) int32 { return x.GetLo().GetElem(0) }

//lanes:spelled
func roundF32(x F32) F32 { return x.Round() }

//lanes:spelled
func floorF32(x F32) F32 { return x.Floor() }

//lanes:spelled
func ceilF32(x F32) F32 { return x.Ceil() }

//lanes:spelled
func truncF32(x F32) F32 { return x.Trunc() }

//lanes:spelled
func truncF64h(x F64h) F64h { return x.Trunc() }

// cutS32 cuts the fractions of numbers off; -2^31 is what has no place.
//
//lanes:spelled
func cutS32(a F64) I32 { return I32{}.SetLo(a.Lo.ConvertToInt32()).SetHi(a.Hi.ConvertToInt32()) }
