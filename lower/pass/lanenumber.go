package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanenumber computes %laneid, %warpid and the masks of lanes from %tid.x and the number of the first
// thread of the row. So they are arithmetic like any other: what is the same for a row is computed once
// for it, lanes of vectors have theirs, and nobody has to ask the thread.
func lanenumber(f *ir.Func, _ *Options) bool {
	r := newReplacer(f)
	after := map[*ir.Value][]*ir.Value{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpSReg || numbered[v.Attr.SReg] == nil {
				continue
			}
			e := &emitter{b: b, pos: v.Pos}
			x := numbered[v.Attr.SReg](e)
			x.Name = v.Name
			r.replace(v, x)
			after[v] = e.out
		}
	}
	if r.n == 0 {
		return false
	}
	for _, b := range f.Blocks {
		placeAfter(b, after)
	}
	r.apply()
	return true
}

// numbered has the special registers that are computed from the number of the thread.
var numbered = map[string]func(*emitter) *ir.Value{
	"laneid": (*emitter).lane,
	"warpid": func(e *emitter) *ir.Value {
		return e.add(ir.OpShrU, ir.I32, e.threadNumber(), e.konst(ir.I32, 5))
	},
	"lanemask_eq": func(e *emitter) *ir.Value { return e.bitOfLane(1) },
	"lanemask_lt": func(e *emitter) *ir.Value { return e.below(1) },
	"lanemask_le": func(e *emitter) *ir.Value { return e.below(2) },
	"lanemask_ge": func(e *emitter) *ir.Value { return e.add(ir.OpNot, ir.I32, e.below(1)) },
	"lanemask_gt": func(e *emitter) *ir.Value { return e.add(ir.OpNot, ir.I32, e.below(2)) },
}

// threadNumber is the number of the thread in its CTA.
func (e *emitter) threadNumber() *ir.Value {
	x := e.add(ir.OpSReg, ir.I32)
	x.Attr.SReg = "tid.x"
	if analysis.OneRow(e.b.Func) {
		return x
	}
	row := e.add(ir.OpSReg, ir.I32)
	row.Attr.SReg = ir.RowStart
	return e.add(ir.OpAdd, ir.I32, x, row)
}

// lane is %laneid.
func (e *emitter) lane() *ir.Value {
	return e.add(ir.OpAnd, ir.I32, e.threadNumber(), e.konst(ir.I32, 31))
}

// bitOfLane is a number shifted to the left by %laneid.
func (e *emitter) bitOfLane(x uint64) *ir.Value {
	return e.add(ir.OpShl, ir.I32, e.konst(ir.I32, x), e.lane())
}

// below has the bits below that of bitOfLane: all where that is shifted out.
func (e *emitter) below(x uint64) *ir.Value {
	return e.add(ir.OpSub, ir.I32, e.bitOfLane(x), e.konst(ir.I32, 1))
}
