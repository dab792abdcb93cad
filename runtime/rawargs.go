package runtime

import (
	"context"
	"fmt"
	"sync"
	"unsafe"
)

// RawArgs is the parameter buffer of a launch by name, while the kernel's Raw
// function binds it to the body. Its methods read parameter number i, which
// must have the size of what is read.
type RawArgs struct {
	kernel *Kernel
	launch *Launch
	extra  []Buffer // memory that LaunchArgs was given
	words  []uint64 // the parameter buffer, aligned
	notes  []note
	slices []Buffer // what SliceArg returned, in order

	// Of a kernel whose addresses have 32 bits: the places of the buffers, and the
	// parameters that are addresses of those in extra.
	table *table32
	host  []hostArg
}

// hostArg is a parameter that is to hold a buffer's 32-bit address.
type hostArg struct {
	param int
	addr  uint64 // of the host
}

// note is a raw pointer parameter that points into no buffer.
type note struct {
	param string
	addr  uint64
	why   string
}

func (n note) String() string {
	if n.addr == 0 {
		return "parameter " + n.param + " is a null pointer"
	}
	return fmt.Sprintf("address %#x of parameter %s %s", n.addr, n.param, n.why)
}

var rawArgs = sync.Pool{New: func() any { return new(RawArgs) }}

// maxParams is the size of the largest parameter buffer. A GPU has 32764 bytes.
const maxParams = 1 << 20

// newRawArgs returns an empty parameter buffer for the kernel.
func newRawArgs(k *Kernel, l *Launch, given int) (*RawArgs, error) {
	if k.Raw == nil {
		return nil, fmt.Errorf("kernel %s cannot be launched with raw parameters", k.Name)
	}
	if given != len(k.Params) {
		return nil, fmt.Errorf("kernel %s has %d parameters, not %d", k.Name, len(k.Params), given)
	}
	size := 0
	for i := range k.Params {
		p := &k.Params[i]
		if p.Size < 0 || p.Offset < 0 || p.Size > maxParams || p.Offset > maxParams {
			return nil, fmt.Errorf("kernel %s: parameter %s of %d bytes at offset %d", k.Name, p.Name, p.Size, p.Offset)
		}
		size = max(size, p.Offset+p.Size)
	}
	a := rawArgs.Get().(*RawArgs)
	a.kernel, a.launch = k, l
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
		a.table.free()
	}
	clear(a.slices)
	*a = RawArgs{words: a.words[:0], notes: a.notes[:0], slices: a.slices[:0], host: a.host[:0]}
	rawArgs.Put(a)
}

// start binds the parameters and runs the launch.
func (a *RawArgs) start(ctx context.Context, l *Launch) error {
	k := a.kernel
	p, err := k.check(l)
	if err != nil {
		return err
	}
	if k.Module != nil {
		k.Module.prepare()
	}
	if k.Addr32 {
		if err := a.place(l); err != nil {
			return fmt.Errorf("kernel %s: %w", k.Name, err)
		}
	}
	body := k.Raw(a)
	return k.start(ctx, l, &p, body, a.extra, a.slices, a.notes, a.table)
}

// place gives the buffers of the launch 32-bit addresses and writes those that are
// parameters.
func (a *RawArgs) place(l *Launch) error {
	t, err := newTable32(a.extra, l.Buffers)
	if err != nil {
		return err
	}
	a.table = t
	for _, h := range a.host {
		putUint(a.Bytes(h.param), a.table.addr(h.addr))
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
			return fmt.Errorf("kernel %s: no value for parameter %s", k.Name, k.Params[i].Name)
		}
		copy(a.Bytes(i), unsafe.Slice((*byte)(p), size))
	}
	return a.start(ctx, &l)
}

// Bytes returns the memory of parameter i. It is valid until the launch ends
// and 8-byte aligned where the parameter's offset is.
func (a *RawArgs) Bytes(i int) []byte {
	p := &a.kernel.Params[i]
	return BytesOf(a.words)[p.Offset:][:p.Size:p.Size]
}

// scalar returns the memory of parameter i, which must have that size.
func (a *RawArgs) scalar(i, size int) unsafe.Pointer {
	b := a.Bytes(i)
	if len(b) != size {
		panic(fmt.Sprintf("ptx: parameter %d of kernel %s has %d bytes and is read as %d", i, a.kernel.Name, len(b), size))
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
// null, unknown or not aligned for a T it returns nil, and the fault of a
// thread that uses it says so.
func SliceArg[T any](a *RawArgs, i int) []T {
	var addr uint64
	if a.kernel.Params[i].Size == 4 {
		addr = uint64(a.Uint32(i))
	} else {
		addr = a.Uint64(i)
	}
	p, n := a.resolve(i, addr, unsafe.Alignof(*new(T)))
	if p == nil {
		a.slices = append(a.slices, nil)
		return nil
	}
	s := unsafe.Slice((*T)(p), n/uint64(unsafe.Sizeof(*new(T))))
	a.slices = append(a.slices, BytesOf(s))
	return s
}

// resolve finds the memory from an address to the end of its buffer, or notes
// why there is none.
func (a *RawArgs) resolve(i int, addr uint64, align uintptr) (unsafe.Pointer, uint64) {
	n := note{a.kernel.Params[i].Name, addr, "is in no buffer known to the launch: allocate it with ptx.Alloc or list it in Launch.Buffers"}
	if addr != 0 {
		if s, ok := a.segment(addr); ok {
			off := addr - s.base
			if addr&uint64(align-1) == 0 {
				return unsafe.Add(s.ptr, off), s.size - off
			}
			n.why = fmt.Sprintf("is not a multiple of %d", align)
		}
	}
	a.notes = append(a.notes, n)
	return nil, 0
}

func (a *RawArgs) segment(addr uint64) (segment, bool) {
	if a.table != nil {
		if s := a.table.find(addr); s != nil {
			return *s, true
		}
		return segment{}, false
	}
	for _, list := range [2][]Buffer{a.extra, a.launch.Buffers} {
		for _, b := range list {
			if s := segmentOf(b); s.holds(addr) {
				return s, true
			}
		}
	}
	if s := findSegment(registered(), addr); s.holds(addr) {
		return *s, true
	}
	return segment{}, false
}
