package interp

import (
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// note makes the site of a note.
func (d *decoder) note(in *inst) {
	if d.x.opt.Sanitizer == nil {
		return
	}
	v := in.v
	a := &v.Attr
	s := &sanitize.Site{
		Kind:     sanitize.Kind(a.Note),
		Space:    sanitize.Space(a.Space),
		Size:     a.Mem.Bytes() * v.Vec(),
		Scope:    scopeOf(a),
		Acquire:  a.Order == ir.Acquire || a.Order == ir.AcqRel || a.Order == ir.SeqCst,
		Release:  a.Order == ir.Release || a.Order == ir.AcqRel || a.Order == ir.SeqCst,
		Swaps:    a.Atom.Compares(),
		Replaces: a.Atom.Replaces(),
		NoResult: a.Atom != ir.AtomNone && a.Signed,
		Aligned:  a.Aligned,
		Orders:   a.Name == "BarWarp",
	}
	switch a.Note {
	case ir.NoteStrongLoad, ir.NoteStrongStore, ir.NoteAtomic, ir.NoteArrive, ir.NoteWaited:
		s.Strong = true
	case ir.NoteBarrier:
		switch a.Bar {
		case ir.BarSync:
		case ir.BarArrive:
			s.Arrival = sanitize.BarrierArrive
		default:
			s.Arrival = sanitize.BarrierReduce
		}
	case ir.NoteUndefined:
		s.Space = sanitize.Register
	}
	for mode, name := range shuffleNames {
		if name != "" && strings.HasPrefix(a.Name, name) {
			s.Shuffle = sanitize.Shuffle(mode)
		}
	}
	if a.Sym != nil {
		s.Lo = uint64(d.x.sharedOffset(a.Sym))
		s.Hi, s.Variable = s.Lo+uint64(a.Sym.Size), a.Sym.Name
	}
	p := position(d.x.mod, v.Pos)
	s.File, s.Line, s.Text = p.File, p.Line, text(d.x.mod, v.Pos)
	if o := origin(d.x.mod, v.Pos); o != nil {
		s.Source = o.String()
	}
	d.x.opt.Sanitizer.Add(s)
	in.site = s
}

// shuffleNames are how the functions of shuffles begin.
var shuffleNames = [...]string{sanitize.ShuffleUp: "ShflUp", sanitize.ShuffleDown: "ShflDown", sanitize.ShuffleXor: "ShflBfly", sanitize.ShuffleIdx: "ShflIdx"}

// scopeOf is the scope of a strong operation: what is volatile is for the system, and what says nothing for
// the GPU.
func scopeOf(a *ir.Attr) sanitize.Scope {
	switch a.Scope {
	case ir.ScopeCTA, ir.ScopeCluster:
		return sanitize.ScopeCTA
	case ir.ScopeSys:
		return sanitize.ScopeSys
	case ir.ScopeNone:
		if a.Volatile {
			return sanitize.ScopeSys
		}
	}
	return sanitize.ScopeGPU
}

// note passes a note to the sanitizer, for some lanes.
func (w *warp) note(group uint32, in *inst) {
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
			Shared: uint64(g.shared),
			Locate: func(addr uint64) (sanitize.Space, uint64) {
				space, off := g.m.locate(addr)
				return sanitize.Space(space), off
			},
		})
	}
}

// findings are faults as what the sanitizer finds. What is none of these says nothing of the kernel.
var findings = map[FaultKind]string{
	FaultAddress: "oob", FaultMisaligned: "misaligned", FaultTrap: "trap", FaultBranch: "bad-branch", FaultStack: "stack",
	FaultDeadlock: "deadlock", FaultBarrier: "barrier-argument", FaultWarp: "warp-mask", FaultAssert: "assert", FaultHeap: "double-free",
}

// details tell faults of barriers apart, by words of their messages.
var details = []struct{ words, kind string }{
	{"the mbarrier is not initialised", "mbarrier-uninit"},
	{"mbarrier", "mbarrier-count"},
	{"second arrival", "barrier-count"},
}

// blame makes a fault a finding.
func (g *grid) blame(f *Fault) {
	s := g.m.opt.Sanitizer
	kind := findings[f.Kind]
	if s == nil || kind == "" {
		return
	}
	for _, d := range details {
		if f.Kind == FaultBarrier && strings.Contains(f.Msg, d.words) {
			kind = d.kind
			break
		}
	}
	x := sanitize.Finding{Kind: kind, Kernel: f.Kernel, Addr: f.Addr, Note: f.Msg, Space: sanitize.BarrierSpace,
		A: sanitize.Side{File: f.Pos.File, Line: f.Pos.Line, Text: f.Text, Block: f.CTA, Thread: f.Thread}}
	if f.HasAddr {
		x.Space = max(sanitize.Space(f.Space), sanitize.Global)
	}
	if f.Source != nil {
		x.A.Source = f.Source.String()
	}
	s.Fault(x)
}
