package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// replacer collects replacements of values by equal ones and applies them to a
// whole function at once.
type replacer struct {
	f  *ir.Func
	to []*ir.Value // by value ID
	n  int
}

func newReplacer(f *ir.Func) *replacer {
	return &replacer{f: f} // most passes find nothing to replace
}

// replace makes every use of v a use of by, once apply is called. It must not
// close a cycle.
func (r *replacer) replace(v, by *ir.Value) {
	if int(v.ID) >= len(r.to) {
		r.to = append(r.to, make([]*ir.Value, r.f.NumValues()-len(r.to))...)
	}
	r.to[v.ID] = by
	r.n++
	if from := r.f.Origins(v); from != nil {
		by.Join(from...)
	}
}

// find returns what stands for v now.
func (r *replacer) find(v *ir.Value) *ir.Value {
	end := v
	for int(end.ID) < len(r.to) && r.to[end.ID] != nil {
		end = r.to[end.ID]
	}
	for v != end { // shorten the path for the next time
		next := r.to[v.ID]
		r.to[v.ID] = end
		v = next
	}
	return end
}

// gone reports whether v was replaced.
func (r *replacer) gone(v *ir.Value) bool { return int(v.ID) < len(r.to) && r.to[v.ID] != nil }

// args rewrites the arguments of a value.
func (r *replacer) args(v *ir.Value) {
	for i, a := range v.Args {
		v.Args[i] = r.find(a)
	}
}

// apply rewrites every use and removes the replaced values. It reports whether
// there were any.
func (r *replacer) apply() bool {
	if r.n == 0 {
		return false
	}
	for _, b := range r.f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, r.gone)
		for _, v := range b.Values {
			r.args(v)
		}
		for i, c := range b.Ctrl {
			b.Ctrl[i] = r.find(c)
		}
	}
	return true
}

// removeEdge removes edge i of p, with the arguments of the phis after it.
func removeEdge(p *ir.Block, i int) {
	b, j := p.Succs[i], p.PredIndex(i)
	p.Succs = slices.Delete(slices.Clone(p.Succs), i, i+1)
	removePred(b, j)
}

// removePred removes predecessor j of b, with the arguments of its phis.
func removePred(b *ir.Block, j int) {
	b.Preds = slices.Delete(slices.Clone(b.Preds), j, j+1)
	for _, phi := range b.Phis() {
		phi.Args = slices.Delete(slices.Clone(phi.Args), j, j+1)
	}
}
