package isa

import (
	"fmt"
	"slices"
	"strings"
)

// The lower column: entries "cond: rule" or plain "rule", separated by ";"; the
// first whose condition holds is taken. The rules:
//
//	op NAME     the IR operation NAME on the source operands in order
//	opsu NAME   NAME+"S" or NAME+"U" by the signedness of the type (.bN is U)
//	fop NAME    the IR operation NAME where the form is plain: f32 or f64, rounding
//	            to nearest, no other modifier; otherwise as call
//	call        the intrinsic function (Match.Intrinsic) on the source operands
//	build NAME  the builder NAME of package lower
//	none        not supported yet; so is an empty column
//	undefined   refused, because no text says what it computes; needs a reason
//	other       of a row without a grammar only: the compiler takes care of it
//	            elsewhere
//
// A rule may be followed by " # " and a reason, which documents builders that
// emit nothing, says why something is not supported, or where else it is.

// Verb says how a match is lowered.
type Verb uint8

// The verbs.
const (
	LowerNone  Verb = iota // not supported yet, or undefined
	LowerOp                // an IR operation
	LowerCall              // a call of an intrinsic function
	LowerBuild             // a builder of package lower
)

// Lowering says how to lower a match.
type Lowering struct {
	Verb   Verb
	Name   string // the IR operation, the intrinsic, or the builder
	Reason string // why a builder may emit nothing, or why there is none; may be ""

	Undefined bool // no text says what it computes
}

type lowerRule struct {
	when         cond
	rule, name   string
	reason, text string
}

func parseLower(s string) ([]lowerRule, error) {
	if s == "" {
		return nil, nil
	}
	var rules []lowerRule
	for entry := range strings.SplitSeq(s, ";") {
		r := lowerRule{text: entry}
		entry, r.reason, _ = strings.Cut(entry, " # ")
		if c, rest, ok := strings.Cut(entry, ": "); ok {
			var err error
			if r.when, err = parseCond(strings.TrimSpace(c)); err != nil {
				return nil, err
			}
			entry = rest
		}
		r.rule, r.name, _ = strings.Cut(strings.TrimSpace(entry), " ")
		switch r.rule {
		case "op", "opsu", "fop", "build":
			if r.name == "" {
				return nil, fmt.Errorf("lower rule %q needs a name", entry)
			}
		case "call", "none", "undefined":
			if r.name != "" {
				return nil, fmt.Errorf("lower rule %q takes no name", entry)
			}
			if r.rule == "undefined" && r.reason == "" {
				return nil, fmt.Errorf("lower rule %q needs a reason", entry)
			}
		default:
			return nil, fmt.Errorf("unknown lower rule %q", entry)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// Lowering returns how the match is lowered.
func (m *Match) Lowering() Lowering { return m.lowering }

func (f *Form) lowering(m *Match) Lowering {
	for _, r := range f.lower {
		if !r.when.holds(m) {
			continue
		}
		switch r.rule {
		case "op":
			return Lowering{Verb: LowerOp, Name: r.name}
		case "opsu":
			if m.Type().IsSigned() {
				return Lowering{Verb: LowerOp, Name: r.name + "S"}
			}
			return Lowering{Verb: LowerOp, Name: r.name + "U"}
		case "fop":
			if isPlainFloat(m.norm) {
				return Lowering{Verb: LowerOp, Name: r.name}
			}
			return Lowering{Verb: LowerCall, Name: m.intrinsic}
		case "call":
			return Lowering{Verb: LowerCall, Name: m.intrinsic}
		case "build":
			return Lowering{Verb: LowerBuild, Name: r.name, Reason: r.reason}
		}
		return Lowering{Reason: r.reason, Undefined: r.rule == "undefined"}
	}
	return Lowering{}
}

// parseOther reads the lower column of a placeholder, which is empty or "other"
// with the reason.
func parseOther(s string) (reason string, err error) {
	if s == "" {
		return "", nil
	}
	reason, ok := strings.CutPrefix(s, "other # ")
	if !ok || reason == "" {
		return "", fmt.Errorf("lower column %q of a row without a grammar: not \"other # REASON\"", s)
	}
	return reason, nil
}

// isPlainFloat reports whether a normalised head is opcode, perhaps rn, and f32
// or f64.
func isPlainFloat(norm []string) bool {
	mods := norm[1:]
	if len(mods) == 2 && mods[0] == "rn" {
		mods = mods[1:]
	}
	return len(mods) == 1 && (mods[0] == "f32" || mods[0] == "f64")
}

// Builders returns the names of all builders that the table asks of package
// lower, sorted.
func Builders() []string {
	var names []string
	for _, f := range Forms() {
		for _, r := range f.lower {
			if r.rule == "build" && !slices.Contains(names, r.name) {
				names = append(names, r.name)
			}
		}
	}
	slices.Sort(names)
	return names
}
