// Package counters inserts the notes from which is counted how often instructions are executed and what they ask of
// memory (-count). The builder has put one in front of each instruction; of those of a block Insert makes steps, which
// a thread executes from begin to end, so that one note counts for all its instructions: only what depends on the
// thread has notes of its own, which are guards, addresses, and the ways that are taken. As the notes of a sanitizer
// they stand in front of all passes that could remove what they tell of. What they count is for package
// runtime/counters.
package counters

import (
	"strings"
	"unicode"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Insert puts notes into all functions of a module that the builder has made with Options.Count.
func Insert(m *ir.Module) {
	m.Notes, m.Noted = false, true
	for _, f := range m.Funcs {
		if len(f.Blocks) == 0 {
			continue
		}
		post := ir.MeetingPoints(f)
		n := &inserter{m: m, f: f, post: post, joins: ir.Joins(f, post, (*ir.Block).Forks)}
		for i, b := range f.Blocks {
			n.block(b, i == 0)
		}
	}
}

// inserter rewrites one function.
type inserter struct {
	m     *ir.Module
	f     *ir.Func
	post  *ir.DomTree
	joins map[*ir.Block]bool

	b    *ir.Block
	out  []*ir.Value
	step *ir.Step // that is under way; nil where nothing has happened since the last one
	at   int      // where its note goes, in out
}

func (n *inserter) block(b *ir.Block, first bool) {
	phis := b.Phis()
	rest := b.Values[len(phis):]
	n.b, n.out, n.step = b, append([]*ir.Value(nil), phis...), nil
	if first && !n.f.Entry {
		n.note(ir.NoteCall)
	}
	if n.joins[b] {
		n.note(ir.NoteMeet, n.konst(uint64(b.ID)))
	}
	n.at = len(n.out)
	if first || n.joins[b] || b.Forks() {
		n.begin()
	}
	for _, v := range rest {
		n.value(v)
	}
	n.end()
	b.Values = n.out
}

// begin returns the step that is under way.
func (n *inserter) begin() *ir.Step {
	if n.step == nil {
		n.step = &ir.Step{}
	}
	return n.step
}

// finish puts the note of the step in front of it.
func (n *inserter) finish() {
	if n.step != nil {
		behind := n.out[n.at:]
		n.out = n.out[:n.at:n.at]
		n.note(ir.NoteStep, n.konst(uint64(len(n.m.Steps))))
		n.out = append(n.out, behind...)
		n.m.Steps = append(n.m.Steps, *n.step)
	}
	n.step, n.at = nil, len(n.out)
}

// add appends a value to the block at hand, where the block begins as far as faults are concerned.
func (n *inserter) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := n.f.NewValue(op, t, n.b.Start(), args...)
	v.Block = n.b
	n.out = append(n.out, v)
	return v
}

func (n *inserter) konst(bits uint64) *ir.Value {
	v := n.add(ir.OpConst, ir.I64)
	v.Attr.Bits = bits
	return v
}

func (n *inserter) note(kind ir.Note, args ...*ir.Value) {
	n.add(ir.OpNote, ir.Void, args...).Attr.Note = kind
}

// value appends an operation with its notes.
func (n *inserter) value(v *ir.Value) {
	switch {
	case v.Op == ir.OpNote && v.Attr.Note == ir.NoteInst:
		s := n.begin()
		if len(v.Args) > 0 {
			n.note(ir.NoteGuard, n.konst(uint64(len(s.Guarded))), v.Args[0])
			s.Guarded = append(s.Guarded, len(s.Insts))
		}
		s.Insts = append(s.Insts, ir.StepInst{Pos: v.Pos, Op: opcode(n.m.File, v.Pos)})
	case v.Op == ir.OpNote: // for a sanitizer
	case v.IsAccess() && requests(v.Attr.Space):
		s := n.begin()
		n.note(ir.NoteTouch, n.konst(uint64(len(s.Requests))), v.Args[0])
		s.Requests = append(s.Requests, ir.Request{Pos: v.Pos, Space: v.Attr.Space, Bytes: int(v.AccessBytes()), Atomic: v.IsAtomic()})
		n.out = append(n.out, v)
	case v.Callee() != (ir.CallNode{}):
		n.begin() // from where to go on
		n.finish()
		n.out = append(n.out, v)
		n.at = len(n.out)
	default:
		n.out = append(n.out, v)
	}
}

// opcode is the opcode of an instruction with its modifiers.
func opcode(f *diag.File, pos diag.Pos) string {
	if f == nil { // IR that was read from text
		return ""
	}
	text := f.Src[min(pos.Offset(), len(f.Src)):]
	end := strings.IndexFunc(text, func(r rune) bool { return r == ';' || unicode.IsSpace(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// requests reports whether accesses of a space are counted.
func requests(s ir.Space) bool { return s == ir.Global || s == ir.Shared || s == ir.Generic }

// end is the terminator of the block at hand.
func (n *inserter) end() {
	b := n.b
	if b.Forks() {
		s := n.begin()
		if k := len(s.Insts); k > 0 && s.Insts[k-1].Pos == b.Pos {
			op, _, _ := strings.Cut(s.Insts[k-1].Op, ".")
			s.Branch = op == "bra" || op == "brx"
		}
	}
	n.finish()
	switch {
	case b.Forks():
		join := ^uint64(0)
		if j := n.post.Idom(b); j != nil {
			join = uint64(j.ID)
		}
		n.note(ir.NoteFork, n.konst(join), b.Ctrl[0])
	case b.Term == ir.Ret && !n.f.Entry:
		n.note(ir.NoteReturn)
	}
}
