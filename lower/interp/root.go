package interp

import (
	"fmt"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// root is what an address was computed from: a parameter of the kernel or a variable of the
// module. It is looked for when an access has failed.
type root struct {
	name string
	base uint64
	size uint64 // bytes from base on that may be accessed; 0 where nothing is there
}

// root finds where the address of an access comes from. ok is false where that is not known,
// or where it may be one of two.
func (l *lane) root(v *ir.Value) (o root, ok bool) {
	if !v.IsAccess() { // a function that reads what its arguments point to
		return root{}, false
	}
	w := rootWalk{lane: l, seen: map[*ir.Value]bool{}}
	w.value(v.Args[0], len(l.frames)-1)
	if w.astray {
		return root{}, false
	}
	if len(w.found) == 1 {
		return w.found[0], true
	}
	// A sum of a pointer and of a number that is a parameter too.
	for _, x := range w.found {
		if x.size > 0 {
			if ok {
				return root{}, false
			}
			o, ok = x, true
		}
	}
	return o, ok
}

// rootWalk goes back through the values that an address is made of.
type rootWalk struct {
	lane   *lane
	seen   map[*ir.Value]bool
	found  []root
	astray bool // it may be an address of nowhere
}

// found says what a value is.
type found uint8

const (
	none  found = iota // no address that is known
	some               // one that is
	again              // looked at already
)

// value looks at a value of a frame of the call stack.
func (w *rootWalk) value(v *ir.Value, frame int) found {
	if w.seen[v] {
		return again
	}
	w.seen[v] = true
	switch v.Op {
	case ir.OpParam:
		return w.param(v)
	case ir.OpSymAddr:
		s := v.Attr.Sym
		w.add(root{s.Name, w.lane.symbolAddress(&w.lane.frames[frame], s), uint64(s.Size)})
		return some
	case ir.OpArg:
		// The caller's frame stands at the call.
		if frame == 0 {
			return none
		}
		fr := &w.lane.frames[frame-1]
		b := &fr.code.blocks[fr.block]
		if fr.at >= len(b.insts) {
			return none
		}
		switch call := b.insts[fr.at].v; call.Op {
		case ir.OpCall:
			return w.value(call.Args[v.Attr.Index], frame-1)
		case ir.OpCallIndirect:
			return w.value(call.Args[v.Attr.Index+1], frame-1)
		}
	case ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpBitcast, ir.OpToGeneric, ir.OpFromGeneric, ir.OpSub:
		return w.value(v.Args[0], frame)
	case ir.OpAdd, ir.OpAnd, ir.OpOr:
		x, y := w.value(v.Args[0], frame), w.value(v.Args[1], frame)
		if x == some || y == some {
			return some
		}
		return max(x, y)
	case ir.OpPhi:
		return w.oneOf(v.Args, frame)
	case ir.OpSelect:
		return w.oneOf(v.Args[1:], frame)
	}
	return none
}

// oneOf looks at values of which one is taken. Where only some are addresses that are found,
// it may be another one.
func (w *rootWalk) oneOf(list []*ir.Value, frame int) found {
	all := again
	for _, a := range list {
		switch x := w.value(a, frame); {
		case x == again || all == x:
		case all == again:
			all = x
		default:
			w.astray, all = true, some
		}
	}
	return all
}

// param adds a parameter that may be an address.
func (w *rootWalk) param(v *ir.Value) found {
	g := w.lane.cta.grid
	p := g.kernel.f.Params[v.Attr.Index]
	if v.Type.Bits() != g.m.addressBits() || v.Attr.Off != 0 {
		return none
	}
	o := root{name: p.Name}
	o.base, _ = element(g.params[p.Off:], v.Type)
	if s := g.find(o.base); s != nil {
		o.size = s.base + uint64(len(s.mem)) - o.base
	}
	w.add(o)
	return some
}

func (w *rootWalk) add(o root) {
	for _, x := range w.found {
		if x.name == o.name && x.base == o.base {
			return
		}
	}
	w.found = append(w.found, o)
}

// place spells what an access of n elements of a size is to: x[500], or x[500:504].
func (o *root) place(addr uint64, size, n int) string {
	off := int64(addr - o.base)
	i := off / int64(size)
	switch {
	case off%int64(size) != 0:
		return fmt.Sprintf("byte %d of %s", off, o.name)
	case n <= 1:
		return fmt.Sprintf("%s[%d]", o.name, i)
	}
	return fmt.Sprintf("%s[%d:%d]", o.name, i, i+int64(n))
}

// badAccess is failAddr for an access of global memory. The message begins with the parameter
// or the variable and the index, where these are known; outside says that the index is beyond
// what is there, which it then says instead.
func (l *lane) badAccess(kind FaultKind, in *inst, space ir.Space, addr uint64, outside bool, format string, args ...any) {
	panic(faultPanic{l.accessFault(kind, in, space, addr, outside, format, args...)})
}

// accessFault is the fault of badAccess.
func (l *lane) accessFault(kind FaultKind, in *inst, space ir.Space, addr uint64, outside bool, format string, args ...any) *Fault {
	o, ok := l.root(in.v)
	if !ok || space != ir.Global && space != ir.Const {
		f := l.fault(kind, in.v.Pos, "address %#x %s", addr, fmt.Sprintf(format, args...))
		f.Addr, f.HasAddr, f.Space = addr, true, space
		return f
	}
	if outside && o.base == 0 && addr != 0 {
		format, args = "comes from a null pointer", nil
	}
	size := in.v.Attr.Mem.Bytes()
	place := o.place(addr, size, in.v.Vec())
	f := l.fault(kind, in.v.Pos, "%s: address %#x %s", place, addr, fmt.Sprintf(format, args...))
	if outside && o.size > 0 {
		f.Msg = fmt.Sprintf("%s: index out of range, length %d", place, o.size/uint64(size))
	}
	f.Addr, f.HasAddr, f.Space = addr, true, space
	return f
}
