package driver

import (
	"sync"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// ctx is a context: memory, modules, streams and events that end with it.
type ctx struct {
	handle  Context
	device  Device
	primary bool
	flags   atomic.Uint32
	lost    atomic.Pointer[Error] // what ended it, see Result.sticky

	// What waits for others: see stream.go.
	legacy   sync.RWMutex // what the default stream runs, or many others
	blocking atomic.Int64 // tasks of streams that the default one waits for
	busy     atomic.Int64 // tasks of all streams
	ending   atomic.Bool  // nothing waits any more for a number in memory
	captures atomic.Int64 // that go on: see capture.go

	mu      sync.Mutex
	memory  map[DevicePtr]allocation // what MemAlloc and its kin have returned
	modules map[Module]*mod
	streams map[Stream]*stream
	events  map[Event]*event
	limits  map[Limit]int64
	peers   map[*ctx]bool      // whose memory it has asked to reach
	others  map[uintptr]func() // arrays, textures and surfaces, by what they do when the context ends
}

// primary is the primary context of a device.
type primary struct {
	sync.Mutex
	ctx      *ctx // nil where it is not active
	first    *ctx // the same, since it was retained for the first time
	retained int
}

var primaries [MaxDevices]primary

// begin returns the current context, or the error with which a call ends at once.
func begin(call string) (*ctx, error) {
	c := thisThread().current.Load()
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

func newCtx(d Device, primary bool) *ctx {
	c := &ctx{device: d, primary: primary, peers: map[*ctx]bool{}, memory: map[DevicePtr]allocation{}, modules: map[Module]*mod{}, streams: map[Stream]*stream{}, events: map[Event]*event{}, others: map[uintptr]func(){},
		limits: firstLimits()}
	c.handle = contexts.add(c)
	return c
}

func firstLimits() map[Limit]int64 {
	return map[Limit]int64{LimitStackSize: 1 << 10, LimitPrintfFifoSize: 1 << 20, LimitMallocHeapSize: 8 << 20,
		LimitDevRuntimePendingLaunchCount: 2048, LimitMaxL2FetchGranularity: 64}
}

// again makes a primary context that was destroyed one that is as new. It has its handle as long as the process
// lasts, as on a GPU: threads where it is the current one go on with it.
func (c *ctx) again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits = firstLimits()
	clear(c.peers)
	c.ending.Store(false)
	c.lost.Store(nil)
}

// keep has something dropped with the context, unless forget is called before.
func (c *ctx) keep(h uintptr, drop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.others[h] = drop
}

func (c *ctx) forget(h uintptr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.others, h)
}

// destroy waits for what runs and frees what the context has.
func (c *ctx) destroy() {
	c.endCaptures()
	c.ending.Store(true)
	c.waitAll()
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.streams {
		streams.drop(h)
	}
	for h, e := range c.events {
		events.drop(h)
		e.shared.close()
	}
	for h, m := range c.modules {
		m.drop(h)
	}
	for _, drop := range c.others {
		drop()
	}
	for p, a := range c.memory {
		a.pool.giveBack(a.bytes)
		freeAddr(uint64(p)) // it was allocated
	}
	c.dropGraphMemory()
	c.dropImports()
	clear(c.streams)
	clear(c.events)
	clear(c.modules)
	clear(c.memory)
	clear(c.others)
	if !c.primary { // which comes again
		contexts.drop(c.handle)
	}
	c.lost.Store(&Error{Result: ErrContextIsDestroyed}) // for threads where it is the current one
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
	c := newCtx(d, false)
	c.flags.Store(flags)
	thisThread().push(c)
	return c.handle, nil
}

// CtxDestroy waits for everything in a context and frees it, with all memory, modules,
// streams and events.
func CtxDestroy(h Context) error {
	const call = "cuCtxDestroy"
	c := contexts.get(h)
	switch {
	case h == 0:
		return refuse(call, ErrInvalidValue, "there is no context 0")
	case c == nil:
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	case c.primary:
		return refuse(call, ErrInvalidContext, "the primary context is not to be destroyed: use DevicePrimaryCtxRelease")
	}
	if t := thisThread(); t.current.Load() == c {
		t.pop()
	}
	c.destroy()
	return nil
}

// CtxSetCurrent makes a context the current one, that of all goroutines: CUDA binds it to a thread,
// which goroutines do not have, unless SetThreads says otherwise. 0 is none.
func CtxSetCurrent(h Context) error {
	const call = "cuCtxSetCurrent"
	if err := ready(call); err != nil {
		return err
	}
	c := contexts.get(h)
	if c == nil && h != 0 {
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	thisThread().current.Store(c)
	return nil
}

// CtxGetCurrent returns the current context, 0 if there is none.
func CtxGetCurrent() (Context, error) {
	if err := ready("cuCtxGetCurrent"); err != nil {
		return 0, err
	}
	if c := thisThread().current.Load(); c != nil {
		return c.handle, nil
	}
	return 0, nil
}

// CtxPushCurrent makes a context the current one, until CtxPopCurrent.
func CtxPushCurrent(h Context) error {
	const call = "cuCtxPushCurrent"
	if err := ready(call); err != nil {
		return err
	}
	c := contexts.get(h)
	if h == 0 {
		return refuse(call, ErrInvalidValue, "there is no context 0")
	}
	if c == nil {
		return refuse(call, ErrInvalidContext, "there is no context %#x", uintptr(h))
	}
	thisThread().push(c)
	return nil
}

// CtxPopCurrent returns the current context, and makes the one current that was so when it was
// created or pushed.
func CtxPopCurrent() (Context, error) {
	c := thisThread().pop()
	if c == nil {
		return 0, refuse("cuCtxPopCurrent", ErrInvalidContext, "there is no current context")
	}
	return c.handle, nil
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
	c, err := begin("cuCtxGetDevice")
	if c == nil {
		return 0, err
	}
	if c.primary && ResultOf(err) == ErrContextIsDestroyed {
		err = nil // the handle still says of which device it is, as programs ask that reset the device
	}
	return c.device, err
}

// CtxGetFlags returns the flags that the current context was made with.
func CtxGetFlags() (uint32, error) {
	c, err := begin("cuCtxGetFlags")
	if err != nil {
		return 0, err
	}
	return c.flags.Load(), nil
}

// CtxSetFlags gives the current context other flags: see CtxCreate.
func CtxSetFlags(flags uint32) error {
	const call = "cuCtxSetFlags"
	c, err := begin(call)
	if err != nil {
		return err
	}
	if flags&^0xff != 0 {
		return refuse(call, ErrInvalidValue, "flags %#x", flags)
	}
	c.flags.Store(flags)
	return nil
}

// CtxSynchronize waits for everything in the current context. It returns the error of a
// kernel that failed meanwhile, as all calls do from then on.
func CtxSynchronize() error {
	const call = "cuCtxSynchronize"
	c, err := begin(call)
	if err != nil {
		return err
	}
	if c.captures.Load() > 0 {
		if err := c.quiet(call, true); err != nil {
			return err
		}
	}
	c.waitAll()
	return c.err(call)
}

// Limit is a CUlimit.
type Limit int32

// The limits of a context, in bytes where nothing else is said.
const (
	LimitStackSize      Limit = 0 // of a thread; it is kept, and generated code has the stack that it needs
	LimitPrintfFifoSize Limit = 1 // it is kept, and printf writes as it goes
	LimitMallocHeapSize Limit = 2 // of the device function malloc, for all contexts

	LimitDevRuntimePendingLaunchCount Limit = 4 // of launches by kernels, not of bytes; it is kept, and no kernel launches
	LimitMaxL2FetchGranularity        Limit = 5 // at most 128; it is kept, and caches are the machine's

	lastLimit Limit = 9
)

// unknown is the error for a limit that the context does not have.
func (l Limit) unknown(call string) error {
	if l < 0 || l > lastLimit {
		return refuse(call, ErrInvalidValue, "there is no limit %d", int32(l))
	}
	return refuse(call, ErrUnsupportedLimit, "limit %d", int32(l))
}

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
		return 0, l.unknown(call)
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
		return l.unknown(call)
	}
	if value < 0 || l == LimitMaxL2FetchGranularity && value > 128 {
		return refuse(call, ErrInvalidValue, "limit %d of %d", int32(l), value)
	}
	c.limits[l] = value
	if l == LimitMallocHeapSize {
		ptx.SetHeapLimit(uint64(value))
	}
	return nil
}

// DevicePrimaryCtxRetain returns the primary context of a device, which lasts until as many
// calls of DevicePrimaryCtxRelease. It does not become the current one. Its handle is always the same.
func DevicePrimaryCtxRetain(d Device) (Context, error) {
	if err := d.check("cuDevicePrimaryCtxRetain"); err != nil {
		return 0, err
	}
	p := &primaries[d]
	p.Lock()
	defer p.Unlock()
	switch {
	case p.first == nil:
		p.ctx = newCtx(d, true)
		p.first = p.ctx
	case p.ctx == nil:
		p.ctx = p.first
		p.ctx.again()
	}
	p.retained++
	return p.ctx.handle, nil
}

// DevicePrimaryCtxRelease undoes a call of DevicePrimaryCtxRetain. The last one is
// DevicePrimaryCtxReset, if that was not called before.
func DevicePrimaryCtxRelease(d Device) error {
	const call = "cuDevicePrimaryCtxRelease"
	if err := d.check(call); err != nil {
		return err
	}
	p := &primaries[d]
	p.Lock()
	defer p.Unlock()
	if p.retained == 0 {
		return refuse(call, ErrInvalidContext, "the primary context is not retained")
	}
	p.retained--
	if p.retained == 0 {
		p.reset()
	}
	return nil
}

// reset destroys the context, if it is active. Its references stay.
func (p *primary) reset() {
	if c := p.ctx; c != nil {
		p.ctx = nil
		c.destroy()
	}
}

// DevicePrimaryCtxActive reports whether the primary context of a device is retained, and was not reset since, as
// cuDevicePrimaryCtxGetState does.
func DevicePrimaryCtxActive(d Device) (bool, error) {
	if err := d.check("cuDevicePrimaryCtxGetState"); err != nil {
		return false, err
	}
	p := &primaries[d]
	p.Lock()
	defer p.Unlock()
	return p.ctx != nil, nil
}

// DevicePrimaryCtxReset frees what the primary context of a device has. With the next DevicePrimaryCtxRetain it is
// as new, without an error that has ended it. Its handle stays the same; until then, where it is the current
// context, calls return ErrContextIsDestroyed. It releases nothing: whoever has retained the context is still to
// release it.
func DevicePrimaryCtxReset(d Device) error {
	if err := d.check("cuDevicePrimaryCtxReset"); err != nil {
		return err
	}
	p := &primaries[d]
	p.Lock()
	defer p.Unlock()
	p.reset()
	return nil
}
