//go:build goexperiment.simd && amd64

package gang8

import "simd/archsimd"

// Constants of vectors are in memory: a load is one instruction, and often part of
// another. A broadcast of a constant takes two, and goes through a register of 128 bits,
// which Go moves and spills with instructions that cost hundreds of cycles between those
// of 256 bits.

// lanes is a constant of 32-bit lanes.
type lanes [8]uint32

func all(x uint32) lanes { return lanes{x, x, x, x, x, x, x, x} }

func (k *lanes) u() U32 { return archsimd.LoadUint32x8((*[8]uint32)(k)) }
func (k *lanes) i() I32 { return k.u().AsInt32x8() }
func (k *lanes) f() F32 { return k.u().AsFloat32x8() }

// Bits of f32, as in fpops.
var (
	sign32      = all(1 << 31)
	mag32       = all(1<<31 - 1)
	nan32       = all(0x7fffffff)
	inf32       = all(0x7f800000)
	one32       = all(0x3f800000)
	minNormal32 = all(1 << 23)
)
