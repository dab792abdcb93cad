package interp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/interleave"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Options limit and observe a Machine.
type Options struct {
	// MaxSteps is how many values a launch may execute, counting one for all
	// lanes of a warp that execute it together. 0 is any number.
	MaxSteps int64

	// MaxMemory bounds the memory of all threads that are alive at one time, in
	// bytes. 0 is DefaultMaxMemory.
	MaxMemory int64

	// Heap is how many bytes the device function malloc may take in all. 0 is
	// DefaultHeap.
	Heap int64

	// Externs are the functions that the module declares without a body, by
	// name. They go before CUDA's functions of the same names.
	Externs map[string]Extern

	// Parts has the CTAPart of each kernel that is to run as the parts that it has been
	// cut into. The others run whole.
	Parts map[*ir.Func]*ir.Func

	// Shuffle, if not 0, is the seed of the order in which the threads of a CTA run a
	// region. With 0 they run in the order of their numbers, which those of one warp
	// always do: the lanes of a warp align only where that order would be seen.
	Shuffle uint64

	// Gangs has the functions with lanes (see ir.GangPart) of regions, and of kernels that are not cut
	// and run thread by thread. Threads of a row run as gangs then as far as those go, and the others one
	// by one.
	Gangs map[*ir.Func]*ir.Func

	// Leave, if not 0, is a seed by which gangs are left at some of their polls.
	Leave uint64

	// Seed, if not 0, chooses in which order the warps of CTAs and the CTAs take turns, and how long these are. The
	// same seed gives the same run.
	Seed uint64

	// Interleave, where not nil, decides the order of the threads of a module with points (package lower/interleave):
	// each launch begins it anew.
	Interleave *interleave.Options

	// HostAddresses says that addresses of 64 bits are those of the host, so that memory may
	// hold them. Else a Machine chooses them, the same in every run.
	HostAddresses bool

	// Freed, where not nil, returns what an address was in that is memory which has been freed not long ago.
	Freed func(addr uint64) (base, size uint64, ok bool)

	// Images returns what handles stand for that Handle has not given out, a *Texture, *Surface or *Sampler,
	// or nil.
	Images func(handle uint64) any

	// Rows has the lanes of a warp that stand at one point execute a value together, in one loop
	// over columns of registers: the same in all that can be seen, and much faster. A machine
	// that is observed, by a sanitizer too, or that runs parts, goes lane by lane whatever it says.
	Rows bool

	// Sanitizer, where not nil, gets the notes of a module that has some (package lower/sanitize).
	Sanitizer *sanitize.State

	// Counters, where not nil, gets the notes of a module that is counted (package lower/counters).
	Counters *counters.State

	// Workers is how many goroutines a launch may run CTAs on, where the order of the CTAs cannot show: see team.go. 0
	// is one, the calling goroutine.
	Workers int

	// Trace is called for every value after it was executed, and for every
	// terminator.
	Trace func(*Event)

	// Beyond lets accesses reach beyond the length of the buffers of a launch, as far as their capacity goes. It is
	// called for the first access of each instruction that does so, with the fault that it would have been, and must
	// be ready for calls from several goroutines. Where it is nil, these accesses are faults.
	Beyond func(*Fault)

	// Nonzero has flags that are set as soon as a lane computes a result other
	// than zero for the value, which must have at most 64 bits and no effect.
	Nonzero map[*ir.Value]*bool
}

// DefaultMaxMemory is the limit where Options.MaxMemory is 0.
const DefaultMaxMemory = 2 << 30

// Machine is a module with its global and const variables. It is not for use by
// several goroutines at a time.
type Machine struct {
	mod      *ir.Module
	program  *counters.Program // of Options.Counters
	opt      Options
	codes    map[*ir.Func]*code
	funcs    []*code       // in the order of the module
	targets  map[int]*code // of indirect calls, by number: functions whose address is taken
	globals  map[*ir.Symbol][]byte
	byName   map[string]*ir.Symbol
	shared   map[*ir.Symbol]int64 // offsets, where the module has no layout
	static   int64                // bytes of them
	heap     heap
	narrow   bool   // addresses have 32 bits
	space    *space // nil: addresses are those of the host
	images   []any  // by handle, see Handle
	launches uint64
	inLanes  int64 // threads that have run as lanes of gangs
	rows     bool  // see Options.Rows
	stacks   bool  // functions use local memory

	free   []registers    // that launches have left
	alone  map[*code]bool // kernels whose CTAs know nothing of each other, as far as that was asked
	beyond sync.Map       // the instructions that Options.Beyond was called for

	workspace []byte // of the launch that runs, see grid.workspace; nil until one is needed
}

// InLanes returns how many threads have run as lanes of gangs so far, each counted in each region.
func (x *Machine) InLanes() int64 { return x.inLanes }

// globalAlign is the alignment of module variables, as of device memory.
const globalAlign = 256

// The tags mark function handles, so that they are not taken for addresses, of 64 or
// of 32 bits.
const (
	handleTag   = 0x0f00_0000_0000_0000
	handleTag32 = endWindows32
)

// handleTag returns the tag of the module's function handles.
func (x *Machine) handleTag() uint64 {
	if x.narrow {
		return handleTag32
	}
	return handleTag
}

// handle returns the value of a pointer to a function.
func (x *Machine) handle(c *code) uint64 { return x.handleTag() | uint64(c.f.Number+1) }

// New prepares a module for execution: it decodes every function, makes the
// module's variables and writes their initial values. The error, if any, lists
// what in the module can not be executed.
func New(m *ir.Module, opt Options) (*Machine, error) {
	if opt.MaxMemory == 0 {
		opt.MaxMemory = DefaultMaxMemory
	}
	x := &Machine{mod: m, opt: opt, codes: map[*ir.Func]*code{}, globals: map[*ir.Symbol][]byte{},
		targets: map[int]*code{}, byName: map[string]*ir.Symbol{}, shared: map[*ir.Symbol]int64{}}
	switch x.narrow = m.Narrow(); {
	case x.narrow:
		x.space = newSpace32()
	case !opt.HostAddresses:
		x.space = newSpace()
	}
	x.rows = opt.Rows && opt.Trace == nil && opt.Sanitizer == nil && opt.Counters == nil && opt.Interleave == nil && len(opt.Nonzero) == 0 && len(opt.Parts) == 0
	x.heap.limit = DefaultHeap
	if opt.Heap > 0 {
		x.heap.limit = uint64(opt.Heap)
	}
	for i, f := range m.Funcs {
		c := &code{f: f, id: i}
		if f.Extern {
			c.body = x.extern(f)
		}
		x.codes[f] = c
		x.funcs = append(x.funcs, c)
	}
	for _, f := range m.Funcs {
		x.stacks = x.stacks || f.Allocates() || f.Frame().Size > 0
	}
	for f := range m.AddressTaken() {
		if c := x.codes[f]; c != nil && !f.Entry {
			x.targets[f.Number] = c
		}
	}
	x.findRecursion()
	x.layoutShared()
	var errs []error
	for _, s := range m.Symbols {
		if s.Space == ir.Shared {
			continue
		}
		if s.Size < 0 || s.Size > opt.MaxMemory {
			errs = append(errs, fmt.Errorf("variable %s has %d bytes", s.Name, s.Size))
			continue
		}
		if s.Extern {
			continue // an error where something refers to it
		}
		b := alignedBytes(s.Size)
		if _, err := x.Address(b); err != nil {
			errs = append(errs, fmt.Errorf("variable %s: %w", s.Name, err))
			continue
		}
		x.globals[s], x.byName[s.Name] = b, s
	}
	for _, c := range x.funcs {
		errs = append(errs, x.decode(c)...)
		cta := opt.Parts[c.f]
		if cta == nil && opt.Gangs[c.f] != nil {
			cta = oneRegion(c.f)
		}
		if cta != nil {
			errs = append(errs, x.decodeParts(c, cta)...)
		}
	}
	if len(errs) == 0 {
		errs = x.initialise()
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return x, nil
}

// alignedBytes returns zeroed memory at a multiple of globalAlign of the host's addresses.
func alignedBytes(n int64) []byte {
	b := make([]byte, n+globalAlign)
	skip := int64(-addrOf(b) & (globalAlign - 1))
	return b[skip : skip+n : skip+n]
}

// addrOf returns the host address of a slice's memory.
func addrOf(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// Global returns the memory of a global or const variable, which may be read
// and written between launches.
func (x *Machine) Global(name string) ([]byte, bool) {
	s, ok := x.byName[name]
	if !ok {
		return nil, false
	}
	return x.globals[s], true
}

// Reset gives all variables their initial values again.
func (x *Machine) Reset() {
	for _, b := range x.globals {
		clear(b)
	}
	if errs := x.initialise(); len(errs) > 0 {
		panic(errors.Join(errs...)) // New has done the same without an error
	}
}

// initialise writes the initial values of all variables, addresses included.
func (x *Machine) initialise() (errs []error) {
	for _, s := range x.mod.Symbols {
		mem, ok := x.globals[s]
		if !ok {
			continue
		}
		if len(s.Init) > len(mem) {
			errs = append(errs, fmt.Errorf("variable %s has %d bytes and %d initial bytes", s.Name, len(mem), len(s.Init)))
			continue
		}
		copy(mem, s.Init)
		for _, r := range s.Relocs {
			if err := x.relocate(mem, r); err != nil {
				errs = append(errs, fmt.Errorf("variable %s: %w", s.Name, err))
			}
		}
	}
	return errs
}

func (x *Machine) relocate(mem []byte, r ir.Reloc) error {
	var addr uint64
	switch {
	case r.Func != nil:
		c := x.codes[r.Func]
		if c == nil {
			return fmt.Errorf("the address of a function that is not in the module")
		}
		addr = x.handle(c)
	case r.Sym.Space == ir.Shared:
		addr = uint64(x.sharedOffset(r.Sym))
		if r.Generic {
			addr += x.windows()[ir.Shared]
		}
	default:
		b, ok := x.globals[r.Sym]
		if !ok {
			return fmt.Errorf("the address of %s, which is not in the module", r.Sym.Name)
		}
		addr = x.addrOf(b)
	}
	addr = (addr + uint64(r.Add)) >> uint(r.Shift)
	if r.Off < 0 || r.Width < 0 || r.Width > 8 || r.Off+int64(r.Width) > int64(len(mem)) {
		return fmt.Errorf("an address of %d bytes at byte %d of %d", r.Width, r.Off, len(mem))
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], addr)
	copy(mem[r.Off:], b[:r.Width])
	return nil
}

// layoutShared places the shared variables of a module that was not laid out:
// no kernel has a size.
func (x *Machine) layoutShared() {
	for _, f := range x.mod.Funcs {
		if f.Entry && f.SharedSize > 0 {
			return
		}
	}
	place := func(list []*ir.Symbol) {
		for _, s := range list {
			if s.Space == ir.Shared && !s.Extern {
				x.static = alignUp(x.static, int64(s.Align))
				x.shared[s] = x.static
				x.static += s.Size
			}
		}
	}
	place(x.mod.Symbols)
	for _, f := range x.mod.Funcs {
		place(f.Shared)
	}
}

// sharedOffset returns the place of a static shared variable in its window.
func (x *Machine) sharedOffset(s *ir.Symbol) int64 {
	if off, ok := x.shared[s]; ok {
		return off
	}
	return s.Offset
}

// staticShared returns the bytes of static shared memory of a kernel.
func (x *Machine) staticShared(f *ir.Func) int64 { return max(f.SharedSize, x.static) }

func alignUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
