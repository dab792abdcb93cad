package pass

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanes knows which values differ between the lanes of a warp, and the ranges
// of integers. It serves lockstep, which asks about two lanes of one warp at the
// same place in the program.
type lanes struct {
	f     *ir.Func
	dom   *ir.DomTree
	loops *ir.LoopNest

	// rows says that the warps of a block lie in rows of threads, so that
	// tid.y and tid.z do not vary in a warp: .reqntid says so, or the function
	// does not look at tid.y and tid.z and is written for rows.
	rows     bool
	assumed  bool // rows is not certain
	usedRows bool // an answer relied on rows

	varying []bool     // by value ID
	ranges  []interval // by value ID, of I32 and I64 values as signed numbers
	exits   []bool     // by loop header's block ID: lanes leave the loop one by one
}

// interval is a set of numbers lo..hi; lo > hi is empty.
type interval struct{ lo, hi int64 }

var empty = interval{1, 0}

func (x interval) join(y interval) interval {
	switch {
	case x.lo > x.hi:
		return y
	case y.lo > y.hi:
		return x
	}
	return interval{min(x.lo, y.lo), max(x.hi, y.hi)}
}

// plus and times saturate: unbounded is the whole range of int64.
func (x interval) plus(y interval) interval {
	return interval{addSat(x.lo, y.lo), addSat(x.hi, y.hi)}
}

func (x interval) times(k int64) interval {
	if k < 0 {
		return interval{mulSat(x.hi, k), mulSat(x.lo, k)}
	}
	return interval{mulSat(x.lo, k), mulSat(x.hi, k)}
}

func addSat(a, b int64) int64 {
	switch s := a + b; {
	case a == math.MinInt64 || b == math.MinInt64 || a < 0 && b < 0 && s >= 0:
		return math.MinInt64
	case a == math.MaxInt64 || b == math.MaxInt64 || a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	default:
		return s
	}
}

func mulSat(a, k int64) int64 {
	if a == 0 || k == 0 {
		return 0
	}
	if p := a * k; p/k == a && a != math.MinInt64 && a != math.MaxInt64 {
		return p
	}
	if (a < 0) == (k < 0) {
		return math.MaxInt64
	}
	return math.MinInt64
}

// typeRange is the range of a signed integer of the type.
func typeRange(t ir.Type) interval {
	if n := t.Bits(); n == 0 || n >= 64 {
		return interval{math.MinInt64, math.MaxInt64}
	}
	return interval{-1 << (t.Bits() - 1), 1<<(t.Bits()-1) - 1}
}

func newLanes(f *ir.Func, anyShape bool) *lanes {
	l := &lanes{
		f: f, dom: ir.Dominators(f),
		varying: make([]bool, f.NumValues()), ranges: make([]interval, f.NumValues()), exits: make([]bool, f.NumBlocks()),
	}
	l.loops = ir.Loops(f, l.dom)
	l.shape(anyShape)
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if !l.varying[v.ID] && l.varies(v) {
					l.varying[v.ID] = true
					changed = true
				}
			}
			for lp := l.loops.Of(b); lp != nil; lp = lp.Parent {
				if !l.exits[lp.Header.ID] && l.divergent(b) && l.leaves(b, lp) {
					l.exits[lp.Header.ID] = true
					changed = true
				}
			}
		}
	}
	l.findRanges(order)
	return l
}

// shape decides whether warps are rows.
func (l *lanes) shape(anyShape bool) {
	if n := l.f.ReqNTID; n != [3]int64{} {
		l.rows = n[0]%32 == 0 || max(n[1], 1)*max(n[2], 1) == 1
		return
	}
	if anyShape {
		return
	}
	l.rows, l.assumed = true, true
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSReg && (v.Attr.SReg == "tid.y" || v.Attr.SReg == "tid.z") {
				l.rows, l.assumed = false, false
			}
		}
	}
}

// divergent reports whether the lanes of a warp may leave the block on
// different ways.
func (l *lanes) divergent(b *ir.Block) bool {
	return (b.Term == ir.If || b.Term == ir.Switch) && len(b.Ctrl) > 0 && l.varying[b.Ctrl[0].ID]
}

// leaves reports whether an edge of b leaves the loop.
func (l *lanes) leaves(b *ir.Block, lp *ir.Loop) bool {
	for _, s := range b.Succs {
		if !l.loops.Contains(lp, s) {
			return true
		}
	}
	return false
}

// uniformAt reports whether a value is the same in all lanes that are in block b
// at the same time.
func (l *lanes) uniformAt(v *ir.Value, b *ir.Block) bool {
	if l.varying[v.ID] {
		return false
	}
	for lp := l.loops.Of(v.Block); lp != nil && !l.loops.Contains(lp, b); lp = lp.Parent {
		if l.exits[lp.Header.ID] {
			return false // each lane took its own number of turns
		}
	}
	return true
}

func (l *lanes) varies(v *ir.Value) bool {
	switch v.Op {
	case ir.OpArg, ir.OpAtomic, ir.OpCall, ir.OpCallIndirect, ir.OpShfl, ir.OpMatch, ir.OpActive, ir.OpBarrier:
		return true
	case ir.OpVote, ir.OpRedux:
		return false // one result for all lanes that take part
	case ir.OpSReg:
		switch v.Attr.SReg {
		case "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z",
			"warpid", "nwarpid", "smid", "nsmid", "gridid", "total_smem_size", "dynamic_smem_size":
			return false
		case "tid.y", "tid.z":
			return !l.rows
		}
		return true
	case ir.OpLoad:
		if v.Attr.Space != ir.Const && v.Attr.Space != ir.ParamSpace {
			return true
		}
	case ir.OpPhi:
		if l.joins(v) {
			return true
		}
	default:
		if l.wholeWarps(v) || l.warpNumber(v) {
			return false
		}
	}
	for i, a := range v.Args {
		if v.Op == ir.OpPhi {
			if !l.uniformAt(a, v.Block.Preds[i]) {
				return true
			}
		} else if !l.uniformAt(a, v.Block) {
			return true
		}
	}
	return false
}

// joins reports whether the lanes may come to a phi on different ways with
// different values.
func (l *lanes) joins(phi *ir.Value) bool {
	for _, a := range phi.Args {
		if a != phi.Args[0] {
			return l.meets(phi.Block)
		}
	}
	return false
}

// meets reports whether the lanes may come to a block on different ways. At the
// head of a loop with one way back they come together: all from outside or all
// around.
func (l *lanes) meets(b *ir.Block) bool {
	top := l.dom.Idom(b)
	if top == nil {
		return false
	}
	if l.loops.Irreducible {
		return true // a cycle may begin anywhere
	}
	if lp := l.loops.Headed(b); lp != nil && len(b.Preds) == 2 && len(lp.Latches) == 1 {
		return false
	}
	// Every branch between the immediate dominator and the join decides.
	if l.divergent(top) {
		return true
	}
	seen := map[*ir.Block]bool{top: true, b: true}
	work := append([]*ir.Block(nil), b.Preds...)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		if l.divergent(p) {
			return true
		}
		work = append(work, p.Preds...)
	}
	return false
}

// findRanges computes the ranges of integers. Bounds that do not settle within a
// few rounds are given up.
func (l *lanes) findRanges(order []*ir.Block) {
	for i := range l.ranges {
		l.ranges[i] = empty
	}
	const rounds = 4
	for n := 0; ; n++ {
		changed := false
		for _, b := range order {
			for _, v := range b.Values {
				if v.Type != ir.I32 && v.Type != ir.I64 {
					continue
				}
				old := l.ranges[v.ID]
				r := old.join(l.rangeOf(v))
				if r == old {
					continue
				}
				if n >= rounds && old != empty {
					r = widen(old, r, v.Type)
				}
				l.ranges[v.ID] = r
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	// What was given up too early comes back: one more step from ranges that
	// hold leads to ranges that hold.
	for range 2 {
		for _, b := range order {
			for _, v := range b.Values {
				if (v.Type == ir.I32 || v.Type == ir.I64) && l.ranges[v.ID] != empty {
					if r := l.rangeOf(v); r != empty {
						l.ranges[v.ID] = r
					}
				}
			}
		}
	}
}

// widen moves the bounds that still change to where they may end: a falling one
// to zero first.
func widen(old, r interval, t ir.Type) interval {
	all := typeRange(t)
	switch {
	case r.lo >= old.lo:
	case r.lo >= 0:
		r.lo = 0
	default:
		r.lo = all.lo
	}
	if r.hi > old.hi {
		r.hi = all.hi
	}
	return r
}

// rangeOf returns the range of a value, by those of its arguments.
func (l *lanes) rangeOf(v *ir.Value) interval {
	if v.Op != ir.OpPhi {
		return l.transfer(v, func(i int) interval { return l.argRange(v.Args[i]) })
	}
	r := empty
	for i, a := range v.Args {
		r = r.join(l.onEdge(a, v.Block.Preds[i], v.Block))
	}
	return r
}

func (l *lanes) argRange(a *ir.Value) interval {
	if a.Type != ir.I32 && a.Type != ir.I64 {
		return typeRange(a.Type)
	}
	return l.ranges[a.ID]
}

// onEdge returns the range of a value on the way from b to next. Where the
// branches tell something about what the value was computed from, so do they
// about the value.
func (l *lanes) onEdge(v *ir.Value, b, next *ir.Block) interval {
	r := l.refine(l.argRange(v), v, b, next)
	if v.Op == ir.OpPhi || r == empty {
		return r
	}
	n := l.transfer(v, func(i int) interval { return l.refine(l.argRange(v.Args[i]), v.Args[i], b, next) })
	if n = (interval{max(n.lo, r.lo), min(n.hi, r.hi)}); n.lo > n.hi {
		return r
	}
	return n
}

// transfer computes the range of an operation.
func (l *lanes) transfer(v *ir.Value, arg func(i int) interval) interval {
	all := typeRange(v.Type)
	fit := func(r interval) interval {
		if r.lo > r.hi {
			return empty
		}
		if r.lo < all.lo || r.hi > all.hi {
			return all // it may wrap
		}
		return r
	}
	konst := func(i int) (int64, bool) {
		c, ok := v.Args[i].IsConst()
		return signExtend(c, v.Args[i].Type), ok
	}
	for i := range v.Args {
		if v.Op != ir.OpSelect && arg(i) == empty {
			return empty // not reached yet
		}
	}
	switch v.Op {
	case ir.OpConst:
		c := signExtend(v.Attr.Bits, v.Type)
		return interval{c, c}
	case ir.OpSReg:
		return l.sregRange(v.Attr.SReg, all)
	case ir.OpAdd:
		return fit(arg(0).plus(arg(1)))
	case ir.OpSub:
		return fit(arg(0).plus(arg(1).times(-1)))
	case ir.OpMul:
		if k, ok := konst(1); ok {
			return fit(arg(0).times(k))
		}
		if x, y := arg(0), arg(1); x.lo >= 0 && y.lo >= 0 {
			return fit(interval{0, mulSat(x.hi, y.hi)})
		}
	case ir.OpShl:
		if k, ok := konst(1); ok && k >= 0 && k < 31 {
			return fit(arg(0).times(1 << k))
		}
	case ir.OpShrU, ir.OpShrS:
		x := arg(0)
		k, ok := konst(1)
		switch {
		case x.lo >= 0 && ok && k >= 0 && k < 63:
			return interval{x.lo >> k, x.hi >> k}
		case x.lo >= 0:
			return interval{0, x.hi}
		case ok && k > 0 && k < int64(v.Type.Bits()) && v.Op == ir.OpShrU:
			return interval{0, int64(mask(v.Type) >> k)}
		}
	case ir.OpDivU, ir.OpDivS:
		if x := arg(0); x.lo >= 0 {
			if k, ok := konst(1); ok && k > 0 {
				return interval{x.lo / k, x.hi / k}
			}
		}
	case ir.OpRemU, ir.OpRemS:
		if k, ok := konst(1); ok && k > 0 && (v.Op == ir.OpRemU || arg(0).lo >= 0) {
			return interval{0, k - 1}
		}
	case ir.OpAnd:
		for i := range 2 {
			if k, ok := konst(i); ok && k >= 0 {
				return interval{0, k}
			}
		}
		if x, y := arg(0), arg(1); x.lo >= 0 && y.lo >= 0 {
			return interval{0, min(x.hi, y.hi)}
		}
	case ir.OpMinS:
		x, y := arg(0), arg(1)
		return interval{min(x.lo, y.lo), min(x.hi, y.hi)}
	case ir.OpMaxS:
		x, y := arg(0), arg(1)
		return interval{max(x.lo, y.lo), max(x.hi, y.hi)}
	case ir.OpSext:
		return arg(0)
	case ir.OpZext:
		if x := arg(0); x.lo >= 0 {
			return x
		}
		if n := v.Args[0].Type.Bits(); n < v.Type.Bits() {
			return interval{0, 1<<n - 1}
		}
	case ir.OpSelect:
		return arg(1).join(arg(2))
	}
	return all
}

// sregRange returns the range of a special register, by the limits of the
// hardware and of .maxntid and .reqntid.
func (l *lanes) sregRange(name string, all interval) interval {
	limit := func(i int, hw int64) int64 {
		if n := l.f.ReqNTID[i]; n > 0 {
			return n
		}
		if n := l.f.MaxNTID; n[0] > 0 { // a limit of the product
			return min(n[0]*max(n[1], 1)*max(n[2], 1), hw)
		}
		return hw
	}
	switch name {
	case "tid.x":
		return interval{0, limit(0, 1024) - 1}
	case "tid.y":
		return interval{0, limit(1, 1024) - 1}
	case "tid.z":
		return interval{0, limit(2, 64) - 1}
	case "ntid.x":
		return interval{1, limit(0, 1024)}
	case "ntid.y":
		return interval{1, limit(1, 1024)}
	case "ntid.z":
		return interval{1, limit(2, 64)}
	case "laneid", "warpid":
		return interval{0, 31}
	case "ctaid.x", "ctaid.y", "ctaid.z":
		return interval{0, math.MaxInt32 - 1}
	case "nctaid.x", "nctaid.y", "nctaid.z":
		return interval{1, math.MaxInt32}
	}
	return all
}

// rangeIn returns the range of a value in a block, by what was compared before.
func (l *lanes) rangeIn(v *ir.Value, b *ir.Block) interval {
	if v.Type != ir.I32 && v.Type != ir.I64 {
		return typeRange(v.Type)
	}
	r := l.ranges[v.ID]
	if r == empty {
		return typeRange(v.Type)
	}
	return l.refine(r, v, b, nil)
}

// refine narrows the range of v at the end of block b, on the way to next if
// that is not nil, by the branches that lead there.
func (l *lanes) refine(r interval, v *ir.Value, b, next *ir.Block) interval {
	if next != nil && b.Term == ir.If && b.Succs[0] != b.Succs[1] {
		r = l.compared(r, v, b.Ctrl[0], b.Succs[0] == next)
	}
	for n := 0; b != nil && n < 16; n, b = n+1, l.dom.Idom(b) {
		if cond, is := entered(b); cond != nil {
			r = l.compared(r, v, cond, is)
		}
	}
	return r
}

// compared narrows the range of v where a condition is known.
func (l *lanes) compared(r interval, v, cond *ir.Value, is bool) interval {
	if cond.Op != ir.OpICmp || r == empty {
		return r
	}
	c, other := cond.Attr.Cmp, cond.Args[1]
	switch v {
	case cond.Args[0]:
	case cond.Args[1]:
		c, other = swapped[c], cond.Args[0]
	default:
		return r
	}
	if !is {
		c = opposite[c]
	}
	o := l.ranges[other.ID]
	if o == empty {
		return r
	}
	switch c {
	case ir.LtU, ir.LeU: // below a number without sign: not negative either
		if o.lo < 0 {
			return r
		}
		r.lo = max(r.lo, 0)
	case ir.GtU, ir.GeU:
		if r.lo < 0 {
			return r
		}
	}
	n := r
	switch c {
	case ir.LtS, ir.LtU:
		n.hi = min(n.hi, addSat(o.hi, -1))
	case ir.LeS, ir.LeU:
		n.hi = min(n.hi, o.hi)
	case ir.GtS, ir.GtU:
		n.lo = max(n.lo, addSat(o.lo, 1))
	case ir.GeS, ir.GeU:
		n.lo = max(n.lo, o.lo)
	case ir.Eq:
		n = interval{max(n.lo, o.lo), min(n.hi, o.hi)}
	}
	if n.lo > n.hi {
		return r // the way is never taken; do not build on that
	}
	return n
}
