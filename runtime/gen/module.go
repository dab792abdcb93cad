package gen

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Module is a PTX module: its text's name and hash, and its kernels. The memory of its
// variables belongs to its instances, of which it has one by default.
type Module struct {
	File string // base name of the PTX file
	Hash string // of the PTX text (package texthash); how a driver finds the module

	linked   []linked // further PTX files, in their order
	origins  *Origins // what they were compiled from; nil if not known
	mu       sync.RWMutex
	kernels  []*Kernel
	gangs    goSource                       // of bodies that run gangs of threads, where launches call some
	load     func(*Instance) unsafe.Pointer // makes the variables of an instance; nil where there are none
	instance atomic.Pointer[Instance]       // the default one, when first used
}

var modules struct {
	sync.RWMutex
	byHash map[string]*Module
	all    []*Module
}

// NewModule makes a module and registers it by the hash of its PTX text.
// Of modules with the same hash, Lookup finds the first.
func NewModule(file, hash string) *Module {
	m := &Module{File: file, Hash: hash}
	modules.Lock()
	defer modules.Unlock()
	m.foundBy(hash)
	modules.all = append(modules.all, m)
	return m
}

// foundBy lets Lookup find the module, if it finds no other.
func (m *Module) foundBy(hash string) {
	if modules.byHash == nil {
		modules.byHash = map[string]*Module{}
	}
	if _, taken := modules.byHash[hash]; !taken {
		modules.byHash[hash] = m
	}
}

// linked is a PTX file that is linked to the module's first.
type linked struct {
	file  string // base name
	lines int    // how many lines of the line table are in front of it
}

// Link says that the module is linked with another PTX file, whose text finds it, too.
// lines is how many lines of the kernels' line tables are in front of those of the
// file. Generated code calls it in the order of the files.
func (m *Module) Link(file, hash string, lines int) *Module {
	modules.Lock()
	defer modules.Unlock()
	m.linked = append(m.linked, linked{file, lines})
	m.foundBy(hash)
	return m
}

// goSource is a generated file, as far as faults want to know it.
type goSource struct {
	file  string // base name
	lines string // as Kernel.Lines
}

// Gangs says that launches of kernels of the module call bodies of a second Go file, in
// which threads run as gangs, and where its lines come from, as [Kernel.Lines] does for
// the first. Generated code calls it before the module is used.
func (m *Module) Gangs(goFile, lines string, kernels ...*Kernel) {
	m.gangs = goSource{goFile, lines}
	for _, k := range kernels {
		k.Gangs = true
	}
}

// Lookup returns the module of the PTX text with that hash; of modules that are linked,
// any of their texts.
func Lookup(hash string) (*Module, bool) {
	modules.RLock()
	defer modules.RUnlock()
	m, ok := modules.byHash[hash]
	return m, ok
}

// FindKernel returns the kernel of that name, the first registered one if
// several modules have one.
func FindKernel(name string) (*Kernel, bool) {
	modules.RLock()
	defer modules.RUnlock()
	for _, m := range modules.all {
		if k, ok := m.Kernel(name); ok {
			return k, true
		}
	}
	return nil, false
}

// Variables says how the variables of an instance of the module are made. load is called
// for each instance, when it is first used or loaded, and makes them with Global, Const,
// Reference and Reloc; what it returns is what VarsOf gives to the module's kernels.
// Generated code calls Variables before the module is used.
func Variables[V any](m *Module, load func(*Instance) *V) {
	m.load = func(in *Instance) unsafe.Pointer { return unsafe.Pointer(load(in)) }
}

// Default returns the instance that launches use which name no other. It is loaded when
// it is first asked for.
func (m *Module) Default() *Instance {
	if in := m.instance.Load(); in != nil {
		return in
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.instance.Load() == nil {
		m.instance.Store(m.newInstance())
	}
	return m.instance.Load()
}

// Load makes another instance of the module: variables of their own with their initial
// contents, and references without bindings. A launch uses it where Launch.Instance says so.
func (m *Module) Load() *Instance { return m.newInstance() }

// Add registers kernels with the module, which becomes theirs.
func (m *Module) Add(k ...*Kernel) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range k {
		k.Module = m
		if k.File == "" {
			k.File = m.File
		}
		m.kernels = append(m.kernels, k)
	}
}

// Kernel returns the module's kernel of that name.
func (m *Module) Kernel(name string) (*Kernel, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, k := range m.kernels {
		if k.Name == name {
			return k, true
		}
	}
	return nil, false
}

// Kernels returns the module's kernels in the order in which they were added.
func (m *Module) Kernels() []*Kernel {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.kernels)
}
