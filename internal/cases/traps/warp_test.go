package traps

// lanes makes a result for each of n threads.
func lanes(n int, f func(i uint32) []uint64) [][]uint64 {
	var all [][]uint64
	for i := range n {
		all = append(all, f(uint32(i)))
	}
	return all
}

var warp = []trap{
	{n: 91, what: "the c operand of shfl holds the clamp in bits 0 to 4 and the segment mask in 8 to 12",
		body: `mov.u32 %r1, %tid.x;
shfl.sync.down.b32 %r2|%p1, %r1, 1, 0x1c1f, -1;`,
		out: "r2 p1", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			if i%4 == 3 {
				return []uint64{uint64(i), 0}
			}
			return []uint64{uint64(i) + 1, 1}
		})},
	{n: 92, what: "shfl.up below its segment copies the lane's own value and is false",
		body: `mov.u32 %r1, %tid.x;
shfl.sync.up.b32 %r2|%p1, %r1, 2, 0, -1;`,
		out: "r2 p1", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			if i < 2 {
				return []uint64{uint64(i), 0}
			}
			return []uint64{uint64(i) - 2, 1}
		})},
	{n: 93, what: "shfl.idx stays in its segment, and lane 32 is lane 0",
		body: `mov.u32 %r1, %tid.x;
mov.u32 %r4, 32;
mov.u32 %r5, 5;
shfl.sync.idx.b32 %r2|%p1, %r1, %r4, 0x1f, -1;
shfl.sync.idx.b32 %r3|%p2, %r1, %r5, 0x181f, -1;`,
		out: "r2 p1 r3 p2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			return []uint64{0, 1, uint64(i&24 | 5), 1}
		})},
	{n: 94, what: "shfl from a lane that does not take part does not fault",
		body: `mov.u32 %r1, %tid.x;
mov.u32 %r2, 7;
setp.lt.u32 %p1, %r1, 16;
@!%p1 bra done;
shfl.sync.idx.b32 %r2, %r1, 3, 0x1f, 0xffff;
shfl.sync.idx.b32 %r3, %r1, 20, 0x1f, 0xffff;
done:`,
		out: "r2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			if i < 16 {
				return []uint64{3}
			}
			return []uint64{7}
		})},
	{n: 95, what: "lanes that a short last warp does not have count as ended",
		body: `mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 100;
vote.sync.all.pred %p2, %p1, -1;
vote.sync.ballot.b32 %r2, %p1, -1;
bar.sync 0;`,
		out: "p2 r2", threads: 40,
		each: lanes(40, func(i uint32) []uint64 {
			if i < 32 {
				return []uint64{1, 0xffffffff}
			}
			return []uint64{1, 0xff}
		})},
	{n: 96, what: ".sync waits for the lanes that it names, and different groups go their own ways",
		body: `mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 16;
@%p1 bra low;
shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, 0xffff0000;
bra done;
low:
shfl.sync.bfly.b32 %r2, %r1, 2, 0x1f, 0x0000ffff;
done:`,
		out: "r2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			if i < 16 {
				return []uint64{uint64(i ^ 2)}
			}
			return []uint64{uint64(i ^ 1)}
		})},
	{n: 97, what: "vote and shfl without .sync are for the lanes that are there",
		body: `mov.u32 %r1, %tid.x;
mov.u32 %r2, 0;
setp.lt.u32 %p1, %r1, 8;
@!%p1 bra done;
vote.ballot.b32 %r2, %p1;
shfl.up.b32 %r3, %r1, 1, 0;
done:`,
		head: "6.0 sm_60", out: "r2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			if i < 8 {
				return []uint64{0xff}
			}
			return []uint64{0}
		})},
	{n: 98, what: "the ballot of a lane that is no member is 0, and vote.all does not ask it",
		body: `mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 4;
setp.lt.u32 %p2, %r1, 8;
mov.u32 %r2, 0;
@!%p2 bra done;
vote.sync.ballot.b32 %r2, %p1, 0xff;
done:
@!%p1 bra end;
vote.sync.all.pred %p3, %p1, 0xf;
selp.u32 %r3, 16, 0, %p3;
or.b32 %r2, %r2, %r3;
end:`,
		out: "r2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			switch {
			case i < 4:
				return []uint64{0x1f}
			case i < 8:
				return []uint64{0xf}
			}
			return []uint64{0}
		})},
	{n: 99, what: "activemask holds the caller, and all lanes where nothing diverged",
		body: `mov.u32 %r1, %tid.x;
activemask.b32 %r2;
shr.u32 %r3, %r2, %r1;
and.b32 %r3, %r3, 1;`,
		out: "r3", threads: 32,
		each: lanes(32, func(i uint32) []uint64 { return []uint64{1} })},
	{n: 100, what: "match.all of different values is 0 and false",
		body: `mov.u32 %r1, %tid.x;
and.b32 %r4, %r1, 1;
match.all.sync.b32 %r2|%p1, %r1, -1;
match.any.sync.b32 %r3, %r4, -1;
match.all.sync.b32 %r5|%p2, %r5, -1;`,
		out: "r2 p1 r3 p2", threads: 32,
		each: lanes(32, func(i uint32) []uint64 {
			return []uint64{0, 0, 0x55555555 << (i & 1), 1}
		})},
	{n: 101, what: "redux.add wraps; min and max have a sign",
		body: `mov.u32 %r1, %tid.x;
add.u32 %r2, %r1, 0xf8000000;
redux.sync.add.u32 %r3, %r2, -1;
sub.s32 %r4, %r1, 5;
redux.sync.min.s32 %r5, %r4, -1;
redux.sync.min.u32 %r6, %r4, -1;`,
		out: "r3 r5 r6", threads: 32,
		each: lanes(32, func(i uint32) []uint64 { return []uint64{496, 0xfffffffb, 0} })},
	{n: 102, what: "elect.sync takes the same leader for the same mask",
		body: `elect.sync %r1|%p1, -1;
elect.sync %r2|%p2, -1;
xor.b32 %r3, %r1, %r2;
xor.pred %p3, %p1, %p2;
vote.sync.ballot.b32 %r4, %p1, -1;
popc.b32 %r5, %r4;`,
		out: "r3 p3 r5", threads: 32,
		each: lanes(32, func(i uint32) []uint64 { return []uint64{0, 0, 1} })},
	{n: 103, what: "bulk copies are not supported yet, and that is said",
		bad:  ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry bad()\n{\ncp.async.bulk.commit_group;\nret;\n}\n",
		says: "not supported"},
	{n: 104, what: "a barrier counts warps: arriving ones count whole",
		decl: ".shared .align 4 .b32 t104[64];",
		body: `mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 2;
mov.u32 %r3, t104;
add.u32 %r3, %r3, %r2;
st.shared.u32 [%r3], %r1;
bar.sync 1, 64;
xor.b32 %r4, %r2, 128;
mov.u32 %r5, t104;
add.u32 %r5, %r5, %r4;
ld.shared.u32 %r6, [%r5];`,
		out: "r6", threads: 64,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{uint64(i ^ 32)} })},
	{n: 105, what: "threads that have ended count as arrived",
		body: `mov.u32 %r1, %tid.x;
setp.ge.u32 %p1, %r1, 48;
mov.u32 %r2, 9;
st.global.u64 [%a1], 9;
@%p1 exit;
bar.sync 0;`,
		out: "r2", threads: 64,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{9} })},
	{n: 106, what: "bar.arrive does not wait: producers and consumers on one barrier",
		decl: ".shared .align 4 .b32 t106[32];",
		body: `mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 31;
shl.b32 %r3, %r2, 2;
mov.u32 %r4, t106;
add.u32 %r4, %r4, %r3;
mov.u32 %r5, 0;
setp.ge.u32 %p1, %r1, 32;
@%p1 bra consume;
add.u32 %r6, %r2, 100;
st.shared.u32 [%r4], %r6;
bar.arrive 2, 64;
bra done;
consume:
bar.sync 2, 64;
ld.shared.u32 %r5, [%r4];
done:`,
		out: "r5", threads: 64,
		each: lanes(64, func(i uint32) []uint64 {
			if i < 32 {
				return []uint64{0}
			}
			return []uint64{uint64(i) - 32 + 100}
		})},
	{n: 107, what: "bar.red gives every thread the result, and its predicate may be negated",
		body: `mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 10;
bar.red.popc.u32 %r2, 0, %p1;
bar.red.popc.u32 %r3, 0, !%p1;
bar.red.and.pred %p2, 0, %p1;
bar.red.or.pred %p3, 0, %p1;`,
		out: "r2 r3 p2 p3", threads: 64,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{10, 54, 0, 1} })},
	{n: 108, what: "barrier without .aligned may be met in divergent code, at several places",
		body: `mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 1;
setp.eq.u32 %p1, %r2, 0;
@%p1 bra even;
barrier.sync 0;
mov.u32 %r3, 1;
bra done;
even:
barrier.sync 0;
mov.u32 %r3, 2;
done:`,
		out: "r3", threads: 64, fixed: true,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{uint64(2 - i&1)} })},
	{n: 109, what: "a guarded barrier is met by the threads whose guard is true",
		body: `mov.u32 %r1, %ntid.x;
setp.eq.u32 %p1, %r1, 64;
mov.u32 %r2, 1;
@%p1 bar.sync 0;
@!%p1 bar.sync 1;`,
		out: "r2", threads: 64,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{1} })},
}
