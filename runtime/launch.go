package runtime

import (
	"io"

	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Launch says how a kernel is launched. The zero Launch is one CTA of one thread.
type Launch struct {
	Grid   Dim3 // CTAs, at most (2147483647,65535,65535)
	Block  Dim3 // threads of a CTA, at most (1024,1024,64) and 1024 in all
	Shared int  // dynamic shared memory of a CTA, in bytes

	// Workers is the largest number of goroutines that run CTAs; 0 is GOMAXPROCS. It does not
	// apply to kernels whose CTAs wait for each other.
	Workers int

	// Steps is the launch's budget: a launch that takes more of them stops with a fault that is FaultLimit, and
	// says where. 0 is any number. A step is a round of a loop that is not known to be short, by a thread, or
	// by a CTA where its threads go round together; a call of a function that may call itself; or
	// the beginning of a thread that is known to walk through memory only. They are counted for all threads
	// together, which go one by one then: without vectors, and on one goroutine unless CTAs wait for each other. So
	// it is for tests; a context costs nothing, but does not stop at the same place each time.
	Steps int64

	// First and Count are the range of the grid's CTAs to run, x fastest, so that several
	// engines or machines can share a grid. Count 0 is all from First on, and First may be the
	// size of the grid: nothing is left then. A CTA does not see that it runs in a part: its index
	// and the size of the grid are those of the whole. Parts together do what one launch does if
	// no CTA needs what another one has written.
	First, Count int64

	// Cooperative gives every CTA a goroutine of its own, so that CTAs may wait for each other. The
	// launch has to run the whole grid, and at most 4096 CTAs or 131072 threads. It need not be set
	// for kernels with Kernel.Workspace.
	Cooperative bool

	ordinary bool // not cooperative even if the kernel has Workspace: of cuLaunchKernel

	// Buffers is more memory that addresses may reach: slices of the program whose addresses
	// lie in memory or are passed as numbers.
	Buffers []Buffer

	// Instance has the variables that the kernel uses; nil is the default instance of its module.
	Instance *Instance

	// Textures, Samplers and Surfaces are bound to the references of the module, by their names in
	// the PTX, for this launch. A reference that is not named here has what Instance.BindTexture,
	// BindSampler or BindSurface has bound.
	Textures map[string]*Texture
	Samplers map[string]Sampler
	Surfaces map[string]*Surface

	// Stdout is where threads print to with vprintf; nil is os.Stdout. Calls of Write do not
	// overlap, and each has the text of whole calls of vprintf. CTAs print in their order, unless
	// the launch is cooperative or the kernel's CTAs wait for each other; the threads of a CTA
	// print in the order in which they run. If Write fails it is not called again; the
	// launch goes on, and returns an error that has an [*OutputError] in it.
	Stdout io.Writer

	// Sanitizer gets what is found in code that was generated with -sanitize; in other code nothing is. Where it
	// is nil, a launch of such code returns an error that has a [*sanitize.Report] in it if it does something
	// wrong. Beside says that the launch is not ordered behind those before it, as on another stream.
	Sanitizer *sanitize.State
	Beside    bool

	// Seed decides in which order the threads of code run that was generated with -sched; in other code it does
	// nothing.
	Seed uint64

	// Counters gets what is counted in code that was generated with -count; in other code nothing is.
	Counters *counters.State
}

// Buffer is memory that a launch may access, as bytes.
type Buffer []byte
