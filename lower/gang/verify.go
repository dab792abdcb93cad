package gang

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Verify checks a plan by other means than those that made it: shapes and patterns by numbers
// that lanes may have, phis and blends by the graph instead of the tree. What it finds is a
// mistake of this package.
func (p *Plan) Verify(m *schedule.Memory) error {
	if p.Why != nil {
		if p.Why.Text == "" || p.Shape != nil {
			return errors.New("a body without gangs that has facts, or no reason")
		}
		return nil
	}
	c := &checker{Plan: p, m: m, runs: map[*ir.Block]bool{}}
	for _, v := range p.flow.values {
		c.runs[v.Block] = true
		if k := (timed{p}).kind(v); k != "" && costs[string(k)] == (cost{}) {
			c.report("v%d: no cost of %q was measured", v.ID, k)
		}
	}
	for seed := range uint64(4) {
		c.sample(rand.New(rand.NewPCG(seed, 8)))
		c.besideRows(rand.New(rand.NewPCG(seed, 9)))
	}
	for _, q := range p.Body.Func.Blocks {
		if p.Diverges[q] && q.Term == ir.If {
			c.joins(q)
			c.loops(q)
			c.sides(q)
		}
	}
	for v, r := range c.Record {
		if v == r.At {
			c.record(r)
		}
	}
	c.stored()
	c.sideBySide()
	return errors.Join(c.list...)
}

// checker collects the violations in a plan.
type checker struct {
	*Plan
	m    *schedule.Memory
	runs map[*ir.Block]bool // that have values which gangs compute
	list []error
}

func (c *checker) report(format string, args ...any) {
	c.list = append(c.list, fmt.Errorf(format, args...))
}

// numbers are what lanes have, those of all gangs side by side.
type numbers [maxJam * Widest]uint64

// lanes are the numbers of all lanes that there are.
func (c *checker) lanes(x *numbers) []uint64 { return x[:c.Jam*c.Width] }

// sample gives the lanes of a gang numbers, computes with them what can be, and compares the
// shapes. Numbers of all bits hardly ever wrap from one lane to the last, which guards may
// exclude.
func (c *checker) sample(r *rand.Rand) {
	f := c.Body.Func
	has := make([]numbers, f.NumValues())
	most := threads(f)
	if most < int64(c.Jam*c.Width) {
		return // no gang is ever full
	}
	start := uint64(r.Int64N(most - int64(c.Jam*c.Width) + 1))
	if c.Aligned {
		start -= start % uint64(c.Width)
	}
	for _, b := range ir.ReversePostorder(f) {
		for _, v := range b.Values {
			ones := ir.Ones(min(v.Type.Bits(), 64))
			args := make([]numbers, len(v.Args))
			for i, a := range v.Args {
				if v.Op != ir.OpPhi {
					args[i] = has[a.ID]
				}
				if v.Op != ir.OpPhi && (c.Shape[a.ID] != c.At(a, b) || c.vector(a) && c.flow.apart(a, b)) {
					args[i] = unlike(r, ir.Ones(min(a.Type.Bits(), 64)))
				}
			}
			known, ok := c.flow.facts.Of(v)
			switch x, computed := compute(v, args); {
			case ok: // gangs run where a guard holds, wherever start is
				for i := range x {
					x[i] = 0
					if known {
						x[i] = 1
					}
				}
				has[v.ID] = x
			case computed:
				has[v.ID] = x
			case analysis.IsSReg(v, "tid.x"):
				for i := range x {
					x[i] = start + uint64(i)
				}
				has[v.ID] = x
			case c.flow.whole.multiple(v):
				n := r.Uint64N(1024/WarpSize) * WarpSize
				for i := range x {
					x[i] = n
				}
				has[v.ID] = x
			case v.Op != ir.OpPhi && len(v.Args) > 0 && c.Shape[v.ID].Class == Uniform && !c.share(v, args):
				c.report("v%d: lanes share what is made of what they do not share", v.ID)
			case c.vector(v):
				has[v.ID] = shaped(r, Shape{Class: Uniform}, ones)
			default:
				has[v.ID] = shaped(r, c.Shape[v.ID], ones)
			}
			c.number(v, has[v.ID], ones)
		}
	}
	for v, a := range c.Access {
		c.pattern(v, a, has)
	}
}

// vector reports whether lanes share a value that is a vector all the same.
func (c *checker) vector(v *ir.Value) bool {
	return c.Shape[v.ID].Class == Varying && c.flow.u.Of(v).In(analysis.Gang)
}

// threads returns how many threads a row has at the most.
func threads(f *ir.Func) int64 {
	most := int64(schedule.MaxRow)
	if n := f.Owner().MaxNTID; n[0] > 0 {
		most = min(most, n[0]*max(n[1], 1)*max(n[2], 1))
	}
	if n := f.Owner().ReqNTID; n[0] > 0 {
		most = min(most, n[0])
	}
	if x := f.Registers["tid.x"]; x.Bounded {
		most = min(most, x.Hi+1)
	}
	return most
}

// unlike returns numbers that have nothing to do with each other.
func unlike(r *rand.Rand, ones uint64) (x numbers) {
	for i := range x {
		x[i] = r.Uint64() & ones
	}
	return x
}

// shaped returns numbers of a shape.
func shaped(r *rand.Rand, s Shape, ones uint64) numbers {
	x := unlike(r, ones)
	for i := range x {
		if s.Class != Varying {
			x[i] = (x[0] + uint64(s.Of(i))) & ones
		}
	}
	return x
}

// number compares what lanes have with a shape, of a value that somebody needs: a region in which threads end
// keeps the condition, of which the masks know, and no code is made of it.
func (c *checker) number(v *ir.Value, x numbers, ones uint64) {
	if !c.Body.Uses.Needed[v.ID] {
		return
	}
	s := c.Shape[v.ID]
	for i := range c.lanes(&x) {
		if s.Class != Varying && x[i] != (x[0]+uint64(s.Of(i)))&ones {
			c.report("v%d is %s by %d, but lanes may have %x", v.ID, s.Class, s.Stride, c.lanes(&x))
			return
		}
	}
}

// share reports whether lanes have the same of all arguments of an operation that gives lanes
// the same then.
func (c *checker) share(v *ir.Value, args []numbers) bool {
	if !analysis.Inherent(v).In(analysis.Gang) {
		return false
	}
	for i, x := range args {
		t := v.Args[i].Type
		if t.IsInt() && t.Bits() <= 64 && slices.ContainsFunc(c.lanes(&x), func(y uint64) bool { return y != x[0] }) {
			return analysis.WholeGangs(v, c.Width)
		}
	}
	return true
}

// compute evaluates an operation on integers for each lane.
func compute(v *ir.Value, args []numbers) (x numbers, ok bool) {
	for i := range x {
		switch v.Op {
		case ir.OpICmp:
			if t := v.Args[0].Type; t.Bits() <= 64 && v.Attr.Cmp.Ints(t.Bits(), args[0][i], args[1][i]) {
				x[i] = 1
			}
			ok = v.Args[0].Type.Bits() <= 64
		case ir.OpConst:
			x[i], ok = v.Attr.Bits, v.Type.Bits() <= 64
		case ir.OpSelect:
			if x[i] = args[2][i]; args[0][i] != 0 {
				x[i] = args[1][i]
			}
			ok = v.Type.Bits() <= 64
		case ir.OpZext, ir.OpTrunc:
			x[i], ok = args[0][i]&ir.Ones(min(v.Type.Bits(), 64)), v.Args[0].Type.Bits() <= 64 && v.Type.Bits() <= 64
		case ir.OpSext:
			x[i] = uint64(ir.Signed(args[0][i], min(v.Args[0].Type.Bits(), 64))) & ir.Ones(min(v.Type.Bits(), 64))
			ok = v.Type.Bits() <= 64
		default:
			if !v.Type.IsInt() || v.Type.Bits() > 64 || len(args) == 0 || len(args) > 2 {
				return x, false
			}
			y := uint64(0)
			if len(args) == 2 {
				y = args[1][i]
			}
			if x[i], ok = ir.EvalInt(v.Op, v.Type, args[0][i], y); !ok {
				return x, false
			}
		}
	}
	return x, ok
}

// pattern compares where lanes access memory with a pattern.
func (c *checker) pattern(v *ir.Value, p Pattern, has []numbers) {
	a := c.m.Access(v)
	if p.Order == Gather {
		return
	}
	if at, ok := c.m.InFrame(v); ok != p.Own || ok && p.Order != own(c.Plan, v, at).Order {
		c.report("v%d is %s, but not where lanes have their own memory", v.ID, p)
	} else if ok {
		return // of what the lanes share, which is compared with what they have
	}
	if a.Root != nil && c.At(a.Root, v.Block).Class != Uniform {
		c.report("v%d is %s from addresses that lanes do not share", v.ID, p)
	}
	var at numbers
	for i := range c.lanes(&at) {
		for _, t := range a.Terms {
			x := has[t.Value.ID][i]
			if t.Ext == analysis.ExtSigned || a.Narrow {
				x = uint64(ir.Signed(x, t.Value.Type.Bits()))
			}
			at[i] += x * uint64(t.Scale)
		}
		if n := uint64(v.AccessBytes()); p.Whole && at[i]+uint64(a.Off)+n-1 >= uint64(a.Base.Sym.Size) {
			c.report("v%d is %s, but lanes may be at %x", v.ID, p, at)
			return
		}
		by := p.Stride * a.Unit(v) * int64((i^p.Cross)-p.Cross)
		if at[i] != at[0]+uint64(by) {
			c.report("v%d is %s, but lanes may be at %x", v.ID, p, c.lanes(&at))
			return
		}
	}
}

// reach returns the edges into a block over which control gets there from a successor of a
// branch, in the same round of the loops around both, and not by way of a third block.
func (c *checker) reach(from, branch, to, around *ir.Block) map[int]bool {
	nest := c.flow.u.Loops()
	edges, seen := map[int]bool{}, map[*ir.Block]bool{}
	var visit func(b, pred *ir.Block, edge int)
	visit = func(b, pred *ir.Block, edge int) {
		l := nest.Headed(b)
		switch round := l != nil && nest.Contains(l, pred); {
		case round && b != to && nest.Contains(l, branch) && nest.Contains(l, to):
			return
		case b == to:
			if round == (l != nil && nest.Contains(l, branch)) {
				edges[edge] = true
			}
			return
		case b == around, b == branch, seen[b]:
			return
		}
		seen[b] = true
		for i, s := range b.Succs {
			visit(s, b, b.PredIndex(i))
		}
	}
	visit(from, branch, branch.PredIndex(slices.Index(branch.Succs, from)))
	return edges
}

// meet reports whether all ways from a branch to a block meet before it.
func (c *checker) meet(q, b *ir.Block) bool {
	return slices.ContainsFunc(c.Body.Func.Blocks, func(m *ir.Block) bool {
		return m != q && m != b && len(c.reach(q.Succs[0], q, b, m))+len(c.reach(q.Succs[1], q, b, m)) == 0
	})
}

// joins checks the phis of blocks to which lanes come different ways after a branch.
func (c *checker) joins(q *ir.Block) {
	for _, b := range c.Body.Func.Blocks {
		if len(b.Phis()) == 0 || q.Succs[0] == q.Succs[1] {
			continue
		}
		one, other := c.reach(q.Succs[0], q, b, nil), c.reach(q.Succs[1], q, b, nil)
		if len(one) == 0 || len(other) == 0 || c.meet(q, b) {
			continue
		}
		for _, phi := range b.Phis() {
			if !c.Body.Uses.Needed[phi.ID] {
				continue
			}
			for i := range one {
				for k := range other {
					switch {
					case phi.Args[i] == phi.Args[k]:
					case c.Shape[phi.ID].Class != Varying:
						c.report("v%d is %s, but lanes come on different paths after %s", phi.ID, c.Shape[phi.ID].Class, q)
					case c.runs[b.Preds[i]] && c.runs[b.Preds[k]] && !c.Blends(phi, i) && !c.Blends(phi, k):
						c.report("v%d gets values on two paths after %s, and blends on neither", phi.ID, q)
					}
				}
			}
		}
	}
}

// sides checks that what lanes of an ordered region access on the two sides of a branch does
// not meet.
func (c *checker) sides(q *ir.Block) {
	if c.Body.Func.Order == ir.AnyOrder {
		return
	}
	next := func(b *ir.Block) []*ir.Block { return b.Succs }
	one, other := ir.Closure(q.Succs[:1], next), ir.Closure(q.Succs[1:], next)
	for x := range one {
		for y := range other {
			if one[y] || other[x] {
				continue
			}
			for _, v := range x.Values {
				for _, w := range y.Values {
					if v.IsAccess() && w.IsAccess() && (v.Writes() || w.Writes()) && mayMeet(c.m, v, w) {
						c.report("v%d and v%d may meet on two sides of %s", v.ID, w.ID, q)
					}
				}
			}
		}
	}
}

// loops checks the values of a loop that lanes leave from a block and that they need after it.
func (c *checker) loops(q *ir.Block) {
	f := c.Body.Func
	nest := c.flow.u.Loops()
	reads := analysis.Reads(f, c.m.Operands)
	live := analysis.NewLiveness(f, func(v *ir.Value) []analysis.Read { return reads[v.ID] })
	for k, out := range q.Succs {
		l, on := nest.Of(q), q.Succs[1-k]
		if l == nil || nest.Contains(l, out) || !nest.Contains(l, on) || len(c.flow.loops[out.ID]) >= len(c.flow.loops[q.ID]) || !c.runs[out] {
			continue
		}
		goes := ir.Closure([]*ir.Block{on}, func(b *ir.Block) []*ir.Block {
			return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ir.Block) bool { return !nest.Contains(l, s) })
		})
		for _, v := range c.flow.values {
			if v.Type == ir.Void || !goes[v.Block] || !live.Into(v, out) || c.At(v, out).Class != Varying || c.flow.fixed[v.ID] {
				continue
			}
			if v.Op != ir.OpPhi && !c.Blends(v, -1) {
				c.report("v%d does not blend, though lanes that have left at %s need it", v.ID, q)
			}
			for i, p := range v.Block.Preds {
				if v.Op == ir.OpPhi && goes[p] && c.runs[p] && !c.Blends(v, i) {
					c.report("v%d does not blend on the way from %s, though lanes that have left at %s need it", v.ID, p, q)
				}
			}
		}
	}
}

// stored checks that there is no way back after what others may have seen.
func (c *checker) stored() {
	for _, v := range c.flow.values {
		if !v.IsAtomic() && !(v.Writes() && v.Strong() && !c.Access[v].Own) {
			continue
		}
		behind := ir.Closure(v.Block.Succs, func(b *ir.Block) []*ir.Block { return b.Succs })
		for _, w := range c.flow.values {
			a := c.m.Access(w)
			late := w.Block == v.Block && slices.Index(w.Block.Values, w) > slices.Index(v.Block.Values, v)
			if a != nil && !a.Inside && w.Attr.Space != ir.ParamSpace && (behind[w.Block] || late) && slices.ContainsFunc(c.Ways, func(x Way) bool { return !x.NoWay[w] }) {
				c.report("v%d may fail after v%d, which cannot be repeated", w.ID, v.ID)
			}
		}
	}
}

// sideBySide checks that gangs side by side are like one with as many lanes, that all their
// lanes come to whatever has an effect, and that what may fail in one is asked before what another does.
func (c *checker) sideBySide() {
	if c.Jam == 1 {
		return
	}
	for _, q := range c.Body.Func.Blocks {
		if !c.Diverges[q] {
			continue
		}
		behind := ir.Closure(q.Succs, func(b *ir.Block) []*ir.Block { return b.Succs })
		for _, v := range c.flow.values {
			if (v.HasEffect() || c.m.Access(v) != nil && v.Attr.Space != ir.ParamSpace && !inRow(v, c.Access[v])) && behind[v.Block] && c.misses(q, v.Block) {
				c.report("%d gangs side by side, and lanes that differ at %s need not all come to v%d", c.Jam, q, v.ID)
			}
		}
	}
	for v, a := range c.Access {
		if a.Order == Gather && v.Writes() {
			c.report("%d gangs side by side, and one may fail at v%d after another", c.Jam, v.ID)
		}
	}
	if c.Aligned || c.Body.Func.Mask != nil || c.Body.Func.Order != ir.AnyOrder {
		c.report("%d gangs side by side, which are no gang of as many lanes", c.Jam)
	}
}

// misses reports whether a lane may come from a block to the end without another one.
func (c *checker) misses(from, b *ir.Block) bool {
	without := ir.Closure(from.Succs, func(x *ir.Block) []*ir.Block {
		if x == b {
			return nil
		}
		return x.Succs
	})
	for x := range without {
		if x != b && c.runs[x] && len(x.Succs) == 0 {
			return true
		}
	}
	return false
}
