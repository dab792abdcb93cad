package runtime

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// Module is a PTX module: its kernels, and what makes its variables. The memory of the variables
// belongs to instances: a default one, and as many more as the program loads.
type Module struct {
	File string // base name of the PTX file
	Hash string // of the PTX text, see TextHash; that of the first text if several are linked

	// Accurate says that approximate instructions give correctly rounded results, or nearly, and not the bits of
	// a GPU: ptx2go generate -approx=accurate.
	Accurate bool

	mu       sync.RWMutex
	kernels  []*Kernel
	load     func(*Instance)          // makes the variables of an instance; nil if there are none
	instance atomic.Pointer[Instance] // the default one, when first used
}

// modules are the modules of the program.
var modules struct {
	sync.RWMutex
	byHash map[string]*Module
	all    []*Module
}

func newModule(file, hash string) *Module {
	m := &Module{File: file, Hash: hash}
	foundBy(m, hash)
	modules.Lock()
	defer modules.Unlock()
	modules.all = append(modules.all, m)
	return m
}

// foundBy lets Lookup find the module, if it finds no other.
func foundBy(m *Module, hash string) {
	modules.Lock()
	defer modules.Unlock()
	if modules.byHash == nil {
		modules.byHash = map[string]*Module{}
	}
	if _, taken := modules.byHash[hash]; !taken {
		modules.byHash[hash] = m
	}
}

// LookupText returns the module that was translated from a PTX text; of modules that are
// linked, from any of their texts. A text that differs only in the architecture of its .target,
// from sm_20 on, or in NULs at its end, is the same; but one with products of matrices (mma, wmma) is
// for its architecture. It reports false if the program has no such
// module: the package that was generated from it is not imported.
func LookupText(text string) (*Module, bool) { return Lookup(TextHash(text)) }

// TextHash returns the hash of a PTX text in hex, which is Module.Hash.
func TextHash(text string) string { return texthash.Of(text) }

// Lookup returns the module of the PTX text with that hash, for programs that do not keep
// the text.
func Lookup(hash string) (*Module, bool) {
	modules.RLock()
	defer modules.RUnlock()
	m, ok := modules.byHash[hash]
	return m, ok
}

// FindKernel returns the kernel of that name in the PTX. If several modules have one it is that of
// the module that was registered first.
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

// Kernel returns the module's kernel of that name in the PTX.
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

// Kernels returns the module's kernels in the order of the PTX.
func (m *Module) Kernels() []*Kernel {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.kernels)
}

func addKernel(m *Module, k *Kernel) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k.Module = m
	m.kernels = append(m.kernels, k)
}

// Default returns the instance that launches use if they name no other. It is loaded when it
// is first asked for, and panics like [Alloc] if there is not enough memory for its variables.
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

// Load makes another instance of the module: variables of its own with their initial
// contents, and references without bindings. A launch uses it if Launch.Instance names it. Load panics
// like [Alloc] if there is not enough memory.
func (m *Module) Load() *Instance { return m.newInstance() }

func (m *Module) newInstance() *Instance {
	in := &Instance{Module: m}
	in.state.File = m.File
	if m.load != nil {
		loaded := false
		defer func() {
			if !loaded { // out of memory
				in.state.Free()
			}
		}()
		m.load(in)
		loaded = true
	}
	return in
}
