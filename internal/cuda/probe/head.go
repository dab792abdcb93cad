package probe

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
)

// Class orders the heads by how much there is to learn from them.
type Class int

// The classes, the most interesting first.
const (
	Approximate Class = iota // what the manual only bounds
	Conversion
	Arithmetic
	Comparison
)

var classNames = [...]string{"approximate", "conversion", "arithmetic", "comparison"}

// String returns the class as golden files spell it.
func (c Class) String() string { return classNames[c] }

// Shape is how the inputs of a head are chosen.
type Shape int

const (
	Unary  Shape = iota // all 2^32 values of the one source
	Small               // all values of the one source of 8 or 16 bits
	Tuples              // seeded tuples
)

// Head is an instruction that can be probed.
type Head struct {
	Name  string // "rcp.approx.ftz.f32"
	Class Class
	Shape Shape

	match *isa.Match
	dest  operand
	pair  bool // the destination is p|q
	src   []operand
	// twice: both sources are f32 and converted each on its own; the second is
	// derived from the first, so that the head counts as Unary.
	twice bool
	body  []string // instructions in place of the one that Name is
}

// operand is a register operand.
type operand struct {
	typ  isa.Type // as the instruction sees it
	bits int      // that count
	own  bool     // in no wider register
}

// words returns the bytes of a value in memory.
func (o operand) words() int {
	if o.bits > 32 {
		return 8
	}
	return 4
}

// Bits returns the number of bits of the result.
func (h *Head) Bits() int {
	if h.pair {
		return 2
	}
	return h.dest.bits
}

// Function returns the name by which fpops would have the head's function.
func (h *Head) Function() string { return h.match.Intrinsic() }

// Alias reports whether the head is another spelling of an instruction: with a
// default written out, or with a modifier that the table says has no effect.
func (h *Head) Alias() bool {
	return strings.Join(h.match.Normal(), ".") != h.Name
}

// LeftOut is a head that cannot be probed.
type LeftOut struct{ Name, Why string }

// Heads lists the heads of all floating-point rows of the ISA table in its order,
// and those that the kernels of this package cannot execute. Of comparisons, which
// have thousands of heads, it takes some that show every modifier.
func Heads() (heads []*Head, out []LeftOut) {
	seen := map[string]bool{}
	for _, f := range isa.Forms() {
		if !isa.IsFloatGroup(f.Group) || f.Group == "alternate fp" || f.Placeholder || f.Gone {
			continue // of the alternate formats' arithmetic ptx2go has nothing
		}
		add := func(mods []string) bool {
			m := f.Match(slices.Clone(mods))
			if m == nil || seen[m.Head] || !onFloats(m) {
				return true
			}
			if v, _ := m.Until(); v != (isa.Version{}) {
				return true // gone from PTX that current GPUs need
			}
			// The head must mean this form, not another one with the same head.
			if ms, _ := isa.Resolve(f.Opcode, mods); len(ms) == 0 || !slices.ContainsFunc(ms, func(x *isa.Match) bool { return x.Form == f }) {
				return true
			}
			key := m.Head
			h, why := newHead(m)
			if h != nil {
				key = fmt.Sprintf("%s/%d", m.Head, len(h.src))
			}
			if seen[key] {
				return true
			}
			seen[key] = true
			if why != "" {
				out = append(out, LeftOut{m.Head, why})
			} else {
				heads = append(heads, h)
			}
			return true
		}
		if classOf(f) == Comparison {
			for _, mods := range example.Heads(f, 12) {
				add(mods)
			}
		} else {
			f.Expand(add)
		}
	}
	return heads, out
}

// HeadsOf yields the heads that a GPU of that compute capability has, under the
// names that golden files call them by: their own, but for a head that only the
// number of its sources tells from another one (min.f32), which gets that of its
// function (min3.f32).
func HeadsOf(arch int) iter.Seq2[string, *Head] {
	return func(yield func(string, *Head) bool) {
		all, _ := Heads()
		seen := map[string]bool{}
		for _, h := range all {
			if _, _, err := h.TargetFor(arch); err != nil {
				continue
			}
			name := h.Name
			if seen[name] {
				name = strings.Join(h.match.Normal(), ".")
			}
			seen[name] = true
			if !yield(name, h) {
				return
			}
		}
	}
}

// onFloats reports whether the instruction is about floating point: conversions
// and comparisons of integers are not.
func onFloats(m *isa.Match) bool {
	return slices.ContainsFunc(m.Types(), isa.Type.IsFloat)
}

func classOf(f *isa.Form) Class {
	switch f.Opcode {
	case "cvt":
		return Conversion
	case "set", "setp", "slct", "selp", "testp":
		return Comparison
	}
	return Arithmetic
}

// newHead describes the operands of a head, or says why it cannot be probed.
func newHead(m *isa.Match) (h *Head, why string) {
	h = &Head{Name: m.Head, Class: classOf(m.Form), match: m}
	if m.HasAny("approx", "full") != "" {
		h.Class = Approximate
	}
	var at []int
	for n := len(m.Form.Operands); n > 0 && at == nil; n-- {
		at = m.Bind(n)
	}
	for _, i := range at {
		o := &m.Form.Operands[i]
		if o.Is(isa.KVec) && !o.Is(isa.KReg) {
			return nil, "an operand is a list of registers"
		}
		x := operand{typ: m.OperandType(i), own: !m.Form.Operands[i].Wider}
		x.bits = x.typ.Bits()
		if x.typ == isa.TypeNone || x.bits > 64 || x.bits < 8 && x.typ != isa.Pred || x.typ == isa.E2M1x2 {
			return nil, "the kernels have no registers for an operand"
		}
		switch {
		case o.Dest:
			h.dest = x
			h.pair = o.Pair != nil
		default:
			h.src = append(h.src, x)
		}
	}
	if h.dest.typ == isa.TypeNone || len(h.src) == 0 {
		return nil, "it has no result or no source"
	}
	h.Shape = h.shape()
	return h, ""
}

func (h *Head) shape() Shape {
	only := h.src[0]
	if len(h.src) == 2 && h.Class == Conversion && only.typ == isa.F32 && h.src[1].typ == isa.F32 {
		h.twice = true
		return Unary
	}
	switch {
	case len(h.src) > 1 || only.bits > 32 || only.typ == isa.Pred:
		return Tuples
	case only.bits == 32:
		return Unary
	}
	return Small
}

// signature names the types of the sources: heads with the same signature see the
// same tuples.
func (h *Head) signature() string {
	var s []string
	for _, o := range h.src {
		s = append(s, o.typ.String())
	}
	return strings.Join(s, " ")
}

// TargetFor returns the .version and .target of a module with the head for a GPU
// of that compute capability (90 for 9.0), or says why there is none.
func (h *Head) TargetFor(arch int) (v isa.Version, t isa.Target, err error) {
	req := h.match.Requires()
	plain := nearest(arch)
	for _, t := range []isa.Target{plain, {Arch: arch, Suffix: 'a'}, {Arch: arch, Suffix: 'f'}} {
		since := t.Since()
		if since == (isa.Version{}) || !slices.ContainsFunc(req.Targets, t.Includes) {
			continue
		}
		v := isa.Version{Major: 6, Minor: 0}
		for _, x := range []isa.Version{req.PTX, since} {
			if v.Less(x) {
				v = x
			}
		}
		return v, t, nil
	}
	var need []string
	for _, t := range req.Targets {
		need = append(need, t.String())
	}
	return v, t, fmt.Errorf("needs %s", strings.Join(need, " or "))
}

// nearest returns the plain target of the architecture, or of the last one before
// it that this program knows.
func nearest(arch int) isa.Target {
	t := isa.Target{Arch: arch}
	for t.Since() == (isa.Version{}) && t.Arch > 10 {
		t.Arch--
	}
	return t
}
