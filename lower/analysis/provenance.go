package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// BaseKind is the sort of thing that an address points into.
type BaseKind uint8

const (
	BaseUnknown BaseKind = iota
	BaseNone             // no pointer in it: an absolute address, or an integer
	BaseParam            // the buffer that a kernel parameter points to
	BaseArg              // the memory that an argument of a device function points to
	BaseSymbol           // a variable
)

var baseNames = [...]string{"unknown", "none", "param", "arg", "symbol"}

func (k BaseKind) String() string { return baseNames[k] }

// Base is what an address points into. Bases are comparable: equal bases are
// the same memory. Different symbols never overlap; parameters may.
type Base struct {
	Kind  BaseKind
	Index int        // BaseParam, BaseArg: which one
	Off   int64      // BaseParam: byte of the parameter at which the pointer stands
	Sym   *ir.Symbol // BaseSymbol
}

// Addr is an address taken apart:
//
//	address = start of Base + (Root - start of Base) + Off + sum of Terms
//
// where the second summand is absent if Root is nil. All sums are modulo 2^64.
// Every value mentioned dominates the address.
type Addr struct {
	Base Base

	// Space says what sort of number the address is: Shared, Local and
	// ParamSpace are offsets into a window, Generic is a host address (the
	// global, const and generic spaces).
	Space ir.Space

	// Root is a pointer into Base that has no better form: a phi or select of
	// pointers, such as the induction variable of a loop. Where the Base is
	// unknown Root is the rest of the address. It may be I32 where Narrow.
	Root *ir.Value

	Off   int64
	Terms []Term

	// Narrow says that the address was computed in 32 bits, as offsets into
	// windows may be, and as all addresses are where the module's have 32 bits:
	// the sum is modulo 2^32 and the terms are truncated to 32 bits instead of
	// extended.
	Narrow bool

	// Align is a power of two that divides the distance from the start of Base,
	// or from Root where the Base is unknown.
	Align int64
}

// Provenance tells for every pointer of a function what it points into.
type Provenance struct {
	forms  *forms
	state  []pointer // by value ID, for phis and selects
	proven map[Base]bool
}

// pointer is what is known of a phi or select.
type pointer struct {
	top   bool // nothing seen yet
	base  Base
	space ir.Space
	align int64
}

// NewProvenance analyses a function.
func NewProvenance(f *ir.Func) *Provenance {
	p := &Provenance{
		forms:  newForms(f),
		state:  make([]pointer, f.NumValues()),
		proven: map[Base]bool{},
	}
	order := ir.ReversePostorder(f)
	// Which parameters are pointers shows in their use, which shows only once
	// the phis between are known: a few rounds, each proving more.
	for range 4 {
		p.solve(order)
		if !p.prove(order) {
			break
		}
	}
	p.solveAlign(order)
	return p
}

// Of takes a pointer apart. The value may be of type I64, or I32 for an offset
// into a window.
func (p *Provenance) Of(v *ir.Value) Addr {
	l := p.forms.of(v)
	i, st := p.pick(&l)
	if st.base.Kind == BaseUnknown {
		return p.opaque(v, &l)
	}
	a := Addr{Base: st.base, Space: st.space, Off: l.off, Narrow: l.narrow, Align: p.alignOf(&l, i, st)}
	for k, t := range l.terms {
		switch {
		case k != i:
			a.Terms = append(a.Terms, t)
		case t.Value.Op == ir.OpPhi || t.Value.Op == ir.OpSelect || t.Value.Given().Points != nil:
			a.Root = t.Value
		}
	}
	return a
}

// opaque is the address that points nobody knows where: constant distances
// between two such addresses are still visible where they share their Root.
func (p *Provenance) opaque(v *ir.Value, l *linear) Addr {
	a := Addr{Root: v, Align: maxAlign}
	if len(l.terms) == 1 && l.terms[0].Scale == 1 && l.terms[0].Ext == ExtNone && l.win.none() && !l.narrow && l.terms[0].Value.Type == v.Type {
		a.Root, a.Off = l.terms[0].Value, l.off
		a.Align = lowBit(l.off)
	}
	return a
}

// Access takes the address of a Load, Store or Atomic apart. The base is
// unknown where the address is of another sort than the access expects, and
// where a const variable would be written: that is for the engines to refuse.
func (p *Provenance) Access(v *ir.Value) Addr {
	a := p.Of(v.Args[0])
	if a.Base.Kind == BaseUnknown || a.Base.Kind == BaseNone {
		return a
	}
	if want := AddressSort(v.Attr.Space); want != a.Space || v.Writes() && a.Base.Kind == BaseSymbol && a.Base.Sym.Space == ir.Const {
		return Addr{Root: v.Args[0], Align: maxAlign}
	}
	return a
}

// AddressSort returns the sort of number that addresses the space.
func AddressSort(s ir.Space) ir.Space {
	if s.Windowed() {
		return s
	}
	return ir.Generic
}

// Index divides the offset by the size of an element, so that parameter +
// 4*sext(i) + 8 becomes elements i + 2. It fails where a summand is not a
// multiple of the size. Root is not part of it.
func (a *Addr) Index(size int64) (terms []Term, off int64, ok bool) {
	if a.Off%size != 0 {
		return nil, 0, false
	}
	for _, t := range a.Terms {
		if t.Scale%size != 0 {
			return nil, 0, false
		}
		t.Scale /= size
		terms = append(terms, t)
	}
	return terms, a.Off / size, true
}

// pick chooses the term of a sum that is its pointer, and returns its index, or
// -1 for a sum without one.
func (p *Provenance) pick(l *linear) (int, pointer) {
	unknown := pointer{}
	best, weak, opaque := -1, -1, false
	var bestState, weakState pointer
	for i, t := range l.terms {
		if t.Scale != 1 || t.Ext != ExtNone {
			if st := p.atomState(t.Value); st.base.Kind == BaseSymbol {
				return -1, unknown // a multiple or a difference of addresses
			}
			continue
		}
		st := p.atomState(t.Value)
		switch {
		case st.top:
			return -1, pointer{top: true}
		case st.base.Kind == BaseNone:
		case st.base.Kind == BaseUnknown:
			opaque = opaque || t.Value.Type == ir.I64 || p.forms.window[t.Value.ID] || p.forms.narrow && mayPoint(t.Value, 6)
		case st.base.Kind == BaseSymbol || p.proven[st.base]:
			if best >= 0 {
				return -1, unknown
			}
			best, bestState = i, st
		default:
			opaque = opaque || weak >= 0
			weak, weakState = i, st
		}
	}
	if best < 0 {
		if opaque {
			return -1, unknown
		}
		if weak < 0 {
			if !l.win.none() {
				return -1, unknown
			}
			return -1, pointer{base: Base{Kind: BaseNone}, align: maxAlign}
		}
		best, bestState = weak, weakState
	}
	if l.narrow && !p.forms.narrow && bestState.space == ir.Generic && l.win.none() {
		return -1, unknown // a host address does not fit in 32 bits
	}
	space, ok := l.space(bestState.space)
	if !ok {
		return -1, unknown
	}
	bestState.space = space
	return best, bestState
}

// space returns what sort of address the sum is, whose pointer is of sort s.
func (l *linear) space(s ir.Space) (ir.Space, bool) {
	moved := false
	for w, n := range l.win {
		switch {
		case n == 0:
			continue
		case moved:
			return s, false // from one window into another
		case n == 1 && ir.Space(w) == s:
			s = ir.Generic
		case n == -1 && s == ir.Generic:
			s = ir.Space(w)
		default:
			return s, false
		}
		moved = true
	}
	return s, true
}

// atomState returns what a single value points into.
func (p *Provenance) atomState(v *ir.Value) pointer {
	st := pointer{space: ir.Generic, align: maxAlign}
	switch v.Op {
	case ir.OpSymAddr:
		st.base = Base{Kind: BaseSymbol, Sym: v.Attr.Sym}
		st.space = AddressSort(v.Attr.Sym.Space)
	case ir.OpParam:
		if v.Type == p.forms.pointer() {
			st.base = Base{Kind: BaseParam, Index: v.Attr.Index, Off: v.Attr.Off}
		}
	case ir.OpSlotLoad:
		return given(v, st)
	case ir.OpArg:
		if v.Block != nil && v.Block.Func.Part == ir.RegionPart {
			return given(v, st)
		}
		if v.Type == p.forms.pointer() {
			st.base = Base{Kind: BaseArg, Index: v.Attr.Index}
		}
	case ir.OpPhi, ir.OpSelect:
		return p.state[v.ID]
	}
	return st
}

// given is what another part of the kernel says of a value.
func given(v *ir.Value, st pointer) pointer {
	if q := v.Given().Points; q != nil {
		st.base = Base{Kind: BaseParam, Index: q.Param, Off: q.Off}
		if q.Sym != nil {
			st.base = Base{Kind: BaseSymbol, Sym: q.Sym}
		}
		st.space, st.align = q.Space, q.Align
	}
	return st
}

// joined returns the pointers among which a phi or select chooses.
func joined(v *ir.Value) []*ir.Value {
	if v.Op == ir.OpSelect {
		return v.Args[1:]
	}
	return v.Args
}

// joins calls do for every phi and select that may be a pointer.
func (p *Provenance) joins(order []*ir.Block, do func(v *ir.Value)) {
	for _, b := range order {
		for _, v := range b.Values {
			if (v.Op == ir.OpPhi || v.Op == ir.OpSelect) && (v.Type == ir.I64 || v.Type == ir.I32) {
				do(v)
			}
		}
	}
}

// solve finds the bases of phis and selects: the greatest solution in which
// each has the base that all its arguments have.
func (p *Provenance) solve(order []*ir.Block) {
	p.joins(order, func(v *ir.Value) { p.state[v.ID] = pointer{top: true, align: maxAlign} })
	for changed := true; changed; {
		changed = false
		p.joins(order, func(v *ir.Value) {
			old := p.state[v.ID]
			if !old.top && old.base.Kind == BaseUnknown {
				return
			}
			m := pointer{top: true, align: maxAlign}
			for _, a := range joined(v) {
				l := p.forms.of(a)
				_, st := p.pick(&l)
				m = m.meet(st)
			}
			if m.top != old.top || m.base != old.base || m.space != old.space {
				if !old.top {
					m = pointer{align: maxAlign} // only downwards, so that this ends
				}
				p.state[v.ID] = m
				changed = true
			}
		})
	}
	// What is still undecided only ever chooses itself: it is never reached.
	p.joins(order, func(v *ir.Value) { p.state[v.ID].top = false })
}

func (m pointer) meet(n pointer) pointer {
	switch {
	case n.top:
		return m
	case m.top:
		return pointer{base: n.base, space: n.space, align: maxAlign}
	case m.base != n.base || m.space != n.space:
		return pointer{align: maxAlign}
	}
	return m
}

// prove marks the parameters and arguments that are certainly pointers: they
// are converted between address spaces, or are the only pointer in an address
// that is accessed. It reports whether it learnt something.
func (p *Provenance) prove(order []*ir.Block) bool {
	learnt := false
	mark := func(v *ir.Value, sort ir.Space) {
		l := p.forms.of(v)
		if i, st := p.pick(&l); i >= 0 && (st.space == sort || !p.forms.narrow) && (st.base.Kind == BaseParam || st.base.Kind == BaseArg) && !p.proven[st.base] {
			p.proven[st.base] = true
			learnt = true
		}
	}
	for _, b := range order {
		for _, v := range b.Values {
			switch {
			case v.IsAccess(), v.Op == ir.OpToGeneric:
				mark(v.Args[0], AddressSort(v.Attr.Space))
			case v.Op == ir.OpFromGeneric:
				mark(v.Args[0], ir.Generic)
			}
		}
	}
	return learnt
}

// alignOf returns the alignment of the distance from the base of a sum whose
// pointer is term i.
func (p *Provenance) alignOf(l *linear, i int, st pointer) int64 {
	rest := linear{off: l.off, terms: slices.Clone(l.terms)}
	if i >= 0 {
		rest.terms = slices.Delete(rest.terms, i, i+1)
	}
	return min(rest.align(p.forms.bits), st.align)
}

// solveAlign finds the alignment of phis and selects relative to their base.
func (p *Provenance) solveAlign(order []*ir.Block) {
	for changed := true; changed; {
		changed = false
		p.joins(order, func(v *ir.Value) {
			st := &p.state[v.ID]
			if st.base.Kind == BaseUnknown {
				st.align = 1
				return
			}
			for _, a := range joined(v) {
				l := p.forms.of(a)
				i, s := p.pick(&l)
				if al := p.alignOf(&l, i, s); al < st.align {
					st.align = al
					changed = true
				}
			}
		})
	}
}

// IsPointer reports whether the kernel parameter (or the pointer at byte off of
// it) is certainly used as a pointer.
func (p *Provenance) IsPointer(param int, off int64) bool {
	return p.proven[Base{Kind: BaseParam, Index: param, Off: off}]
}

// Small reports whether an integer is less than half of the numbers of its type, so that
// it is the same number with a sign and without.
func (p *Provenance) Small(v *ir.Value) bool {
	return int(v.ID) < len(p.forms.bits.high) && v.Type.IsInt() && v.Type.Bits() <= 64 && p.forms.bits.high[v.ID] <= ir.Ones(v.Type.Bits())>>1
}

// Multiple returns the largest power of two that is known to divide an integer, at most 1<<20.
func (p *Provenance) Multiple(v *ir.Value) int64 {
	if int(v.ID) >= len(p.forms.bits.low) {
		return 1
	}
	return p.forms.bits.low[v.ID]
}

// Sum returns an I32 or I64 value as a constant plus terms, modulo 2^32 or 2^64.
// A value that is no sum is one term: itself.
func (p *Provenance) Sum(v *ir.Value) (off int64, terms []Term) {
	l := p.forms.of(v)
	if !l.win.none() || l.narrow {
		l = atom(v, ExtNone)
	}
	return l.off, l.terms
}
