package gen

import (
	"sync"
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// The windows of modules whose addresses have 32 bits, after the places of memory.
const (
	sharedWindow32 = memory.End32
	localWindow32  = 0xf000_0000
	endWindows32   = 0xff00_0000
)

// Addr32 returns the address of element 0 of a slice as modules with 32-bit addresses
// see it, as that of package runtime does. If there is no room it is a fault.
func Addr32[T any](s []T) uint32 {
	if len(s) == 0 {
		return 0
	}
	addr, ok := memory.Addr32(AddrOf(s))
	switch {
	case !ok:
		panic("ptx: Addr32 of a slice that is not from Alloc, Register or a module variable")
	case addr == 0:
		throw(noRoom(memory.NoRoom32(uint64(len(s)) * uint64(unsafe.Sizeof(s[0])))))
	}
	return uint32(addr)
}

// noRoom is the fault of memory that has no place among the 32-bit addresses.
func noRoom(err error) *faultPanic { return &faultPanic{kind: ptx.FaultAddress, msg: err.Error()} }

// addresses is the table of a launch, which is made when it is first needed: few
// kernels do.
type addresses struct {
	once  sync.Once
	table atomic.Pointer[memory.Table32]
	owned bool     // by the run, not by the arguments of a launch by name
	args  []uint32 // of the slice parameters
	err   error
}

// addresses32 returns the places of the launch's buffers. It is a fault if there is no
// room for them.
func (r *run) addresses32() *memory.Table32 {
	t, err := r.places()
	if err != nil {
		throw(noRoom(err))
	}
	return t
}

func (r *run) places() (*memory.Table32, error) {
	r.addr32.once.Do(func() {
		a := &r.addr32
		t := a.table.Load()
		if t == nil {
			if t, a.err = memory.NewTable32(r.bufs, r.extra); a.err != nil {
				return
			}
			a.owned = true
		}
		for i, b := range r.slices {
			n := uint64(0)
			switch {
			case i < len(r.pointers):
				n = r.pointers[i].addr
			case len(b) > 0:
				n = t.Addr(memory.Of(b).Base)
			}
			a.args = append(a.args, uint32(n))
		}
		a.table.Store(t)
	})
	return r.addr32.table.Load(), r.addr32.err
}

// shown returns the address by which a fault speaks of host memory: the one that the
// kernel sees, if there is one.
func (r *run) shown(host uint64) uint64 {
	for _, g := range r.guards {
		if off := host - AddrOf(g.mem); off < uint64(len(g.mem)) {
			return g.of.Base + off
		}
	}
	if r.kernel.Addr32 {
		if t, err := r.places(); err == nil {
			if a := t.Addr(host); a != 0 {
				return a
			}
		}
	}
	return host
}

// Addr32 returns the address of element 0 of slice parameter i, counted among those,
// in a kernel whose addresses have 32 bits: what a launch by name was given, 0 where the
// slice of another is empty.
func (c *CTA) Addr32(i int) uint32 {
	if i < len(c.args32) {
		return c.args32[i]
	}
	return c.findArgs32(i)
}

// ImageAddr32 returns the 32-bit address of what RawArgs.Image has returned for the
// launch.
func (c *CTA) ImageAddr32(image []byte) uint32 {
	return uint32(c.run.addresses32().Addr(AddrOf(image)))
}

// findArgs32 is Addr32 for the first time. It is not inlined, so that Addr32 is.
//
//go:noinline
func (c *CTA) findArgs32(i int) uint32 {
	c.run.addresses32()
	c.args32 = c.run.addr32.args
	return c.args32[i]
}

// SharedToGeneric32 is SharedToGeneric where addresses have 32 bits, and so are the
// other functions of that name.
func (c *CTA) SharedToGeneric32(off uint64) uint64 { return off + sharedWindow32 }

// GenericToShared32 is cvta.to.shared.
func (c *CTA) GenericToShared32(addr uint64) uint64 { return addr - sharedWindow32 }

// LocalToGeneric32 is cvta.local.
func (c *CTA) LocalToGeneric32(off uint64) uint64 { return off + localWindow32 }

// GenericToLocal32 is cvta.to.local.
func (c *CTA) GenericToLocal32(addr uint64) uint64 { return addr - localWindow32 }

// IsShared32 is isspacep.shared.
func (c *CTA) IsShared32(addr uint64) bool { return addr-sharedWindow32 < localWindow32-sharedWindow32 }

// IsLocal32 is isspacep.local.
func (c *CTA) IsLocal32(addr uint64) bool { return addr-localWindow32 < endWindows32-localWindow32 }

// IsConst32 is isspacep.const.
func (c *CTA) IsConst32(addr uint64) bool {
	s := memory.Find(memory.Registered32(), addr)
	return s.Holds(addr) && s.Constant
}

// IsGlobal32 is isspacep.global.
func (c *CTA) IsGlobal32(addr uint64) bool {
	return !c.IsShared32(addr) && !c.IsLocal32(addr) && !c.IsConst32(addr)
}
