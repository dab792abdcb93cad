package driver

import (
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestArrays copies to arrays and back, and finds levels of mipmapped ones in the memory of all.
func TestArrays(t *testing.T) {
	start(t)
	d := ArrayDesc{Width: 8, Height: 4, Format: FormatUnsignedInt8, Channels: 2}
	a, err := ArrayCreate(d)
	ok(t, err)
	if got, err := ArrayGetDescriptor(a); err != nil || got != d {
		t.Errorf("%+v, %v", got, err)
	}
	from, to := [64]byte{3: 1, 63: 2}, [64]byte{}
	ok(t, MemcpyHtoA(a, 0, unsafe.Pointer(&from), 64, 0))
	ok(t, MemcpyAtoH(unsafe.Pointer(&to), a, 0, 64, 0))
	if from != to {
		t.Errorf("%v", to)
	}
	wants(t, "beyond", MemcpyHtoA(a, 1, unsafe.Pointer(&from), 64, 0), ErrInvalidValue)
	p, pitch, height, n, err := ArrayMemory(a)
	ok(t, err)
	b, err := Bytes(p, 64)
	ok(t, err)
	if pitch != 16 || height != 4 || n != 1 || b[63] != 2 {
		t.Errorf("%d, %d, %d, %d", p, pitch, height, n)
	}
	wants(t, "the memory of an array", MemFree(p), ErrInvalidValue)
	o, err := TexObjectCreate(Resource{Array: a}, TextureDesc{Filter: ptx.FilterLinear})
	ok(t, err)
	view, mem, is := LookupTexture(uint64(o))
	if !is || !view.Normalized || len(mem) != 64 || view.Sampler.Normalized {
		t.Errorf("%+v, %d bytes", view, len(mem))
	}
	_, err = TexObjectCreate(Resource{Array: a}, TextureDesc{Filter: ptx.FilterLinear, ReadInteger: true})
	wants(t, "a filter of integers", err, ErrInvalidValue)
	wants(t, "a surface", SurfObjectDestroy(SurfObject(o)), ErrInvalidValue)
	ok(t, TexObjectDestroy(o))
	if _, _, is := LookupTexture(uint64(o)); is {
		t.Error("a texture that was destroyed is there")
	}
	ok(t, ArrayDestroy(a))
	wants(t, "destroyed", ArrayDestroy(a), ErrInvalidHandle)

	m, err := MipmappedArrayCreate(d, 99)
	ok(t, err)
	want := []ArrayDesc{d, {Width: 4, Height: 2, Format: d.Format, Channels: 2}, {Width: 2, Height: 1, Format: d.Format, Channels: 2}, {Width: 1, Height: 1, Format: d.Format, Channels: 2}}
	place := DevicePtr(0)
	for i, w := range want {
		l, err := MipmappedArrayGetLevel(m, i)
		ok(t, err)
		p, _, _, _, err := ArrayMemory(l)
		ok(t, err)
		if got, err := ArrayGetDescriptor(l); err != nil || got != w || p <= place {
			t.Errorf("level %d: %+v at %#x, %v", i, got, p, err)
		}
		place = p
		if again, err := MipmappedArrayGetLevel(m, i); err != nil || again != l {
			t.Errorf("level %d is %d and %d, %v", i, l, again, err)
		}
	}
	_, err = MipmappedArrayGetLevel(m, len(want))
	wants(t, "a level too many", err, ErrInvalidValue)
	ok(t, MipmappedArrayDestroy(m))
}

// TestArrayShapes takes what CUDA does, and refuses what it does not.
func TestArrayShapes(t *testing.T) {
	start(t)
	for _, x := range []struct {
		d    ArrayDesc
		want Result
	}{
		{ArrayDesc{Width: 5}, Success},
		{ArrayDesc{Width: 5, Depth: 3, Flags: ArrayLayered}, Success},
		{ArrayDesc{Width: 5, Height: 2, Depth: 3, Flags: ArrayLayered | ArraySurfaceLdSt}, Success},
		{ArrayDesc{Width: 5, Height: 2, Depth: 3}, Success},
		{ArrayDesc{Width: 4, Height: 4, Depth: 6, Flags: ArrayCubemap}, Success},
		{ArrayDesc{Width: 4, Height: 4, Depth: 12, Flags: ArrayCubemap | ArrayLayered}, Success},
		{ArrayDesc{Width: 4, Height: 4, Depth: 12, Flags: ArrayCubemap}, ErrInvalidValue},
		{ArrayDesc{Width: 4, Height: 5, Depth: 6, Flags: ArrayCubemap}, ErrInvalidValue},
		{ArrayDesc{}, ErrInvalidValue},
		{ArrayDesc{Width: -1}, ErrInvalidValue},
		{ArrayDesc{Width: 1 << 40}, ErrInvalidValue},
		{ArrayDesc{Width: 1 << 17, Height: 1 << 17}, ErrInvalidValue},
		{ArrayDesc{Width: 4, Flags: 1 << 20}, ErrInvalidValue},
		{ArrayDesc{Width: 4, Flags: arraySparse}, ErrNotSupported},
		{ArrayDesc{Width: 4, Height: 4, Flags: arrayDeferred | ArraySurfaceLdSt}, ErrNotSupported},
	} {
		x.d.Format, x.d.Channels = FormatFloat, 1
		a, err := ArrayCreate(x.d)
		if ResultOf(err) != x.want {
			t.Errorf("%+v: %v", x.d, err)
		}
		if err == nil {
			ok(t, ArrayDestroy(a))
		}
	}
	_, err := ArrayCreate(ArrayDesc{Width: 4, Format: 77, Channels: 1})
	wants(t, "a format", err, ErrInvalidValue)
	_, err = ArrayCreate(ArrayDesc{Width: 4, Height: 4, Format: 0xb0, Channels: 3})
	wants(t, "planes", err, ErrNotSupported)
	a, err := ArrayCreate(ArrayDesc{Width: 4, Format: FormatFloat, Channels: 1})
	ok(t, err)
	wants(t, "a plane", ArrayLacks("cuArrayGetPlane", a, "planes"), ErrInvalidValue, "cuArrayGetPlane:", "no planes")
	wants(t, "a plane of none", ArrayLacks("cuArrayGetPlane", a+1, "planes"), ErrInvalidHandle)
	wants(t, "tiles of none", MipmappedArrayLacks("cuMipmappedArrayGetSparseProperties", MipmappedArray(a), "tiles"), ErrInvalidHandle)
	ok(t, ArrayDestroy(a))
}

// TestLostObjects frees what textures and surfaces read: they stand for nothing then, not for what is there
// later, and are destroyed as others.
func TestLostObjects(t *testing.T) {
	start(t)
	d := ArrayDesc{Width: 16, Format: FormatFloat, Channels: 1}
	a, err := ArrayCreate(d)
	ok(t, err)
	m, err := MipmappedArrayCreate(ArrayDesc{Width: 4, Height: 4, Format: FormatFloat, Channels: 1}, 2)
	ok(t, err)
	level, err := MipmappedArrayGetLevel(m, 1)
	ok(t, err)
	p, err := MemAlloc(256)
	ok(t, err)
	var textures []TexObject
	for _, r := range []Resource{{Array: a}, {Mipmap: m}, {Array: level}, {Ptr: p, Format: FormatFloat, Channels: 1, Width: 8}, {Ptr: p + 128, Format: FormatFloat, Channels: 1, Width: 8}} {
		o, err := TexObjectCreate(r, TextureDesc{Normalized: true})
		ok(t, err)
		textures = append(textures, o)
	}
	s, err := SurfObjectCreate(a)
	ok(t, err)
	is := func(h TexObject) bool {
		_, _, is := LookupTexture(uint64(h))
		return is
	}
	for _, o := range textures {
		if !is(o) {
			t.Errorf("%#x is not there", o)
		}
	}
	ok(t, ArrayDestroy(a))
	if is(textures[0]) || !is(textures[1]) || !is(textures[3]) {
		t.Error("of an array that was destroyed")
	}
	if _, _, is := LookupSurface(uint64(s)); is {
		t.Error("a surface of an array that was destroyed")
	}
	ok(t, MipmappedArrayDestroy(m))
	ok(t, MemFree(p))
	again, err := MemAlloc(256)
	ok(t, err)
	fresh, err := TexObjectCreate(Resource{Ptr: again, Format: FormatFloat, Channels: 1, Width: 8}, TextureDesc{})
	ok(t, err)
	for _, o := range textures {
		if is(o) || o == fresh || !IsObject(uint64(o)) {
			t.Errorf("%#x is there, or gone", o)
		}
		ok(t, TexObjectDestroy(o))
		wants(t, "twice", TexObjectDestroy(o), ErrInvalidValue)
	}
	ok(t, SurfObjectDestroy(s))
	if !is(fresh) {
		t.Error("a texture has gone with those before")
	}
}
