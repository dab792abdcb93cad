package gen

import (
	"cmp"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// catch is deferred around the bodies of a chunk of CTAs, those before hi.
func (w *worker) catch(hi int64) {
	if v := recover(); v != nil {
		w.cta.caught(v)
		w.cta.run.skipped.Add(hi - 1 - w.cta.index)
	}
}

// caught handles the panic of a body; a deferred function calls it, so that
// the frames of the body are still on the stack.
func (c *CTA) caught(v any) {
	switch v := v.(type) {
	case stopped:
		if c.uncounted() {
			c.run.panicked(&ptx.Panic{Value: "ptx: a gang that does not count steps was begun", Stack: debug.Stack()})
			return
		}
		c.run.short.Store(true)
		c.run.left(c)
	case *ptx.Fault: // from a coroutine, which has located it
		c.run.failed(v, c.index)
	case *ptx.Panic: // from a coroutine
		c.run.panicked(v)
	default:
		f, bug := c.diagnose(v, dim3(c.X, c.Y, c.Z))
		if f != nil {
			c.run.failed(f, c.index)
		} else {
			c.run.panicked(bug)
		}
	}
}

// diagnose turns the panic of a thread into a fault, or into a bug if it is
// none. It is called while the frames of the panic are on the stack.
func (c *CTA) diagnose(v any, thread Dim3) (*ptx.Fault, *ptx.Panic) {
	k := c.run.kernel
	f := &ptx.Fault{Kernel: k.Name, CTA: c.ID, Thread: thread}
	var inBody bool
	var refs string
	f.File, f.Line, refs, inBody = k.locate()
	var p *faultPanic
	switch v := v.(type) {
	case badBytes:
		p = c.badBytes(v, refs)
	case badVectors:
		bad, number := v.first()
		refs, f.Line = nth(number, refs, f.Line)
		p = c.badBytes(bad, refs)
	case interface{ fault() *faultPanic }:
		p = v.fault()
	case goruntime.Error:
		text := v.Error()
		if p, f.Line = c.wrote(v, refs, f.Line); p != nil {
			break
		}
		if p = gone(v); p != nil {
			break
		}
		if b, ok := boundsPanic(text); ok {
			refs, f.Line = c.failed(b, refs, f.Line)
			p = c.badIndex(b, refs)
		} else if inBody && strings.Contains(text, "nil pointer dereference") {
			p = &faultPanic{kind: ptx.FaultAddress, hasAddr: true, msg: "access through a null pointer"}
		}
	}
	f.File, f.Line = k.place(f.File, f.Line)
	k.addSource(f)
	if p != nil {
		f.Kind, f.Addr, f.HasAddr, f.Msg, f.Err = p.kind, p.addr, p.hasAddr, p.msg, p.err
		return f, nil
	}
	return nil, &ptx.Panic{Value: v, Stack: debug.Stack()}
}

// locate finds the innermost frame of generated code on the stack that has a PTX
// line: what a function does before its first instruction, and what only passes a
// call on, is done for the instruction that called. Where the file is "" the line is
// one of the line table, see place.
func (k *Kernel) locate() (file string, line int, refs string, found bool) {
	var pcs [64]uintptr
	skip := 2
	for {
		n := goruntime.Callers(skip, pcs[:])
		if n == 0 {
			return "", 0, "", found
		}
		frames := goruntime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			name := baseName(f.File)
			src, ours := k.source(name)
			switch {
			case ours:
				found = true
				if line, refs := src.ptxLine(f.Line); line > 0 {
					return "", line, refs, true
				}
			case k.compiledFrom(f.File) != "":
				// A //line directive that speaks of what the PTX was compiled from.
				line, refs := k.compiledTo(k.compiledFrom(f.File), f.Line)
				if line > 0 {
					return "", line, refs, true
				}
				return k.compiledFrom(f.File), f.Line, refs, true
			case isSource(name):
				// One that speaks of PTX.
				return name, f.Line, k.refsAt(name, f.Line), true
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return "", 0, "", found
		}
		skip += n
	}
}

// source returns the generated file of a name that the kernel's code is in.
func (k *Kernel) source(name string) (src goSource, ok bool) {
	switch {
	case name == "":
		return goSource{}, false
	case name == k.GoFile:
		table, _ := splitLines(k.Lines)
		return goSource{k.GoFile, table}, true
	case k.Module != nil && name == k.Module.gangs.file:
		return k.Module.gangs, true
	}
	return goSource{}, false
}

// place returns the PTX file of a line that locate has found, and the line's number in
// it. The lines of the table count on from one linked file to the next.
func (k *Kernel) place(file string, line int) (string, int) {
	if file != "" || line == 0 || k.Module == nil || len(k.Module.linked) == 0 {
		return cmp.Or(file, k.File), line
	}
	for _, x := range slices.Backward(k.Module.linked) {
		if line > x.lines {
			return x.file, line - x.lines
		}
	}
	return k.Module.File, line
}

// isSource reports whether a file is neither Go nor assembly nor made up by the
// compiler.
func isSource(name string) bool {
	return name != "" && name[0] != '<' && strings.Contains(name, ".") &&
		!strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".s")
}

// baseName returns what follows the last slash of either kind.
func baseName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// refsAt returns what the statements of a line of a PTX file index. Where //line
// directives hide the line of the Go file, the PTX line is all that a panic tells, and
// several statements may have come from it.
func (k *Kernel) refsAt(file string, line int) string { return k.refsOf(k.joined(file, line)) }

// joined returns the number that a line of a PTX file has in the line table.
func (k *Kernel) joined(file string, line int) int {
	if k.Module != nil {
		for _, x := range k.Module.linked {
			if x.file == file {
				return line + x.lines
			}
		}
	}
	return line
}

// entries calls yield for what the line table has of lines of the PTX, and what they index.
func (k *Kernel) entries(yield func(ptxLine int, ref string) bool) {
	table, _ := splitLines(k.Lines)
	for pair := range strings.FieldsSeq(table) {
		_, to, _ := strings.Cut(pair, ":")
		to, what, _ := strings.Cut(to, ":")
		own, _ := strconv.Atoi(to)
		for ref := range strings.SplitSeq(what, ",") {
			at := own
			ref, other, elsewhere := strings.Cut(ref, "@")
			if elsewhere {
				at, _ = strconv.Atoi(other)
			}
			if !yield(at, ref) {
				return
			}
		}
	}
}

// refsOf returns what the statements of a line of the line table index.
func (k *Kernel) refsOf(line int) string {
	var all []string
	for at, ref := range k.entries {
		if at == line && ref != "" && ref != loopRef && !slices.Contains(all, ref) {
			all = append(all, ref)
		}
	}
	return strings.Join(all, ",")
}

// ptxLines returns the lines of the PTX that are in the line table.
func (k *Kernel) ptxLines() map[int]bool {
	all := map[int]bool{}
	for at := range k.entries {
		all[at] = true
	}
	return all
}

// ptxLine maps a line of the generated file to a line of the PTX file, 0 if
// the table does not reach it, and to what the line indexes.
func (s goSource) ptxLine(goLine int) (line int, refs string) {
	for pair := range strings.FieldsSeq(s.lines) {
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

// splitLines returns the two parts of Kernel.Lines: entries, and the text of PTX lines.
func splitLines(lines string) (table, text string) {
	table, text, _ = strings.Cut(lines, "\n\n")
	return table, text
}

// text returns what stands in a PTX line, numbered as in the line table; "" where the
// table does not have it.
func (k *Kernel) text(line int) string {
	_, text := splitLines(k.Lines)
	for l := range strings.Lines(text) {
		number, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		if n, err := strconv.Atoi(number); err == nil && n == line {
			return rest
		}
	}
	return ""
}
