package gang

import (
	"slices"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
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
	return &schedule.Reason{Pos: b.Func.Pos, Text: "more than " + strconv.Itoa(maxBlocks) + " blocks of code"}
}

// refusal returns what keeps a body from gangs, whatever they would do; nil if nothing does.
func refusal(b *schedule.Body, w *flow, m *schedule.Memory) *schedule.Reason {
	f := b.Func
	because := func(pos diag.Pos, text string) *schedule.Reason { return &schedule.Reason{Pos: pos, Text: text} }
	if few(b, nil, w.lanes) {
		return because(f.Pos, Narrow)
	}
	for _, v := range w.values {
		switch {
		case v.Callee() != ir.CallNode{}:
			return because(v.Pos, "a call of a function")
		case v.Op == ir.OpAlloca, v.Op == ir.OpStackSave, v.Op == ir.OpStackRestore:
			return because(v.Pos, "a stack of each thread")
		case isLocal(v):
			return because(v.Pos, "local memory")
		case v.Type == ir.I128:
			return because(v.Pos, "numbers of 128 bits")
		}
	}
	if v := w.waits(); v != nil {
		return because(v.Pos, "a loop in which threads wait for others")
	}
	if v := w.parted(m); v != nil {
		return because(v.Pos, "threads that part and meet in memory, in a region with an order of its own")
	}
	var found *schedule.Reason
	w.walk(b.Tree.Body, func(n *region.Node) {
		if n.Kind == region.Label && found == nil {
			found = because(n.Block.Pos, "control flow with gotos")
		}
	}, func(*region.Node) {})
	return found
}

// Narrow is the reason of rows in which no gang is ever full, be it of the fewest lanes.
const Narrow = "fewer than 8 threads of a row"

// few reports whether no gang of a loop over threads is ever full: of a clean loop of a body, or
// where that is nil of all loops.
func few(b *schedule.Body, w *schedule.Clean, lanes int) bool {
	k := b.Func.Owner()
	if n := k.ReqNTID[0]; n > 0 && n < int64(lanes) {
		return true
	}
	if n := k.MaxNTID; n[0] > 0 && n[0]*max(n[1], 1)*max(n[2], 1) < int64(lanes) {
		return true
	}
	if b.Lanes != nil && b.Lanes.To-b.Lanes.From < int64(lanes) {
		return true
	}
	below := func(s *schedule.Span, e *schedule.Edge) bool {
		return s.Sure() && e != nil && e.Value == nil && e.Plus < int64(lanes)
	}
	if slices.ContainsFunc(b.Spans, func(s schedule.Span) bool { return below(&s, s.To) }) {
		return true
	}
	if w == nil || b.Split == nil {
		return false
	}
	return w.Side == schedule.In && below(b.Split, b.Split.To) || w.Side == schedule.Before && below(b.Split, b.Split.From)
}

// isLocal reports whether a value is about the local memory of its thread.
func isLocal(v *ir.Value) bool {
	return v.Attr.Space == ir.Local || v.Op == ir.OpSymAddr && v.Attr.Sym.Space == ir.Local
}

// waits returns an access on which a loop goes on until another thread stores something: of a
// gang that may be a lane that waits behind the loop.
func (w *flow) waits() *ir.Value {
	nest := w.u.Loops()
	for _, b := range w.b.Func.Blocks {
		for l := nest.Of(b); l != nil && len(b.Ctrl) == 1; l = l.Parent {
			if slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return !nest.Contains(l, s) }) {
				if polls := pass.Polls(b.Ctrl[0], l, nest); len(polls) > 0 {
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
			found = &schedule.Reason{Pos: n.Block.Pos, Text: "a switch at which threads differ"}
		}
	}, func(*region.Node) {})
	return found
}
