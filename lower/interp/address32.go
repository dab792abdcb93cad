package interp

import (
	"cmp"
	"fmt"
	"slices"
)

// space32 is where the memory of a module lies whose addresses have 32 bits. Memory
// gets an address when it is first asked for, and keeps it as long as the Machine.
type space32 struct {
	pieces []piece32 // in the order of their host addresses
	next   uint64    // the first address that is not taken
}

// piece32 is a piece of host memory.
type piece32 struct {
	host, size uint64
	addr       uint64
}

const (
	firstAddress32 = 0x1000
	align32        = 256
)

func newSpace32() *space32 { return &space32{next: firstAddress32} }

// Address returns the address of a buffer's first byte as kernels see it: that of
// the host, or, in a module whose addresses have 32 bits, one that the Machine
// chooses. Buffers that overlap must be parts of one that has been asked for before.
// The error is that there is no room.
func (x *Machine) Address(b []byte) (uint64, error) {
	host := addrOf(b)
	s := x.space32
	if s == nil || len(b) == 0 {
		return host, nil
	}
	i, exact := slices.BinarySearchFunc(s.pieces, host, func(p piece32, host uint64) int { return cmp.Compare(p.host, host) })
	if !exact {
		i--
	}
	if i >= 0 {
		if p := &s.pieces[i]; host-p.host < p.size && uint64(len(b)) <= p.size-(host-p.host) {
			return p.addr + host - p.host, nil
		}
	}
	if s.next+uint64(len(b)) > sharedBase32 {
		return 0, fmt.Errorf("no room for %d bytes among the 32-bit addresses", len(b))
	}
	// The address is as aligned as the memory. What is behind it belongs to nobody.
	p := piece32{host: host, size: uint64(len(b)), addr: s.next + host&(align32-1)}
	s.next = uint64(alignUp(int64(p.addr+p.size), align32)) + align32
	if exact {
		s.pieces[i] = p // memory that is no more
	} else {
		s.pieces = slices.Insert(s.pieces, i+1, p)
	}
	return p.addr, nil
}

// addrOf returns the address of memory that has one.
func (x *Machine) addrOf(b []byte) uint64 {
	addr, err := x.Address(b)
	if err != nil {
		panic(err)
	}
	return addr
}
