package gang_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
)

// twoParts is a kernel of 128 threads with a barrier. Before it each stores to shared memory; after it so
// many threads go so many rounds through a loop with an atomic operation that no gangs have.
const twoParts = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
.maxntid 128, 1, 1
{
	.shared .align 4 .b32 s[128];
	.reg .pred %%p<4>;
	.reg .b32 %%r<12>;
	.reg .b64 %%rd<6>;
	ld.param.u64 %%rd1, [x];
	mov.u32 %%r1, %%tid.x;
	mul.wide.u32 %%rd2, %%r1, 4;
	mov.u64 %%rd3, s;
	add.s64 %%rd4, %%rd3, %%rd2;
	add.s64 %%rd5, %%rd1, %%rd2;
	ld.global.u32 %%r2, [%%rd5];
	st.shared.u32 [%%rd4], %%r2;
	bar.sync 0;
	setp.ge.u32 %%p1, %%r1, %d;
	@%%p1 bra DONE;
	mov.u32 %%r3, 0;
	mov.u32 %%r6, 0;
LOOP:
	atom.global.cas.b32 %%r5, [%%rd5], %%r2, %%r3;
	xor.b32 %%r2, %%r2, 9;
	add.u32 %%r6, %%r6, %%r5;
	add.u32 %%r3, %%r3, 1;
	setp.lt.u32 %%p2, %%r3, %d;
	@%%p2 bra LOOP;
	st.global.u32 [%%rd5], %%r6;
DONE:
	ret;
}
`

// scalarShare is what part of the work of the kernel no gangs run.
func scalarShare(t *testing.T, threads, rounds int) float64 {
	t.Helper()
	f := diag.NewFile("in.ptx", fmt.Sprintf(twoParts, threads, rounds))
	m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
	if m == nil {
		t.Fatal("it does not compile")
	}
	s := pipeline.Schedule(m, pipeline.Options{})
	r := gang.NewReport(gang.New(s, s.Kernels[0], gang.Width), nil)
	if r.Why != nil || len(r.Parts) != 1 || r.Parts[0].Region != 2 {
		t.Fatalf("the report is %+v", r)
	}
	return r.Scalar()
}

// TestShare checks that a region counts with the rounds of its loop and with its threads. With a for the work of
// the other region and b + c*rounds for its own, a thread, the odds of the share grow with rounds by the
// same amount each, and with the threads in proportion.
func TestShare(t *testing.T) {
	odds := func(threads, rounds int) float64 {
		s := scalarShare(t, threads, rounds)
		if s <= 0 || s >= 1 {
			t.Fatalf("%d threads, %d rounds: a share of %v", threads, rounds, s)
		}
		return s / (1 - s)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	a, b, c := odds(128, 100), odds(128, 200), odds(128, 700)
	if b-a < 1 {
		t.Errorf("100 rounds more change the odds from %v to %v only", a, b)
	}
	near("700 rounds", c, a+6*(b-a))
	near("a quarter of the threads", odds(32, 100), a/4)
}
