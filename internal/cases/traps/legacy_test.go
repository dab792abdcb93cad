package traps

var legacy = []trap{
	{n: 145, what: "until PTX 2.0 %tid and its kin had 16 bits",
		body: `mov.u16 %h1, %tid.x;
cvt.u32.u16 %r1, %h1;
cvt.u32.u16 %r2, %ntid.x;
cvt.u32.u16 %r3, %ctaid.x;`,
		head: "1.4 sm_13", fixed: true, out: "r1 r2 r3", threads: 3, each: [][]uint64{{0, 3, 0}, {1, 3, 0}, {2, 3, 0}}},
	{n: 146, what: "the w component of a vector register reads 0",
		body:  `mov.v4.u32 {%r1, %r2, %r3, %r4}, %ntid;`,
		fixed: true, out: "r1 r2 r3 r4", want: []uint64{1, 1, 1, 0}},
	{n: 147, what: "%gridid may be read with fewer bits",
		body: `mov.u64 %d1, %gridid;
mov.u32 %r1, %gridid;
cvt.u32.u64 %r2, %d1;
sub.u32 %r3, %r1, %r2;`,
		fixed: true, out: "r3", want: []uint64{0}},
	{n: 148, what: "under map_f64_to_f32 f64 is single precision, here in the low half of its 64 bits",
		body: `mov.f64 %g1, 0d3ff8000000000000;
mov.f64 %g2, 0d3ff0000000000001;
add.f64 %g3, %g1, %g2;
cvt.rn.f32.f64 %f1, %g3;
setp.gt.f64 %p1, %g3, %g1;`,
		head: "1.4 sm_10 map_f64_to_f32", fixed: true, out: "g1 g2 g3 f1 p1", want: []uint64{0x3fc00000, 0x3f800000, 0x40200000, 0x40200000, 1}},
	{n: 149, what: "PTX 1.x has parameters in bodies, and functions with register parameters and several results",
		decl: `.func (.reg .u32 s, .reg .u32 d) f149 (.reg .u32 x, .reg .u32 y)
{
	add.u32 s, x, y;
	sub.u32 d, x, y;
	ret;
}`,
		body: `mov.u32 %r1, 7;
mov.u32 %r2, 4;
call (%r3, %r4), f149, (%r1, %r2);`,
		head: "1.4 sm_13", out: "r3 r4", want: []uint64{11, 3}},
	{n: 150, what: "tex without brackets, with four coordinates, is the case tex_ptx12; three are refused",
		bad: ".version 1.4\n.target sm_13\n.tex .u32 t;\n.entry e()\n{ .reg .f32 %f<9>;\ntex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, t, {%f5,%f6,%f7};\n}", says: "takes 2 numbers here, not 3"},
	{n: 151, what: "setp with the type in front of the operator, as one example of 1.2 has it",
		body: `mov.s32 %r1, -1;
setp.s32.lt %p1, %r1, 0;
setp.u32.lt %p2, %r1, 0;`,
		out: "p1 p2", want: []uint64{1, 0}},
	{n: 152, what: "initialisers are for global and constant variables, vectors have 2 or 4 elements",
		bad: ".shared .align 4 .u32 s = 4;", says: "initial"},
	{n: 152, what: "there are no vectors of three",
		bad: ".reg .v3 .f32 v;", says: "3 elements"},
	{n: 152, what: ".const[0] is .const",
		decl: ".const[0] .align 4 .u32 t152 = 5;",
		body: `ld.const.u32 %r1, [t152];`,
		head: "1.4 sm_13", fixed: true, out: "r1", want: []uint64{5}},
	{n: 153, what: "mul without .lo, .hi or .wide is refused",
		bad: "mul.u32 %r1, %r2, %r3;", says: "mul"},
	{n: 154, what: "vote and shfl without .sync are refused for sm_70 from PTX 6.4 on",
		bad: "vote.ballot.b32 %r1, %p1;", says: "vote"},
	{n: 155, what: "f16 of wmma has eight registers, of which bf16 needs half",
		bad:  "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}, {%r1,%r2,%r3,%r4}, {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};",
		says: "must have 8 elements, not 4"},
	{n: 156, what: "a fragment of mma has a number of registers",
		bad:  "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3}, {%r3}, {%f1,%f2,%f3,%f4};",
		says: "must have 2 elements, not 3"},
	{n: 157, what: "pragmas, files and locations change nothing",
		body: `.pragma "nounroll";
.pragma "whatever this may be";
mov.u32 %r1, 2;`,
		out: "r1", want: []uint64{2}},
	{n: 158, what: "nanosleep comes back",
		body: `mov.u32 %r1, 20;
nanosleep.u32 %r1;
add.u32 %r2, %r1, 1;`,
		out: "r2", want: []uint64{21}},
	{n: 159, what: "alloca gives local memory that lasts until the function returns",
		body: `mov.u64 %d1, 16;
alloca.u64 %d2, %d1;
mov.u32 %r1, 5;
st.local.u32 [%d2+12], %r1;
cvta.local.u64 %d3, %d2;
ld.u32 %r2, [%d3+12];
and.b64 %d4, %d2, 7;`,
		out: "r2 d4", want: []uint64{5, 0}},
	{n: 160, what: "vprintf has a signature of its own",
		bad: ".version 8.6\n.target sm_90\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b32 x);\n.entry e()\n{ .reg .b32 %r<5>;\n.param .b32 p; .param .b32 q;\nst.param.b32 [p], %r1;\ncall (q), vprintf, (p);\n}", says: "vprintf"},
	{n: 161, what: "without .address_size an address has 32 bits",
		bad: ".version 8.6\n.target sm_90\n.entry e()\n{ .reg .b32 %r<5>; .reg .b64 %d<5>;\nld.global.u32 %r1, [%r2];\nld.global.u32 %r1, [%d2];\n}", says: "a 64-bit address in a module without .address_size"},
	{n: 162, what: "cp.async fills with zeros what its source does not have",
		decl: ".shared .align 16 .b32 t162[4];\n.global .align 16 .b32 u162[4] = {1, 2, 3, 4};",
		body: `mov.u32 %r1, t162;
mov.u64 %d1, u162;
cp.async.ca.shared.global [%r1], [%d1], 16, 8;
cp.async.wait_all;
ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r1];`,
		fixed: true, out: "r2 r3 r4 r5", want: []uint64{1, 2, 0, 0}},
	{n: 163, what: "test_wait.parity is true at once for the phase before the current one",
		decl: ".shared .align 8 .b64 t163;",
		body: `mov.u32 %r1, t163;
mbarrier.init.shared.b64 [%r1], 1;
mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 1;
mbarrier.test_wait.parity.shared.b64 %p2, [%r1], 0;
mbarrier.arrive.shared.b64 %d1, [%r1];
mbarrier.test_wait.parity.shared.b64 %p3, [%r1], 0;`,
		fixed: true, out: "p1 p2 p3", want: []uint64{1, 0, 1}},
	{n: 164, what: "ldmatrix has a register for each matrix",
		bad: "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2}, [%r5];", says: "must have 4 elements, not 2"},
	{n: 165, what: "typing errors of the manual are no grammar",
		bad: "ld.gloal.u32 %r1, [%d1];", says: "gloal"},
}
