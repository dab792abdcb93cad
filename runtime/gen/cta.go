package gen

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/interleave"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// CTA is the cooperative thread array that a goroutine runs now, with the
// memory that belongs to it. It is reused for the next CTA: nothing of it may
// be kept.
//
// Functions of gangs have the places of what they need as numbers where they are assembly: from
// Stop to arena nothing moves, see TestLayout.
type CTA struct {
	Stop atomic.Uint32 // Leaving where the launch has been given up, see Poll
	Done uint32        // by functions of gangs: how many threads or rows are done

	ID, Dim, Grid Dim3   // %ctaid, %ntid, %nctaid
	Threads       uint32 // Dim.X*Dim.Y*Dim.Z
	Rows          uint32 // Dim.Y*Dim.Z: rows of threads

	// X, Y, Z is the thread that runs now. Generated code keeps it current so
	// that faults can name the thread.
	X, Y, Z uint32

	vars    unsafe.Pointer // see VarsOf
	shared  []byte         // the shared window, in arena
	arena   []byte
	guarded bool // the launch has buffers that the processor does not let anyone write

	index  int64 // linear number in the grid
	run    *run
	self   *Thread        // the thread that generic accesses of the CTA speak for
	hit    memory.Segment // the segment that a generic access found last
	older  [3]memory.Segment
	block  memory.Block
	args32 []uint32 // see Addr32
	oldest uint32   // the next of older to be replaced
	spill  [][]byte // by slot
	truths [][]byte // by slot: of bool
	frames frames
	sched  *scheduler
	worker int
	spins  uint32 // calls of Yield
	idles  uint32 // calls of idle
	ended  int64  // CTAs of the launch that had ended when it was last looked at
	depth  int    // live calls of all coroutines together
	lo     int64  // the first CTA of the worker's chunk
	text   []byte // what the chunk has printed and is not yet written

	writable uint64 // bytes of hit that may be written: all or none

	notes  *noted        // of code that passes notes to a sanitizer
	counts *counters.CTA // of code that is counted, where somebody counts

	planned *interleave.CTA // where a seed decides the order of threads

	ofLanes []uint32 // see FramesOfLanes
}

// Row returns the y and z of a row of threads; rows are numbered y fastest.
func (c *CTA) Row(row uint32) (y, z uint32) {
	if row < c.Dim.Y { // in most blocks all are: a division takes as long as some threads
		return row, 0
	}
	return row % c.Dim.Y, row / c.Dim.Y
}

// MayDoRows reports whether a body that is called for each row of threads may do several: it is
// called for the first.
func (c *CTA) MayDoRows() bool { return c.Rows > 1 && c.Y|c.Z == 0 }

// DoneTo says that so many rows are done, and reports whether that is all. Else the next one
// becomes the current one.
func (c *CTA) DoneTo(rows uint32) bool {
	all := rows == c.Rows
	if all {
		rows--
	}
	c.Y, c.Z = c.Row(rows)
	return all
}

// Thread returns the thread X, Y, Z of the CTA, for device functions that take one.
// Its local stack is empty, or holds the frame that Frames has made for it. There is one
// such object: it is valid until the next call. In a coroutine it is the coroutine's own
// thread as it is.
func (c *CTA) Thread() *Thread {
	t := c.self
	if t.co == nil {
		t.X, t.Y, t.Z = c.X, c.Y, c.Z
		t.reset()
		if f := &c.frames; f.stride > 0 {
			t.local.enter(f.window(t.Linear()), f.off, f.size)
		}
	}
	return t
}

// SharedAs returns static shared memory as a struct. T must not be larger than
// the kernel's static shared memory and must not contain Go pointers.
func SharedAs[T any](c *CTA) *T {
	if unsafe.Sizeof(*new(T)) > uintptr(len(c.arena)) {
		panic("ptx: shared memory of kernel " + c.run.kernel.Name + " is smaller than the type it is used as")
	}
	return (*T)(unsafe.Pointer(unsafe.SliceData(c.arena)))
}

// SharedFrom returns the CTA's shared memory, static and dynamic, from a place in the
// window on, as a slice.
func SharedFrom[T any](c *CTA, off int) []T {
	if off >= len(c.shared) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&c.shared[off])), uintptr(len(c.shared)-off)/unsafe.Sizeof(*new(T)))
}

// DynamicOffset returns where dynamic shared memory starts in the shared
// window: after static shared memory, 128-byte aligned.
func (c *CTA) DynamicOffset() uint64 { return uint64(c.run.Dynamic) }

// DynamicSize returns the bytes of dynamic shared memory
// (%dynamic_smem_size).
func (c *CTA) DynamicSize() uint32 { return uint32(max(0, len(c.shared)-c.run.Dynamic)) }

// SharedSize returns the bytes of static and dynamic shared memory together
// (%total_smem_size).
func (c *CTA) SharedSize() uint32 { return uint32(len(c.shared)) }

// sharedAlign aligns the arena, spillAlign the spill slots; arenaPad is
// readable after each, for vector loads of single elements.
const (
	sharedAlign = 256
	spillAlign  = 64
	arenaPad    = 64
)

// setShared makes the shared window n bytes long. Its contents are what
// earlier CTAs left there, as on a GPU.
func (c *CTA) setShared(n int) {
	if n+arenaPad > len(c.arena) {
		c.arena = memory.Aligned(n+arenaPad, sharedAlign)
	}
	c.shared = c.arena[:n:n]
}

// Spill returns memory for one T per thread of the CTA that keeps its contents
// across synchronisation points, numbered by slot. It is not cleared: at the
// start of a CTA it holds anything. T must not contain Go pointers.
func Spill[T any](c *CTA, slot int) []T {
	// Threads that have ended leave what they have of a slot to code for whole warps. Of numbers
	// that is one, whatever it is; a bool must be one that was a bool before.
	kept := &c.spill
	if _, is := any(*new(T)).(bool); is {
		kept = &c.truths
	}
	size := int(c.Threads) * int(unsafe.Sizeof(*new(T)))
	if slot >= len(*kept) || len((*kept)[slot]) < size+arenaPad {
		growSpill(kept, slot, size+arenaPad)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData((*kept)[slot]))), c.Threads)
}

func growSpill(kept *[][]byte, slot, size int) {
	for slot >= len(*kept) {
		*kept = append(*kept, nil)
	}
	(*kept)[slot] = memory.Aligned(1<<bits.Len(uint(size-1)), spillAlign)
}
