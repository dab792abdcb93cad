package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// References of modules to textures and surfaces, as programs before CUDA 12 use them.

func onTexRef(t C.CUtexref) driver.TexRef { return driver.TexRef(uintptr(unsafe.Pointer(t))) }

func onSurfRef(s C.CUsurfref) driver.SurfRef { return driver.SurfRef(uintptr(unsafe.Pointer(s))) }

// setTexRef changes what is set of a reference.
func setTexRef(t C.CUtexref, change func(s *driver.TexRefState)) C.CUresult {
	return result(driver.TexRefSet(onTexRef(t), change))
}

// getTexRef gives something that is set.
func getTexRef[T any](to *T, t C.CUtexref, what func(s *driver.TexRefState) T) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	return give(to, what(&s), err)
}

//export cuModuleGetTexRef
func cuModuleGetTexRef(to *C.CUtexref, m C.CUmodule, name *C.const_char) C.CUresult {
	s, ok := text(name)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ModuleGetTexRef(onModule(m), s)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuModuleGetSurfRef
func cuModuleGetSurfRef(to *C.CUsurfref, m C.CUmodule, name *C.const_char) C.CUresult {
	s, ok := text(name)
	if !ok || !writable(to) {
		return invalidValue
	}
	h, err := driver.ModuleGetSurfRef(onModule(m), s)
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuTexRefCreate
func cuTexRefCreate(to *C.CUtexref) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	h, err := driver.TexRefCreate()
	return giveHandle(unsafe.Pointer(to), h, err)
}

//export cuTexRefDestroy
func cuTexRefDestroy(t C.CUtexref) C.CUresult { return result(driver.TexRefDestroy(onTexRef(t))) }

//export cuTexRefSetArray
func cuTexRefSetArray(t C.CUtexref, a C.CUarray, flags C.uint) C.CUresult {
	if a == nil || flags&^C.CU_TRSA_OVERRIDE_FORMAT != 0 {
		return invalidValue
	}
	return result(driver.TexRefBind(onTexRef(t), driver.Resource{Array: onArray(a)}))
}

//export cuTexRefSetMipmappedArray
func cuTexRefSetMipmappedArray(t C.CUtexref, m C.CUmipmappedArray, flags C.uint) C.CUresult {
	if m == nil || flags&^C.CU_TRSA_OVERRIDE_FORMAT != 0 {
		return invalidValue
	}
	return result(driver.TexRefBind(onTexRef(t), driver.Resource{Mipmap: onMipmap(m)}))
}

// cuTexRefSetAddress_v2 binds memory from any address on: the offset is always 0.
//
//export cuTexRefSetAddress_v2
func cuTexRefSetAddress_v2(offset *C.size_t, t C.CUtexref, p C.CUdeviceptr, size C.size_t) C.CUresult {
	if !optional(offset) {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	if err != nil {
		return result(err)
	}
	n := texelBytes(s.Format, s.Channels)
	if n == 0 || bytes(size) < n {
		return invalidValue
	}
	if offset != nil {
		*offset = 0
	}
	return result(driver.TexRefBind(onTexRef(t), driver.Resource{Ptr: driver.DevicePtr(p), Width: bytes(size) / n}))
}

//export cuTexRefSetAddress2D_v2
func cuTexRefSetAddress2D_v2(t C.CUtexref, at *C.const_CUDA_ARRAY_DESCRIPTOR, p C.CUdeviceptr, pitch C.size_t) C.CUresult {
	d, ok := load(at)
	if !ok || d.Height == 0 || texelBytes(driver.ArrayFormat(d.Format), uint32(d.NumChannels)) == 0 {
		return invalidValue
	}
	if r := setTexRef(t, func(s *driver.TexRefState) {
		s.Format, s.Channels = driver.ArrayFormat(d.Format), uint32(d.NumChannels)
	}); r != 0 {
		return r
	}
	return result(driver.TexRefBind(onTexRef(t), driver.Resource{Ptr: driver.DevicePtr(p), Width: bytes(d.Width), Height: bytes(d.Height), Pitch: bytes(pitch)}))
}

//export cuTexRefSetAddress2D_v3
func cuTexRefSetAddress2D_v3(t C.CUtexref, at *C.const_CUDA_ARRAY_DESCRIPTOR, p C.CUdeviceptr, pitch C.size_t) C.CUresult {
	return cuTexRefSetAddress2D_v2(t, at, p, pitch)
}

//export cuTexRefSetFormat
func cuTexRefSetFormat(t C.CUtexref, f C.CUarray_format, channels C.int) C.CUresult {
	if channels < 0 || texelBytes(driver.ArrayFormat(f), uint32(channels)) == 0 {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) { s.Format, s.Channels = driver.ArrayFormat(f), uint32(channels) })
}

//export cuTexRefSetAddressMode
func cuTexRefSetAddressMode(t C.CUtexref, dim C.int, m C.CUaddress_mode) C.CUresult {
	a, ok := address(m)
	if !ok || dim < 0 || dim > 2 {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) { s.Desc.Address[dim] = a })
}

//export cuTexRefSetFilterMode
func cuTexRefSetFilterMode(t C.CUtexref, m C.CUfilter_mode) C.CUresult {
	f, ok := filter(m)
	if !ok {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) { s.Desc.Filter = f })
}

//export cuTexRefSetMipmapFilterMode
func cuTexRefSetMipmapFilterMode(t C.CUtexref, m C.CUfilter_mode) C.CUresult {
	f, ok := filter(m)
	if !ok {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) { s.Desc.MipFilter = f })
}

//export cuTexRefSetMipmapLevelBias
func cuTexRefSetMipmapLevelBias(t C.CUtexref, bias C.float) C.CUresult {
	return setTexRef(t, func(s *driver.TexRefState) { s.Desc.Bias = float32(bias) })
}

//export cuTexRefSetMipmapLevelClamp
func cuTexRefSetMipmapLevelClamp(t C.CUtexref, least, most C.float) C.CUresult {
	return setTexRef(t, func(s *driver.TexRefState) { s.Desc.MinLod, s.Desc.MaxLod = float32(least), float32(most) })
}

// cuTexRefSetMaxAnisotropy changes nothing: texels are filtered alike in all directions.
//
//export cuTexRefSetMaxAnisotropy
func cuTexRefSetMaxAnisotropy(t C.CUtexref, _ C.uint) C.CUresult {
	return setTexRef(t, func(*driver.TexRefState) {})
}

//export cuTexRefSetBorderColor
func cuTexRefSetBorderColor(t C.CUtexref, c *C.float) C.CUresult {
	from, ok := list(c, 4, hostmem.Read)
	if !ok {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) {
		for i := range s.Desc.Border {
			s.Desc.Border[i] = float32(from[i])
		}
	})
}

//export cuTexRefSetFlags
func cuTexRefSetFlags(t C.CUtexref, flags C.uint) C.CUresult {
	if flags&^texFlags != 0 {
		return invalidValue
	}
	return setTexRef(t, func(s *driver.TexRefState) {
		s.Desc.ReadInteger = flags&C.CU_TRSF_READ_AS_INTEGER != 0
		s.Desc.Normalized = flags&C.CU_TRSF_NORMALIZED_COORDINATES != 0
		s.Desc.SRGB = flags&C.CU_TRSF_SRGB != 0
	})
}

//export cuTexRefGetAddress_v2
func cuTexRefGetAddress_v2(to *C.CUdeviceptr, t C.CUtexref) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	if err == nil && s.Resource.Ptr == 0 {
		return invalidValue
	}
	return give(to, C.CUdeviceptr(s.Resource.Ptr), err)
}

//export cuTexRefGetArray
func cuTexRefGetArray(to *C.CUarray, t C.CUtexref) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	if err == nil && s.Resource.Array == 0 {
		return invalidValue
	}
	return giveHandle(unsafe.Pointer(to), s.Resource.Array, err)
}

//export cuTexRefGetMipmappedArray
func cuTexRefGetMipmappedArray(to *C.CUmipmappedArray, t C.CUtexref) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	if err == nil && s.Resource.Mipmap == 0 {
		return invalidValue
	}
	return giveHandle(unsafe.Pointer(to), s.Resource.Mipmap, err)
}

//export cuTexRefGetAddressMode
func cuTexRefGetAddressMode(to *C.CUaddress_mode, t C.CUtexref, dim C.int) C.CUresult {
	if dim < 0 || dim > 2 {
		return invalidValue
	}
	return getTexRef(to, t, func(s *driver.TexRefState) C.CUaddress_mode { return C.CUaddress_mode(s.Desc.Address[dim]) })
}

//export cuTexRefGetFilterMode
func cuTexRefGetFilterMode(to *C.CUfilter_mode, t C.CUtexref) C.CUresult {
	return getTexRef(to, t, func(s *driver.TexRefState) C.CUfilter_mode { return C.CUfilter_mode(s.Desc.Filter) })
}

//export cuTexRefGetFormat
func cuTexRefGetFormat(to *C.CUarray_format, channels *C.int, t C.CUtexref) C.CUresult {
	if !writable(channels) {
		return invalidValue
	}
	if r := getTexRef(to, t, func(s *driver.TexRefState) C.CUarray_format { return C.CUarray_format(s.Format) }); r != 0 {
		return r
	}
	return getTexRef(channels, t, func(s *driver.TexRefState) C.int { return C.int(s.Channels) })
}

//export cuTexRefGetMipmapFilterMode
func cuTexRefGetMipmapFilterMode(to *C.CUfilter_mode, t C.CUtexref) C.CUresult {
	return getTexRef(to, t, func(s *driver.TexRefState) C.CUfilter_mode { return C.CUfilter_mode(s.Desc.MipFilter) })
}

//export cuTexRefGetMipmapLevelBias
func cuTexRefGetMipmapLevelBias(to *C.float, t C.CUtexref) C.CUresult {
	return getTexRef(to, t, func(s *driver.TexRefState) C.float { return C.float(s.Desc.Bias) })
}

//export cuTexRefGetMipmapLevelClamp
func cuTexRefGetMipmapLevelClamp(least, most *C.float, t C.CUtexref) C.CUresult {
	if !writable(most) {
		return invalidValue
	}
	if r := getTexRef(least, t, func(s *driver.TexRefState) C.float { return C.float(s.Desc.MinLod) }); r != 0 {
		return r
	}
	return getTexRef(most, t, func(s *driver.TexRefState) C.float { return C.float(s.Desc.MaxLod) })
}

//export cuTexRefGetMaxAnisotropy
func cuTexRefGetMaxAnisotropy(to *C.int, t C.CUtexref) C.CUresult {
	return getTexRef(to, t, func(*driver.TexRefState) C.int { return 1 })
}

//export cuTexRefGetBorderColor
func cuTexRefGetBorderColor(to *C.float, t C.CUtexref) C.CUresult {
	room, ok := list(to, 4, hostmem.Write)
	if !ok {
		return invalidValue
	}
	s, err := driver.TexRefGet(onTexRef(t))
	if err != nil {
		return result(err)
	}
	for i, x := range s.Desc.Border {
		room[i] = C.float(x)
	}
	return 0
}

//export cuTexRefGetFlags
func cuTexRefGetFlags(to *C.uint, t C.CUtexref) C.CUresult {
	return getTexRef(to, t, func(s *driver.TexRefState) (flags C.uint) {
		if s.Desc.ReadInteger {
			flags |= C.CU_TRSF_READ_AS_INTEGER
		}
		if s.Desc.Normalized {
			flags |= C.CU_TRSF_NORMALIZED_COORDINATES
		}
		if s.Desc.SRGB {
			flags |= C.CU_TRSF_SRGB
		}
		return flags
	})
}

//export cuSurfRefSetArray
func cuSurfRefSetArray(s C.CUsurfref, a C.CUarray, flags C.uint) C.CUresult {
	if flags != 0 {
		return invalidValue
	}
	return result(driver.SurfRefSetArray(onSurfRef(s), onArray(a)))
}

//export cuSurfRefGetArray
func cuSurfRefGetArray(to *C.CUarray, s C.CUsurfref) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	a, err := driver.SurfRefGetArray(onSurfRef(s))
	return giveHandle(unsafe.Pointer(to), a, err)
}

// cuParamSetTexRef does nothing: launches see all references of the module.
//
//export cuParamSetTexRef
func cuParamSetTexRef(f C.CUfunction, unit C.int, t C.CUtexref) C.CUresult {
	if unit != C.CU_PARAM_TR_DEFAULT {
		return invalidValue
	}
	if _, err := driver.FuncGetName(onFunction(f)); err != nil {
		return result(err)
	}
	return setTexRef(t, func(*driver.TexRefState) {})
}
