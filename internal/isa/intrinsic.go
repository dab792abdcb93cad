package isa

import (
	"slices"
	"strings"
)

// rename is a change of a head before its intrinsic is named (mad.rn.f32 is fma, the
// div.f32 of PTX 1.0 to 1.3 is div.approx.ftz, add.f32 is add.rn.f32).
type rename struct {
	when     cond
	opcode   []string // in place of the opcode
	insert   string   // after it
	from, to string   // in place of from; "" drops it
}

// normalise returns opcode and modifiers of the head that names the match's
// intrinsic.
func (f *Form) normalise(m *Match) []string {
	norm := append([]string{f.Opcode}, m.toks...)
	for _, r := range f.renames {
		if !r.when.holds(m) {
			continue
		}
		switch {
		case r.insert != "":
			norm = slices.Insert(norm, 1, r.insert)
		case r.opcode != nil:
			norm = slices.Concat(r.opcode, norm[1:])
		default:
			i := slices.Index(norm, r.from)
			if i < 1 {
				continue
			}
			if r.to == "" {
				norm = slices.Delete(norm, i, i+1)
			} else {
				norm[i] = r.to
			}
		}
	}
	return norm
}

// Intrinsic returns the name of the function that computes the match: the tokens
// of the head, normalised, each capitalised and joined. fma.rn.ftz.sat.f32 is
// FmaRnFtzSatF32. Whether such a function exists is for the caller to know.
func (m *Match) Intrinsic() string { return m.intrinsic }

// Normal returns opcode and modifiers of the head that names the intrinsic:
// defaults made explicit (add.f32 is add.rn.f32), modifiers without effect
// dropped (.sat from float to integer). The slice is shared.
func (m *Match) Normal() []string { return m.norm }

// RoundsByDefault reports whether the head has no rounding modifier where it could
// have one, and so means .rn: add.f32, not add.rn.f32.
func (m *Match) RoundsByDefault() bool { return slices.Contains(m.norm, "rn") && !m.Has("rn") }

func isNameByte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}

func intrinsicName(norm []string) string {
	var b strings.Builder
	for _, t := range norm {
		up := true
		for i := 0; i < len(t); i++ {
			c := t[i]
			if !isNameByte(c) {
				up = true // "L2::cache_hint" is L2CacheHint
				continue
			}
			if up && c >= 'a' && c <= 'z' {
				c -= 'a' - 'A'
			}
			up = false
			b.WriteByte(c)
		}
	}
	return b.String()
}
