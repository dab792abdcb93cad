package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Go's compiler, 1.26 and 1.27, takes a truncation such as uint32(x) for a copy of x, of
// which instruction selection leaves nothing: a phi of 32 bits then has x itself as an
// argument. Where that phi lives on the stack, for want of registers, the register
// allocator stores 32 bits of x there on the edge, and counts that slot as one more place
// that holds x (edgeState.set in its regalloc.go). It may then use the register of x for
// something else, and load x from the slot for another phi of the same edge, or for what
// needs x after it: the upper half is zero. So it takes a phi, an argument that is wider,
// and something that needs the rest of the argument after the edge. Whether registers are
// short cannot be known here. What runs is built with whatever version of Go, so the cure is
// to have Go compute such truncations.

// merged finds the truncations of a function that Go's compiler may take for more.
type merged struct {
	reads   func(*ir.Value) ([]Read, bool)
	alive   *Liveness
	outside func(*ir.Value) bool
	aliases map[*ir.Value][]*ir.Value // by what they are made of: see wholeOf
	found   map[*ir.Value]bool
}

// MergedTruncs returns the truncations of a function that a variable of Go has as one of
// several values, while more of what they truncate is needed after that place: printed as
// conversions of Go, they could make Go's compiler lose the rest. operands says what a value
// mentions when it is printed. What outside names is computed before the function's
// code, which runs several times.
func MergedTruncs(f *ir.Func, operands func(*ir.Value) []*ir.Value, outside func(*ir.Value) bool) map[*ir.Value]bool {
	m := &merged{outside: outside, aliases: map[*ir.Value][]*ir.Value{}, found: map[*ir.Value]bool{}}
	some := false
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if w := wholeOf(v); w != v {
				m.aliases[w] = append(m.aliases[w], v)
				some = some || v.Op == ir.OpTrunc
			}
		}
	}
	if !some {
		return nil
	}
	m.reads = expressionReads(f, operands)
	m.alive = NewLiveness(f, func(v *ir.Value) []Read { at, _ := m.reads(v); return at })
	m.counted(f)
	for _, b := range f.Blocks {
		for i := range b.Preds {
			m.edge(b, i)
		}
		for _, v := range b.Values {
			for i, a := range v.Args {
				if merges(v, i) {
					m.within(b, a)
				}
			}
		}
		if b.Term == ir.Ret {
			for _, c := range b.Ctrl {
				m.result(c)
			}
		}
	}
	return m.found
}

// renames reports whether a value has the bits of its argument, or the low ones of them, in
// the same kind of register.
func renames(v *ir.Value) bool {
	switch v.Op {
	case ir.OpTrunc:
		return true
	case ir.OpBitcast:
		return !isReal(v.Type) && !isReal(v.Args[0].Type)
	}
	return false
}

// isReal reports whether Go has values of a type as floats. Halves are carried as their bits.
func isReal(t ir.Type) bool { return t == ir.F32 || t == ir.F64 }

// wholeOf returns what Go's compiler takes a value for.
func wholeOf(v *ir.Value) *ir.Value {
	for renames(v) {
		v = v.Args[0]
	}
	return v
}

// truncation returns the truncation that a value is by another type, or nil.
func truncation(v *ir.Value) *ir.Value {
	for renames(v) && v.Op != ir.OpTrunc {
		v = v.Args[0]
	}
	if renames(v) {
		return v
	}
	return nil
}

// merges reports whether argument i of a value, which is no phi, is one of several values
// that a variable of Go may have: what is conditional is printed as a branch, or is one in
// Go, and functions may be inlined.
func merges(v *ir.Value, i int) bool {
	switch v.Op {
	case ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpAbs, ir.OpCall, ir.OpCallIndirect, ir.OpRun, ir.OpIntrin, ir.OpAtomic:
		return true
	case ir.OpSelect:
		return i > 0
	}
	return false
}

// edge looks at what the phis of a block get on an edge.
func (m *merged) edge(to *ir.Block, at int) {
	bits := map[*ir.Value]int{} // how many bits of a value the phis get
	for _, phi := range to.Phis() {
		w := wholeOf(phi.Args[at])
		bits[w] = max(bits[w], phi.Type.Bits())
	}
	for _, phi := range to.Phis() {
		t := truncation(phi.Args[at])
		if t == nil {
			continue
		}
		if bits[wholeOf(t)] > t.Type.Bits() || m.needs(t, func(v *ir.Value) bool { return m.alive.Into(v, to) }) {
			m.found[t] = true
		}
	}
}

// within looks at what is merged inside of a block. Expressions are printed where their
// values are used, so that the order in the block says nothing.
func (m *merged) within(b *ir.Block, a *ir.Value) {
	t := truncation(a)
	if t != nil && m.needs(t, func(v *ir.Value) bool { return m.alive.in(v, b) != unused }) {
		m.found[t] = true
	}
}

// result looks at a result of the function, which may become part of one that calls it.
func (m *merged) result(a *ir.Value) {
	t := truncation(a)
	if t != nil && m.needs(t, func(*ir.Value) bool { return true }) {
		m.found[t] = true
	}
}

// counted looks at what loops leave after that count and ask at their end. Go asks in front
// of a round, of the first one too, so that what is read after such a loop has a value from
// before it as well.
func (m *merged) counted(f *ir.Func) {
	loops := ir.Loops(f, ir.Dominators(f))
	for header, c := range Counts(f) {
		if !c.AtEnd {
			continue
		}
		l := loops.Headed(header)
		behind := func(v *ir.Value) bool { return m.alive.Behind(v, c.Test) }
		for _, list := range m.aliases {
			for _, v := range list { // which may be its truncation by another type
				t := truncation(v)
				if t != nil && loops.Contains(l, t.Block) && (behind(v) || !loops.Contains(l, v.Block)) && m.needs(t, behind) {
					m.found[t] = true
				}
			}
		}
	}
}

// needs reports whether anything that has more of the truncated bits is read, and is alive.
func (m *merged) needs(t *ir.Value, alive func(*ir.Value) bool) bool {
	w := wholeOf(t)
	wider := func(v *ir.Value) bool {
		if v.Type.Bits() <= t.Type.Bits() {
			return false
		}
		at, all := m.reads(v)
		return len(at) > 0 && (!all || m.outside(w) || alive(v))
	}
	return wider(w) || slices.ContainsFunc(m.aliases[w], wider)
}

// maxSums bounds how many sums are followed from one of their parts.
const maxSums = 100

// expressionReads returns where a value is read by what does more than rename it. A sum may be
// printed anew where an address is made of it: what reads the sum reads its parts. The
// function also says whether that is all.
func expressionReads(f *ir.Func, operands func(*ir.Value) []*ir.Value) func(*ir.Value) (at []Read, all bool) {
	reads := Reads(f, func(v *ir.Value) []*ir.Value {
		switch {
		case renames(v):
			return nil
		case v.Op == ir.OpPhi:
			return v.Args
		}
		return append(slices.Clone(v.Args), operands(v)...)
	})
	sums := make([][]*ir.Value, f.NumValues()) // by value ID: those of which it is a part
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpOr, ir.OpZext, ir.OpSext, ir.OpToGeneric, ir.OpFromGeneric:
				for _, a := range v.Args {
					sums[a.ID] = append(sums[a.ID], v)
				}
			}
		}
	}
	return func(v *ir.Value) (at []Read, all bool) {
		list := []*ir.Value{v}
		for i := 0; i < len(list); i++ {
			if i == maxSums {
				return at, false
			}
			at = append(at, reads[list[i].ID]...)
			for _, s := range sums[list[i].ID] {
				if !slices.Contains(list, s) {
					list = append(list, s)
				}
			}
		}
		return at, true
	}
}
