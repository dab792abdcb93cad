package runtime

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
)

// Thread is the thread that calls a function of the program, which the PTX declares as .extern .func
// and -extern names. Generated code has a variable for each such function,
//
//	var Lerp func(thread *ptx.Thread, a, b, t float32) float32
//
// which the program sets before it launches a kernel that calls it.
//
// Several goroutines call the function at a time. It may access the memory that the thread may
// access, by the Load and Store methods and [Slice]. It must not keep the thread or slices after it has
// returned, and must not wait for other threads. If it fails, it calls Fail.
type Thread struct {
	X, Y, Z uint32 // index of the thread in its CTA: %tid
	ID      Dim3   // index of the CTA in the grid: %ctaid
	Dim     Dim3   // threads of a CTA: %ntid
	Grid    Dim3   // CTAs of the grid: %nctaid

	access bridge.Access
}

// newThread makes what a function of the program gets for threads that access memory by a.
func newThread(a bridge.Access) *Thread { return &Thread{access: a} }

// Linear returns the number of the thread in its CTA, x fastest. Threads 0 to 31 are the first warp.
func (t *Thread) Linear() uint32 { return t.X + t.Dim.X*(t.Y+t.Dim.Y*t.Z) }

// LaneID returns the place of the thread in its warp: 0 to 31.
func (t *Thread) LaneID() uint32 { return t.Linear() & 31 }

// WarpID returns the number of the thread's warp in the CTA.
func (t *Thread) WarpID() uint32 { return t.Linear() >> 5 }

// Fail ends the kernel, and does not return: the launch returns a [*Fault] of the kind [FaultExtern]
// that wraps the error.
func (t *Thread) Fail(err error) { t.access.Fail(err) }

// Poll does not return if the launch has been given up, because its context has ended or another
// thread has faulted. A function that takes long calls it now and then.
func (t *Thread) Poll() { t.access.Poll() }

// Slice returns n elements at a generic address. It is a fault of the thread, and does not return, if they
// are not all in one window or buffer that the thread may access, or if the address is not aligned
// for a T. T must not contain Go pointers. The slice is valid until the function returns.
func Slice[T any](t *Thread, addr uint64, n int) []T {
	b := t.access.Bytes(addr, n, unsafe.Sizeof(*new(T)), unsafe.Alignof(*new(T)))
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// LoadU8 loads from a generic address. To load what the thread may not access is a fault.
func (t *Thread) LoadU8(addr uint64) uint8 { return t.access.LoadU8(addr) }

// LoadU16 loads from a generic address, a multiple of 2.
func (t *Thread) LoadU16(addr uint64) uint16 { return t.access.LoadU16(addr) }

// LoadU32 loads from a generic address, a multiple of 4.
func (t *Thread) LoadU32(addr uint64) uint32 { return t.access.LoadU32(addr) }

// LoadU64 loads from a generic address, a multiple of 8.
func (t *Thread) LoadU64(addr uint64) uint64 { return t.access.LoadU64(addr) }

// LoadF32 loads from a generic address, a multiple of 4.
func (t *Thread) LoadF32(addr uint64) float32 { return t.access.LoadF32(addr) }

// LoadF64 loads from a generic address, a multiple of 8.
func (t *Thread) LoadF64(addr uint64) float64 { return t.access.LoadF64(addr) }

// StoreU8 stores to a generic address. To store to what the thread may not write is a fault.
func (t *Thread) StoreU8(addr uint64, v uint8) { t.access.StoreU8(addr, v) }

// StoreU16 stores to a generic address, a multiple of 2.
func (t *Thread) StoreU16(addr uint64, v uint16) { t.access.StoreU16(addr, v) }

// StoreU32 stores to a generic address, a multiple of 4.
func (t *Thread) StoreU32(addr uint64, v uint32) { t.access.StoreU32(addr, v) }

// StoreU64 stores to a generic address, a multiple of 8.
func (t *Thread) StoreU64(addr uint64, v uint64) { t.access.StoreU64(addr, v) }

// StoreF32 stores to a generic address, a multiple of 4.
func (t *Thread) StoreF32(addr uint64, v float32) { t.access.StoreF32(addr, v) }

// StoreF64 stores to a generic address, a multiple of 8.
func (t *Thread) StoreF64(addr uint64, v float64) { t.access.StoreF64(addr, v) }
