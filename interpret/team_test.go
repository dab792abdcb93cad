package interpret

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

// teamText is a kernel whose block i works the longer, the smaller i is, in shared memory and with a function, and
// stores what comes of it; from block bad on, every fourth one fails.
const teamText = `.version 7.0
.target sm_70
.address_size 64
.func (.reg .u32 %r) mix(.reg .u32 %a)
{
	.reg .u32 %t;
	shl.b32 %t, %a, 5;
	xor.b32 %t, %t, %a;
	mad.lo.u32 %r, %t, 2654435761, 12345;
	ret;
}
.visible .entry work(.param .u64 p, .param .u32 rounds, .param .u32 bad)
{
	.shared .align 4 .b32 s[64];
	.reg .pred %q;
	.reg .b32 %r<12>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [rounds];
	ld.param.u32 %r9, [bad];
	mov.u32 %r2, %tid.x;
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %nctaid.x;
	sub.u32 %r4, %r4, %r3;
	mul.lo.u32 %r1, %r1, %r4;
	mad.lo.u32 %r5, %r3, 64, %r2;
	shl.b32 %r6, %r2, 2;
	mov.u32 %r7, s;
	add.u32 %r6, %r6, %r7;
	st.shared.u32 [%r6], %r5;
	bar.sync 0;
again:
	call (%r5), mix, (%r5);
	xor.b32 %r8, %r2, 1;
	shl.b32 %r8, %r8, 2;
	add.u32 %r8, %r8, %r7;
	atom.shared.add.u32 %r8, [%r8], %r5;
	sub.u32 %r1, %r1, 1;
	setp.ne.u32 %q, %r1, 0;
	@%q bra again;
	bar.sync 0;
	setp.lt.u32 %q, %r3, %r9;
	and.b32 %r10, %r3, 3;
	@%q bra fine;
	setp.ne.u32 %q, %r10, 1;
	@%q bra fine;
	trap;
fine:
	ld.shared.u32 %r5, [%r6];
	mad.lo.u32 %r11, %r3, 64, %r2;
	mad.wide.u32 %rd2, %r11, 4, %rd1;
	st.global.u32 [%rd2], %r5;
	ret;
}
`

// TestTeam runs blocks on several processors, with the bits of one, and the fault of the first that fails.
func TestTeam(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const blocks = 40
	start(t)
	mem := must(t, func() (driver.DevicePtr, error) { return driver.MemAlloc(blocks * 64 * 4) })
	launch := func(processors int, bad uint32) (out [blocks * 64]uint32, err error) {
		t.Helper()
		runtime.GOMAXPROCS(processors)
		ok(t, driver.MemsetD32(mem, 0, blocks*64))
		rounds := uint32(3)
		program, err := Load(teamText)
		ok(t, err)
		defer program.Unload()
		err = program.Launch(t.Context(), program.Kernels()[0], ptx.Launch{Grid: ptx.D1(blocks), Block: ptx.D1(64)}, p(&mem), p(&rounds), p(&bad))
		ok(t, driver.MemcpyDtoH(unsafe.Pointer(&out), mem, int64(unsafe.Sizeof(out))))
		return out, err
	}
	want, err := launch(1, blocks)
	ok(t, err)
	for range 5 {
		got, err := launch(4, blocks)
		ok(t, err)
		if got != want {
			t.Fatal("other bits")
		}
		var f *ptx.Fault
		if _, err := launch(4, 6); !errors.As(err, &f) || f.CTA != (ptx.Dim3{X: 9}) {
			t.Fatalf("the fault of block 9 is %v", err)
		}
	}
}

// TestTeamEnds ends a launch on several processors with its context.
func TestTeamEnds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	start(t)
	program, err := Load(`.version 7.0
.target sm_70
.address_size 64
.visible .entry k()
{
	.reg .pred %q;
	.reg .b32 %r;
	mov.u32 %r, 0;
again:
	add.u32 %r, %r, 2;
	setp.ne.u32 %q, %r, 1;
	@%q bra again;
	ret;
}
`)
	ok(t, err)
	defer program.Unload()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	err = program.Launch(ctx, program.Kernels()[0], ptx.Launch{Grid: ptx.D1(9), Block: ptx.D1(32)})
	var u *ptx.Unfinished
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &u) || u.CTAs != 9 || u.Ended != 0 || u.Running == 0 || len(u.Where) == 0 {
		t.Errorf("%v", err)
	}
}
