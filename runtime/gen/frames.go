package gen

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// frames are the frames of a kernel's local variables, one for each thread of a CTA whose
// threads run in regions: a thread finds its own again in every region. They lie in one
// allocation, which the worker keeps. The frames of the functions that a thread calls lie
// after its own in the local window, in the memory of the worker's one stack, because a
// region ends for a thread with all calls returned.
type frames struct {
	mem    []byte // the window of thread t begins at byte t*stride
	stride uint64 // 0 where threads have no frames of their own
	off    uint64 // window offset of every frame
	size   uint64
}

// Frames makes a frame of zeroed local memory for each thread of the CTA, for a kernel
// whose threads run in regions: [FrameAt] finds it, and [CTA.Thread] has it on its stack,
// until the CTA ends. It is a fault if a thread's stack has no room for it. The alignment
// is a power of two, at least 16.
func (c *CTA) Frames(size, align uint64) {
	if size > localLimit {
		localOverflow()
	}
	f := &c.frames
	f.off, f.size = (localStart+align-1)&^(align-1), size
	end := f.off + f.size
	if end > localStart+localLimit {
		localOverflow()
	}
	// Nothing is below localStart, so that windows may overlap by so much. What a frame
	// holds is at its place modulo every size of an access, see At.
	step := max(align, 2*frameAlign)
	f.stride = max(end-localStart+step-1, step) &^ (step - 1)
	n := int(f.stride)*int(c.Threads) + localStart
	if n > len(f.mem) {
		f.mem = memory.Aligned(n, sharedAlign)
		return
	}
	clear(f.mem[:n])
}

// window returns the part of a thread's window that its frame is in, from offset 0 on.
func (f *frames) window(t uint32) []byte {
	end := (f.off + f.size + frameAlign - 1) &^ (frameAlign - 1)
	at := uint64(t) * f.stride
	return f.mem[at : at+end : at+end]
}

// FrameAt returns the frame that [CTA.Frames] has made for thread t of the CTA. T must
// not be larger than the frame but for what aligns it, and must not contain Go pointers.
func FrameAt[T any](c *CTA, t uint32) *T {
	f := &c.frames
	return (*T)(unsafe.Pointer(&f.mem[uint64(t)*f.stride+f.off]))
}

// FramesOfLanes returns so many words for the frames of the threads of a gang, which has them to itself
// until it ends. They hold anything.
func (c *CTA) FramesOfLanes(words int) []uint32 {
	if len(c.ofLanes) < words {
		mem := memory.Aligned(4*words, sharedAlign)
		c.ofLanes = unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(mem))), words)
	}
	return c.ofLanes[:words:words]
}

// FrameBase returns the address in the local window of the frames that Frames has made.
func (c *CTA) FrameBase() uint64 { return c.frames.off }
