package interp

import "slices"

// rowFrame is the execution of a function by the lanes of a warp that came to it by the same
// calls. Each of these lanes has a frame of its own, with its place and its registers, which
// are every thirty-second of those here.
type rowFrame struct {
	code   *code
	regs   []uint64 // by columns
	lanes  uint32   // that are in it
	parent *rowFrame
	site   *inst       // the call
	calls  []*rowFrame // that are under way from here
}

// share gives the frame of a function that a lane enters its registers.
func (l *lane) share(fr *frame) {
	s := l.warp.rows
	at := &s.root
	var parent *rowFrame
	var site *inst
	if n := len(l.frames); n > 0 {
		caller := &l.frames[n-1]
		parent, site = caller.row, &caller.code.blocks[caller.block].insts[caller.at]
		i := slices.IndexFunc(parent.calls, func(f *rowFrame) bool { return f.site == site && f.code == fr.code })
		if i < 0 {
			i = len(parent.calls)
			parent.calls = append(parent.calls, nil)
		}
		at = &parent.calls[i]
	}
	if *at == nil {
		*at = &rowFrame{code: fr.code, regs: l.cta.grid.columns(fr.code), parent: parent, site: site}
	}
	fr.row = *at
	fr.row.lanes |= 1 << l.index
	fr.regs, fr.step = fr.row.regs[l.index:], warpSize
}

// registers are those of frames that have ended.
type registers map[*code][][]uint64

// used returns registers of a function for another frame, nil where there are none.
func (g *grid) used(c *code) []uint64 {
	list := g.free[c]
	n := len(list)
	if n == 0 {
		return nil
	}
	g.free[c] = list[:n-1]
	return list[n-1]
}

// unused keeps the registers of a frame that has ended.
func (g *grid) unused(c *code, regs []uint64) { g.free[c] = append(g.free[c], regs) }

// columns returns the registers of a frame, with the constants in their places.
func (g *grid) columns(c *code) []uint64 {
	if r := g.used(c); r != nil {
		return r
	}
	r := make([]uint64, (c.words+1)*warpSize)
	for _, x := range c.consts {
		for i := range warpSize {
			r[x.at*warpSize+i] = x.bits
		}
	}
	return r
}

// leave takes lanes out that have left the function.
func (f *rowFrame) leave(g *grid, lanes uint32) {
	if f.lanes &^= lanes; f.lanes != 0 || f.parent == nil {
		return
	}
	i := slices.Index(f.parent.calls, f)
	f.parent.calls = slices.Delete(f.parent.calls, i, i+1)
	g.unused(f.code, f.regs)
}

// keeps returns how many frames a thread has when it has ended: a CTA of rows leaves those of
// its kernel to the next CTA.
func (x *Machine) keeps() int {
	if x.rows {
		return 1
	}
	return 0
}

// again makes a CTA that has ended the next one.
func (c *cta) again(id [3]uint32) {
	g := c.grid
	c.id, c.done = id, false
	g.stdout.started(c)
	g.poll()
	g.live += c.bytes()
	g.room()
	clear(c.shared)
	c.bars = [len(c.bars)]barrier{}
	for _, w := range c.warps {
		w.alive = ^uint32(0) >> (warpSize - len(w.lanes))
		w.running, w.held = w.alive, 0
		w.changed()
		w.rows.whole = whole{lanes: w.alive}
		if !g.m.stacks {
			continue
		}
		for _, l := range w.lanes {
			fr := &l.frames[0]
			if n := fr.code.local.Size; n > 0 {
				l.top = fr.base + n
				clear(l.local[fr.below:l.top])
			} else {
				l.top = localStart
			}
		}
	}
}
