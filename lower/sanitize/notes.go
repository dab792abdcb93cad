package sanitize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/sanitize/site"
)

// Options say what is to be looked for.
type Options struct {
	Race, Init, Sync bool

	Lockstep bool // the lanes of a warp execute together what they can

	// Apart gives kernels a copy without notes of what races with none, or is known to be initialised, as ir.Func.Apart
	// says. Not for engines that run a kernel as it is.
	Apart bool
}

// Any reports whether anything is.
func (o Options) Any() bool { return o.Race || o.Init || o.Sync }

// Insert puts notes into all functions of a module that the builder has made with Options.Notes.
func Insert(m *ir.Module, o Options) {
	m.Notes, m.Noted = false, true
	calls := ir.NewCallGraph(m, m.AddressTaken())
	syncs := analysis.Synchronising(calls)
	observed, meet, ordered := reaching(m, calls, observes), reaching(m, calls, meets), reaching(m, calls, orders)
	insert := func(f, kernel *ir.Func, apart, written map[*ir.Value]bool) {
		f.BarriersOnly = f.Entry && !ordered[kernel]
		post := ir.PostDominators(f)
		n := &inserter{f: f, opt: o, observed: observed[kernel], meet: meet[kernel], post: post, watched: watchedLoads(f), apart: apart, written: written}
		n.parting = n.parts(syncs)
		n.insert()
	}
	var copies []*ir.Func
	for _, f := range m.Funcs {
		if len(f.Blocks) == 0 {
			continue
		}
		if f.Entry && o.Apart {
			x, y := &apart{}, &written{}
			if o.Race {
				between := newIntervals(f, ir.PostDominators(f), analysis.NewUniformity(f, syncs))
				x = cmp.Or(findApart(f, !ordered[f], between), x)
			}
			if o.Init {
				y = cmp.Or(findWritten(f), y)
			}
			if text := strings.TrimSpace(x.text + " " + y.text); text != "" {
				c, value := copyOf(f)
				of := func(set map[*ir.Value]bool) map[*ir.Value]bool {
					drop := map[*ir.Value]bool{}
					for v := range set {
						drop[value[v]] = true
					}
					return drop
				}
				insert(c, f, of(x.drop), of(y.drop))
				c.Whole, f.Apart = f, text
				copies = append(copies, c)
			}
		}
		insert(f, f, nil, nil)
	}
	for _, c := range copies {
		m.Add(c)
	}
}

// reaching are the functions that run in a kernel in which something may be executed.
func reaching(m *ir.Module, calls *ir.CallGraph, is func(*ir.Value) bool) map[*ir.Func]bool {
	set := map[*ir.Func]bool{}
	for _, k := range m.Funcs {
		if !k.Entry {
			continue
		}
		run := calls.CalledFrom(k)
		for f := range run {
			if slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Values, is) }) {
				for f := range run {
					set[f] = true
				}
				break
			}
		}
	}
	return set
}

// watchedLoads are the loads of mbarriers that have a note of their own.
func watchedLoads(f *ir.Func) map[*ir.Value]bool {
	set := map[*ir.Value]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Attr.Note == ir.NoteWaited {
				set[v.Args[3]] = true
			}
		}
	}
	return set
}

// inserter rewrites one function.
type inserter struct {
	f       *ir.Func
	opt     Options
	post    *ir.DomTree
	watched map[*ir.Value]bool

	apart    map[*ir.Value]bool // accesses that race with none
	written  map[*ir.Value]bool // accesses of initialised memory that leave it so
	parting  map[*ir.Block]bool // branches that are noted
	meet     bool               // threads of a kernel that runs it may wait for each other, so that it matters which have ended
	observed bool               // threads of such a kernel may be ordered by more than barriers

	taint *taints // nil without initialisation

	out []*ir.Value // of the block at hand
	b   *ir.Block
	pos diag.Pos
}

func (n *inserter) insert() {
	if n.opt.Init {
		n.taint = newTaints(n)
	}
	joins := ir.Joins(n.f, n.post, (*ir.Block).Forks)
	noted := ir.Joins(n.f, n.post, func(b *ir.Block) bool { return n.parting[b] })
	for i, b := range ir.ReversePostorder(n.f) { // what is used comes before its uses
		n.b, n.out = b, nil
		phis := b.Phis()
		rest := b.Values[len(phis):]
		n.out = append(n.out, phis...)
		n.pos = b.Start()
		n.taint.phis(phis)
		if joins[b] {
			if noted[b] {
				n.note(ir.NoteJoin, ir.Void, n.konst(ir.I64, uint64(b.ID)))
			}
			n.align(n.observed)
		}
		if i == 0 {
			n.begin()
		}
		for _, v := range rest {
			n.pos = v.Pos
			n.value(v)
		}
		n.pos = b.Pos
		n.end()
		b.Values = n.out
	}
	n.taint.close()
}

// add appends a value to the block at hand.
func (n *inserter) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := n.f.NewValue(op, t, n.pos, args...)
	v.Block = n.b
	n.out = append(n.out, v)
	return v
}

func (n *inserter) konst(t ir.Type, bits uint64) *ir.Value {
	v := n.add(ir.OpConst, t)
	v.Attr.Bits = bits
	return v
}

func (n *inserter) note(kind ir.Note, t ir.Type, args ...*ir.Value) *ir.Value {
	var words []*ir.Value
	for _, a := range args {
		if a.Type == ir.I128 {
			high := n.add(ir.OpShrU, ir.I128, a, n.konst(ir.I32, 64))
			words = append(words, n.add(ir.OpTrunc, ir.I64, a), n.add(ir.OpTrunc, ir.I64, high))
		} else {
			words = append(words, a)
		}
	}
	v := n.add(ir.OpNote, t, words...)
	v.Attr.Note = kind
	return v
}

// about appends a note that has the attributes of the operation that it is about.
func (n *inserter) about(v *ir.Value, kind ir.Note, t ir.Type, args ...*ir.Value) *ir.Value {
	a := n.note(kind, t, args...)
	from := &v.Attr
	a.Attr.Space, a.Attr.Mem, a.Attr.Vec, a.Attr.Order, a.Attr.Scope, a.Attr.Volatile = from.Space, from.Mem, from.Vec, from.Order, from.Scope, from.Volatile
	a.Attr.Atom, a.Attr.Bar, a.Attr.Aligned, a.Attr.Name = from.Atom, from.Bar, from.Aligned, from.Name
	if v.IsAccess() {
		a.Attr.Sym = variable(v.Args[0], 0)
	}
	return a
}

// parts are the branches that are noted: those at which the lanes of a warp may part, to where something tells.
// Where threads may be ordered by more than barriers all are, since it is there that another CTA has its turn (package
// runtime/gen).
func (n *inserter) parts(syncs map[ir.CallNode]bool) map[*ir.Block]bool {
	set := map[*ir.Block]bool{}
	if !n.opt.Race && !n.observed {
		return set
	}
	u := analysis.NewUniformity(n.f, syncs)
	for _, b := range n.f.Blocks {
		if b.Forks() && (n.observed || !u.At(b.Ctrl[0], b).In(analysis.Warp) && n.tells(b, n.post.Idom(b))) {
			set[b] = true
		}
	}
	return set
}

// tells reports whether a note that depends on where a lane is may stand on some way of a branch, before all meet at
// join.
func (n *inserter) tells(b, join *ir.Block) bool {
	next := func(b *ir.Block) []*ir.Block {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ir.Block) bool { return s == join })
	}
	for on := range ir.Closure(next(b), next) {
		if slices.ContainsFunc(on.Values, func(v *ir.Value) bool {
			private := v.Attr.Space == ir.ParamSpace || v.Attr.Space == ir.Const || v.Attr.Space == ir.Local || n.apart[v]
			return v.IsAccess() && !private || v.Op == ir.OpFence || v.Op == ir.OpAlloca || v.Op == ir.OpNote || v.Convergent() || v.Callee() != (ir.CallNode{})
		}) {
			return true
		}
	}
	return false
}

// begin is the begin of the function.
func (n *inserter) begin() {
	if !n.f.Entry && n.opt.Race {
		n.note(ir.NoteEnter, ir.Void)
	}
	if n.taint == nil {
		return
	}
	for _, s := range n.f.Locals {
		addr := n.add(ir.OpSymAddr, ir.I64)
		addr.Attr.Sym = s
		n.note(ir.NoteFrame, ir.Void, addr, n.konst(ir.I64, uint64(s.Size))).Attr.Space = ir.Local
	}
}

// end is the terminator of the block at hand.
func (n *inserter) end() {
	b := n.b
	switch b.Term {
	case ir.Ret, ir.Exit:
		switch {
		case n.f.Entry || b.Term == ir.Exit:
			if n.meet && (n.opt.Race || n.opt.Sync) {
				n.note(ir.NoteEnd, ir.Void)
			}
		default:
			n.taint.results(b.Ctrl)
			if n.opt.Race {
				n.note(ir.NoteLeave, ir.Void)
			}
		}
	case ir.If, ir.Switch:
		n.taint.branch(b.Ctrl[0])
		if !n.parting[b] {
			return
		}
		join := ^uint64(0)
		if j := n.post.Idom(b); j != nil {
			join = uint64(j.ID)
		}
		n.note(ir.NoteBranch, ir.Void, n.konst(ir.I64, uint64(b.ID)), n.konst(ir.I64, join), b.Ctrl[0])
	}
}

// value appends an operation with its notes.
func (n *inserter) value(v *ir.Value) {
	switch {
	case v.Op == ir.OpNote:
		n.out = append(n.out, v)
		n.align(observes(v))
	case v.IsAccess():
		n.access(v)
	case v.Op == ir.OpAlloca:
		n.out = append(n.out, v)
		if n.taint != nil {
			n.note(ir.NoteFrame, ir.Void, v, v.Args[0]).Attr.Space = ir.Local
		}
	case v.Op == ir.OpFence:
		n.out = append(n.out, v)
		if n.opt.Race {
			n.about(v, ir.NoteFence, ir.Void)
		}
		n.align(true)
	case v.Op == ir.OpBarrier:
		if n.opt.Race || n.opt.Sync {
			n.about(v, ir.NoteBarrier, ir.Void, v.Args[0], v.Args[1])
		}
		n.out = append(n.out, v)
	case v.Members() != nil:
		if n.opt.Sync || n.opt.Race && v.Attr.Name == site.OrderingWarp {
			n.about(v, ir.NoteWarp, ir.Void, append([]*ir.Value{v.Members()}, v.WarpArgs()...)...)
		}
		n.out = append(n.out, v)
		n.taint.warp(v)
	case v.Callee() != (ir.CallNode{}):
		n.call(v)
	default:
		n.out = append(n.out, v)
		n.taint.pure(v)
	}
}

// access appends an access of memory.
func (n *inserter) access(v *ir.Value) {
	if v.Attr.Space == ir.ParamSpace || v.Attr.Space == ir.Const || v.Attr.Space == ir.Local && !n.opt.Init {
		n.out = append(n.out, v)
		return
	}
	if !n.opt.Race || n.apart[v] {
		n.unordered(v)
		return
	}
	addr, rest := v.Args[0], v.Args[1:]
	n.taint.address(v)
	var none *ir.Value // what an atomic has found that nobody asks for
	if v.IsAtomic() && v.Type == ir.Void {
		none = n.konst(ir.I64, 0)
	}
	strong := v.Strong()
	if strong {
		n.note(ir.NoteBegin, ir.Void)
	}
	switch {
	case v.Attr.Space == ir.Local:
	case strong || n.watched[v]:
	case v.Attr.Async:
		n.about(v, ir.NoteCopy, ir.Void, addr)
	case v.Writes():
		n.about(v, ir.NoteStore, ir.Void, v.Args...)
	default:
		n.about(v, ir.NoteLoad, ir.Void, addr)
	}
	if v.Attr.Atom.OnBarrier() && v.Type == ir.Void {
		v.Type = ir.I64 // the word as it was, which tells the phase
	}
	n.out = append(n.out, v)
	if !strong {
		n.taint.behind(v)
		return
	}
	switch {
	case n.watched[v]:
	case v.Attr.Atom.OnBarrier():
		n.about(v, ir.NoteArrive, ir.Void, addr, v)
	case v.IsAtomic():
		n.about(v, ir.NoteAtomic, ir.Void, append([]*ir.Value{addr, n.old(v, none)}, rest...)...).Attr.Signed = v.Type == ir.Void
	case v.Writes():
		n.about(v, ir.NoteStrongStore, ir.Void, v.Args...)
	default:
		n.about(v, ir.NoteStrongLoad, ir.Void, addr)
	}
	n.taint.behind(v)
	n.align(observes(v))
}

// unordered appends an access where nobody asks what orders it.
func (n *inserter) unordered(v *ir.Value) {
	n.taint.address(v)
	strong := v.Strong() && n.taint != nil && !n.written[v]
	if strong {
		n.note(ir.NoteBegin, ir.Void)
	}
	switch {
	case v.Attr.Space == ir.Local:
	case variable(v.Args[0], 0) != nil:
		n.about(v, ir.NoteBounds, ir.Void, v.Args[0]).Attr.Signed = v.Writes() && !v.IsAtomic()
	case !n.placed(v):
		n.about(v, ir.NotePlace, ir.Void)
	}
	n.out = append(n.out, v)
	n.taint.behind(v)
}

// placed reports whether an access has a note of its own that tells its space.
func (n *inserter) placed(v *ir.Value) bool {
	return n.taint != nil && !v.Attr.Async && !n.written[v]
}

// meets reports whether threads wait for others at a value, or for what they have begun themselves.
func meets(v *ir.Value) bool {
	return v.Convergent() || v.Op == ir.OpNote || v.IsAccess() && v.Attr.Async
}

// observes reports whether a thread may be ordered behind what others have done by an operation of its own.
func observes(v *ir.Value) bool {
	return v.Op == ir.OpFence || v.Attr.Note == ir.NoteWaited || v.IsAccess() && v.Strong() && v.Reads() && (!v.IsAtomic() || v.Type != ir.Void)
}

// orders reports whether threads may be ordered by an operation that is no barrier of all threads of a CTA: or by a
// compare and swap, of which a thread may know what it has read before.
func orders(v *ir.Value) bool {
	switch {
	case v.Op == ir.OpFence || v.Op == ir.OpAlloca || v.Op == ir.OpNote || v.Attr.Name == site.OrderingWarp:
		return true
	case v.Op == ir.OpBarrier:
		return v.Attr.Bar == ir.BarArrive || v.Args[1].Op != ir.OpConst || v.Args[1].Attr.Bits != 0
	}
	return v.IsAccess() && (v.Attr.Async || v.Attr.Order > ir.Relaxed || v.Attr.Atom.OnBarrier() || v.Attr.Atom.Compares())
}

// align makes the lanes of a warp wait for each other, if what one of them has observed is to be behind it: the
// others are behind it, too, as soon as they execute something together with it, and must not have done that before.
func (n *inserter) align(observed bool) {
	if observed && n.opt.Race && n.opt.Lockstep {
		n.add(ir.OpLockstep, ir.Void)
	}
}

// old is what an atomic operation has found.
func (n *inserter) old(v, none *ir.Value) *ir.Value {
	switch v.Type {
	case ir.Void:
		return none
	case ir.Tuple:
		return n.add(ir.OpExtract, v.Results[0], v)
	}
	return v
}

// call appends a call.
func (n *inserter) call(v *ir.Value) {
	args := v.Args
	if v.Op == ir.OpCallIndirect {
		args = args[1:]
	}
	extern := v.Op == ir.OpCall && v.Attr.Func.Extern
	if extern && v.Attr.Func.Name == "free" {
		n.note(ir.NoteFree, ir.Void, args[0])
	}
	if !extern {
		n.taint.pass(args)
	}
	n.out = append(n.out, v)
	switch {
	case extern && len(args) > 0 && v.Type.IsInt() && (v.Attr.Func.Name == "malloc" || v.Attr.Func.Name == "__nv_aligned_device_malloc"):
		n.note(ir.NoteAlloc, ir.Void, v, args[0])
	case extern && len(args) == 3 && strings.HasPrefix(v.Attr.Func.Name, "mem"):
		n.note(ir.NoteFill, ir.Void, args[0], args[2])
	case !extern:
		n.taint.returned(v)
	}
}

// variable finds the shared variable that an address was made of, nil if there is none or it is not one.
func variable(v *ir.Value, depth int) *ir.Symbol {
	const far = 16
	if depth > far {
		return nil
	}
	switch v.Op {
	case ir.OpSymAddr:
		if s := v.Attr.Sym; s.Space == ir.Shared && !s.Extern {
			return s
		}
	case ir.OpAdd:
		a, b := variable(v.Args[0], depth+1), variable(v.Args[1], depth+1)
		switch {
		case b == nil:
			return a
		case a == nil:
			return b
		}
	case ir.OpSub, ir.OpToGeneric, ir.OpFromGeneric, ir.OpZext, ir.OpTrunc:
		return variable(v.Args[0], depth+1)
	case ir.OpSelect:
		if a := variable(v.Args[1], depth+1); a != nil && a == variable(v.Args[2], depth+1) {
			return a
		}
	}
	return nil
}
