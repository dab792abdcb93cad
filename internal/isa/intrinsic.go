package isa

import (
	"fmt"
	"slices"
	"strings"
)

// The as column renames a head before its intrinsic is named: entries separated
// by ";". "a.b" replaces the opcode by these tokens (mad.rn.f32 is fma: as
// "fma"; the div.f32 of PTX 1.0 to 1.3 is "div.approx.ftz"). "x>y" replaces a
// modifier, "+rn!$R" inserts rn behind the opcode where choice R was not made,
// "-m" drops a modifier that changes nothing, "-m?cond" where cond holds.
type rename struct {
	opcode  []string
	from    string
	to      string // "" drops
	insert  string
	unless  string
	when    cond
	guarded bool
}

func parseAs(s string) ([]rename, error) {
	if s == "" {
		return nil, nil
	}
	var rs []rename
	for entry := range strings.SplitSeq(s, ";") {
		var r rename
		switch {
		case strings.HasPrefix(entry, "+"):
			var ok bool
			if r.insert, r.unless, ok = strings.Cut(entry[1:], "!"); !ok {
				return nil, fmt.Errorf("bad renaming %q", entry)
			}
		case strings.HasPrefix(entry, "-"):
			var c string
			r.from, c, r.guarded = strings.Cut(entry[1:], "?")
			if r.guarded {
				var err error
				if r.when, err = parseCond(c); err != nil {
					return nil, err
				}
			}
		case strings.Contains(entry, ">"):
			r.from, r.to, _ = strings.Cut(entry, ">")
		default:
			r.opcode = strings.Split(entry, ".")
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// normalise returns opcode and modifiers of the head that names the match's
// intrinsic.
func (f *Form) normalise(m *Match) []string {
	norm := append([]string{f.Opcode}, m.toks...)
	for _, r := range f.renames {
		switch {
		case r.insert != "":
			if absent(m, r.unless) {
				norm = slices.Insert(norm, 1, r.insert)
			}
		case r.opcode != nil:
			norm = slices.Concat(r.opcode, norm[1:])
		default:
			if r.guarded && !r.when.holds(m) {
				continue
			}
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

// absent reports whether a choice ("$R") was not made or a modifier is missing.
func absent(m *Match, what string) bool {
	if name, ok := strings.CutPrefix(what, "$"); ok {
		return m.Val(name) == ""
	}
	return !m.Has(what)
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
