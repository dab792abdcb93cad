package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// registerSet is the registers of one declared type that random instructions
// read and write. Constructs keep their own state in registers of other names.
type registerSet struct {
	typ    isa.Type
	prefix string
	n      int
}

var registerSets = []registerSet{
	{isa.Pred, "%p", 5},
	{isa.B16, "%h", 3}, {isa.U16, "%hu", 2}, {isa.S16, "%hs", 2}, {isa.F16, "%e", 2},
	{isa.B32, "%r", 6}, {isa.U32, "%ru", 3}, {isa.S32, "%rs", 3}, {isa.F32, "%f", 5}, {isa.F16x2, "%ee", 2},
	{isa.B64, "%rd", 4}, {isa.U64, "%rl", 2}, {isa.S64, "%ls", 2}, {isa.F64, "%fd", 5},
}

// registers declares all registers of the sets, and those of constructs.
func (f *fn) registers() string {
	var b strings.Builder
	for _, s := range registerSets {
		fmt.Fprintf(&b, "\t.reg .%v %s<%d>;\n", s.typ, s.prefix, s.n)
	}
	return b.String()
}

// every lists all registers of the sets.
func every() []string {
	var out []string
	for _, s := range registerSets {
		for i := range s.n {
			out = append(out, fmt.Sprintf("%s%d", s.prefix, i))
		}
	}
	return out
}

// typeOf returns the declared type of a register of the sets.
func typeOf(reg string) isa.Type {
	name := strings.TrimRight(reg, "0123456789")
	for _, s := range registerSets {
		if s.prefix == name {
			return s.typ
		}
	}
	panic("difftest: register " + reg)
}

// fits reports whether a register of the declared type can be an operand of
// instruction type t. An f64 register can be a source of f64 operations only:
// PTX does not say which of two NaNs an f64 operation returns, so the bits must
// not get out; see gen.escape.
func fits(t, reg isa.Type, wide, dest bool) bool {
	if reg == isa.F64 && t != isa.F64 && !dest || t == isa.F64 && reg != isa.F64 {
		return false
	}
	if wide {
		return isa.CompatibleWide(t, reg)
	}
	return isa.Compatible(t, reg)
}

// hasRegister reports whether a declared type fits an operand.
func hasRegister(t isa.Type, wide, dest bool) bool {
	for _, s := range registerSets {
		if fits(t, s.typ, wide, dest) {
			return true
		}
	}
	return false
}

// reg picks a register for an operand of instruction type t.
func (g *gen) reg(t isa.Type, wide, dest bool) string {
	var sets []registerSet
	total := 0
	for _, s := range registerSets {
		if fits(t, s.typ, wide, dest) && !(g.form != nil && g.form.era.before(4, 2) && (s.typ == isa.F16 || s.typ == isa.F16x2)) {
			n := 1
			if s.typ == t {
				n = 3
			}
			for range n {
				sets = append(sets, s)
				total += s.n
			}
		}
	}
	if len(sets) == 0 {
		panic(fmt.Sprintf("difftest: no register for type %v", t))
	}
	k := g.n(total)
	for _, s := range sets {
		if k < s.n {
			return fmt.Sprintf("%s%d", s.prefix, k)
		}
		k -= s.n
	}
	panic("unreachable")
}

// src and dst pick a register for a source and a destination of exactly the
// width of t.
func (g *gen) src(t isa.Type) string { return g.reg(t, false, false) }
func (g *gen) dst(t isa.Type) string { return g.reg(t, false, true) }

// pred picks a predicate, perhaps negated.
func (g *gen) pred() string {
	if g.chance(3) {
		return "!" + g.src(isa.Pred)
	}
	return g.src(isa.Pred)
}

// distinct picks n different registers for destinations of type t.
func (g *gen) distinct(t isa.Type, wide bool, n int) []string {
	var out []string
	for len(out) < n {
		if r := g.reg(t, wide, true); !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
