package runtime

import "unsafe"

// Memmove is the device functions memcpy and memmove: it copies n bytes between
// generic addresses, as if through another buffer, and returns the first.
func (t *Thread) Memmove(to, from, n uint64) uint64 {
	if n > 0 {
		copy(t.bytes(to, n), t.bytes(from, n))
	}
	return to
}

// Memset is the device function memset: it sets n bytes at a generic address to the
// low byte of x and returns the address.
func (t *Thread) Memset(to uint64, x uint32, n uint64) uint64 {
	if n > 0 {
		b := t.bytes(to, n)
		for i := range b {
			b[i] = byte(x)
		}
	}
	return to
}

// bytes returns n bytes at a generic address, or faults.
func (t *Thread) bytes(addr, n uint64) []byte {
	return unsafe.Slice((*byte)(t.span(addr, n)), n)
}
