package analysis

import (
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Ext says how a narrower integer becomes a 64-bit term.
type Ext uint8

// The extensions. A value of 64 bits, or of 32 bits in a Narrow address, is
// taken as it is.
const (
	ExtNone Ext = iota
	ExtSigned
	ExtUnsigned
)

// Term is one summand of an offset: Scale times the value, extended to 64 bits
// as Ext says.
type Term struct {
	Value *ir.Value
	Ext   Ext
	Scale int64
}

// linear is a sum modulo 2^64, or modulo 2^32 where narrow: off, plus the terms,
// plus win[s] times the generic address at which the window of space s begins.
type linear struct {
	off    int64
	terms  []Term
	win    windows
	narrow bool
	known  bool // false: the value has no linear form that is worth having
}

// windows counts, by space, the window bases in a sum.
type windows [ir.ParamSpace + 1]int8

func (w windows) none() bool { return w == windows{} }

// maxTerms bounds the length of a sum; a longer one becomes a term of its own.
const maxTerms = 12

// forms computes the linear forms of all I64 and I32 values of a function.
type forms struct {
	f      *ir.Func
	lin    []linear
	window []bool // by value ID: an I32 that may be an offset into a window, or part of a 32-bit address
	narrow bool   // the addresses of the module have 32 bits
	bits   *bitFacts
	atoms  []Term // room for terms of forms that have one
}

// pointer is the type of the registers that hold the module's addresses.
func (fs *forms) pointer() ir.Type {
	if fs.narrow {
		return ir.I32
	}
	return ir.I64
}

func newForms(f *ir.Func) *forms {
	fs := &forms{
		f:      f,
		lin:    make([]linear, f.NumValues()),
		window: make([]bool, f.NumValues()),
		narrow: f.Module.Narrow(),
	}
	order := ir.ReversePostorder(f)
	fs.findWindows(order)
	fs.bits = newBitFacts(f, order)
	for _, b := range order {
		for _, v := range b.Values {
			if v.Type == ir.I64 || v.Type == ir.I32 {
				fs.lin[v.ID] = fs.compute(v)
			}
		}
	}
	return fs
}

// atom returns the form that consists of the value itself.
func atom(v *ir.Value, e Ext) linear {
	return linear{terms: []Term{{v, e, 1}}, known: true}
}

// atom is as atom, with a term that is not allocated by itself.
func (fs *forms) atom(v *ir.Value, e Ext) linear {
	n := len(fs.atoms)
	if n == cap(fs.atoms) {
		fs.atoms, n = make([]Term, 0, min(256, fs.f.NumValues())), 0
	}
	fs.atoms = append(fs.atoms, Term{v, e, 1})
	return linear{terms: fs.atoms[n : n+1 : n+1], known: true}
}

// sameAtom reports whether two values are equal: one value, or two reads of the
// same parameter, special register or symbol.
func sameAtom(a, b *ir.Value) bool {
	if a == b {
		return true
	}
	if a.Op != b.Op || a.Type != b.Type {
		return false
	}
	switch a.Op {
	case ir.OpParam, ir.OpArg:
		return a.Attr.Index == b.Attr.Index && a.Attr.Off == b.Attr.Off && a.Attr.Mem == b.Attr.Mem
	case ir.OpSymAddr:
		return a.Attr.Sym == b.Attr.Sym // the offset is in the constant
	case ir.OpSReg:
		return a.Attr.SReg == b.Attr.SReg && a.Pure()
	}
	return false
}

// of returns the form of a value, which is the value itself where it has no
// better one.
func (fs *forms) of(v *ir.Value) linear {
	if l := fs.lin[v.ID]; l.known {
		return l
	}
	return atom(v, ExtNone)
}

func number(n int64) linear { return linear{off: n, known: true} }

// constant returns the number that the form is.
func (l *linear) constant() (int64, bool) {
	return l.off, l.known && len(l.terms) == 0 && l.win.none()
}

// times returns the form multiplied by k.
func (l linear) times(k int64) (linear, bool) {
	if k == 0 {
		return number(0), true
	}
	if !l.win.none() && k != 1 && k != -1 {
		return linear{}, false
	}
	r := linear{off: l.off * k, narrow: l.narrow, known: true, terms: make([]Term, 0, len(l.terms))}
	for _, t := range l.terms {
		t.Scale *= k
		if t.Scale != 0 {
			r.terms = append(r.terms, t)
		}
	}
	for i, n := range l.win {
		r.win[i] = n * int8(k)
	}
	return r, true
}

// plus returns the sum of two forms of the same width.
func (l linear) plus(m linear) (linear, bool) {
	if l.narrow != m.narrow {
		// Only a small constant moves across the zero extension: anything
		// else could carry into the upper half.
		wide := m
		if m.narrow {
			wide = l
		}
		if c, ok := wide.constant(); !ok || c < -1<<31 || c >= 1<<31 {
			return linear{}, false
		}
	}
	r := linear{off: l.off + m.off, narrow: l.narrow || m.narrow, known: true}
	for i := range r.win {
		n := int(l.win[i]) + int(m.win[i])
		if n < -2 || n > 2 {
			return linear{}, false
		}
		r.win[i] = int8(n)
	}
	switch { // forms share what they agree on
	case len(m.terms) == 0:
		r.terms = l.terms
		return r, true
	case len(l.terms) == 0:
		r.terms = m.terms
		return r, true
	}
	r.terms = append(make([]Term, 0, len(l.terms)+len(m.terms)), l.terms...)
	for _, t := range m.terms {
		i := slices.IndexFunc(r.terms, func(u Term) bool { return u.Ext == t.Ext && sameAtom(u.Value, t.Value) })
		if i < 0 {
			r.terms = append(r.terms, t)
			continue
		}
		r.terms[i].Scale += t.Scale
	}
	r.terms = slices.DeleteFunc(r.terms, func(t Term) bool { return t.Scale == 0 })
	return r, len(r.terms) <= maxTerms
}

// compute returns the form of an integer whose arguments have been visited.
func (fs *forms) compute(v *ir.Value) linear {
	arg := func(i int) linear { return fs.of(v.Args[i]) }
	r, ok := linear{}, false
	switch v.Op {
	case ir.OpConst:
		return number(ir.Signed(v.Attr.Bits, v.Type.Bits()))
	case ir.OpSymAddr:
		r = fs.atom(v, ExtNone)
		r.off = v.Attr.Off
		return r
	case ir.OpSplat: // of an address it is the same in each lane
		return arg(0)
	case ir.OpAdd:
		r, ok = arg(0).plus(arg(1))
	case ir.OpSub:
		if r, ok = arg(1).times(-1); ok {
			r, ok = arg(0).plus(r)
		}
	case ir.OpNeg:
		r, ok = arg(0).times(-1)
	case ir.OpMul:
		a, b := arg(0), arg(1)
		if _, isConst := a.constant(); isConst {
			a, b = b, a
		}
		if k, isConst := b.constant(); isConst {
			r, ok = a.times(k)
		}
	case ir.OpShl:
		n := arg(1)
		if k, isConst := n.constant(); isConst && k >= 0 && k < int64(v.Type.Bits()) {
			r, ok = arg(0).times(1 << k)
		}
	case ir.OpOr:
		// a|b is a+b where the two have no bit in common.
		a, b := arg(0), arg(1)
		if _, isConst := a.constant(); isConst {
			a, b = b, a
		}
		if k, isConst := b.constant(); isConst && k >= 0 && k < a.align(fs.bits) && !a.based() {
			r, ok = a.plus(b)
		}
	case ir.OpZext, ir.OpSext:
		return fs.extend(v)
	case ir.OpTrunc:
		// The windows of generic addresses fit in 32 bits only where addresses do.
		if fs.window[v.ID] && v.Args[0].Type == ir.I64 && (fs.narrow || !fs.of(v.Args[0]).generic()) {
			r, ok = arg(0), true
			r.narrow = false // I32 forms are sums modulo 2^32 anyway
		}
	case ir.OpToGeneric, ir.OpFromGeneric:
		r, ok = arg(0), v.Args[0].Type == v.Type
		switch {
		case !v.Attr.Space.Windowed():
		case v.Op == ir.OpToGeneric:
			r.win[v.Attr.Space]++
		default:
			r.win[v.Attr.Space]--
		}
	}
	if !ok {
		return fs.atom(v, ExtNone)
	}
	if v.Type == ir.I32 {
		r.off = int64(int32(r.off))
		if slices.ContainsFunc(r.terms, func(t Term) bool { return t.Scale != int64(int32(t.Scale)) }) {
			r.terms = slices.Clone(r.terms) // it may be that of an argument
			for i := range r.terms {
				r.terms[i].Scale = int64(int32(r.terms[i].Scale))
			}
			r.terms = slices.DeleteFunc(r.terms, func(t Term) bool { return t.Scale == 0 })
		}
	}
	return r
}

// extend returns the form of a Zext or Sext to I64 or I32.
func (fs *forms) extend(v *ir.Value) linear {
	x, e := v.Args[0], ExtUnsigned
	if v.Op == ir.OpSext {
		e = ExtSigned
	}
	l := fs.of(x)
	if c, ok := l.constant(); ok && x.Type == ir.I32 {
		if e == ExtUnsigned {
			c = int64(uint32(c))
		}
		return number(c)
	}
	if v.Type == ir.I64 && x.Type == ir.I32 {
		if wide, ok := fs.widen(l, e); ok {
			return wide
		}
	}
	if v.Type == ir.I64 && x.Type == ir.I32 && fs.window[x.ID] {
		l.narrow = true
		return l
	}
	if v.Type == ir.I64 && x.Type != ir.I1 {
		return fs.atom(x, e)
	}
	return fs.atom(v, ExtNone)
}

// widen returns the form of 64 bits of a sum of 32 bits that does not wrap, extended as e
// says.
func (fs *forms) widen(l linear, e Ext) (linear, bool) {
	if fs.narrow || !l.known || !l.win.none() || l.off < 0 {
		return linear{}, false
	}
	const wrap = 1 << 32
	r := linear{off: l.off, known: true, terms: make([]Term, 0, len(l.terms))}
	most := uint64(l.off)
	for _, t := range l.terms {
		high, ext := fs.bits.high[t.Value.ID], e
		if t.Value.Op == ir.OpSymAddr {
			if s := t.Value.Attr.Sym.Space; s != ir.Shared && s != ir.Local {
				return linear{}, false
			}
			high, ext = maxWindow, ExtNone
		}
		if t.Scale <= 0 || high >= wrap || t.Value.Type != ir.I32 && ext != ExtNone {
			return linear{}, false
		}
		most += high * uint64(t.Scale) // less than 2^63, and the sums of such below are
		if most >= wrap {
			return linear{}, false
		}
		r.terms = append(r.terms, Term{t.Value, ext, t.Scale})
	}
	if e == ExtSigned && most >= wrap/2 {
		return linear{}, false
	}
	return r, true
}

// maxWindow is more than the offset of any variable in the windows of shared and local
// memory.
const maxWindow = 1 << 24

// generic reports whether the form is the generic address of something in a
// window.
func (l linear) generic() bool {
	for _, n := range l.win {
		if n > 0 {
			return true
		}
	}
	return false
}

// based reports whether the form contains a symbol's address or a window.
func (l *linear) based() bool {
	return !l.win.none() || slices.ContainsFunc(l.terms, func(t Term) bool { return t.Value.Op == ir.OpSymAddr })
}

// align returns the largest power of two, at most 1<<20, that divides every
// term and the constant.
func (l *linear) align(x *bitFacts) int64 {
	a := lowBit(l.off)
	for _, t := range l.terms {
		a = min(a, lowBit(t.Scale)*x.low[t.Value.ID])
	}
	return min(a, maxAlign)
}

const maxAlign = 1 << 20

// lowBit returns the largest power of two that divides n, at most maxAlign.
func lowBit(n int64) int64 {
	if n == 0 {
		return maxAlign
	}
	return min(n&-n, maxAlign)
}

// findWindows marks the I32 values through which an offset into the shared or
// local window may pass: 32-bit registers hold such addresses as well.
func (fs *forms) findWindows(order []*ir.Block) {
	wide := make([]bool, len(fs.window)) // I64 values derived from a window's symbol
	mark := func(v *ir.Value, set []bool) bool {
		if set[v.ID] {
			return false
		}
		set[v.ID] = true
		return true
	}
	derived := func(v *ir.Value) bool { return wide[v.ID] || fs.window[v.ID] }
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if v.Type != ir.I32 && v.Type != ir.I64 {
					continue
				}
				from := false
				switch v.Op {
				case ir.OpSymAddr:
					from = fs.narrow || v.Attr.Sym.Space == ir.Shared || v.Attr.Sym.Space == ir.Local
				case ir.OpParam, ir.OpArg:
					from = fs.narrow && v.Type == ir.I32
				case ir.OpTrunc, ir.OpZext, ir.OpSext, ir.OpOr, ir.OpToGeneric, ir.OpFromGeneric:
					from = derived(v.Args[0])
				case ir.OpSub:
					from = derived(v.Args[0]) && !derived(v.Args[1])
				case ir.OpAdd, ir.OpPhi:
					from = slices.ContainsFunc(v.Args, derived)
				case ir.OpSelect:
					from = derived(v.Args[1]) || derived(v.Args[2])
				}
				if !from {
					continue
				}
				if v.Type == ir.I32 {
					changed = mark(v, fs.window) || changed
				} else {
					changed = mark(v, wide) || changed
				}
			}
		}
	}
}

// mayPoint reports whether an I32 value may be a 32-bit address. What only comes of
// numbers that no pointer is among, and what no arithmetic on a pointer is, may not.
func mayPoint(v *ir.Value, depth int) bool {
	if depth == 0 {
		return true
	}
	any := func(args []*ir.Value) bool {
		return slices.ContainsFunc(args, func(a *ir.Value) bool { return mayPoint(a, depth-1) })
	}
	switch v.Op {
	case ir.OpConst, ir.OpSReg, ir.OpMul, ir.OpShl, ir.OpShrU, ir.OpShrS, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		return false
	case ir.OpZext, ir.OpSext:
		return v.Args[0].Type == ir.I32 && mayPoint(v.Args[0], depth-1)
	case ir.OpAnd:
		for _, a := range v.Args {
			if m, ok := a.IsConst(); ok && m < leastAddress {
				return false
			}
		}
		return any(v.Args)
	case ir.OpIntrin:
		return !strings.HasPrefix(v.Attr.Name, "Mul") && any(v.Args)
	case ir.OpLoad:
		return v.Attr.Mem.Bits() >= 32
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor, ir.OpTrunc, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU:
		return any(v.Args)
	}
	return true
}

// leastAddress is where 32-bit addresses begin.
const leastAddress = 0x1000
