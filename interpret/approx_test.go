package interpret

import (
	"math"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// TestApprox interprets an approximate instruction with the bits of a GPU, and correctly rounded.
func TestApprox(t *testing.T) {
	start(t)
	defer driver.SetApprox(driver.ApproxAny)
	const text = `.version 7.0
.target sm_70
.address_size 64
.visible .entry rsqrt(.param .u64 p)
{
	.reg .f32 %f<3>;
	.reg .b64 %rd<4>;
	.reg .b32 %r;
	ld.param.u64 %rd1, [p];
	mov.u32 %r, %tid.x;
	mad.wide.u32 %rd2, %r, 4, %rd1;
	ld.global.f32 %f1, [%rd2];
	rsqrt.approx.f32 %f2, %f1;
	st.global.f32 [%rd2], %f2;
	ret;
}
`
	const n = 256
	wrong := map[driver.Approx]int{}
	for _, a := range []driver.Approx{driver.ApproxAny, driver.ApproxGPU, driver.ApproxAccurate} {
		driver.SetApprox(a)
		mem, x := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(4 * n) }), make([]float32, n)
		for i := range x {
			x[i] = 1 + float32(i)/100
		}
		ok(t, driver.MemcpyHtoD(mem, unsafe.Pointer(&x[0]), 4*n))
		ok(t, driver.LaunchKernel(function(t, load(t, text), "rsqrt"), 1, 1, 1, n, 1, 1, 0, 0, []unsafe.Pointer{unsafe.Pointer(&mem)}))
		ok(t, driver.MemcpyDtoH(unsafe.Pointer(&x[0]), mem, 4*n))
		for i := range x {
			if want := float32(1 / math.Sqrt(float64(1+float32(i)/100))); x[i] != want {
				wrong[a]++
			}
		}
	}
	if wrong[driver.ApproxAny] == 0 || wrong[driver.ApproxGPU] != wrong[driver.ApproxAny] || wrong[driver.ApproxAccurate] != 0 {
		t.Errorf("not correctly rounded: %v", wrong)
	}
}
