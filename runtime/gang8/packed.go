//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// f32x2: two f32 in 64 bits, element 0 in the low word.

func lo32(x U64) F32 { return U32FromU64(x).AsFloat32x8() }
func hi32(x U64) F32 { return HighU64(x).AsFloat32x8() }

func pack32(lo, hi F32) U64 { return JoinU64(lo.AsUint32x8(), hi.AsUint32x8()) }
