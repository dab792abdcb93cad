package isa

import (
	"fmt"
	"slices"
	"strings"
)

// gate refines a form's PTX version and target where some of its modifiers need more, or
// are gone.
type gate struct {
	when    cond
	ptx     Version
	ptxFor  int      // the only architecture for which ptx is asked, 0: all
	targets []Target // any of these
	// unassembled says that a text has it and no assembler takes it.
	unassembled bool
	until       Version
	untilFor    int // architecture from which until holds, 0: all
}

// Requirement is what an instruction needs of its module.
type Requirement struct {
	PTX     Version
	Targets []Target // any of these
}

// within reports whether whoever meets o meets r as well.
func (r Requirement) within(o Requirement) bool {
	if o.PTX.Less(r.PTX) {
		return false
	}
	return allInclude(o.Targets, r.Targets)
}

func anyIncludes(need []Target, t Target) bool {
	for _, n := range need {
		if t.Includes(n) {
			return true
		}
	}
	return false
}

// Requires returns the PTX version and targets that the instruction needs, its
// modifiers considered. The version is that of the first of the targets.
func (m *Match) Requires() Requirement {
	arch := 0
	if len(m.Form.Targets) > 0 {
		arch = m.Form.Targets[0].Arch
	}
	return m.requires(arch)
}

// requires is Requires for a module for an architecture.
func (m *Match) requires(arch int) Requirement {
	r := Requirement{m.Form.PTX, m.Form.Targets}
	for _, g := range m.Form.gates {
		if !g.when.holds(m) || g.ptxFor != 0 && g.ptxFor != arch {
			continue
		}
		if r.PTX.Less(g.ptx) {
			r.PTX = g.ptx
		}
		if len(g.targets) > 0 && !allInclude(r.Targets, g.targets) {
			r.Targets = g.targets
		}
	}
	return r
}

// allInclude reports whether each of ts includes one of need.
func allInclude(ts, need []Target) bool {
	for _, t := range ts {
		if !anyIncludes(need, t) {
			return false
		}
	}
	return true
}

// Until returns the version of PTX from which on the instruction is gone, for
// targets of at least the architecture arch; the zero Version where it is not.
func (m *Match) Until() (v Version, arch int) {
	for _, g := range m.Form.gates {
		if g.until != (Version{}) && g.when.holds(m) {
			return g.until, g.untilFor
		}
	}
	return Version{}, 0
}

// Unassembled reports whether a text of NVIDIA's has the instruction and ptxas refuses it.
func (m *Match) Unassembled() bool {
	return slices.ContainsFunc(m.Form.gates, func(g gate) bool { return g.unassembled && g.when.holds(m) })
}

// limited reports whether the form was removed at some version.
func (m *Match) limited() bool {
	v, _ := m.Until()
	return v != Version{}
}

// GateError says why a module may not use an instruction.
type GateError struct {
	Text string // complete, without position: "fma.rn.f32 needs sm_20 or later; this module says .target sm_13"
	Hint string // what to write instead, "" where nothing is known
}

// Gate returns nil if a module with that .version and .target may use the
// instruction.
func (m *Match) Gate(v Version, t Target) *GateError {
	if m.Form.Gone {
		return &GateError{Text: m.Head + m.another() + " is documented, but was never implemented"}
	}
	for _, g := range m.Form.gates {
		if g.until == (Version{}) || v.Less(g.until) || t.Arch < g.untilFor || !g.when.holds(m) {
			continue
		}
		e := &GateError{Text: fmt.Sprintf("%s was removed in PTX %s; this module says .version %s", m.Head, g.until, v)}
		if g.untilFor != 0 {
			e.Text = fmt.Sprintf("%s was removed in PTX %s for sm_%d and later; this module says .version %s and .target %s",
				m.Head, g.until, g.untilFor, v, t)
		}
		e.Hint = m.replacement()
		return e
	}
	r := m.requires(t.Arch)
	// map_f64_to_f32 lends sm_10 to sm_12 the f64 instructions of sm_13.
	if t.Has("map_f64_to_f32") && anyIncludes(r.Targets, Target{Arch: 13}) {
		r.Targets = nil
	}
	if why := r.Lacks(v, t); why != "" {
		return &GateError{Text: m.Head + " " + why}
	}
	return nil
}

// Lacks says what a module with that .version and .target lacks, as the end of a
// sentence: "needs PTX 7.0 and sm_80 or later; this module says .version 6.0 and
// .target sm_60". It returns "" where the module has everything. Without Targets
// all will do.
func (r Requirement) Lacks(v Version, t Target) string {
	old, other := v.Less(r.PTX), len(r.Targets) > 0 && !anyIncludes(r.Targets, t)
	switch {
	case old && other:
		return fmt.Sprintf("needs PTX %s and %s; this module says .version %s and .target %s", r.PTX, describeTargets(r.Targets), v, t)
	case old:
		return fmt.Sprintf("needs PTX %s or later; this module says .version %s", r.PTX, v)
	case other:
		return fmt.Sprintf("needs %s; this module says .target %s", describeTargets(r.Targets), t)
	}
	return ""
}

func describeTargets(ts []Target) string {
	var parts, families []string
	for _, t := range ts {
		switch t.Suffix {
		case 'a':
			parts = append(parts, t.String())
		case 'f':
			families = append(families, t.String())
		default:
			parts = append(parts, fmt.Sprintf("%s or later", t))
		}
	}
	switch n := len(families); n {
	case 0:
	case 1:
		parts = append(parts, families[0]+" or a later target of its family")
	default:
		parts = append(parts, fmt.Sprintf("a target of the families of %s and %s", strings.Join(families[:n-1], ", "), families[n-1]))
	}
	return strings.Join(parts, " or ")
}

// another returns words that tell the form from the others that its head could
// be, whose operands differ; "" where there are none.
func (m *Match) another() string {
	class := make([]orderClass, len(m.toks))
	for i, t := range m.toks {
		class[i] = classOf(t)
	}
	for _, f := range Lookup(m.Form.Opcode) {
		if f != m.Form && !f.Gone && !f.Placeholder && f.match(m.toks, class) != nil {
			return " with such operands"
		}
	}
	return ""
}

// replacement says what the other forms of the opcode ask for where this one is
// gone.
func (m *Match) replacement() string {
	var others []*Form
	for _, f := range Lookup(m.Form.Opcode) {
		if f != m.Form && !f.Gone {
			others = append(others, f)
		}
	}
	if len(others) == 0 {
		return ""
	}
	class := make([]orderClass, len(m.toks))
	for i, t := range m.toks {
		class[i] = classOf(t)
	}
	return explain(m.Form.Opcode, others, m.toks, class).Hint
}
