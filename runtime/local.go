package runtime

import (
	"math/bits"
	"unsafe"
)

// localStack is the local memory of a thread: a stack of frames, and memory
// elsewhere that was given an address in the local window.
//
// The window is cut into blocks of 4, 8, 16, ... 512 KiB, each backed when a
// frame first needs it. A frame lies in one block, so blocks need not be
// adjacent in host memory and frames never move. What the end of a block has left
// over does not count: the stack is full where frames one behind the other would
// need more than localLimit.
type localStack struct {
	live    segment // the part in use of the block of the last frame, by window offset
	base    uint64  // window offset of the last frame
	blocks  [localBlocks][]byte
	skipped [localBlocks]uint64 // of each block in use: bytes left over in those below
	adopted []segment           // by window offset
}

const (
	localBlocks  = 8
	localShift   = 12                                      // the first block has 1<<localShift bytes
	localLimit   = 512 << 10                               // of frames
	localStart   = 16                                      // no frame at offset 0, so that no local address is null
	adoptedStart = uint64(1) << (localBlocks + localShift) // adopted memory lies above all blocks
	frameAlign   = 16
	keptLocal    = 4 // blocks that a pooled worker keeps
)

// top returns the window offset behind the last frame.
func (s *localStack) top() uint64 { return s.live.base + s.live.size }

// setTop makes the stack end at a window offset in block i, or at its end.
func (s *localStack) setTop(i int, top uint64) {
	lo := max(localBlockStart(i), localStart)
	s.live.base, s.live.size, s.live.ptr = lo, top-lo, nil
	if top > lo {
		s.live.ptr = unsafe.Pointer(&s.blocks[i][lo-localBlockStart(i)])
	}
}

func (s *localStack) reset() {
	s.setTop(0, localStart)
	s.base = localStart
	s.adopted = s.adopted[:0]
}

// shrink empties the stack and gives up its large blocks.
func (s *localStack) shrink() {
	s.reset()
	clear(s.blocks[keptLocal:])
	clear(s.adopted[:cap(s.adopted)])
}

// localBlock returns the number of the block that holds a window offset.
func localBlock(off uint64) int { return bits.Len64(off>>localShift+1) - 1 }

// localBlockStart returns the first window offset of a block.
func localBlockStart(i int) uint64 { return (1<<uint(i) - 1) << localShift }

// push makes room for a frame and returns its window offset and memory, which
// is not cleared. It reports false if the stack is full.
func (s *localStack) push(size, align uint64) (off uint64, p unsafe.Pointer, ok bool) {
	if size > 1<<(localBlocks-1+localShift) {
		return 0, nil, false
	}
	top := s.top()
	off = (top + align - 1) &^ (align - 1)
	i := localBlock(off)
	if off+size > localBlockStart(i+1) || i > localBlock(top-1) {
		// The frame is the first of a block.
		skipped := s.skipped[localBlock(top-1)]
		next := off
		for i < localBlocks && next+size > localBlockStart(i+1) {
			i++
			next = (localBlockStart(i) + align - 1) &^ (align - 1)
		}
		if i >= localBlocks {
			return 0, nil, false
		}
		s.skipped[i] = skipped + next - off
		off = next
	}
	if off+size-s.skipped[i]-localStart > localLimit {
		return 0, nil, false
	}
	if s.blocks[i] == nil {
		s.blocks[i] = alignedBytes(1<<(i+localShift), sharedAlign)
	}
	s.base = off
	s.setTop(i, off+size)
	return off, unsafe.Pointer(unsafe.SliceData(s.blocks[i][off-localBlockStart(i):])), true
}

// at returns the memory at a window offset, nil where there is no frame.
func (s *localStack) at(off, size uint64) unsafe.Pointer {
	if top := s.top(); off < top && size <= top-off && off >= localStart {
		i := localBlock(off)
		if b := s.blocks[i]; b != nil && off+size <= localBlockStart(i+1) {
			return unsafe.Pointer(&b[off-localBlockStart(i)])
		}
		return nil
	}
	for i := range s.adopted {
		a := &s.adopted[i]
		if d := off - a.base; d < a.size && size <= a.size-d {
			return unsafe.Add(a.ptr, d)
		}
	}
	return nil
}

// Push makes a frame of zeroed local memory and returns its address in the
// local window. It is a fault if the stack is full: a thread has at least
// 512 KiB. The alignment is a power of two up to 256.
func (t *Thread) Push(size, align uint64) uint64 {
	off, p, ok := t.local.push(size, max(align, frameAlign))
	if !ok {
		localOverflow()
	}
	clear(unsafe.Slice((*byte)(p), size))
	return off
}

// Frame makes a frame of zeroed local memory for a T. Its address in the local
// window is [Thread.FrameBase]. T must not contain Go pointers.
func Frame[T any](t *Thread) *T {
	size := unsafe.Sizeof(*new(T))
	_, p, ok := t.local.push(uint64(size), frameAlign)
	if !ok {
		localOverflow()
	}
	f := (*T)(p)
	*f = *new(T)
	return f
}

// FrameBase returns the address in the local window of the frame that was made
// last.
func (t *Thread) FrameBase() uint64 { return t.local.base }

// Adopt gives memory that lives elsewhere, such as a spill slot, an address in
// the thread's local window until the thread ends. T must not contain Go
// pointers.
func Adopt[T any](t *Thread, p *T) uint64 {
	off := adoptedStart
	if n := len(t.local.adopted); n > 0 {
		last := &t.local.adopted[n-1]
		off = (last.base + last.size + sharedAlign) &^ (sharedAlign - 1)
	}
	// The alignment in the window is that in memory.
	off += uint64(uintptr(unsafe.Pointer(p)) & (sharedAlign - 1))
	t.local.adopted = append(t.local.adopted, segment{base: off, size: uint64(unsafe.Sizeof(*p)), ptr: unsafe.Pointer(p)})
	return off
}

// Mark returns the height of the local stack, for Release.
func (t *Thread) Mark() int { return int(t.local.top()) }

// Release drops the frames made since the mark.
func (t *Thread) Release(mark int) { t.local.setTop(localBlock(uint64(mark)-1), uint64(mark)) }

func localOverflow() {
	throw(&faultPanic{kind: FaultStack, msg: "local memory stack overflow"})
}
