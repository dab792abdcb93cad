package schedule

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// findHeaders finds the blocks at which regions begin, the region headers: sync points and what follows
// them, the ways of the branches that decide between them, and where regions meet. In
// the end each region has one entry, and all threads that leave it for another go to the
// same header, unless the header is a fork: then its region is one block, at whose end the
// CTA, or a mask, branches.
func (x *subject) findHeaders() *headed {
	c := &headed{subject: x}
	n := c.f.NumBlocks()
	c.isHeader, c.fork = make([]bool, n), make([]bool, n)
	c.isHeader[c.f.Blocks[0].ID] = true
	for _, b := range c.f.Blocks {
		if syncOf(b) != nil {
			c.isHeader[b.ID] = true
			c.isHeader[b.Succs[0].ID] = true
		}
	}
	for {
		for c.own() || c.forks() {
		}
		if !c.demands() {
			break
		}
	}
	c.next = make([]*ir.Block, n)
	c.members = map[*ir.Block][]*ir.Block{}
	to := c.targets()
	for _, b := range c.f.Blocks {
		if c.isHeader[b.ID] {
			c.members[b] = c.reach(b)
			c.headers = append(c.headers, b)
			if !c.fork[b.ID] {
				c.next[b.ID] = to[b.ID].header
			}
		}
	}
	return c
}

// maxTail is how many values may stand in a tail and after it.
const maxTail = 64

// tails finds the short ends of the kernel, after which there is no sync point.
// Regions whose threads end there do not meet there.
func (c *subject) tails() {
	preds := func(b *ir.Block) []*ir.Block { return b.Preds }
	var start []*ir.Block
	for _, b := range c.f.Blocks {
		if syncOf(b) != nil {
			start = append(start, b)
		}
	}
	c.syncing = ir.Closure(start, preds)
	c.tail = make([]bool, c.f.NumBlocks())
	var long []*ir.Block
	for _, b := range c.f.Blocks {
		if c.syncing[b] {
			continue
		}
		c.tail[b.ID] = true
		if c.lengthFrom(b) > maxTail {
			long = append(long, b)
		}
	}
	for b := range ir.Closure(long, preds) {
		c.tail[b.ID] = false
	}
}

// lengthFrom counts the values of a block and those after it, as far as maxTail.
func (c *subject) lengthFrom(b *ir.Block) int {
	n := 0
	seen := map[*ir.Block]bool{b: true}
	work := []*ir.Block{b}
	for len(work) > 0 && n <= maxTail {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		n += 1 + len(b.Values)
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return n
}

// single reports whether the region of a header is this block alone.
func (c *headed) single(b *ir.Block) bool { return c.fork[b.ID] || syncOf(b) != nil }

// reach lists the blocks of the region of a header, in the order of the text.
func (c *headed) reach(x *ir.Block) []*ir.Block {
	out := []*ir.Block{x}
	if c.single(x) {
		return out
	}
	seen := map[*ir.Block]bool{}
	for i := 0; i < len(out); i++ {
		for _, s := range out[i].Succs {
			if !c.isHeader[s.ID] && !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b *ir.Block) int { return cmp.Compare(c.place[a.ID], c.place[b.ID]) })
	return out
}

// own gives every block to the header from which it is reached without passing another.
// A block that two lead to becomes a header; own reports whether there was one.
func (c *headed) own() bool {
	c.owner = make([]*ir.Block, c.f.NumBlocks())
	met := false
	for _, x := range c.f.Blocks {
		if !c.isHeader[x.ID] {
			continue
		}
		c.owner[x.ID] = x
		if c.single(x) {
			continue
		}
		work := []*ir.Block{x}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range b.Succs {
				switch {
				case c.isHeader[s.ID] || c.owner[s.ID] == x || c.tail[s.ID] && c.owner[s.ID] != nil:
				case c.owner[s.ID] != nil:
					c.isHeader[s.ID] = true
					met = true
				default:
					c.owner[s.ID] = x
					work = append(work, s)
				}
			}
		}
	}
	return met
}

// target is where the threads in a block go on after their region.
type target struct {
	header *ir.Block // nil where they end
	many   bool      // to several
}

func (t target) join(u target) target {
	switch {
	case t.many || u.many:
		return target{many: true}
	case t.header == nil:
		return u
	case u.header == nil || t.header == u.header:
		return t
	}
	return target{many: true}
}

// targets finds the targets of all blocks, by ID.
func (c *headed) targets() []target {
	to := make([]target, c.f.NumBlocks())
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(c.f.Blocks) {
			if c.owner[b.ID] == nil {
				continue
			}
			t := to[b.ID]
			for _, s := range b.Succs {
				t = t.join(c.beyond(to, s))
			}
			if t != to[b.ID] {
				to[b.ID] = t
				changed = true
			}
		}
	}
	return to
}

// beyond is the target of an edge to s.
func (c *headed) beyond(to []target, s *ir.Block) target {
	if c.isHeader[s.ID] {
		return target{header: s}
	}
	return to[s.ID]
}

// forks makes forks of the branches of a region whose ways lead to different headers, and
// reports whether there was one.
func (c *headed) forks() bool {
	to := c.targets()
	found := false
	for _, b := range c.f.Blocks {
		x := c.owner[b.ID]
		if x == nil || c.single(b) || to[x.ID] == (target{}) || len(b.Succs) < 2 {
			continue
		}
		if !c.parts(to, b) {
			continue
		}
		found = true
		c.isHeader[b.ID], c.fork[b.ID] = true, true
		for _, s := range b.Succs {
			c.isHeader[s.ID] = true
		}
	}
	return found
}

// parts reports whether the ways of a branch lead to different headers. Where all threads
// agree on it, ending is a way like others.
func (c *headed) parts(to []target, b *ir.Block) bool {
	var first target
	ends := false
	for _, s := range b.Succs {
		t := c.beyond(to, s)
		switch {
		case t == (target{}):
			ends = true
		case first == (target{}):
			first = t
		case t != first:
			return true
		}
	}
	return ends && first != (target{}) && c.allAgreed(b.Ctrl[0])
}

// demands makes headers of the blocks in which the conditions of forks are computed, where
// all threads agree on them: what is computed once for the CTA is computed at headers.
func (c *headed) demands() bool {
	found := false
	seen := make([]bool, c.f.NumValues())
	var work []*ir.Value
	push := func(v *ir.Value) {
		if !seen[v.ID] && !trivial(v) && c.agreed(v) {
			seen[v.ID] = true
			work = append(work, v)
		}
	}
	mark := func(b *ir.Block) {
		if !c.isHeader[b.ID] {
			c.isHeader[b.ID] = true
			found = true
		}
	}
	for _, b := range c.f.Blocks {
		if !c.fork[b.ID] {
			continue
		}
		if v := b.Ctrl[0]; c.allAgreed(v) {
			push(v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Op == ir.OpBarrier {
			continue
		}
		mark(v.Block)
		for _, p := range c.unclear(v) {
			mark(p)
		}
		for _, a := range v.Args {
			push(a)
		}
	}
	return found
}
