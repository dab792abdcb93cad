//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
)

// Atomic operations go lane by lane, in the order of lanes: f does one on s[idx_l] with lane l's
// value and returns what was there before, for lanes of m only; the others get zero. Where an
// index of a lane of m is outside of s they return false, and f is not called.

// Each inTurn calls f for each lane of a set. Functions of floats compute with legacy SSE. There is
// one for each type of numbers, as the arrays of a generic one would be on the heap.

//go:noinline
func inTurnU32(f func(*uint32, uint32) uint32, s []uint32, at []uint32, v []uint32, old []uint32, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicU32 does an atomic operation with numbers of uint32 in each lane.
func AtomicU32(f func(*uint32, uint32) uint32, s []uint32, idx I32, v U32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	var at [8]uint32
	var x [8]uint32
	var old [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	StoreU32(x[:], 0, v)
	StoreU32(old[:], 0, U32{})
	inTurnU32(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadU32(old[:], 0), true
}

//go:noinline
func inTurnI32(f func(*uint32, int32) int32, s []uint32, at []uint32, v []int32, old []int32, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicI32 does an atomic operation with numbers of int32 in each lane.
func AtomicI32(f func(*uint32, int32) int32, s []uint32, idx I32, v I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	var at [8]uint32
	var x [8]int32
	var old [8]int32
	idx.AsUint32x8().StoreArray(&at)
	StoreI32(x[:], 0, v)
	StoreI32(old[:], 0, I32{})
	inTurnI32(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadI32(old[:], 0), true
}

//go:noinline
func inTurnF32(f func(*float32, float32) float32, s []float32, at []uint32, v []float32, old []float32, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicF32 does an atomic operation with numbers of float32 in each lane.
func AtomicF32(f func(*float32, float32) float32, s []float32, idx I32, v F32, m M) (F32, bool) {
	if outside(len(s), idx, m) {
		return F32{}, false
	}
	var at [8]uint32
	var x [8]float32
	var old [8]float32
	idx.AsUint32x8().StoreArray(&at)
	StoreF32(x[:], 0, v)
	StoreF32(old[:], 0, F32{})
	inTurnF32(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadF32(old[:], 0), true
}

//go:noinline
func inTurnU64(f func(*uint64, uint64) uint64, s []uint64, at []uint32, v []uint64, old []uint64, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicU64 does an atomic operation with numbers of uint64 in each lane.
func AtomicU64(f func(*uint64, uint64) uint64, s []uint64, idx I32, v U64, m M) (U64, bool) {
	if outside(len(s), idx, m) {
		return U64{}, false
	}
	var at [8]uint32
	var x [8]uint64
	var old [8]uint64
	idx.AsUint32x8().StoreArray(&at)
	StoreU64(x[:], 0, v)
	StoreU64(old[:], 0, U64{})
	inTurnU64(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadU64(old[:], 0), true
}

//go:noinline
func inTurnI64(f func(*uint64, int64) int64, s []uint64, at []uint32, v []int64, old []int64, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicI64 does an atomic operation with numbers of int64 in each lane.
func AtomicI64(f func(*uint64, int64) int64, s []uint64, idx I32, v I64, m M) (I64, bool) {
	if outside(len(s), idx, m) {
		return I64{}, false
	}
	var at [8]uint32
	var x [8]int64
	var old [8]int64
	idx.AsUint32x8().StoreArray(&at)
	StoreI64(x[:], 0, v)
	StoreI64(old[:], 0, I64{})
	inTurnI64(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadI64(old[:], 0), true
}

//go:noinline
func inTurnF64(f func(*float64, float64) float64, s []float64, at []uint32, v []float64, old []float64, in uint32) {
	archsimd.ClearAVXUpperBits()
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros32(in)
		old[l] = f(&s[at[l]], v[l])
	}
}

// AtomicF64 does an atomic operation with numbers of float64 in each lane.
func AtomicF64(f func(*float64, float64) float64, s []float64, idx I32, v F64, m M) (F64, bool) {
	if outside(len(s), idx, m) {
		return F64{}, false
	}
	var at [8]uint32
	var x [8]float64
	var old [8]float64
	idx.AsUint32x8().StoreArray(&at)
	StoreF64(x[:], 0, v)
	StoreF64(old[:], 0, F64{})
	inTurnF64(f, s, at[:], x[:], old[:], uint32(m.ToBits()))
	return LoadF64(old[:], 0), true
}
