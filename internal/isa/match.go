package isa

import (
	"slices"
	"strings"
)

// Match is a form whose choices have been made by the modifiers of an
// instruction. Matches are shared between instructions and must not be changed.
type Match struct {
	Form *Form
	Head string // canonical: opcode and modifiers in the order of the syntax

	toks  []string // the modifiers in that order
	vals  []choice
	types []Type
	order []int // toks[i] was mods[order[i]]

	lowering  Lowering
	intrinsic string
	norm      []string
}

type choice struct{ name, value string }

// Val returns the member that the modifiers choose from set $name of the syntax,
// "" where the choice was not made. The names are those of the syntax: "T", "S".
func (m *Match) Val(name string) string {
	for _, c := range m.vals {
		if c.name == name {
			return c.value
		}
	}
	return ""
}

// Has reports whether the modifier is present, written without its dot.
func (m *Match) Has(mod string) bool { return slices.Contains(m.toks, mod) }

// HasAny returns the first of the modifiers that is present, or "".
func (m *Match) HasAny(mods ...string) string {
	for _, x := range mods {
		if m.Has(x) {
			return x
		}
	}
	return ""
}

// Tokens returns the modifiers in the order of the syntax, without dots. The
// slice is shared.
func (m *Match) Tokens() []string { return m.toks }

// Types returns the type modifiers in order. The slice is shared.
func (m *Match) Types() []Type { return m.types }

// Type returns the only or last type modifier, which is the instruction type
// of all instructions but conversions and the like; TypeNone where there is
// none.
func (m *Match) Type() Type {
	if len(m.types) == 0 {
		return TypeNone
	}
	return m.types[len(m.types)-1]
}

// Space returns the state space named by the modifiers, SpaceNone (generic)
// where there is none.
func (m *Match) Space() Space {
	for _, t := range m.toks {
		if s, ok := ParseSpace(t); ok {
			return s
		}
	}
	return SpaceNone
}

// VecLen returns n of the modifier .vN, 1 where there is none.
func (m *Match) VecLen() int {
	switch m.HasAny("v2", "v4", "v8") {
	case "v2":
		return 2
	case "v4":
		return 4
	case "v8":
		return 8
	}
	return 1
}

// Bind maps n written operands to the form's: element k is the index in
// Form.Operands of the k-th operand as written. An optional operand is there
// when its condition on the modifiers holds, or, without a condition, from left
// to right as long as operands are left over. The result is nil where n does
// not fit.
func (m *Match) Bind(n int) []int {
	ops := m.Form.Operands
	spare := n
	present := make([]bool, len(ops))
	for i := range ops {
		present[i] = !ops[i].Optional || ops[i].when != nil && ops[i].when.holds(m)
		if present[i] {
			spare--
		}
	}
	if spare < 0 {
		return nil
	}
	at := make([]int, 0, n)
	for i := range ops {
		if !present[i] && ops[i].when == nil && spare > 0 {
			present[i] = true
			spare--
		}
		if present[i] {
			at = append(at, i)
		}
	}
	if spare != 0 {
		return nil
	}
	return at
}

// OperandType returns the type that operand i of the form must have: Pred for
// predicates, TypeNone for addresses, labels and whatever has no type, the
// element's type for vectors.
func (m *Match) OperandType(i int) Type {
	o := &m.Form.Operands[i]
	t := m.typeOf(o)
	if o.Fragment {
		t = fragmentType(t)
	}
	if o.Wide2n {
		t = t.Widened()
	}
	return t
}

// PairType returns the type of the second destination of operand i (p of d|p).
func (m *Match) PairType(i int) Type {
	if p := m.Form.Operands[i].Pair; p != nil {
		return m.typeOf(p)
	}
	return TypeNone
}

// ElemType returns the type of each element where operand i is written as a list
// of n. It differs from OperandType where elements are packed into one register:
// mov.b64 d,{a,b} packs two b32.
func (m *Match) ElemType(i, n int) Type {
	t := m.OperandType(i)
	if n > 1 && m.Form.Opcode == "mov" && m.Val("V") == "" && t.Bits()%n == 0 {
		return BitsType(t.Bits() / n)
	}
	return t
}

func (m *Match) typeOf(o *Operand) Type {
	const untyped = KAddr | KLabel | KFunc | KList | KTex | KSampler | KSurf | KTensor | KDesc
	switch {
	case o.Type != TypeNone:
		return o.Type
	case strings.HasPrefix(o.From, "$"):
		t, _ := ParseType(m.Val(o.From[1:]))
		return t
	case strings.HasPrefix(o.From, "#"):
		if k := int(o.From[1] - '0'); k < len(m.types) {
			return m.types[k]
		}
		return TypeNone
	case o.From == "-", o.Kinds&^untyped == 0:
		return TypeNone
	case o.Kinds&^(KPred|KNeg|KSink|KImm) == 0 && o.Is(KPred):
		return Pred
	case len(m.types) == 1:
		return m.types[0]
	}
	return TypeNone
}

// fragmentType returns the register type that holds elements of t in a matrix
// fragment: narrow formats are packed into .b32 (sections 9.7.14.4 and 9.7.14.5).
func fragmentType(t Type) Type {
	switch t {
	case F32, F64, S32, TypeNone:
		return t
	}
	return B32
}

// orderClass groups modifiers whose order carries meaning: source after
// destination. Modifiers outside any class may stand anywhere.
type orderClass uint8

const (
	orderFree orderClass = iota
	orderType
	orderSpace
)

func classOf(mod string) orderClass {
	if _, ok := ParseType(mod); ok {
		return orderType
	}
	if _, ok := ParseSpace(mod); ok {
		return orderSpace
	}
	return orderFree
}

// assignment is the state of matching one shape.
type assignment struct {
	mods  []string
	class []orderClass
	used  []bool
	order []int
	vals  []choice
}

// take finds the first unused modifier that is text and may be used next.
func (a *assignment) take(text string) (int, bool) {
	for i, m := range a.mods {
		if a.used[i] || m != text {
			continue
		}
		if c := a.class[i]; c != orderFree {
			for j := range i {
				if !a.used[j] && a.class[j] == c {
					return 0, false
				}
			}
		}
		return i, true
	}
	return 0, false
}

// fill tries to put modifiers into one slot; among alternatives it prefers the
// one whose first modifier was written first.
func (a *assignment) fill(s slot) bool {
	best, bestAt := -1, len(a.mods)
	for k, alt := range s.alts {
		if alt.name != "" && !a.agrees(alt) {
			continue
		}
		if i, ok := a.take(alt.toks[0]); ok && i < bestAt && a.takesAll(alt.toks) {
			best, bestAt = k, i
		}
	}
	if best < 0 {
		return false
	}
	alt := s.alts[best]
	for _, t := range alt.toks {
		i, _ := a.take(t)
		a.used[i] = true
		a.order = append(a.order, i)
	}
	if alt.name != "" {
		a.vals = append(a.vals, choice{alt.name, alt.value})
	}
	return true
}

// agrees reports whether the alternative has the value that its choice already
// has, if it has one: a choice named twice in a syntax is made once.
func (a *assignment) agrees(x alt) bool {
	for _, c := range a.vals {
		if c.name == x.name {
			return c.value == x.value
		}
	}
	return true
}

// takesAll reports whether all of toks can be taken one after another, where the
// first can.
func (a *assignment) takesAll(toks []string) bool {
	if len(toks) == 1 {
		return true
	}
	ok := true
	var taken []int
	for _, t := range toks {
		i, found := a.take(t)
		if !found {
			ok = false
			break
		}
		a.used[i] = true
		taken = append(taken, i)
	}
	for _, i := range taken {
		a.used[i] = false
	}
	return ok
}

// match matches the modifiers, in any order, against the form.
func (f *Form) match(mods []string, class []orderClass) *Match {
	a := assignment{mods: mods, class: class}
	for _, s := range f.shapes() {
		if s.n != len(mods) {
			continue
		}
		if a.used == nil {
			a.used, a.order, a.vals = make([]bool, len(mods)), make([]int, 0, len(mods)), make([]choice, 0, len(s.slots))
		}
		clear(a.used)
		a.order, a.vals = a.order[:0], a.vals[:0]
		ok := true
		for _, sl := range s.slots {
			if ok = a.fill(sl); !ok {
				break
			}
		}
		if ok {
			return newMatch(f, &a)
		}
	}
	return nil
}

// Match returns what the modifiers mean in this form alone, whatever other forms
// of the opcode there are; nil where they mean nothing or are illegal together.
// Resolve finds the form of an instruction; this is for walking the table.
func (f *Form) Match(mods []string) *Match {
	if f.Placeholder {
		return nil
	}
	class := make([]orderClass, len(mods))
	for i, m := range mods {
		class[i] = classOf(m)
	}
	m := f.match(mods, class)
	if m == nil {
		return nil
	}
	if _, bad := m.illegal(); bad {
		return nil
	}
	return m
}

func newMatch(f *Form, a *assignment) *Match {
	m := &Match{Form: f, vals: a.vals, order: a.order, toks: make([]string, len(a.order))}
	for k, i := range a.order {
		m.toks[k] = strings.Clone(a.mods[i])
		if t, ok := ParseType(m.toks[k]); ok {
			m.types = append(m.types, t)
		}
	}
	m.Head = f.Opcode
	if len(m.toks) > 0 {
		m.Head += "." + strings.Join(m.toks, ".")
	}
	m.norm = f.normalise(m)
	m.intrinsic = intrinsicName(m.norm)
	m.lowering = f.lowering(m)
	return m
}
