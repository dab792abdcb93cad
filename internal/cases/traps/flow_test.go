package traps

var flow = []trap{
	{n: 134, what: "ret from a function called by some lanes gives each its own result",
		decl: `.func (.reg .b32 rv) f134(.reg .b32 x)
{
	.reg .pred %p<2>;
	setp.lt.u32 %p1, x, 3;
	mov.u32 rv, 1;
	@%p1 ret;
	mov.u32 rv, 2;
	ret;
}`,
		body: `mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 1;
setp.eq.u32 %p1, %r2, 0;
mov.u32 %r3, 0;
@%p1 call (%r3), f134, (%r1);`,
		out: "r3", threads: 8,
		each: [][]uint64{{1}, {0}, {1}, {0}, {2}, {0}, {2}, {0}}},
	{n: 135, what: "exit in a function ends the thread",
		decl: `.func f135(.reg .b32 x)
{
	.reg .pred %p<2>;
	setp.eq.u32 %p1, x, 1;
	@%p1 exit;
	ret;
}`,
		body: `mov.u32 %r1, %tid.x;
mov.u64 %d1, 5;
st.global.u64 [%a1], %d1;
call f135, (%r1);
mov.u32 %r2, 7;`,
		out: "r2", threads: 3, each: [][]uint64{{7}, {5}, {7}}},
	{n: 136, what: "calls, returns and exits may be guarded",
		decl: ".func (.reg .b32 rv) f136(.reg .b32 x)\n{\n\tadd.u32 rv, x, 1;\n\tret;\n}",
		body: `mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 1;
mov.u32 %r2, 0;
@%p1 call (%r2), f136, (%r1);
setp.eq.u32 %p2, %r1, 3;
@%p2 trap;`,
		out: "r2", threads: 3, each: [][]uint64{{0}, {2}, {0}}},
	{n: 137, what: ".uni is a promise that changes nothing",
		body: `mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 2;
mov.u32 %r2, 0;
@%p1 bra.uni done;
mov.u32 %r2, 1;
done:`,
		fixed: true, out: "r2", threads: 4, each: [][]uint64{{0}, {0}, {1}, {1}}},
	{n: 138, what: "brx.idx jumps through its table",
		body: `mov.u32 %r1, %tid.x;
ts: .branchtargets L0, L1, L2;
brx.idx %r1, ts;
L0: mov.u32 %r2, 10;
bra done;
L1: mov.u32 %r2, 11;
bra done;
L2: mov.u32 %r2, 12;
done:`,
		fixed: true, out: "r2", threads: 3, each: [][]uint64{{10}, {11}, {12}}},
	{n: 138, what: "brx.idx beyond its table is a fault",
		body: `mov.u32 %r1, 7;
ts: .branchtargets L0, L1;
brx.idx %r1, ts;
L0: mov.u32 %r2, 10;
bra done;
L1: mov.u32 %r2, 11;
done:`,
		out: "r2", fault: "branch index 7"},
	{n: 139, what: "a body may end without ret",
		decl: ".global .align 4 .u32 t139;\n.func (.reg .b32 rv) f139(.reg .b32 x)\n{\n\tadd.u32 rv, x, 2;\n}",
		body: `mov.u32 %r1, 3;
call (%r2), f139, (%r1);`,
		out: "r2", want: []uint64{5}},
	{n: 140, what: "instructions may stand between st.param and the call",
		decl: `.func (.param .b32 rv) f140(.param .b32 x)
{
	.reg .b32 %r<2>;
	ld.param.b32 %r1, [x];
	st.param.b32 [rv], %r1;
	ret;
}`,
		body: `mov.u32 %r1, 5;
.param .b32 p140;
.param .b32 q140;
st.param.b32 [p140], %r1;
add.u32 %r3, %r1, %r1;
call (q140), f140, (p140);
add.u32 %r3, %r3, %r1;
ld.param.b32 %r2, [q140];`,
		out: "r2 r3", want: []uint64{5, 15}},
	{n: 141, what: "an offset may be written with a sign behind the plus",
		decl: ".global .align 4 .u32 t141[3] = {10, 20, 30};",
		body: `mov.u64 %d1, t141+8;
ld.global.u32 %r1, [%d1+-8];
ld.global.u32 %r2, [%d1+-4];`,
		fixed: true, out: "r1 r2", want: []uint64{10, 20}},
	{n: 142, what: "a register that was not written on some path is zero",
		body: `mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 0;
@%p1 mov.u32 %r2, 4;
add.u32 %r3, %r2, 1;`,
		fixed: true, out: "r3", threads: 2, each: [][]uint64{{5}, {1}}},
	{n: 143, what: "registers of a block hide those outside",
		body: `mov.u32 %r1, 5;
{
.reg .b32 %r1;
mov.u32 %r1, 9;
{
.reg .b32 tmp;
add.u32 tmp, %r1, 1;
mov.u32 %r2, tmp;
}
}
{
.reg .b32 tmp;
mov.u32 tmp, 3;
add.u32 %r3, tmp, %r1;
}`,
		fixed: true, out: "r1 r2 r3", want: []uint64{5, 10, 8}},
	{n: 144, what: "trap ends the launch with an error",
		body: `mov.u32 %r1, 7;
setp.eq.u32 %p1, %r1, 7;
@%p1 trap;`,
		out: "r1", fault: "trap"},
	{n: 144, what: "brkpt goes on",
		body: `mov.u32 %r1, 3;
brkpt;
add.u32 %r1, %r1, 1;`,
		out: "r1", want: []uint64{4}},
}
