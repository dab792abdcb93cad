package schedule

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where the threads that come to a fork differ, the regions up to where their ways meet
// again run under masks, in the order of the program, each for the threads that have
// come to it: a thread's place is the one mask in which it is true. A loop runs as long
// as there are threads at its head. This is how a warp executes divergent code; as long
// as no barrier and no operation of part of a warp stands there, nobody can tell.

// layAreas puts the headers under masks in line.
func (c *masked) layAreas() {
	c.areaOf, c.unison = map[*ir.Block]*area{}, map[*ir.Block]*unison{}
	if len(c.under) == 0 {
		return
	}
	if c.loops.Irreducible {
		refuse(c.f.Pos, "divergent control flow in a loop with several entries")
	}
	// The ways of a fork, and what they lead to, are in one area.
	near := map[*ir.Block][]*ir.Block{}
	join := func(x, y *ir.Block) {
		if c.under[x] && c.under[y] {
			near[x] = append(near[x], y)
			near[y] = append(near[y], x)
		}
	}
	for _, x := range c.headers {
		for _, y := range c.succs(x) {
			join(x, y)
			if c.fork[x.ID] && !c.once[x.Ctrl[0].ID] {
				join(c.succs(x)[0], y)
			}
		}
	}
	preds := c.preds()
	for _, x := range c.headers {
		if !c.under[x] || c.areaOf[x] != nil {
			continue
		}
		a := &area{}
		c.areas = append(c.areas, a)
		for n := range ir.Closure([]*ir.Block{x}, func(y *ir.Block) []*ir.Block { return near[y] }) {
			a.headers = append(a.headers, n)
			if c.ends[n] {
				a.ends = true
			}
			c.areaOf[n] = a
		}
		slices.SortFunc(a.headers, func(x, y *ir.Block) int { return cmp.Compare(c.place[x.ID], c.place[y.ID]) })
	}
	for _, x := range c.headers {
		for _, y := range c.succs(x) {
			if a := c.areaOf[y]; a != nil {
				c.exit(a, c.meets[x])
				a.late = a.late || !c.under[x] && c.meets[x] == nil
			}
			if a := c.areaOf[x]; a != nil {
				c.exit(a, y)
			}
		}
	}
	meet := c.postdominators(func(*ir.Block) bool { return true })
	for _, a := range c.areas {
		for _, x := range a.headers {
			if from := c.entersLoop(a, x, preds[x]); from != nil {
				refuse(from.Pos, "divergent control flow that enters the middle of a loop")
			}
			if l := c.loops.Headed(x); l != nil && c.waits(l) {
				refuse(x.Pos, "a loop in which threads wait for others")
			}
		}
		c.findUnisons(a, preds, meet)
		a.items = c.inLine(a.headers, nil)
	}
}

// exit notes that threads go on from an area to a header, nil for none.
func (c *masked) exit(a *area, x *ir.Block) {
	switch {
	case x == nil || c.under[x] || x == a.exit:
	case a.exit == nil:
		a.exit = x
	default:
		refuse(x.Pos, "threads that leave divergent control flow to different sync points")
	}
}

// entersLoop returns a header from which threads come out of no mask into the middle of a
// loop of an area, nil if there is none: the CTA goes through the line from its beginning,
// and round a loop only where threads are at its head.
func (c *masked) entersLoop(a *area, x *ir.Block, preds []*ir.Block) *ir.Block {
	for l := c.loops.Of(x); l != nil; l = l.Parent {
		if l.Header == x || c.areaOf[l.Header] != a {
			continue
		}
		if i := slices.IndexFunc(preds, func(p *ir.Block) bool { return !c.under[p] }); i >= 0 {
			return preds[i]
		}
	}
	return nil
}

// waits reports whether threads may go round a loop until others have stored something:
// those could stand behind it in the line.
func (c *subject) waits(l *ir.Loop) bool {
	seen := map[*ir.Value]bool{}
	var work []*ir.Value
	for _, b := range c.f.Blocks {
		if c.loops.Contains(l, b) && slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return !c.loops.Contains(l, s) }) {
			work = append(work, b.Ctrl...)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || !c.loops.Contains(l, v.Block) {
			continue
		}
		seen[v] = true
		if v.Strong() {
			return true
		}
		work = append(work, v.Args...)
	}
	return false
}

// inLine orders headers so that threads go forwards but for loops, which stay together;
// head is that of the loop that they are the body of.
func (c *masked) inLine(nodes []*ir.Block, head *ir.Block) []*item {
	// What stands for a header in this line: itself, the head of its loop, or the entry of its
	// unison.
	child := func(x *ir.Block) *ir.Loop {
		var out *ir.Loop
		for l := c.loops.Of(x); l != nil && l.Header != head; l = l.Parent {
			if u := c.unison[x]; u != nil && c.unison[l.Header] == u {
				continue
			}
			if c.areaOf[l.Header] == c.areaOf[x] { // else it goes round after other headers, under no mask
				out = l
			}
		}
		return out
	}
	stands := map[*ir.Block]*ir.Block{}
	bodies := map[*ir.Block][]*ir.Block{}
	var line []*ir.Block
	for _, x := range nodes {
		s := x
		if l := child(x); l != nil {
			s = l.Header
			bodies[s] = append(bodies[s], x)
		} else if u := c.unison[x]; u != nil {
			s = u.entry
		}
		stands[x] = s
		if s == x {
			line = append(line, x)
		}
	}
	waits := map[*ir.Block]int{}
	after := map[*ir.Block][]*ir.Block{}
	for _, x := range nodes {
		for _, y := range c.succs(x) {
			if s := stands[y]; s != nil && s != stands[x] && y != head {
				after[stands[x]] = append(after[stands[x]], s)
				waits[s]++
			}
		}
	}
	var out []*item
	for len(line) > 0 {
		i := slices.IndexFunc(line, func(x *ir.Block) bool { return waits[x] == 0 })
		if i < 0 {
			refuse(nodes[0].Pos, "divergent control flow in a loop with several entries")
		}
		x := line[i]
		line = slices.Delete(line, i, i+1)
		for _, y := range after[x] {
			waits[y]--
		}
		it := &item{header: x}
		if body := bodies[x]; body != nil {
			it.loop = c.inLine(body, x)
		} else {
			it.unison = c.unison[x]
		}
		out = append(out, it)
	}
	return out
}
