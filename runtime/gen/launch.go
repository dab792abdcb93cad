package gen

import (
	"context"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// BytesOf is the memory of a slice as an argument of a launch. Of a slice that is not aligned for its
// elements, as unsafe makes them, it returns what the launch refuses.
func BytesOf[T any](s []T) Buffer {
	if uintptr(unsafe.Pointer(unsafe.SliceData(s)))&(unsafe.Alignof(*new(T))-1) != 0 && len(s) > 0 {
		return odd[:]
	}
	return memory.BytesOf(s)
}

// odd stands for a slice that is not aligned.
var odd [1]byte

// aligned returns the error of a launch with a slice that is not aligned: an access through it
// would be a fault of that kind.
func (k *Kernel) aligned(args []Buffer) error {
	for i, b := range args {
		if unsafe.SliceData(b) == &odd[0] {
			return k.refuse(ptx.ErrArgument, "%w: slice %d of %d is at an address that is not a multiple of the alignment of its elements", ptx.FaultMisaligned, i+1, len(args))
		}
	}
	return nil
}

// plan is a launch that was checked against its kernel.
type plan = bridge.Launched

// check turns the launch into a plan, or says what the kernel or the machine
// does not allow.
func (k *Kernel) check(l *Launch, p *plan) (err error) {
	if len(k.Externs) > 0 {
		if err := k.Unset(); err != nil {
			return err
		}
	}
	*p, err = launched(k.described(), *l)
	return err
}

// Run launches the kernel with a body that has its parameters bound, and waits
// for it. The launch functions of generated code call it. The body is called as
// the kernel's mode says, from several goroutines at a time, and bufs are the
// memory that its parameters point to.
//
// Run returns a [*ptx.Fault] where a thread failed, the context's error where it
// ended before the grid did, a [*ptx.LaunchError] where the launch is not
// possible, and an [*ptx.OutputError] where what threads have printed was not written, which
// is joined with another error where there is one. Where the context has ended, CTAs that have started leave at the next
// [CTA.Poll] or barrier.
// A slice that is not aligned for its elements is a LaunchError that is FaultMisaligned.
func (k *Kernel) Run(ctx context.Context, l Launch, body func(*CTA), bufs ...Buffer) error {
	var p plan
	if err := k.check(&l, &p); err != nil {
		return err
	}
	if err := k.aligned(bufs); err != nil {
		return err
	}
	return k.start(ctx, &l, &p, body, &bound{bufs: bufs, slices: bufs})
}

// RunApart is Run for a kernel whose launches a sanitizer may watch less of: params is what
// ParamImage has made of its parameters.
func (k *Kernel) RunApart(ctx context.Context, l Launch, body func(*CTA), params []byte, bufs ...Buffer) error {
	var p plan
	if err := k.check(&l, &p); err != nil {
		return err
	}
	if err := k.aligned(bufs); err != nil {
		return err
	}
	return k.start(ctx, &l, &p, body, &bound{bufs: bufs, slices: bufs, params: params})
}

// RunImage is Run for a kernel that reaches its parameters by address: image is what
// ParamImage has made of them.
func (k *Kernel) RunImage(ctx context.Context, l Launch, body func(*CTA), image []byte, bufs ...Buffer) error {
	var p plan
	if err := k.check(&l, &p); err != nil {
		return err
	}
	if err := k.aligned(bufs); err != nil {
		return err
	}
	return k.start(ctx, &l, &p, body, &bound{bufs: bufs, slices: bufs, image: image})
}
