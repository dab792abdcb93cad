package gen

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// VarsOf returns the variables of the instance that the CTA's launch uses. V is the type
// that the function of [Variables] returns a pointer to.
func VarsOf[V any](c *CTA) *V { return (*V)(c.vars) }

// VarsIn returns the variables of an instance, as [VarsOf] does of that which a launch uses.
func VarsIn[V any](in *Instance) *V { return (*V)(stateOf(in).Data) }

// Global makes a variable of the global space: n elements, 256-byte aligned, of
// which the first are those of init and the rest zero. It returns its memory,
// for generated code. T must not contain Go pointers. It panics if there is not enough memory.
func Global[T any](in *Instance, name string, n int, init ...T) []T {
	return newVariable(in, name, false, n, init)
}

// Const makes a variable of the const space, as Global does.
func Const[T any](in *Instance, name string, n int, init ...T) []T {
	return newVariable(in, name, true, n, init)
}

func newVariable[T any](in *Instance, name string, constant bool, n int, init []T) []T {
	memory.MustBePlain[T]()
	mem, err := stateOf(in).AddVariable(name, constant, n, unsafe.Sizeof(*new(T)), memory.BytesOf(init))
	if err != nil {
		panic(bridge.MemoryError(err))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(mem))), n)
}

// Reloc makes width bytes (1, 2, 4 or 8) at offset off of a variable's initial contents
// the low bytes of an address.
func Reloc(in *Instance, name string, off, width int, addr uint64) {
	stateOf(in).Relocate(name, off, width, addr)
}
