package conform

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// list is the operands of one kernel: a value of each source operand for each
// thread. Integers that a conversion takes from a wider register have bits above
// them that must not count.
type list struct {
	name  string
	types []isa.Type
	cols  [][]uint64 // by operand, then thread

	widens  bool // integers may come from wider registers
	narrows bool // the results are pairs of narrow floats
}

// length is the number of threads, a multiple of 64.
func (l *list) length() int { return len(l.cols[0]) }

// at returns the operands of a thread.
func (l *list) at(thread int) []uint64 {
	in := make([]uint64, len(l.cols))
	for i, c := range l.cols {
		in[i] = c[thread]
	}
	return in
}

// purpose says what operands an instruction wants.
type purpose string

const (
	forArithmetic purpose = "arithmetic"
	forComparison purpose = "comparison"
	forSelection  purpose = "selection"
	forConversion purpose = "conversion"
	forNarrowing  purpose = "narrowing"
	forIntegers   purpose = "integers"
	// Results with a tolerance need operands whose results stay clear of
	// overflow, subnormals and the specials, which have lists of their own.
	forTolerance purpose = "tolerance"
	forSpecials  purpose = "specials"
)

// newList makes the operands for instructions with these source types. oneNaN
// keeps NaNs out of all operands but one; oob brings the out-of-bounds NaN in.
func newList(p purpose, op string, types []isa.Type, oneNaN, oob bool) *list {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.String()
	}
	l := &list{name: strings.Join(append([]string{string(p)}, names...), " "), types: types}
	if p == forTolerance || p == forSpecials || p == forIntegers {
		l.name += " " + op
	}
	r := randomFor(l.name)
	switch {
	case p == forTolerance:
		l.tolerance(r, op)
	case p == forSpecials:
		l.special(op)
	case p == forComparison:
		l.compare(r)
	case p == forSelection:
		l.choose(r)
	case p == forConversion || p == forNarrowing:
		l.narrows = p == forNarrowing
		l.convert(r)
	case p == forIntegers:
		l.integers(r, op)
	default:
		l.arithmetic(r)
	}
	if oneNaN {
		l.name += " fewer NaNs"
		l.fewerNaNs()
	}
	if oob {
		l.name += " out of bounds"
		l.outOfBounds()
	}
	return l
}

// element returns the type of a lane of a packed operand.
func element(t isa.Type) isa.Type {
	e, _ := half(t, 0, 0)
	if t == isa.F32x2 {
		e = isa.F32
	}
	return e
}

// pack2 makes a list of packed operands from the lists of its elements: the low
// ones as they come, the high ones from elsewhere in the list.
func pack2(t isa.Type, col []uint64) []uint64 {
	if t.Lanes() == 1 {
		return col
	}
	n, width := len(col), t.Bits()/2
	out := make([]uint64, n)
	for i, u := range col {
		out[i] = u | col[(i*7+5)%n]<<width
	}
	return out
}

// arithmetic: all pairs of the specials, then what is hard.
func (l *list) arithmetic(r *random) {
	f, _ := lanes(element(l.types[0]))
	s := specials(f)
	n := len(s)
	cols := make([][]uint64, len(l.types))
	add := func(in ...uint64) {
		for i, t := range l.types {
			of, _ := lanes(element(t))
			u := in[i]
			if of != f { // mixed precision
				u = ieee.Encode(of, ieee.Decode(f, u), "rn", false)
				if r.Below(2) == 0 {
					u = r.finite(of, -14, 14)
				}
			}
			cols[i] = append(cols[i], u)
		}
	}
	switch len(l.types) {
	case 1:
		if cols[0] = r.unary(f, 256); f == ieee.F32 {
			cols[0] = append(cols[0], angles()...)
		}
	case 2:
		for i := range n * n {
			add(s[i/n], s[i%n])
		}
		for i := range 64 {
			a, b := r.pairOf(f, i)
			add(a, b)
		}
	case 3:
		for i := range n * n {
			add(s[i/n], s[i%n], s[(i*5+i/n*3)%n])
		}
		for i := range 64 {
			a, b, c := r.tripleOf(f, i)
			add(a, b, c)
		}
	}
	for i, t := range l.types {
		l.cols = append(l.cols, pack2(t, cols[i]))
	}
}

// compare: all pairs of a few specials, then neighbours and random ones; a
// predicate comes with both values.
func (l *list) compare(r *random) {
	const n = 128
	l.cols = make([][]uint64, len(l.types))
	t := l.types[0]
	a, b := make([]uint64, n), make([]uint64, n)
	for i := range n {
		if !isFloat(t) {
			a[i], b[i] = r.integerPair(t, i)
			continue
		}
		f, _ := lanes(element(t))
		s := small(f)
		switch {
		case i < len(s)*len(s):
			a[i], b[i] = s[i/len(s)], s[i%len(s)]
		default:
			a[i], b[i] = r.pairOf(f, 1)
			b[i] ^= f.SignBit()
		}
	}
	l.cols[0], l.cols[1] = pack2(t, a), pack2(t, b)
	if len(l.types) == 3 {
		l.cols[2] = r.bits(n)
	}
}

// bits is a list of predicates.
func (r *random) bits(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(r.Below(2))
	}
	return out
}

// choose: any values, and what the choice depends on.
func (l *list) choose(r *random) {
	const n = 64
	for i, t := range l.types {
		switch {
		case t == isa.Pred:
			l.cols = append(l.cols, r.bits(n))
		case isFloat(t):
			f, _ := lanes(t)
			col := append(append(specials(f), small(f)...), payload(f, false))
			for len(col) < n {
				col = append(col, r.any(f))
			}
			rotated := append(col[7*i%n:n:n], col[:7*i%n]...)
			l.cols = append(l.cols, rotated)
		default:
			l.cols = append(l.cols, r.integers(t, n))
		}
	}
}

// convert: one operand, or two that are packed, and what cvt.pack puts above.
func (l *list) convert(r *random) {
	n := 256
	if l.narrows {
		n = 512
	}
	if !isFloat(l.types[0]) {
		n = 128
	}
	for i, t := range l.types {
		var col []uint64
		switch {
		case isNarrow(t): // every byte
			n = 256
			for k := range uint64(n) {
				col = append(col, low(t.Bits(), k|(k*37+11)&0xff<<8))
			}
		case t == isa.B8 || t == isa.B16: // scales
			col = r.scales(t, n)
		case isFloat(t):
			f, _ := lanes(element(t))
			if l.narrows {
				col = narrowings(f)
			}
			col = append(col, r.unary(f, n-len(col))...)
		default:
			col = r.integers(t, n)
			for k := range col {
				if k%2 == 0 { // what a wider register has above
					col[k] |= r.Next() << t.Bits()
				}
			}
		}
		col = pack2One(t, col)
		shift := i * 29 % n
		l.cols = append(l.cols, append(col[shift:n:n], col[:shift]...))
	}
}

// pack2One is pack2, but not for the pairs that come packed.
func pack2One(t isa.Type, col []uint64) []uint64 {
	if isNarrow(t) {
		return col
	}
	return pack2(t, col)
}

// outOfBounds puts the out-of-bounds NaN of fma.oob and the NaNs beside it into every
// fifth thread, into one operand after the other.
func (l *list) outOfBounds() {
	patterns := []uint64{0x7ff7, 0xfff7, 0x7ff6, 0xfff8, 0x7fff, 0xffff, 0x7ff7}
	for i := 0; i < l.length(); i += 5 {
		k, u := i/5%len(l.types), patterns[i/15%len(patterns)]
		if l.types[k].Lanes() == 2 {
			u = u<<(i/30%2*16) | l.cols[k][i]&(0xffff<<((i/30+1)%2*16))
		}
		l.cols[k][i] = u
	}
}

// fewerNaNs replaces the NaNs after the first of a thread.
func (l *list) fewerNaNs() {
	for i := range l.length() {
		seen := false
		for k, t := range l.types {
			f, n := lanes(t)
			for lane := range n {
				shift := uint(lane) * f.Width()
				u := l.cols[k][i] >> shift & (1<<f.Width() - 1)
				if !f.IsNaN(u) {
					continue
				}
				if seen {
					l.cols[k][i] ^= (u ^ f.One() ^ uint64(i)) & (1<<f.Width() - 1) << shift
				}
				seen = true
			}
		}
	}
}
