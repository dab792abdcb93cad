package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// Event tells Options.Trace what was executed. It is valid during the call.
type Event struct {
	Kernel string
	CTA    [3]uint32
	Warp   int    // -1 where it was executed once for the CTA
	Lanes  uint32 // that executed it together
	Func   *ir.Func
	Block  *ir.Block
	Value  *ir.Value // nil for the block's terminator

	warp *warp
	dst  operand
}

// Result returns the bits of the value in a lane, one word of 64 bits, or two
// for each I128; one after another for a Tuple; nothing for terminators,
// calls and values without a result.
func (e *Event) Result(lane int) []uint64 {
	if e.Lanes>>lane&1 == 0 || e.dst.words == 0 {
		return nil
	}
	fr := e.warp.lanes[lane].frame()
	return fr.regs[e.dst.at : e.dst.at+e.dst.words]
}

// trace reports an instruction, or with nil the terminator, of a block that some
// lanes have executed. It is called while the lanes are still in the frame.
func (w *warp) trace(lanes uint32, fr *frame, in *inst) {
	t := w.cta.grid.m.opt.Trace
	if t == nil || lanes == 0 {
		return
	}
	b := fr.code.blocks[fr.block].b
	e := Event{Kernel: w.cta.grid.kernel.f.Name, CTA: w.cta.id, Warp: w.index, Lanes: lanes, Func: fr.code.f, Block: b, warp: w}
	if in != nil {
		e.Value = in.v
		switch in.v.Op {
		case ir.OpCall, ir.OpCallIndirect, ir.OpRun:
		default:
			e.dst = in.dst
		}
	}
	t(&e)
}
