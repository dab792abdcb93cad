package main

import (
	"fmt"
	"slices"
	"strings"
)

// kind is a kind of operation, as package lower/gang tells them apart, and how a thread does some of it.
type kind struct {
	name    string
	start   string   // what the thread has before, and the kernel without
	ops     int      // how many there are in the code
	code    string   // of the thread
	besides []string // other kinds that the code has one of for each
}

// head begins every kernel. t1 is the number of the thread in the launch, x and y where it is in a row of
// 32 threads and which row of the launch that is; a and c have an element for each thread, of 32 bits,
// b has many of anything, and o takes results.
const head = `.visible .entry %s(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 o)
.reqntid %s
{
	.reg .f32 %%v<9>;
	.reg .f64 %%d<9>;
	.reg .b32 %%i<9>;
	.reg .b64 %%l<9>;
	.reg .b16 %%h<9>;
	.reg .b32 %%t<9>;
	.reg .b64 %%p<20>;
	.reg .pred %%q<9>;
	mov.u32 %%t1, %%ctaid.x;
	mov.u32 %%t2, %%tid.x;
	mov.u32 %%t3, %%tid.y;
	mad.lo.u32 %%t1, %%t1, %d, %%t2;
	ld.param.u64 %%p0, [a];
	ld.param.u64 %%p1, [b];
	ld.param.u64 %%p2, [c];
	ld.param.u64 %%p3, [o];
`

// at sets a register to an address: of what a thread has of memory, so many bytes each.
func at(register, memory string, size int) string {
	return fmt.Sprintf("\tmul.wide.u32 %%p19, %%t1, %d;\n\tadd.s64 %%%s, %%%s, %%p19;\n", size, register, memory)
}

// end stores a result of 32 bits.
func end(register string) string {
	return at("p7", "p3", 4) + "\tst.global.b32 [%p7], %" + register + ";\n"
}

// starts are how kernels begin and end, by a letter: those that compute have four values of a type.
var starts = map[string][2]string{
	"v": {
		at("p5", "p0", 4) + "\tld.global.f32 %v0, [%p5];\n\tadd.f32 %v1, %v0, 0f3F800000;\n\tadd.f32 %v2, %v0, 0f40000000;\n\tadd.f32 %v3, %v0, 0f40400000;\n",
		"\tadd.f32 %v0, %v0, %v1;\n\tadd.f32 %v2, %v2, %v3;\n\tadd.f32 %v0, %v0, %v2;\n" + end("v0"),
	},
	"d": {
		at("p5", "p0", 4) + "\tld.global.f32 %v0, [%p5];\n\tcvt.f64.f32 %d0, %v0;\n\tadd.f64 %d1, %d0, 0d3FF0000000000000;\n\tadd.f64 %d2, %d0, 0d4000000000000000;\n\tadd.f64 %d3, %d0, 0d4008000000000000;\n",
		"\tadd.f64 %d0, %d0, %d1;\n\tadd.f64 %d2, %d2, %d3;\n\tadd.f64 %d0, %d0, %d2;\n\tcvt.rn.f32.f64 %v0, %d0;\n" + end("v0"),
	},
	"i": {
		at("p5", "p0", 4) + "\tld.global.u32 %i0, [%p5];\n\tadd.u32 %i1, %i0, 3;\n\tadd.u32 %i2, %i0, 5;\n\tadd.u32 %i3, %i0, 7;\n",
		"\txor.b32 %i0, %i0, %i1;\n\txor.b32 %i2, %i2, %i3;\n\txor.b32 %i0, %i0, %i2;\n" + end("i0"),
	},
	"l": {
		at("p5", "p0", 4) + "\tld.global.u32 %i0, [%p5];\n\tcvt.u64.u32 %l0, %i0;\n\tadd.u64 %l1, %l0, 3;\n\tadd.u64 %l2, %l0, 5;\n\tadd.u64 %l3, %l0, 7;\n",
		"\txor.b64 %l0, %l0, %l1;\n\txor.b64 %l2, %l2, %l3;\n\txor.b64 %l0, %l0, %l2;\n\tcvt.u32.u64 %i0, %l0;\n" + end("i0"),
	},
	// Those that access memory have v0, and i0, an index that differs by thread.
	"k": {
		at("p5", "p0", 4) + at("p6", "p2", 4) + "\tld.global.f32 %v0, [%p5];\n\tld.global.u32 %i0, [%p6];\n\tadd.f32 %v1, %v0, 0f3F800000;\n\tadd.f32 %v2, %v0, 0f40000000;\n\tadd.f32 %v3, %v0, 0f40400000;\n",
		"\tadd.f32 %v0, %v0, %v1;\n\tadd.f32 %v2, %v2, %v3;\n\tadd.f32 %v0, %v0, %v2;\n" + end("v0"),
	},
	// Rows of 32 threads, of which a CTA has 8, store what they have to a row of memory each.
	"t": {
		"\tmov.u32 %t4, %ctaid.x;\n\tmad.lo.u32 %t4, %t4, 8, %t3;\n\tmad.lo.u32 %t4, %t4, 32, %t2;\n\tmul.wide.u32 %p4, %t4, 4;\n\tadd.s64 %p5, %p0, %p4;\n\tadd.s64 %p7, %p3, %p4;\n" +
			"\tld.global.f32 %v0, [%p5];\n\tmad.lo.u32 %t5, %t2, 40, %t3;\n\tmul.wide.u32 %p6, %t5, 4;\n\tadd.s64 %p6, %p1, %p6;\n",
		"\tst.global.f32 [%p7], %v0;\n",
	},
}

// quad is an instruction on each of the four values of a letter, some times over: $0, $1 and $2 stand for a
// value, the next and the one after that.
func quad(letter, instruction string, times int) string {
	var b strings.Builder
	for n := range 4 * times {
		r := strings.NewReplacer("$0", reg(letter, n), "$1", reg(letter, n+1), "$2", reg(letter, n+2))
		b.WriteString("\t" + r.Replace(instruction) + "\n")
	}
	return b.String()
}

func reg(letter string, n int) string { return fmt.Sprintf("%%%s%d", letter, n%4) }

// each is a text some times over, with the numbers from 0 in the places of N, these modulo 4 in those of R, and
// these times a factor in those of #, to which what is added counts.
func each(text string, times, by int) string {
	var b strings.Builder
	for n := range times {
		pairs := []string{"N", fmt.Sprint(n), "R", fmt.Sprint(n % 4)}
		for more := 24; more > 0; more -= 4 {
			pairs = append(pairs, fmt.Sprintf("#+%d]", more), fmt.Sprintf("%d]", n*by+more))
		}
		b.WriteString(strings.NewReplacer(append(pairs, "#+0", fmt.Sprint(n*by), "#", fmt.Sprint(n*by))...).Replace(text))
	}
	return b.String()
}

const threads = 4096

// kinds are all of them, in an order in which none comes before those that it has besides.
func kinds() []kind {
	var list []kind
	of := func(name, letter, instruction string, count, times int, besides ...string) {
		list = append(list, kind{name, letter, 4 * count * times, quad(letter, instruction, times), besides})
	}
	of("f32", "v", "add.rn.f32 $0, $0, $1;", 1, 6)
	of("f32 fma", "v", "fma.rn.f32 $0, $0, $1, $2;", 1, 6)
	of("f64", "d", "add.rn.f64 $0, $0, $1;", 1, 6)
	of("f64 fma", "d", "fma.rn.f64 $0, $0, $1, $2;", 1, 6)
	of("i32", "i", "add.u32 $0, $0, $1; xor.b32 $0, $0, $2; shl.b32 $0, $0, 1;", 3, 4)
	of("i32 mul", "i", "mul.lo.u32 $0, $0, $1;", 1, 6)
	of("i64", "l", "add.u64 $0, $0, $1; xor.b64 $0, $0, $2; shl.b64 $0, $0, 1;", 3, 4)
	of("i64 mul", "l", "mul.lo.u64 $0, $0, $1;", 1, 4)
	choice := func(letter, what, mix, unit string) {
		of(unit+" choice", letter, "setp.lt."+what+" %q1, $1, $2; selp."+what+" $0, $0, $1, %q1; "+mix, 1, 4, unit, unit)
	}
	choice("v", "f32", "add.rn.f32 $0, $0, $2;", "f32")
	choice("d", "f64", "add.rn.f64 $0, $0, $2;", "f64")
	choice("i", "u32", "xor.b32 $0, $0, $2;", "i32")
	choice("l", "u64", "xor.b64 $0, $0, $2;", "i64")
	of("f32 div", "v", "div.rn.f32 $0, $0, $1;", 1, 3)
	of("f32 sqrt", "v", "sqrt.rn.f32 $0, $0;", 1, 3)
	of("f64 sqrt", "d", "sqrt.rn.f64 $0, $0;", 1, 3)
	of("f64 div", "d", "div.rn.f64 $0, $0, $1;", 1, 3)
	of("i32 div", "i", "or.b32 $0, $0, 9; div.u32 $0, $1, $0;", 1, 2, "i32")
	of("half", "v", "cvt.rn.f16.f32 %h1, $0; cvt.f32.f16 $0, %h1;", 2, 3)
	of("table", "v", "ex2.approx.f32 $0, $0;", 1, 2)
	// Beside so much that has a vector form that there are gangs at all.
	of("lane by lane", "l", strings.Repeat("add.u64 $0, $0, $1; xor.b64 $0, $0, $2; shl.b64 $0, $0, 1; ", 3)+"or.b64 $0, $0, 9; div.u64 $0, $1, $0;", 1, 1, slices.Repeat([]string{"i64"}, 10)...)

	// What is loaded is added.
	access := func(name, before, code string, times, by int, besides ...string) {
		list = append(list, kind{name, "k", times, before + each(code, times, by), besides})
	}
	const add = "\tadd.f32 %vR, %vR, %v4;\n" // to each of four values in turn: no sum waits for the one before
	const double = "\tcvt.rn.f32.f64 %v4, %d4;\n" + add
	const integer = "\tcvt.rn.f32.u32 %v4, %i4;\n" + add
	access("load 4", at("p8", "p1", 4), "\tld.global.f32 %v4, [%p8+#];\n"+add, 16, 4*256, "f32")
	access("load 8", at("p8", "p1", 8), "\tld.global.f64 %d4, [%p8+#];\n"+double, 12, 8*256, "f64", "f32")
	access("load 2", at("p8", "p1", 2), "\tld.global.u16 %i4, [%p8+#];\n"+integer, 12, 2*256, "i32", "f32")
	access("load 1", at("p8", "p1", 1), "\tld.global.u8 %i4, [%p8+#];\n"+integer, 12, 256, "i32", "f32")
	access("store 4", at("p8", "p1", 4), "\tst.global.f32 [%p8+#], %v0;\n", 12, 4*256)
	access("store 8", at("p8", "p1", 8), "\tst.global.f64 [%p8+#], 0d3FF0000000000000;\n", 12, 8*256)
	access("store 1", at("p8", "p1", 1), "\tst.global.u8 [%p8+#], %i0;\n", 12, 256)
	// Two bits of a random number each, which decide whether a thread loads something, and a question that a
	// processor learns the answer to.
	const loads = "\t@%q1 bra B_N;\n\tld.global.f32 %v4, [%p8+#];\n\tadd.f32 %vR, %vR, %v4;\nB_N:\n"
	const branch = "\tand.b32 %i1, %i0, 3;\n\tshr.u32 %i0, %i0, 1;\n\tsetp.eq.u32 %q1, %i1, 0;\n" + loads
	access("branch", at("p8", "p1", 4), branch, 8, 4*256, "load 4", "f32", "i32", "i32")
	const guard = "\tadd.u32 %t4, %t4, 77;\n\tsetp.gt.u32 %q1, %t4, 9999;\n" + loads
	access("guard", "\tmov.u32 %t4, %t1;\n"+at("p8", "p1", 4), guard, 8, 4*256, "load 4", "f32", "i32", "i32")
	// Every other thread stores, some times.
	const odd = "\tand.b32 %i1, %t1, 1;\n\tsetp.eq.u32 %q1, %i1, 0;\n\t@%q1 bra M;\n"
	list = append(list, kind{"masked store", "k", 12, at("p8", "p1", 4) + odd + each("\tst.global.f32 [%p8+#], %v0;\n", 12, 4*256) + "M:\n", nil})
	record := func(n, size int, besides ...string) {
		var load, store strings.Builder
		for e := range n {
			if size == 4 {
				fmt.Fprintf(&load, "\tld.global.f32 %%v4, [%%p8+#+%d];\n\tadd.f32 %%v%d, %%v%d, %%v4;\n", 4*e, e%4, e%4)
				fmt.Fprintf(&store, "\tst.global.f32 [%%p8+#+%d], %%v0;\n", 4*e)
			} else {
				fmt.Fprintf(&load, "\tld.global.f64 %%d4, [%%p8+#+%d];\n\tcvt.rn.f32.f64 %%v4, %%d4;\n\tadd.f32 %%v%d, %%v%d, %%v4;\n", 8*e, e%4, e%4)
				fmt.Fprintf(&store, "\tst.global.f64 [%%p8+#+%d], 0d3FF0000000000000;\n", 8*e)
			}
		}
		each := slices.Repeat(besides, n)
		access(fmt.Sprintf("load %d of %d", n, size), at("p8", "p1", n*size), load.String(), 4, n*size*256, each...)
		access(fmt.Sprintf("store %d of %d", n, size), at("p8", "p1", n*size), store.String(), 4, n*size*256)
	}
	record(2, 4, "f32")
	record(3, 4, "f32")
	record(4, 4, "f32")
	record(2, 8, "f64", "f32")
	record(3, 8, "f64", "f32")

	const apart = 5 // elements from lane to lane
	access("strided load 4", at("p8", "p1", 4*apart), "\tld.global.f32 %v4, [%p8+#];\n"+add, 8, 4*apart*256, "f32")
	access("strided load 8", at("p8", "p1", 8*apart), "\tld.global.f64 %d4, [%p8+#];\n"+double, 8, 8*apart*256, "f64", "f32")
	access("strided store 4", at("p8", "p1", 4*apart), "\tst.global.f32 [%p8+#], %v0;\n", 8, 4*apart*256)
	access("strided store 8", at("p8", "p1", 8*apart), "\tst.global.f64 [%p8+#], 0d3FF0000000000000;\n", 3, 8*apart*256)

	const next = "\tadd.u32 %i0, %i0, 77;\n\tand.b32 %i0, %i0, 4095;\n"
	index := func(size int) string {
		return fmt.Sprintf("\tmul.wide.u32 %%p18, %%i0, %d;\n\tadd.s64 %%p18, %%p1, %%p18;\n", size)
	}
	access("gather load 4", "", index(4)+"\tld.global.f32 %v4, [%p18];\n"+add+next, 8, 0, "f32", "i32", "i32")
	access("gather load 8", "", index(8)+"\tld.global.f64 %d4, [%p18];\n"+double+next, 8, 0, "f64", "f32", "i32", "i32")
	// Beside each other but for those at the ends.
	clamp := func(size int) string {
		return "\tmax.s32 %i3, %t1, 2;\n\tmin.s32 %i3, %i3, 4000;\n" + fmt.Sprintf("\tmul.wide.s32 %%p18, %%i3, %d;\n\tadd.s64 %%p18, %%p1, %%p18;\n", size)
	}
	access("clamped load 4", clamp(4), "\tld.global.f32 %v4, [%p18+#];\n"+add, 12, 4*256, "f32")
	access("clamped load 8", clamp(8), "\tld.global.f64 %d4, [%p18+#];\n"+double, 12, 8*256, "f64", "f32")
	access("clamped load 1", clamp(1), "\tld.global.u8 %i4, [%p18+#];\n"+integer, 12, 256, "i32", "f32")
	// Each says where the next is, and so many of them that threads do not wait at the same time.
	access("chased load 4", "", index(4)+"\tld.global.u32 %i0, [%p18];\n\tand.b32 %i0, %i0, 4095;\n\tcvt.rn.f32.u32 %v4, %i0;\n"+add, 48, 0, "f32", "i32", "i32")
	access("gather load 1", "", index(1)+"\tld.global.u8 %i4, [%p18];\n"+integer+next, 8, 0, "f32", "i32", "i32", "i32")
	access("gather store 4", "", index(4)+"\tst.global.f32 [%p18], %v0;\n"+next, 8, 0, "i32", "i32")
	access("gather store 8", "", index(8)+"\tst.global.f64 [%p18], 0d3FF0000000000000;\n"+next, 6, 0, "i32", "i32")
	// Beside so much that has a vector form that there are gangs at all.
	access("atomic", "", index(4)+"\tred.global.add.u32 [%p18], 1;\n"+next+quad("v", "add.rn.f32 $0, $0, $1;", 3), 1, 0, slices.Repeat([]string{"f32"}, 12)...)
	list = append(list, kind{"square load", "t", 4, each("\tld.global.f32 %v4, [%p6+#];\n"+add, 4, 32), []string{"f32"}})
	// Each goes round as often as two random numbers have bits in common, and four times more.
	const rounds = "\tshr.u32 %i2, %i0, 5;\n\tand.b32 %i1, %i0, 31;\n\tand.b32 %i1, %i1, %i2;\n\tadd.u32 %i1, %i1, 4;\n" +
		"M:\n\tadd.rn.f32 %v0, %v0, %v1;\n\tsub.u32 %i1, %i1, 1;\n\tsetp.ne.u32 %q1, %i1, 0;\n\t@%q1 bra M;\n"
	list = append(list, kind{"round", "k", 12, rounds, []string{"f32", "i32", "i32"}})
	return list
}

// kernel is the name of a kind's kernel.
func (k kind) kernel() string { return "of_" + strings.ReplaceAll(k.name, " ", "_") }

// text is the PTX of all kernels.
func text(list []kind) string {
	var b strings.Builder
	b.WriteString(".version 7.8\n.target sm_80\n.address_size 64\n")
	add := func(name, start, code string) {
		block, row := "256", 256
		if start == "t" {
			block, row = "32, 8", 32
		}
		fmt.Fprintf(&b, head, name, block, row)
		b.WriteString(starts[start][0] + code + starts[start][1] + "\tret;\n}\n")
	}
	done := map[string]bool{}
	for _, k := range list {
		if !done[k.start] {
			add("without_"+k.start, k.start, "")
			done[k.start] = true
		}
		add(k.kernel(), k.start, k.code)
	}
	for i, p := range programs {
		fmt.Fprintf(&b, head, programKernel(i), "256", 256)
		b.WriteString(starts["k"][0] + at("p4", "p3", 4) + p.code + "DONE:\n\tret;\n}\n")
	}
	return b.String()
}
