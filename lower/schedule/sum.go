package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Sum is a number of 32 bits, modulo 2^32, that is the same for a row: a sum of values
// that are at hand before the loop over threads, times constants, and a constant.
type Sum struct {
	Terms []analysis.Term // not extended
	Const int64
}

// lane is an index less a multiple of %tid.x: terms that are the same for a row, and a
// constant, modulo 2^32.
type lane struct {
	terms []analysis.Term
	off   int64
	step  int64 // how often %tid.x is in the index
}

// lane takes %tid.x out of a sum of 32 bits whose other terms are the same for a row.
func (r *front) lane(off int64, terms []analysis.Term) (lane, bool) {
	own := func(t analysis.Term) bool { return analysis.IsSReg(t.Value, "tid.x") }
	i := slices.IndexFunc(terms, own)
	if i < 0 || terms[i].Scale < 1 || terms[i].Scale > maxStep {
		return lane{}, false
	}
	l := lane{slices.Delete(slices.Clone(terms), i, i+1), off, terms[i].Scale}
	return l, !slices.ContainsFunc(l.terms, func(t analysis.Term) bool { return t.Value.Type != ir.I32 || !r.uniform(t.Value) })
}

// equal reports whether two sums are of the same terms.
func (l lane) equal(m lane) bool {
	return l.off == m.off && l.step == m.step && len(l.terms) == len(m.terms) &&
		!slices.ContainsFunc(l.terms, func(t analysis.Term) bool { return !slices.Contains(m.terms, t) })
}

// sum makes a sum of values that are at hand before the loop: of those there that
// are most of it, and of what is left.
func (r *front) sum(l lane) (Sum, bool) {
	s := Sum{Const: l.off}
	rest := slices.Clone(l.terms)
	for len(rest) > 0 {
		v, off, terms := r.part(rest, s.Const)
		if v == nil {
			return Sum{}, false
		}
		if len(terms) == 1 && terms[0].Value == v {
			s.Terms = append(s.Terms, terms[0])
		} else {
			s.Terms = append(s.Terms, analysis.Term{Value: v, Scale: 1})
		}
		s.Const -= off
		rest = slices.DeleteFunc(rest, func(t analysis.Term) bool { return slices.Contains(terms, t) })
	}
	s.Const = int64(int32(s.Const))
	return s, true
}

// part returns a value that is a part of a sum of terms, and what it is: of those in front
// of the loop the one with most terms, and with the constant of the sum rather than
// another; or else a term by itself.
func (r *front) part(rest []analysis.Term, off int64) (v *ir.Value, o int64, terms []analysis.Term) {
	for _, w := range r.b.Row {
		if w.Type != ir.I32 {
			continue
		}
		p, list := r.prov.Sum(w)
		if len(list) < len(terms) || len(list) == 0 || len(list) == len(terms) && p != off ||
			slices.ContainsFunc(list, func(t analysis.Term) bool { return !slices.Contains(rest, t) }) {
			continue
		}
		v, o, terms = w, p, list
	}
	if v == nil {
		r.add(rest[0].Value)
		return rest[0].Value, 0, rest[:1]
	}
	return v, o, terms
}
