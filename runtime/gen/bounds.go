package gen

import (
	"fmt"
	"strconv"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// bounds is what is known of an index out of range.
type bounds struct {
	index  int64
	known  bool  // the index and the length
	length int64 // -1 where Go does not say it, as for a negative index
	bytes  int64 // of the access; 0 where it is an element, else the index counts bytes
	msg    string
}

// boundsPanic reads the text of one of Go's bounds panics.
func boundsPanic(text string) (b bounds, ok bool) {
	msg, empty, ok := boundsMessage(text)
	if !ok {
		return bounds{}, false
	}
	b = bounds{length: -1, msg: msg}
	if empty {
		b.length = 0
	}
	if _, rest, found := strings.Cut(text, "index out of range ["); found {
		index, rest, _ := strings.Cut(rest, "]")
		var err error
		if b.index, err = strconv.ParseInt(index, 10, 64); err == nil {
			b.known = true
		}
		if n, found := strings.CutPrefix(rest, " with length "); found {
			if b.length, err = strconv.ParseInt(n, 10, 64); err != nil {
				b.known = false
			}
		}
	}
	return b, true
}

// boundsMessage rewords the text of Go's bounds panics. empty says that the slice
// had no elements at all.
func boundsMessage(text string) (msg string, empty, ok bool) {
	text = strings.TrimPrefix(text, "runtime error: ")
	switch {
	case strings.HasPrefix(text, "index out of range ["):
		index, rest, _ := strings.Cut(strings.TrimPrefix(text, "index out of range ["), "]")
		n, known := strings.CutPrefix(rest, " with length ")
		if !known {
			return fmt.Sprintf("element %s is outside of its buffer", index), false, true
		}
		if n == "0" {
			return fmt.Sprintf("element %s of an empty buffer", index), true, true
		}
		return fmt.Sprintf("element %s is outside of its buffer, which has %s", index, n), false, true
	case strings.HasPrefix(text, "slice bounds out of range ["):
		bounds, rest, _ := strings.Cut(strings.TrimPrefix(text, "slice bounds out of range ["), "]")
		_, n, known := strings.Cut(rest, " with ")
		if _, size, cut := strings.Cut(n, " "); cut {
			n = size
		}
		if !known {
			return fmt.Sprintf("elements [%s] are outside of their buffer", bounds), false, true
		}
		if n == "0" {
			return fmt.Sprintf("elements [%s] of an empty buffer", bounds), true, true
		}
		return fmt.Sprintf("elements [%s] are outside of their buffer, which has %s", bounds, n), false, true
	case strings.HasPrefix(text, "cannot convert slice with length "):
		n, rest, _ := strings.Cut(strings.TrimPrefix(text, "cannot convert slice with length "), " ")
		want := rest[strings.LastIndexByte(rest, ' ')+1:]
		return fmt.Sprintf("access to %s elements where the buffer has %s left", want, n), n == "0", true
	}
	return "", false, false
}

// failed returns which access of a Go line has failed, where the line holds several:
// all are at the index that the text of the panic tells, and the first in the program
// whose slice ends before it is the one. refs are those of that access, and ptx is its
// PTX line.
func (c *CTA) failed(b bounds, all string, line int) (refs string, ptx int) {
	if !strings.Contains(all, "@") {
		return all, line
	}
	for ref := range strings.SplitSeq(all, ",") {
		own, has := "", false
		if refs, own, has = strings.Cut(ref, "@"); has {
			ptx, _ = strconv.Atoi(own)
		} else {
			ptx = line
		}
		// An index of 2^63 or more is outside of everything, as is a negative one.
		if x := c.refersTo(refs); !b.known || b.index < 0 || x.elem > 0 && b.index >= x.size/x.elem {
			break
		}
	}
	return refs, ptx
}

// nth returns what the access of that number indexes, of those of a Go line, and its PTX
// line. line is that of the first.
func nth(number int, all string, line int) (ref string, ptx int) {
	refs := strings.Split(all, ",")
	if number >= len(refs) {
		return all, line // what they index is known by its address
	}
	ref, own, has := strings.Cut(refs[number], "@")
	if has {
		line, _ = strconv.Atoi(own)
	}
	return ref, line
}

// badIndex is the fault of an index out of range, on a line of generated code that
// indexes what refs says: of that, what is as long as the text of the panic says, or
// of all parameters those that point to nothing, where the line does not tell.
func (c *CTA) badIndex(b bounds, refs string) *faultPanic {
	var found []indexed
	for ref := range strings.SplitSeq(refs, ",") {
		x := c.refersTo(ref)
		if x.elem == 0 || b.length >= 0 && x.size >= 0 && x.size/x.elem != b.length {
			continue
		}
		found = append(found, x)
	}
	if len(found) == 0 && b.length == 0 {
		for i := range c.run.pointers {
			if p := &c.run.pointers[i]; !p.known {
				found = append(found, indexed{name: c.sliceName(i), base: p.addr, elem: p.elem, pointer: p, narrow: c.run.kernel.Addr32})
			}
		}
	}
	if len(found) == 0 || !b.known {
		return &faultPanic{kind: ptx.FaultAddress, msg: b.msg}
	}
	first := found[0].fault(c, b)
	for _, x := range found[1:] {
		if p := x.fault(c, b); p.addr != first.addr || p.kind != first.kind {
			// Two of that length: better no address than the wrong one.
			return &faultPanic{kind: ptx.FaultAddress, msg: b.msg}
		}
	}
	return first
}

// badBytes is the fault of an access that the runtime has checked: of bytes, or of a vector.
func (c *CTA) badBytes(b badBytes, refs string) *faultPanic {
	if len(b.buf) == 0 {
		return c.badIndex(bounds{index: b.off, known: true, bytes: int64(b.n), msg: fmt.Sprintf("byte %d is outside of its buffer, which has 0", b.off)}, refs)
	}
	if off := AddrOf(b.buf) - AddrOf(c.shared); off < uint64(len(c.shared)) {
		return badShared{len(c.shared), off + uint64(b.off), b.n}.fault()
	}
	for ref := range strings.SplitSeq(refs, ",") {
		x := c.refersTo(ref)
		if x.shared || x.elem == 0 {
			continue
		}
		// The access may go through a part of what the line names.
		if at := c.run.shown(AddrOf(b.buf)) - x.base; at <= uint64(x.size) {
			return x.fault(c, bounds{index: int64(at) + b.off, known: true, bytes: int64(b.n)})
		}
	}
	return b.faultAt(c.run.shown(AddrOf(b.buf)))
}

// indexed is something that generated code indexes.
type indexed struct {
	name    string // what the fault calls it; "" where it has no name
	base    uint64 // its generic address
	size    int64  // in bytes, -1 where that is not known
	elem    int64  // bytes of an element
	pointer *pointer
	narrow  bool   // addresses have 32 bits
	shared  bool   // shared memory from a place in its window on
	off     uint64 // that place
}

// fault is that of an index out of range.
func (x *indexed) fault(c *CTA, b bounds) *faultPanic {
	addr, bytes := x.base+uint64(b.index*x.elem), x.elem
	if b.bytes != 0 {
		addr, bytes = x.base+uint64(b.index), b.bytes
	}
	switch {
	case x.pointer != nil && !x.pointer.known:
		return c.wild(x, addr, uint64(bytes))
	case addr&uint64(bytes-1) != 0:
		return misaligned(x.place(addr, bytes), addr, uint64(bytes))
	case x.shared:
		return badShared{len(c.shared), x.off + addr - x.base, uintptr(x.elem)}.fault()
	case x.name == "":
		return &faultPanic{kind: ptx.FaultAddress, addr: addr, hasAddr: true, msg: fmt.Sprintf("address %#x: %s", addr, b.msg)}
	}
	return &faultPanic{kind: ptx.FaultAddress, addr: addr, hasAddr: true,
		msg: fmt.Sprintf("%s: index out of range, length %d", x.place(addr, bytes), x.size/x.elem)}
}

// place spells what an access of so many bytes at an address is to: x[500], or x[500:504]
// of a vector; "" where that has no name.
func (x *indexed) place(addr uint64, bytes int64) string {
	off := int64(addr - x.base)
	if x.narrow {
		off = int64(int32(off))
	}
	i, n := off/x.elem, bytes/x.elem
	switch {
	case x.name == "":
		return ""
	case off%x.elem != 0:
		return fmt.Sprintf("byte %d of %s", off, x.name)
	case n <= 1:
		return fmt.Sprintf("%s[%d]", x.name, i)
	}
	return fmt.Sprintf("%s[%d:%d]", x.name, i, i+n)
}

// misaligned is the fault of an access of n bytes at an address that is no multiple of that.
func misaligned(place string, addr, n uint64) *faultPanic {
	return addrFault(ptx.FaultMisaligned, addr, "is not a multiple of %d, the size of the access", n).at(place)
}

// at puts what the access is to in front of the message.
func (p *faultPanic) at(place string) *faultPanic {
	if place != "" {
		p.msg = place + ": " + p.msg
	}
	return p
}

// wild is the fault of an access of n bytes through a parameter that points to
// nothing that the launch knows.
func (c *CTA) wild(x *indexed, addr, n uint64) *faultPanic {
	if addr&(n-1) != 0 {
		return misaligned(x.place(addr, int64(n)), addr, n)
	}
	return c.wildAddr(x, addr, n).at(x.place(addr, int64(n)))
}

func (c *CTA) wildAddr(x *indexed, addr, n uint64) *faultPanic {
	p := x.pointer
	switch {
	case p.addr == 0 && addr == 0:
		return addrFault(ptx.FaultAddress, addr, "is a null pointer")
	case p.addr == 0:
		return addrFault(ptx.FaultAddress, addr, "comes from a null pointer")
	case p.constant && c.nearest(addr).Holds(addr):
		return constantFault(addr, c.nearest(addr))
	case c.run.lookup(addr) != nil:
		return addrFault(ptx.FaultAddress, addr, "comes from a pointer to %#x, where no buffer is that the launch knows", p.addr)
	}
	f := c.unknownFault(addr, n)
	if s := c.nearest(p.addr); (s == nil || p.addr-s.Base != s.Size) && strings.Contains(f.msg, "is in no buffer") {
		sep := ":"
		if strings.Contains(f.msg, ": it is") {
			sep = ";"
		}
		f.msg += sep + " allocate it with ptx.Alloc or list it in Launch.Buffers"
	}
	return f
}

// sliceName is what faults call a parameter that is a slice, by its number among those.
func (c *CTA) sliceName(n int) string {
	switch k := c.run.kernel; {
	case n < len(k.Slices):
		return k.Slices[n]
	case n < len(c.run.pointers):
		return k.Params[c.run.pointers[n].param].Name
	}
	return ""
}

// refersTo reads an entry of Kernel.Lines.
func (c *CTA) refersTo(ref string) indexed {
	what, bytes, _ := strings.Cut(ref, "/")
	elem, err := strconv.ParseInt(bytes, 10, 64)
	if err != nil || what == "" {
		return indexed{}
	}
	n, err := strconv.Atoi(what[1:])
	if err != nil {
		return indexed{}
	}
	of := func(b Buffer) indexed {
		return indexed{base: c.run.shown(AddrOf(b)), size: int64(len(b)), elem: elem, narrow: c.run.kernel.Addr32}
	}
	switch k := c.run.kernel; {
	case what[0] == 'p' && n < len(c.run.slices):
		x := of(c.run.slices[n])
		x.name = c.sliceName(n)
		if n < len(c.run.pointers) {
			x.pointer = &c.run.pointers[n]
			x.base = x.pointer.addr
		}
		return x
	case what[0] == 's':
		off := uint64(n)
		base := c.SharedToGeneric(off)
		if k.Addr32 {
			base = c.SharedToGeneric32(off)
		}
		return indexed{base: base, size: int64(len(c.shared)) - int64(n), elem: elem, shared: true, off: off}
	case what[0] == 'v' && c.run.Instance != nil:
		if name, b := c.run.Instance.Variable(n); name != "" {
			x := of(b)
			x.name = name
			return x
		}
	}
	return indexed{}
}
