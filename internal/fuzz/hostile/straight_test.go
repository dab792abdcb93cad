package hostile

import (
	"fmt"
	"strings"
)

// straight are long bodies without control flow.
var straight = []file{
	{name: "multiplications of one register", n: 10000, text: lines("", "mul.lo.u32 %r0, %r0, %r0;")},
	{name: "additions that need the one before", n: 2500, text: lines("", "add.f32 %f0, %f0, %f1;")},
	{name: "carry chain", n: 2500, text: lines("", "add.cc.u32 %r0, %r0, %r1; addc.u32 %r4, %r4, %r2;")},
	{name: "carry chain of addc.cc", n: 2500, text: lines("", "addc.cc.u32 %r0, %r0, %r1;")},
	{name: "values that all live to the end", n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", n)
			t.rep(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%x%d, %%r1, %%r2, %d;", i, i) })
			t.rep(n, func(i int) string { return fmt.Sprintf("xor.b32 %%r0, %%r0, %%x%d; mul.lo.u32 %%r0, %%r0, 7;", i) })
		})
	}},
	{name: "loads and then stores", n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", n)
			t.rep(n, func(i int) string { return fmt.Sprintf("ld.global.u32 %%x%d, [%%rd1+%d];", i, 4*i) })
			t.rep(n, func(i int) string { return fmt.Sprintf("st.global.u32 [%%rd1+%d], %%x%d;", 4*i, n-1-i) })
		})
	}},
	{name: "vector accesses", n: 1000, text: lines("", "ld.global.v4.u32 {%r4,%r5,%r6,%r7}, [%rd1+16]; st.global.v4.u32 [%rd1+32], {%r7,%r6,%r5,%r4};")},
	{name: "vector accesses of each thread", n: 500, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("mul.wide.u32 %%rd4, %%r3, 16; add.u64 %%rd4, %%rd4, %%rd1;")
			t.rep(n, func(i int) string {
				return "ld.global.v4.u32 {%r4,%r5,%r6,%r7}, [%rd4+16]; st.global.v4.u32 [%rd4+32], {%r7,%r6,%r5,%r4};"
			})
		})
	}},
	{name: "guarded instructions", n: 750, text: lines("", "setp.eq.u32 %p1, %r1, #; @%p1 add.u32 %r0, %r0, #; @!%p1 st.global.u32 [%rd1+#00], %r0;")},
	{name: "selects", n: 1500, text: lines("", "setp.lt.u32 %p1, %r0, #; selp.b32 %r0, %r1, %r0, %p1;")},
	{name: "predicates", n: 1500, text: lines("", "setp.lt.and.u32 %p1|%p2, %r1, #, %p1; @%p2 add.u32 %r0, %r0, 1;")},
	{name: "shared accesses", n: 500, text: lines(".shared .b32 sh[1024];", "mov.u32 %r4, sh; mad.lo.u32 %r5, %r3, 4, %r4; ld.shared.u32 %r6, [%r5+#0]; st.shared.u32 [%r5+4], %r6; ")},
	{name: "shared accesses of one kind", n: 750, text: lines(".shared .b32 sh[1024];", "st.shared.u32 [sh+4], %r0; ld.shared.u32 %r0, [sh+8];")},
	{name: "volatile accesses", n: 500, text: lines(".shared .b32 sh[1024];", "ld.volatile.shared.u32 %r4, [sh+4]; st.volatile.shared.u32 [sh+8], %r4;")},
	{name: "atomics", n: 1000, text: lines("", "atom.global.add.u32 %r4, [%rd1+4], %r0; xor.b32 %r0, %r0, %r4;")},
	{name: "local memory", n: 1000, text: lines("", "{ .local .b32 x[40]; st.local.u32 [x+4], %r0; ld.local.u32 %r4, [x+8]; add.u32 %r0, %r0, %r4; }")},
	{name: "local variables", n: 500, text: lines("", ".local .b32 x#[4]; st.local.u32 [x#], %r0; ld.local.u32 %r0, [x#]; xor.b32 %r0, %r0, %r1;")},
	{name: "local variables with an address", n: 375, text: lines("", ".local .b32 x#[4]; mov.u32 %r4, %r3; and.b32 %r4, %r4, 3; cvt.u64.u32 %rd3, %r4; mov.u64 %rd2, x#; add.u64 %rd2, %rd2, %rd3; st.local.u8 [%rd2], %r0; ld.local.u32 %r0, [x#];")},
	{name: "128 bits", n: 1000, text: lines("", ".reg .b128 %q#; mov.b128 %q#, {%rd0, %rd1}; mov.b128 {%rd0, %rd2}, %q#;")},
	{name: "conversions", n: 1500, text: lines("", "cvt.rn.f32.s32 %f0, %r0; cvt.rzi.s32.f32 %r0, %f0;")},
	{name: "packed and unpacked", n: 1500, text: lines("", "mov.b64 %rd2, {%r0, %r1}; mov.b64 {%r1, %r0}, %rd2;")},
	{name: "video", n: 500, text: lines("", "vadd4.u32.u32.u32.sat %r0, %r0, %r1, %r2;")},
	{name: "shifts", n: 1500, text: lines("", "shl.b32 %r4, %r0, %r1; shr.u32 %r0, %r4, %r2;")},
	{name: "values that nobody uses", n: 1500, text: lines("", ".reg .b32 q#; add.u32 q#, %r1, %r1;")},
	{name: "a tree of sums", n: 1024, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", 2*n)
			t.rep(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%x%d, %%r1, %%r2, %d;", n+i-1, i) })
			for i := n - 2; i >= 0; i-- {
				t.f("add.u32 %%x%d, %%x%d, %%x%d;", i, 2*i+1, 2*i+2)
			}
			t.f("mov.u32 %%r0, %%x0;")
		})
	}},
	{name: "doubling", n: 1500, text: lines("", "add.u64 %rd0, %rd0, %rd0; mul.wide.u32 %rd0, %r1, %r2; add.u64 %rd0, %rd0, %rd0;")},
	{name: "addresses from addresses", n: 1250, text: lines("", "add.u64 %rd1, %rd1, 4; ld.global.u32 %r4, [%rd1]; add.u32 %r0, %r0, %r4;")},
	{name: "pointers chased", n: 1000, text: lines("", "ld.global.u64 %rd1, [%rd1];")},
	{name: "affine sums of the thread", n: 1250, text: lines("", "mad.lo.u32 %r3, %r3, %r1, %r2; add.u32 %r3, %r3, %r0;")},
	{name: "shuffles", n: 200, text: lines("", "shfl.sync.bfly.b32 %r0, %r0, 1, 31, -1;")},
	{name: "votes", n: 200, text: lines("", "setp.ne.u32 %p1, %r0, #; vote.sync.ballot.b32 %r0, %p1, -1;")},
	{name: "barriers", n: 200, text: lines(".shared .b32 sh[1024];", "mad.lo.u32 %r0, %r0, %r3, #; bar.sync 0;")},
	{name: "barriers that values live across", n: 200, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", n)
			t.rep(n, func(i int) string { return fmt.Sprintf("ld.global.u32 %%x%d, [%%rd1+%d]; bar.sync 0;", i, 4*i) })
			t.rep(n, func(i int) string { return fmt.Sprintf("xor.b32 %%r0, %%r0, %%x%d;", i) })
		})
	}},
	{name: "much between barriers", n: 5000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(8, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%r%d, %%r1, %%r3, %d;", 8+i, i) })
			for range 4 {
				t.rep(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%r%d, %%r%d, %%r0, %d;", 8+i*7%8, 8+i*5%8, i) })
				t.f("bar.sync 0;")
			}
			t.rep(8, func(i int) string { return fmt.Sprintf("xor.b32 %%r0, %%r0, %%r%d;", 8+i) })
		})
	}},
	{name: "barriers in two arms", n: 200, text: lines("", "setp.eq.u32 %p1, %r3, #; @%p1 bra A#; bar.sync 0; add.u32 %r0, %r0, %r3; bra B#; A#: bar.sync 0; B#:")},
	{name: "textures", n: 500, text: lines(".global .texref t;", "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [t, {%f0,%f1}];")},
	{name: "calls of printf", n: 250, text: func(n int) string {
		return kernel(".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n.global .b8 s[4] = {37,117,10,0};", func(t *text) {
			t.f(".local .align 8 .b8 buf[8]; cvta.global.u64 %%rd3, s; cvta.local.u64 %%rd4, buf;")
			t.rep(n, func(i int) string {
				return "{ .param .b64 a; .param .b64 b; .param .b32 r; st.local.u32 [buf], %r0; st.param.b64 [a], %rd3; st.param.b64 [b], %rd4; call.uni (r), vprintf, (a, b); ld.param.b32 %r0, [r]; }"
			})
		})
	}},
	{name: "a line of everything", n: 1000, text: func(n int) string {
		return strings.Join(strings.Fields(lines("", "add.u32 %r0, %r0, %r1; mul.lo.u32 %r0, %r0, %r2;")(n)), " ")
	}},
}
