package interp

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Extern is a function that the module declares without a body and the program
// supplies. Each argument stands in the low bits of a word, as does each result,
// of which higher bits are dropped. Floats are passed as their bits. An error
// makes the calling thread fault.
//
// The lanes of a warp that make a call together make it one after another.
type Extern func(t *Thread, args, results []uint64) error

// Thread is a thread that calls an Extern. It is valid during the call.
type Thread struct {
	CTA, ID [3]uint32
	l       *lane
	in      *inst
}

// Memory returns the n bytes at a generic address. The thread faults if they
// are not all in one piece of memory that the launch may access.
func (t *Thread) Memory(addr uint64, n int) []byte { return t.l.span(t.in, addr, n) }

// body is what an extern function does when a lane calls it.
type body func(l *lane, in *inst, args, results []uint64)

// extern returns the body of a function that has none in the module: the one
// that the program supplies, else CUDA's; nil where there is neither.
func (x *Machine) extern(f *ir.Func) body {
	if fn := x.opt.Externs[f.Name]; fn != nil {
		return func(l *lane, in *inst, args, results []uint64) {
			if err := fn(&Thread{CTA: l.cta.id, ID: l.tid, l: l, in: in}, args, results); err != nil {
				l.fail(FaultExtern, in.v.Pos, "%s: %v", f.Name, err)
			}
		}
	}
	if sig := ir.DeviceFunc(f.Name, x.mod.PtrBits); sig != nil && sameTypes(f.Args, sig.Params) && sameTypes(f.Results, sig.Results) {
		return deviceFuncs[f.Name]
	}
	return nil
}

// memmove is memcpy as well, which says nothing about overlaps.
func memmove(l *lane, in *inst, args, results []uint64) {
	results[0] = args[0]
	to, from := l.written(in, args[0], args[2]), l.span(in, args[1], length(args[2]))
	if addrOf(to) > addrOf(from) { // from the end, so that nothing is overwritten that is still to be read
		for n := len(to); n > 0; {
			l.cta.grid.poll()
			start := max(0, n-pollBytes)
			copy(to[start:n], from[start:n])
			n = start
		}
		return
	}
	for len(to) > 0 {
		l.cta.grid.poll()
		n := copy(to[:min(len(to), pollBytes)], from)
		to, from = to[n:], from[n:]
	}
}

// pollBytes is how many bytes are copied or set between two looks at the context.
const pollBytes = 1 << 20

// written returns n bytes at a generic address that may be written.
func (l *lane) written(in *inst, addr, n uint64) []byte {
	if n > 0 {
		l.access(in, addr, 1, true)
	}
	return l.span(in, addr, length(n))
}

// length is a size as a number of bytes; no memory has that many where it is cut.
func length(n uint64) int { return int(min(n, math.MaxInt)) }

// deviceFuncs are CUDA's functions, by the names of ir.DeviceFuncs.
var deviceFuncs = map[string]body{
	"vprintf": func(l *lane, in *inst, args, results []uint64) {
		results[0] = uint64(uint32(l.vprintf(in, args[0], args[1])))
	},
	"malloc": func(l *lane, in *inst, args, results []uint64) {
		results[0] = l.cta.grid.m.malloc(args[0], heapGranule)
	},
	"__nv_aligned_device_malloc": func(l *lane, in *inst, args, results []uint64) {
		results[0] = l.cta.grid.m.malloc(args[0], args[1])
	},
	"free": func(l *lane, in *inst, args, results []uint64) {
		if !l.cta.grid.m.heap.free(args[0]) {
			h := &l.cta.grid.m.heap
			l.failAddr(FaultHeap, in.v.Pos, args[0], "is given to free, but is not in use%s", h.near(args[0]))
		}
	},
	"__assertfail": func(l *lane, in *inst, args, results []uint64) {
		size := int(min(args[4], 8))
		text := func(addr uint64) string { return l.text(in, addr, size) }
		l.fail(FaultAssert, in.v.Pos, "assertion `%s` failed at %s:%d in %s", text(args[0]), text(args[1]), uint32(args[2]), text(args[3]))
	},
	"memcpy":  memmove,
	"memmove": memmove,
	"memset": func(l *lane, in *inst, args, results []uint64) {
		results[0] = args[0]
		to := l.written(in, args[0], args[2])
		for i := range to {
			if i%pollBytes == 0 {
				l.cta.grid.poll()
			}
			to[i] = byte(args[1])
		}
	},
	"cudaGraphSetConditional": func(l *lane, in *inst, args, results []uint64) {
		l.access(in, args[0], 4, true)
		binary.LittleEndian.PutUint32(l.span(in, args[0], 4), uint32(args[1]))
	},
}

// callExtern makes the call of one lane.
func (l *lane) callExtern(in *inst, to *code, args []operand) {
	fr := l.frame()
	in64 := make([]uint64, len(args))
	for i, a := range args {
		in64[i], _ = fr.get(a)
	}
	types := in.v.ResultTypes()
	out := make([]uint64, max(len(types), len(to.f.Results)))
	to.body(l, in, in64, out)
	if to.f.NoReturn {
		l.fail(FaultExtern, in.v.Pos, "the extern function %s has returned, which it is declared not to do", to.f.Name)
	}
	for i, t := range types {
		dst := in.dst
		if in.v.Type == ir.Tuple {
			dst = in.result(i)
		}
		fr.put(dst, out[i]&ir.Ones(t.Bits()), 0)
	}
	fr.at++
}

// lacking returns a function that a kernel may call and that has no body, nil if
// there is none.
func (x *Machine) lacking(kernel *code) *ir.Func {
	seen := map[*code]bool{}
	work := []*code{kernel}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		if len(c.blocks) == 0 && c.body == nil {
			return c.f
		}
		for _, b := range c.blocks {
			for _, in := range b.insts {
				if in.to != nil {
					work = append(work, in.to)
				}
			}
		}
	}
	return nil
}

// span returns n bytes at a generic address that are in one piece of memory.
func (l *lane) span(in *inst, addr uint64, n int) []byte {
	if n <= 0 {
		return nil
	}
	first, space := l.access(in, addr, 1, false)
	lost := uint64(n-1) > ^addr || n > cap(first)
	if !lost {
		_, _, fault := l.reach(in, addr+uint64(n)-1, 1, false)
		lost = fault != nil
	}
	if lost {
		l.failAddr(FaultAddress, in.v.Pos, addr, "%s", l.cta.grid.unreached(space, addr, n))
	}
	return first[:n]
}

// read reads a number of 1, 2, 4 or 8 bytes.
func (l *lane) read(in *inst, addr uint64, n int) uint64 {
	mem, _ := l.access(in, addr, n, false)
	v, _ := element(mem, ir.IntOfBits(8*n))
	return v
}

// maxText is how long a string may be that the program passes, and what one
// vprintf may print, in bytes.
const maxText = 1 << 20

// text reads a string that ends with a zero. Its characters have the given
// size; those of more than one byte become UTF-8.
func (l *lane) text(in *inst, addr uint64, size int) string {
	if addr == 0 {
		return "(null)"
	}
	if size != 2 && size != 4 {
		size = 1
	}
	var b []byte
	for at := addr; ; at += uint64(size) {
		c := l.read(in, at, size)
		switch {
		case c == 0:
			return string(b)
		case len(b) >= maxText:
			l.failAddr(FaultExtern, in.v.Pos, addr, "is a string of more than %d bytes", maxText)
		case size == 1:
			b = append(b, byte(c))
		default:
			b = utf8.AppendRune(b, rune(uint32(c)))
		}
	}
}

// errNoBody says that a kernel cannot run because of a function.
func errNoBody(f *ir.Func) error {
	return fmt.Errorf("it calls the extern function %s, which is not supplied", f.Name)
}
