package runtime

import (
	"fmt"
	goruntime "runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// catch is deferred around the bodies of a chunk of CTAs.
func (w *worker) catch() {
	if v := recover(); v != nil {
		w.cta.caught(v)
	}
}

// caught handles the panic of a body; a deferred function calls it, so that
// the frames of the body are still on the stack.
func (c *CTA) caught(v any) {
	switch v := v.(type) {
	case stopped:
		c.run.short.Store(true)
	case *Fault: // from a coroutine, which has located it
		c.run.failed(v, c.index)
	case *Panic: // from a coroutine
		c.run.panicked(v)
	default:
		f, bug := c.diagnose(v, Dim3{c.X, c.Y, c.Z})
		if f != nil {
			c.run.failed(f, c.index)
		} else {
			c.run.panicked(bug)
		}
	}
}

// diagnose turns the panic of a thread into a fault, or into a bug if it is
// none. It is called while the frames of the panic are on the stack.
func (c *CTA) diagnose(v any, thread Dim3) (*Fault, *Panic) {
	k := c.run.kernel
	f := &Fault{Kernel: k.Name, CTA: c.ID, Thread: thread}
	var inBody bool
	var refs string
	f.File, f.Line, refs, inBody = k.locate()
	switch v := v.(type) {
	case interface{ fault() *faultPanic }:
		p := v.fault()
		if b, ok := v.(badBytes); ok {
			p = b.faultAt(c.run.shown(AddrOf(b.buf)))
		}
		f.Kind, f.Addr, f.HasAddr, f.Msg, f.Err = p.kind, p.addr, p.hasAddr, p.msg, p.err
		if p.empty {
			f.addNotes(c.run.notes)
		}
		return f, nil
	case goruntime.Error:
		text := v.Error()
		if msg, empty, ok := boundsMessage(text); ok {
			f.Kind, f.Msg = FaultAddress, msg
			if f.Addr, f.HasAddr = c.indexed(refs, text); f.HasAddr {
				f.Msg = fmt.Sprintf("address %#x: %s", f.Addr, f.Msg)
			}
			if empty {
				f.addNotes(c.run.notes)
			}
			return f, nil
		}
		if inBody && strings.Contains(text, "nil pointer dereference") {
			f.Kind, f.HasAddr, f.Msg = FaultAddress, true, "access through a null pointer"
			f.addNotes(c.run.notes)
			return f, nil
		}
	}
	return nil, &Panic{Value: v, Stack: debug.Stack()}
}

// addNotes explains an access to an empty slice by the raw pointer parameters
// for which no buffer was found.
func (f *Fault) addNotes(notes []note) {
	for i, n := range notes {
		if i == 0 && len(notes) == 1 && n.addr != 0 {
			f.Addr, f.HasAddr = n.addr, true
		}
		f.Msg += "; " + n.String()
	}
}

// boundsMessage rewords the text of Go's bounds panics. empty says that the
// slice had no elements at all.
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

// locate finds the innermost frame of generated code on the stack and its PTX
// line.
func (k *Kernel) locate() (file string, line int, refs string, found bool) {
	var pcs [64]uintptr
	skip := 2
	for {
		n := goruntime.Callers(skip, pcs[:])
		if n == 0 {
			return k.File, 0, "", false
		}
		frames := goruntime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			name := baseName(f.File)
			switch {
			case name == k.GoFile && name != "":
				line, refs := k.ptxLine(f.Line)
				return k.File, line, refs, true
			case isSource(name):
				// A //line directive: the frame speaks of PTX, or of the
				// source that .loc names.
				return name, f.Line, "", true
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return k.File, 0, "", false
		}
		skip += n
	}
}

// isSource reports whether a file is neither Go nor assembly nor made up by the
// compiler.
func isSource(name string) bool {
	return name != "" && name[0] != '<' && strings.Contains(name, ".") &&
		!strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".s")
}

// baseName returns what is behind the last slash of either kind.
func baseName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// ptxLine maps a line of the generated file to a line of the PTX file, 0 if
// the table does not reach it, and to what the line indexes.
func (k *Kernel) ptxLine(goLine int) (line int, refs string) {
	for pair := range strings.FieldsSeq(k.Lines) {
		from, to, _ := strings.Cut(pair, ":")
		n, err := strconv.Atoi(from)
		if err != nil || n > goLine {
			break
		}
		to, what, _ := strings.Cut(to, ":")
		line, _ = strconv.Atoi(to)
		refs = ""
		if n == goLine {
			refs = what
		}
	}
	return line, refs
}

// indexed returns the address that a failed index speaks of: of the slices that
// the line indexes, the one that is as long as the text of the panic says.
func (c *CTA) indexed(refs, text string) (addr uint64, ok bool) {
	_, rest, _ := strings.Cut(text, "index out of range [")
	index, rest, _ := strings.Cut(rest, "]")
	i, err := strconv.ParseInt(index, 10, 64)
	if err != nil {
		return 0, false
	}
	length := int64(-1) // unknown: Go does not say it for a negative index
	if n, known := strings.CutPrefix(rest, " with length "); known {
		if length, err = strconv.ParseInt(n, 10, 64); err != nil {
			return 0, false
		}
	}
	for ref := range strings.SplitSeq(refs, ",") {
		base, size, elem := c.refersTo(ref)
		if elem == 0 || length >= 0 && size >= 0 && size/elem != length {
			continue
		}
		a := base + uint64(i*elem)
		if ok && a != addr {
			return 0, false // two slices of that length: better none than the wrong one
		}
		addr, ok = a, true
	}
	return addr, ok
}

// refersTo returns the generic address of what an entry of Kernel.Lines names,
// its size in bytes, -1 where that is not known, and that of an element.
func (c *CTA) refersTo(ref string) (base uint64, size, elem int64) {
	what, bytes, _ := strings.Cut(ref, "/")
	elem, err := strconv.ParseInt(bytes, 10, 64)
	if err != nil || what == "" {
		return 0, 0, 0
	}
	n, err := strconv.Atoi(what[1:])
	if err != nil {
		return 0, 0, 0
	}
	of := func(b Buffer) (uint64, int64, int64) { return c.run.shown(AddrOf(b)), int64(len(b)), elem }
	shared := func(off uint64) uint64 {
		if c.run.kernel.Addr32 {
			return c.SharedToGeneric32(off)
		}
		return c.SharedToGeneric(off)
	}
	switch k := c.run.kernel; {
	case what[0] == 'p' && n < len(c.run.slices):
		return of(c.run.slices[n])
	case what[0] == 's':
		return shared(uint64(n)), -1, elem
	case what[0] == 'd':
		return shared(c.DynamicOffset()), int64(c.DynamicSize()), elem
	case what[0] == 'v' && k.Module != nil && n < len(k.Module.names):
		b, _ := k.Module.Get(k.Module.names[n])
		return of(b)
	}
	return 0, 0, 0
}
