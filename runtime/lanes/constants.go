package lanes

// Constants of vectors are in memory: a load is one instruction, and often part of
// another. A broadcast of a constant takes two, and goes through a register of 128 bits,
// which Go moves and spills with instructions that cost hundreds of cycles between those
// of 256 bits.

func (k *lanes) i() I32 { return k.u().AsI32() }
func (k *lanes) f() F32 { return k.u().AsF32() }

// Bits of f32, as in fpops.
var (
	sign32      = all(1 << 31)
	mag32       = all(1<<31 - 1)
	nan32       = all(0x7fffffff)
	inf32       = all(0x7f800000)
	one32       = all(0x3f800000)
	minNormal32 = all(1 << 23)
)

// ConstI32 returns x in all lanes.
func ConstI32(x int32) Const32 { return ConstU32(uint32(x)) }

// ConstI64 returns x in all lanes.
func ConstI64(x int64) Const64 { return ConstU64(uint64(x)) }
