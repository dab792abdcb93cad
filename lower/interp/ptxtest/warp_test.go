package ptxtest

import (
	"fmt"
	"testing"
)

// TestShuffle runs shfl.sync for all lanes and compares with a table written from
// the rules of section 9.7.9.6: for each lane the source, or - where the lane
// keeps its own value and the predicate is false.
func TestShuffle(t *testing.T) {
	tests := []struct {
		mode string
		b, c uint32
		want func(lane int) int // -1 for out of range
	}{
		{"up", 1, 0, func(l int) int { return l - 1 }},
		{"up", 5, 0, func(l int) int {
			if l < 5 {
				return -1
			}
			return l - 5
		}},
		{"down", 1, 31, func(l int) int {
			if l == 31 {
				return -1
			}
			return l + 1
		}},
		{"bfly", 1, 31, func(l int) int { return l ^ 1 }},
		{"bfly", 31, 31, func(l int) int { return 31 - l }},
		{"idx", 7, 31, func(int) int { return 7 }},
		{"idx", 39, 31, func(int) int { return 7 }}, // b modulo 32
		// Segments of eight lanes: c = 0x1800 | 31, as __shfl_*_sync(.., 8) writes
		// it, and 0x1800 for up.
		{"up", 2, 0x1800, func(l int) int {
			if l%8 < 2 {
				return -1
			}
			return l - 2
		}},
		{"down", 3, 0x181f, func(l int) int {
			if l%8 > 4 {
				return -1
			}
			return l + 3
		}},
		{"idx", 2, 0x181f, func(l int) int { return l/8*8 + 2 }},
		{"idx", 13, 0x181f, func(l int) int { return l/8*8 + 5 }}, // the segment wins
		{"bfly", 4, 0x181f, func(l int) int { return l ^ 4 }},
		{"bfly", 8, 0x181f, func(l int) int { // from the next segment: beyond the last lane, or before
			if l^8 > l|7 {
				return -1
			}
			return l ^ 8
		}},
		// A clamp of 3 without segments: only the lanes up to 3 can be read.
		{"down", 1, 3, func(l int) int {
			if l+1 > 3 {
				return -1
			}
			return l + 1
		}},
		{"idx", 5, 3, func(int) int { return -1 }},
		{"up", 1, 3, func(l int) int { // nothing below lane 3
			if l-1 < 3 {
				return -1
			}
			return l - 1
		}},
		{"down", 16, 0x0f | 0x1000, func(l int) int { return -1 }},
	}
	for _, test := range tests {
		k := body(t, fmt.Sprintf(`
	add.u32 %%r1, %%t, 100;
	shfl.sync.%s.b32 %%r2|%%p1, %%r1, %d, %d, -1;
	selp.u32 %%r3, 0x10000, 0, %%p1;
	or.b32 %%r4, %%r2, %%r3;
	st.global.u32 [%%a], %%r4;`, test.mode, test.b, test.c))
		got := k.run(t, 32)
		for l, g := range got {
			j := test.want(l)
			want := uint32(0x10000 | j + 100)
			if j < 0 {
				want = uint32(l + 100)
			}
			if test.mode == "up" && test.b == 1 && test.c == 0 && l == 0 {
				want = 100
			}
			if g != want {
				t.Errorf("shfl.%s b=%d c=%#x: lane %d has %#x, want %#x", test.mode, test.b, test.c, l, g, want)
			}
		}
	}
}

// TestShuffleMembers: a lane that does not take part gives zero.
func TestShuffleMembers(t *testing.T) {
	k := body(t, `
	mov.u32 %r2, 0;
	setp.ge.u32 %p1, %t, 16;
	@%p1 bra DONE;
	add.u32 %r1, %t, 100;
	shfl.sync.down.b32 %r2|%p2, %r1, 8, 31, 0xffff;
DONE:
	st.global.u32 [%a], %r2;`)
	expect(t, k.run(t, 32), func(i int) uint32 {
		switch {
		case i >= 16:
			return 0
		case i+8 >= 16:
			return 0 // the source has not come
		}
		return uint32(i + 108)
	})
	// The last warp of 40 threads has eight lanes; the others count as ended.
	k = body(t, `
	add.u32 %r1, %t, 100;
	shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1;
	st.global.u32 [%a], %r2;`).block(40)
	expect(t, k.run(t, 40), func(i int) uint32 { return uint32(i ^ 4 + 100) })
}

func TestShuffleNotInMask(t *testing.T) {
	body(t, `
	shfl.sync.bfly.b32 %r2, %t, 1, 31, 0xfffe;
	st.global.u32 [%a], %r2;`).fails(t, 32, "thread (0,0,0), k.ptx:", "mask 0xfffe is executed by lane 0, which is not in it")
}

// TestDivergentSync: lanes meet in a warp operation at different points.
func TestDivergentSync(t *testing.T) {
	k := body(t, `
	setp.lt.u32 %p1, %t, 10;
	@%p1 bra LOW;
	shfl.sync.idx.b32 %r2, %t, 3, 31, -1;
	bra JOIN;
LOW:
	add.u32 %r1, %t, 50;
	shfl.sync.idx.b32 %r2, %r1, 20, 31, -1;
JOIN:
	st.global.u32 [%a], %r2;`)
	expect(t, k.run(t, 32), func(i int) uint32 {
		if i < 10 {
			return 20
		}
		return 53
	})
}

func TestVoteMatchRedux(t *testing.T) {
	k := body(t, `
	mul.wide.u32 %rd1, %t, 60;
	add.u64 %rd2, %out, %rd1;
	setp.lt.u32 %p1, %t, 20;
	vote.sync.all.pred %p2, %p1, -1;
	vote.sync.any.pred %p3, %p1, -1;
	vote.sync.uni.pred %p4, %p1, -1;
	vote.sync.all.pred %p5, !%p2, -1;
	vote.sync.ballot.b32 %r1, %p1, -1;
	selp.u32 %r2, 1, 0, %p2;
	selp.u32 %r3, 2, 0, %p3;
	selp.u32 %r4, 4, 0, %p4;
	selp.u32 %r5, 8, 0, %p5;
	or.b32 %r2, %r2, %r3;
	or.b32 %r2, %r2, %r4;
	or.b32 %r2, %r2, %r5;
	st.global.u32 [%rd2], %r1;
	st.global.u32 [%rd2+4], %r2;
	and.b32 %r6, %t, 3;
	match.any.sync.b32 %r7, %r6, -1;
	st.global.u32 [%rd2+8], %r7;
	cvt.u64.u32 %rd3, %t;
	shl.b64 %rd3, %rd3, 32;
	match.any.sync.b64 %r7, %rd3, -1;
	st.global.u32 [%rd2+12], %r7;
	match.all.sync.b32 %r8|%p6, %r6, -1;
	selp.u32 %r9, 1, 0, %p6;
	st.global.u32 [%rd2+16], %r8;
	st.global.u32 [%rd2+20], %r9;
	mov.u32 %r10, 7;
	match.all.sync.b32 %r8|%p6, %r10, -1;
	selp.u32 %r9, 1, 0, %p6;
	st.global.u32 [%rd2+24], %r8;
	st.global.u32 [%rd2+28], %r9;
	sub.u32 %r11, %t, 5;
	redux.sync.add.s32 %r12, %r11, -1;
	st.global.u32 [%rd2+32], %r12;
	redux.sync.min.s32 %r12, %r11, -1;
	st.global.u32 [%rd2+36], %r12;
	redux.sync.min.u32 %r12, %r11, -1;
	st.global.u32 [%rd2+40], %r12;
	redux.sync.max.u32 %r12, %r11, -1;
	st.global.u32 [%rd2+44], %r12;
	redux.sync.max.s32 %r12, %r11, -1;
	st.global.u32 [%rd2+48], %r12;
	redux.sync.xor.b32 %r12, %t, -1;
	st.global.u32 [%rd2+52], %r12;
	activemask.b32 %r13;
	st.global.u32 [%rd2+56], %r13;`)
	got := k.run(t, 32*15)
	for l := range 32 {
		every4 := uint32(0x11111111) << (l % 4)
		want := []uint32{0xfffff, 2 | 8, every4, 1 << l, 0, 0, 0xffffffff, 1,
			31*16 - 5*32, 0xfffffffb, 0, 0xffffffff, 26, 0, 0xffffffff}
		for j, w := range want {
			if g := got[15*l+j]; g != w {
				t.Errorf("lane %d: result %d is %#x, want %#x", l, j, g, w)
			}
		}
	}
}

// TestOldVote: the forms without .sync act on the lanes that are together.
func TestOldVote(t *testing.T) {
	k := compileOld(t, `
	setp.lt.u32 %p1, %t, 12;
	@%p1 bra LOW;
	setp.lt.u32 %p2, %t, 20;
	vote.ballot.b32 %r1, %p2;
	bra JOIN;
LOW:
	shfl.bfly.b32 %r1, %t, 16, 31;
JOIN:
	vote.ballot.b32 %r2, 1;
	st.global.u32 [%a], %r1;
	st.global.u32 [%a+128], %r2;`)
	got := k.run(t, 64)
	expect(t, got[:32], func(i int) uint32 {
		if i < 12 {
			return 0 // lane i^16 is not active
		}
		return 0xff000
	})
	expect(t, got[32:], func(int) uint32 { return 0xffffffff })
}

// TestActiveMask: lanes of a loop leave it at different times, and meet again.
func TestActiveMask(t *testing.T) {
	k := body(t, `
	mov.u32 %r1, 0;
	mov.u32 %r2, 0;
LOOP:
	activemask.b32 %r3;
	popc.b32 %r4, %r3;
	add.u32 %r2, %r2, %r4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %t;
	@%p1 bra LOOP;
	activemask.b32 %r5;
	setp.ne.u32 %p2, %r5, 0xffffffff;
	@%p2 trap;
	st.global.u32 [%a], %r2;`)
	expect(t, k.run(t, 32), func(i int) uint32 {
		sum := 0
		for round := 0; round <= i; round++ {
			sum += 32 - round
		}
		return uint32(sum)
	})
}

// TestWarpSynchronous sums 64 values in shared memory without a barrier, as
// programs for lockstep warps do, with volatile and with plain accesses.
func TestWarpSynchronous(t *testing.T) {
	for _, kind := range []string{"", ".volatile"} {
		text := `
	shl.b32 %r1, %t, 2;
	mov.u32 %r2, s;
	add.u32 %r3, %r1, %r2;
	mul.lo.u32 %r4, %t, %t;
	st.shared.u32 [%r3], %r4;
	add.u32 %r5, %r4, 1;
	st.shared.u32 [%r3+128], %r5;`
		for n := 32; n > 0; n /= 2 {
			text += fmt.Sprintf(`
	ld%[1]s.shared.u32 %%r6, [%%r3+%[2]d];
	ld%[1]s.shared.u32 %%r7, [%%r3];
	add.u32 %%r7, %%r7, %%r6;
	st%[1]s.shared.u32 [%%r3], %%r7;`, kind, 4*n)
		}
		text += `
	ld.shared.u32 %r8, [s];
	st.global.u32 [%a], %r8;`
		k := body(t, ".shared .align 4 .b8 s[260];"+text)
		sum := uint32(32)
		for i := range uint32(32) {
			sum += 2 * i * i
		}
		expect(t, k.run(t, 32), func(int) uint32 { return sum })
	}
}
