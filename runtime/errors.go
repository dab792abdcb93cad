package runtime

import "github.com/ptx2go/ptx2go/runtime/gen"

// Fault is the error of a launch in which a thread did what would end the kernel on a GPU,
// or what a GPU would leave unnoticed: Kernel, CTA and Thread, File and Line of the PTX, the
// Source that the line was compiled from, where the PTX says that, the Kind, the address (Addr, if HasAddr) and what a function of the program gave as its
// error (Err).
type Fault = gen.Fault

// Place is a place in a source that PTX was compiled from.
type Place = gen.Place

// FaultKind says what a thread did wrong. It is an error, so that errors.Is finds it in
// the error of a launch: errors.Is(err, FaultTrap).
type FaultKind = gen.FaultKind

// The kinds of faults.
const (
	FaultAddress    = gen.FaultAddress    // access outside of the memory that it may reach: of its buffer, or of all that the launch knows
	FaultMisaligned = gen.FaultMisaligned // address is not a multiple of the access size
	FaultTrap       = gen.FaultTrap       // trap
	FaultBranch     = gen.FaultBranch     // brx.idx beyond its list, or an indirect call to what is not a function
	FaultStack      = gen.FaultStack      // local memory or calls too deep
	FaultDeadlock   = gen.FaultDeadlock   // every thread waits
	FaultBarrier    = gen.FaultBarrier    // illegal operands of a barrier, or counts of an mbarrier
	FaultWarp       = gen.FaultWarp       // illegal operands of a warp operation
	FaultAssert     = gen.FaultAssert     // failed assertion
	FaultHeap       = gen.FaultHeap       // free of memory that malloc did not give
	FaultExtern     = gen.FaultExtern     // a function outside of the module failed
)

// LaunchError is the error of a launch that is not possible: nothing of the Kernel has
// run. errors.Is finds its Kind, and the cause (Err).
type LaunchError = gen.LaunchError

// LaunchErrorKind says what is wrong with a launch. It is an error, so that errors.Is
// finds it in the error of a launch: errors.Is(err, ErrBlock).
type LaunchErrorKind = gen.LaunchErrorKind

// The kinds of launch errors.
const (
	ErrGrid        = gen.ErrGrid        // the grid is empty, or larger than that of a GPU
	ErrBlock       = gen.ErrBlock       // the block is, or the kernel is not made for blocks of its shape
	ErrShared      = gen.ErrShared      // more shared memory than a GPU has that runs the module
	ErrRange       = gen.ErrRange       // CTAs or workers that there are not: First, Count, Workers
	ErrCooperative = gen.ErrCooperative // more CTAs than make progress together, or not all of the grid
	ErrArgument    = gen.ErrArgument    // the number or the type of an argument, or memory without an address
	ErrExtern      = gen.ErrExtern      // a function that the program supplies is not set
	ErrReference   = gen.ErrReference   // a texture, sampler or surface reference without a binding, or one that is not there
	ErrInstance    = gen.ErrInstance    // the instance is one of another module, or unloaded
	ErrPlatform    = gen.ErrPlatform    // generated code does not run on this architecture
)

// Unfinished is the error of a launch whose context has ended before it: which Kernel, how many of
// its CTAs have Ended and how many were Running, Where threads of those stood, and the error of the
// context (Err), which errors.Is finds.
type Unfinished = gen.Unfinished

// Standing says where threads of a CTA stood when their launch was given up: how many Threads, the
// first of them (Thread), their State, and File, Line, Text and Source as in a [Fault].
type Standing = gen.Standing

// ThreadState says what threads of a launch did that was given up.
type ThreadState = gen.ThreadState

// The states of threads.
const (
	ThreadAt       = gen.ThreadAt       // they were at a line, or waited there
	ThreadInLoop   = gen.ThreadInLoop   // they were in the loop that begins at a line
	ThreadWaiting  = gen.ThreadWaiting  // they waited at a barrier in front of those that ran or behind them, or had ended
	ThreadEnded    = gen.ThreadEnded    // they had ended
	ThreadNotBegun = gen.ThreadNotBegun // they had not begun
)

// OutputError is the error of a launch that has done all but print: Launch.Stdout has
// returned Err, and Lost bytes of text were not written.
type OutputError = gen.OutputError

// MemoryError is an error of device memory, which errors.Is finds.
type MemoryError = gen.MemoryError

// The errors of device memory.
const (
	ErrOutOfMemory  = gen.ErrOutOfMemory  // there is less than is asked for
	ErrNotAllocated = gen.ErrNotAllocated // nothing was allocated at an address that is to be freed
	ErrRegistered   = gen.ErrRegistered   // launches know a part of memory that is to be registered
)

// Code returns the result that the CUDA driver has for an error of a launch or of device
// memory, a CUresult: 0 for nil, 999 (CUDA_ERROR_UNKNOWN) for an error of another kind.
func Code(err error) int { return gen.Code(err) }

// Panic is what a launch panics with when a kernel panicked in a way that is no fault: a
// bug in generated code or in the runtime. Value is what it panicked with, and Stack that
// of the goroutine.
type Panic = gen.Panic
