// Package bridge lets package gen reach what package runtime does not show to programs: gen is above
// runtime, and has the other half of modules, kernels and threads. Package runtime sets these
// variables when it is initialised. Their functions have types of runtime, which this package cannot
// name, so most are declared as any, with the type in a comment.
package bridge

import "github.com/ptx2go/ptx2go/runtime/internal/module"

var (
	// NewModule makes a module and registers it by the hash of its PTX text.
	NewModule any // func(file, hash string) *runtime.Module

	// FoundBy lets the hash of another text find the module, too.
	FoundBy any // func(m *runtime.Module, hash string)

	// Loads says what makes the variables of an instance of the module.
	Loads any // func(m *runtime.Module, load func(*runtime.Instance))

	// AddKernel registers a kernel with a module.
	AddKernel any // func(m *runtime.Module, k *runtime.Kernel)

	// SetCode says what runs a kernel: code has the methods of interface code of package runtime.
	SetCode any // func(k *runtime.Kernel, code any)

	// Plan checks a launch of a kernel.
	Plan any // func(k *runtime.Kernel, l runtime.Launch) (Launched, error)

	// Ordinary says that a launch is not cooperative, even if the kernel reads where the workspace
	// of a cooperative launch is.
	Ordinary any // func(l *runtime.Launch)

	// Instance returns what an instance holds.
	Instance any // func(in *runtime.Instance) *module.Instance

	// Object returns what a texture or a surface stands for, a *handle.Texture or *handle.Surface.
	Object any // func(x any) any

	// SourceText is how a fault says what its line was compiled from.
	SourceText any // func(at []runtime.Place) string

	// NewThread makes what functions of the program get for a thread.
	NewThread any // func(a Access) *runtime.Thread

	// MemoryError returns the error that programs see for one of device memory.
	MemoryError func(error) error
)

// MaxBlock is the largest number of threads in a block, as on a GPU.
const MaxBlock = 1024

// Launched is a launch that was checked against its kernel. Package gen has it in its runs, of which
// assembly knows the places of some fields: a test of internal/harvest says when these move.
type Launched struct {
	Grid, Block struct{ X, Y, Z uint32 }
	Threads     uint32           // of a block
	Cooperative bool             // Resident, and all run from the start
	First, End  int64            // CTAs
	Dynamic     int              // offset of the dynamic part in the shared window
	Shared      int              // bytes of the shared window
	Instance    *module.Instance // nil for a kernel without a module
	Refs        []any            // what the references of the module stand for
	Resident    int              // CTAs that must make progress together; 0 is any number
}

// Access is what a thread does for a function of the program.
type Access interface {
	LoadU8(addr uint64) uint8
	LoadU16(addr uint64) uint16
	LoadU32(addr uint64) uint32
	LoadU64(addr uint64) uint64
	LoadF32(addr uint64) float32
	LoadF64(addr uint64) float64
	StoreU8(addr uint64, v uint8)
	StoreU16(addr uint64, v uint16)
	StoreU32(addr uint64, v uint32)
	StoreU64(addr uint64, v uint64)
	StoreF32(addr uint64, v float32)
	StoreF64(addr uint64, v float64)

	// Bytes returns n bytes at a generic address, which must be a multiple of align.
	Bytes(addr uint64, n int, size, align uintptr) []byte
	Fail(err error)
	Poll()
}
