package isa

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"
)

// maxMods is more modifiers than any form has. Longer suffixes are refused
// before they are matched, so that no input makes matching slow.
const maxMods = 24

// resolution is what a head resolves to.
type resolution struct {
	matches []*Match
	miss    *Mismatch
}

// The cache of resolved heads. A program writes the same few hundred heads over
// and over; the key is the head as written. Each shard stops growing at
// maxShard, so that no input fills memory.
const (
	numShards = 16
	maxShard  = 4096
)

type shard struct {
	sync.RWMutex
	m map[string]resolution
}

var (
	cache     [numShards]shard
	cacheSeed = maphash.MakeSeed()
)

// Resolve finds the forms that an opcode and its modifiers mean. The modifiers
// are written without dots and may stand in any order, except that types keep
// their order among each other, and so do state spaces.
//
// Several forms may share a head and differ in their operands (mov, bra, min
// with two or three sources): all are returned, the best first: what any
// assembler accepts before what none does, then the lower tier, then the fewer
// alternatives. The caller takes the first that its operands fit. Where nothing
// matches, miss says why and matches is nil.
func Resolve(opcode string, mods []string) (matches []*Match, miss *Mismatch) {
	var buf [128]byte
	key := append(buf[:0], opcode...)
	for _, m := range mods {
		key = append(append(key, '.'), m...)
	}
	s := &cache[maphash.Bytes(cacheSeed, key)%numShards]
	s.RLock()
	r, ok := s.m[string(key)]
	s.RUnlock()
	if ok {
		return r.matches, r.miss
	}
	r = resolve(opcode, mods)
	s.Lock()
	if s.m == nil {
		s.m = map[string]resolution{}
	}
	if len(s.m) < maxShard && len(key) < 1024 {
		s.m[string(key)] = r
	}
	s.Unlock()
	return r.matches, r.miss
}

func resolve(opcode string, mods []string) resolution {
	forms := Lookup(opcode)
	if forms == nil {
		return resolution{miss: unknownOpcode(opcode)}
	}
	if len(mods) > maxMods {
		return resolution{miss: &Mismatch{Kind: IllegalCombination, Index: maxMods,
			Text: "too many modifiers for " + opcode}}
	}
	class := make([]orderClass, len(mods))
	for i, m := range mods {
		class[i] = classOf(m)
	}
	var matches []*Match
	var refused *Match
	var why cond
	for _, f := range forms {
		m := f.match(mods, class)
		if m == nil {
			continue
		}
		if c, bad := m.illegal(); bad {
			if refused == nil {
				refused, why = m, c
			}
			continue
		}
		matches = append(matches, m)
	}
	if len(matches) == 0 {
		if refused != nil {
			return resolution{miss: illegalCombination(refused, why, mods)}
		}
		return resolution{miss: explain(opcode, forms, mods, class)}
	}
	slices.SortStableFunc(matches, compareMatches)
	return resolution{matches: dropShadowed(matches)}
}

// illegal returns the rule of the never column that the match breaks.
func (m *Match) illegal() (cond, bool) {
	for _, c := range m.Form.never {
		if c.holds(m) {
			return c, true
		}
	}
	return nil, false
}

func compareMatches(a, b *Match) int {
	return cmp.Or(
		compareBool(a.Form.Gone, b.Form.Gone),
		compareBool(a.limited(), b.limited()),
		cmp.Compare(a.Form.Tier, b.Form.Tier),
		cmp.Compare(a.Form.NForms, b.Form.NForms),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// dropShadowed removes a match that accepts exactly the same operands, with the
// same requirements or more, as one before it.
func dropShadowed(ms []*Match) []*Match {
	kept := ms[:1:1]
	for _, m := range ms[1:] {
		if !slices.ContainsFunc(kept, func(k *Match) bool { return k.shadows(m) }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// shadows reports whether whatever m accepts, k accepts too.
func (k *Match) shadows(m *Match) bool {
	if k.Form.Gone && !m.Form.Gone || k.limited() && !m.limited() || !k.Requires().within(m.Requires()) {
		return false
	}
	a, b := k.presentOperands(), m.presentOperands()
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &k.Form.Operands[a[i]], &m.Form.Operands[b[i]]
		if y.Kinds&^x.Kinds != 0 || k.OperandType(a[i]) != m.OperandType(b[i]) ||
			x.Optional && x.when == nil != (y.Optional && y.when == nil) ||
			(x.Pair == nil) != (y.Pair == nil) || x.PairOptional != y.PairOptional || x.Unified != y.Unified ||
			x.Range != nil || x.Values != nil {
			return false
		}
	}
	return true
}

// presentOperands lists the operands that are not ruled out by the modifiers.
func (m *Match) presentOperands() []int {
	var at []int
	for i := range m.Form.Operands {
		if o := &m.Form.Operands[i]; !o.Optional || o.when == nil || o.when.holds(m) {
			at = append(at, i)
		}
	}
	return at
}
