package interp

import (
	"path/filepath"

	"github.com/ptx2go/ptx2go/lower/counters/program"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
)

// startCounting says which kernel is counted.
func (g *grid) startCounting() {
	x := g.m
	if x.opt.Counters == nil || len(x.mod.Steps) == 0 {
		return
	}
	if x.program == nil {
		x.program = program.Of(x.mod, filepath.Base)
	}
	g.counts = x.opt.Counters.Launch(g.kernel.f.Name, x.program, g.threads)
}

// told ends what others are told of a CTA.
func (c *cta) told() {
	if c.notes != nil {
		c.notes.End()
	}
	if c.counts != nil {
		c.counts.End()
	}
}

// memoryAt tells what memory an address is in.
func (g *grid) memoryAt(space counters.Space, addr uint64) (counters.Space, uint64, uint64) {
	if space == counters.Generic {
		at, off := g.m.locate(addr)
		if at != ir.Global {
			return counters.Space(at), addr - off, 1 << 32
		}
	}
	if s := g.find(addr); s != nil {
		return counters.Global, s.base, uint64(len(s.mem) + s.slack)
	}
	return counters.Global, 0, 0 // of the heap, which may have changed since
}

// tally passes a note to who counts, for some lanes.
func (w *warp) tally(group uint32, in *inst) {
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		if l.counts == nil {
			return
		}
		fr := l.frame()
		arg := func(i int) uint64 {
			x, _ := fr.get(in.args[i])
			return x
		}
		switch t := l.counts; in.v.Attr.Note {
		case ir.NoteStep:
			t.Step(int(arg(0)))
		case ir.NoteGuard:
			t.Guard(int(arg(0)), arg(1) != 0)
		case ir.NoteTouch:
			t.Touch(int(arg(0)), arg(1))
		case ir.NoteFork:
			t.Fork(arg(0), arg(1))
		case ir.NoteMeet:
			t.Meet(arg(0))
		case ir.NoteCall:
			t.Call()
		case ir.NoteReturn:
			t.Return()
		}
	}
}
