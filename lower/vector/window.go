package vector

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Of an access that may fault behind an effect, where there is no way back, all is asked before the gang does
// anything. That can be where it goes through a window of the row, see schedule.Clean: where it goes is then
// known of all lanes by the number of the first one alone, whatever way they go.

// windows asks that the gang is inside of the windows of such accesses, and that no number wraps in them.
func (x *gangFunc) windows() {
	if x.clean == nil {
		return
	}
	for _, e := range x.clean.Exact {
		x.within(x.plusStep(ir.I32, x.sum(e.Sum), x.first, e.Step), gang.Exact{Stride: e.Step, Signed: e.Signed})
	}
	for _, b := range x.body.Func.Blocks {
		for _, v := range b.Values {
			if p := x.clean.Use[v]; p.Window != nil && x.loops.NoWay[v] && x.body.Uses.Needed[v.ID] {
				x.pos = v.Pos
				if !x.memory.Access(v).Inside {
					x.ask(v, x.inWindow(v, p))
				}
				x.ahead[v] = true
			}
		}
	}
}

// inWindow is where the lanes access memory through a window.
func (x *gangFunc) inWindow(v *ir.Value, p schedule.Place) reach {
	unit := int64(p.Of.View.Elem.Bytes())
	first := x.add(ir.OpZext, ir.I64, false, x.first)
	off := p.Off
	if a := x.memory.Access(v); a.Reach == schedule.Anywhere {
		off -= x.memory.Start(x.body.Func, a.Base.Sym) / unit // which counts from the start of the memory
	}
	index, rest := x.constant(ir.I64, uint64(off)), p.Step
	for _, s := range p.First {
		var at *ir.Value
		if s.Ext == analysis.ExtNone {
			at = x.constant(ir.I64, uint64(s.Const))
			for _, t := range s.Terms {
				at = x.plusStep(ir.I64, at, x.inFront(t.Value), t.Scale)
			}
			at = x.plusStep(ir.I64, at, first, s.Step)
		} else {
			op := ir.OpZext
			if s.Ext == analysis.ExtSigned {
				op = ir.OpSext
			}
			at = x.add(op, ir.I64, false, x.plusStep(ir.I32, x.sum(s.Sum), x.first, s.Step))
		}
		index = x.plusStep(ir.I64, index, at, s.Scale)
		rest -= s.Scale * s.Step
	}
	index = x.plusStep(ir.I64, index, first, rest)
	return reach{address: x.plusStep(ir.I64, x.base(v, false), index, unit), stride: p.Step * unit}
}

// plusStep adds a number of times of another one.
func (x *gangFunc) plusStep(t ir.Type, sum, v *ir.Value, times int64) *ir.Value {
	switch times {
	case 0:
		return sum
	case 1:
		return x.plus(t, sum, v)
	}
	return x.plus(t, sum, x.add(ir.OpMul, t, false, v, x.constant(t, uint64(times))))
}

// within asks that a number of 32 bits does not wrap from the first lane to the last.
func (x *gangFunc) within(first *ir.Value, e gang.Exact) {
	least, most, below, above := int64(0), int64(math.MaxUint32), ir.LtU, ir.GtU
	if e.Signed {
		least, most, below, above = math.MinInt32, math.MaxInt32, ir.LtS, ir.GtS
	}
	far := e.Stride * int64(x.plan.Width-1)
	if e.Stride > 0 {
		x.bail(x.icmp(above, first, x.constant(ir.I32, uint64(most-far))))
	} else {
		x.bail(x.icmp(below, first, x.constant(ir.I32, uint64(least-far))))
	}
}
