package isa

import (
	"fmt"
	"slices"
	"strings"
)

// A condition on a match, used by the gates, never and lower columns and by
// optional operands: atoms joined by "+", all of which must hold.
//
//	a|b        one of these modifiers is present
//	N=a|b      choice N was made and is one of these
//	N!=a|b     choice N was made and is none of these
//	$N         choice N was made
//	!$N  !a    choice N was not made; modifier a is absent
//	*          always
type cond []atom

type atom struct {
	name string // of the choice, "" for modifiers
	neg  bool
	any  []string // values or modifiers; nil with a name: any value
}

func parseCond(s string) (cond, error) {
	if s == "*" {
		return cond{}, nil
	}
	var c cond
	for part := range strings.SplitSeq(s, "+") {
		var a atom
		if part == "" {
			return nil, fmt.Errorf("empty condition in %q", s)
		}
		if name, set, ok := strings.Cut(part, "="); ok {
			a.name, a.neg = strings.CutSuffix(name, "!")
			a.any = strings.Split(set, "|")
		} else {
			part, a.neg = strings.CutPrefix(part, "!")
			if name, ok := strings.CutPrefix(part, "$"); ok {
				a.name = name
			} else {
				a.any = strings.Split(part, "|")
			}
		}
		c = append(c, a)
	}
	return c, nil
}

// parseConds parses a list of conditions separated by ";".
func parseConds(s string) ([]cond, error) {
	if s == "" {
		return nil, nil
	}
	var cs []cond
	for part := range strings.SplitSeq(s, ";") {
		c, err := parseCond(part)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	return cs, nil
}

func (c cond) holds(m *Match) bool {
	for _, a := range c {
		var ok bool
		switch {
		case a.name != "" && a.any != nil:
			v := m.Val(a.name)
			ok = v != "" && slices.Contains(a.any, v) != a.neg
		case a.name != "":
			ok = (m.Val(a.name) != "") != a.neg
		default:
			ok = slices.ContainsFunc(a.any, m.Has) != a.neg
		}
		if !ok {
			return false
		}
	}
	return true
}
