package manual12

import (
	"fmt"
	"strings"
)

// atomic is an operation of atom in PTX 1.2 (table 54): what it makes of the old
// value and of the operands, as a pure function.
type atomic struct {
	op, typ string
	red     bool // red has it, too (table 55)
	do      func(old, b, c uint64) uint64
	b, c    [8]uint64 // operands, by thread modulo 8
}

func low(v uint64) uint64 { return uint64(uint32(v)) }

var atomics = []atomic{
	{op: "and", typ: "b32", red: true, do: func(r, s, _ uint64) uint64 { return r & s }, b: pattern},
	{op: "or", typ: "b32", red: true, do: func(r, s, _ uint64) uint64 { return r | s }, b: pattern},
	{op: "xor", typ: "b32", red: true, do: func(r, s, _ uint64) uint64 { return r ^ s }, b: pattern},
	{op: "cas", typ: "b32", do: compareAndSwap, b: initials, c: pattern},
	{op: "cas", typ: "b64", do: compareAndSwap, b: [8]uint64{initials[0], 1, initials[2], 2, initials[4], 3, 4, initials[7]}, c: wide},
	{op: "exch", typ: "b32", do: func(_, s, _ uint64) uint64 { return s }, b: pattern},
	{op: "exch", typ: "b64", do: func(_, s, _ uint64) uint64 { return s }, b: wide},
	{op: "add", typ: "u32", red: true, do: func(r, s, _ uint64) uint64 { return low(r + s) }, b: pattern},
	{op: "add", typ: "s32", red: true, do: func(r, s, _ uint64) uint64 { return low(r + s) }, b: pattern},
	{op: "add", typ: "u64", red: true, do: func(r, s, _ uint64) uint64 { return r + s }, b: wide},
	{op: "inc", typ: "u32", red: true, do: increment, b: limits},
	{op: "dec", typ: "u32", red: true, do: decrement, b: limits},
	{op: "min", typ: "u32", red: true, do: func(r, s, _ uint64) uint64 { return min(r, s) }, b: pattern},
	{op: "max", typ: "u32", red: true, do: func(r, s, _ uint64) uint64 { return max(r, s) }, b: pattern},
	{op: "min", typ: "s32", red: true, do: func(r, s, _ uint64) uint64 { return low(uint64(min(int32(r), int32(s)))) }, b: pattern},
	{op: "max", typ: "s32", red: true, do: func(r, s, _ uint64) uint64 { return low(uint64(max(int32(r), int32(s)))) }, b: pattern},
}

var (
	initials = [8]uint64{0, 1, 5, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678, 6}
	pattern  = [8]uint64{0xffffffff, 0xff00ff00, 3, 1, 0xffffffff, 1, 0x87654321, 0}
	limits   = [8]uint64{0, 1, 5, 0xffffffff, 10, 0xffffffff, 0x12345679, 5}
	wide     = [8]uint64{1 << 63, 1<<64 - 1, 1 << 32, 0x123456789abcdef0, 0, 1, 1 << 40, 0xffffffff}
)

func compareAndSwap(r, s, t uint64) uint64 {
	if r == s {
		return t
	}
	return r
}

func increment(r, s, _ uint64) uint64 {
	if r >= s {
		return 0
	}
	return r + 1
}

// decrement gives results in the range 0 to s, as the text of table 54 says; the
// formula beside it forgets that 0 is followed by s.
func decrement(r, s, _ uint64) uint64 {
	if r == 0 || r > s {
		return s
	}
	return r - 1
}

// atomCase applies every operation of atom and red to memory of the thread's own, in
// both spaces, and the commutative ones to memory that all threads share.
func atomCase() *legacyCase {
	const threads = 64
	k := &legacyCase{name: "legacy_atom", version: "1.2", target: "sm_13", kernel: "atomics", threads: threads}
	var code strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&code, format+"\n", args...) }
	row := 8 * (3*len(atomics) + 1)    // of in, for a thread
	outRow := 8 * (6*len(atomics) + 2) // of out
	shared := []string{"add", "and", "or", "xor", "min", "max", "inc"}
	p("// Every operation of atom and red in PTX 1.2 on memory of the thread's own (o: global,")
	p("// s: shared), then those that commute on memory that all threads share.")
	p(".version 1.2\n.target sm_13\n")
	p(".shared .u32 own[%d];\n.shared .u32 all[%d];\n.global .u32 everybody[%d];\n", threads, len(shared), len(shared))
	p(".entry atomics\n{\n.param .u64 in;\n.param .u64 out;")
	p(".reg .u32 tid, at, s, r, b32, c32;\n.reg .u64 a, o, d, r64, b64, c64;\n.reg .pred first;")
	p("cvt.u32.u16 tid, %%tid.x;\nld.param.u64 a, [in];\nld.param.u64 o, [out];")
	p("mul.wide.u32 d, tid, %d;\nadd.u64 a, a, d;\nmul.wide.u32 d, tid, %d;\nadd.u64 o, o, d;", row, outRow)
	p("mov.u32 at, own;\nmul.lo.u32 s, tid, 4;\nadd.u32 s, s, at;")
	var in, want words
	for tid := range threads {
		for i := range atomics {
			x := &atomics[i]
			init, b, c := initials[tid%8], x.b[(tid+tid/8)%8], x.c[(tid+tid/8)%8]
			in.u64(init, b, c)
			now := x.do(init, b, c)
			want.u64(now, init)
			if x.red {
				want.u64(now)
			} else {
				want.u64(init)
			}
			if strings.HasSuffix(x.typ, "64") {
				want.u64(0, 0, 0)
				continue
			}
			want.u64(now, init)
			if x.red {
				want.u64(now)
			} else {
				want.u64(init)
			}
		}
		in.u64(initials[(tid*3)%8])
		want.u64(0, 0)
	}
	for i := range atomics {
		x := &atomics[i]
		size := x.typ[1:]
		reg := map[string]string{"32": "r", "64": "r64"}[size]
		at := 24 * i
		o := 48 * i
		p("\n// %s.%s", x.op, x.typ)
		p("ld.global.b%s b%s, [a+%d];\nld.global.b%s c%s, [a+%d];\nld.global.b%s %s, [a+%d];", size, size, at+8, size, size, at+16, size, reg, at)
		operands := "b" + size
		if x.op == "cas" {
			operands += ", c" + size
		}
		p("st.global.b%s [o+%d], %s;\nst.global.b%s [o+%d], %s;", size, o, reg, size, o+16, reg)
		if size == "32" {
			p("st.shared.b32 [s], r;")
		}
		p("atom.global.%s.%s %s, [o+%d], %s;\nst.global.b%s [o+%d], %s;", x.op, x.typ, reg, o, operands, size, o+8, reg)
		if x.red {
			p("red.global.%s.%s [o+%d], %s;", x.op, x.typ, o+16, operands)
		}
		if size == "64" {
			continue
		}
		p("atom.shared.%s.%s r, [s], %s;\nst.global.u32 [o+%d], r;", x.op, x.typ, operands, o+32)
		p("ld.shared.u32 c32, [s];\nst.global.u32 [o+%d], c32;", o+24)
		p("st.shared.u32 [s], r;")
		if x.red {
			p("red.shared.%s.%s [s], b32;", x.op, x.typ)
		}
		p("ld.shared.u32 r, [s];\nst.global.u32 [o+%d], r;", o+40)
	}
	p("\n// All threads at once. Thread 0 begins and ends.")
	p("setp.eq.u32 first, tid, 0;\nld.global.u32 b32, [a+%d];", 24*len(atomics))
	var results []uint32
	for i, op := range shared {
		init, b := map[string]uint32{"and": 0xffffffff, "min": 0xffffffff, "inc": 7}[op], "b32"
		if op == "inc" {
			b = "1000"
		}
		typ := map[string]string{"and": "b32", "or": "b32", "xor": "b32"}[op]
		if typ == "" {
			typ = "u32"
		}
		p("@first st.shared.u32 [all[%d]], %d;\n@first st.global.u32 [everybody[%d]], %d;\nbar.sync 0;", i, init, i, init)
		p("red.shared.%s.%s [all[%d]], %s;\natom.global.%s.%s _, [everybody[%d]], %s;", op, typ, i, b, op, typ, i, b)
		v := init
		for tid := range threads {
			b := uint32(initials[(tid*3)%8])
			switch op {
			case "add":
				v += b
			case "and":
				v &= b
			case "or":
				v |= b
			case "xor":
				v ^= b
			case "min":
				v = min(v, b)
			case "max":
				v = max(v, b)
			case "inc":
				v++
			}
		}
		results = append(results, v)
	}
	p("bar.sync 0;\nld.param.u64 o, [out];")
	for i := range shared {
		p("ld.shared.u32 r, [all[%d]];\n@first st.global.u32 [o+%d], r;", i, threads*outRow+8*i)
		p("ld.global.u32 r, [everybody[%d]];\n@first st.global.u32 [o+%d], r;", i, threads*outRow+8*i+4)
		want.u32(results[i], results[i])
	}
	p("exit;\n}")
	k.ptx, k.in, k.want = code.String(), in, want
	return k
}
