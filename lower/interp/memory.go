package interp

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The windows of generic addresses that are not host memory. No user space
// address of a machine has these bits set.
const (
	sharedBase = 0x0100_0000_0000_0000
	localBase  = 0x0200_0000_0000_0000
	paramBase  = 0x0300_0000_0000_0000
	windowSize = 1 << 32
)

// The windows where addresses have 32 bits. Global addresses lie below them.
const (
	sharedBase32 = 0xe000_0000
	localBase32  = 0xf000_0000
	paramBase32  = 0xf800_0000
	endWindows32 = 0xff00_0000
)

// windowBases are the generic addresses of the windows' first bytes, by space. They
// are zero for the spaces whose addresses are generic ones.
type windowBases [ir.ParamSpace + 1]uint64

var (
	wideWindows   = windowBases{ir.Shared: sharedBase, ir.Local: localBase, ir.ParamSpace: paramBase}
	narrowWindows = windowBases{ir.Shared: sharedBase32, ir.Local: localBase32, ir.ParamSpace: paramBase32}
)

// windows returns where the windows of generic addresses are.
func (x *Machine) windows() *windowBases {
	if x.narrow {
		return &narrowWindows
	}
	return &wideWindows
}

// segment is host memory that addresses may point into.
type segment struct {
	base     uint64
	mem      []byte
	constant bool // a const variable: not to be written
	slack    int  // bytes behind mem, in its capacity: see Options.Beyond
}

// holds reports whether an address is in the segment, or in what is behind it.
func (s *segment) holds(addr uint64) bool { return addr-s.base < uint64(len(s.mem)+s.slack) }

// memory returns what a launch may reach: the buffers and the variables of the
// module, sorted by address.
func (x *Machine) memory(bufs [][]byte) ([]segment, error) {
	var s []segment
	for _, b := range bufs {
		if len(b) > 0 {
			base, err := x.Address(b)
			if err != nil {
				return nil, err
			}
			at := segment{base: base, mem: b}
			if x.opt.Beyond != nil {
				at.slack = cap(b) - len(b)
			}
			s = append(s, at)
		}
	}
	for sym, b := range x.globals {
		if len(b) > 0 {
			s = append(s, segment{base: x.addrOf(b), mem: b, constant: sym.Space == ir.Const})
		}
	}
	slices.SortFunc(s, func(a, b segment) int { return cmp.Compare(a.base, b.base) })
	// Buffers may be parts of one slice that overlap: they become one segment.
	out := s[:0]
	for _, b := range s {
		if n := len(out); n > 0 && b.base < out[n-1].base+uint64(len(out[n-1].mem)) {
			last := &out[n-1]
			if end := b.base + uint64(len(b.mem)) - last.base; end > uint64(len(last.mem)) {
				last.mem, last.slack = unsafe.Slice(unsafe.SliceData(last.mem), end), 0
			}
			continue
		}
		out = append(out, b)
	}
	return out, nil
}

// find returns the segment that holds an address, nil if there is none.
func (g *grid) find(addr uint64) *segment {
	if g.hit < len(g.segments) {
		if s := &g.segments[g.hit]; s.holds(addr) {
			return s
		}
	}
	i, exact := slices.BinarySearchFunc(g.segments, addr, func(s segment, addr uint64) int { return cmp.Compare(s.base, addr) })
	if !exact {
		i--
	}
	if i < 0 {
		return nil
	}
	g.hit = i
	if s := &g.segments[i]; s.holds(addr) {
		return s
	}
	return nil
}

// of is how the message of a misaligned access begins.
var of = [...]string{ir.Shared: "of shared memory ", ir.Local: "of local memory ", ir.ParamSpace: ""}

// access returns the n bytes of memory at an address, and the space that they
// are in: Global, Const, Shared, Local or ParamSpace. Whatever is illegal about
// the access is a fault.
func (l *lane) access(in *inst, addr uint64, n int, write bool) ([]byte, ir.Space) {
	mem, space, fault := l.reach(in, addr, n, write)
	if fault != nil {
		fault()
	}
	return mem, space
}

// reach is access, but for what is illegal it returns the fault, to be raised.
func (l *lane) reach(in *inst, addr uint64, n int, write bool) (mem []byte, space ir.Space, fault func()) {
	space = in.v.Attr.Space
	off := addr
	if space == ir.Generic {
		space, off = l.cta.grid.m.locate(addr)
	}
	if addr&uint64(n-1) != 0 {
		where := space // which the function below would move to the heap
		return nil, space, func() {
			l.badAccess(FaultMisaligned, in, where, addr, false, "%sis not a multiple of %d, the size of the access", of[where], n)
		}
	}
	var from *segment
	switch space {
	case ir.Shared:
		mem = l.cta.shared
	case ir.Local:
		mem = l.local[:min(l.top, int64(len(l.local)))]
		if off < localStart {
			mem = nil
		}
	case ir.ParamSpace:
		mem = l.cta.grid.params
		if write {
			return nil, space, func() {
				l.failAddr(FaultAddress, in.v.Pos, addr, "is in the kernel's parameters, which is not to be written")
			}
		}
	default:
		s := l.cta.grid.find(addr)
		if s == nil {
			if mem := l.cta.grid.m.heap.at(addr, n); mem != nil {
				return mem[:n], ir.Global, nil
			}
			where := space // which the function below would move to the heap
			return nil, space, func() {
				l.badAccess(FaultAddress, in, where, addr, true, "%s", l.cta.grid.unknown(addr))
			}
		}
		if write && s.constant {
			where := space // which the function below would move to the heap
			return nil, space, func() {
				l.badAccess(FaultAddress, in, where, addr, false, "is in %s, which is not to be written", l.cta.grid.describe(s))
			}
		}
		mem, from, off = s.mem, s, addr-s.base
		if end := uint64(len(mem) + s.slack); off+uint64(n) > uint64(len(mem)) && off+uint64(n) <= end {
			if _, told := l.cta.grid.m.beyond.LoadOrStore(in, true); !told {
				l.cta.grid.m.opt.Beyond(l.accessFault(FaultAddress, in, space, addr, true, "%s", l.cta.grid.over(s, addr)))
			}
			mem = mem[:end]
		}
	}
	if off >= uint64(len(mem)) || uint64(len(mem))-off < uint64(n) {
		return nil, space, l.leaves(in, space, addr, from, len(mem))
	}
	return mem[off : off+uint64(n)], space, nil
}

// leaves is the fault of an access at an address that is not all in the segment, or in the so many bytes of memory of its
// space.
func (l *lane) leaves(in *inst, space ir.Space, addr uint64, s *segment, size int) func() {
	return func() {
		switch {
		case s != nil:
			l.badAccess(FaultAddress, in, space, addr, true, "%s", l.cta.grid.over(s, addr))
		case space == ir.Shared:
			l.badAccess(FaultAddress, in, space, addr, false, "is outside of the %s of shared memory", diag.Count(size, "byte"))
		case space == ir.Local:
			l.badAccess(FaultAddress, in, space, addr, false, "is outside of the thread's local memory")
		}
		l.badAccess(FaultAddress, in, space, addr, false, "is outside of the %s of the kernel's parameters", diag.Count(size, "byte"))
	}
}

// locate returns the space of a generic address, Global for all host memory, and
// the address in that space.
func (x *Machine) locate(addr uint64) (ir.Space, uint64) {
	if x.narrow {
		switch {
		case addr >= endWindows32 || addr < sharedBase32:
			return ir.Global, addr
		case addr < localBase32:
			return ir.Shared, addr - sharedBase32
		case addr < paramBase32:
			return ir.Local, addr - localBase32
		}
		return ir.ParamSpace, addr - paramBase32
	}
	for _, s := range [...]ir.Space{ir.Shared, ir.Local, ir.ParamSpace} {
		if off := addr - wideWindows[s]; off < windowSize {
			return s, off
		}
	}
	return ir.Global, addr
}

// inSpace is isspacep. Everything that is not elsewhere is global, and so are
// kernel parameters.
func (l *lane) inSpace(s ir.Space, addr uint64) bool {
	at, _ := l.cta.grid.m.locate(addr)
	if at == ir.Global {
		if seg := l.cta.grid.find(addr); seg != nil && seg.constant {
			at = ir.Const
		}
	}
	return at == s || at == ir.ParamSpace && s == ir.Global
}

// element reads a value of a type from memory.
func element(mem []byte, t ir.Type) (lo, hi uint64) {
	var b [16]byte
	copy(b[:], mem[:t.Bytes()])
	lo, hi = binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:])
	if t == ir.I1 {
		lo = bit(lo != 0)
	}
	return lo, hi
}

// setElement writes a value, and reports whether memory is different now.
func setElement(mem []byte, t ir.Type, lo, hi uint64) (changed bool) {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], lo)
	binary.LittleEndian.PutUint64(b[8:], hi)
	n := t.Bytes()
	changed = string(mem[:n]) != string(b[:n])
	copy(mem, b[:n])
	return changed
}

var seed = maphash.MakeSeed()

// memoryOp executes a Load, Store or Atomic for some lanes, in their order.
func (w *warp) memoryOp(group uint32, in *inst) {
	v := in.v
	changed := false
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		fr := l.frame()
		addr, _ := fr.get(in.args[0])
		var space ir.Space
		var differs bool
		switch v.Op {
		case ir.OpLoad:
			l.load(fr, in, addr)
		case ir.OpStore:
			space, differs = l.store(fr, in, addr)
		case ir.OpAtomic:
			space, differs = l.atomic(fr, in, addr)
		}
		// Nobody else can see local memory.
		changed = changed || differs && space != ir.Local
	}
	w.accessed(group, in, changed)
}

// accessed notes what an access by some lanes says about whether they spin.
func (w *warp) accessed(group uint32, in *inst, changed bool) {
	switch {
	case changed:
		w.changed()
	case in.v.Reads() && in.v.Strong():
		w.watch(in, w.seen(group, in))
	}
}

// seen sums up what some lanes have read, and where.
func (w *warp) seen(group uint32, in *inst) uint64 {
	var seen maphash.Hash
	seen.SetSeed(seed)
	maphash.WriteComparable(&seen, group)
	for m := group; m != 0; m &= m - 1 {
		fr := w.lane(m).frame()
		addr, _ := fr.get(in.args[0])
		maphash.WriteComparable(&seen, addr)
		for k := range in.dst.words {
			maphash.WriteComparable(&seen, *fr.word(in.dst.at + k))
		}
	}
	return seen.Sum64()
}

// load reads one element or a vector.
func (l *lane) load(fr *frame, in *inst, addr uint64) {
	v := in.v
	size := v.Attr.Mem.Bytes()
	mem, _ := l.access(in, addr, size*v.Vec(), false)
	dst := in.dst
	for i := range v.Vec() {
		if v.Type == ir.Tuple {
			dst = in.result(i)
		}
		lo, hi := element(mem[i*size:], v.Attr.Mem)
		if v.Attr.Signed && dst.typ.Bits() > v.Attr.Mem.Bits() {
			lo, hi = signExtend(lo, v.Attr.Mem.Bits(), dst.typ.Bits())
		}
		fr.put(dst, lo, hi)
	}
}

// store writes one element or a vector.
func (l *lane) store(fr *frame, in *inst, addr uint64) (space ir.Space, changed bool) {
	t := in.v.Attr.Mem
	size := t.Bytes()
	mem, space := l.access(in, addr, size*in.v.Vec(), true)
	for i, a := range in.args[1 : 1+in.v.Vec()] {
		lo, hi := fr.get(a)
		if setElement(mem[i*size:], t, lo, hi) {
			changed = true
		}
	}
	return space, changed
}
