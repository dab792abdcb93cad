// Package handle has the numbers by which kernels know textures, samplers and surfaces, and what they
// stand for.
package handle

import (
	"sync"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/runtime/texops"
)

// Texture is what the handle of a texture stands for: memory, and how it is read.
type Texture struct {
	View texops.View
	Mem  []byte
}

// Surface is what the handle of a surface stands for: memory, and how texels lie in it.
type Surface struct {
	Shape texops.Shape
	Mem   []byte
}

// Handles are numbers that are no addresses of memory: what they stand for in the
// top byte, the place in the table below. References are places in the table of the
// launch.
const (
	RefTag     = 0x04 << 56
	TextureTag = 0x05 << 56
	SamplerTag = 0x06 << 56
	SurfaceTag = 0x07 << 56
	TagMask    = 0xff << 56
)

// handles is the table. It is replaced as a whole when it grows, so that threads
// read it without a lock.
var handles struct {
	sync.Mutex
	table atomic.Pointer[[]atomic.Pointer[any]]
	used  int
	free  []uint64
}

// Cell holds the handle of one object, which it gets when it is first asked for.
type Cell struct{ handle atomic.Uint64 }

// Of returns the handle of x, whose cell it is. It keeps x alive until Release.
func (c *Cell) Of(tag uint64, x any) uint64 {
	if h := c.handle.Load(); h != 0 {
		return h
	}
	h := register(tag, x)
	if !c.handle.CompareAndSwap(0, h) {
		drop(h)
		return c.handle.Load()
	}
	return h
}

// Release gives the handle back.
func (c *Cell) Release() {
	if h := c.handle.Swap(0); h != 0 {
		drop(h)
	}
}

// samplers are the handles of samplers: equal ones have the same.
var samplers = struct {
	sync.Mutex
	byValue map[texops.Sampler]uint64
}{byValue: map[texops.Sampler]uint64{}}

// OfSampler returns the handle of a sampler, which lives as long as the program.
func OfSampler(s texops.Sampler) uint64 {
	samplers.Lock()
	defer samplers.Unlock()
	if h, ok := samplers.byValue[s]; ok {
		return h
	}
	h := register(SamplerTag, &s)
	samplers.byValue[s] = h
	return h
}

// register puts an object into the table.
func register(tag uint64, x any) uint64 {
	handles.Lock()
	defer handles.Unlock()
	var i uint64
	if n := len(handles.free); n > 0 {
		i = handles.free[n-1]
		handles.free = handles.free[:n-1]
	} else {
		i = uint64(handles.used)
		handles.used++
		if old := handles.table.Load(); old == nil || handles.used > len(*old) {
			grown := make([]atomic.Pointer[any], 2*handles.used+14)
			if old != nil {
				for k := range *old {
					grown[k].Store((*old)[k].Load())
				}
			}
			handles.table.Store(&grown)
		}
	}
	(*handles.table.Load())[i].Store(&x)
	return tag | (i + 1)
}

func drop(h uint64) {
	handles.Lock()
	defer handles.Unlock()
	i := h&^TagMask - 1
	(*handles.table.Load())[i].Store(nil)
	handles.free = append(handles.free, i)
}

// Forget makes a handle of the table stand for nothing. It is not another object's until it is given back.
func Forget(h uint64) {
	handles.Lock()
	defer handles.Unlock()
	(*handles.table.Load())[h&^TagMask-1].Store(nil)
}

// Object returns what a handle of the table stands for, a [*Texture], [*texops.Sampler] or [*Surface];
// nil for nothing.
func Object(h uint64) any {
	table := handles.table.Load()
	if i := h&^TagMask - 1; table != nil && i < uint64(len(*table)) {
		if p := (*table)[i].Load(); p != nil {
			return *p
		}
	}
	return nil
}
