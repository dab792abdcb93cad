//go:build goexperiment.simd && amd64

package gang16

import (
	"math/bits"
	"unsafe"
)

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 {
	last := uint32(bits.Len16(m.ToBits())) - 1
	return x.Permute(SplatU32(last)).GetLo().GetLo().GetElem(0)
}

// StoreLastF32 sets s[i] to what the highest lane of m has, if there is one: all of them store
// there, in their order.
func StoreLastF32(s []float32, i int, x F32, m M) {
	if Any(m) {
		*(*uint32)(unsafe.Pointer(&s[i])) = lastOf(x.AsUint32x16(), m)
	}
}

// StoreLastI32 sets s[i] to what the highest lane of m has, if there is one: all of them store
// there, in their order.
func StoreLastI32(s []int32, i int, x I32, m M) {
	if Any(m) {
		*(*uint32)(unsafe.Pointer(&s[i])) = lastOf(x.AsUint32x16(), m)
	}
}

// StoreLastU32 sets s[i] to what the highest lane of m has, if there is one: all of them store
// there, in their order.
func StoreLastU32(s []uint32, i int, x U32, m M) {
	if Any(m) {
		*(*uint32)(unsafe.Pointer(&s[i])) = lastOf(x, m)
	}
}
