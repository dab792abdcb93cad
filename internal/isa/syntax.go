package isa

import (
	"fmt"
	"slices"
	"strings"
)

// The notation of a head: ".tok" is a literal modifier, ".$N" a choice from the
// set N, "{...}" is optional and nests. A modifier may be put together from
// parts: ".shared{::cta}", ".kind::$K", ".const[$B]". A member of a set may be
// several modifiers ("v8.b32").

// node is one element of a head: a modifier, or an optional group.
type node struct {
	alts []alt  // of a modifier: what may stand here
	opt  []node // of an optional group
}

// alt is one thing that may stand at a modifier's place.
type alt struct {
	toks  []string
	name  string // the choice it comes from, "" for a literal
	value string // the member of the choice
}

// shape is a head with every optional group decided and all alternatives of a
// place equally long, so that its length in modifiers is fixed.
type shape struct {
	slots []slot
	n     int // number of modifiers
}

type slot struct{ alts []alt }

func parseChoices(s string) (map[string][]string, error) {
	m := map[string][]string{}
	if s == "" {
		return m, nil
	}
	for part := range strings.SplitSeq(s, ";") {
		name, set, ok := strings.Cut(part, "=")
		if !ok || m[name] != nil {
			return nil, fmt.Errorf("bad choice %q", part)
		}
		m[name] = strings.Split(set, "|")
	}
	return m, nil
}

// parseHead splits a head into the opcode and the nodes behind it.
func parseHead(s string, choices map[string][]string) (string, []node, error) {
	end := strings.IndexAny(s, ".{")
	if end < 0 {
		end = len(s)
	}
	nodes, rest, err := parseNodes(s[end:], choices)
	if err == nil && rest != "" {
		err = fmt.Errorf("head %q: unexpected %q", s, rest)
	}
	return s[:end], nodes, err
}

// parseNodes parses up to the end or an unmatched closing brace.
func parseNodes(s string, choices map[string][]string) (nodes []node, rest string, err error) {
	for s != "" && s[0] != '}' {
		switch {
		case strings.HasPrefix(s, "{."):
			inner, rest, err := parseNodes(s[1:], choices)
			if err != nil {
				return nil, "", err
			}
			if rest == "" {
				return nil, "", fmt.Errorf("unclosed group in %q", s)
			}
			nodes, s = append(nodes, node{opt: inner}), rest[1:]
		case s[0] == '.':
			alts := []alt{{value: ""}}
			texts := []string{""}
			s = s[1:]
			for s != "" && s[0] != '.' && s[0] != '}' && !strings.HasPrefix(s, "{.") {
				switch s[0] {
				case '{':
					end := strings.IndexByte(s, '}')
					if end < 0 {
						return nil, "", fmt.Errorf("unclosed part in %q", s)
					}
					part := s[1:end]
					// An optional "::$D" is a choice that may be absent.
					if lit, name, ok := strings.Cut(part, "$"); ok {
						n := len(alts)
						for _, v := range choices[name] {
							for i := range n {
								alts = append(alts, alt{name: name, value: v})
								texts = append(texts, texts[i]+lit+v)
							}
						}
					} else {
						for i := range len(alts) {
							alts = append(alts, alts[i])
							texts = append(texts, texts[i]+part)
						}
					}
					s = s[end+1:]
				case '$':
					end := 1
					for end < len(s) && isNameByte(s[end]) {
						end++
					}
					set := choices[s[1:end]]
					if set == nil {
						return nil, "", fmt.Errorf("no choice %q", s[1:end])
					}
					var alts2 []alt
					var texts2 []string
					for i, a := range alts {
						if a.name != "" {
							return nil, "", fmt.Errorf("two choices in one modifier: %q", s)
						}
						for _, v := range set {
							alts2 = append(alts2, alt{name: s[1:end], value: v})
							texts2 = append(texts2, texts[i]+v)
						}
					}
					alts, texts, s = alts2, texts2, s[end:]
				default:
					for i := range texts {
						texts[i] += s[:1]
					}
					s = s[1:]
				}
			}
			for i := range alts {
				if texts[i] == "" {
					return nil, "", fmt.Errorf("empty modifier before %q", s)
				}
				alts[i].toks = strings.Split(texts[i], ".")
			}
			nodes = append(nodes, node{alts: alts})
		default:
			return nil, "", fmt.Errorf("unexpected %q in head", s)
		}
	}
	return nodes, s, nil
}

func isNameByte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}

// expandShapes decides the optional groups in every way. Shapes with fewer
// optional parts come first.
func expandShapes(nodes []node) []shape {
	shapes := []shape{{}}
	for _, nd := range nodes {
		var ways []shape
		if nd.opt != nil {
			ways = append([]shape{{}}, expandShapes(nd.opt)...)
		} else {
			byLen := map[int][]alt{}
			var lens []int
			for _, a := range nd.alts {
				if byLen[len(a.toks)] == nil {
					lens = append(lens, len(a.toks))
				}
				byLen[len(a.toks)] = append(byLen[len(a.toks)], a)
			}
			for _, n := range lens {
				ways = append(ways, shape{[]slot{{byLen[n]}}, n})
			}
		}
		var next []shape
		for _, w := range ways {
			for _, s := range shapes {
				next = append(next, shape{slices.Concat(s.slots, w.slots), s.n + w.n})
			}
		}
		shapes = next
	}
	return shapes
}

// addWords adds every modifier of the nodes to set.
func addWords(nodes []node, set map[string]bool) {
	for _, nd := range nodes {
		addWords(nd.opt, set)
		for _, a := range nd.alts {
			for _, t := range a.toks {
				set[t] = true
			}
		}
	}
}

// Expand calls yield with the modifiers of every head that the form's syntax
// spells, in the syntax's order, until yield returns false. Combinations that
// the never column rules out are included. The slice is reused.
func (f *Form) Expand(yield func(mods []string) bool) {
	if f.Placeholder {
		return
	}
	vals := map[string]string{}
	for _, s := range f.shapes() {
		if !expandSlots(s.slots, nil, vals, yield) {
			return
		}
	}
}

func expandSlots(slots []slot, mods []string, vals map[string]string, yield func([]string) bool) bool {
	if len(slots) == 0 {
		return yield(mods)
	}
	for _, a := range slots[0].alts {
		old, had := vals[a.name]
		if a.name != "" {
			if had && old != a.value {
				continue // a choice named twice has one value
			}
			vals[a.name] = a.value
		}
		ok := expandSlots(slots[1:], append(mods, a.toks...), vals, yield)
		if a.name != "" && !had {
			delete(vals, a.name)
		}
		if !ok {
			return false
		}
	}
	return true
}
