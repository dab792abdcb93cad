package gen

import (
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// bound is the parameters of a launch as its body has them.
type bound struct {
	bufs   []Buffer // memory that addresses may point into
	slices []Buffer // what the body's slices are, in the order of the parameters
	params []byte   // the parameters as a GPU lays them out, for a sanitizer; nil where it has no question
	image  []byte   // all parameters as a GPU lays them out, where the kernel reaches them by address

	// Of a launch by name: what the slices were made of, and the places of the
	// buffers where addresses have 32 bits.
	pointers []pointer
	guards   []guard
	table    *memory.Table32
}

// pointer is a parameter that is an address.
type pointer struct {
	param int
	addr  uint64
	elem  int64 // bytes of an element of its slice
	known bool  // in memory that the launch knows, and aligned for the elements of its slice

	// constant says that it is in const memory, and that the body, which writes through
	// it, has no slice.
	constant bool
}
