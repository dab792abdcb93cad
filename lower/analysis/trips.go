package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Trip says how often the body of a loop may run.
type Trip struct {
	// Rounds is how often the loop goes round at most, 0 where that is not known
	// to be few: at most maxRounds.
	Rounds int

	// Walks says that the loop accesses memory in every iteration at an address that moves
	// by a constant, and ends as soon as the memory does: as the address is a sum of 64
	// bits, which does not come round. So it does in practice where a number of 32 bits
	// that the address is made of might come round, but the loop counts by one to a limit
	// of 32 bits.
	Walks bool
}

// maxRounds bounds Trip.Rounds.
const maxRounds = 1 << 12

// Trips finds the natural loops of a function that count, by their headers. A
// loop that is missing may run forever.
func Trips(f *ir.Func) map[*ir.Block]Trip {
	c := &counter{dom: ir.Dominators(f)}
	c.nest = ir.Loops(f, c.dom)
	out := map[*ir.Block]Trip{}
	for _, l := range c.nest.All {
		if t := c.trip(l); t != (Trip{}) {
			out[l.Header] = t
		}
	}
	return out
}

// counter looks for loops that count.
type counter struct {
	dom  *ir.DomTree
	nest *ir.LoopNest

	// of the current loop
	end      *ir.Block // the last block that each round passes
	steps    map[*ir.Value]growth
	advances map[*ir.Value]growth
}

// growth is by how much a value grows in each round, where that is known.
type growth struct {
	by     int64
	ok     bool
	narrow bool // a number of less than 64 bits grows, and may come round
}

// everyRound reports whether each round of the loop passes a block.
func (c *counter) everyRound(b *ir.Block) bool { return c.dom.Dominates(b, c.end) }

func (c *counter) trip(l *ir.Loop) Trip {
	c.end = l.Latches[0]
	for _, q := range l.Latches[1:] {
		for !c.dom.Dominates(c.end, q) {
			c.end = c.dom.Idom(c.end)
		}
	}
	c.steps, c.advances = map[*ir.Value]growth{}, map[*ir.Value]growth{}
	var t Trip
	counts := false
	for _, b := range l.Own {
		if b.Term != ir.If || !c.everyRound(b) {
			continue
		}
		in := [2]bool{c.nest.Contains(l, b.Succs[0]), c.nest.Contains(l, b.Succs[1])}
		if in[0] == in[1] {
			continue
		}
		n, ends := c.test(l, b.Ctrl[0], in[0])
		if n > 0 && (t.Rounds == 0 || n < t.Rounds) {
			t.Rounds = n
		}
		counts = counts || ends
	}
	t.Walks = c.walks(l, counts)
	return t
}

// test looks at the condition that a loop goes on by. rounds is how often it may
// hold, where that is known; ends says that it fails at some time.
func (c *counter) test(l *ir.Loop, cond *ir.Value, on bool) (rounds int, ends bool) {
	if cond.Op != ir.OpICmp || cond.Args[0].Type.Bits() > 32 {
		return 0, false
	}
	for side := range 2 {
		x, limit := cond.Args[side], cond.Args[1-side]
		if !c.outside(l, limit) {
			continue
		}
		phi := headerPhi(l, x)
		if phi == nil {
			continue
		}
		step, ok := c.step(l, phi)
		if !ok || step == 0 {
			continue
		}
		if n, ok := c.simulate(l, phi, x, cond, side, on, step); ok {
			return n, true
		}
		if step != 1 && step != -1 {
			continue // it may step over the limit
		}
		cmp := cond.Attr.Cmp
		if side == 1 {
			cmp = cmp.Mirrored()
		}
		if !on {
			cmp = cmp.Negated()
		}
		switch cmp {
		case ir.Ne:
			ends = true
		case ir.LtS, ir.LtU:
			ends = step == 1
		case ir.GtS, ir.GtU:
			ends = step == -1
		}
	}
	return 0, ends
}

// simulate counts the rounds of a loop whose first value and limit are
// constants.
func (c *counter) simulate(l *ir.Loop, phi, x, cond *ir.Value, side int, on bool, step int64) (rounds int, ok bool) {
	limit, ok := cond.Args[1-side].IsConst()
	if !ok {
		return 0, false
	}
	first, ok := uint64(0), false
	for i, a := range phi.Args {
		if c.nest.Contains(l, phi.Block.Preds[i]) {
			continue
		}
		k, isConst := a.IsConst()
		if !isConst || ok && k != first {
			return 0, false
		}
		first, ok = k, true
	}
	off, _ := offsetFrom(x, phi)
	bits := cond.Args[0].Type.Bits()
	for n := 1; n <= maxRounds; n++ {
		a, b := first+uint64(off), limit
		if side == 1 {
			a, b = b, a
		}
		if cond.Attr.Cmp.Ints(bits, a, b) != on {
			return n, true
		}
		first += uint64(step)
	}
	return 0, false
}

// outside reports whether a value is the same in all rounds of a loop, because it
// is computed outside or is a constant.
func (c *counter) outside(l *ir.Loop, v *ir.Value) bool {
	return v.Op == ir.OpConst || !c.nest.Contains(l, v.Block)
}

// headerPhi returns the phi of the loop's header that x is, or differs from by a
// constant.
func headerPhi(l *ir.Loop, x *ir.Value) *ir.Value {
	for range maxChain {
		if x.Op == ir.OpPhi {
			if x.Block == l.Header {
				return x
			}
			break
		}
		if _, ok := constantAddend(x); !ok {
			break
		}
		x = addendOf(x)
	}
	return nil
}

// maxChain bounds how many constants in a row are added up.
const maxChain = 1 << 10

// constantAddend takes a value apart as another, see addendOf, plus a constant.
func constantAddend(v *ir.Value) (int64, bool) {
	switch v.Op {
	case ir.OpAdd:
		for i := range 2 {
			if k, ok := v.Args[i].IsConst(); ok {
				return ir.Signed(k, v.Type.Bits()), true
			}
		}
	case ir.OpSub:
		if k, ok := v.Args[1].IsConst(); ok {
			return -ir.Signed(k, v.Type.Bits()), true
		}
	}
	return 0, false
}

func addendOf(v *ir.Value) *ir.Value {
	if _, ok := v.Args[0].IsConst(); ok && v.Op == ir.OpAdd {
		return v.Args[1]
	}
	return v.Args[0]
}

// offsetFrom returns by what constant x differs from a phi.
func offsetFrom(x, phi *ir.Value) (int64, bool) {
	sum := int64(0)
	for range maxChain {
		if x == phi {
			return sum, true
		}
		k, ok := constantAddend(x)
		if !ok {
			break
		}
		sum += k
		x = addendOf(x)
	}
	return 0, false
}

// step returns what a phi of the header grows by in every iteration.
func (c *counter) step(l *ir.Loop, phi *ir.Value) (int64, bool) {
	if g, ok := c.steps[phi]; ok {
		return g.by, g.ok
	}
	var g growth
	for i, a := range phi.Args {
		if !c.nest.Contains(l, phi.Block.Preds[i]) {
			continue
		}
		k, ok := offsetFrom(a, phi)
		if !ok || g.ok && k != g.by {
			g = growth{}
			break
		}
		g = growth{by: k, ok: true}
	}
	c.steps[phi] = g
	return g.by, g.ok
}

// walks reports whether the loop accesses memory in every iteration, at an address
// that moves by a constant, and that does not come round unless the loop counts.
func (c *counter) walks(l *ir.Loop, counts bool) bool {
	for _, b := range l.Own {
		if !c.everyRound(b) {
			continue
		}
		for _, v := range b.Values {
			if !v.IsAccess() {
				continue
			}
			if g := c.advance(l, v.Args[0], 0); g.ok && g.by != 0 && (counts || !g.narrow) {
				return true
			}
		}
	}
	return false
}

// maxDeep bounds the length of an address in operations.
const maxDeep = 32

// advance returns by how much an address changes from one round to the next,
// where that is the same in all rounds, but for one in which a counter comes round.
func (c *counter) advance(l *ir.Loop, v *ir.Value, deep int) growth {
	if c.outside(l, v) {
		return growth{ok: true}
	}
	if deep > maxDeep {
		return growth{}
	}
	g, ok := c.advances[v]
	if !ok {
		g = c.advanceOf(l, v, deep)
		g.narrow = g.narrow || g.by != 0 && v.Type.Bits() < 64
		c.advances[v] = g
	}
	return g
}

func (c *counter) advanceOf(l *ir.Loop, v *ir.Value, deep int) growth {
	arg := func(i int) growth { return c.advance(l, v.Args[i], deep+1) }
	switch v.Op {
	case ir.OpParam, ir.OpSymAddr:
		return growth{ok: true}
	case ir.OpSReg:
		return growth{ok: v.Pure()}
	case ir.OpPhi:
		if v.Block == l.Header {
			by, ok := c.step(l, v)
			return growth{by: by, ok: ok}
		}
	case ir.OpAdd, ir.OpSub:
		g, h := arg(0), arg(1)
		if v.Op == ir.OpSub {
			h.by = -h.by
		}
		return growth{g.by + h.by, g.ok && h.ok, g.narrow || h.narrow}
	case ir.OpMul, ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok {
			g := arg(0)
			if v.Op == ir.OpShl {
				g.by <<= k
			} else {
				g.by *= int64(k)
			}
			return g
		}
	case ir.OpSext, ir.OpZext, ir.OpToGeneric, ir.OpFromGeneric:
		return arg(0)
	}
	return growth{}
}
