package interpret

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// texturesText reads the first texel of a reference, or of a texture that is a parameter.
const texturesText = `.version 7.0
.target sm_70
.address_size 64
.global .texref image;
.visible .entry first(.param .u64 out)
{
	.reg .b64 %rd;
	.reg .f32 %f<5>;
	.reg .b32 %r;
	ld.param.u64 %rd, [out];
	mov.u32 %r, 0;
	tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [image, {%r}];
	st.global.f32 [%rd], %f1;
	ret;
}
.visible .entry read(.param .u64 out, .param .u64 tex)
{
	.reg .b64 %rd<3>;
	.reg .f32 %f<5>;
	.reg .b32 %r;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [tex];
	mov.u32 %r, 0;
	tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {%r}];
	st.global.f32 [%rd1], %f1;
	ret;
}
`

// newArray makes an array that begins with a number.
func newArray(t *testing.T, x float32) driver.Array {
	t.Helper()
	a := must(t, func() (driver.Array, error) {
		return driver.ArrayCreate(driver.ArrayDesc{Width: 4, Format: driver.FormatFloat, Channels: 1})
	})
	ok(t, driver.MemcpyHtoA(a, 0, unsafe.Pointer(&x), 4, 0))
	return a
}

// TestBoundAgain binds a reference to one array after the other: launches read that to which it is bound, and none
// where that is gone.
func TestBoundAgain(t *testing.T) {
	start(t)
	m := load(t, texturesText)
	out := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4) })
	ref := must(t, func() (driver.TexRef, error) { return driver.ModuleGetTexRef(m, "image") })
	f := function(t, m, "first")
	for i := range 20 {
		want := float32(i)
		a := newArray(t, want)
		ok(t, driver.TexRefBind(ref, driver.Resource{Array: a}))
		ok(t, driver.LaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, []unsafe.Pointer{p(&out)}))
		var got float32
		ok(t, driver.MemcpyDtoH(unsafe.Pointer(&got), out, 4))
		if got != want {
			t.Errorf("launch %d read %v", i, got)
		}
		ok(t, driver.ArrayDestroy(a))
		if err := driver.LaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, []unsafe.Pointer{p(&out)}); !errors.Is(err, driver.ErrInvalidHandle) {
			t.Fatalf("of an array that is gone: %v", err)
		}
	}
}

// TestLostTexture reads a texture of an array that was destroyed: it is a fault, also where another array has
// its memory now.
func TestLostTexture(t *testing.T) {
	start(t)
	out := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4) })
	f := function(t, load(t, texturesText), "read")
	a := newArray(t, 7)
	tex := must(t, func() (driver.TexObject, error) {
		return driver.TexObjectCreate(driver.Resource{Array: a}, driver.TextureDesc{})
	})
	launch := func() error {
		return driver.LaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, []unsafe.Pointer{p(&out), p(&tex)})
	}
	ok(t, launch())
	ok(t, driver.ArrayDestroy(a))
	newArray(t, 8)
	if err := launch(); err == nil {
		t.Error("a texture without its array was read")
	}
}
