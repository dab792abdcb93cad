package driver

import (
	"math"
	"sync"
)

// pool is where memory is counted that is allocated in the order of a stream. It keeps none
// back: what is freed is the machine's.
type pool struct {
	most int64 // bytes that it may have, 0 any

	mu         sync.Mutex
	attributes map[MemPoolAttribute]uint64
	reserved   bytesOf // until the stream has come to where they are freed
	used       bytesOf // until MemFreeAsync is called
}

// bytesOf is how many bytes there are, and were at most.
type bytesOf struct{ now, high int64 }

func (b *bytesOf) add(n int64) {
	b.now += n
	b.high = max(b.high, b.now)
}

// MemPoolAttribute is a CUmemPool_attribute.
type MemPoolAttribute int32

// The attributes of a pool. Sizes are in bytes.
const (
	MemPoolReuseFollowEventDependencies   MemPoolAttribute = 1 // it is kept, and changes nothing, as the next two
	MemPoolReuseAllowOpportunistic        MemPoolAttribute = 2
	MemPoolReuseAllowInternalDependencies MemPoolAttribute = 3
	MemPoolReleaseThreshold               MemPoolAttribute = 4 // it is kept: the pool has nothing to release
	MemPoolReservedCurrent                MemPoolAttribute = 5 // what is used, or not free yet
	MemPoolReservedHigh                   MemPoolAttribute = 6
	MemPoolUsedCurrent                    MemPoolAttribute = 7
	MemPoolUsedHigh                       MemPoolAttribute = 8
)

// ofDevices has the pools of the devices.
var ofDevices struct {
	sync.Mutex
	list [MaxDevices]struct{ first, pool MemPool }
}

func newPool(most int64) MemPool {
	return pools.add(&pool{most: most, attributes: map[MemPoolAttribute]uint64{
		MemPoolReuseFollowEventDependencies: 1, MemPoolReuseAllowOpportunistic: 1, MemPoolReuseAllowInternalDependencies: 1, MemPoolReleaseThreshold: 0}})
}

// DeviceGetDefaultMemPool returns the pool that a device uses by default.
func DeviceGetDefaultMemPool(d Device) (MemPool, error) {
	if err := d.check("cuDeviceGetDefaultMemPool"); err != nil {
		return 0, err
	}
	ofDevices.Lock()
	defer ofDevices.Unlock()
	return defaultPool(d), nil
}

func defaultPool(d Device) MemPool {
	x := &ofDevices.list[d]
	if x.first == 0 {
		x.first = newPool(0)
	}
	return x.first
}

// DeviceGetMemPool returns the pool from which MemAllocAsync allocates.
func DeviceGetMemPool(d Device) (MemPool, error) {
	if err := d.check("cuDeviceGetMemPool"); err != nil {
		return 0, err
	}
	ofDevices.Lock()
	defer ofDevices.Unlock()
	x := &ofDevices.list[d]
	if x.pool == 0 || pools.get(x.pool) == nil {
		x.pool = defaultPool(d)
	}
	return x.pool, nil
}

// DeviceSetMemPool sets the pool from which MemAllocAsync allocates.
func DeviceSetMemPool(d Device, h MemPool) error {
	const call = "cuDeviceSetMemPool"
	if err := d.check(call); err != nil {
		return err
	}
	if _, err := onPool(call, h); err != nil {
		return err
	}
	ofDevices.Lock()
	defer ofDevices.Unlock()
	ofDevices.list[d].pool = h
	return nil
}

// MemPoolCreate makes a pool of at most so many bytes; 0 is no limit.
func MemPoolCreate(most int64) (MemPool, error) {
	const call = "cuMemPoolCreate"
	if err := ready(call); err != nil {
		return 0, err
	}
	if most < 0 {
		return 0, refuse(call, ErrInvalidValue, "%d bytes", most)
	}
	return newPool(most), nil
}

// MemPoolDestroy frees a pool. What was allocated from it stays until it is freed.
func MemPoolDestroy(h MemPool) error {
	const call = "cuMemPoolDestroy"
	if _, err := onPool(call, h); err != nil {
		return err
	}
	ofDevices.Lock()
	defer ofDevices.Unlock()
	for i := range ofDevices.list {
		x := &ofDevices.list[i]
		if h == x.first {
			return refuse(call, ErrInvalidValue, "the default pool is not to be destroyed")
		}
		if x.pool == h {
			x.pool = 0
		}
	}
	pools.drop(h)
	return nil
}

func onPool(call string, h MemPool) (*pool, error) {
	return pools.find(call, h, "pool", ErrInvalidValue)
}

// MemPoolTrimTo does nothing: a pool keeps no unused memory.
func MemPoolTrimTo(h MemPool, keep int64) error {
	_, err := onPool("cuMemPoolTrimTo", h)
	return err
}

// MemPoolGetAttribute returns an attribute of a pool.
func MemPoolGetAttribute(h MemPool, a MemPoolAttribute) (uint64, error) {
	const call = "cuMemPoolGetAttribute"
	p, err := onPool(call, h)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch a {
	case MemPoolReservedCurrent:
		return uint64(p.reserved.now), nil
	case MemPoolReservedHigh:
		return uint64(p.reserved.high), nil
	case MemPoolUsedCurrent:
		return uint64(p.used.now), nil
	case MemPoolUsedHigh:
		return uint64(p.used.high), nil
	}
	v, ok := p.attributes[a]
	if !ok {
		return 0, refuse(call, ErrInvalidValue, "attribute %d", int32(a))
	}
	return v, nil
}

// MemPoolSetAttribute sets an attribute of a pool. The highest numbers of bytes can be set to
// 0, which begins to count anew.
func MemPoolSetAttribute(h MemPool, a MemPoolAttribute, value uint64) error {
	const call = "cuMemPoolSetAttribute"
	p, err := onPool(call, h)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.attributes[a]
	switch {
	case a == MemPoolReservedHigh && value == 0:
		p.reserved.high = p.reserved.now
	case a == MemPoolUsedHigh && value == 0:
		p.used.high = p.used.now
	case ok && (a == MemPoolReleaseThreshold || value <= 1):
		p.attributes[a] = value
	default:
		return refuse(call, ErrInvalidValue, "attribute %d of %d", int32(a), value)
	}
	return nil
}

// take counts bytes, and reports whether there may be as many.
func (p *pool) take(bytes int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.most > 0 && bytes > p.most-p.reserved.now || bytes > math.MaxInt64-p.reserved.now {
		return false
	}
	p.reserved.add(bytes)
	p.used.add(bytes)
	return true
}

// unused says that the program has freed bytes; of no pool where p is nil.
func (p *pool) unused(bytes int64) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.used.add(-bytes)
	}
}

// free says that bytes are free that are not used.
func (p *pool) free(bytes int64) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.reserved.add(-bytes)
	}
}

// giveBack is unused and free.
func (p *pool) giveBack(bytes int64) {
	p.unused(bytes)
	p.free(bytes)
}

// MemAllocAsync is MemAlloc of the device's pool, for what is put into a stream from now on.
// The memory is allocated at once. 0 bytes are at 0. Where the stream is captured the graph has a node that allocates.
func MemAllocAsync(bytes int64, h Stream) (DevicePtr, error) {
	const call = "cuMemAllocAsync"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	from, err := DeviceGetMemPool(c.device)
	if err != nil {
		return 0, err
	}
	return allocFromPool(call, bytes, from, h)
}

// MemAllocFromPoolAsync is MemAllocAsync of a pool.
func MemAllocFromPoolAsync(bytes int64, from MemPool, h Stream) (DevicePtr, error) {
	return allocFromPool("cuMemAllocFromPoolAsync", bytes, from, h)
}

func allocFromPool(call string, bytes int64, from MemPool, h Stream) (DevicePtr, error) {
	c, s, err := onStream(call, h)
	if err != nil {
		return 0, err
	}
	p, err := onPool(call, from)
	if err != nil {
		return 0, err
	}
	var at DevicePtr
	if taken, err := c.captured(call, s, func() (work, error) {
		w, err := allocWork(call, bytes, c.device)
		if err == nil {
			at = w.memory.at
		}
		return w, err
	}); taken {
		return at, err
	}
	if bytes == 0 {
		return 0, nil
	}
	if bytes < 0 {
		return 0, refuse(call, ErrInvalidValue, "%d bytes", bytes)
	}
	if !p.take(bytes) {
		return 0, refuse(call, ErrOutOfMemory, "%d bytes of a pool of %d", bytes, p.most)
	}
	at, err = c.alloc(call, bytes, allocation{kind: pooledMemory, pool: p})
	if err != nil {
		p.giveBack(bytes)
	}
	return at, err
}

// MemFreeAsync frees memory of MemAllocAsync, MemAlloc or MemAllocManaged after everything that was
// put into a stream before is done. It frees memory that a graph has allocated as well, and is a node in a stream that is
// captured, of such memory only.
func MemFreeAsync(p DevicePtr, h Stream) error {
	const call = "cuMemFreeAsync"
	c, s, err := onStream(call, h)
	if err != nil || p == 0 {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) { return freeWork(call, s.capture.Load().g, p) }); taken {
		return err
	}
	if m := ofGraphs(p); m != nil {
		return c.freeGraphMemory(call, m, s, false)
	}
	a, err := c.take(call, p, ErrInvalidValue, deviceMemory, managedMemory, pooledMemory)
	if err != nil {
		return err
	}
	a.pool.unused(a.bytes)
	c.put(s, false, func() {
		a.pool.free(a.bytes)
		freeAddr(uint64(p)) // it was allocated
	})
	return nil
}
