package driver

import (
	"math"
	"sync"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// TexObject is a CUtexObject, which kernels get as a parameter of 64 bits.
type TexObject uint64

// SurfObject is a CUsurfObject, which kernels get as a parameter of 64 bits.
type SurfObject uint64

// Resource is a CUDA_RESOURCE_DESC: what a texture or a surface reads. It has an array, or a mipmapped one, or
// memory of the device at Ptr. That has Width texels, and where Height is not 0, as many rows, which are
// Pitch bytes apart.
type Resource struct {
	Array    Array
	Mipmap   MipmappedArray
	Ptr      DevicePtr
	Format   ArrayFormat
	Channels uint32
	Width    int64
	Height   int64
	Pitch    int64
}

// image is what the resource is in memory.
func (r *Resource) image(call string) (*ptx.Image, error) {
	switch {
	case r.Array != 0:
		a, err := onArray(call, r.Array)
		if err != nil {
			return nil, err
		}
		return a.image, nil
	case r.Mipmap != 0:
		m, err := onMipmap(call, r.Mipmap)
		if err != nil {
			return nil, err
		}
		return m.image, nil
	}
	s, err := ArrayDesc{Width: r.Width, Height: r.Height, Format: r.Format, Channels: r.Channels}.shape(call, 1)
	if err != nil {
		return nil, err
	}
	if r.Height != 0 && r.Pitch != int64(s.Width*s.TexelBytes()) {
		s.Pitch = int(r.Pitch)
		if r.Pitch <= 0 || r.Pitch > math.MaxInt32 {
			return nil, refuse(call, ErrInvalidValue, "rows that are %d bytes apart", r.Pitch)
		}
		if err := s.Complete(); err != nil {
			return nil, &Error{call, ErrInvalidValue, err}
		}
	}
	return imageAt(call, s, r.Ptr)
}

// TextureDesc is a CUDA_TEXTURE_DESC: how a texture reads.
type TextureDesc struct {
	Address        [3]ptx.Address
	Filter         ptx.Filter
	ReadInteger    bool // integers are read as such, and not as floats from 0 or -1 to 1
	Normalized     bool // coordinates from 0 to 1
	SRGB           bool
	MipFilter      ptx.Filter
	Bias           float32
	MinLod, MaxLod float32
	Border         [4]float32
}

// texture makes a texture of an image.
func (d *TextureDesc) texture(call string, m *ptx.Image) (*ptx.Texture, error) {
	s := m.Shape()
	x := ptx.TextureDesc{
		Sampler: ptx.Sampler{Address: d.Address, Filter: d.Filter, Normalized: d.Normalized, Border: d.Border},
		// Others are read as what they are.
		Normalized: !d.ReadInteger && (s.Channel == ptx.ChannelU8 || s.Channel == ptx.ChannelS8 || s.Channel == ptx.ChannelU16 || s.Channel == ptx.ChannelS16),
	}
	x.SRGB = d.SRGB && x.Normalized && s.Channel == ptx.ChannelU8
	if s.Levels > 1 {
		x.Sampler.MipFilter, x.Sampler.Bias, x.Sampler.MinLod, x.Sampler.MaxLod = d.MipFilter, d.Bias, d.MinLod, d.MaxLod
		if d.MaxLod <= 0 {
			x.Sampler.MaxLod = math.SmallestNonzeroFloat32 // where 0 would be no limit
		}
	}
	t, err := ptx.NewTexture(m, x)
	if err != nil {
		return nil, &Error{call, ErrInvalidValue, err}
	}
	return t, nil
}

// objects are the textures and surfaces with handles that kernels get.
var objects struct {
	sync.Mutex
	of map[uint64]object
}

type object struct {
	c       *ctx
	surface bool
	memory  DevicePtr // where its texels begin
	release func()
}

// handles keeps a texture or a surface until it is destroyed, or its context.
func (c *ctx) handles(h uint64, o object) {
	objects.Lock()
	if objects.of == nil {
		objects.of = map[uint64]object{}
	}
	objects.of[h] = o
	objects.Unlock()
	c.keep(uintptr(h), func() { dropObject(h) })
}

// loseObjects lets textures and surfaces of memory that is freed stand for nothing, so that a kernel that reads
// one faults. They are there until they are destroyed.
func loseObjects(addr uint64, bytes int) {
	objects.Lock()
	defer objects.Unlock()
	for h, o := range objects.of {
		if uint64(o.memory)-addr < uint64(bytes) {
			handle.Forget(h)
		}
	}
}

// IsObject reports whether there is a texture or a surface of that handle, whatever has become of its memory.
func IsObject(h uint64) bool {
	objects.Lock()
	defer objects.Unlock()
	_, ok := objects.of[h]
	return ok
}

func dropObject(h uint64) {
	objects.Lock()
	defer objects.Unlock()
	if o, ok := objects.of[h]; ok {
		o.release()
		delete(objects.of, h)
	}
}

// destroyObject frees a texture or a surface, after everything that was put into streams is done.
func destroyObject(call string, h uint64, surface bool) error {
	if _, err := begin(call); err != nil {
		return err
	}
	objects.Lock()
	o, ok := objects.of[h]
	objects.Unlock()
	if !ok || o.surface != surface {
		return refuse(call, ErrInvalidValue, "there is no object %#x", h)
	}
	o.c.waitAll()
	dropObject(h)
	o.c.forget(uintptr(h))
	return nil
}

// TexObjectCreate makes a texture.
func TexObjectCreate(r Resource, d TextureDesc) (TexObject, error) {
	const call = "cuTexObjectCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	m, err := r.image(call)
	if err != nil {
		return 0, err
	}
	t, err := d.texture(call, m)
	if err != nil {
		return 0, err
	}
	h := t.Handle()
	c.handles(h, object{c: c, memory: addressOf(standsFor(t).(*handle.Texture).Mem), release: t.Release})
	return TexObject(h), nil
}

// TexObjectDestroy frees a texture, and not what it reads.
func TexObjectDestroy(h TexObject) error {
	return destroyObject("cuTexObjectDestroy", uint64(h), false)
}

// SurfObjectCreate makes a surface of an array.
func SurfObjectCreate(a Array) (SurfObject, error) {
	const call = "cuSurfObjectCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	s, err := newSurface(call, a)
	if err != nil {
		return 0, err
	}
	h := s.Handle()
	c.handles(h, object{c: c, surface: true, memory: addressOf(standsFor(s).(*handle.Surface).Mem), release: s.Release})
	return SurfObject(h), nil
}

func newSurface(call string, h Array) (*ptx.Surface, error) {
	a, err := onArray(call, h)
	if err != nil {
		return nil, err
	}
	s, err := ptx.NewSurface(a.image)
	if err != nil {
		return nil, &Error{call, ErrInvalidValue, err}
	}
	return s, nil
}

// SurfObjectDestroy frees a surface, and not its array.
func SurfObjectDestroy(h SurfObject) error {
	return destroyObject("cuSurfObjectDestroy", uint64(h), true)
}

// standsFor is what a texture or a surface stands for.
var standsFor = bridge.Object.(func(x any) any)

func addressOf(b []byte) DevicePtr { return DevicePtr(ptx.AddrOf(b)) }

// TextureView returns what a texture stands for, for programs that a loader has made.
func TextureView(t *ptx.Texture) (texops.View, []byte) {
	x := standsFor(t).(*handle.Texture)
	return x.View, x.Mem
}

// SurfaceView is TextureView for a surface.
func SurfaceView(s *ptx.Surface) (texops.Shape, []byte) {
	x := standsFor(s).(*handle.Surface)
	return x.Shape, x.Mem
}

// LookupTexture returns what the handle of a texture stands for, for programs that a loader has made.
func LookupTexture(h uint64) (texops.View, []byte, bool) {
	t, ok := lookupObject(h).(*handle.Texture)
	if !ok {
		return texops.View{}, nil, false
	}
	return t.View, t.Mem, true
}

// LookupSurface is LookupTexture for a surface.
func LookupSurface(h uint64) (texops.Shape, []byte, bool) {
	s, ok := lookupObject(h).(*handle.Surface)
	if !ok {
		return texops.Shape{}, nil, false
	}
	return s.Shape, s.Mem, true
}

func lookupObject(h uint64) any {
	if tag := h & handle.TagMask; tag != handle.TextureTag && tag != handle.SurfaceTag {
		return nil
	}
	return handle.Object(h)
}
