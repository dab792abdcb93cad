package interp

import (
	"cmp"
	"fmt"
	"slices"
)

// space is where kernels see memory. A piece gets an address when it is first asked for, the
// next one that is free, and keeps it as long as the Machine: the addresses are the same in
// every run. Pieces are kept from the garbage collector, which would give their memory to
// others.
type space struct {
	pieces []piece // in the order of their host addresses
	next   uint64  // the first address that is not taken
	end    uint64
	gap    uint64 // addresses behind a piece that belong to nobody
}

// piece is a piece of host memory.
type piece struct {
	host uint64
	mem  []byte
	addr uint64
}

// The first addresses. What has no bytes is there, and nothing else.
const (
	firstAddress   = 0x0d00_0000_0000
	firstAddress32 = 0x1000
)

// The gaps. That of 32-bit addresses leaves room for many pieces.
const (
	gap   = 16 << 20
	gap32 = globalAlign
)

func newSpace() *space { return &space{next: firstAddress + gap, end: sharedBase, gap: gap} }

func newSpace32() *space {
	return &space{next: firstAddress32 + gap32, end: sharedBase32, gap: gap32}
}

// Address returns the address of a buffer's first byte as kernels see it: a multiple of 256
// that the Machine chooses, or that of the host (Options.HostAddresses). Buffers that overlap
// must be parts of one that has been asked for before. The error is that there is no room.
func (x *Machine) Address(b []byte) (uint64, error) {
	host := addrOf(b)
	s := x.space
	switch {
	case s == nil:
		return host, nil
	case len(b) == 0 && x.narrow:
		return firstAddress32, nil
	case len(b) == 0:
		return firstAddress, nil
	}
	i, exact := slices.BinarySearchFunc(s.pieces, host, func(p piece, host uint64) int { return cmp.Compare(p.host, host) })
	if !exact {
		i--
	}
	if i >= 0 {
		p := &s.pieces[i]
		if size := uint64(len(p.mem)); host-p.host < size && uint64(len(b)) <= size-(host-p.host) {
			return p.addr + host - p.host, nil
		}
	}
	if uint64(len(b)) > s.end-s.next {
		return 0, fmt.Errorf("no room for %d bytes among the addresses of %d bits", len(b), x.addressBits())
	}
	p := piece{host, b, s.next}
	s.next = min(s.end, uint64(alignUp(int64(p.addr)+int64(len(b)), globalAlign))+s.gap)
	if exact {
		s.pieces[i] = p
	} else {
		s.pieces = slices.Insert(s.pieces, i+1, p)
	}
	return p.addr, nil
}

func (x *Machine) addressBits() int {
	if x.narrow {
		return 32
	}
	return 64
}

// addrOf returns the address of memory that has one.
func (x *Machine) addrOf(b []byte) uint64 {
	addr, err := x.Address(b)
	if err != nil {
		panic(err)
	}
	return addr
}
