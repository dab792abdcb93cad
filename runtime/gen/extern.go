package gen

import (
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// Extern is a function that a kernel calls and the program supplies: an .extern
// .func of the PTX. Generated code declares a variable for each, of a func type
// that takes the calling thread ([Thread.Caller]) before the arguments.
type Extern struct {
	Name  string // in the PTX
	Var   string // the Go variable
	IsSet func() bool
}

// Fail ends the kernel: the launch returns a [*ptx.Fault] of the kind FaultExtern
// that wraps the error.
func (t *Thread) Fail(err error) {
	throw(&faultPanic{kind: ptx.FaultExtern, msg: err.Error(), err: err})
}

// Returned faults because an extern function has returned that is declared not
// to. Generated code calls it after the call.
func (t *Thread) Returned(name string) {
	throw(&faultPanic{kind: ptx.FaultExtern, msg: "the extern function " + name + " has returned, which it is declared not to do"})
}

// Caller returns what a function of the program gets for the thread. There is one such object, which is
// valid until the function returns.
func (t *Thread) Caller() *Caller {
	if t.caller == nil {
		t.caller = newCaller(t)
	}
	c := t.caller
	c.X, c.Y, c.Z = t.X, t.Y, t.Z
	c.ID, c.Dim, c.Grid = t.ID, t.Dim, t.Grid
	return c
}

// Bytes returns the memory of n elements of a size at a generic address. It is a fault if they are not
// all in one window or buffer that the thread may access, or if the address is not a multiple of align.
func (t *Thread) Bytes(addr uint64, n int, size, align uintptr) []byte {
	if addr&uint64(align-1) != 0 {
		throwAddr(ptx.FaultMisaligned, addr, "is not a multiple of %d, the alignment of the elements", align)
	}
	if n < 0 || size > 0 && uint64(n) > (1<<62)/uint64(size) {
		throwAddr(ptx.FaultAddress, addr, "cannot be that of %d elements", n)
	}
	bytes := uint64(size) * uint64(n)
	if bytes == 0 {
		return nil
	}
	p, one := t.span(addr, bytes, false)
	if one < bytes {
		throwAddr(ptx.FaultAddress, addr, "is in local memory of which %s are not in one piece", wording.Count(bytes, "byte"))
	}
	return unsafe.Slice((*byte)(p), bytes)
}

// span returns the memory of n bytes at a generic address, to be written or not, and
// how many of them are in one piece: all, but for local memory in several blocks.
func (t *Thread) span(addr, n uint64, write bool) (p unsafe.Pointer, one uint64) {
	p = t.find(addr, 1, write)
	if n == 1 {
		return p, 1
	}
	switch w, off := t.window(addr); w {
	case inLocal:
		if n > t.local.top()-off {
			throwAddr(ptx.FaultAddress, addr, "is too near the end of local memory for %s", wording.Count(n, "byte"))
		}
		_, one := t.local.from(off)
		return p, min(n, one)
	case inShared:
		if n > uint64(len(t.CTA.shared))-off {
			throwAddr(ptx.FaultAddress, addr, "is too near the end of shared memory for %s", wording.Count(n, "byte"))
		}
	default:
		s := t.run.lookup(addr)
		if s.InHeap() {
			if h := &t.CTA.block; h.At(addr, n) == nil {
				throwAddr(ptx.FaultAddress, addr, "is too near the end of a block of %s of the device heap for %s", wording.Count(h.Size, "byte"), wording.Count(n, "byte"))
			}
		} else if n > s.Size-(addr-s.Base) {
			t.unknown(addr, n)
		}
	}
	return p, n
}
