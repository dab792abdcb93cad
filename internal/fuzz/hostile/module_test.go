package hostile

import (
	"fmt"
	"strings"
)

// huge is a size that no memory has, and that an int of 32 bits does not hold.
const huge = "1099511627776"

const tiny = "{ .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], #; ret; }"

// wide are modules with many declarations, calls and large tables.
var wide = []file{
	{name: "many kernels", n: 250, text: modules("", ".visible .entry k#(.param .u64 p) "+tiny, "")},
	{name: "many kernels of one name", n: 375, text: modules("", ".visible .entry K$#(.param .u64 p) "+tiny+" .visible .entry K_#(.param .u64 p) "+tiny, "")},
	{name: "many functions", n: 750, text: modules("", ".func (.reg .u32 r) f#(.reg .u32 a) { add.u32 r, a, #; mul.lo.u32 r, r, r; ret; }", "")},
	{name: "a chain of calls", n: 500, text: func(n int) string {
		return calls(n, "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %%r0; call (y), f%[2]d, (x); ld.param.b32 %%r0, [y]; }", "ld.global.u32 %r0, [%rd1];")
	}},
	{name: "two calls of the one before", whole: true, n: 40, text: func(n int) string {
		one := "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %%r0; call (y), f%[2]d, (x); ld.param.b32 %%r0, [y]; }\n"
		return calls(n, one+one, "mad.lo.u32 %r0, %r0, %r0, 7;")
	}},
	{name: "two calls of the one before, with a barrier", whole: true, n: 40, text: func(n int) string {
		one := "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %%r0; call (y), f%[2]d, (x); ld.param.b32 %%r0, [y]; }\n"
		return calls(n, one+one, "bar.sync 0; mad.lo.u32 %r0, %r0, %r0, 7;")
	}},
	{name: "many calls of one function", n: 750, text: func(n int) string {
		return kernel(".func (.reg .u32 r) f(.reg .u32 a) { .reg .pred p; mul.lo.u32 r, a, a; setp.eq.u32 p, r, 3; @p bra L; add.u32 r, r, 1; mul.lo.u32 r, r, r; L: ret; }",
			func(t *text) { t.rep(n, func(i int) string { return "call (%r0), f, (%r0);" }) })
	}},
	{name: "many calls of a function with a barrier", n: 250, text: func(n int) string {
		return kernel(".func (.reg .u32 r) f(.reg .u32 a) { mul.lo.u32 r, a, a; bar.sync 0; mul.lo.u32 r, r, r; ret; }",
			func(t *text) { t.rep(n, func(i int) string { return "call (%r0), f, (%r0);" }) })
	}},
	{name: "mutual recursion", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, func(i int) string { return fmt.Sprintf(".func (.reg .u32 r) f%d(.reg .u32 a);", i) })
		t.rep(n, func(i int) string {
			return fmt.Sprintf(".func (.reg .u32 r) f%d(.reg .u32 a) { .reg .pred p; setp.eq.u32 p, a, 0; @p bra L; call (r), f%d, (a); call (r), f%d, (r); L: ret; }", i, (i+1)%n, (i*7+3)%n)
		})
		t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd1; .reg .u32 a; ld.param.u64 %%rd1, [p]; ld.global.u32 a, [%%rd1]; call (a), f0, (a); st.global.u32 [%%rd1], a; ret; }")
		return t.String()
	}},
	{name: "indirect calls", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, func(i int) string {
			return fmt.Sprintf(".func (.param .u32 r) f%d(.param .u32 a) { .reg .u32 x; ld.param.u32 x, [a]; mul.lo.u32 x, x, %d; st.param.u32 [r], x; ret; }", i, i)
		})
		t.f(".global .u64 table[%d] = {%s};", n, list(n, ",", num("f%d")))
		t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd<4>; .reg .u32 a; ld.param.u64 %%rd1, [p]; ld.global.u32 a, [%%rd1];")
		t.rep(n, func(i int) string {
			return fmt.Sprintf("ld.global.u64 %%rd2, [table+%d]; { .param .u32 x; .param .u32 y; st.param.u32 [x], a; pr%d: .callprototype (.param .u32 _) _ (.param .u32 _); call (y), %%rd2, (x), pr%d; ld.param.u32 a, [y]; }", 8*i, i, i)
		})
		t.f("st.global.u32 [%%rd1], a; ret; }")
		return t.String()
	}},
	{name: "functions that touch shared memory and call one another", n: 150, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.f(".shared .align 4 .b8 s[1024];")
		for i := range n {
			t.f(".func (.param .b32 r) f%d(.param .b32 x) { .reg .b32 %%r<48>; .reg .b64 %%rd<4>;", i)
			t.f("ld.param.b32 %%r1, [x]; mov.u64 %%rd1, s; cvta.shared.u64 %%rd2, %%rd1; st.u32 [%%rd2], %%r1;")
			for k := range 40 {
				t.f("mad.lo.s32 %%r%d, %%r%d, %%r%d, %d;", k+2, k+1, max(1, k-3), k+i)
			}
			if i > 0 {
				t.f("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %%r41; call.uni (b), f%d, (a); ld.param.b32 %%r41, [b]; }", i-1)
			}
			t.f("st.param.b32 [r], %%r41; ret; }")
		}
		t.f(".visible .entry k(.param .u64 p) { .reg .b32 %%r<4>; .reg .b64 %%rd<2>; ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x;")
		t.f("{ .param .b32 a; .param .b32 b; st.param.b32 [a], %%r1; call.uni (b), f%d, (a); ld.param.b32 %%r2, [b]; } st.global.u32 [%%rd1], %%r2; ret; }", n-1)
		return t.String()
	}},
	{name: "kernels of a program", n: 40, text: modules("", program, "")},
	{name: "kernels that share a chain of calls", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(calls(n, "{ .param .b32 x; .param .b32 y; st.param.b32 [x], %%r0; call (y), f%[2]d, (x); ld.param.b32 %%r0, [y]; }", "ld.global.u32 %r0, [%rd1];"))
		t.rep(n, func(i int) string {
			return fmt.Sprintf(".visible .entry q%d(.param .u64 p) { .reg .b64 %%rd1; .reg .u32 %%r0; ld.param.u64 %%rd1, [p]; ld.global.u32 %%r0, [%%rd1]; { .param .b32 x; .param .b32 y; st.param.b32 [x], %%r0; call (y), f%d, (x); ld.param.b32 %%r0, [y]; } st.global.u32 [%%rd1], %%r0; ret; }", i, n)
		})
		return t.String()
	}},
	{name: "kernels that call through a table", n: 250, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, func(i int) string {
			return fmt.Sprintf(".func (.param .u32 r) f%d(.param .u32 a) { .reg .u32 x; ld.param.u32 x, [a]; mul.lo.u32 x, x, %d; st.param.u32 [r], x; ret; }", i, i)
		})
		t.f(".global .u64 table[%d] = {%s};", n, list(n, ",", num("f%d")))
		t.rep(n, func(i int) string {
			return fmt.Sprintf(".visible .entry q%d(.param .u64 p) { .reg .b64 %%rd<4>; .reg .u32 a; ld.param.u64 %%rd1, [p]; ld.global.u32 a, [%%rd1]; ld.global.u64 %%rd2, [table+%d]; { .param .u32 x; .param .u32 y; st.param.u32 [x], a; pr: .callprototype (.param .u32 _) _ (.param .u32 _); call (y), %%rd2, (x), pr; ld.param.u32 a, [y]; } st.global.u32 [%%rd1], a; ret; }", i, 8*i)
		})
		return t.String()
	}},
	{name: "many parameters", n: 250, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.f(".visible .entry k(%s, .param .u64 p) { .reg .b64 %%rd1; .reg .u32 %%r<%d>; ld.param.u64 %%rd1, [p];", list(n, ", ", num(".param .u32 a%d")), n)
		t.rep(n, func(i int) string {
			return fmt.Sprintf("ld.param.u32 %%r%d, [a%d]; st.global.u32 [%%rd1+%d], %%r%d;", i, i, 4*i, i)
		})
		t.f("ret; }")
		return t.String()
	}},
	{name: "many pointers", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.f(".visible .entry k(%s) { .reg .b64 %%rd<%d>; .reg .u32 %%r<%d>;", list(n, ", ", num(".param .u64 a%d")), n, n)
		t.rep(n, func(i int) string {
			return fmt.Sprintf("ld.param.u64 %%rd%d, [a%d]; st.global.u32 [%%rd%d], %d;", i, i, i, i)
		})
		t.f("ret; }")
		return t.String()
	}},
	{name: "many arguments", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.f(".func (.reg .u32 r) f(%s) { .reg .pred p; mov.u32 r, 0;", list(n, ", ", num(".reg .u32 a%d")))
		t.rep(n, func(i int) string { return fmt.Sprintf("add.u32 r, r, a%d; setp.eq.u32 p, r, 5; @p bra L;", i) })
		t.f("L: ret; }")
		t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd1; .reg .u32 %%r<2>; ld.param.u64 %%rd1, [p]; ld.global.u32 %%r0, [%%rd1];")
		t.rep(30, func(i int) string { return "call (%r0), f, (" + list(n, ",", func(int) string { return "%r0" }) + ");" })
		t.f("st.global.u32 [%%rd1], %%r0; ret; }")
		return t.String()
	}},
	{name: "many globals", n: 750, text: modules("", ".global .u32 g# = #;", kernelUsing(0))},
	{name: "globals that are all used", n: 750, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, num(".global .u32 g%d;"))
		t.f(".visible .entry k() { .reg .u32 r;")
		t.rep(n, num("ld.global.u32 r, [g%[1]d]; st.global.u32 [g%[1]d+0], r;"))
		t.f("ret; }")
		return t.String()
	}},
	{name: "globals of one name", n: 500, text: modules("", ".global .u32 g$#; .global .u32 g_#;", "")},
	{name: "many shared variables", n: 500, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, num(".shared .u32 g%d;"))
		t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd1; .reg .u32 r; ld.param.u64 %%rd1, [p];")
		t.rep(n, num("st.shared.u32 [g%[1]d], %[1]d;"))
		t.f("ret; }")
		return t.String()
	}},
	{name: "addresses of globals in globals", n: 750, text: modules(".global .u64 g0;", ".global .u64 g#+ = g#;", "")},
	{name: "an initialiser", n: 15000, text: func(n int) string {
		return head + fmt.Sprintf(".global .u32 x[%d] = {%s};\n", n, list(n, ",", func(i int) string { return fmt.Sprint(i * 7) })) + kernelUsing(0)
	}},
	{name: "an initialiser of bytes", n: 25000, text: func(n int) string {
		return head + fmt.Sprintf(".global .b8 x[%d] = {%s};\n", n, list(n, ",", func(i int) string { return fmt.Sprint(i & 127) })) + kernelUsing(0)
	}},
	{name: "an initialiser of addresses", n: 750, text: func(n int) string {
		return head + ".global .u32 y[4];\n" + fmt.Sprintf(".global .u64 x[%d] = {%s};\n", n, list(n, ",", func(i int) string { return "y+4" })) + kernelUsing(0)
	}},
	{name: "an initialiser of nested braces", n: 5000, text: func(n int) string {
		return head + fmt.Sprintf(".global .u32 x[%d][2] = {%s};\n", n, list(n, ",", func(i int) string { return "{1,2}" })) + kernelUsing(0)
	}},
	{name: "constant expressions", n: 5000, text: func(n int) string {
		return head + ".global .u32 x = " + strings.Repeat("(1+", 90) + "1" + strings.Repeat(")", 90) + ";\n" + fmt.Sprintf(".global .u32 y = 1%s;\n", strings.Repeat("+1", n)) + kernelUsing(0)
	}},
	{name: "texture references", n: 500, text: modules("", ".global .texref t#;", kernelUsing(0))},
	{name: "texture references that are used", n: 200, text: func(n int) string {
		t := &text{}
		t.WriteString(head)
		t.rep(n, num(".global .texref t%d;"))
		t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd1; .reg .f32 f<5>; ld.param.u64 %%rd1, [p]; mov.f32 f0, 0f00000000; mov.f32 f1, f0;")
		t.rep(n, num("tex.2d.v4.f32.f32 {f0,f1,f2,f3}, [t%d, {f0,f1}];"))
		t.f("st.global.f32 [%%rd1], f0; ret; }")
		return t.String()
	}},
	{name: "prototypes", n: 500, text: func(n int) string {
		return kernel("", func(t *text) {
			t.rep(n, func(i int) string {
				return fmt.Sprintf("p%d: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);", i)
			})
		})
	}},
	{name: "a large prototype", n: 5000, text: func(n int) string {
		return kernel("", func(t *text) {
			t.f("p: .callprototype (.param .b32 _) _ (%s);", list(n, ", ", func(int) string { return ".param .b32 _" }))
		})
	}},
	{name: "labels", n: 5000, text: lines("", "L#:")},
	{name: "declared registers", n: 5000, text: lines("", ".reg .b32 q#;")},
	{name: "registers of a range", whole: true, n: 1 << 20, text: func(n int) string {
		return kernel("", func(t *text) { t.f(".reg .b32 %%q<%d>;\nmov.b32 %%r0, %%q%d;", n, n-1) })
	}},
	{name: "DWARF", n: 5000, text: func(n int) string {
		t := &text{}
		t.WriteString(kernel("", func(t *text) {}))
		t.f(".section .debug_info {")
		t.rep(n, func(i int) string { return fmt.Sprintf(".b8 %d,%d,%d\n.b32 .debug_info", i&255, i>>8&255, 7) })
		t.f("}")
		return t.String()
	}},
	{name: "lines of debug information", n: 2500, text: lines(".file 1 \"a.cu\"", ".loc 1 #+ 3\nadd.u32 %r0, %r0, %r1;")},
	{name: "files", n: 2500, text: modules("", ".file #+ \"a#.cu\"", kernelUsing(0))},
	{name: "aliases", n: 250, text: modules(".func f() { ret; }", ".func g#();\n.alias g#, f;", kernelUsing(0))},
	{name: "pragmas", n: 2500, text: modules("", ".pragma \"nounroll\";", kernelUsing(0))},
}

// program is a kernel like many: it loads a tile, sums it up in a loop with barriers, and
// adds the sums.
const program = `.visible .entry sum#(.param .u64 in, .param .u64 out, .param .u32 n) {
	.reg .pred %p<4>; .reg .b32 %r<16>; .reg .f32 %f<8>; .reg .b64 %rd<12>;
	.shared .align 4 .b8 tile#[1024];
	ld.param.u64 %rd1, [in];
	ld.param.u64 %rd2, [out];
	ld.param.u32 %r1, [n];
	cvta.to.global.u64 %rd3, %rd1;
	cvta.to.global.u64 %rd4, %rd2;
	mov.u32 %r2, %tid.x;
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %ntid.x;
	mad.lo.s32 %r5, %r3, %r4, %r2;
	mov.f32 %f1, 0f00000000;
	setp.ge.u32 %p1, %r5, %r1;
	@%p1 bra fill;
	mul.wide.u32 %rd5, %r5, 4;
	add.s64 %rd6, %rd3, %rd5;
	ld.global.f32 %f1, [%rd6];
fill:
	shl.b32 %r6, %r2, 2;
	mov.u32 %r7, tile#;
	add.s32 %r8, %r7, %r6;
	st.shared.f32 [%r8], %f1;
	mov.u32 %r9, %r4;
loop:
	shr.u32 %r9, %r9, 1;
	bar.sync 0;
	setp.ge.u32 %p2, %r2, %r9;
	@%p2 bra next;
	shl.b32 %r10, %r9, 2;
	add.s32 %r11, %r8, %r10;
	ld.shared.f32 %f2, [%r11];
	ld.shared.f32 %f3, [%r8];
	fma.rn.f32 %f4, %f2, 0f3F800000, %f3;
	st.shared.f32 [%r8], %f4;
next:
	setp.gt.u32 %p3, %r9, 1;
	@%p3 bra loop;
	setp.ne.s32 %p1, %r2, 0;
	@%p1 bra done;
	ld.shared.f32 %f5, [tile#];
	atom.global.add.f32 %f6, [%rd4], %f5;
done:
	ret;
}`

func kernelUsing(int) string {
	return ".visible .entry kk(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 1; ret; }"
}

// calls is a chain of functions f0 to f<n> and a kernel that calls the last. Each
// runs first what extra says and then what call says; %[2]d in it is the number of the
// function before.
func calls(n int, call, extra string) string {
	t := &text{}
	t.WriteString(head)
	t.f(".global .u32 gg;")
	t.f(".func (.param .b32 r) f0(.param .b32 a) { .reg .b32 %%r0; ld.param.b32 %%r0, [a]; mul.lo.u32 %%r0, %%r0, 3; st.param.b32 [r], %%r0; ret; }")
	for i := 1; i <= n; i++ {
		t.f(".func (.param .b32 r) f%d(.param .b32 a) { .reg .b32 %%r0; .reg .b64 %%rd1; mov.u64 %%rd1, gg; ld.param.b32 %%r0, [a]; %s", i, extra)
		t.f(call, i, i-1)
		t.f("st.param.b32 [r], %%r0; ret; }")
	}
	t.f(".visible .entry k(.param .u64 p) { .reg .b64 %%rd1; .reg .u32 %%r0; ld.param.u64 %%rd1, [p]; ld.global.u32 %%r0, [%%rd1];")
	t.f(call, n+1, n)
	t.f("st.global.u32 [%%rd1], %%r0; ret; }")
	return t.String()
}

// long are texts with one thing of enormous length, and those with many mistakes.
var long = []file{
	{name: "an identifier", n: 1 << 17, text: func(n int) string {
		name := strings.Repeat("a", n)
		return head + ".visible .entry " + name + "(.param .u64 " + name + "_param_0) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [" + name + "_param_0]; st.global.u32 [%rd1], 1; ret; }\n"
	}},
	{name: "long identifiers", n: 250, text: func(n int) string {
		name := strings.Repeat("x", 1000)
		return lines("", ".reg .b32 "+name+"#; add.u32 "+name+"#, %r0, %r1; xor.b32 %r0, %r0, "+name+"#;")(n)
	}},
	{name: "a line", n: 1 << 20, text: func(n int) string { return kernelUsing(0) + strings.Repeat(" ", n) + head }, refused: ".version"},
	{name: "a comment", n: 1 << 20, text: func(n int) string { return head + "//" + strings.Repeat("x", n) + "\n" + kernelUsing(0) }},
	{name: "empty lines", n: 1 << 20, text: func(n int) string { return head + strings.Repeat("\n", n) + kernelUsing(0) }},
	{name: "statements on one line", n: 2500, text: func(n int) string {
		return kernel("", func(t *text) { t.WriteString(strings.Repeat("add.u32 %r0, %r0, %r1; mul.lo.u32 %r0, %r0, %r2; ", n)) })
	}},
	{name: "mistakes on one line", n: 25000, text: func(n int) string {
		return kernel("", func(t *text) { t.WriteString(strings.Repeat("add.q32 %r0, %r0, %r1; ", n)) })
	}, refused: "add"},
	{name: "mistakes", n: 25000, text: lines("", "add.q32 %r0, %r0, %r1;"), refused: "add"},
	{name: "unknown registers", n: 12500, text: lines("", "add.u32 %r0, %nosuch#, %r1;"), refused: "nosuch"},
	{name: "unknown instructions", n: 12500, text: lines("", "nosuch#.u32 %r0, %r1;"), refused: "nosuch"},
	{name: "unknown labels", n: 12500, text: lines("", "bra nosuch#;"), refused: "nosuch"},
	{name: "unknown directives", n: 5000, text: modules("", ".nosuch# x;", kernelUsing(0)), refused: "nosuch"},
	{name: "unknown modifiers", n: 5000, text: lines("", "ld.nosuch#.global.u32 %r0, [%rd1];"), refused: "nosuch"},
	{name: "instructions that are not supported", n: 5000, text: lines("", "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f0}, {%r0}, {%r0}, {%f0};"), refused: "mma"},
	{name: "names that are declared twice", n: 5000, text: lines("", ".reg .b32 q; L: add.u32 %r0, %r0, 1;"), refused: "q"},
	{name: "kernels that are declared twice", n: 1250, text: modules("", ".visible .entry k(.param .u64 p) "+tiny, ""), refused: "k"},
	{name: "unclosed braces", n: 25000, text: func(n int) string { return head + ".visible .entry k() {" + strings.Repeat("{\n", n) }, refused: "}"},
	{name: "garbage", n: 1 << 19, text: func(n int) string { return head + strings.Repeat("\x00\xff;{", n/4) }, refused: "t.ptx"},
	{name: "a modifier", n: 25000, text: func(n int) string { return lines("", "add"+strings.Repeat(".u32", n)+" %r0, %r0, %r1;")(1) }, refused: "add"},
	{name: "operands", n: 25000, text: func(n int) string { return lines("", "add.u32 %r0"+strings.Repeat(", %r0", n)+";")(1) }, refused: "add"},
	{name: "a vector", n: 25000, text: func(n int) string {
		return lines("", "ld.global.v4.u32 {%r0"+strings.Repeat(", %r0", n)+"}, [%rd1];")(1)
	}, refused: "v"},
	{name: "parentheses", whole: true, n: 25000, text: func(n int) string {
		return head + ".global .u32 x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ";\n"
	}, refused: "deep"},
	{name: "a string", n: 1 << 20, text: func(n int) string { return head + ".pragma \"" + strings.Repeat("x", n) + "\";\n" + kernelUsing(0) }},
	{name: "a huge global", whole: true, text: func(int) string { return head + fmt.Sprintf(".visible .global .b8 x[%s];\n", huge) + kernelUsing(0) }, refused: "x"},
	{name: "a huge shared array", whole: true, text: func(int) string {
		return kernel(fmt.Sprintf(".shared .b8 x[%s];", huge), func(t *text) { t.f("st.shared.u32 [x], %%r0;") })
	}, refused: "shared"},
	{name: "a huge local array", whole: true, text: func(int) string {
		return kernel("", func(t *text) {
			t.f(".local .b8 x[%s];", huge)
			t.f("st.local.u32 [x], %%r0; ld.local.u32 %%r0, [x+8];")
		})
	}, refused: "local"},
	{name: "a huge parameter", whole: true, text: func(int) string {
		return head + fmt.Sprintf(".visible .entry k(.param .b8 x[%s]) { .reg .u32 r; ld.param.u32 r, [x+4]; ret; }\n", huge)
	}, refused: "param"},
	{name: "a huge alignment", whole: true, text: func(int) string {
		return head + fmt.Sprintf(".global .align %s .b8 x[4];\n", huge) + kernelUsing(0)
	}, refused: "align"},
	{name: "an array of huge dimensions", whole: true, text: func(int) string {
		return head + fmt.Sprintf(".global .b8 x[%s][%[1]s][%[1]s];\n", huge) + kernelUsing(0)
	}, refused: "x"},
	{name: "an empty array of huge size with a value at its end", whole: true, n: 1 << 30, text: func(n int) string {
		return head + fmt.Sprintf(".global .b8 x[%d] = {1};\n", n) + kernelUsing(0)
	}, refused: "x"},
	{name: "a range of registers", whole: true, text: func(int) string {
		return kernel("", func(t *text) { t.f(".reg .b32 %%q<%s>;\nmov.b32 %%r0, %%q1099511627775;", huge) })
	}, refused: "q"},
}
