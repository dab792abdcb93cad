package isa

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/nearest"
)

// MismatchKind says what is wrong with a head.
type MismatchKind uint8

const (
	UnknownOpcode      MismatchKind = iota
	UnknownModifier                 // no form of the opcode has the modifier
	MissingModifier                 // a modifier must be added
	IllegalCombination              // the modifier at Index does not go with the others
	NotSupported                    // the manual has it, but the table lacks its grammar
)

// Mismatch says why a head means no instruction.
type Mismatch struct {
	Kind  MismatchKind
	Index int    // the modifier that is wrong, as an index into the modifiers as given; -1: the opcode, or something missing
	Text  string // complete, without position: "unknown modifier .rx of fma"
	Hint  string // what to write instead: "one of .rn .rz .rm .rp is required"; "" where nothing is known
}

func unknownOpcode(opcode string) *Mismatch {
	m := &Mismatch{Kind: UnknownOpcode, Index: -1, Text: "unknown instruction " + opcode}
	if low := strings.ToLower(opcode); low != opcode && Lookup(low) != nil {
		m.Hint = "instructions are written in small letters: " + low
	} else if n := Nearest(opcode); n != "" {
		m.Hint = "did you mean " + n + "?"
	}
	return m
}

func illegalCombination(m *Match, why cond, mods []string) *Mismatch {
	// The rule's atoms name the modifiers that do not go together; the last of
	// them as written is the one to blame.
	at := -1
	var names []string
	for _, a := range why {
		var tok string
		if a.name != "" {
			tok = m.Val(a.name)
		} else {
			tok = m.HasAny(a.any...)
		}
		if tok == "" {
			continue
		}
		last := tok[strings.LastIndexByte(tok, '.')+1:]
		if i := slices.IndexFunc(mods, func(x string) bool { return x == tok || x == last || strings.HasSuffix(x, "::"+tok) }); i >= 0 {
			at = max(at, i)
		}
		names = append(names, "."+tok)
	}
	mm := &Mismatch{Kind: IllegalCombination, Index: at}
	missing := why.missingChoice()
	switch {
	case missing != "":
		mm.Kind, mm.Index = MissingModifier, -1
		mm.Text = m.Head + " lacks a modifier"
		mm.Hint = required(m.Form.choice(missing))
	case len(names) > 1:
		mm.Text = strings.Join(names, " and ") + " do not go together in " + m.Form.Opcode
	default:
		mm.Text = m.Head + " does not exist"
	}
	return mm
}

// missingChoice returns the choice whose absence the rule refuses, or "".
func (c cond) missingChoice() string {
	for _, a := range c {
		if a.name != "" && a.any == nil && a.neg {
			return a.name
		}
	}
	return ""
}

// explain says why the modifiers match none of the forms of the opcode.
func explain(opcode string, forms []*Form, mods []string, class []orderClass) *Mismatch {
	words := words(Lookup(opcode))
	for i, m := range mods {
		if words[m] {
			continue
		}
		if mm := laterMismatch(opcode, m); mm != nil {
			return mm
		}
		mm := &Mismatch{Kind: UnknownModifier, Index: i, Text: fmt.Sprintf("unknown modifier .%s of %s", m, opcode)}
		var all []string
		for w := range words {
			all = append(all, w)
		}
		slices.Sort(all)
		if kind, same := sameKind(m, all); kind != "" && len(same) > 0 {
			mm.Hint = fmt.Sprintf("the %s of %s are .%s", kind, opcode, strings.Join(same, " ."))
			if len(same) == 1 {
				mm.Hint = fmt.Sprintf("the only one of the %s that %s has is .%s", kind, opcode, same[0])
			}
		} else if n := nearest.To(m, all); n != "" {
			mm.Hint = "did you mean ." + n + "?"
		} else if len(all) == 0 {
			mm.Hint = opcode + " takes no modifiers"
		} else if len(all) <= 24 {
			mm.Hint = opcode + " has ." + strings.Join(all, " .")
		}
		return mm
	}
	best := bestPartial(forms, mods, class)
	if best.form == nil {
		return &Mismatch{Kind: IllegalCombination, Index: len(mods) - 1, Text: written(opcode, mods) + " does not exist"}
	}
	hint := ""
	if len(best.missing) > 0 {
		hint = required(best.missing[0])
	}
	if best.leftover < 0 {
		return &Mismatch{Kind: MissingModifier, Index: -1, Text: written(opcode, mods) + " lacks a modifier", Hint: hint}
	}
	bad := mods[best.leftover]
	if class[best.leftover] == orderType || len(best.missing) == 0 {
		// The types are what is likeliest to be meant.
		if i := superfluous(forms, mods); i >= 0 {
			rest := slices.Delete(slices.Clone(mods), i, i+1)
			return &Mismatch{Kind: IllegalCombination, Index: i, Hint: "leave it out: " + written(opcode, rest),
				Text: fmt.Sprintf(".%s does not go with the other modifiers of %s", mods[i], written(opcode, mods))}
		}
	}
	mm := &Mismatch{Kind: IllegalCombination, Index: best.leftover, Hint: hint}
	switch {
	case slices.Contains(mods[:best.leftover], bad) && !strings.Contains(best.form.Syntax, "$"):
		mm.Text = fmt.Sprintf("modifier .%s of %s is written twice", bad, opcode)
	case len(mods) > 1:
		mm.Text = fmt.Sprintf(".%s does not go with the other modifiers of %s", bad, written(opcode, mods))
	default:
		mm.Text = written(opcode, mods) + " does not exist"
	}
	return mm
}

// sameKind returns those of the words that are of the same kind as a modifier,
// where that is a type or a state space, and the name of the kind.
func sameKind(mod string, words []string) (kind string, same []string) {
	class := classOf(mod)
	switch class {
	case orderType:
		kind = "types"
	case orderSpace:
		kind = "state spaces"
	default:
		return "", nil
	}
	asked, _ := ParseType(mod)
	for _, w := range words {
		t, _ := ParseType(w)
		// The formats of matrices, and the banks of .const[n], would drown the rest.
		if classOf(w) == class && t.IsAlternate() == asked.IsAlternate() && !strings.Contains(w, "[") {
			same = append(same, w)
		}
	}
	slices.SortStableFunc(same, func(a, b string) int {
		x, _ := ParseType(a)
		y, _ := ParseType(b)
		return cmp.Compare(x, y)
	})
	return kind, same
}

// superfluous returns the last modifier, no type, without which the others make
// a legal head of one of the forms, -1 where there is none.
func superfluous(forms []*Form, mods []string) int {
	for i := len(mods) - 1; i >= 0; i-- {
		if classOf(mods[i]) == orderType {
			continue
		}
		rest := slices.Delete(slices.Clone(mods), i, i+1)
		class := make([]orderClass, len(rest))
		for k, m := range rest {
			class[k] = classOf(m)
		}
		for _, f := range forms {
			if f.Gone || f.removed() {
				continue
			}
			if m := f.match(rest, class); m != nil {
				if _, bad := m.illegal(); !bad {
					return i
				}
			}
		}
	}
	return -1
}

func written(opcode string, mods []string) string {
	if len(mods) == 0 {
		return opcode
	}
	return opcode + "." + strings.Join(mods, ".")
}

// required words a set of alternatives of which one must be written.
func required(set []string) string {
	if len(set) == 0 {
		return ""
	}
	s := "." + strings.Join(set, " .")
	if len(set) == 1 {
		return s + " is required"
	}
	return "one of " + s + " is required"
}

// partial is how far the modifiers match one shape of a form.
type partial struct {
	form     *Form
	missing  [][]string // alternatives of the places that no modifier fills
	leftover int        // first modifier that has no place, -1: none
	score    int
}

// bestPartial finds the shape that the modifiers nearly match.
func bestPartial(forms []*Form, mods []string, class []orderClass) partial {
	best := partial{leftover: -1, score: 1 << 30}
	for _, f := range forms {
		if f.Gone || f.removed() {
			continue
		}
		for _, s := range f.shapes() {
			if d := s.n - len(mods); d > 3 || d < -3 {
				continue
			}
			p := partial{form: f, leftover: -1}
			a := assignment{mods: mods, class: class, used: make([]bool, len(mods))}
			for _, sl := range s.slots {
				if !a.fill(sl) {
					p.missing = append(p.missing, sl.words())
				}
			}
			left := 0
			for i := range mods {
				if !a.used[i] {
					if left++; p.leftover < 0 {
						p.leftover = i
					}
				}
			}
			// Prefer the fewest changes, then to add rather than to replace, then
			// the older form.
			p.score = 100*max(left, len(p.missing)) + 10*min(left, 1) + min(f.Tier, 3)
			if p.score > best.score {
				continue
			}
			if left == 0 && len(p.missing) == 1 {
				if p.missing[0] = f.completions(mods, p.missing[0]); p.missing[0] == nil {
					continue
				}
			}
			if p.score < best.score {
				best = p
			} else if p.leftover == best.leftover && len(p.missing) > 0 && len(p.missing) == len(best.missing) {
				best.missing[0] = union(best.missing[0], p.missing[0])
			}
		}
	}
	return best
}

func union(a, b []string) []string {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a[:len(a):len(a)], x)
		}
	}
	return a
}

// completions returns those of the words with which the modifiers make a legal
// head of the form.
func (f *Form) completions(mods, words []string) []string {
	var legal []string
	for _, w := range words {
		all := append(slices.Clone(mods), strings.Split(w, ".")...)
		class := make([]orderClass, len(all))
		for i, m := range all {
			class[i] = classOf(m)
		}
		if m := f.match(all, class); m != nil {
			if _, bad := m.illegal(); !bad {
				legal = append(legal, w)
			}
		}
	}
	return legal
}

// removed reports whether every head of the form is gone from some version on.
func (f *Form) removed() bool {
	return slices.ContainsFunc(f.gates, func(g gate) bool { return g.until != (Version{}) && len(g.when) == 0 })
}

func (s slot) words() []string {
	var words []string
	for _, a := range s.alts {
		if w := strings.Join(a.toks, "."); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// Nearest returns the opcode of the table that is nearest to a misspelt one, or
// "" where none is near.
func Nearest(opcode string) string { return nearest.To(opcode, Opcodes()) }
