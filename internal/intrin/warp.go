package intrin

// Warp is a function of runtime/warpops: an instruction that the lanes of a warp execute
// together.
type Warp struct {
	Name    string
	Results []Kind
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
