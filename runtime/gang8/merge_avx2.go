//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// MergeF64 returns x where m is set and y elsewhere.
func MergeF64(x, y F64, m M) F64 {
	lo, hi := widen(m)
	return F64{x.Lo.AsInt32x8().Merge(y.Lo.AsInt32x8(), lo).AsFloat64x4(), x.Hi.AsInt32x8().Merge(y.Hi.AsInt32x8(), hi).AsFloat64x4()}
}

// MergeI64 returns x where m is set and y elsewhere.
func MergeI64(x, y I64, m M) I64 {
	lo, hi := widen(m)
	return I64{x.Lo.AsInt32x8().Merge(y.Lo.AsInt32x8(), lo).AsInt64x4(), x.Hi.AsInt32x8().Merge(y.Hi.AsInt32x8(), hi).AsInt64x4()}
}

// MergeU64 returns x where m is set and y elsewhere.
func MergeU64(x, y U64, m M) U64 {
	lo, hi := widen(m)
	return U64{x.Lo.AsInt32x8().Merge(y.Lo.AsInt32x8(), lo).AsUint64x4(), x.Hi.AsInt32x8().Merge(y.Hi.AsInt32x8(), hi).AsUint64x4()}
}
