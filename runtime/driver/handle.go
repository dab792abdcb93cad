package driver

import (
	"sync"
	"sync/atomic"
)

// table has what handles stand for. A handle is not given out twice, so that one of what
// is gone is known to be wrong.
type table[H ~uintptr, T any] struct {
	mu sync.RWMutex
	of map[H]*T
}

// lastHandle is above the handles of streams that C has constants for.
var lastHandle atomic.Uintptr

func init() { lastHandle.Store(0x1000) }

func (t *table[H, T]) add(x *T) H {
	h := H(lastHandle.Add(0x10))
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil {
		t.of = map[H]*T{}
	}
	t.of[h] = x
	return h
}

// get returns nil where the handle stands for nothing.
func (t *table[H, T]) get(h H) *T {
	t.mu.RLock()
	x := t.of[h]
	t.mu.RUnlock()
	return x
}

// find returns the object of a handle, for a call that needs no context. A handle of nothing is refused with
// the result wrong, and a text that says what there is not.
func (t *table[H, T]) find(call string, h H, what string, wrong Result) (*T, error) {
	if err := ready(call); err != nil {
		return nil, err
	}
	x := t.get(h)
	if x == nil {
		return nil, refuse(call, wrong, "there is no %s %#x", what, uintptr(h))
	}
	return x, nil
}

// drop forgets a handle, and returns what it stood for.
func (t *table[H, T]) drop(h H) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := t.of[h]
	delete(t.of, h)
	return x
}

// Handles of the API. They are numbers, so that a program may keep them where C has
// pointers; 0 is none, and the default stream.
type (
	// Context is a CUcontext.
	Context uintptr
	// Module is a CUmodule.
	Module uintptr
	// Function is a CUfunction.
	Function uintptr
	// Stream is a CUstream.
	Stream uintptr
	// Event is a CUevent.
	Event uintptr
	// Library is a CUlibrary.
	Library uintptr
	// Kernel is a CUkernel. The Function of the same number is that of the current context.
	Kernel uintptr
	// MemPool is a CUmemoryPool.
	MemPool uintptr
	// Array is a CUarray.
	Array uintptr
	// MipmappedArray is a CUmipmappedArray.
	MipmappedArray uintptr
	// TexRef is a CUtexref.
	TexRef uintptr
	// SurfRef is a CUsurfref.
	SurfRef uintptr
)

// The default streams. 0 and StreamLegacy are the one that waits for the others.
// StreamPerThread is a stream of the thread, and so of all goroutines unless SetThreads says
// otherwise: the default stream waits for it as for any other.
const (
	StreamLegacy    Stream = 1
	StreamPerThread Stream = 2
)

var (
	contexts       table[Context, ctx]
	modules        table[Module, mod]
	functions      table[Function, fn]
	streams        table[Stream, stream]
	events         table[Event, event]
	libraries      table[Library, library]
	libraryKernels table[Kernel, kern]
	pools          table[MemPool, pool]
	arrays         table[Array, array]
	mipmaps        table[MipmappedArray, mipmap]
	texRefs        table[TexRef, texRef]
	surfRefs       table[SurfRef, surfRef]
)
