package intrin

import (
	"slices"
	"strconv"
	"strings"
)

// Warp is a function of runtime/warpops: an instruction that the lanes of a warp execute
// together.
type Warp struct {
	Name    string
	Results []Kind // of operands that are vectors of registers all registers, here and in Params
	Uniform []bool // by result: it is the same for all lanes that take part
	Params  []Kind
}

var warpByName = func() map[string]*Warp {
	m := make(map[string]*Warp, len(warps))
	for i := range warps {
		m[warps[i].Name] = &warps[i]
	}
	return m
}()

// Warps returns all of them, sorted by name. They are shared: do not change them.
func Warps() []*Warp {
	all := make([]*Warp, len(warps))
	for i := range warps {
		all[i] = &warps[i]
	}
	return all
}

// LookupWarp returns the function of a name. The Warp is shared: do not change it.
func LookupWarp(name string) (*Warp, bool) {
	w, ok := warpByName[name]
	return w, ok
}

// Warp returns the function that computes what the naming rule calls name as the model has it, and where that
// leaves it to the module, as a GPU of the module's target: with the suffix UpTo89, the one that those up to
// sm_89 share; with Exact, the one whose sums are rounded once.
func (m Model) Warp(name string, target int) (*Warp, bool) {
	w, ok := warpByName[name]
	if m.exact {
		if once, ok := warpByName[name+"Exact"]; ok {
			return once, true
		}
		return w, ok
	}
	if m.arch != 0 {
		target = m.arch
	}
	for _, old := range older[name] {
		if target <= old.until {
			return warpByName[old.name], true
		}
	}
	return w, ok
}

// generation is a function of GPUs up to an architecture.
type generation struct {
	until int
	name  string
}

// older are the functions of older GPUs, by the name without the suffix, the oldest first.
var older = func() map[string][]generation {
	m := map[string][]generation{}
	for i := range warps {
		name, until, ok := strings.Cut(warps[i].Name, "UpTo")
		if arch, err := strconv.Atoi(until); ok && err == nil {
			m[name] = append(m[name], generation{arch, warps[i].Name})
		}
	}
	for _, list := range m {
		slices.SortFunc(list, func(a, b generation) int { return a.until - b.until })
	}
	return m
}()
