package memcase

import (
	"regexp"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// few is up to how many heads a row has all of them in a case; where another case has
// all, this one has pairs from fewer on.
const few, fewer = 170, 64

// heads returns heads of a form that a module may use, in the order of the table:
// all of them, or as many as show every pair of modifiers that goes together, the
// absence of an optional one counting as one.
func (c *folder) heads(f *isa.Form, repeated bool) []*isa.Match {
	var all []*isa.Match
	f.Expand(func(mods []string) bool {
		ms, _ := isa.Resolve(f.Opcode, slices.Clone(mods))
		i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
		if i >= 0 && ms[i].Gate(c.version, c.target) == nil && (c.only == nil || c.only(ms[i])) {
			all = append(all, ms[i])
		}
		return true
	})
	if len(all) <= fewer || len(all) <= few && !repeated || c.all && !repeated {
		return all
	}
	return cover(f, all)
}

// candidates is among how many heads the next one is chosen.
const candidates = 60

// cover chooses heads greedily until every pair of modifiers is shown.
func cover(f *isa.Form, all []*isa.Match) []*isa.Match {
	factors := factorsOf(f, all)
	pairs := make([][]uint32, len(all))
	missing := map[uint32]bool{}
	for i, m := range all {
		pairs[i] = pairsOf(m, factors)
		for _, p := range pairs[i] {
			missing[p] = true
		}
	}
	fresh := func(i int) (n int) {
		for _, p := range pairs[i] {
			if missing[p] {
				n++
			}
		}
		return n
	}
	r := seeded.For(f.ID)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
		k := r.Below(i + 1)
		order[i], order[k] = order[k], order[i]
	}
	var chosen []int
	for len(missing) > 0 {
		best, most := -1, 0
		kept := order[:0]
		seen := 0
		for _, i := range order {
			n := 0
			if seen < candidates {
				if n = fresh(i); n == 0 {
					continue // now and forever
				}
				seen++
			}
			if n > most {
				best, most = i, n
			}
			kept = append(kept, i)
		}
		order = kept
		chosen = append(chosen, best)
		for _, p := range pairs[best] {
			delete(missing, p)
		}
	}
	slices.Sort(chosen)
	out := make([]*isa.Match, len(chosen))
	for i, k := range chosen {
		out[i] = all[k]
	}
	return out
}

var choiceRE = regexp.MustCompile(`\$(\w+)`)

// factor is one of the things that vary in a form: a choice, or another modifier that
// may be there or not.
type factor struct {
	name   string // "$S" or a modifier
	values map[string]int
}

// value is what the factor is in a head, "" for nothing.
func (f *factor) value(m *isa.Match) string {
	switch {
	case f.name[0] == '$':
		return m.Val(f.name[1:])
	case m.Has(f.name):
		return f.name
	}
	return ""
}

// factorsOf lists what varies among heads of a form.
func factorsOf(f *isa.Form, all []*isa.Match) []*factor {
	var out []*factor
	add := func(name string) {
		if !slices.ContainsFunc(out, func(f *factor) bool { return f.name == name }) {
			out = append(out, &factor{name: name, values: map[string]int{}})
		}
	}
	for _, s := range choiceRE.FindAllString(f.Syntax, -1) {
		add(s)
	}
	choices := out
	for _, m := range all {
		for _, t := range m.Tokens() {
			if !slices.ContainsFunc(choices, func(f *factor) bool { return f.value(m) == t }) {
				add(t)
			}
		}
	}
	for _, m := range all {
		for _, f := range out {
			if v := f.value(m); f.values[v] == 0 {
				f.values[v] = len(f.values) + 1
			}
		}
	}
	return slices.DeleteFunc(out, func(f *factor) bool { return len(f.values) == 1 })
}

// pairsOf numbers the pairs of values that two factors of a head have.
func pairsOf(m *isa.Match, factors []*factor) []uint32 {
	out := make([]uint32, 0, len(factors)*(len(factors)-1)/2)
	for i, f := range factors {
		a := f.values[f.value(m)]
		for k, g := range factors[:i] {
			out = append(out, uint32(i)<<24|uint32(k)<<16|uint32(a)<<8|uint32(g.values[g.value(m)]))
		}
	}
	return out
}
