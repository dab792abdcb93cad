package ptxtest

import (
	"fmt"
	"strings"
	"testing"
)

// barrierObject counts as section 9.7.13.15 says, for the tests.
type barrierObject struct {
	phase, pending, expected, tx int
}

func (b *barrierObject) settle() {
	if b.pending == 0 && b.tx == 0 {
		b.phase++
		b.pending = b.expected
	}
}

// TestBarrierObject lets one thread go through the phases of a barrier.
func TestBarrierObject(t *testing.T) {
	m := barrierObject{pending: 3, expected: 3}
	var s strings.Builder
	s.WriteString(".shared .align 8 .b64 bar;\nmbarrier.init.shared.b64 [bar], 3;\n.reg .b64 %st<40>;\n")
	var want []uint32
	bit := func(b bool) uint32 {
		if b {
			return 1
		}
		return 0
	}
	type state struct{ reg, phase int }
	var last state
	// look writes down what can be seen of the barrier.
	look := func() {
		parities := [2]bool{m.phase%2 == 1, m.phase%2 == 0}
		for p, over := range parities {
			fmt.Fprintf(&s, "mbarrier.test_wait.parity.shared.b64 %%p1, [bar], %d;\nselp.u32 %%r1, 1, 0, %%p1;\nst.global.u32 [%%out+%d], %%r1;\n", p, 4*len(want))
			want = append(want, bit(over))
		}
		if last.reg > 0 {
			fmt.Fprintf(&s, "mbarrier.try_wait.shared.b64 %%p1, [bar], %%st%d;\nselp.u32 %%r1, 1, 0, %%p1;\nst.global.u32 [%%out+%d], %%r1;\n", last.reg, 4*len(want))
			want = append(want, bit(last.phase != m.phase))
		}
	}
	look()
	n := 0
	for _, step := range []struct {
		text                string
		arrive, drop, extra int
		state               bool
	}{
		{"mbarrier.arrive.shared.b64 %%st%d, [bar];", 1, 0, 0, true},
		{"mbarrier.arrive.noComplete.shared.b64 %%st%d, [bar], 1;", 1, 0, 0, true},
		{"mbarrier.arrive.shared::cta.b64 %%st%d, [bar];", 1, 0, 0, true},
		{"mbarrier.arrive_drop.shared.b64 %%st%d, [bar];", 1, 1, 0, true},
		{"mbarrier.arrive.shared.b64 _, [bar], 2;", 2, 0, 0, false},
		{"mbarrier.arrive.expect_tx.shared.b64 %%st%d, [bar], 48;", 1, 0, 48, true},
		{"mbarrier.complete_tx.shared.b64 [bar], 64;", 0, 0, -64, false}, // before it is expected
		{"mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 24;", 0, 0, 24, false},
		{"mbarrier.arrive.shared.b64 _, [bar];", 1, 0, 0, false},
		{"mbarrier.complete_tx.shared.b64 [bar], 8;", 0, 0, -8, false},
		{"cp.async.mbarrier.arrive.shared.b64 [bar];", 0, 0, 0, false},
		{"cp.async.mbarrier.arrive.noinc.shared.b64 [bar];", 1, 0, 0, false},
		{"mbarrier.arrive_drop.expect_tx.shared.b64 %%st%d, [bar], 0;", 1, 1, 0, true},
		{"mbarrier.arrive.shared.b64 %%st%d, [bar];", 1, 0, 0, true},
		{"mbarrier.arrive_drop.noComplete.shared.b64 %%st%d, [bar], 1;", 1, 1, 0, true},
	} {
		text := step.text
		if step.state {
			n++
			text = fmt.Sprintf(text, n)
		}
		s.WriteString(text + "\n")
		if step.state {
			fmt.Fprintf(&s, "mbarrier.pending_count.b64 %%r1, %%st%d;\nst.global.u32 [%%out+%d], %%r1;\n", n, 4*len(want))
			want = append(want, uint32(m.pending))
			last = state{n, m.phase}
		}
		m.pending -= step.arrive
		m.expected -= step.drop
		m.tx += step.extra
		m.settle()
		look()
	}
	got := body(t, s.String()).block(1).run(t, len(want))
	expect(t, got, func(i int) uint32 { return want[i] })
	if m.phase < 5 {
		t.Errorf("only %d phases", m.phase)
	}
}

// TestBarrierObjectPipeline hands numbers from one warp to the next through two
// slots, each with a barrier for full and one for empty; the waits spin.
func TestBarrierObjectPipeline(t *testing.T) {
	for _, wait := range []string{"test_wait", "try_wait"} {
		k := body(t, strings.ReplaceAll(`
	.shared .align 8 .b64 full[2];
	.shared .align 8 .b64 empty[2];
	.shared .align 4 .b32 slot[64];
	.reg .b32 %lane, %n, %i, %s, %par, %f, %e, %sum;
	setp.ne.u32 %p1, %t, 0;
	@%p1 bra READY;
	mbarrier.init.shared.b64 [full], 32;
	mbarrier.init.shared.b64 [full+8], 32;
	mbarrier.init.shared.b64 [empty], 32;
	mbarrier.init.shared.b64 [empty+8], 32;
READY:
	bar.sync 0;
	and.b32 %lane, %t, 31;
	mov.u32 %i, 0;
	mov.u32 %sum, 0;
LOOP:
	and.b32 %s, %i, 1;
	bfe.u32 %par, %i, 1, 1;
	mov.u32 %f, full;
	mad.lo.u32 %f, %s, 8, %f;
	mov.u32 %e, empty;
	mad.lo.u32 %e, %s, 8, %e;
	mov.u32 %r1, slot;
	mad.lo.u32 %r1, %s, 128, %r1;
	setp.ge.u32 %p2, %t, 32;
	@%p2 bra CONSUME;
	xor.b32 %r2, %par, 1;
FREE:
	mbarrier.WAIT.parity.shared.b64 %p3, [%e], %r2;
	@!%p3 bra FREE;
	mad.lo.u32 %r3, %lane, 4, %r1;
	mad.lo.u32 %r4, %i, 100, %lane;
	st.shared.u32 [%r3], %r4;
	mbarrier.arrive.shared.b64 _, [%f];
	bra NEXT;
CONSUME:
	mbarrier.WAIT.parity.shared.b64 %p3, [%f], %par;
	@!%p3 bra CONSUME;
	sub.u32 %r2, 31, %lane;
	mad.lo.u32 %r3, %r2, 4, %r1;
	ld.shared.u32 %r4, [%r3];
	mad.lo.u32 %sum, %sum, 3, %r4;
	mbarrier.arrive.shared.b64 _, [%e];
NEXT:
	add.u32 %i, %i, 1;
	setp.lt.u32 %p4, %i, 10;
	@%p4 bra LOOP;
	st.global.u32 [%a], %sum;`, "WAIT", wait)).block(64)
		expect(t, k.run(t, 64), func(i int) uint32 {
			sum := uint32(0)
			for n := range uint32(10) {
				if i >= 32 {
					sum = sum*3 + n*100 + uint32(63-i)
				}
			}
			return sum
		})
	}
}

// TestBarrierObjectFaults counts wrongly.
func TestBarrierObjectFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"mbarrier.arrive.shared.b64 _, [bar];", "not initialised"},
		{"mov.u32 %r1, 0; mbarrier.init.shared.b64 [bar], %r1; mbarrier.arrive.shared.b64 _, [bar];", "not initialised"},
		{"mov.u32 %r1, 1048576; mbarrier.init.shared.b64 [bar], %r1; mbarrier.expect_tx.shared.b64 [bar], 4;", "not initialised"},
		{"mbarrier.init.shared.b64 [bar], 2; mbarrier.inval.shared.b64 [bar]; mbarrier.arrive.shared.b64 _, [bar];", "not initialised"},
		{"mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 _, [bar], 3;", "3 arrivals at an mbarrier that waits for 2"},
		{"mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 _, [bar], 0;", "0 arrivals at an mbarrier that waits for 2"},
		{"mbarrier.init.shared.b64 [bar], 2; mbarrier.expect_tx.shared.b64 [bar], 1048575; mbarrier.expect_tx.shared.b64 [bar], 1;", "1 transaction at an mbarrier that waits for 1048575"},
		{"mbarrier.init.shared.b64 [bar], 2; mbarrier.complete_tx.shared.b64 [bar], 1048576;", "1048576 transactions"},
		{"and.b64 %rd1, %out, -8; mbarrier.arrive.b64 _, [%rd1];", "bytes of shared memory"},
		{"mbarrier.init.shared.b64 [bar+4], 1;", "is not a multiple of 8"},
	} {
		k := body(t, ".shared .align 8 .b64 bar[2];\nst.shared.u64 [bar], 0;\n"+c.text).block(1)
		k.fails(t, 1, c.want)
	}
}
