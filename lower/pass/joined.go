package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// joined lets a pointer that is one of several into the same memory be a sum of where that begins
// and an index that is one of several, as the loop has it that does the rounds which unrolling has
// left. Only what accesses want becomes one, and only where all are whole elements away from the
// beginning. Then provenance sees through it, and so it does through a loop that starts from there.
func joined(f *ir.Func, o *Options) bool {
	if f.Module.Narrow() || !slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Values, chooses) }) {
		return false
	}
	nest := ir.Loops(f, ir.Dominators(f))
	j := &joiner{f: f, nest: nest, prov: analysis.NewProvenance(f), r: newReplacer(f), wanted: map[*ir.Value]int64{}, index: map[*ir.Value]indexed{}, starts: map[analysis.Base]*ir.Value{}}
	j.find()
	if len(j.wanted) == 0 {
		return false
	}
	for _, b := range ir.ReversePostorder(f) { // what others are made of first
		for _, v := range slices.Clone(b.Values) {
			if size := j.wanted[v]; size != 0 {
				j.join(v, size)
			}
		}
	}
	if !j.r.apply() {
		return false
	}
	dce(f, o)
	return true
}

// chooses reports whether a value may be one of several pointers.
func chooses(v *ir.Value) bool {
	return (v.Op == ir.OpPhi || v.Op == ir.OpSelect) && v.Type == ir.I64
}

type joiner struct {
	f      *ir.Func
	nest   *ir.LoopNest
	prov   *analysis.Provenance
	r      *replacer
	wanted map[*ir.Value]int64   // phis and selects, and the size of the elements that are accessed by them
	index  map[*ir.Value]indexed // those that are sums now
	starts map[analysis.Base]*ir.Value
}

// indexed is the element at which a pointer stands.
type indexed struct {
	value *ir.Value
	size  int64
}

// find collects the pointers by which something is accessed, and those that they are chooses from.
func (j *joiner) find() {
	for _, b := range j.f.Blocks {
		for _, v := range b.Values {
			if !v.IsAccess() {
				continue
			}
			if a := j.prov.Access(v); a.Root != nil && (a.Base.Kind == analysis.BaseParam || a.Base.Kind == analysis.BaseSymbol) {
				j.want(a.Root, int64(v.Attr.Mem.Bytes()))
			}
		}
	}
}

func (j *joiner) want(v *ir.Value, size int64) {
	if j.wanted[v] >= size {
		return
	}
	j.wanted[v] = size
	for _, a := range choices(v) {
		if root := j.prov.Of(a).Root; root != nil {
			j.want(root, size)
		}
	}
}

// mostTerms bounds the sums that are computed where there was one pointer.
const mostTerms = 4

// join replaces one phi or select, if all that it is chooses from is so many elements away from
// the same beginning. A phi of a loop that goes on from itself is not.
func (j *joiner) join(v *ir.Value, size int64) {
	var list []analysis.Addr
	for _, c := range choices(v) {
		a := j.prov.Of(c)
		if a.Root != nil {
			at, ok := j.index[a.Root]
			if !ok {
				return
			}
			a.Terms = append(slices.Clone(a.Terms), analysis.Term{Value: at.value, Scale: at.size})
		}
		var whole bool
		if a.Terms, a.Off, whole = a.Index(size); !whole || a.Narrow || len(a.Terms) > mostTerms {
			return
		}
		list = append(list, a)
	}
	start := j.start(&list[0], v.Pos) // that of all: it is known what the pointer points into
	if start == nil {
		return
	}
	e := &emitter{b: v.Block, pos: v.Pos}
	var i *ir.Value
	if v.Op == ir.OpPhi {
		i = j.f.NewValue(ir.OpPhi, ir.I64, v.Pos)
		for k := range v.Block.Preds {
			p := j.outside(v.Block, k)
			end := &emitter{b: p, pos: v.Args[k].Pos}
			i.Args = append(i.Args, end.sum(list[k].Off, list[k].Terms))
			p.Values = append(p.Values, end.out...)
		}
		v.Block.Insert(0, i)
	} else {
		i = e.add(ir.OpSelect, ir.I64, v.Args[0], e.sum(list[0].Off, list[0].Terms), e.sum(list[1].Off, list[1].Terms))
	}
	i.Name = "i"
	at := max(slices.Index(v.Block.Values, v), len(v.Block.Phis()))
	sum := e.add(ir.OpAdd, ir.I64, start, e.add(ir.OpMul, ir.I64, i, e.konst(ir.I64, uint64(size))))
	sum.Name = v.Name
	v.Block.Values = slices.Insert(v.Block.Values, at, e.out...)
	j.r.replace(v, sum)
	j.index[v] = indexed{i, size}
}

// outside returns a predecessor of a block in which a sum is computed once: one of its own behind a
// loop, of which every round comes to the end.
func (j *joiner) outside(b *ir.Block, pred int) *ir.Block {
	p := b.Preds[pred]
	leaves := func(l *ir.Loop) bool { return j.nest.Contains(l, p) && !j.nest.Contains(l, b) }
	if len(p.Succs) == 1 || !slices.ContainsFunc(j.nest.All, leaves) {
		return p
	}
	n := j.f.NewBlock("")
	n.Term, n.Pos, n.Succs, n.Preds = ir.Jump, p.Pos, []*ir.Block{b}, []*ir.Block{p}
	p.Succs[slices.Index(p.Succs, b)] = n // the first that is left: edges come in order
	b.Preds[pred] = n
	return n
}

// start returns the address at which the memory begins that an address is in, or nil where it is
// another sort of number there.
func (j *joiner) start(a *analysis.Addr, pos diag.Pos) *ir.Value {
	if start := j.starts[a.Base]; start != nil {
		return start
	}
	var start *ir.Value
	sort := analysis.AddressSort(ir.Global)
	if a.Base.Kind == analysis.BaseSymbol {
		start = j.f.NewValue(ir.OpSymAddr, ir.I64, pos)
		start.Attr.Sym = a.Base.Sym
		sort = analysis.AddressSort(a.Base.Sym.Space)
	} else {
		start = j.f.NewValue(ir.OpParam, ir.I64, pos)
		start.Attr.Index, start.Attr.Off = a.Base.Index, a.Base.Off
	}
	if a.Space != sort {
		return nil
	}
	j.f.Blocks[0].Insert(0, start)
	j.starts[a.Base] = start
	return start
}
