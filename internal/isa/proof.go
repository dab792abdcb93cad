package isa

import "slices"

// Proof is what the results of an instruction have been compared with.
type Proof string

// The proofs. docs/ISA.md explains them to users.
const (
	// ProofCases: conformance cases, whose expected bytes come from native code
	// of the same source, and two engines that must agree.
	ProofCases Proof = "cases"
	// ProofOracle: an exact oracle that shares no code with the function.
	ProofOracle Proof = "oracle"
	// ProofModel: the published model of the approximate unit of sm_75.
	ProofModel Proof = "model"
	// ProofOpen: nothing fixes the bits; the result is the best guess within what
	// the manual allows.
	ProofOpen Proof = "open"
)

// ProofRule is an entry of the proof column; the first whose condition holds counts, and
// without any it is "cases". The floating-point groups have none only where the form is not
// supported.
type ProofRule struct {
	when cond
	What Proof
}

// Proof returns what the results of the match have been compared with. It says
// nothing about whether the match is supported.
func (m *Match) Proof() Proof {
	for _, r := range m.Form.Proofs {
		if r.when.holds(m) {
			return r.What
		}
	}
	return ProofCases
}

// floatGroups are the groups of forms whose results are floating point, or come
// from it.
var floatGroups = []string{"floating point", "half precision", "mixed precision", "alternate fp", "comparison", "half comparison", "conversion"}

// IsFloatGroup reports whether a group of the table is about floating point.
// There the proof column is filled in wherever something is supported.
func IsFloatGroup(name string) bool { return slices.Contains(floatGroups, name) }
