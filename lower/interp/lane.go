package interp

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/interleave"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// lane is a thread.
type lane struct {
	cta    *cta
	warp   *warp
	index  int // in the warp
	tid    [3]uint32
	frames []frame            // the call stack, innermost last
	depth  int                // frames of recursive functions
	local  []byte             // local memory from window offset 0 to its highest use so far
	top    int64              // window offset after the last frame
	notes  *sanitize.Thread   // nil without a sanitizer
	counts *counters.Thread   // nil where nobody counts
	plan   *interleave.Thread // see Options.Interleave, nil for the usual order
	halted bool               // at a point of the plan
	kept   bool               // it has the frame of its kernel, which all regions share
}

// frame is the execution of a function. block and at are its program point: an
// index into the blocks, and one into the block's instructions, after the last
// of which the terminator stands.
type frame struct {
	code  *code
	block int
	at    int
	row   *rowFrame // where lanes of the warp are in it together; nil in the reference
	regs  []uint64
	step  int   // from one of its registers to the next
	base  int64 // of the local variables
	below int64 // the lane's top before the frame
	dst   operand
}

// localStart is the window offset of the first frame: no local variable has the
// address 0.
const (
	localStart = ir.FrameStart
	localLimit = localStart + 512<<10
)

// maxDepth is how many calls of recursive functions may be under way in a thread.
const maxDepth = 10000

func (l *lane) frame() *frame { return &l.frames[len(l.frames)-1] }

// push enters a function. The arguments are for the caller to write.
func (l *lane) push(c *code, dst operand, pos diag.Pos) *frame {
	if c.recursive {
		if l.depth == maxDepth {
			l.fail(FaultStack, pos, "calls are nested too deeply: more than %d", maxDepth)
		}
		l.depth++
	}
	fr := frame{code: c, step: 1, below: l.top, dst: dst}
	if l.cta.grid.m.rows {
		l.share(&fr)
	} else if regs := l.cta.grid.used(c); regs != nil {
		fr.regs = regs
		clear(fr.regs)
	} else {
		fr.regs = make([]uint64, c.words)
	}
	fr.base = alignUp(l.top, c.local.Align)
	grown := int64(c.words)*8 + frameBytes
	switch region := c.f.Part == ir.RegionPart; {
	case c.local.Size == 0:
	case region && l.kept:
		l.top = fr.base + c.local.Size
	default:
		grown += l.reserve(fr.base, uint64(c.local.Size), pos)
		l.kept = l.kept || region
	}
	l.charge(grown, pos)
	l.frames = append(l.frames, fr)
	return l.frame()
}

// frameBytes is what a frame takes beside its registers.
const frameBytes = 128

// pop leaves the innermost function.
func (l *lane) pop() {
	fr := l.frame()
	l.top = fr.below
	l.cta.grid.live -= int64(fr.code.words)*8 + frameBytes
	if fr.row != nil {
		fr.row.leave(l.cta.grid, 1<<l.index)
	} else {
		l.cta.grid.unused(fr.code, fr.regs)
	}
	if fr.code.recursive {
		l.depth--
	}
	*fr = frame{}
	l.frames = l.frames[:len(l.frames)-1]
}

// comparePoints returns -1, 0 or 1 as the point of a is below, at or above that
// of b. A frame that has made a call stands at the call, below all points of the
// function that it has called.
func comparePoints(a, b *lane) int {
	i := 0
	if n := len(a.frames); n > 1 && n == len(b.frames) && a.frames[n-1].row != nil && a.frames[n-1].row == b.frames[n-1].row {
		i = n - 1 // they came here by the same calls
	}
	for ; ; i++ {
		if i == len(a.frames) || i == len(b.frames) {
			return len(a.frames) - len(b.frames)
		}
		x, y := &a.frames[i], &b.frames[i]
		if d := x.code.id - y.code.id; d != 0 { // other targets of one indirect call
			return d
		}
		if d := x.block - y.block; d != 0 {
			return d
		}
		if d := x.at - y.at; d != 0 {
			return d
		}
	}
}

// word is a register.
func (fr *frame) word(at int) *uint64 { return &fr.regs[at*fr.step] }

// get and put move the words of a value.
func (fr *frame) get(o operand) (lo, hi uint64) {
	lo = *fr.word(o.at)
	if o.words > 1 {
		hi = *fr.word(o.at + 1)
	}
	return lo, hi
}

func (fr *frame) put(o operand, lo, hi uint64) {
	*fr.word(o.at) = lo
	if o.words > 1 {
		*fr.word(o.at + 1) = hi
	}
}

func (fr *frame) copyFrom(o operand, src *frame, from operand) {
	for k := range o.words {
		*fr.word(o.at + k) = *src.word(from.at + k)
	}
}

// result returns the place of result i of a tuple.
func (in *inst) result(i int) operand {
	at := in.dst.at
	types := in.v.ResultTypes()
	for _, t := range types[:i] {
		at += words(t)
	}
	return operand{at: at, words: words(types[i]), typ: types[i]}
}

// symbolAddress returns the address of a variable in its own space.
func (l *lane) symbolAddress(fr *frame, s *ir.Symbol) uint64 {
	switch s.Space {
	case ir.Shared:
		if s.Extern {
			return uint64(l.cta.grid.dynamic)
		}
		return uint64(l.cta.grid.m.sharedOffset(s))
	case ir.Local:
		return uint64(fr.base + fr.code.local.Offset[s])
	}
	return l.cta.grid.m.addrOf(l.cta.grid.m.globals[s])
}
