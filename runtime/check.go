package runtime

import (
	goruntime "runtime"
	"strconv"

	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// The limits of a launch. Those of grid and block are the GPU's.
const (
	maxShared   = 227 << 10 // bytes of a CTA, of any GPU; see Kernel.MaxShared
	maxResident = 4096      // CTAs that make progress together
	maxThreads  = 1 << 17   // threads that make progress together
)

var (
	maxGridDim  = Dim3{1<<31 - 1, 65535, 65535}
	maxBlockDim = Dim3{1024, 1024, 64}
)

// narrowInt says that an int has 32 bits. An index that generated code computes could
// then wrap around into a slice where it is far outside, so nothing is launched. What
// else the package does works there.
const narrowInt = strconv.IntSize < 64

// plan checks a launch, or says what the kernel or the machine does not allow. The launch is no
// pointer, as package gen calls plan by a variable: it would be on the heap then.
func (k *Kernel) plan(l Launch) (p bridge.Launched, err error) {
	if narrowInt {
		return p, k.refuse(ErrPlatform, "generated code computes indices in ints of 64 bits, those of %s have 32", goruntime.GOARCH)
	}
	grid, ok := l.Grid.sized()
	if !ok {
		return p, k.refuse(ErrGrid, "grid %v is empty", l.Grid)
	}
	if !grid.within(maxGridDim) {
		return p, k.refuse(ErrGrid, "grid %v: each dimension must be at least 1 and the grid at most %v", l.Grid, maxGridDim)
	}
	block, err := k.block(l.Block)
	if err != nil {
		return p, err
	}
	p.Grid, p.Block, p.Threads = grid, block, uint32(block.Size())
	in, err := k.instanceOf(l.Instance)
	if err != nil {
		return p, err
	}
	if in != nil {
		p.Instance = &in.state
	}
	if in != nil && len(in.state.Refs) > 0 {
		p.Refs, err = k.bindings(in, &l)
	} else if len(l.Textures)+len(l.Samplers)+len(l.Surfaces) > 0 {
		err = k.refuse(ErrReference, "its module has no references to bind")
	}
	if err != nil {
		return p, err
	}
	if l.Steps < 0 {
		return p, k.refuse(ErrRange, "a budget of %d steps", l.Steps)
	}
	if l.Workers < 0 {
		return p, k.refuse(ErrRange, "%d workers", l.Workers)
	}
	total := int64(grid.Size()) // fits: the limits of the grid multiply to less than 2^63
	p.First, p.End = l.First, total
	if l.First < 0 || l.First > total || l.Count < 0 || l.Count > total-l.First {
		return p, k.refuse(ErrRange, "CTAs %d and %d more are not in a grid of %d", l.First, l.Count, total)
	}
	if l.Count > 0 {
		p.End = l.First + l.Count
	}
	l.Cooperative = l.Cooperative || k.Workspace && !l.ordinary
	p.Cooperative = l.Cooperative
	if l.Cooperative && p.End-p.First < total {
		return p, k.refuse(ErrCooperative, "CTAs %d to %d of %d in a cooperative launch, whose CTAs may wait for all others: it runs the whole grid", p.First, p.End, total)
	}
	most := k.MaxShared
	if most == 0 {
		most = maxShared
	}
	if l.Shared < 0 || l.Shared > most || k.Shared > most-l.Shared {
		return p, k.refuse(ErrShared, "%s of dynamic and %d of static shared memory, a GPU that runs the module has at most %d for a CTA", wording.Count(l.Shared, "byte"), k.Shared, most)
	}
	p.Dynamic = (k.Shared + 127) &^ 127
	p.Shared = k.Shared
	if l.Shared > 0 {
		p.Shared = p.Dynamic + l.Shared
	}
	if k.Spins || l.Cooperative {
		p.Resident = max(1, min(maxResident, maxThreads/int(p.Threads)))
		if n := p.End - p.First; l.Cooperative && n > int64(p.Resident) {
			return p, k.refuse(ErrCooperative, "%d CTAs of %d threads in a cooperative launch, the limit is %d", n, p.Threads, p.Resident)
		}
	}
	return p, nil
}

// block checks the block of a launch, and fills in what was left out.
func (k *Kernel) block(given Dim3) (Dim3, error) {
	fail := func(format string, args ...any) (Dim3, error) {
		return Dim3{}, k.refuse(ErrBlock, format, args...)
	}
	b, ok := given.sized()
	if !ok {
		return fail("block %v is empty", given)
	}
	if !b.within(maxBlockDim) {
		return fail("block %v: each dimension must be at least 1 and the block at most %v", given, maxBlockDim)
	}
	if b.Size() > bridge.MaxBlock {
		return fail("block %v has %d threads, the limit is %d", b, b.Size(), bridge.MaxBlock)
	}
	if m := k.MaxNTID; m != (Dim3{}) {
		// .maxntid limits the number of threads, not each dimension.
		m, _ = m.sized()
		if b.Size() > m.Size() {
			return fail("block %v has %d threads, .maxntid allows %d", b, b.Size(), m.Size())
		}
	}
	if m := k.ReqNTID; m != (Dim3{}) {
		if m, _ = m.sized(); b != m {
			return fail("block %v: .reqntid requires %v", b, m)
		}
	}
	if k.LayerWarps && b.Z > 1 && b.X*b.Y%32 != 0 {
		return fail("block %v: a warp spans layers of threads, which the code is not made for: generate it with -warp=anyblock", b)
	}
	if b.Y*b.Z > 1 && (k.RowWarps && b.X%32 != 0 || k.MaxRow != 0 && (b.X < k.MinRow || b.X > k.MaxRow)) {
		return fail("block %v: a warp spans rows of threads, which the code is not made for: generate it with -warp=anyblock", b)
	}
	return b, nil
}

// instanceOf returns the instance that a launch of the kernel uses, by what the launch says: nil for a
// kernel that no module has.
func (k *Kernel) instanceOf(in *Instance) (*Instance, error) {
	switch {
	case in == nil && k.Module == nil:
		return nil, nil
	case in == nil:
		return k.Module.Default(), nil
	case in.Module != k.Module:
		return nil, k.refuse(ErrInstance, "the instance is one of another module, %s", in.Module.File)
	case in.state.Unloaded():
		return nil, k.refuse(ErrInstance, "the instance has been unloaded")
	default:
		return in, nil
	}
}
