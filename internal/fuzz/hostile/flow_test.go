package hostile

import (
	"fmt"
	"math/rand"
	"strings"
)

// flow are control-flow graphs that are wide, deep or tangled.
var flow = []file{
	{name: "nested ifs", n: 1500, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("setp.eq.u32 %%p1, %%r1, %d; @%%p1 bra E%d; add.u32 %%r0, %%r0, 3;", i, i)
			})
			t.rep(n, func(i int) string {
				return fmt.Sprintf("E%d: mul.lo.u32 %%r0, %%r0, 5; st.global.u32 [%%rd1+%d], %%r0;", n-1-i, 4*i)
			})
		})
	}},
	{name: "nested ifs with else", n: 1500, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("setp.eq.u32 %%p1, %%r1, %d; @%%p1 bra E%d; st.global.u32 [%%rd1], %%r0;", i, i)
			})
			t.rep(n, func(i int) string {
				return fmt.Sprintf("bra J%[1]d; E%[1]d: st.global.u32 [%%rd1+4], %%r0; J%[1]d: add.u32 %%r0, %%r0, %[1]d;", n-1-i)
			})
		})
	}},
	{name: "nested loops", square: true, n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string { return fmt.Sprintf("L%d: add.u32 %%r0, %%r0, %d;", i, i) })
			t.rep(n, func(i int) string {
				return fmt.Sprintf("st.global.u32 [%%rd1], %%r0; setp.lt.u32 %%p1, %%r0, %d; @%%p1 bra L%d;", i, n-1-i)
			})
		})
	}},
	{name: "nested loops tested at the top", n: 700, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%[1]d: setp.gt.u32 %%p1, %%r0, %[1]d; @%%p1 bra E%[1]d; add.u32 %%r0, %%r0, %[1]d;", i)
			})
			t.rep(n, func(i int) string {
				return fmt.Sprintf("st.global.u32 [%%rd1], %%r0; bra L%[1]d; E%[1]d: add.u32 %%r0, %%r0, 1;", n-1-i)
			})
		})
	}},
	{name: "nested scopes", whole: true, n: 190, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("{ .reg .b32 x; add.u32 x, %%r0, %d; st.global.u32 [%%rd1], x;", i)
			})
			t.f("%s", strings.Repeat("}", n))
		})
	}},
	{name: "early exits", n: 750, text: lines("", "setp.eq.u32 %p1, %r0, #; @%p1 ret; add.u32 %r0, %r0, %r1; st.global.u32 [%rd1], %r0;")},
	{name: "a chain of ifs", n: 750, text: lines("", "setp.eq.u32 %p1, %r0, #; @%p1 bra L#; st.global.u32 [%rd1+4], %r0; add.u32 %r0, %r0, 1; L#:")},
	{name: "a chain of loops", n: 500, text: lines("", "L#: add.u32 %r0, %r0, 1; st.global.u32 [%rd1], %r0; setp.lt.u32 %p1, %r0, #; @%p1 bra L#;")},
	{name: "a chain of loops that stride", whole: true, n: 30000, text: lines("", "L#: add.u32 %r0, %r0, #; setp.lt.u32 %p1, %r0, #00; @%p1 bra L#;")},
	{name: "all jump to the end", n: 750, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("setp.eq.u32 %%p1, %%r0, %d; st.global.u32 [%%rd1+4], %%r0; add.u32 %%r0, %%r0, 1; @%%p1 bra E;", i)
			})
			t.f("E:")
		})
	}},
	{name: "all jump to the beginning", n: 500, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("B:")
			t.rep(n, func(i int) string {
				return fmt.Sprintf("setp.eq.u32 %%p1, %%r0, %d; st.global.u32 [%%rd1+4], %%r0; add.u32 %%r0, %%r0, 1; @%%p1 bra B;", i)
			})
		})
	}},
	{name: "jumps back to the half", n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: add.u32 %%r0, %%r0, %%r1; setp.eq.u32 %%p1, %%r0, %d; @%%p1 bra L%d;", i, i, i/2)
			})
		})
	}},
	{name: "brx with fall-through", n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;\nbrx.idx %%r1, ts;", list(n, ", ", num("L%d")))
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: add.u32 %%r0, %%r0, %d; st.global.u32 [%%rd1+%d], %%r0;", i, i, 4*i)
			})
		})
	}},
	{name: "brx with breaks", n: 1250, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;\nbrx.idx %%r1, ts;", list(n, ", ", num("L%d")))
			t.rep(n, func(i int) string { return fmt.Sprintf("L%d: st.global.u32 [%%rd1+%d], %%r0; bra E;", i, 4*i) })
			t.f("E:")
		})
	}},
	{name: "brx to one label", n: 20000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;\nbrx.idx %%r1, ts;", list(n, ", ", func(i int) string { return fmt.Sprintf("L%d", i%3) }))
			t.rep(3, func(i int) string { return fmt.Sprintf("L%d: st.global.u32 [%%rd1+%d], %%r0; bra E;", i, 4*i) })
			t.f("E:")
		})
	}},
	{name: "brx with phis", n: 750, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;\nbrx.idx %%r1, ts;", list(n, ", ", num("L%d")))
			t.rep(n, func(i int) string { return fmt.Sprintf("L%d: mul.lo.u32 %%r0, %%r2, %d; bra E;", i, i+3) })
			t.f("E:")
		})
	}},
	{name: "a machine of states", n: 250, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;\nD: brx.idx %%r0, ts;", list(n, ", ", num("L%d")))
			t.rep(n, func(i int) string { return fmt.Sprintf("L%d: ld.global.u32 %%r0, [%%rd1+%d]; bra D;", i, 4*i) })
		})
	}},
	{name: "many brx of one table", whole: true, n: 200, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("ts: .branchtargets %s;", list(n, ", ", num("L%d")))
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: ld.global.u32 %%r0, [%%rd1+%d]; brx.idx %%r0, ts;", i, 4*i)
			})
		})
	}},
	{name: "a random graph", n: 375, text: func(n int) string {
		rnd := rand.New(rand.NewSource(1))
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: ld.global.u32 %%r4, [%%rd1+%d]; setp.eq.u32 %%p1, %%r4, %d; @%%p1 bra L%d;", i, 4*i, i, rnd.Intn(n))
			})
		})
	}},
	{name: "a random graph of sums", n: 375, text: func(n int) string {
		rnd := rand.New(rand.NewSource(2))
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: mad.lo.u32 %%r%d, %%r%d, %%r1, %d; setp.eq.u32 %%p1, %%r%d, %d; @%%p1 bra L%d;",
					i, rnd.Intn(8)*5, rnd.Intn(8)*5, i, rnd.Intn(8)*5, i, rnd.Intn(n))
			})
		})
	}},
	{name: "a random graph forwards", n: 750, text: func(n int) string {
		rnd := rand.New(rand.NewSource(3))
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: ld.global.u32 %%r4, [%%rd1+%d]; xor.b32 %%r0, %%r0, %%r4; setp.eq.u32 %%p1, %%r0, %d; @%%p1 bra L%d;",
					i, 4*i, i, i+1+rnd.Intn(n-i))
			})
			t.f("L%d:", n)
		})
	}},
	{name: "jumps near by", n: 750, text: func(n int) string {
		rnd := rand.New(rand.NewSource(4))
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%d: ld.global.u32 %%r4, [%%rd1+%d]; xor.b32 %%r0, %%r0, %%r4; setp.eq.u32 %%p1, %%r0, %d; @%%p1 bra L%d;",
					i, 4*i, i, min(max(0, i+rnd.Intn(9)-4), n))
			})
			t.f("L%d:", n)
		})
	}},
	{name: "a ladder of two entries", n: 375, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("setp.eq.u32 %%p1, %%r1, 0; @%%p1 bra B0;")
			t.rep(n, func(i int) string {
				return fmt.Sprintf("A%[1]d: ld.global.u32 %%r0, [%%rd1]; setp.eq.u32 %%p1, %%r0, %[1]d; @%%p1 bra B%[1]d; B%[1]d: st.global.u32 [%%rd1+4], %%r0; setp.ne.u32 %%p2, %%r0, %[2]d; @%%p2 bra A%[1]d;", i, i+7)
			})
		})
	}},
	{name: "phi web", n: 375, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<65>;")
			t.rep(64, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%x%d, %%r1, %%r2, %d;", i, i) })
			t.rep(n, func(i int) string {
				return fmt.Sprintf("setp.eq.u32 %%p1, %%r1, %d; @%%p1 bra L%d; mov.u32 %%x64, %%x%d; mov.u32 %%x%d, %%x%d; mov.u32 %%x%d, %%x64; st.global.u32 [%%rd1], %%x3; L%d:", i, i, i%64, i%64, (i*7+1)%64, (i*7+1)%64, i)
			})
			t.rep(64, func(i int) string { return fmt.Sprintf("xor.b32 %%r0, %%r0, %%x%d;", i) })
		})
	}},
	{name: "phis of many registers in loops", square: true, n: 200, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", n)
			t.rep(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%x%d, %%r1, %%r2, %d;", i, i) })
			t.rep(n, func(i int) string {
				return fmt.Sprintf("L%[1]d: add.u32 %%x%[1]d, %%x%[2]d, 1; st.global.u32 [%%rd1], %%x%[1]d; setp.lt.u32 %%p1, %%x%[1]d, %%r1; @%%p1 bra L%[1]d;", i, (i+1)%n)
			})
			t.rep(n, func(i int) string { return fmt.Sprintf("xor.b32 %%r0, %%r0, %%x%d;", i) })
		})
	}},
	{name: "rotation of registers", n: 200, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%x<%d>;", n+1)
			t.rep(n, func(i int) string { return fmt.Sprintf("mad.lo.u32 %%x%d, %%r1, %%r2, %d;", i, i) })
			t.f("L: mov.u32 %%x%d, %%x0;", n)
			t.rep(n, func(i int) string { return fmt.Sprintf("mov.u32 %%x%d, %%x%d;", i, i+1) })
			t.f("add.u32 %%r0, %%r0, %%x0; setp.lt.u32 %%p1, %%r0, 1000; @%%p1 bra L;")
		})
	}},
	{name: "barriers in nested loops", square: true, n: 60, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f(".reg .b32 %%q<%d>;", n)
			t.rep(n, func(i int) string {
				return fmt.Sprintf("mov.u32 %%q%d, 0; L%d: bar.sync 0; mad.lo.u32 %%r0, %%r3, %%r0, 1;", i, i)
			})
			t.rep(n, func(i int) string {
				return fmt.Sprintf("bar.sync 0; st.global.u32 [%%rd1], %%r0; add.u32 %%q%[1]d, %%q%[1]d, 1; setp.lt.u32 %%p1, %%q%[1]d, %%r1; @%%p1 bra L%[1]d;", n-1-i)
			})
		})
	}},
	{name: "barriers in an irreducible loop", n: 200, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("setp.eq.u32 %%p1, %%r1, 0; @%%p1 bra B0;")
			t.rep(n, func(i int) string {
				return fmt.Sprintf("A%[1]d: ld.global.u32 %%r0, [%%rd1]; bar.sync 0; setp.eq.u32 %%p1, %%r0, %[1]d; @%%p1 bra B%[1]d; B%[1]d: st.global.u32 [%%rd1+4], %%r0; setp.ne.u32 %%p2, %%r0, %[2]d; @%%p2 bra A%[1]d;", i, i+7)
			})
		})
	}},
	{name: "loops that wait", n: 200, text: lines("", "L#: ld.volatile.global.u32 %r0, [%rd1+#00]; setp.ne.u32 %p1, %r0, 0; @%p1 bra L#;")},
	{name: "shared accesses in loops", n: 200, text: lines(".shared .b32 sh[1024];", "L#: st.shared.u32 [sh+4], %r0; ld.shared.u32 %r4, [sh+8]; add.u32 %r0, %r0, %r4; setp.lt.u32 %p1, %r0, #; @%p1 bra L#;")},
	{name: "diamonds in shared memory", n: 200, text: lines(".shared .b32 sh[1024];", "setp.lt.u32 %p1, %r3, #; @%p1 bra L#; st.shared.u32 [sh+4], %r0; L#: ld.shared.u32 %r4, [sh+8]; add.u32 %r0, %r0, %r4;")},
	{name: "masks one behind the other", square: true, n: 2500, text: lines(".shared .b32 sh[1024];", "setp.gt.u32 %p1, %r3, #; @%p1 bra L#; st.volatile.shared.u32 [sh+4], %r0; ld.volatile.shared.u32 %r4, [sh+8]; add.u32 %r0, %r0, %r4; L#:")},
	{name: "jumps to the next line", n: 1250, text: lines("", "bra L#; L#: add.u32 %r0, %r0, %r1; mul.lo.u32 %r0, %r0, %r2;")},
	{name: "blocks in reverse", n: 1000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("bra L%d;", n)
			t.f("L0: bra E;")
			t.rep(n, func(i int) string { return fmt.Sprintf("L%d: st.global.u32 [%%rd1+%d], %%r0; bra L%d;", i+1, 4*i, i) })
			t.f("E:")
		})
	}},
}
