package analysis

import (
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestSum takes sums of 32 and of 64 bits apart, and leaves whole what is none.
func TestSum(t *testing.T) {
	f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{PtrBits: 64}}
	b := f.NewBlock("")
	x, y := b.Add(ir.OpSReg, ir.I32, 0), b.Add(ir.OpSReg, ir.I32, 0)
	x.Attr.SReg, y.Attr.SReg = "tid.x", "ctaid.x"
	number := func(n int64, typ ir.Type) *ir.Value { return b.Const(typ, uint64(n)&ir.Ones(typ.Bits()), 0) }
	four := b.Add(ir.OpShl, ir.I32, 0, x, number(2, ir.I32))
	sum := b.Add(ir.OpAdd, ir.I32, 0, four, b.Add(ir.OpMul, ir.I32, 0, y, number(-3, ir.I32)))
	sum = b.Add(ir.OpAdd, ir.I32, 0, sum, number(7, ir.I32))
	less := b.Add(ir.OpSub, ir.I32, 0, number(5, ir.I32), x)
	product := b.Add(ir.OpMul, ir.I32, 0, x, y)
	wide := b.Add(ir.OpMul, ir.I64, 0, b.Add(ir.OpZext, ir.I64, 0, x), number(8, ir.I64))
	b.SetTerm(ir.Ret, 0)
	p := NewProvenance(f)
	for _, c := range []struct {
		v     *ir.Value
		off   int64
		terms []Term
	}{
		{x, 0, []Term{{Value: x, Scale: 1}}},
		{four, 0, []Term{{Value: x, Scale: 4}}},
		{sum, 7, []Term{{Value: x, Scale: 4}, {Value: y, Scale: -3}}},
		{less, 5, []Term{{Value: x, Scale: -1}}},
		{product, 0, []Term{{Value: product, Scale: 1}}},
		{wide, 0, []Term{{Value: x, Ext: ExtUnsigned, Scale: 8}}},
	} {
		off, terms := p.Sum(c.v)
		terms = slices.SortedFunc(slices.Values(terms), func(a, b Term) int { return int(a.Value.ID) - int(b.Value.ID) })
		for i := range terms { // a number of %tid.x is the same either way
			if len(c.terms) == len(terms) && sameWhereNotNegative(terms[i], c.terms[i]) {
				terms[i] = c.terms[i]
			}
		}
		if off != c.off || !slices.Equal(terms, c.terms) {
			t.Errorf("%v is %d and %v, want %d and %v", c.v, off, terms, c.off, c.terms)
		}
	}
}

// sameWhereNotNegative reports whether two terms are the same number if the value is no less than
// zero.
func sameWhereNotNegative(a, b Term) bool {
	return a.Value == b.Value && a.Scale == b.Scale && a.Ext != ExtNone && b.Ext != ExtNone
}
