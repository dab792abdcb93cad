package lanes

import "sync/atomic"

// Fence orders the accesses of the threads of a gang before and after it, as gen.Fence does for one
// thread. On amd64 an instruction that locks is a fence wherever the word is that it changes: what is
// stored before it is in memory then, and nothing behind it is loaded earlier. So the word is one that
// nobody else has: of a function by itself, as addresses in a frame are not kept where gangs poll.
//
//go:noinline
func Fence() {
	var word uint32
	atomic.AddUint32(&word, 1)
}
