//go:build !linux || race

package devmem

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

// regionSize is how much is taken from the heap at a time, and dropsRegions that a region
// goes when all of it is free.
const (
	regionSize   = 4 << 20
	dropsRegions = true
)

// newRegion returns a zeroed piece of the heap with a hole of that size in it.
func newRegion(size uintptr) (*region, error) {
	n := max(size+Align, regionSize)
	mem := make([]byte, n+Align-1)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(mem))) & (Align - 1)
	return &region{mem: mem[skip:][:n:n]}, nil
}

// pages returns the part of memory that release can give back.
func pages([]byte) []byte { return nil }

// release would give back a part of a region.
func (r *region) release([]byte) uintptr { return 0 }

// share would map a region from an object: this one is of the heap.
func (r *region) share() error { return vmem.ErrUnsupported }
