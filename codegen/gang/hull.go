package gang

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Accesses at constant distances from each other, as code that was unrolled has many, are inside
// of a slice where the first and the last element of all are: one question, and one for each way
// in which vectors of elements may lie among multiples of their size.

// hull is what several accesses have in common that differ in a constant of their index only.
type hull struct {
	list []*ir.Value
	low  *ir.Value // the one with the first element
	all  reach     // of all, from the index of low on
	off  int64     // the constant in the index of low
}

// hullKey is what they agree in.
type hullKey struct {
	base  analysis.Base
	elem  gosrc.Kind
	guard bool
	terms string
}

// checkAll prints the checks of accesses, each of which may be outside.
func (p *accessPrinter) checkAll(list []*ir.Value) {
	var hulls []*hull
	of := map[hullKey]*hull{}
	for _, v := range list {
		place := p.Locate(v)
		key, off, ok := p.hullKey(v, place)
		r := p.reach(v)
		h := of[key]
		if h == nil || !ok {
			h = &hull{low: v, all: r, off: off}
			hulls = append(hulls, h)
		}
		if ok {
			of[key] = h
		}
		h.list = append(h.list, v)
		h.add(v, off, r)
	}
	for _, h := range hulls {
		if len(h.list) == 1 {
			p.check(h.low, p.Locate(h.low))
			continue
		}
		for _, v := range h.list {
			p.checkExact(v)
		}
		place := p.Locate(h.low)
		p.checkReach(h.low, place, h.all)
		p.alignAll(h)
	}
}

// hullKey is the key of an access, with the constant in its index; false where it is checked for
// itself.
func (p *accessPrinter) hullKey(v *ir.Value, place scalar.Place) (key hullKey, off int64, ok bool) {
	terms, off, ok := p.Terms(v)
	if !ok || p.quad(v, place) {
		return key, 0, false
	}
	var b strings.Builder
	for _, t := range terms {
		fmt.Fprintf(&b, "%d %d %d,", t.Value.ID, t.Ext, t.Scale)
	}
	return hullKey{p.Memory().Access(v).Base, place.Elem, place.Guard, b.String()}, off, true
}

// add makes room for an access.
func (h *hull) add(v *ir.Value, off int64, r reach) {
	first, end := h.off+h.all.from, h.off+h.all.from+h.all.n
	if off+r.from < first {
		h.low, h.off, first = v, off, off+r.from
	}
	h.all = reach{first - h.off, max(end, off+r.from+r.n) - first}
}

// alignAll prints that vectors of elements begin at multiples of their size: where one does, so do
// those that begin a multiple away.
func (p *accessPrinter) alignAll(h *hull) {
	type way struct {
		vec, rest int64
		within    bool
	}
	asked := map[way]bool{}
	for _, v := range h.list {
		if v.Vec() == 1 {
			continue
		}
		_, off, _ := p.Terms(v)
		n := int64(v.Vec())
		if w := (way{n, (off%n + n) % n, p.within(v)}); !asked[w] {
			asked[w] = true
			p.checkAligned(v)
		}
	}
}
