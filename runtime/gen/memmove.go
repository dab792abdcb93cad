package gen

import "unsafe"

// Memmove is the device functions memcpy and memmove: it copies n bytes between
// generic addresses, as if through another buffer, and returns the first.
func (t *Thread) Memmove(to, from, n uint64) uint64 {
	if at := to; n > 0 {
		dst, src := t.bytes(at, n, true), t.bytes(from, n, false)
		if m := uint64(len(src)); m < n {
			src = append(make([]byte, 0, n), src...)
			for ; m < n; m = uint64(len(src)) {
				src = append(src, t.bytes(from+m, n-m, false)...)
			}
		} else if uint64(len(dst)) < n {
			src = append([]byte(nil), src...)
		}
		for len(dst) < len(src) {
			m := len(dst)
			t.copy(dst, src[:m])
			at, n, src = at+uint64(m), n-uint64(m), src[m:]
			dst = t.bytes(at, n, true)
		}
		t.copy(dst, src)
	}
	return to
}

// pollBytes is how many bytes are copied or set between two polls.
const pollBytes = 1 << 20

// copy copies between slices of one length, from the end that keeps bytes from
// being overwritten before they are read.
func (t *Thread) copy(dst, src []byte) {
	if AddrOf(dst) <= AddrOf(src) {
		for len(src) > 0 {
			t.Poll()
			n := copy(dst, src[:min(len(src), pollBytes)])
			dst, src = dst[n:], src[n:]
		}
		return
	}
	for n := len(src); n > 0; {
		t.Poll()
		from := max(0, n-pollBytes)
		copy(dst[from:n], src[from:n])
		n = from
	}
}

// Memset is the device function memset: it sets n bytes at a generic address to the
// low byte of x and returns the address.
func (t *Thread) Memset(to uint64, x uint32, n uint64) uint64 {
	for at := to; n > 0; {
		b := t.bytes(at, n, true)
		at, n = at+uint64(len(b)), n-uint64(len(b))
		for len(b) > 0 {
			t.Poll()
			part := b[:min(len(b), pollBytes)]
			for i := range part {
				part[i] = byte(x)
			}
			b = b[len(part):]
		}
	}
	return to
}

// bytes returns n bytes at a generic address, to be written or not, or faults. It
// returns fewer where local memory goes on in another block.
func (t *Thread) bytes(addr, n uint64, write bool) []byte {
	p, n := t.span(addr, n, write)
	return unsafe.Slice((*byte)(p), n)
}
