package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// laneSum is an offset as a function of the lane: x*tid.x + y*tid.y + z*tid.z +
// lane*(number of the lane) + off + uniform parts + varying parts.
type laneSum struct {
	x, y, z, lane int64
	off           int64
	uniform       []Term // the same for all lanes at one time
	rest          parts  // what differs in unknown ways
}

// parts is a sum of unknown numbers, each in a range and a multiple of gcd.
type parts struct {
	in  interval
	gcd int64 // 0: there is none, the sum is 0
}

func (p *parts) add(r interval, scale int64) {
	p.in = p.in.plus(r.times(scale))
	p.gcd = gcd(p.gcd, scale)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// Conflicts tests whether two accesses of different lanes may touch the same
// bytes, in the one direction that matters. Between sync points the lanes run one
// after the other, the lowest first, so that only the earlier access of a higher
// lane can come too late: first in the program is a, made by lane t+d, second is
// b, made by lane t.
type Conflicts struct {
	*Lanes
	memory      *WarpMemory
	prov        *Provenance
	independent bool

	// What the answers relied on: for blocks of several rows, that the rows have
	// minRow to maxRow threads.
	minRow, maxRow int64

	compared int // warps, see placedApart
}

// NewConflicts is about the accesses of a function. Where lanes are independent only
// volatile and strong accesses conflict; anyShape assumes nothing about the shape of blocks.
func NewConflicts(f *ir.Func, m *WarpMemory, independent, anyShape bool) *Conflicts {
	return &Conflicts{Lanes: newLanes(f, m.syncs, anyShape), memory: m, prov: NewProvenance(f), independent: independent}
}

// RowLengths returns how long rows must be for the answers so far to hold, where a block
// has several; most is 0 where any length will do.
func (c *Conflicts) RowLengths() (least, most int64) { return c.minRow, c.maxRow }

// Test reports whether b, which follows a in the program, needs a sync point
// before it. old says that the way from a to b goes around a loop, so that values
// made in loops may have changed.
func (c *Conflicts) Test(a, b *LaneAccess, old bool) bool {
	if !a.write && !b.write || a.atomic && b.atomic {
		return false // atomics come in any order on hardware too
	}
	if !(a.volatile || b.volatile) && (c.independent || !a.shared || !b.shared) {
		return false
	}
	if a.lane == 0 || a.lane >= 0 && a.lane == b.lane {
		return false // no lower lane, or the same lane
	}
	if a.call || b.call {
		return true
	}
	if disjoint(a, b) || retries(a, b) {
		return false
	}
	if a.addr.Base.Kind == BaseUnknown || a.addr.Base != b.addr.Base || a.addr.Space != b.addr.Space {
		if a.addr.Base.Kind != BaseUnknown || b.addr.Base.Kind != BaseUnknown || a.addr.Root != b.addr.Root {
			return true
		}
	}
	if c.butterfly(a, b, old) {
		return false
	}
	if a.sum == nil {
		a.sum = c.sum(a)
	}
	if b.sum == nil {
		b.sum = c.sum(b)
	}
	return c.overlap(a, b, old) && !c.placedApart(a, b, old)
}

// retries reports whether a only makes the first guess for the compare-and-swap
// b, which is tried again if the guess was wrong.
func retries(a, b *LaneAccess) bool {
	if a.write || a.volatile || !b.Value.Attr.Atom.Compares() {
		return false
	}
	guess := b.Value.Args[1]
	return guess.Op == ir.OpPhi && slices.Contains(guess.Args, a.Value) && slices.Contains(guess.Args, b.Value)
}

// disjoint reports whether the two certainly touch different memory.
func disjoint(a, b *LaneAccess) bool {
	x, y := a.Value.Attr.Space, b.Value.Attr.Space
	if x != ir.Generic && y != ir.Generic && (x == ir.Shared) != (y == ir.Shared) {
		return true
	}
	p, q := a.addr.Base, b.addr.Base
	isShared := func(s ir.Space, base Base) (yes, known bool) {
		switch {
		case s != ir.Generic:
			return s == ir.Shared, true
		case base.Kind == BaseSymbol:
			return base.Sym.Space == ir.Shared, true
		case base.Kind == BaseParam:
			return false, true
		}
		return false, false
	}
	sx, okx := isShared(x, p)
	sy, oky := isShared(y, q)
	if okx && oky && sx != sy {
		return true
	}
	if p.Kind == BaseSymbol && q.Kind == BaseSymbol && p.Sym != q.Sym {
		// All dynamic shared arrays begin at the same place.
		return !(p.Sym.Extern && q.Sym.Extern)
	}
	return false
}

// sum splits the offset of an access by how it depends on the lane.
func (c *Conflicts) sum(a *LaneAccess) *laneSum {
	s := &laneSum{off: a.addr.Off}
	var terms []Term
	if a.addr.Root != nil {
		terms = append(terms, Term{Value: a.addr.Root, Scale: 1})
	}
	terms = append(terms, a.addr.Terms...)
	// An index that was computed in 32 bits and extended is taken apart too: if
	// it wraps, the address jumps by 2^32 and does not come near again.
	for depth := 0; depth < 4; depth++ {
		var next []Term
		for _, t := range terms {
			off, parts := c.prov.Sum(t.Value)
			s.off += t.Scale * off
			for _, p := range parts {
				next = append(next, Term{Value: p.Value, Ext: p.Ext, Scale: t.Scale * p.Scale})
			}
		}
		terms = next
	}
	c.linearID(s, &terms)
	for _, t := range terms {
		c.term(s, t.Value, t.Scale, a.Value.Block, 4)
	}
	return s
}

// linearID finds tid.x + ntid.x*tid.y and the like among the terms: the number
// of a thread in its CTA, which differs between lanes as their numbers do.
func (c *Conflicts) linearID(s *laneSum, terms *[]Term) {
	for i, t := range *terms {
		if !IsSReg(t.Value, "tid.x") {
			continue
		}
		for j, u := range *terms {
			if i != j && u.Scale == t.Scale && c.agree(c.u.RowBase(u.Value)) {
				s.lane += t.Scale
				(*terms)[i].Scale, (*terms)[j].Scale = 0, 0
				return
			}
		}
	}
}

// term adds scale times a value to the sum.
func (c *Conflicts) term(s *laneSum, v *ir.Value, scale int64, at *ir.Block, depth int) {
	if scale == 0 {
		return
	}
	switch {
	case IsSReg(v, "tid.x"):
		s.x += scale
		return
	case IsSReg(v, "tid.y") && !c.rows():
		s.y += scale
		return
	case IsSReg(v, "tid.z") && !c.rows():
		s.z += scale
		return
	case c.agree(c.u.LaneNumber(v)):
		s.lane += scale
		return
	case c.uniformAt(v, at):
		s.uniform = append(s.uniform, Term{Value: v, Scale: scale})
		return
	}
	if init, _ := c.induction(v); init != nil && depth > 0 {
		// What the lanes have in common is the phi less its first value.
		_, list := c.prov.Sum(init)
		ok := len(list) > 0
		for _, p := range list {
			ok = ok && p.Value.Op != ir.OpPhi
		}
		if ok {
			for _, p := range list {
				c.term(s, p.Value, p.Scale*scale, v.Block, depth-1)
			}
			s.uniform = append(s.uniform, Term{Value: v, Scale: scale, Ext: ExtSigned})
			return
		}
	}
	s.rest.add(c.rangeIn(v, at), scale)
}

// induction returns the first value of a phi at the head of a loop that adds
// the same amount in all lanes at each turn, and that amount.
func (c *Conflicts) induction(v *ir.Value) (init, step *ir.Value) {
	if v.Op != ir.OpPhi || len(v.Args) != 2 {
		return nil, nil
	}
	lp := c.loops.Headed(v.Block)
	if lp == nil {
		return nil, nil
	}
	for i, p := range v.Block.Preds {
		if !c.dom.Dominates(v.Block, p) {
			continue
		}
		next := v.Args[i]
		if next.Op != ir.OpAdd && next.Op != ir.OpSub {
			return nil, nil
		}
		by := next.Args[1]
		if next.Args[0] != v {
			if next.Op == ir.OpSub || next.Args[1] != v {
				return nil, nil
			}
			by = next.Args[0]
		}
		if c.uniformAt(by, next.Block) {
			return v.Args[1-i], by
		}
	}
	return nil, nil
}

// stride returns by how much a phi may have changed when its loop goes around,
// or ends and starts again: a multiple of fixed, or of row*ntid.x.
func (c *Conflicts) stride(a *LaneAccess, v *ir.Value) (fixed, row int64, ok bool) {
	init, step := c.induction(v)
	if step == nil || !c.keeps(a, init, 6) || !c.keeps(a, step, 6) {
		return 0, 0, false
	}
	off, list := c.prov.Sum(step)
	if len(list) == 1 && off == 0 {
		return 0, list[0].Scale, IsSReg(list[0].Value, "ntid.x")
	}
	return off, 0, len(list) == 0
}

// keeps reports whether a value is the same when another access is made after a
// without a sync point between.
func (c *Conflicts) keeps(a *LaneAccess, v *ir.Value, depth int) bool {
	if a.reach == nil {
		a.reach = c.reachable(a.Value)
	}
	if !a.reach[v.Block.ID] {
		return true
	}
	if v.Op == ir.OpPhi || !v.Pure() || depth == 0 {
		return false
	}
	for _, x := range v.Args {
		if !c.keeps(a, x, depth-1) {
			return false
		}
	}
	return true
}

// reachable returns the blocks that may be entered after v without a sync point
// on the way.
func (c *Conflicts) reachable(v *ir.Value) []bool {
	reach := make([]bool, c.f.NumBlocks())
	var work []*ir.Block
	leave := func(b *ir.Block, values []*ir.Value) {
		for _, x := range values {
			if Aligns(x) {
				return
			}
		}
		for _, s := range b.Succs {
			if !reach[s.ID] {
				reach[s.ID] = true
				work = append(work, s)
			}
		}
	}
	for i, x := range v.Block.Values {
		if x == v {
			leave(v.Block, v.Block.Values[i+1:])
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		leave(b, b.Values)
	}
	return reach
}
