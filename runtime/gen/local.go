package gen

import (
	"math"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// localStack is the local memory of a thread: a stack of frames that lie one after
// the other in the local window, so that an overflow of one meets the next as it does
// on a GPU.
//
// The memory of the window is cut into blocks of 4, 8, 16, ... 512 KiB, each made
// when a frame first needs it. A frame lies in one block and never moves; one that does
// not fit after the last begins a new block. The first block may be lent, see enter.
type localStack struct {
	live   memory.Segment // the part in use of the block of the last frame, by window offset
	base   uint64         // window offset of the last frame
	last   int            // block of the last frame
	lent   bool           // the memory of the first block is not the stack's own
	blocks [localBlocks]localBlock
}

// localBlock holds the part of the window from start to where the next block in use
// starts, or to the top. What it holds is at its place modulo sharedAlign.
type localBlock struct {
	mem   []byte
	start uint64 // window offset; unused where the block is not in use
}

const (
	localBlocks = 8
	localShift  = 12        // the first block has 1<<localShift bytes
	localLimit  = 512 << 10 // of frames
	localStart  = 16        // no frame at offset 0, so that no local address is null
	frameAlign  = 16        // of blocks too: no access lies in two
	keptLocal   = 4         // blocks that a pooled worker keeps
	unused      = math.MaxUint64
)

// top returns the window offset after the last frame.
func (s *localStack) top() uint64 { return s.live.Base + s.live.Size }

// origin is the window offset of the first byte of the memory of a block in use.
func (b *localBlock) origin() uint64 { return b.start &^ (sharedAlign - 1) }

// at points to a window offset that the block holds; at its end, to where nothing is
// accessed, to its last byte.
func (b *localBlock) at(off uint64) unsafe.Pointer {
	return unsafe.Pointer(&b.mem[min(off-b.origin(), uint64(len(b.mem)-1))])
}

// setTop makes the stack end at a window offset at or below its end.
func (s *localStack) setTop(top uint64) {
	i := s.last
	for i > 0 && s.blocks[i].start >= top {
		s.blocks[i].start = unused
		i--
	}
	s.last = i
	b := &s.blocks[i]
	s.live.Base, s.live.Size, s.live.Ptr = b.start, top-b.start, nil
	if top > b.start {
		s.live.Ptr = b.at(b.start)
	}
}

// enter makes an empty stack hold one frame, in memory that outlives it: mem is that of the
// window from its start to the end of the frame.
func (s *localStack) enter(mem []byte, off, size uint64) {
	b := &s.blocks[0]
	b.mem, s.lent = mem, true
	s.base = off
	s.live = memory.Segment{Base: localStart, Size: off + size - localStart, Ptr: b.at(localStart)}
}

func (s *localStack) reset() {
	if s.last > 0 {
		s.setTop(localStart)
	}
	s.blocks[0].start = localStart
	s.live.Base, s.live.Size, s.live.Ptr = localStart, 0, nil
	s.base = localStart
}

// shrink empties the stack and gives up its large blocks, and what was lent.
func (s *localStack) shrink() {
	s.reset()
	if s.lent {
		s.blocks[0].mem, s.lent = nil, false
	}
	for i := keptLocal; i < localBlocks; i++ {
		if s.blocks[i].mem != nil {
			s.blocks[i].mem = nil
		}
	}
}

// localBlockSize returns the bytes of a block: the last one takes all frames together,
// wherever in it they begin.
func localBlockSize(i int) uint64 {
	n := uint64(1) << (i + localShift)
	if i == localBlocks-1 {
		n += sharedAlign
	}
	return n
}

// room returns the bytes of a block, also of one that is not made yet.
func (s *localStack) room(i int) uint64 {
	if m := s.blocks[i].mem; m != nil {
		return uint64(len(m))
	}
	return localBlockSize(i)
}

// push makes room for a frame and returns its window offset and memory, which
// is not cleared; what aligns it is. It reports false if the stack is full.
func (s *localStack) push(size, align uint64) (off uint64, p unsafe.Pointer, ok bool) {
	if size > localLimit {
		return 0, nil, false
	}
	top := s.top()
	off = (top + align - 1) &^ (align - 1)
	if off+size > localStart+localLimit {
		return 0, nil, false
	}
	// A block in front of another is full up to where that one starts, and a Go type
	// may be larger than the frame by what aligns it.
	end := (off + size + frameAlign - 1) &^ (frameAlign - 1)
	b := &s.blocks[s.last]
	gap := top
	if end > b.origin()+s.room(s.last) {
		start := top
		if top > localStart {
			start = (top + frameAlign - 1) &^ (frameAlign - 1)
			clear(b.mem[top-b.origin() : start-b.origin()])
		}
		gap = start
		for {
			s.last++
			b = &s.blocks[s.last]
			b.start = start
			if end <= b.origin()+s.room(s.last) {
				break
			}
			b.start = unused
		}
	}
	if b.mem == nil {
		b.mem = memory.Aligned(int(localBlockSize(s.last)), sharedAlign)
	}
	if gap < off {
		clear(b.mem[gap-b.origin() : off-b.origin()])
	}
	s.base = off
	s.live = memory.Segment{Base: b.start, Size: off + size - b.start, Ptr: b.at(b.start)}
	return off, b.at(off), true
}

// at returns the memory at a window offset, nil where it is not in use, or in two
// blocks.
func (s *localStack) at(off, size uint64) unsafe.Pointer {
	if p, n := s.from(off); n >= size {
		return p
	}
	return nil
}

// from returns the memory at a window offset, and how many bytes from there on are in
// use and in one block.
func (s *localStack) from(off uint64) (p unsafe.Pointer, n uint64) {
	end := s.top()
	if off < localStart || off >= end {
		return nil, 0
	}
	for i := s.last; ; i-- {
		if b := &s.blocks[i]; off >= b.start {
			return b.at(off), end - off
		} else if b.start != unused {
			end = b.start
		}
	}
}

// Frame makes a frame of zeroed local memory for a T. Its address in the local
// window is [Thread.FrameBase]. T must not contain Go pointers.
func Frame[T any](t *Thread) *T {
	return FrameOf[T](t, uint64(unsafe.Sizeof(*new(T))), frameAlign)
}

// FrameOf is [Frame] for a frame whose size is not that of a T, which may be up to 7
// bytes larger, or whose alignment is a power of two above 16.
func FrameOf[T any](t *Thread, size, align uint64) *T {
	_, p, ok := t.local.push(size, align)
	if !ok {
		localOverflow()
	}
	f := (*T)(p)
	*f = *new(T)
	return f
}

// FrameFrom returns the memory of a frame from a byte on as an A, which ends before the
// frame does.
func FrameFrom[A, T any](frame *T, off uintptr) *A {
	if off > unsafe.Sizeof(*frame) || unsafe.Sizeof(*new(A)) > unsafe.Sizeof(*frame)-off {
		panic("ptx: a part of a frame that is larger than the frame")
	}
	return (*A)(unsafe.Add(unsafe.Pointer(frame), off))
}

// FrameBase returns the address in the local window of the frame that was made
// last.
func (t *Thread) FrameBase() uint64 { return t.local.base }

// Mark returns the height of the local stack, for Release.
func (t *Thread) Mark() int { return int(t.local.top()) }

// Release drops the frames made since the mark.
func (t *Thread) Release(mark int) { t.local.setTop(uint64(mark)) }

func localOverflow() {
	throw(&faultPanic{kind: ptx.FaultStack, msg: "local memory stack overflow"})
}
