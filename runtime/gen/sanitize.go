package gen

import (
	"context"
	"errors"
	"path/filepath"
	goruntime "runtime"
	"sync"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// sanitized is a module that was generated with -sanitize: its code calls CTA.Note. Launches run one CTA after
// another, or where CTAs wait for each other, one at a time: between two notes of a thread no other runs, except
// at a branch. So an access and its note are one, and nothing else need be said of who observes what.
type sanitized struct {
	opt   sanitize.Options
	sites []sanitize.Site
	table *sanitize.Table
	apart sync.Map // of kernels, what their Apart says: *sanitize.Apart
}

// Sanitized says that the code of the module passes notes to a sanitizer: what it looks for where the launch does
// not say, and the places that notes are of. Generated code calls it before the module is used.
func (m *Module) Sanitized(opt sanitize.Options, sites []sanitize.Site) {
	m.start = (&sanitized{opt: opt, sites: sites, table: sanitize.NewTable(sites)}).start
}

// noted is what the CTAs of a worker pass their notes to.
type noted struct {
	sites []*sanitize.Site
	cta   *sanitize.CTA // nil up to the first note
	begin func() *sanitize.CTA
	state *sanitize.State
	many  bool // goroutines that run CTAs
	apart bool // see CTA.Apart
	turns uint32
	args  []uint64

	written []uint64 // see sanitize.CTA.Written
}

// turnNotes is after how many branches another CTA has its turn.
const turnNotes = 16

// Note tells the sanitizer what the thread does at a site. The result is the taint that the note asks for.
func (c *CTA) Note(site int, args ...uint64) uint32 {
	n := c.notes
	s := n.sites[site]
	n.args = append(n.args[:0], args...)
	return c.noting().Tell(s, n.args)
}

// NoteTogether tells the sanitizer what all threads of the CTA do at a site.
func (c *CTA) NoteTogether(site int, args ...uint64) {
	n := c.notes
	n.args = append(n.args[:0], args...)
	n.watched().Together(n.sites[site], n.args)
}

// noting returns the thread that runs now.
func (c *CTA) noting() *sanitize.Thread {
	return c.notes.watched().Thread(int(c.X + c.Dim.X*(c.Y+c.Dim.Y*c.Z)))
}

// watched returns what the CTA is to the sanitizer, from its first note on.
func (n *noted) watched() *sanitize.CTA {
	if n.cta == nil {
		n.cta = n.begin()
		n.written = n.cta.Written()
	}
	return n.cta
}

// NoteBounds is the note of an access of a shared variable that begins at lo, of which nothing is asked but whether
// it is inside: at most room behind lo.
func (c *CTA) NoteBounds(site int, lo, room, addr uint64) {
	if addr-lo > room {
		c.outside(site, addr)
	}
}

//go:noinline
func (c *CTA) outside(site int, arg uint64) { c.Note(site, arg) }

// NoteUsed is the note of a branch or address that depends on a value with a taint.
func (c *CTA) NoteUsed(site int, taint uint64) {
	if taint != 0 {
		c.outside(site, taint)
	}
}

// NoteBranch is the note of a branch.
func (c *CTA) NoteBranch(site int, branch, join, way uint64) {
	if n := c.notes; n.many {
		if n.turns++; n.turns%turnNotes == 0 {
			n.state.Unlock()
			goruntime.Gosched()
			n.state.Lock()
		}
	}
	c.noting().Branch(branch, join, way)
}

// NoteJoin is the note of the place where the ways of branches meet.
func (c *CTA) NoteJoin(site int, block uint64) { c.noting().Join(block) }

// NoteInitLoad asks for the taint of an element that is off bytes behind an address.
func (c *CTA) NoteInitLoad(site int, addr, off uint64) uint32 {
	n := c.notes
	s := n.sites[site]
	if s.Space == sanitize.Global && n.state.AllWritten() {
		return 0
	}
	return c.noting().InitLoad(s, addr+off)
}

// NoteInitStore tells the taint of what an element becomes.
func (c *CTA) NoteInitStore(site int, addr, off, taint uint64) {
	n := c.notes
	s := n.sites[site]
	if s.Space == sanitize.Global && taint == 0 && n.state.AllWritten() {
		return
	}
	c.noting().InitStore(s, addr+off, uint32(taint))
}

// NoteSharedLoad is NoteInitLoad for an element of shared memory; mask has a bit for each of its bytes.
func (c *CTA) NoteSharedLoad(site int, mask, addr, off uint64) uint32 {
	at := addr + off
	if w := c.notes.written; at/64 < uint64(len(w)) && w[at/64]>>(at%64)&mask == mask {
		return 0
	}
	return c.taint(site, at)
}

//go:noinline
func (c *CTA) taint(site int, addr uint64) uint32 {
	return c.noting().InitLoad(c.notes.sites[site], addr)
}

// NoteSharedStore is NoteInitStore for an element of shared memory.
func (c *CTA) NoteSharedStore(site int, mask, addr, off, taint uint64) {
	at := addr + off
	if w := c.notes.written; taint == 0 && at/64 < uint64(len(w)) {
		w[at/64] |= mask << (at % 64)
		return
	}
	c.setTaint(site, at, taint)
}

//go:noinline
func (c *CTA) setTaint(site int, addr, taint uint64) {
	c.noting().InitStore(c.notes.sites[site], addr, uint32(taint))
}

// NoteLoad is the note of a plain load.
func (c *CTA) NoteLoad(site int, addr uint64) { c.noting().Read(c.notes.sites[site], addr) }

// NoteStore is the note of a plain store of one value.
func (c *CTA) NoteStore(site int, addr, value uint64) {
	c.noting().Write(c.notes.sites[site], addr, value)
}

// Apart reports whether the body may run code without notes of accesses that race with none, as far as the launch is
// as Kernel.Apart says.
func (c *CTA) Apart() bool { return c.notes.apart }

// numberIn returns a number of n bytes at a place in memory, false where it does not lie in there.
func numberIn(in []byte, off, n int) (x uint64, ok bool) {
	if off < 0 || off+n > len(in) {
		return 0, false
	}
	for i, b := range in[off:][:n] {
		x |= uint64(b) << (8 * i)
	}
	return x, true
}

// apartIn reports whether what a kernel's Apart says holds of a launch, as far as the state asks, and no launch may be
// beside it.
func (z *sanitized) apartIn(k *Kernel, l *Launch, p *plan, state *sanitize.State, args *bound) bool {
	if k.Apart == "" || l.Beside || args.params == nil || l.Sanitizer != nil && !state.Options().Ordered {
		return false
	}
	known, ok := z.apart.Load(k)
	if !ok {
		a, err := sanitize.ParseApart(k.Apart)
		if err != nil {
			return false
		}
		known, _ = z.apart.LoadOrStore(k, a)
	}
	word := func(off, n int) (uint64, bool) { return numberIn(args.params, off, n) }
	end := func(addr uint64) (uint64, bool) {
		for _, list := range [2][]Buffer{args.bufs, l.Buffers} {
			for _, b := range list {
				if s := memory.Of(b); s.Holds(addr) {
					return s.Base + s.Size, true
				}
			}
		}
		if s := memory.Find(memory.Registered(), addr); s.Holds(addr) {
			s, ok := s.InUse(addr)
			return s.Base + s.Size, ok
		}
		return 0, false
	}
	state.Lock()
	all := state.AllWritten()
	state.Unlock()
	a, opt := known.(*sanitize.Apart), state.Options()
	numbers := &sanitize.Parameters{Grid: array(p.Grid), Block: array(p.Block), Word: word, End: end}
	return (!opt.Race || a.Holds(numbers)) && (!opt.Init || a.Written(numbers, all))
}

// start runs a launch that is watched.
func (z *sanitized) start(ctx context.Context, k *Kernel, l *Launch, p *plan, body func(*CTA), args *bound) error {
	state := l.Sanitizer
	if state == nil {
		state = sanitize.New(z.opt)
	}
	locate := locateWide
	if k.Addr32 {
		locate = locateNarrow
	}
	launch := state.Launch(sanitize.Config{
		Kernel: k.Name, Grid: array(p.Grid), Block: array(p.Block), Beside: l.Beside, Shared: uint64(p.Shared), Locate: locate, BarriersOnly: k.BarriersOnly,
	})
	sites, many, apart := state.Table(z.table), p.Resident > 1, z.apartIn(k, l, p, state, args)
	own := *l
	own.Workers = 1
	err := k.run(ctx, &own, p, func(c *CTA) {
		state.Lock()
		defer state.Unlock()
		first, last := true, true
		if k.Mode == Rows {
			first = c.Y|c.Z == 0
		}
		if first {
			if c.notes == nil {
				c.notes = &noted{}
			}
			id, index := array(c.ID), c.index
			*c.notes = noted{sites: sites, begin: func() *sanitize.CTA { return launch.Begin(id, index) }, state: state, many: many, apart: apart, args: c.notes.args}
		}
		body(c)
		if k.Mode == Rows {
			last = c.Y == c.Dim.Y-1 && c.Z == c.Dim.Z-1
		}
		if last && c.notes.cta != nil {
			c.notes.cta.Ended()
		}
	}, args)
	var f *ptx.Fault
	if errors.As(err, &f) {
		state.Fault(z.blame(f, locate))
	}
	if l.Sanitizer != nil {
		return err
	}
	return errors.Join(err, state.Report())
}

func array(d struct{ X, Y, Z uint32 }) [3]uint32 { return [3]uint32{d.X, d.Y, d.Z} }

// blame is a fault as the sanitizer is told it. The space of its address is that of the note of its place.
func (z *sanitized) blame(f *ptx.Fault, locate func(uint64) (sanitize.Space, uint64)) sanitize.Fault {
	x := sanitize.Fault{Kind: f.Kind.String(), Msg: f.Msg, Kernel: f.Kernel, Addr: f.Addr, HasAddr: f.HasAddr,
		At: sanitize.Side{File: f.File, Line: f.Line, Text: f.Text, Block: array(f.CTA), Thread: array(f.Thread)}}
	if len(f.Source) > 0 {
		x.At.Source = sourceText(f.Source)
	}
	if f.Kind != ptx.FaultAddress && f.Kind != ptx.FaultMisaligned {
		return x
	}
	if !f.HasAddr {
		x.Space = sanitize.Local // of which there may be no notes
	}
	for i := range z.sites {
		s := &z.sites[i]
		if s.Line != f.Line || filepath.Base(s.File) != f.File || s.Size == 0 {
			continue
		}
		if x.Space = s.Space; x.Space == sanitize.Generic {
			x.Space, _ = locate(f.Addr)
		}
	}
	return x
}

// locateWide and locateNarrow tell what a generic address is in.
func locateWide(addr uint64) (sanitize.Space, uint64) {
	switch {
	case addr-sharedWindow < localWindow-sharedWindow:
		return sanitize.Shared, addr - sharedWindow
	case addr-localWindow < localWindow-sharedWindow:
		return sanitize.Local, addr - localWindow
	}
	return sanitize.Global, addr
}

func locateNarrow(addr uint64) (sanitize.Space, uint64) {
	switch {
	case addr-sharedWindow32 < localWindow32-sharedWindow32:
		return sanitize.Shared, addr - sharedWindow32
	case addr-localWindow32 < endWindows32-localWindow32:
		return sanitize.Local, addr - localWindow32
	}
	return sanitize.Global, addr
}
