package isa

import (
	"fmt"
	"slices"
	"strings"
)

// The proof column says what the results of a form have been compared with:
// entries "cond: word" or plain "word", separated by ";"; the first whose
// condition holds is taken. An empty column is "cases". The floating-point
// groups leave it empty only where the form is not supported.

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

var proofs = []Proof{ProofCases, ProofOracle, ProofModel, ProofOpen}

type proofRule struct {
	when cond
	what Proof
}

func parseProof(s string) ([]proofRule, error) {
	if s == "" {
		return nil, nil
	}
	var rules []proofRule
	for entry := range strings.SplitSeq(s, ";") {
		var r proofRule
		if c, rest, ok := strings.Cut(entry, ": "); ok {
			var err error
			if r.when, err = parseCond(c); err != nil {
				return nil, err
			}
			entry = rest
		}
		r.what = Proof(entry)
		if !slices.Contains(proofs, r.what) {
			return nil, fmt.Errorf("unknown proof %q", entry)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// Proof returns what the results of the match have been compared with. It says
// nothing about whether the match is supported.
func (m *Match) Proof() Proof {
	for _, r := range m.Form.proof {
		if r.when.holds(m) {
			return r.what
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
