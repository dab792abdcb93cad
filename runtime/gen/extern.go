package gen

import "unsafe"

// Extern is a function that a kernel calls and the program supplies: an .extern
// .func of the PTX. Generated code declares a variable for each, of a func type
// that takes the calling thread in front of the arguments.
//
// The function is called by several goroutines at a time. It may use the memory
// that the thread may use, through the Load and Store methods of [Thread] and
// [Slice]. It must not keep the thread or slices, and must not wait for other
// threads. To fail it calls [Thread.Fail].
type Extern struct {
	Name  string // in the PTX
	Var   string // the Go variable
	IsSet func() bool
}

// Fail ends the kernel: the launch returns a [*Fault] of the kind FaultExtern
// that wraps the error.
func (t *Thread) Fail(err error) {
	throw(&faultPanic{kind: FaultExtern, msg: err.Error(), err: err})
}

// Returned faults because an extern function has returned that is declared not
// to. Generated code calls it behind the call.
func (t *Thread) Returned(name string) {
	throw(&faultPanic{kind: FaultExtern, msg: "the extern function " + name + " has returned, which it is declared not to do"})
}

// Slice returns n elements at a generic address, for extern functions. It is a
// fault if they are not all in one window or buffer that the thread may access,
// or if the address is not aligned for a T. T must not contain Go pointers. The
// slice is valid until the function returns.
func Slice[T any](t *Thread, addr uint64, n int) []T {
	size := uint64(unsafe.Sizeof(*new(T)))
	if align := uint64(unsafe.Alignof(*new(T))); addr&(align-1) != 0 {
		throwAddr(FaultMisaligned, addr, "is not a multiple of %d, the alignment of the elements", align)
	}
	if n < 0 || size > 0 && uint64(n) > (1<<62)/size {
		throwAddr(FaultAddress, addr, "cannot be that of %d elements", n)
	}
	bytes := size * uint64(n)
	if bytes == 0 {
		return nil
	}
	p, one := t.span(addr, bytes, false)
	if one < bytes {
		throwAddr(FaultAddress, addr, "is in local memory of which %s are not in one piece", count(bytes, "byte"))
	}
	return unsafe.Slice((*T)(p), n)
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
			throwAddr(FaultAddress, addr, "is too near the end of local memory for %s", count(n, "byte"))
		}
		_, one := t.local.from(off)
		return p, min(n, one)
	case inShared:
		if n > uint64(len(t.CTA.shared))-off {
			throwAddr(FaultAddress, addr, "is too near the end of shared memory for %s", count(n, "byte"))
		}
	default:
		s := t.run.lookup(addr)
		if s.heap != nil {
			if h := &t.CTA.block; h.at(addr, n) == nil {
				throwAddr(FaultAddress, addr, "is too near the end of a block of %s of the device heap for %s", count(h.size, "byte"), count(n, "byte"))
			}
		} else if n > s.size-(addr-s.base) {
			t.unknown(addr, n)
		}
	}
	return p, n
}
