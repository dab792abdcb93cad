package ptxtest

import (
	"fmt"
	"testing"

	"github.com/ptx2go/ptx2go/lower/interp"
)

// TestAlloca: the memory is zero, aligned, apart from the rest, and free again
// when the function returns.
func TestAlloca(t *testing.T) {
	k := bodyWith(t, interp.Options{}, `
.func (.param .u32 r) sum(.param .u32 n) {
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	.reg .pred %p;
	ld.param.u32 %r1, [n];
	mul.wide.u32 %rd1, %r1, 4;
	alloca.u64 %rd2, %rd1, 1024;
	alloca.u64 %rd3, 60000;
	and.b64 %rd4, %rd2, 1023;
	cvt.u32.u64 %r2, %rd4;
	add.u64 %rd5, %rd2, %rd1;
	mov.u64 %rd6, %rd2;
L:	ld.local.u32 %r3, [%rd6];
	add.u32 %r2, %r2, %r3;
	st.local.u32 [%rd6], 77;
	add.u64 %rd6, %rd6, 4;
	setp.lt.u64 %p, %rd6, %rd5;
	@%p bra L;
	ld.local.u32 %r3, [%rd3];
	add.u32 %r2, %r2, %r3;
	st.local.u32 [%rd3], 1;
	add.u32 %r2, %r2, 1;
	st.param.u32 [r], %r2;
	ret;
}`, `
	mov.u32 %r1, 0;
	mov.u32 %r2, 0;
L:	add.u32 %r3, %r1, %t;
	add.u32 %r3, %r3, 1;
	{
	.param .u32 n;
	.param .u32 r;
	st.param.u32 [n], %r3;
	call (r), sum, (n);
	ld.param.u32 %r4, [r];
	}
	add.u32 %r2, %r2, %r4;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, 20;
	@%p1 bra L;
	st.global.u32 [%a], %r2;`)
	expect(t, k.run(t, 32), func(int) uint32 { return 20 })
}

// TestStackRestore frees what a loop takes, in the kernel itself.
func TestStackRestore(t *testing.T) {
	loop := `
	.local .u32 own;
	st.local.u32 [own], %%t;
	mov.u32 %%r1, 0;
	mov.u32 %%r3, 0;
L:	stacksave.u32 %%r2;
	alloca.u32 %%r4, 100000;
	ld.local.u32 %%r5, [%%r4+99996];
	add.u32 %%r3, %%r3, %%r5;
	st.local.u32 [%%r4+99996], %%t;
	%s
	add.u32 %%r1, %%r1, 1;
	setp.lt.u32 %%p1, %%r1, 20;
	@%%p1 bra L;
	ld.local.u32 %%r5, [own];
	add.u32 %%r3, %%r3, %%r5;
	st.global.u32 [%%a], %%r3;`
	k := body(t, fmt.Sprintf(loop, "stackrestore.u32 %r2;"))
	expect(t, k.run(t, 32), func(i int) uint32 { return uint32(i) })
	body(t, fmt.Sprintf(loop, "")).fails(t, 32, "k.ptx:", "local memory stack overflow")
}

// TestStackFaults asks for too much and restores what was not saved.
func TestStackFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"alloca.u64 %rd1, 524289;", "local memory stack overflow"},
		{"mov.u64 %rd2, -1; alloca.u64 %rd1, %rd2;", "local memory stack overflow"},
		{"alloca.u64 %rd1, 8, 8388608;", "local memory stack overflow"},
		{"mov.u64 %rd1, 4096; stackrestore.u64 %rd1;", "stackrestore of 0x1000"},
		{"mov.u64 %rd1, 0; stackrestore.u64 %rd1;", "stackrestore of 0x0"},
		{"stacksave.u64 %rd1; alloca.u64 %rd2, 64; stackrestore.u64 %rd1; ld.local.u32 %r1, [%rd2]; st.global.u32 [%a], %r1;", "outside of the thread's local memory"},
	} {
		k := body(t, c.text)
		k.fails(t, 32, c.want)
	}
}
