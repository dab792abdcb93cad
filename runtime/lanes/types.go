package lanes

// SplatF64 returns x in every lane.
func SplatF64(x float64) F64 {
	v := splatF64h(x)
	return F64{v, v}
}

// SplatI64 returns x in every lane.
func SplatI64(x int64) I64 {
	v := splatI64h(x)
	return I64{v, v}
}

// SplatU64 returns x in every lane.
func SplatU64(x uint64) U64 {
	v := splatU64h(x)
	return U64{v, v}
}

// RampI32 returns base + lane*step, modulo 2^32.
func RampI32(base, step int32) I32 {
	v := loadI32(&lanes32)
	if step != 1 {
		v = v.Mul(SplatI32(step))
	}
	return v.Add(SplatI32(base))
}

// RampU32 returns base + lane*step, modulo 2^32.
func RampU32(base, step uint32) U32 { return RampI32(int32(base), int32(step)).AsU32() }

// RampU64 returns base + lane*step, modulo 2^64.
func RampU64(base, step uint64) U64 { return U64FromI64(RampI64(int64(base), int64(step))) }
