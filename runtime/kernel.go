package runtime

import (
	"context"
	"unsafe"
)

// Kernel is an .entry of a module. It does not change.
//
// MaxNTID, ReqNTID, MaxShared and the fields about warps limit how it can be launched; [Kernel.Check]
// says whether a launch is possible.
type Kernel struct {
	Name   string  // in the PTX
	File   string  // base name of the PTX file
	Module *Module // nil of a kernel that no module has
	Params []Param // in the order of the PTX

	Shared    int  // static shared memory of a CTA, in bytes
	MaxShared int  // most shared memory of a CTA, static and dynamic, on the GPUs that run the module; 0 is 227 KiB, the most of any
	MaxNTID   Dim3 // .maxntid: at most so many threads in a block; zero if absent
	ReqNTID   Dim3 // .reqntid: the shape of every block; zero if absent

	// RowWarps says that the kernel can be launched only with blocks in which each warp is part of
	// one row of threads: blocks of one row, or with rows of a multiple of 32. LayerWarps asks for
	// warps that are part of one layer. If MaxRow is not 0, blocks have one row, or rows of MinRow
	// to MaxRow threads.
	RowWarps, LayerWarps bool
	MinRow, MaxRow       uint32

	// Addr32 says that addresses have 32 bits: those that the kernel is given are those of the
	// function [Addr32].
	Addr32 bool

	// Spins says that CTAs wait for others, for a lock or at a barrier of the grid. Each gets a
	// goroutine, up to the number that a GPU holds.
	Spins bool

	// Workspace says that the kernel reads where the workspace of a cooperative launch is, as the
	// barriers of the whole grid do that CUDA has (this_grid().sync()). All its launches are
	// cooperative, see Launch.Cooperative, but for those of cuLaunchKernel.
	Workspace bool

	// Refs are the names of the texture, sampler and surface references that the kernel may
	// use. A launch is an error while nothing is bound to one of them.
	Refs []string

	// Gangs says that launches run several threads at a time as the lanes of vectors: the program
	// is built for that, the processor has what it takes, and the kernel allows it. Results
	// are the same.
	Gangs bool

	code code
}

// Param is a parameter of a kernel.
type Param struct {
	Name   string // in the PTX
	Type   string // PTX type: "u32", "u64", "f32", "b8", ...
	Size   int    // in bytes
	Align  int    // in bytes
	Offset int    // in the parameter buffer, in bytes
}

// Ptr is an address as an argument of [Kernel.LaunchArgs].
type Ptr uint64

// code is what runs a kernel: generated code, through package gen.
type code interface {
	LaunchArgs(ctx context.Context, l Launch, args ...any) error
	LaunchRaw(ctx context.Context, l Launch, params ...unsafe.Pointer) error

	// Unset returns the error of a launch if the program has not set a function that it supplies.
	Unset() error
}

// Check returns the error that a launch would have before anything runs, without launching: about grid
// and block, shared memory, what is bound and what is set. Arguments are not looked at.
func (k *Kernel) Check(l Launch) error {
	if k.code != nil {
		if err := k.code.Unset(); err != nil {
			return err
		}
	}
	_, err := k.plan(l)
	return err
}

// LaunchArgs launches the kernel with Go values for its parameters:
//
//   - a number of the parameter's width: a float for a parameter of a float type, an
//     integer of either sign for one of an integer type, either for an untyped one (b32);
//   - a [Ptr];
//   - a slice, or a pointer to a value, for a parameter of 8 bytes, or of 4 if the kernel's
//     addresses have 32 bits: its address. The launch knows the memory. nil is the null pointer;
//   - a struct or array without Go pointers, of the parameter's size.
//
// Anything else is a [*LaunchError] of the kind [ErrArgument]. LaunchArgs waits until the grid has
// ended; the documentation of the package says which errors there are.
func (k *Kernel) LaunchArgs(ctx context.Context, l Launch, args ...any) error {
	if k.code == nil {
		return k.noCode()
	}
	return k.code.LaunchArgs(ctx, l, args...)
}

// LaunchRaw launches the kernel as cuLaunchKernel does: each of params points to the value of a
// parameter, of which exactly the parameter's size is read. A null pointer is an error, except for a
// parameter of size 0. Values that are addresses point into memory of Alloc, module variables or
// Launch.Buffers; they may be null or unknown until a thread uses them. If the kernel's addresses
// have 32 bits they are those of the function [Addr32]. LaunchRaw waits until the grid has ended.
func (k *Kernel) LaunchRaw(ctx context.Context, l Launch, params ...unsafe.Pointer) error {
	if k.code == nil {
		return k.noCode()
	}
	return k.code.LaunchRaw(ctx, l, params...)
}

func (k *Kernel) noCode() error {
	return k.refuse(ErrArgument, "it cannot be launched by name: no generated code belongs to it")
}
