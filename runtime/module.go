package runtime

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Module is a PTX module: its kernels and its global and const variables. The
// variables are the module's only instance and live as long as the program.
type Module struct {
	File string // base name of the PTX file
	Hash string // of the PTX text; how a driver finds the module

	linked  []linked // further PTX files, in their order
	mu      sync.RWMutex
	names   []string // of variables, in the order of the text
	vars    map[string]*variable
	kernels []*Kernel
	relocs  []reloc
	refs    []moduleRef
	stale   atomic.Bool // relocations are to be applied
}

type variable struct {
	mem  []byte
	init []byte // initial contents, may be shorter
}

// reloc is an address in an initialiser.
type reloc struct {
	mem    []byte // width bytes of a variable
	target func() uint64
}

var modules struct {
	sync.RWMutex
	byHash map[string]*Module
	all    []*Module
}

// NewModule makes a module and registers it by the hash of its PTX text.
// Of modules with the same hash, Lookup finds the first.
func NewModule(file, hash string) *Module {
	m := &Module{File: file, Hash: hash, vars: map[string]*variable{}}
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

// Global makes a variable of the global space: n elements, 256-byte aligned, of
// which the first are those of init and the rest zero. It returns its memory,
// for generated code. T must not contain Go pointers.
func Global[T any](m *Module, name string, n int, init ...T) []T {
	return newVariable(m, name, false, n, init)
}

// Const makes a variable of the const space, as Global does.
func Const[T any](m *Module, name string, n int, init ...T) []T {
	return newVariable(m, name, true, n, init)
}

func newVariable[T any](m *Module, name string, constant bool, n int, init []T) []T {
	mustBePlain[T]()
	if len(init) > n {
		panic(fmt.Sprintf("ptx: variable %s has %s and %s", name, count(n, "element"), count(len(init), "initial value")))
	}
	v := &variable{mem: deviceBytes(n, unsafe.Sizeof(*new(T))), init: BytesOf(init)}
	copy(v.mem, v.init)
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.vars[name]; taken {
		panic("ptx: two variables named " + name + " in " + m.File)
	}
	m.vars[name] = v
	m.names = append(m.names, name)
	if len(v.mem) > 0 {
		s := segmentOf(v.mem)
		s.name, s.constant = name, constant
		register(s)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(v.mem))), n)
}

// Reloc makes the 8 bytes at offset off of a variable's initialiser an address.
// target is called once before the module is first used, and at each Reset.
func (m *Module) Reloc(name string, off int, target func() uint64) {
	m.RelocBytes(name, off, 8, target)
}

// RelocBytes is Reloc for an address of which the initialiser holds the low
// width bytes: 1, 2, 4 or 8.
func (m *Module) RelocBytes(name string, off, width int, target func() uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := m.vars[name]
	if v == nil || off < 0 || width < 0 || off+width > len(v.mem) {
		panic(fmt.Sprintf("ptx: relocation of %d bytes at %d of variable %s in %s", width, off, name, m.File))
	}
	m.relocs = append(m.relocs, reloc{v.mem[off:][:width], target})
	m.stale.Store(true)
}

// prepare applies the relocations before the first use of the module. They
// wait for it because their targets may be variables of packages that are
// initialised later.
func (m *Module) prepare() {
	if m.stale.Load() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.relocate()
	}
}

func (m *Module) relocate() {
	if !m.stale.Load() {
		return
	}
	for _, r := range m.relocs {
		a := r.target()
		switch p := unsafe.Pointer(&r.mem[0]); len(r.mem) {
		case 1:
			*(*uint8)(p) = uint8(a)
		case 2:
			v := uint16(a)
			copy(r.mem, (*[2]byte)(unsafe.Pointer(&v))[:])
		case 4:
			v := uint32(a)
			copy(r.mem, (*[4]byte)(unsafe.Pointer(&v))[:])
		case 8:
			copy(r.mem, (*[8]byte)(unsafe.Pointer(&a))[:])
		default:
			panic(fmt.Sprintf("ptx: relocation of %d bytes in %s", len(r.mem), m.File))
		}
	}
	m.stale.Store(false)
}

// Get returns the memory of a variable, to read and write.
func (m *Module) Get(name string) (Buffer, bool) {
	m.prepare()
	m.mu.RLock()
	defer m.mu.RUnlock()
	v, ok := m.vars[name]
	if !ok {
		return nil, false
	}
	return v.mem, true
}

// Reset gives all variables their initial contents again. No launch may be
// using them.
func (m *Module) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, v := range m.vars {
		clear(v.mem[copy(v.mem, v.init):])
	}
	m.stale.Store(len(m.relocs) > 0)
	m.relocate()
}

// Names returns the names of the variables in the order of the PTX text.
func (m *Module) Names() []string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.names)
}

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
