package gang

import (
	"fmt"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The local memory of the threads of a gang is an array of vectors: word k of the frames of all lanes side
// by side, words of 32 bits. It is zeroed when a gang begins, and nobody else knows it: so a gang that is left has
// done nothing to it that others see, as its threads begin with frames of their own. An access whose address the lanes
// share is one of a vector for each word, under a mask one that writes back what the other lanes have; any other takes
// each lane's word. Elements below 32 bits are parts of a word. An access outside of the frame, or at no multiple of its
// size, is a check that fails.
//
// So it does not matter which of the variables an access meets, nor in how many widths they are
// accessed. But all of them must be known: an address that becomes a generic one, or that a call gets, does not
// lead to vectors.

// MaxFrame bounds the frame of a thread: those of sixteen lanes are to stay in the nearest cache.
const MaxFrame = 4 << 10

// ofFrame returns what keeps a value that is about local memory from a gang, "" where nothing does, or
// where it is about something else.
func ofFrame(v *ir.Value, b *schedule.Body, m *schedule.Memory) string {
	a := m.Access(v)
	switch of := a != nil && a.IsLocal() || v.Attr.Space == ir.Local; {
	case !of && (v.Op != ir.OpSymAddr || v.Attr.Sym.Space != ir.Local):
		return ""
	case b.Func.Part != ir.Whole:
		return "local memory in a kernel with barriers"
	}
	if why := frameSize(b.Func); why != "" {
		return why
	}
	if v.Op == ir.OpSymAddr {
		return ""
	}
	if v.Op != ir.OpLoad && v.Op != ir.OpStore {
		return "local memory"
	}
	if _, ok := m.InFrame(v); !ok || v.Attr.Mem.Bytes() > 8 || v.Attr.Mem.Bits() < 8 || v.AccessBytes() > b.Func.Frame().Size {
		return "local memory"
	}
	return ""
}

// frameSize returns why gangs hold no frames of a function.
func frameSize(f *ir.Func) string {
	fr := f.Frame()
	switch {
	case !f.Entry, fr.Align > ir.FrameAlign:
		return "local memory"
	case fr.Size > MaxFrame:
		return fmt.Sprintf("more than %d bytes of local memory", MaxFrame)
	}
	return ""
}

// own is how a gang accesses the local memory of its lanes.
func own(p *Plan, v *ir.Value, at schedule.InFrame) Pattern {
	same := at.Root == nil || p.At(at.Root, v.Block).Class == Uniform
	for _, t := range at.Terms {
		same = same && p.At(t.Value, v.Block).Class == Uniform
	}
	if same {
		return Pattern{Order: Contiguous, Stride: 1, Own: true}
	}
	return Pattern{Own: true}
}

// Frame is how many bytes of local memory each lane of a gang has, 0 where gangs of a plan need none.
func Frame(p *Plan) int64 {
	for _, a := range p.Access {
		if a.Own {
			return p.Body.Func.Frame().Size
		}
	}
	return 0
}

// placed reports whether an access goes to what is certainly no local memory, or certainly some.
func placed(a *schedule.Access) bool {
	return a.Base.Kind == analysis.BaseParam || a.Base.Kind == analysis.BaseSymbol
}
