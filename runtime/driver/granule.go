package driver

import (
	"math"
	"sync"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

var granule atomic.Int64

func init() { granule.Store(1) }

// SetGranule lets kernels reach to the next multiple of so many bytes behind the beginning of an allocation,
// without a fault, as they do on GPUs, where it is 512. It is 1 by default, so that what goes beyond an
// allocation is found. What the driver itself reads and writes, copies, ends with the allocation in any case.
func SetGranule(bytes int64) { granule.Store(max(bytes, 1)) }

// exact is how many bytes were asked for, by the address of allocations that have more.
var exact sync.Map

// allocAddr allocates memory, to the end of a granule.
func allocAddr(bytes int64) (uint64, error) {
	size := bytes
	if n := granule.Load(); bytes <= math.MaxInt64-n {
		size = (bytes + n - 1) / n * n
	}
	if err := room(size); err != nil {
		return 0, err
	}
	addr, err := ptx.AllocAddr(uint64(size))
	if err == nil && size != bytes {
		exact.Store(addr, bytes)
	}
	return addr, err
}

// Asked returns how many bytes were asked for of memory that begins at an address and has more, as far as
// SetGranule says; false of other memory.
func Asked(p DevicePtr) (bytes int64, ok bool) {
	n, ok := exact.Load(uint64(p))
	if !ok {
		return 0, false
	}
	return n.(int64), true
}

func freeAddr(addr uint64) error {
	exact.Delete(addr)
	freed()
	if b, off, ok := ptx.BufferAt(addr); ok && off == 0 {
		loseObjects(addr, len(b))
	}
	return ptx.FreeAddr(addr)
}

// bufferAt is ptx.BufferAt of what was asked for, and of what a graph that was launched will have allocated when a stream
// has come to that.
func bufferAt(addr uint64) (b ptx.Buffer, off uint64, ok bool) {
	b, off, ok = ptx.BufferAt(addr)
	if !ok {
		return promised(DevicePtr(addr), false)
	}
	if n, short := exact.Load(addr - off); short {
		b = b[:n.(int64)]
		ok = off < uint64(len(b))
	}
	return b, off, ok
}
