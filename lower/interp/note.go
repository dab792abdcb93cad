package interp

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/sanitize/site"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// note makes the site of a note.
func (d *decoder) note(in *inst) {
	if d.x.opt.Sanitizer == nil || in.v.Attr.Note > ir.NotePlace || in.v.Attr.Note == ir.NotePlace {
		return
	}
	s := site.Of(d.x.mod, in.v, d.x.sharedOffset)
	d.x.opt.Sanitizer.Add(&s)
	in.site = &s
}

// note passes a note to the sanitizer, for some lanes.
func (w *warp) note(group uint32, in *inst) {
	if in.v.Attr.Note > ir.NotePlace {
		w.tally(group, in)
		return
	}
	if in.site == nil {
		return
	}
	var args []uint64
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		fr := l.frame()
		args = args[:0]
		for _, a := range in.args {
			args = append(args, fr.regs[a.at:a.at+a.words]...)
		}
		r := l.notes.Note(in.site, args...)
		if in.v.Type != ir.Void {
			fr.put(in.dst, uint64(r), 0)
		}
	}
}

// amid reports whether the lane stands between a strong access and its note.
func (l *lane) amid() bool {
	if len(l.frames) == 0 {
		return false
	}
	fr := l.frame()
	b := &fr.code.blocks[fr.block]
	return fr.at < len(b.insts) && b.insts[fr.at].bound
}

// sanitize tells the sanitizer of the launch.
func (g *grid) sanitize() {
	if s := g.m.opt.Sanitizer; s != nil {
		g.notes = s.Launch(sanitize.Config{
			Kernel: g.kernel.f.Name, Grid: g.cfg.Grid, Block: g.cfg.Block, Beside: g.cfg.Beside,
			Shared: uint64(g.shared), BarriersOnly: g.kernel.f.BarriersOnly,
			Locate: func(addr uint64) (sanitize.Space, uint64) {
				space, off := g.m.locate(addr)
				return sanitize.Space(space), off
			},
		})
	}
}

// blame makes a fault a finding.
func (g *grid) blame(f *Fault) {
	if s := g.m.opt.Sanitizer; s != nil {
		x := sanitize.Fault{Kind: string(f.Kind), Msg: f.Msg, Kernel: f.Kernel, Addr: f.Addr, HasAddr: f.HasAddr, Space: sanitize.Space(f.Space),
			At: sanitize.Side{File: f.Pos.File, Line: f.Pos.Line, Text: f.Text, Block: f.CTA, Thread: f.Thread}}
		if f.Source != nil {
			x.At.Source = f.Source.String()
		}
		s.Fault(x)
	}
}
