// Package module holds the variables and references of a module in memory, which generated code makes
// and programs look at: package gen does the one, and package runtime the other.
package module

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// Instance is a set of variables and references.
type Instance struct {
	File string         // of the module, for errors
	Data unsafe.Pointer // what generated code keeps of the variables
	Refs []Reference

	gone  atomic.Bool // unloaded
	names []string    // of variables, in the order of the text
	vars  map[string]*variable
	mu    sync.RWMutex // guards what Refs are bound to
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

func (r reloc) apply(mem []byte) { memory.PutUint(mem[r.off:][:r.width], r.addr) }

// AddVariable makes a variable of n elements of a size, of which the first are those of init and the
// rest zero. The error says that there is not as much memory.
func (in *Instance) AddVariable(name string, constant bool, n int, elem uintptr, init []byte) ([]byte, error) {
	if given := len(init); given > 0 && given/int(elem) > n {
		panic(fmt.Sprintf("ptx: variable %s has %s and %s", name, wording.Count(n, "element"), wording.Count(given/int(elem), "initial value")))
	}
	if _, taken := in.vars[name]; taken {
		panic("ptx: two variables named " + name + " in " + in.File)
	}
	mem, err := memory.NewVariable(name, memory.Size(n, elem), constant)
	if err != nil {
		return nil, err
	}
	copy(mem, init)
	if in.vars == nil {
		in.vars = map[string]*variable{}
	}
	in.vars[name] = &variable{mem: mem, init: init}
	in.names = append(in.names, name)
	return mem, nil
}

// Relocate makes width bytes (1, 2, 4 or 8) at offset off of a variable's initial contents
// the low bytes of an address.
func (in *Instance) Relocate(name string, off, width int, addr uint64) {
	v := in.vars[name]
	if v == nil || off < 0 || width < 0 || off+width > len(v.mem) {
		panic(fmt.Sprintf("ptx: relocation of %d bytes at %d of variable %s in %s", width, off, name, in.File))
	}
	r := reloc{off, width, addr}
	v.relocs = append(v.relocs, r)
	r.apply(v.mem)
}

// Get returns the memory of a variable.
func (in *Instance) Get(name string) ([]byte, bool) {
	v, ok := in.vars[name]
	if !ok {
		return nil, false
	}
	return v.mem, true
}

// Names returns the names of the variables in the order of the PTX text.
func (in *Instance) Names() []string { return slices.Clone(in.names) }

// Variable returns the name and the memory of variable number n; "" where there is none.
func (in *Instance) Variable(n int) (name string, mem []byte) {
	if n >= len(in.names) {
		return "", nil
	}
	return in.names[n], in.vars[in.names[n]].mem
}

// Reset gives all variables their initial contents again.
func (in *Instance) Reset() {
	for _, v := range in.vars {
		clear(v.mem[copy(v.mem, v.init):])
		for _, r := range v.relocs {
			r.apply(v.mem)
		}
	}
}

// Unload frees the memory of the variables, once.
func (in *Instance) Unload() {
	if !in.gone.Swap(true) {
		in.Free()
	}
}

// Unloaded reports whether Unload was called.
func (in *Instance) Unloaded() bool { return in.gone.Load() }

// Free gives the memory of the variables back.
func (in *Instance) Free() {
	for name, v := range in.vars {
		if !memory.FreeVariable(name, v.mem) {
			panic("ptx: the memory of variable " + name + " has been freed")
		}
	}
}
