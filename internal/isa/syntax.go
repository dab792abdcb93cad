package isa

import (
	"slices"
	"strings"
)

// node is one element of a head: a modifier, or an optional group of them. A modifier is
// text, a choice, or put together from pieces that are, some of which may be missing.
type node struct {
	text, choice string
	pieces       []node
	opt          []node
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

// Choice is a set of modifiers of which a head has one.
type Choice struct {
	Name    string // T of $T
	Members []string
}

// choice returns the members of a choice, nil where the form has no such choice.
func (f *Form) choice(name string) []string {
	for _, c := range f.Choices {
		if c.Name == name {
			return c.Members
		}
	}
	return nil
}

// MayLack reports whether the choice is an optional modifier of the syntax: {.$V}.
func (f *Form) MayLack(choice string) bool {
	return slices.ContainsFunc(f.head, func(n node) bool {
		return len(n.opt) == 1 && n.opt[0].choice == choice
	})
}

// spelt is a way to write a modifier or a piece of one.
type spelt struct {
	text        string
	name, value string // the choice that was made for it, "" for none
}

// spell lists the ways to write a modifier. At most one choice is made in it.
func (f *Form) spell(n node) []spelt {
	switch {
	case n.choice != "":
		var ways []spelt
		for _, v := range f.choice(n.choice) {
			ways = append(ways, spelt{v, n.choice, v})
		}
		return ways
	case n.pieces == nil:
		return []spelt{{text: n.text}}
	}
	ways := []spelt{{}}
	for _, p := range n.pieces {
		var next []spelt
		if p.opt != nil {
			next, p = ways, node{pieces: p.opt}
		}
		for _, o := range f.spell(p) {
			for _, w := range ways {
				next = append(next, w.then(o))
			}
		}
		ways = next
	}
	return ways
}

func (w spelt) then(o spelt) spelt {
	if o.name == "" {
		o.name, o.value = w.name, w.value
	}
	o.text = w.text + o.text
	return o
}

// alternatives lists what may stand at a modifier's place.
func (f *Form) alternatives(mod node) []alt {
	var alts []alt
	for _, w := range f.spell(mod) {
		alts = append(alts, alt{strings.Split(w.text, "."), w.name, w.value})
	}
	return alts
}

// shapes returns the shapes of the form, which are made when they are first asked for.
func (f *Form) shapes() []shape {
	f.expand.Do(func() { f.expanded = f.expandShapes(f.head) })
	return f.expanded
}

// expandShapes decides the optional groups in every way. Shapes with fewer
// optional parts come first.
func (f *Form) expandShapes(nodes []node) []shape {
	shapes := []shape{{}}
	for _, nd := range nodes {
		var ways []shape
		if nd.opt != nil {
			ways = append([]shape{{}}, f.expandShapes(nd.opt)...)
		} else {
			byLen := map[int][]alt{}
			var lens []int
			for _, a := range f.alternatives(nd) {
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
func (f *Form) addWords(nodes []node, set map[string]bool) {
	for _, nd := range nodes {
		if nd.opt != nil {
			f.addWords(nd.opt, set)
			continue
		}
		for _, a := range f.alternatives(nd) {
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
