package ptxtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/lower/interp"
)

// TestBarrier reverses 256 values through shared memory.
func TestBarrier(t *testing.T) {
	k := body(t, `
	.shared .b32 s[256];
	shl.b32 %r1, %t, 2;
	mov.u32 %r2, s;
	add.u32 %r3, %r1, %r2;
	st.shared.u32 [%r3], %t;
	bar.sync 0;
	sub.u32 %r4, 1020, %r1;
	add.u32 %r4, %r4, %r2;
	ld.shared.u32 %r5, [%r4];
	st.global.u32 [%a], %r5;`).block(256)
	expect(t, k.run(t, 256), func(i int) uint32 { return uint32(255 - i) })
}

// TestBarrierReduction: every thread gets the result; ended threads do not vote.
func TestBarrierReduction(t *testing.T) {
	k := body(t, `
	setp.ge.u32 %p9, %t, 90;
	@%p9 exit;
	and.b32 %r1, %t, 1;
	setp.eq.u32 %p1, %r1, 0;
	barrier.red.popc.u32 %r2, 0, %p1;
	barrier.red.and.pred %p2, 0, !%p1;
	barrier.red.or.pred %p3, 0, %p1;
	setp.lt.u32 %p4, %t, 1000;
	barrier.red.and.pred %p5, 0, %p4;
	selp.u32 %r3, 0x100, 0, %p2;
	selp.u32 %r4, 0x200, 0, %p3;
	selp.u32 %r5, 0x400, 0, %p5;
	or.b32 %r2, %r2, %r3;
	or.b32 %r2, %r2, %r4;
	or.b32 %r2, %r2, %r5;
	st.global.u32 [%a], %r2;`).block(96)
	expect(t, k.run(t, 96), func(i int) uint32 {
		if i >= 90 {
			return 0
		}
		return 45 | 0x600
	})
}

// TestProducerConsumer: warp 0 arrives and goes on, warp 1 waits for it.
func TestProducerConsumer(t *testing.T) {
	k := body(t, `
	.shared .b32 s[32];
	mov.u32 %r2, s;
	and.b32 %r1, %t, 31;
	shl.b32 %r1, %r1, 2;
	add.u32 %r3, %r1, %r2;
	mov.u32 %r6, 0;
	setp.lt.u32 %p1, %t, 32;
	@!%p1 bra CONSUMER;
	mov.u32 %r6, 0;
WORK:
	add.u32 %r6, %r6, 1;
	setp.lt.u32 %p2, %r6, 3000;
	@%p2 bra WORK;
	add.u32 %r4, %t, 7;
	st.shared.u32 [%r3], %r4;
	bar.arrive 1, 64;
	bra DONE;
CONSUMER:
	bar.sync 1, 64;
	ld.shared.u32 %r6, [%r3];
DONE:
	st.global.u32 [%a], %r6;`).block(64)
	expect(t, k.run(t, 64), func(i int) uint32 {
		if i < 32 {
			return 3000
		}
		return uint32(i - 32 + 7)
	})
}

// TestDivergentBarrier: barrier without .aligned at two points of one warp.
func TestDivergentBarrier(t *testing.T) {
	k := body(t, `
	.shared .u32 s;
	setp.lt.u32 %p1, %t, 5;
	@%p1 bra A;
	barrier.sync 0;
	ld.shared.u32 %r1, [s];
	bra JOIN;
A:
	mov.u32 %r1, 42;
	st.shared.u32 [s], %r1;
	barrier.sync 0;
JOIN:
	st.global.u32 [%a], %r1;`).block(64)
	expect(t, k.run(t, 64), func(int) uint32 { return 42 })
}

func TestExitedThreadsAtBarrier(t *testing.T) {
	k := body(t, `
	.shared .u32 s;
	setp.eq.u32 %p1, %t, 3;
	@!%p1 bra WAIT;
	mov.u32 %r1, 9;
	st.shared.u32 [s], %r1;
	exit;
WAIT:
	bar.sync 0;
	ld.shared.u32 %r2, [s];
	st.global.u32 [%a], %r2;`).block(128)
	expect(t, k.run(t, 128), func(i int) uint32 {
		if i == 3 {
			return 0
		}
		return 9
	})
}

// TestCountOfAll lets warps come to a barrier with a count of all threads and without one.
func TestCountOfAll(t *testing.T) {
	for _, bars := range [][2]string{{"bar.sync 1, 64", "bar.sync 1"}, {"bar.sync 1", "bar.sync 1, 64"}} {
		k := body(t, `
	.shared .u32 s[64];
	mov.u32 %r2, s;
	shl.b32 %r1, %t, 2;
	add.u32 %r3, %r1, %r2;
	st.shared.u32 [%r3], %t;
	setp.lt.u32 %p1, %t, 32;
	@%p1 bra A;
	`+bars[0]+`;
	bra JOIN;
A:
	`+bars[1]+`;
JOIN:
	xor.b32 %r1, %r1, 128;
	add.u32 %r3, %r1, %r2;
	ld.shared.u32 %r6, [%r3];
	st.global.u32 [%a], %r6;`).block(64)
		expect(t, k.run(t, 64), func(i int) uint32 { return uint32(i ^ 32) })
	}
}

func TestBarrierFaults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"mov.u32 %r1, 16; bar.sync %r1;", "barrier 16: a CTA has 16"},
		{"mov.u32 %r1, 48; bar.sync 1, %r1;", "barrier 1 for 48 threads, which is not a multiple of 32"},
		{"bar.arrive 1, 64; bar.arrive 1, 64;", "second arrival at barrier 1"},
		{"setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1, 32; ret; A: bar.sync 1, 64;", "where others wait for"},
		{"setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1; ret; A: bar.sync 2;", "deadlock: 32 threads, the first (0,0,0), wait at k.ptx:"},
		{"setp.lt.u32 %p1, %t, 40; @%p1 bar.warp.sync -1; bar.sync 0;", "deadlock: 64 threads"},
	} {
		if test.want[:8] == "deadlock" && test.text[len(test.text)-2] == '0' {
			// Lanes 8 to 31 of warp 1 go past the warp barrier that lanes 0 to 7 wait in.
			body(t, test.text).block(96).fails(t, 96, "deadlock: ", "BarWarp with mask 0xffffffff", "barrier 0 for all threads")
			continue
		}
		body(t, test.text).block(96).fails(t, 96, test.want, "kernel k, CTA (0,0,0), thread (")
	}
}

// TestSpinWithinWarp: the lane that holds the lock waits at a higher point than
// the lanes that spin for it.
func TestSpinWithinWarp(t *testing.T) {
	k := body(t, `
	.shared .u32 lock;
	.shared .u32 sum;
SPIN:
	atom.shared.exch.b32 %r1, [lock], 1;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra SPIN;
	ld.volatile.shared.u32 %r2, [sum];
	add.u32 %r2, %r2, %t;
	st.volatile.shared.u32 [sum], %r2;
	membar.cta;
	atom.shared.exch.b32 %r1, [lock], 0;
	bar.sync 0;
	ld.shared.u32 %r3, [sum];
	st.global.u32 [%a], %r3;`).block(64)
	expect(t, k.run(t, 64), func(int) uint32 { return 63 * 32 })
}

// TestSpinOnWarp: warp 0 watches what warp 1 writes.
func TestSpinOnWarp(t *testing.T) {
	k := body(t, `
	.shared .u32 flag;
	setp.ge.u32 %p1, %t, 32;
	@%p1 bra WRITER;
SPIN:
	ld.acquire.cta.shared.u32 %r1, [flag];
	setp.eq.u32 %p2, %r1, 0;
	@%p2 bra SPIN;
	st.global.u32 [%a], %r1;
	ret;
WRITER:
	mov.u32 %r1, 5;
	st.release.cta.shared.u32 [flag], %r1;
	st.global.u32 [%a], %r1;`).block(64)
	expect(t, k.run(t, 64), func(int) uint32 { return 5 })
}

// TestGridBarrier: every CTA waits for all the others, twice.
func TestGridBarrier(t *testing.T) {
	const outer = ".visible .global .u32 count;"
	k := bodyWith(t, interp.Options{}, outer, `
	mov.u32 %r9, %nctaid.x;
	mov.u32 %r10, 0;
	mov.u32 %r8, 0;
ROUND:
	add.u32 %r8, %r8, %r9;
	bar.sync 0;
	setp.ne.u32 %p1, %t, 0;
	@%p1 bra JOIN;
	atom.global.add.u32 %r1, [count], 1;
SPIN:
	ld.volatile.global.u32 %r2, [count];
	setp.lt.u32 %p2, %r2, %r8;
	@%p2 bra SPIN;
JOIN:
	bar.sync 0;
	ld.volatile.global.u32 %r3, [count];
	setp.lt.u32 %p3, %r3, %r8;
	@%p3 trap;
	add.u32 %r10, %r10, 1;
	setp.lt.u32 %p4, %r10, 2;
	@%p4 bra ROUND;
	mov.u32 %r4, %ctaid.x;
	mul.wide.u32 %rd1, %r4, 4;
	add.u64 %rd1, %out, %rd1;
	st.global.u32 [%rd1], %r3;`).grid(100).block(64)
	out := k.run(t, 100)
	for i, n := range out {
		if n != 200 {
			t.Errorf("CTA %d saw %d arrivals, want 200", i, n)
		}
	}
	if b, ok := k.x.Global("count"); !ok || b[0] != 200 {
		t.Errorf("count is %v", b)
	}
}

func TestStepBudget(t *testing.T) {
	k := bodyWith(t, interp.Options{MaxSteps: 10000}, "", `
LOOP:
	add.u32 %r1, %r1, 1;
	bra LOOP;`)
	k.fails(t, 32, "kernel k, CTA (0,0,0), thread (0,0,0), k.ptx:", "budget of 10000 steps")
}

func TestCancel(t *testing.T) {
	k := body(t, `
LOOP:
	ld.volatile.global.u32 %r1, [%a];
	setp.eq.u32 %p1, %r1, 0;
	@%p1 bra LOOP;`).grid(4)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := k.launchNamed(ctx, "k", make([]uint32, 32)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
