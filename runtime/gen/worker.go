package gen

import (
	"sync"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// worker is what a goroutine needs to run CTAs one after another. Workers are
// pooled with their arenas.
type worker struct {
	cta    CTA
	thread Thread // what CTA.Thread returns
}

var workers = sync.Pool{New: func() any {
	w := new(worker)
	w.thread.CTA = &w.cta
	w.cta.self = &w.thread
	return w
}}

// keptArena is the size in bytes above which a worker's arena is left to the
// garbage collector instead of being kept for the next launch.
const keptArena = 1 << 20

func (w *worker) begin(r *run, index int) {
	c := &w.cta
	c.run, c.worker = r, index
	c.Dim, c.Grid = r.Block, r.Grid
	c.Threads, c.Rows = r.Threads, r.rows
	if r.kernel.FirstRow {
		c.Threads, c.Rows = r.Block.X, 1
	}
	if r.Instance != nil {
		c.vars = r.Instance.Data
	}
	c.X, c.Y, c.Z = 0, 0, 0
	c.guarded = len(r.guards) > 0
	c.spins, c.idles, c.ended = 0, 0, 0
	if r.Shared > 0 || len(c.arena) > 0 {
		c.setShared(r.Shared)
	}
	r.enlist(w)
}

func (w *worker) end() {
	c := &w.cta
	c.run.dismiss(w)
	if c.sched != nil {
		c.sched.close()
	}
	c.self = &w.thread
	c.run, c.vars, c.args32 = nil, nil, nil
	// Few launches have used what is large; while the garbage collector runs, to clear it
	// costs more than a small launch.
	if c.hit.Size > 0 {
		c.hit, c.writable, c.older = memory.Segment{}, 0, [3]memory.Segment{}
	}
	if c.block.Size > 0 {
		c.block = memory.Block{}
	}
	w.thread.depth = 0
	w.thread.local.shrink()
	if len(c.arena) > keptArena {
		c.arena = nil
	}
	c.shared = nil
	c.frames.stride = 0
	if len(c.frames.mem) > keptArena {
		c.frames.mem = nil
	}
	for _, kept := range [...][][]byte{c.spill, c.truths} {
		for i, s := range kept {
			if len(s) > keptArena {
				kept[i] = nil
			}
		}
	}
	workers.Put(w)
}

// chunk runs the CTAs from lo up to hi. One deferred call for all of them
// turns panics into faults.
func (w *worker) chunk(lo, hi int64) {
	defer w.catch(hi)
	c := &w.cta
	r := c.run
	c.seek(lo)
	for {
		c.depth = 0
		c.X, c.Y, c.Z = 0, 0, 0
		r.body(c)
		if c.Rows > 1 && r.kernel.Mode == Rows {
			c.otherRows(r.body)
		}
		if lo++; lo >= hi {
			return
		}
		if lo >= r.until.Load() {
			r.short.Store(true)
			r.skipped.Add(hi - lo)
			return
		}
		c.advance()
	}
}

// otherRows calls the body for each row of threads after the one that it has done. It is no part of
// chunk, where a Poll for kernels of one row would cost as much as a small CTA.
//
//go:noinline
func (c *CTA) otherRows(body func(*CTA)) {
	for range c.Rows - 1 - (c.Z*c.Dim.Y + c.Y) {
		c.Poll()
		c.X = 0
		if c.Y++; c.Y == c.Dim.Y {
			c.Y = 0
			c.Z++
		}
		body(c)
	}
}

// seek makes the CTA the one with that number in the grid.
func (c *CTA) seek(index int64) {
	c.index = index
	x, y := int64(c.Grid.X), int64(c.Grid.Y)
	if index < x {
		c.ID = Dim3{X: uint32(index)} // three divisions are much of a small chunk
		return
	}
	c.ID = dim3(uint32(index%x), uint32(index/x%y), uint32(index/x/y))
}

// advance makes the CTA the next one in the grid.
func (c *CTA) advance() {
	c.index++
	if c.ID.X++; c.ID.X == c.Grid.X {
		c.ID.X = 0
		if c.ID.Y++; c.ID.Y == c.Grid.Y {
			c.ID.Y = 0
			c.ID.Z++
		}
	}
}
