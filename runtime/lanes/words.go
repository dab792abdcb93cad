package lanes

import "unsafe"

// Elements of memory, alone and two side by side in a word of 64 bits: what targets make gathers,
// scatters and accesses at a distance of.

// element returns element i of an array.
func element[T any](p unsafe.Pointer, i uint64) T {
	return *(*T)(unsafe.Add(p, uintptr(i)*unsafe.Sizeof(*new(T))))
}

// two returns the elements of two indices, side by side.
func two[T uint8 | uint16 | uint32](p unsafe.Pointer, i uint64) uint64 {
	return uint64(element[T](p, uint64(uint32(i)))) | uint64(element[T](p, i>>32))<<32
}

func set[T any](p unsafe.Pointer, i uint64, x T) {
	*(*T)(unsafe.Add(p, uintptr(i)*unsafe.Sizeof(x))) = x
}

// far returns two elements at a distance, side by side.
func far[T uint8 | uint16 | uint32](p unsafe.Pointer, by int) uint64 {
	return uint64(*(*T)(p)) | uint64(*(*T)(unsafe.Add(p, by*int(unsafe.Sizeof(*new(T))))))<<32
}

// setFar sets two elements at a distance to two values that lie side by side.
func setFar[T uint8 | uint16 | uint32](p unsafe.Pointer, by int, x uint64) {
	*(*T)(p) = T(x)
	*(*T)(unsafe.Add(p, by*int(unsafe.Sizeof(*new(T))))) = T(x >> 32)
}

// side is where lane l's elements are, n bytes behind those of the lane before it.
func side(p unsafe.Pointer, n, l int) *[4]uint32 { return (*[4]uint32)(unsafe.Add(p, n*l)) }
