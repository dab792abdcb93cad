package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// indices turns pointers that move by a constant in every round of a loop into sums
//
//	p = start + step*i
//
// of where they start and a counter, which all pointers of a loop share. Then provenance
// sees through them, and x[i+3] is what was a difference of addresses. Both sides are sums
// modulo 2^64. Offsets that run through a loop in steps of an element become step*i
// likewise.
//
// Code generation divides step*i by the size of an element, which is right as long as
// step*i does not pass 2^64: maxStep is such that no loop lives to see it. With addresses
// of 32 bits it would, and there pointers stay what they are.
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
	done   map[*ir.Value]bool  // phis that are sums now
}

// find collects the phis that accesses would be better off without.
func (x *indexer) find() {
	x.wanted = map[*ir.Value]int64{}
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
			}
			for _, t := range a.Terms {
				if t.Scale%size != 0 && t.Ext == analysis.ExtNone {
					x.want(t.Value, size/gcd(size, t.Scale))
				}
			}
		}
	}
}

// want notes a phi whose steps must be a multiple of size to be worth it.
func (x *indexer) want(v *ir.Value, size int64) {
	if v.Op == ir.OpPhi && x.nest.Headed(v.Block) != nil && v.Type == ir.I64 {
		x.wanted[v] = max(x.wanted[v], size)
	}
}

// walk is a phi that moves by a constant.
type walk struct {
	phi, start *ir.Value
	next       *ir.Value // what it is in the next round
	step       int64
}

// loop rewrites the phis of one loop.
func (x *indexer) loop(l *ir.Loop) {
	var walks []walk
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
	}
	if len(walks) == 0 {
		return
	}
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
			next[p] = x.count(p, i, walks, e.pos)
			fallthrough
		default:
			i.Args[k] = next[p]
		}
	}
	return i
}

// count adds i+1 at the end of a block that goes back. Where the block asks whether one of
// the pointers is at its end, it asks that of the sum with i+1, so that i is not needed any
// more.
func (x *indexer) count(p *ir.Block, i *ir.Value, walks []walk, pos diag.Pos) *ir.Value {
	e := &emitter{b: p, pos: pos}
	next := e.add(ir.OpAdd, ir.I64, i, e.konst(ir.I64, 1))
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
	p.Values = slices.Insert(p.Values, at, e.out...)
	return next
}

// sum is where the pointer is after i rounds.
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
// from where, if it moves by a constant other than zero.
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
		step, ok := advance(a, phi)
		if !ok || step == 0 || w.step != 0 && w.step != step {
			return w, false
		}
		w.next, w.step = a, step
	}
	return w, w.start != nil
}

// advance returns the constant by which a value differs from a phi.
func advance(v, phi *ir.Value) (int64, bool) {
	sum := int64(0)
	for range maxSteps {
		if v == phi {
			return sum, true
		}
		if len(v.Args) != 2 {
			break
		}
		k, ok := v.Args[1].IsConst()
		if !ok {
			break
		}
		switch v.Op {
		case ir.OpAdd:
			sum += ir.Signed(k, v.Type.Bits())
		case ir.OpSub:
			sum -= ir.Signed(k, v.Type.Bits())
		default:
			return 0, false
		}
		v = v.Args[0]
	}
	return 0, false
}

// maxStep is the longest step: 2^43 of them stay below 2^63.
const maxStep = 1 << 20

// maxSteps bounds in how many additions a pointer moves.
const maxSteps = 64
