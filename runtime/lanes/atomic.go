package lanes

import "unsafe"

// Atomic operations go lane by lane, in the order of lanes, by the function of package gen for one thread
// (zatomic.go). Each of them does one on s[idx_l] with lane l's value and returns what was there before,
// for lanes of m only; the others get zero. Where an index of a lane of m is outside of s they return
// false, and have done nothing.
//
// The lanes are in memory meanwhile, and the upper halves of the vector registers are clear: functions of
// floats compute with legacy SSE.

// cell returns element i of an array.
func cell[T any](p *T, i int32) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), uintptr(uint32(i))*unsafe.Sizeof(*p)))
}
