package driver

import (
	"sync"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// ctx is a context: memory, modules, streams and events that end with it.
type ctx struct {
	handle  Context
	primary bool
	lost    atomic.Pointer[Error] // what ended it, see Result.sticky

	// What waits for others: see stream.go.
	legacy   sync.RWMutex // what the default stream runs, or many others
	blocking atomic.Int64 // tasks of streams that the default one waits for
	busy     atomic.Int64 // tasks of all streams

	mu      sync.Mutex
	memory  map[DevicePtr]kind // what MemAlloc and its kin have returned
	modules map[Module]*mod
	streams map[Stream]*stream
	events  map[Event]*event
	limits  map[Limit]int64
}

// current is the context that calls work in.
var current atomic.Pointer[ctx]

// contextStack has what CtxPushCurrent has put aside, and the primary context.
var contextStack struct {
	sync.Mutex
	below    []*ctx
	primary  *ctx
	retained int
}

// begin returns the current context, or the error with which a call ends at once.
func begin(call string) (*ctx, error) {
	c := current.Load()
	if c == nil {
		if err := ready(call); err != nil {
			return nil, err
		}
		return nil, refuse(call, ErrInvalidContext, "there is no current context: call CtxCreate or CtxSetCurrent")
	}
	return c, c.err(call)
}

// err is the error that ended the context.
func (c *ctx) err(call string) error {
	if e := c.lost.Load(); e != nil {
		return &Error{call, e.Result, e.Err}
	}
	return nil
}

// failed makes an error of what went wrong in a call, which may be the end of the context.
func (c *ctx) failed(call string, err error) error {
	e := &Error{call, ResultOf(err), err}
	if e.Result.sticky() {
		c.lost.CompareAndSwap(nil, e)
	}
	return e
}

// failedLater is failed where no call can return the error.
func (c *ctx) failedLater(call string, err error) {
	c.lost.CompareAndSwap(nil, &Error{call, ResultOf(err), err})
}

func newCtx(primary bool) *ctx {
	c := &ctx{primary: primary, memory: map[DevicePtr]kind{}, modules: map[Module]*mod{}, streams: map[Stream]*stream{}, events: map[Event]*event{},
		limits: map[Limit]int64{LimitStackSize: 1 << 10, LimitPrintfFifoSize: 1 << 20, LimitMallocHeapSize: 8 << 20}}
	c.handle = contexts.add(c)
	return c
}

// destroy waits for what runs and frees what the context has.
func (c *ctx) destroy() {
	c.waitAll()
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.streams {
		streams.drop(h)
	}
	for h := range c.events {
		events.drop(h)
	}
	for h, m := range c.modules {
		m.drop(h)
	}
	for p := range c.memory {
		ptx.FreeAddr(uint64(p)) // it was allocated
	}
	clear(c.streams)
	clear(c.events)
	clear(c.modules)
	clear(c.memory)
	contexts.drop(c.handle)
	current.CompareAndSwap(c, nil)
}

// CtxCreate makes a context on a device and makes it the current one. Of the flags, which
// say how a thread of C waits, none changes anything.
func CtxCreate(flags uint32, d Device) (Context, error) {
	const call = "cuCtxCreate"
	if err := d.check(call); err != nil {
		return 0, err
	}
	if flags&^0xff != 0 {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", flags)
	}
	c := newCtx(false)
	push(c)
	return c.handle, nil
}

// CtxDestroy waits for everything in a context and frees it, with all memory, modules,
// streams and events.
func CtxDestroy(h Context) error {
	const call = "cuCtxDestroy"
	c := contexts.get(h)
	switch {
	case c == nil:
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	case c.primary:
		return refuse(call, ErrInvalidContext, "the primary context is not to be destroyed: use DevicePrimaryCtxRelease")
	}
	if current.Load() == c {
		pop()
	}
	c.destroy()
	return nil
}

// CtxSetCurrent makes a context the current one, that of all goroutines: these have no
// thread of their own, to which CUDA binds it. 0 is none.
func CtxSetCurrent(h Context) error {
	const call = "cuCtxSetCurrent"
	if err := ready(call); err != nil {
		return err
	}
	c := contexts.get(h)
	if c == nil && h != 0 {
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	current.Store(c)
	return nil
}

// CtxGetCurrent returns the current context, 0 if there is none.
func CtxGetCurrent() (Context, error) {
	if err := ready("cuCtxGetCurrent"); err != nil {
		return 0, err
	}
	if c := current.Load(); c != nil {
		return c.handle, nil
	}
	return 0, nil
}

func push(c *ctx) {
	contextStack.Lock()
	defer contextStack.Unlock()
	contextStack.below = append(contextStack.below, current.Swap(c))
}

// CtxPushCurrent makes a context the current one, until CtxPopCurrent.
func CtxPushCurrent(h Context) error {
	const call = "cuCtxPushCurrent"
	if err := ready(call); err != nil {
		return err
	}
	c := contexts.get(h)
	if c == nil {
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	push(c)
	return nil
}

// CtxPopCurrent returns the current context, and makes that the current one which was it
// when it was created or pushed.
func CtxPopCurrent() (Context, error) {
	c := pop()
	if c == nil {
		return 0, refuse("cuCtxPopCurrent", ErrInvalidContext, "there is no current context")
	}
	return c.handle, nil
}

func pop() *ctx {
	contextStack.Lock()
	defer contextStack.Unlock()
	c := current.Load()
	if c == nil {
		return nil
	}
	var before *ctx
	if n := len(contextStack.below); n > 0 {
		before = contextStack.below[n-1]
		contextStack.below = contextStack.below[:n-1]
	}
	if before != nil && contexts.get(before.handle) == nil {
		before = nil // destroyed meanwhile
	}
	current.Store(before)
	return c
}

// CtxGetAPIVersion returns the version of the API that a context has, 0 being the current
// one: 1000 for each major one, 10 for each minor one.
func CtxGetAPIVersion(h Context) (int, error) {
	const call = "cuCtxGetApiVersion"
	if h == 0 {
		_, err := begin(call)
		return version, err
	}
	if contexts.get(h) == nil {
		return 0, refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	return version, nil
}

// CtxGetDevice returns the device of the current context.
func CtxGetDevice() (Device, error) {
	_, err := begin("cuCtxGetDevice")
	return 0, err
}

// CtxSynchronize waits for everything in the current context. It returns the error of a
// kernel that failed meanwhile, as all calls do from then on.
func CtxSynchronize() error {
	const call = "cuCtxSynchronize"
	c, err := begin(call)
	if err != nil {
		return err
	}
	c.waitAll()
	return c.err(call)
}

// Limit is a CUlimit.
type Limit int32

// The limits of a context, in bytes.
const (
	LimitStackSize      Limit = 0 // of a thread; it is kept, and generated code has the stack that it needs
	LimitPrintfFifoSize Limit = 1 // it is kept, and printf writes as it goes
	LimitMallocHeapSize Limit = 2 // of the device function malloc, for all contexts
)

// CtxGetLimit returns a limit of the current context.
func CtxGetLimit(l Limit) (int64, error) {
	const call = "cuCtxGetLimit"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.limits[l]
	if !ok {
		return 0, refuse(call, ErrUnsupportedLimit, "limit %d", int32(l))
	}
	return v, nil
}

// CtxSetLimit sets a limit of the current context.
func CtxSetLimit(l Limit, value int64) error {
	const call = "cuCtxSetLimit"
	c, err := begin(call)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.limits[l]; !ok {
		return refuse(call, ErrUnsupportedLimit, "limit %d", int32(l))
	}
	if value < 0 {
		return refuse(call, ErrInvalidValue, "a limit of %d bytes", value)
	}
	c.limits[l] = value
	if l == LimitMallocHeapSize {
		ptx.SetHeapLimit(uint64(value))
	}
	return nil
}

// DevicePrimaryCtxRetain returns the primary context of a device, which lasts until as many
// calls of DevicePrimaryCtxRelease. It does not become the current one.
func DevicePrimaryCtxRetain(d Device) (Context, error) {
	if err := d.check("cuDevicePrimaryCtxRetain"); err != nil {
		return 0, err
	}
	contextStack.Lock()
	defer contextStack.Unlock()
	if contextStack.primary == nil {
		contextStack.primary = newCtx(true)
	}
	contextStack.retained++
	return contextStack.primary.handle, nil
}

// DevicePrimaryCtxRelease undoes a call of DevicePrimaryCtxRetain.
func DevicePrimaryCtxRelease(d Device) error {
	const call = "cuDevicePrimaryCtxRelease"
	if err := d.check(call); err != nil {
		return err
	}
	contextStack.Lock()
	defer contextStack.Unlock()
	if contextStack.retained == 0 {
		return refuse(call, ErrInvalidContext, "the primary context is not retained")
	}
	contextStack.retained--
	if c := contextStack.primary; contextStack.retained == 0 {
		contextStack.primary = nil
		c.destroy()
	}
	return nil
}

// DevicePrimaryCtxReset frees what the primary context of a device has; a new one, which
// no error has ended, comes with the next DevicePrimaryCtxRetain.
func DevicePrimaryCtxReset(d Device) error {
	if err := d.check("cuDevicePrimaryCtxReset"); err != nil {
		return err
	}
	contextStack.Lock()
	defer contextStack.Unlock()
	if c := contextStack.primary; c != nil {
		contextStack.primary, contextStack.retained = nil, 0
		c.destroy()
	}
	return nil
}
