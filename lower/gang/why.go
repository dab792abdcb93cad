package gang

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// maxBlocks bounds the blocks of a body: where control flow is that long, lanes hardly stay
// together, and the analyses of who meets whom are expensive.
const maxBlocks = 300

// long returns why a body is not even looked at, nil where it is.
func long(b *schedule.Body) *schedule.Reason {
	if len(b.Func.Blocks) <= maxBlocks {
		return nil
	}
	return &schedule.Reason{Pos: start(b), Text: "more than " + strconv.Itoa(maxBlocks) + " blocks of code"}
}

// refusal returns what keeps a body from gangs, whatever they would do; nil if nothing does.
func refusal(b *schedule.Body, w *flow, m *schedule.Memory) *schedule.Reason {
	because := func(pos diag.Pos, text string) *schedule.Reason { return &schedule.Reason{Pos: pos, Text: text} }
	if few(b, nil, w.lanes) {
		return narrow(b, w.lanes)
	}
	for _, v := range w.values {
		switch {
		case v.Callee() != ir.CallNode{}:
			return because(v.Pos, "a call of a function")
		case v.Op == ir.OpAlloca, v.Op == ir.OpStackSave, v.Op == ir.OpStackRestore:
			return because(v.Pos, "a stack for each thread")
		case v.Type == ir.I128:
			return because(v.Pos, "numbers of 128 bits")
		}
		if why := ofFrame(v, b, m); why != "" {
			return because(v.Pos, why)
		}
	}
	if v := w.waits(); v != nil {
		return because(v.Pos, "a loop in which threads wait for others")
	}
	if v := w.parted(m); v != nil {
		return because(v.Pos, "lanes that diverge and share memory, in an ordered region")
	}
	var found *schedule.Reason
	w.walk(b.Tree.Body, func(n *region.Node) {
		if n.Kind == region.Label && found == nil {
			found = because(n.Block.Pos, "control flow with gotos")
		}
	}, func(*region.Node) {})
	return found
}

// start is where the code of a body begins: of a region, which has the place of its kernel, what it does
// first.
func start(b *schedule.Body) diag.Pos {
	if b.Func.Part != ir.RegionPart {
		return b.Func.Pos
	}
	for _, x := range b.Func.Blocks {
		for _, v := range x.Values {
			if (v.IsAccess() || v.HasEffect()) && v.Pos.IsValid() {
				return v.Pos
			}
		}
	}
	return b.Func.Pos
}

// narrow is the reason of a body of which no gang of so many lanes is ever full.
func narrow(b *schedule.Body, lanes int) *schedule.Reason {
	return &schedule.Reason{Pos: start(b), Text: fmt.Sprintf("rows of fewer than %d threads", lanes)}
}

// few reports whether no gang of a loop over threads is ever full: of a clean loop of a body, or
// where that is nil of all loops.
func few(b *schedule.Body, w *schedule.Clean, lanes int) bool {
	k := b.Func.Owner()
	if n := k.ReqNTID[0]; n > 0 && n < int64(lanes) {
		return true
	}
	if n := k.MostThreads(); n > 0 && n < int64(lanes) {
		return true
	}
	if b.Lanes != nil && b.Lanes.To-b.Lanes.From < int64(lanes) {
		return true
	}
	below := func(thread int64, ok bool) bool { return ok && thread < int64(lanes) }
	if slices.ContainsFunc(b.Spans, func(s schedule.Span) bool { return below(s.Upper()) }) {
		return true
	}
	if w == nil || b.Split == nil {
		return false
	}
	return w.Side == schedule.In && below(b.Split.Upper()) || w.Side == schedule.Before && below(b.Split.Lower())
}

// waits returns an access on which a loop goes on until another thread stores something: of a
// gang that may be a lane that waits after the loop.
func (w *flow) waits() *ir.Value {
	nest := w.u.Loops()
	for _, b := range w.b.Func.Blocks {
		for l := nest.Of(b); l != nil && len(b.Ctrl) == 1; l = l.Parent {
			if slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return !nest.Contains(l, s) }) {
				if polls := analysis.Polls(b.Ctrl[0], l, nest); len(polls) > 0 {
					return polls[0]
				}
			}
		}
	}
	return nil
}

// divided returns the first switch at which lanes may differ, which has no masks.
func (p *Plan) divided() *schedule.Reason {
	var found *schedule.Reason
	p.flow.walk(p.Body.Tree.Body, func(n *region.Node) {
		if n.Kind == region.Switch && p.Diverges[n.Block] && found == nil {
			found = &schedule.Reason{Pos: n.Block.Pos, Text: "a divergent switch"}
		}
	}, func(*region.Node) {})
	return found
}

// asksThread returns what in a body needs its thread as an object, which a gang does not have, be it
// where no gang comes to; nil where nothing does.
func asksThread(b *schedule.Body, m *schedule.Memory) *schedule.Reason {
	switch v := m.AsksThread(b, func(v *ir.Value) bool { _, own := m.InFrame(v); return own }); {
	case v != nil:
		return &schedule.Reason{Pos: v.Pos, Text: "code that asks for its thread"}
	case b.Func.Allocates():
		return &schedule.Reason{Pos: start(b), Text: "a stack for each thread"}
	}
	return nil
}

// keptNumber returns why a region is no step of a chain, where all that threads keep is in vectors:
// it reads a number of the gang that another region has kept. Nil where it does not.
func (p *Plan) keptNumber() *schedule.Reason {
	for _, b := range p.Body.Func.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSlotLoad && p.Number(v) {
				return &schedule.Reason{Pos: v.Pos, Text: "a spilled value that is uniform"}
			}
		}
	}
	return nil
}
