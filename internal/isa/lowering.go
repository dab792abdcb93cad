package isa

import (
	"slices"
	"strings"
)

// Verb says how a match is lowered.
type Verb uint8

const (
	LowerNone   Verb = iota // not supported yet, or undefined
	LowerOp                 // an IR operation
	LowerCall               // a call of an intrinsic function
	LowerWarp               // a function of the lanes of a warp
	LowerAccess             // an access of memory, or a fence
	LowerBuild              // a builder of package lower
)

// MemoryOp is what a match does to memory.
type MemoryOp uint8

// The kinds of accesses, and the fence.
const (
	NoMemoryOp MemoryOp = iota
	MemoryLoad
	MemoryStore
	MemoryAtom // reads and writes at once
	MemoryFence
)

// Access says what a match does to memory. A modifier of the head that names a memory order
// or a scope comes before the one that is here.
type Access struct {
	Op       MemoryOp
	Atom     string // the operation of a MemoryAtom, as PTX names it: "add"; in a rule perhaps "$O", a choice
	Volatile bool
	Shared   bool   // of shared memory; a generic address lies there
	Order    string // "relaxed", "" for none
	Scope    string // "gpu", "" for none
}

// Lowering says how to lower a match.
type Lowering struct {
	Verb   Verb
	Name   string // the IR operation, the intrinsic or function of a warp, or the builder
	Access Access
	Reason string // why a builder may emit nothing, or why there is none; may be ""

	Undefined bool // no text says what it computes
}

// LowerRule is an entry of the lower column; docs/TABLE.md says what the verbs mean.
type LowerRule struct {
	when   cond
	Verb   string // "op", "opsu", "fop", "call", "warp", "mem", "build", "none" or "undefined"
	Name   string
	Access Access // of mem
	Reason string
}

// Refused says why the form is not supported, whatever its modifiers, where the table has
// a reason for that: because nothing says what it computes, or another one.
func (f *Form) Refused() (reason string, undefined bool) {
	if len(f.Lower) == 0 || f.Lower[0].when != nil {
		return "", false
	}
	switch r := f.Lower[0]; r.Verb {
	case "none":
		return r.Reason, false
	case "undefined":
		return r.Reason, true
	}
	return "", false
}

// Lowering returns how the match is lowered.
func (m *Match) Lowering() Lowering { return m.lowering }

func (f *Form) lowering(m *Match) Lowering {
	for _, r := range f.Lower {
		if !r.when.holds(m) {
			continue
		}
		switch r.Verb {
		case "op":
			return Lowering{Verb: LowerOp, Name: r.Name}
		case "opsu":
			if m.Type().IsSigned() {
				return Lowering{Verb: LowerOp, Name: r.Name + "S"}
			}
			return Lowering{Verb: LowerOp, Name: r.Name + "U"}
		case "fop":
			if isPlainFloat(m.norm) {
				return Lowering{Verb: LowerOp, Name: r.Name}
			}
			return Lowering{Verb: LowerCall, Name: m.intrinsic}
		case "call":
			return Lowering{Verb: LowerCall, Name: m.intrinsic}
		case "mem":
			return Lowering{Verb: LowerAccess, Access: r.Access.of(m)}
		case "warp":
			return Lowering{Verb: LowerWarp, Name: m.intrinsic}
		case "build":
			return Lowering{Verb: LowerBuild, Name: r.Name, Reason: r.Reason}
		}
		return Lowering{Reason: r.Reason, Undefined: r.Verb == "undefined"}
	}
	return Lowering{}
}

// of is the access that a match does: the modifier of the choice names its operation.
func (a Access) of(m *Match) Access {
	if name, ok := strings.CutPrefix(a.Atom, "$"); ok {
		a.Atom, _, _ = strings.Cut(m.Val(name), ".")
	}
	return a
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
		for _, r := range f.Lower {
			if r.Verb == "build" && !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}
