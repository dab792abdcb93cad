package interpret_test

import (
	"fmt"
	"unsafe"

	_ "github.com/ptx2go/ptx2go/interpret"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// text is PTX that nobody has translated.
const text = `.version 7.0
.target sm_70
.address_size 64
.visible .entry squares(.param .u64 out)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mul.lo.u32 %r2, %r1, %r1;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r2;
	ret;
}
`

// To import the package is enough for a program to load any PTX.
func Example() {
	check := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	check(driver.Init(0))
	ctx, err := driver.CtxCreate(0, 0)
	check(err)
	defer driver.CtxDestroy(ctx)
	m, err := driver.ModuleLoadData(text)
	check(err)
	f, err := driver.ModuleGetFunction(m, "squares")
	check(err)
	out, err := driver.MemAlloc(5 * 4)
	check(err)
	check(driver.LaunchKernel(f, 1, 1, 1, 5, 1, 1, 0, 0, []unsafe.Pointer{unsafe.Pointer(&out)}))
	var got [5]uint32
	check(driver.MemcpyDtoH(unsafe.Pointer(&got), out, 20))
	fmt.Println(got)
	// Output: [0 1 4 9 16]
}
