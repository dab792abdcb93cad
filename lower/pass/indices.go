package pass

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// indices turns pointers that move by a constant in every iteration of a loop into sums
//
//	p = start + step*i
//
// of where they start and a counter, which all pointers of a loop share. Then provenance
// sees through them, and x[i+3] is what was a difference of addresses. Both sides are sums
// modulo 2^64. Offsets that run through a loop in steps of an element become step*i
// likewise. Where all rounds move by a constant times the same number, such as the length of a
// row, the counter grows by that number.
//
// Code generation divides step*i by the size of an element, which is right as long as
// step*i does not pass 2^64: maxStep is such that no loop lives to see it that counts by
// one. A counter that grows faster needs an access in every iteration that faults before, see
// keeps. With addresses of 32 bits it would pass, and there pointers stay what they are.
func indices(f *ir.Func, o *Options) bool {
	if f.Module.Narrow() {
		return false
	}
	dom := ir.Dominators(f)
	nest := ir.Loops(f, dom)
	if len(nest.All) == 0 {
		return false
	}
	x := &indexer{f: f, dom: dom, nest: nest, r: newReplacer(f), done: map[*ir.Value]bool{}}
	x.prov = analysis.NewProvenance(f)
	x.find()
	if len(x.wanted) == 0 {
		return false
	}
	x.findStarts()
	for _, l := range nest.All { // outer loops first
		x.loop(l)
	}
	if !x.r.apply() {
		return false
	}
	dce(f, o)
	return true
}

type indexer struct {
	f      *ir.Func
	dom    *ir.DomTree
	nest   *ir.LoopNest
	prov   *analysis.Provenance
	r      *replacer
	wanted map[*ir.Value]int64 // phis by which an index would be a difference or a quotient: the size of an element
	kept   map[*ir.Value]kept  // phis that the accesses of every round keep inside of a buffer
	grow   []*growth           // all that counters grow by, but for one
	done   map[*ir.Value]bool  // phis that are sums now
}

// kept is what a phi is: a pointer into a buffer, or an offset.
type kept struct {
	pointer bool
	into    analysis.Base
}

// find collects the phis that accesses would be better off without.
func (x *indexer) find() {
	x.wanted, x.kept = map[*ir.Value]int64{}, map[*ir.Value]kept{}
	for _, b := range x.f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() {
				continue
			}
			a := x.prov.Access(v)
			if a.Base.Kind != analysis.BaseParam && a.Base.Kind != analysis.BaseSymbol || a.Base.Off != 0 {
				continue
			}
			size := int64(v.Attr.Mem.Bytes())
			if a.Root != nil {
				x.want(a.Root, 1)
				x.keeps(v, &a, a.Root, a.Terms)
			}
			for i, t := range a.Terms {
				if t.Scale%size != 0 && t.Ext == analysis.ExtNone {
					x.want(t.Value, size/gcd(size, t.Scale))
					if t.Scale == 1 && a.Root == nil {
						x.keeps(v, &a, t.Value, slices.Delete(slices.Clone(a.Terms), i, i+1))
					}
				}
			}
		}
	}
}

// findStarts adds the phis of loops around that pointers start from.
func (x *indexer) findStarts() {
	ir.Closure(slices.Collect(maps.Keys(x.wanted)), func(phi *ir.Value) (more []*ir.Value) {
		l := x.nest.Headed(phi.Block)
		for k, a := range phi.Args {
			from := x.prov.Of(a).Root
			if from == nil || x.wanted[from] != 0 || x.nest.Contains(l, phi.Block.Preds[k]) {
				continue
			}
			if x.want(from, 1); x.wanted[from] != 0 {
				more = append(more, from)
			}
		}
		return more
	})
}

// want notes a phi whose steps must be a multiple of size to be worth it.
func (x *indexer) want(v *ir.Value, size int64) {
	if v.Op == ir.OpPhi && x.nest.Headed(v.Block) != nil && v.Type == ir.I64 {
		x.wanted[v] = max(x.wanted[v], size)
	}
}

// keeps notes that an access, which is at a phi and at the rest of its terms, is executed in
// every round, and leaves its buffer before the phi has gone far.
func (x *indexer) keeps(v *ir.Value, a *analysis.Addr, phi *ir.Value, rest []analysis.Term) {
	l := x.nest.Headed(phi.Block)
	if phi.Op != ir.OpPhi || l == nil || a.Base.Kind != analysis.BaseParam || a.Narrow || !bounded(a.Off, rest) ||
		!x.nest.Contains(l, v.Block) {
		return
	}
	moves := func(t analysis.Term) bool { return x.nest.Contains(l, t.Value.Block) }
	skips := func(b *ir.Block) bool { return !x.dom.Dominates(v.Block, b) }
	if !slices.ContainsFunc(rest, moves) && !slices.ContainsFunc(l.Latches, skips) {
		x.kept[phi] = kept{phi == a.Root, a.Base}
	}
}

// bounded reports whether a sum is small, whatever its terms are.
func bounded(off int64, terms []analysis.Term) bool {
	return abs(off) <= 1<<40 && !slices.ContainsFunc(terms, func(t analysis.Term) bool {
		return t.Ext == analysis.ExtNone || t.Value.Type.Bits() > 32 || abs(t.Scale) > maxStep
	})
}

// walk is a phi that moves by a constant, or by a constant times the same number in every
// round.
type walk struct {
	phi, start *ir.Value
	next       *ir.Value // what it is in the next round
	step       int64     // times what the counter grows by
	grows      *growth
}

// growth is what a counter grows by, a sum of what is computed before the loop. There is one of
// each sum, and nil is one.
type growth struct {
	after *ir.Value // where all terms are known
	off   int64
	terms []analysis.Term
}

// loop rewrites the phis of one loop.
func (x *indexer) loop(l *ir.Loop) {
	var walks []walk
	var counters []*growth
	for _, phi := range l.Header.Phis() {
		size, ok := x.wanted[phi]
		if !ok {
			continue
		}
		w, ok := x.moves(l, phi)
		if !ok || w.step%size != 0 || abs(w.step) > maxStep {
			continue
		}
		if a := x.prov.Of(w.start); a.Root != nil && !x.done[a.Root] {
			continue // it starts from something that is no better
		}
		walks = append(walks, w)
		if !slices.Contains(counters, w.grows) {
			counters = append(counters, w.grows)
		}
	}
	for _, by := range counters {
		x.count(l, slices.DeleteFunc(slices.Clone(walks), func(w walk) bool { return w.grows != by }))
	}
}

// count makes sums of phis that move by multiples of the same.
func (x *indexer) count(l *ir.Loop, walks []walk) {
	e := &emitter{b: l.Header, pos: walks[0].next.Pos}
	i := x.counter(l, e, walks)
	for _, w := range walks {
		x.r.replace(w.phi, w.sum(e, i))
		x.done[w.phi] = true
	}
	n := len(l.Header.Phis())
	l.Header.Values = slices.Insert(l.Header.Values, n, e.out...)
}

// counter adds a counter of the rounds to a loop.
func (x *indexer) counter(l *ir.Loop, e *emitter, walks []walk) *ir.Value {
	h := l.Header
	i := x.f.NewValue(ir.OpPhi, ir.I64, e.pos)
	i.Name = "i"
	i.Args = make([]*ir.Value, len(h.Preds))
	h.Insert(0, i)
	zero := x.f.NewValue(ir.OpConst, ir.I64, e.pos)
	x.f.Blocks[0].Insert(0, zero)
	next := map[*ir.Block]*ir.Value{}
	for k, p := range h.Preds {
		switch {
		case !x.nest.Contains(l, p):
			i.Args[k] = zero
		case next[p] == nil:
			next[p] = x.next(l, p, i, walks, e.pos)
			fallthrough
		default:
			i.Args[k] = next[p]
		}
	}
	return i
}

// next adds i+1 at the end of a block that goes back. Where the block asks whether one of
// the pointers is at its end, it asks that of the sum with i+1, and so does what the pointers
// become where it leaves the loop, so that i is not needed any more.
func (x *indexer) next(l *ir.Loop, p *ir.Block, i *ir.Value, walks []walk, pos diag.Pos) *ir.Value {
	e := &emitter{b: p, pos: pos}
	next := e.add(ir.OpAdd, ir.I64, i, walks[0].grows.by(e))
	at := len(p.Values)
	var ask func(v *ir.Value, depth int)
	ask = func(v *ir.Value, depth int) {
		if depth == 0 || v.Block != p || v.Op == ir.OpPhi || !v.Pure() {
			return
		}
		for k, a := range v.Args {
			n := slices.IndexFunc(walks, func(w walk) bool { return w.next == a })
			if n < 0 {
				ask(a, depth-1)
				continue
			}
			at = min(at, slices.Index(p.Values, v))
			v.Args[k] = walks[n].sum(e, next)
		}
	}
	for _, c := range p.Ctrl {
		ask(c, 3) // a comparison, perhaps of what is truncated
	}
	for k, s := range p.Succs {
		if x.nest.Contains(l, s) {
			continue
		}
		for _, phi := range s.Phis() {
			a := &phi.Args[p.PredIndex(k)]
			if n := slices.IndexFunc(walks, func(w walk) bool { return w.next == *a }); n >= 0 {
				*a = walks[n].sum(e, next)
			}
		}
	}
	p.Values = slices.Insert(p.Values, at, e.out...)
	return next
}

// by is what the counter grows by, as a number of 64 bits: a constant, or computed before the
// loop.
func (g *growth) by(e *emitter) *ir.Value {
	if g == nil {
		return e.konst(ir.I64, 1)
	}
	b := g.after.Block
	front := &emitter{b: b, pos: e.pos}
	by := front.sum(g.off, g.terms)
	at := max(slices.Index(b.Values, g.after)+1, len(b.Phis()))
	b.Values = slices.Insert(b.Values, at, front.out...)
	return by
}

// sum is where the pointer is when the counter is i.
func (w *walk) sum(e *emitter, i *ir.Value) *ir.Value {
	e.pos = w.next.Pos
	sum := i
	if w.step != 1 {
		sum = e.add(ir.OpMul, ir.I64, i, e.konst(ir.I64, uint64(w.step)))
	}
	if k, ok := w.start.IsConst(); !ok || k != 0 {
		sum = e.add(ir.OpAdd, ir.I64, w.start, sum)
	}
	if sum != i {
		sum.Name = w.phi.Name
	}
	return sum
}

// moves reports by what a phi of a loop's header moves from one round to the next, and
// from where, if that is not zero.
func (x *indexer) moves(l *ir.Loop, phi *ir.Value) (walk, bool) {
	w := walk{phi: phi}
	for k, a := range phi.Args {
		if !x.nest.Contains(l, phi.Block.Preds[k]) {
			if w.start != nil && w.start != a {
				return w, false
			}
			w.start = a
			continue
		}
		step, grows, ok := x.advance(l, a, phi)
		if !ok || step == 0 || w.step != 0 && (w.step != step || w.grows != grows) {
			return w, false
		}
		w.next, w.step, w.grows = a, step, grows
	}
	return w, w.start != nil && (w.grows == nil || x.keptFrom(phi, w.start))
}

// keptFrom reports whether a phi is kept inside of a buffer: an access of the first round faults
// unless it starts there, so that it moves on by less than a buffer before one faults.
func (x *indexer) keptFrom(phi, start *ir.Value) bool {
	k, ok := x.kept[phi]
	if !ok || !k.pointer {
		return ok
	}
	a := x.prov.Of(start)
	return a.Base == k.into && a.Root == nil
}

// advance returns by what a value differs from a phi of a loop: by a constant, or a constant
// times a number that all rounds have.
func (x *indexer) advance(l *ir.Loop, v, phi *ir.Value) (step int64, grows *growth, ok bool) {
	var by *ir.Value
	sum, times := int64(0), int64(0)
	for range maxSteps {
		if v == phi {
			if by == nil {
				return sum, nil, true
			}
			if sum != 0 {
				return 0, nil, false
			}
			step, grows = x.growth(by)
			return times * step, grows, grows != nil
		}
		if len(v.Args) != 2 || v.Op != ir.OpAdd && v.Op != ir.OpSub {
			break
		}
		from, other := v.Args[0], v.Args[1]
		if v.Op == ir.OpAdd && !x.nest.Contains(l, from.Block) {
			from, other = other, from
		}
		k, isConst := other.IsConst()
		switch {
		case isConst && v.Op == ir.OpAdd:
			sum += ir.Signed(k, v.Type.Bits())
		case isConst:
			sum -= ir.Signed(k, v.Type.Bits())
		case x.nest.Contains(l, other.Block) || by != nil && by != other || v.Type != ir.I64:
			return 0, nil, false
		case v.Op == ir.OpAdd:
			by, times = other, times+1
		default:
			by, times = other, times-1
		}
		v = from
	}
	return 0, nil, false
}

// growth returns a number as a constant times what a counter may grow by, which is nil if the
// number is no sum of others.
func (x *indexer) growth(by *ir.Value) (step int64, g *growth) {
	off, terms := x.prov.Sum(by)
	if len(terms) == 0 {
		return 0, nil
	}
	step = off
	for _, t := range terms {
		step = gcd(step, t.Scale)
	}
	if terms[0].Scale < 0 {
		step = -step
	}
	g = &growth{after: by, off: off / step, terms: slices.Clone(terms)}
	for i := range g.terms {
		g.terms[i].Scale /= step
	}
	if len(terms) == 1 && off == 0 {
		g.after = terms[0].Value
	}
	for _, h := range x.grow {
		if h.off == g.off && slices.Equal(h.terms, g.terms) {
			return step, h
		}
	}
	x.grow = append(x.grow, g)
	return step, g
}

// maxStep is the longest step: 2^43 of them stay below 2^63.
const maxStep = 1 << 20

// maxSteps bounds in how many additions a pointer moves.
const maxSteps = 64

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
