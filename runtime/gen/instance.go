package gen

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Instance is a module in memory: a set of its global and const variables, with what is
// bound to its texture, sampler and surface references. A module has a default instance,
// and as many more as the program loads.
type Instance struct {
	Module *Module

	data  unsafe.Pointer // what Variables' function returned
	gone  atomic.Bool    // unloaded
	names []string       // of variables, in the order of the text
	vars  map[string]*variable
	refs  []moduleRef
	mu    sync.RWMutex // guards what refs are bound to
}

// variable is a variable of an instance.
type variable struct {
	mem    []byte
	init   []byte // initial contents, may be shorter
	relocs []reloc
}

// reloc is an address in the initial contents of a variable: its low width bytes at off.
type reloc struct {
	off, width int
	addr       uint64
}

func (m *Module) newInstance() *Instance {
	in := &Instance{Module: m, vars: map[string]*variable{}}
	if m.load != nil {
		loaded := false
		defer func() {
			if !loaded { // out of memory
				in.free()
			}
		}()
		in.data = m.load(in)
		loaded = true
	}
	return in
}

// VarsOf returns the variables of the instance that the CTA's launch uses. V is the type
// that the function of [Variables] returns a pointer to.
func VarsOf[V any](c *CTA) *V { return (*V)(c.vars) }

// Global makes a variable of the global space: n elements, 256-byte aligned, of
// which the first are those of init and the rest zero. It returns its memory,
// for generated code. T must not contain Go pointers.
func Global[T any](in *Instance, name string, n int, init ...T) []T {
	return newVariable(in, name, false, n, init)
}

// Const makes a variable of the const space, as Global does.
func Const[T any](in *Instance, name string, n int, init ...T) []T {
	return newVariable(in, name, true, n, init)
}

func newVariable[T any](in *Instance, name string, constant bool, n int, init []T) []T {
	mustBePlain[T]()
	if len(init) > n {
		panic(fmt.Sprintf("ptx: variable %s has %s and %s", name, count(n, "element"), count(len(init), "initial value")))
	}
	if _, taken := in.vars[name]; taken {
		panic("ptx: two variables named " + name + " in " + in.Module.File)
	}
	v := &variable{mem: deviceBytes(n, unsafe.Sizeof(*new(T))), init: BufferOf(init)}
	copy(v.mem, v.init)
	in.vars[name] = v
	in.names = append(in.names, name)
	if len(v.mem) > 0 {
		s := segmentOf(v.mem)
		s.name, s.constant = name, constant
		register(s)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(v.mem))), n)
}

// Reloc makes width bytes (1, 2, 4 or 8) at offset off of a variable's initial contents
// the low bytes of an address.
func Reloc(in *Instance, name string, off, width int, addr uint64) {
	v := in.vars[name]
	if v == nil || off < 0 || width < 0 || off+width > len(v.mem) {
		panic(fmt.Sprintf("ptx: relocation of %d bytes at %d of variable %s in %s", width, off, name, in.Module.File))
	}
	r := reloc{off, width, addr}
	v.relocs = append(v.relocs, r)
	r.apply(v.mem)
}

func (r reloc) apply(mem []byte) { putUint(mem[r.off:][:r.width], r.addr) }

// Get returns the memory of a variable, to read and write.
func (in *Instance) Get(name string) (Buffer, bool) {
	v, ok := in.vars[name]
	if !ok {
		return nil, false
	}
	return v.mem, true
}

// Names returns the names of the variables in the order of the PTX text.
func (in *Instance) Names() []string { return slices.Clone(in.names) }

// Reset gives all variables their initial contents again. No launch may be
// using them.
func (in *Instance) Reset() {
	for _, v := range in.vars {
		clear(v.mem[copy(v.mem, v.init):])
		for _, r := range v.relocs {
			r.apply(v.mem)
		}
	}
}

// Unload frees the memory of the variables, as [Free] does. A launch with the instance is
// an error from then on. The default instance stays. No launch may
// be using the instance.
func (in *Instance) Unload() {
	if in == in.Module.instance.Load() {
		panic("ptx: Unload of the default instance of " + in.Module.File)
	}
	if in.gone.Swap(true) {
		return
	}
	in.free()
}

// free gives the memory of the variables back.
func (in *Instance) free() {
	for name, v := range in.vars {
		switch {
		case len(v.mem) == 0:
			device.Free(uintptr(AddrOf(v.mem)))
		case !freeDevice(AddrOf(v.mem), name):
			panic("ptx: the memory of variable " + name + " has been freed")
		}
	}
}

// instanceOf returns the instance that a launch of the kernel uses, nil for a kernel that
// no module has.
func (k *Kernel) instanceOf(l *Launch) (*Instance, error) {
	switch in := l.Instance; {
	case in == nil && k.Module == nil:
		return nil, nil
	case in == nil:
		return k.Module.Default(), nil
	case in.Module != k.Module:
		return nil, k.refuse(ErrInstance, "the instance is one of another module, %s", in.Module.File)
	case in.gone.Load():
		return nil, k.refuse(ErrInstance, "the instance has been unloaded")
	default:
		return in, nil
	}
}
