package libcuda

// #include "types.h"
import "C"

import (
	"encoding/binary"
	"strings"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// How images begin that say how long they are. A wrapper is what the compiler of CUDA makes, with a pointer
// to a container.
const (
	elf       = "\x7fELF"
	container = "\x50\xed\x55\xba"
	wrapper   = "\xb1\x43\x62\x46"
)

// image is what a program passes without its length: a text, a fat binary, or an ELF file. It is false
// where not all of it is memory of the program.
func image(p C.const_pointer) (string, bool) {
	head, ok := text((*C.const_char)(p)) // which ends at a zero byte, behind what it begins with
	if !ok {
		return "", false
	}
	at, size := unsafe.Pointer(p), uint64(0)
	switch {
	case strings.HasPrefix(head, wrapper):
		w, ok := load((*struct {
			magic, version uint32
			data           unsafe.Pointer
		})(at))
		if !ok {
			return "", false
		}
		if at = w.data; at == nil {
			return head, true // which is no fat binary
		}
		fallthrough
	case strings.HasPrefix(head, container):
		h, ok := load((*[16]byte)(at))
		if !ok {
			return "", false
		}
		size = binary.LittleEndian.Uint64(h[8:])
		if size > driver.MaxImage {
			return string(h[:]), true // which is cut off
		}
		size += uint64(binary.LittleEndian.Uint16(h[6:]))
	case strings.HasPrefix(head, elf):
		if size, ok = elfSize(at); !ok {
			return "", false
		}
	default:
		return head, true
	}
	data, ok := list((*byte)(at), int(min(size, driver.MaxImage)), hostmem.Read)
	return string(data), ok
}

// elfSize is where the last part of an ELF file ends, of 64 bits and with the small end first: other ones
// are their header, which says what they are.
func elfSize(p unsafe.Pointer) (size uint64, ok bool) {
	const header, section = 64, 64
	h, ok := load((*[header]byte)(p))
	if !ok || h[4] != 2 || h[5] != 1 {
		return header, ok
	}
	le := binary.LittleEndian
	size = header
	part := func(at, n uint64) bool {
		if at > driver.MaxImage || n > driver.MaxImage {
			return false
		}
		size = max(size, at+n)
		return true
	}
	programs, sections := le.Uint64(h[32:]), le.Uint64(h[40:])
	n := uint64(le.Uint16(h[60:]))
	if !part(programs, uint64(le.Uint16(h[54:]))*uint64(le.Uint16(h[56:]))) || !part(sections, n*section) || n > 0 && le.Uint16(h[58:]) != section {
		return header, true
	}
	table, ok := list((*byte)(unsafe.Add(p, sections)), int(n*section), hostmem.Read)
	if !ok {
		return 0, false
	}
	const nobits = 8
	for ; len(table) > 0; table = table[section:] {
		if le.Uint32(table[4:]) != nobits && !part(le.Uint64(table[24:]), le.Uint64(table[32:])) {
			return header, true
		}
	}
	return size, true
}
