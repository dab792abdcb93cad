package gen

import (
	"context"
	"io"
	goruntime "runtime"
	"strconv"
	"unsafe"
)

// Launch says how a kernel is launched. The zero Launch is one CTA of one
// thread.
type Launch struct {
	Grid, Block Dim3
	Shared      int // dynamic shared memory, bytes
	Workers     int // most goroutines that run CTAs; 0 is GOMAXPROCS. Not for kernels that spin

	// First and Count are the range of the grid's CTAs to run, x fastest, so
	// that several engines or machines can share a grid. Count 0 is all from First, and
	// First may be the size of the grid: nothing is left then. A CTA does not see that it
	// runs in a part: its index and the size of the grid are those of the whole. Parts
	// together do what one launch does where no CTA needs what another one has written.
	First, Count int64

	// Cooperative gives every CTA a goroutine of its own, so that CTAs may
	// wait for each other. It limits the size of the grid, which has to run as a whole.
	Cooperative bool

	// Buffers is more memory that generic addresses may reach: host slices
	// whose addresses lie in memory or are passed as raw parameters.
	Buffers []Buffer

	// Instance has the variables that the kernel uses; nil is the default instance of
	// its module.
	Instance *Instance

	// Textures, Samplers and Surfaces are bound to the references of the module, by
	// their names in the PTX text, for this launch. What is not named here has what
	// Instance.BindTexture and its kin have bound.
	Textures map[string]*Texture
	Samplers map[string]Sampler
	Surfaces map[string]*Surface

	// Stdout is where threads print to with vprintf; nil is os.Stdout. Calls
	// of Write do not overlap, and one has the text of whole calls of vprintf.
	// CTAs print in their order, unless the kernel has CTAs that wait for each
	// other or the launch is cooperative; the threads of a CTA print in the order
	// in which they run. When Write has failed it is not called again; the launch goes on,
	// and returns an error that has an [*OutputError] in it.
	Stdout io.Writer
}

// Buffer is memory that a launch may access.
type Buffer []byte

// BufferOf returns the memory of a slice. The elements must not contain Go
// pointers.
func BufferOf[T any](s []T) Buffer {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(zero))
}

// BytesOf is BufferOf for an argument of a launch. Of a slice that is not aligned for its
// elements, as unsafe makes them, it returns what the launch refuses.
func BytesOf[T any](s []T) Buffer {
	if uintptr(unsafe.Pointer(unsafe.SliceData(s)))&(unsafe.Alignof(*new(T))-1) != 0 && len(s) > 0 {
		return odd[:]
	}
	return BufferOf(s)
}

// odd stands for a slice that is not aligned.
var odd [1]byte

// aligned returns the error of a launch with a slice that is not aligned: an access through it
// would be a fault of that kind.
func (k *Kernel) aligned(args []Buffer) error {
	for i, b := range args {
		if unsafe.SliceData(b) == &odd[0] {
			return k.refuse(ErrArgument, "%w: slice %d of %d is at an address that is not a multiple of the alignment of its elements", FaultMisaligned, i+1, len(args))
		}
	}
	return nil
}

// The limits of a launch. Those of grid and block are the GPU's.
const (
	maxBlock    = 1024
	maxShared   = 227 << 10 // bytes of a CTA, of any GPU; see Kernel.MaxShared
	maxResident = 4096      // CTAs that make progress together
	maxThreads  = 1 << 17   // threads that make progress together
)

var (
	maxGridDim  = Dim3{1<<31 - 1, 65535, 65535}
	maxBlockDim = Dim3{1024, 1024, 64}
)

// Check returns the error of a launch that is not possible, without launching: of the shape
// of grid and block, the shared memory, what is bound and set. Parameters are not looked at.
func (k *Kernel) Check(l Launch) error {
	_, err := k.check(&l)
	return err
}

// plan is a Launch that was checked against its kernel.
type plan struct {
	grid, block Dim3
	threads     uint32
	first, end  int64
	dynamic     int       // offset of the dynamic part in the shared window
	shared      int       // bytes of the shared window
	instance    *Instance // nil for a kernel without a module
	refs        []any     // what the references of the module stand for
	resident    int       // CTAs that must make progress together; 0 is any number
}

// narrowInt says that an int has 32 bits. An index that generated code computes could
// then wrap around into a slice where it is far outside, so nothing is launched. What
// else the package does works there.
const narrowInt = strconv.IntSize < 64

// check turns the launch into a plan, or says what the kernel or the machine
// does not allow.
func (k *Kernel) check(l *Launch) (plan, error) {
	var p plan
	fail := func(kind LaunchErrorKind, format string, args ...any) (plan, error) {
		return plan{}, k.refuse(kind, format, args...)
	}
	if narrowInt {
		return fail(ErrPlatform, "generated code computes indices in ints of 64 bits, those of %s have 32", goruntime.GOARCH)
	}
	for _, x := range k.Externs {
		if !x.IsSet() {
			return fail(ErrExtern, "the extern function %s is not set: assign it to the variable %s", x.Name, x.Var)
		}
	}
	var ok bool
	if p.grid, ok = l.Grid.sized(); !ok {
		return fail(ErrGrid, "grid %v is empty", l.Grid)
	}
	if p.block, ok = l.Block.sized(); !ok {
		return fail(ErrBlock, "block %v is empty", l.Block)
	}
	if !p.grid.within(maxGridDim) {
		return fail(ErrGrid, "grid %v: each dimension must be at least 1 and the grid at most %v", l.Grid, maxGridDim)
	}
	if !p.block.within(maxBlockDim) {
		return fail(ErrBlock, "block %v: each dimension must be at least 1 and the block at most %v", l.Block, maxBlockDim)
	}
	if p.block.Size() > maxBlock {
		return fail(ErrBlock, "block %v has %d threads, the limit is %d", p.block, p.block.Size(), maxBlock)
	}
	p.threads = uint32(p.block.Size())
	if m := k.MaxNTID; m != (Dim3{}) {
		// .maxntid limits the number of threads, not each dimension.
		m, _ = m.sized()
		if p.block.Size() > m.Size() {
			return fail(ErrBlock, "block %v has %d threads, .maxntid allows %d", p.block, p.threads, m.Size())
		}
	}
	if m := k.ReqNTID; m != (Dim3{}) {
		if m, _ = m.sized(); p.block != m {
			return fail(ErrBlock, "block %v: .reqntid requires %v", p.block, m)
		}
	}
	if k.LayerWarps && p.block.Z > 1 && p.block.X*p.block.Y%32 != 0 {
		return fail(ErrBlock, "block %v: a warp spans layers of threads, which the code is not made for: generate it with -warp=anyblock", p.block)
	}
	if rows := p.block.Y * p.block.Z; rows > 1 {
		x := p.block.X
		if k.RowWarps && x%32 != 0 || k.MaxRow != 0 && (x < k.MinRow || x > k.MaxRow) {
			return fail(ErrBlock, "block %v: a warp spans rows of threads, which the code is not made for: generate it with -warp=anyblock", p.block)
		}
	}
	var err error
	if p.instance, err = k.instanceOf(l); err != nil {
		return plan{}, err
	}
	if p.refs, err = k.bindRefs(p.instance, l); err != nil {
		return plan{}, err
	}
	if l.Workers < 0 {
		return fail(ErrRange, "%d workers", l.Workers)
	}
	total := int64(p.grid.Size()) // fits: the limits of the grid multiply to less than 2^63
	p.first, p.end = l.First, total
	if l.First < 0 || l.First > total || l.Count < 0 || l.Count > total-l.First {
		return fail(ErrRange, "CTAs %d and %d more are not in a grid of %d", l.First, l.Count, total)
	}
	if l.Count > 0 {
		p.end = l.First + l.Count
	}
	if l.Cooperative && p.end-p.first < total {
		return fail(ErrCooperative, "CTAs %d to %d of %d in a cooperative launch, whose CTAs may wait for all others: it runs the whole grid", p.first, p.end, total)
	}
	most := k.MaxShared
	if most == 0 {
		most = maxShared
	}
	if l.Shared < 0 || l.Shared > most || k.Shared > most-l.Shared {
		return fail(ErrShared, "%s of dynamic and %d of static shared memory, a GPU that runs the module has at most %d for a CTA", count(l.Shared, "byte"), k.Shared, most)
	}
	p.dynamic = dynamicOffset(k.Shared)
	p.shared = k.Shared
	if l.Shared > 0 {
		p.shared = p.dynamic + l.Shared
	}
	if k.Spins || l.Cooperative {
		p.resident = int(max(1, min(maxResident, maxThreads/p.threads)))
		if n := p.end - p.first; l.Cooperative && n > int64(p.resident) {
			return fail(ErrCooperative, "%d CTAs of %d threads in a cooperative launch, the limit is %d", n, p.threads, p.resident)
		}
	}
	return p, nil
}

// dynamicOffset is where dynamic shared memory starts behind the static one.
func dynamicOffset(static int) int { return (static + 127) &^ 127 }

// Run launches the kernel with a body that has its parameters bound, and waits
// for it. The launch functions of generated code call it. The body is called as
// the kernel's mode says, from several goroutines at a time, and bufs are the
// memory that its parameters point to.
//
// Run returns a [*Fault] where a thread failed, the context's error where it
// ended before the grid did, a [*LaunchError] where the launch is not
// possible, and an [*OutputError] where what threads have printed was not written, which
// is joined with another error where there is one. Where the context has ended, CTAs that have started leave at the next
// [CTA.Poll] or barrier.
// A slice that is not aligned for its elements is a LaunchError that is FaultMisaligned.
func (k *Kernel) Run(ctx context.Context, l Launch, body func(*CTA), bufs ...Buffer) error {
	p, err := k.check(&l)
	if err != nil {
		return err
	}
	if err := k.aligned(bufs); err != nil {
		return err
	}
	return k.start(ctx, &l, &p, body, &bound{bufs: bufs, slices: bufs})
}

// RunImage is Run for a kernel that reaches its parameters by address: image is what
// ParamImage has made of them.
func (k *Kernel) RunImage(ctx context.Context, l Launch, body func(*CTA), image []byte, bufs ...Buffer) error {
	p, err := k.check(&l)
	if err != nil {
		return err
	}
	if err := k.aligned(bufs); err != nil {
		return err
	}
	return k.start(ctx, &l, &p, body, &bound{bufs: bufs, slices: bufs, image: image})
}
