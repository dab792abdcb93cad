package gen

import (
	"context"
	"fmt"
	"sync"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// RawArgs is the parameter buffer of a launch by name, while the kernel's Raw
// function binds it to the body. Its methods read parameter number i, which
// must have the size of what is read.
type RawArgs struct {
	kernel  *Kernel
	extra   []Buffer // memory that LaunchArgs was given
	buffers []Buffer // Launch.Buffers
	words   []uint64 // the parameter buffer, aligned
	args    bound

	// Of a kernel whose addresses have 32 bits: the places of the buffers, and the
	// parameters that are addresses of those in extra.
	table *memory.Table32
	host  []hostArg
}

// hostArg is a parameter that is to hold a buffer's 32-bit address.
type hostArg struct {
	param int
	addr  uint64 // of the host
}

var rawArgs = sync.Pool{New: func() any { return new(RawArgs) }}

// maxParams is the size of the largest parameter buffer. A GPU has 32764 bytes.
const maxParams = 1 << 20

// newRawArgs returns an empty parameter buffer for the kernel.
func newRawArgs(k *Kernel, l *Launch, given int) (*RawArgs, error) {
	if k.Raw == nil {
		return nil, k.refuse(ptx.ErrArgument, "it cannot be launched with raw parameters")
	}
	if given != len(k.Params) {
		return nil, k.refuse(ptx.ErrArgument, "it has %s, not %d", wording.Count(len(k.Params), "parameter"), given)
	}
	size := 0
	for i := range k.Params {
		p := &k.Params[i]
		if p.Size < 0 || p.Offset < 0 || p.Size > maxParams || p.Offset > maxParams {
			return nil, k.refuse(ptx.ErrArgument, "parameter %s of %s at offset %d", p.Name, wording.Count(p.Size, "byte"), p.Offset)
		}
		size = max(size, p.Offset+p.Size)
	}
	a := rawArgs.Get().(*RawArgs)
	a.kernel, a.buffers = k, l.Buffers
	if n := (size + 7) / 8; n <= cap(a.words) {
		a.words = a.words[:n]
		clear(a.words)
	} else {
		a.words = make([]uint64, n)
	}
	return a, nil
}

// free gives the arguments back when the launch is over.
func (a *RawArgs) free() {
	if a.table != nil {
		a.table.Free()
	}
	clear(a.args.slices)
	a.args.dropGuards()
	words, slices, pointers, host := a.words[:0], a.args.slices[:0], a.args.pointers[:0], a.host[:0]
	*a = RawArgs{} // in place, as in Kernel.start
	a.words, a.args.slices, a.args.pointers, a.host = words, slices, pointers, host
	rawArgs.Put(a)
}

// start binds the parameters and runs the launch.
func (a *RawArgs) start(ctx context.Context, l *Launch) error {
	k := a.kernel
	var p plan
	if err := k.check(l, &p); err != nil {
		return err
	}
	if k.Addr32 {
		if err := a.place(l); err != nil {
			return k.refuse(ptx.ErrArgument, "%w", err)
		}
	}
	body := k.Raw(a)
	a.args.bufs, a.args.table = a.extra, a.table
	if k.Apart != "" {
		a.args.params = memory.BytesOf(a.words)
	}
	return k.start(ctx, l, &p, body, &a.args)
}

// place gives the buffers of the launch 32-bit addresses and writes those that are
// parameters.
func (a *RawArgs) place(l *Launch) error {
	t, err := memory.NewTable32(a.extra, l.Buffers)
	if err != nil {
		return err
	}
	a.table = t
	for _, h := range a.host {
		memory.PutUint(a.Bytes(h.param), a.table.Addr(h.addr))
	}
	return nil
}

// LaunchRaw launches the kernel as cuLaunchKernel does: each of params points
// to the value of a parameter, of which exactly the parameter's size is read.
// Values that are addresses point into memory of Alloc, module variables or
// Launch.Buffers; they may be null or unknown until a thread uses them. Where the
// kernel's addresses have 32 bits they are those of [Addr32]. See Run for the
// errors; a null pointer among params is one, except for a parameter of size 0.
func (k *Kernel) LaunchRaw(ctx context.Context, l Launch, params ...unsafe.Pointer) error {
	a, err := newRawArgs(k, &l, len(params))
	if err != nil {
		return err
	}
	defer a.free()
	for i, p := range params {
		size := k.Params[i].Size
		if size == 0 {
			continue
		}
		if p == nil {
			return k.refuse(ptx.ErrArgument, "no value for parameter %s", k.Params[i].Name)
		}
		copy(a.Bytes(i), unsafe.Slice((*byte)(p), size))
	}
	return a.start(ctx, &l)
}

// Bytes returns the memory of parameter i. It is valid until the launch ends
// and 8-byte aligned where the parameter's offset is.
func (a *RawArgs) Bytes(i int) []byte {
	p := &a.kernel.Params[i]
	return memory.BytesOf(a.words)[p.Offset:][:p.Size:p.Size]
}

// scalar returns the memory of parameter i, which must have that size.
func (a *RawArgs) scalar(i, size int) unsafe.Pointer {
	b := a.Bytes(i)
	if len(b) != size {
		panic(fmt.Sprintf("ptx: parameter %d of kernel %s has %s and is read as %d", i, a.kernel.Name, wording.Count(len(b), "byte"), size))
	}
	return unsafe.Pointer(&b[0])
}

// Int8 returns parameter i.
func (a *RawArgs) Int8(i int) int8 { return *(*int8)(a.scalar(i, 1)) }

// Uint8 returns parameter i.
func (a *RawArgs) Uint8(i int) uint8 { return *(*uint8)(a.scalar(i, 1)) }

// Int16 returns parameter i.
func (a *RawArgs) Int16(i int) int16 { return *(*int16)(a.scalar(i, 2)) }

// Uint16 returns parameter i.
func (a *RawArgs) Uint16(i int) uint16 { return *(*uint16)(a.scalar(i, 2)) }

// F16 returns the bits of parameter i, a 16-bit float of either format.
func (a *RawArgs) F16(i int) uint16 { return a.Uint16(i) }

// Int32 returns parameter i.
func (a *RawArgs) Int32(i int) int32 { return *(*int32)(a.scalar(i, 4)) }

// Uint32 returns parameter i.
func (a *RawArgs) Uint32(i int) uint32 { return *(*uint32)(a.scalar(i, 4)) }

// Float32 returns parameter i.
func (a *RawArgs) Float32(i int) float32 { return *(*float32)(a.scalar(i, 4)) }

// Int64 returns parameter i.
func (a *RawArgs) Int64(i int) int64 { return *(*int64)(a.scalar(i, 8)) }

// Uint64 returns parameter i.
func (a *RawArgs) Uint64(i int) uint64 { return *(*uint64)(a.scalar(i, 8)) }

// Float64 returns parameter i.
func (a *RawArgs) Float64(i int) float64 { return *(*float64)(a.scalar(i, 8)) }

// SliceArg returns the memory that parameter i, an address of 8 or 4 bytes,
// points to, up to the end of the buffer that it is in. Where the address is
// null, unknown or not aligned for a T it returns nil, and an access is a fault
// that says so. The address itself is a.Uint64(i), or CTA.Addr32.
func SliceArg[T any](a *RawArgs, i int) []T { return sliceArg[T](a, i, false) }

// WriteArg is [SliceArg] for a parameter through which the kernel writes: of const
// memory it returns a copy in which a write is a fault, or nil where the operating
// system has no such memory.
func WriteArg[T any](a *RawArgs, i int) []T { return sliceArg[T](a, i, true) }

func sliceArg[T any](a *RawArgs, i int, write bool) []T {
	p := pointer{param: i, elem: int64(unsafe.Sizeof(*new(T)))}
	if a.kernel.Params[i].Size == 4 {
		p.addr = uint64(a.Uint32(i))
	} else {
		p.addr = a.Uint64(i)
	}
	var s []T
	if m, ok := a.segment(p.addr); ok && p.addr != 0 && p.addr&uint64(unsafe.Alignof(*new(T))-1) == 0 {
		off := p.addr - m.Base
		if m.Constant && write {
			m.Ptr = unsafe.Pointer(unsafe.SliceData(a.args.guarded(m)))
			p.constant = m.Ptr == nil
		}
		if m.Ptr != nil {
			s = unsafe.Slice((*T)(unsafe.Add(m.Ptr, off)), (m.Size-off)/uint64(unsafe.Sizeof(*new(T))))
			p.known = true
		}
	}
	a.args.slices = append(a.args.slices, memory.BytesOf(s))
	a.args.pointers = append(a.args.pointers, p)
	return s
}

// segment returns the memory that an address points into: of the device heap, the
// block.
func (a *RawArgs) segment(addr uint64) (memory.Segment, bool) {
	if a.table != nil {
		return a.table.Find(addr).InUse(addr)
	}
	for _, list := range [2][]Buffer{a.extra, a.buffers} {
		for _, b := range list {
			if s := memory.Of(b); s.Holds(addr) {
				return s, true
			}
		}
	}
	if s := memory.Find(memory.Registered(), addr); s.Holds(addr) {
		return s.InUse(addr)
	}
	return memory.Segment{}, false
}
