package interp

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The stack of local memory: frames, and what alloca takes between them.

// reserve makes n zeroed bytes of local memory at a place at or above the top of
// the stack, which ends after them then; what it leaves out in front is zero too. It
// returns by how much the memory of the thread has grown.
func (l *lane) reserve(at int64, n uint64, pos diag.Pos) (grown int64) {
	if at > localLimit || n > uint64(localLimit-at) {
		l.fail(FaultStack, pos, "local memory stack overflow: %d bytes more than the %d in use", n, l.top)
	}
	below := l.top
	l.top = at + int64(n)
	if grown = l.top - int64(len(l.local)); grown > 0 {
		// In steps that double, so that deep recursion does not copy often.
		grown = max(grown, int64(len(l.local)))
		l.local = append(l.local, make([]byte, grown)...)
		l.cta.localBytes += grown
	}
	clear(l.local[below:l.top])
	return max(grown, 0)
}

// charge counts memory that the launch takes.
func (l *lane) charge(bytes int64, pos diag.Pos) {
	g := l.cta.grid
	g.live += bytes
	if g.live > g.m.opt.MaxMemory {
		l.fail(FaultLimit, pos, "the threads need more than %d bytes of memory", g.m.opt.MaxMemory)
	}
}

// stack executes Alloca, StackSave or StackRestore.
func (l *lane) stack(in *inst) {
	fr, v := l.frame(), in.v
	var a, b uint64
	if len(in.args) > 0 {
		a, _ = fr.get(in.args[0])
	}
	if len(in.args) > 1 {
		b, _ = fr.get(in.args[1])
	}
	switch v.Op {
	case ir.OpAlloca:
		at := int64(localLimit) + 1 // where the alignment alone is too much
		if b <= localLimit {
			at = alignUp(l.top, max(int64(b), ir.FrameAlign))
		}
		l.charge(l.reserve(at, a, v.Pos), v.Pos)
		fr.put(in.dst, uint64(at), 0)
	case ir.OpStackSave:
		fr.put(in.dst, uint64(l.top), 0)
	case ir.OpStackRestore:
		if a < localStart || a > uint64(l.top) {
			l.fail(FaultStack, v.Pos, "stackrestore of %#x, which is not in the stack of %#x bytes", a, l.top)
		}
		l.top = int64(a)
	}
}
