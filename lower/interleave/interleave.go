// Package interleave inserts the points at which a launch whose order a seed decides may let other threads run
// (ir.OpPoint): in front of what other threads may see or may have done, where the ways of a branch meet, and around
// calls, which tell where a thread stands. It runs behind the passes that decide what a kernel computes and in front
// of all others, so that an access stays where the PTX has it and alone between two points: engines that execute the
// same points have the same choices, and package runtime/interleave makes them.
package interleave

import (
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Insert puts points into all functions of a module.
func Insert(m *ir.Module) {
	m.Points = true
	next := 0
	for _, f := range m.Funcs {
		if len(f.Blocks) == 0 {
			continue
		}
		joins := ir.Joins(f, ir.PostDominators(f), (*ir.Block).Forks)
		for _, b := range ir.ProgramOrder(f, ir.Loops(f, ir.Dominators(f))) {
			phis := b.Phis()
			rest := b.Values[len(phis):]
			out := append([]*ir.Value(nil), phis...)
			pos := b.Start()
			point := func(kind ir.Point) {
				next++
				p := f.NewValue(ir.OpPoint, ir.Void, pos)
				p.Block, p.Attr.Point, p.Attr.Index = b, kind, next
				out = append(out, p)
			}
			if joins[b] {
				point(ir.PointJoin)
			}
			for _, v := range rest {
				pos = v.Pos
				call := v.Callee() != (ir.CallNode{})
				extern := v.Op == ir.OpCall && v.Attr.Func.Extern
				switch {
				case call && !extern:
					point(ir.PointCall)
				case v.Op == ir.OpWarp && !v.Attr.Sync:
					point(ir.PointPresent)
				case call || meets(v):
					point(ir.PointAccess)
				}
				out = append(out, v)
				if call && !extern {
					point(ir.PointReturn)
				}
			}
			b.Values = out
		}
	}
}

// meets reports whether an operation is one between threads.
func meets(v *ir.Value) bool {
	switch {
	case v.IsAccess():
		return v.Attr.Space != ir.ParamSpace && v.Attr.Space != ir.Const && v.Attr.Space != ir.Local
	case v.Op == ir.OpSReg:
		return strings.HasPrefix(v.Attr.SReg, "clock") || strings.HasPrefix(v.Attr.SReg, "globaltimer")
	}
	return v.IsImage() || v.Op == ir.OpFence || v.Op == ir.OpBarrier || v.Op == ir.OpWarp
}
