//go:build linux && !race

package devmem

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
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
	return &region{mem: mem}, nil
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
func (r *region) release(mem []byte) uintptr {
	const remove = 9 // MADV_REMOVE, of an object
	how := syscall.MADV_DONTNEED
	if r.object != 0 {
		how = remove
	}
	in := pages(mem)
	if len(in) == 0 || syscall.Madvise(in, how) != nil {
		return 0
	}
	return uintptr(len(in))
}

// share makes the region one that is mapped from an object, with what is in it. Nobody may write to it meanwhile.
func (r *region) share() error {
	if r.object != 0 {
		return r.partly
	}
	fd, err := vmem.Create(uint64(len(r.mem)))
	if err != nil {
		return err
	}
	r.object = fd
	r.partly = r.move(fd)
	return r.partly
}

// move moves what is in the region into an object, piece by piece.
func (r *region) move(fd int) error {
	const piece = 2 << 20
	n := uintptr(len(r.mem))
	zeros := make([]byte, pageSize)
	for at := uintptr(0); at < n; at += piece {
		part := r.mem[at:min(at+piece, n)]
		for off := uintptr(0); off < uintptr(len(part)); off += pageSize {
			if page := part[off:][:pageSize]; !bytes.Equal(page, zeros) {
				if _, err := syscall.Pwrite(fd, page, int64(at+off)); err != nil {
					return fmt.Errorf("pwrite: %w", err)
				}
			}
		}
		if err := vmem.Place(uint64(r.start()+at), uint64(len(part)), fd, uint64(at)); err != nil {
			return err
		}
	}
	return nil
}
