package libcuda

// #include "types.h"
import "C"

import (
	"errors"
	"sync"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// texObject is what a texture was made of, for the functions that ask.
type texObject struct {
	resource C.CUDA_RESOURCE_DESC
	texture  C.CUDA_TEXTURE_DESC
	view     *C.CUDA_RESOURCE_VIEW_DESC
}

var objects struct {
	sync.Mutex
	textures map[driver.TexObject]texObject
	surfaces map[driver.SurfObject]C.CUDA_RESOURCE_DESC
}

// part is what stands in the union of a descriptor.
func part[T any](d *C.CUDA_RESOURCE_DESC) *T { return (*T)(unsafe.Pointer(&d.res)) }

// resource is a descriptor in Go.
func resource(d *C.CUDA_RESOURCE_DESC) (r driver.Resource, ok bool) {
	switch d.resType {
	case C.CU_RESOURCE_TYPE_ARRAY:
		r.Array = onArray(*part[C.CUarray](d))
		return r, r.Array != 0
	case C.CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		r.Mipmap = onMipmap(*part[C.CUmipmappedArray](d))
		return r, r.Mipmap != 0
	case C.CU_RESOURCE_TYPE_LINEAR:
		x := part[struct {
			ptr      C.CUdeviceptr
			format   C.CUarray_format
			channels C.uint
			size     C.size_t
		}](d)
		r = driver.Resource{Ptr: driver.DevicePtr(x.ptr), Format: driver.ArrayFormat(x.format), Channels: uint32(x.channels)}
		n := texelBytes(r.Format, r.Channels)
		if n == 0 {
			return r, false
		}
		r.Width = bytes(x.size) / n
		return r, true
	case C.CU_RESOURCE_TYPE_PITCH2D:
		x := part[struct {
			ptr                  C.CUdeviceptr
			format               C.CUarray_format
			channels             C.uint
			width, height, pitch C.size_t
		}](d)
		return driver.Resource{Ptr: driver.DevicePtr(x.ptr), Format: driver.ArrayFormat(x.format), Channels: uint32(x.channels),
			Width: bytes(x.width), Height: bytes(x.height), Pitch: bytes(x.pitch)}, x.height != 0
	}
	return r, false
}

// texelBytes is the size of a texel, 0 of none that there is.
func texelBytes(f driver.ArrayFormat, channels uint32) int64 {
	if channels != 1 && channels != 2 && channels != 4 {
		return 0
	}
	switch f {
	case driver.FormatUnsignedInt8, driver.FormatSignedInt8:
		return int64(channels)
	case driver.FormatUnsignedInt16, driver.FormatSignedInt16, driver.FormatHalf:
		return 2 * int64(channels)
	case driver.FormatUnsignedInt32, driver.FormatSignedInt32, driver.FormatFloat:
		return 4 * int64(channels)
	}
	return 0
}

// address is a mode of C in Go, which has the same numbers, as filters have.
func address(m C.CUaddress_mode) (ptx.Address, bool) {
	return ptx.Address(m), m <= C.CU_TR_ADDRESS_MODE_BORDER
}

func filter(m C.CUfilter_mode) (ptx.Filter, bool) {
	return ptx.Filter(m), m <= C.CU_TR_FILTER_MODE_LINEAR
}

const texFlags = C.CU_TRSF_READ_AS_INTEGER | C.CU_TRSF_NORMALIZED_COORDINATES | C.CU_TRSF_SRGB | C.CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | C.CU_TRSF_SEAMLESS_CUBEMAP

// textureDesc is a descriptor in Go. The optimisations that flags turn off are none here.
func textureDesc(d *C.CUDA_TEXTURE_DESC) (t driver.TextureDesc, ok bool) {
	if d.flags&^texFlags != 0 {
		return t, false
	}
	for i, m := range d.addressMode {
		if t.Address[i], ok = address(m); !ok {
			return t, false
		}
	}
	if t.Filter, ok = filter(d.filterMode); !ok {
		return t, false
	}
	if t.MipFilter, ok = filter(d.mipmapFilterMode); !ok {
		return t, false
	}
	t.ReadInteger = d.flags&C.CU_TRSF_READ_AS_INTEGER != 0
	t.Normalized = d.flags&C.CU_TRSF_NORMALIZED_COORDINATES != 0
	t.SRGB = d.flags&C.CU_TRSF_SRGB != 0
	t.Bias, t.MinLod, t.MaxLod = float32(d.mipmapLevelBias), float32(d.minMipmapLevelClamp), float32(d.maxMipmapLevelClamp)
	for i, x := range d.borderColor {
		t.Border[i] = float32(x)
	}
	return t, true
}

//export cuTexObjectCreate
func cuTexObjectCreate(to *C.CUtexObject, res *C.const_CUDA_RESOURCE_DESC, tex *C.const_CUDA_TEXTURE_DESC, view *C.const_CUDA_RESOURCE_VIEW_DESC) C.CUresult {
	rd, ok := load(res)
	td, also := load(tex)
	if !ok || !also || !writable(to) {
		return invalidValue
	}
	o := texObject{resource: C.CUDA_RESOURCE_DESC(rd), texture: C.CUDA_TEXTURE_DESC(td)}
	r, ok := resource(&o.resource)
	d, also := textureDesc(&o.texture)
	if !ok || !also {
		return invalidValue
	}
	if view != nil {
		v, ok := load(view)
		if !ok {
			return invalidValue
		}
		o.view = (*C.CUDA_RESOURCE_VIEW_DESC)(&v)
		if o.view.format != C.CU_RES_VIEW_FORMAT_NONE || o.view.firstMipmapLevel != 0 || o.view.firstLayer != 0 {
			return result(&driver.Error{Call: "cuTexObjectCreate", Result: driver.ErrNotSupported, Err: errors.New("a view is of a whole resource, in its own format")})
		}
	}
	h, err := driver.TexObjectCreate(r, d)
	if err != nil {
		return result(err)
	}
	objects.Lock()
	defer objects.Unlock()
	if objects.textures == nil {
		objects.textures = map[driver.TexObject]texObject{}
	}
	objects.textures[h] = o
	*to = C.CUtexObject(h)
	return 0
}

//export cuTexObjectDestroy
func cuTexObjectDestroy(h C.CUtexObject) C.CUresult {
	if err := driver.TexObjectDestroy(driver.TexObject(h)); err != nil {
		return result(err)
	}
	objects.Lock()
	defer objects.Unlock()
	delete(objects.textures, driver.TexObject(h))
	return 0
}

// onTexture is what a texture was made of, which is still there.
func onTexture(h C.CUtexObject) (texObject, C.CUresult) {
	if r := onCurrent(); r != 0 {
		return texObject{}, r
	}
	objects.Lock()
	defer objects.Unlock()
	o, ok := objects.textures[driver.TexObject(h)]
	if !ok || !driver.IsObject(uint64(h)) {
		return o, invalidValue
	}
	return o, 0
}

//export cuTexObjectGetResourceDesc
func cuTexObjectGetResourceDesc(to *C.CUDA_RESOURCE_DESC, h C.CUtexObject) C.CUresult {
	o, r := onTexture(h)
	if !writable(to) {
		return invalidValue
	}
	if r == 0 {
		store(to, o.resource)
	}
	return r
}

//export cuTexObjectGetTextureDesc
func cuTexObjectGetTextureDesc(to *C.CUDA_TEXTURE_DESC, h C.CUtexObject) C.CUresult {
	o, r := onTexture(h)
	if !writable(to) {
		return invalidValue
	}
	if r == 0 {
		store(to, o.texture)
	}
	return r
}

//export cuTexObjectGetResourceViewDesc
func cuTexObjectGetResourceViewDesc(to *C.CUDA_RESOURCE_VIEW_DESC, h C.CUtexObject) C.CUresult {
	o, r := onTexture(h)
	if !writable(to) {
		return invalidValue
	}
	switch {
	case r != 0:
		return r
	case o.view == nil:
		return invalidValue
	}
	store(to, *o.view)
	return 0
}

//export cuSurfObjectCreate
func cuSurfObjectCreate(to *C.CUsurfObject, res *C.const_CUDA_RESOURCE_DESC) C.CUresult {
	d, ok := load(res)
	if !ok || !writable(to) {
		return invalidValue
	}
	rd := C.CUDA_RESOURCE_DESC(d)
	r, ok := resource(&rd)
	if !ok || r.Array == 0 {
		return invalidValue
	}
	h, err := driver.SurfObjectCreate(r.Array)
	if err != nil {
		return result(err)
	}
	objects.Lock()
	defer objects.Unlock()
	if objects.surfaces == nil {
		objects.surfaces = map[driver.SurfObject]C.CUDA_RESOURCE_DESC{}
	}
	objects.surfaces[h] = rd
	*to = C.CUsurfObject(h)
	return 0
}

//export cuSurfObjectDestroy
func cuSurfObjectDestroy(h C.CUsurfObject) C.CUresult {
	if err := driver.SurfObjectDestroy(driver.SurfObject(h)); err != nil {
		return result(err)
	}
	objects.Lock()
	defer objects.Unlock()
	delete(objects.surfaces, driver.SurfObject(h))
	return 0
}

//export cuSurfObjectGetResourceDesc
func cuSurfObjectGetResourceDesc(to *C.CUDA_RESOURCE_DESC, h C.CUsurfObject) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	if r := onCurrent(); r != 0 {
		return r
	}
	objects.Lock()
	defer objects.Unlock()
	d, ok := objects.surfaces[driver.SurfObject(h)]
	if !ok || !driver.IsObject(uint64(h)) {
		return invalidValue
	}
	store(to, d)
	return 0
}

//export cuDeviceGetTexture1DLinearMaxWidth
func cuDeviceGetTexture1DLinearMaxWidth(to *C.size_t, f C.CUarray_format, channels C.uint, d C.CUdevice) C.CUresult {
	if !writable(to) || texelBytes(driver.ArrayFormat(f), uint32(channels)) == 0 {
		return invalidValue
	}
	n, err := driver.DeviceGetAttribute(C.CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, driver.Device(d))
	return give(to, C.size_t(n), err)
}
