package gen

import (
	"fmt"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// The instructions of PTX that work on the stack of local memory (section
// 9.7.17). What they take ends with the function, which generated code ends
// with [Thread.Release].

// Alloca makes size bytes of zeroed local memory and returns their address in
// the local window (alloca). The alignment is a power of two; 16 is the least.
// It is a fault if the stack is full: a thread has at least 512 KiB.
func (t *Thread) Alloca(size, align uint64) uint64 {
	off, p, ok := t.local.push(size, max(align, frameAlign))
	if !ok {
		localOverflow()
	}
	clear(unsafe.Slice((*byte)(p), size))
	return off
}

// StackSave returns the top of the local stack (stacksave).
func (t *Thread) StackSave() uint64 { return t.local.top() }

// StackRestore makes the local stack end where it ended at the StackSave that
// returned top, and frees what was made since (stackrestore). Any number that is
// not a height of the stack is a fault.
func (t *Thread) StackRestore(top uint64) {
	if top < localStart || top > t.local.top() {
		throw(&faultPanic{kind: ptx.FaultStack,
			msg: fmt.Sprintf("stackrestore of %#x, which is not in the stack of %#x bytes", top, t.local.top())})
	}
	t.Release(int(top))
}
