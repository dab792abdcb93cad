//go:build linux && !race

package devmem

import (
	"os"
	"syscall"
	"unsafe"
)

// regionSize is how much address space is taken at a time, and dropsRegions that a region
// goes when all of it is free: here only its pages do.
const (
	regionSize   = 32 << 20
	dropsRegions = false
)

var pageSize = uintptr(os.Getpagesize())

// newRegion returns zeroed address space with a hole of that size in it.
func newRegion(size uintptr) (*region, error) {
	n := (max(size+Align, regionSize) + pageSize - 1) &^ (pageSize - 1)
	mem, err := syscall.Mmap(-1, 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	return &region{mem}, nil
}

// pages returns the whole pages of memory.
func pages(mem []byte) []byte {
	base := uintptr(unsafe.Pointer(unsafe.SliceData(mem)))
	from := -base & (pageSize - 1)
	to := uintptr(len(mem)) - (base+uintptr(len(mem)))&(pageSize-1)
	if from >= to || to > uintptr(len(mem)) {
		return nil
	}
	return mem[from:to]
}

// release gives the pages of memory back, so that they are zeros that take no memory,
// and returns how many bytes they have.
func release(mem []byte) uintptr {
	in := pages(mem)
	if len(in) == 0 || syscall.Madvise(in, syscall.MADV_DONTNEED) != nil {
		return 0
	}
	return uintptr(len(in))
}
