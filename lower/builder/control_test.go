package builder

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// step is one instruction of a random program: d = f(x, y), or a branch, each
// perhaps under a guard.
type step struct {
	op      string // "add", "xor", "mov", "setp", "bra", "brx", "ret"
	d, x, y int
	imm     bool // y is a number
	guard   int  // predicate, -1 for none
	neg     bool
	targets []int
}

// program is a list of blocks, each of which ends in the next where it does not
// branch.
type program [][]step

const numRegs, numPreds = 5, 3

func randomProgram(rng *rand.Rand) program {
	p := make(program, 2+rng.IntN(10))
	for i := range p {
		for range rng.IntN(5) {
			s := step{op: []string{"add", "xor", "mov", "setp"}[rng.IntN(4)], d: rng.IntN(numRegs),
				x: rng.IntN(numRegs), y: rng.IntN(numRegs), imm: rng.IntN(2) == 0, guard: -1}
			if s.op == "setp" {
				s.d = rng.IntN(numPreds)
			}
			if rng.IntN(3) == 0 {
				s.guard, s.neg = rng.IntN(numPreds), rng.IntN(2) == 0
			}
			p[i] = append(p[i], s)
		}
		end := step{guard: rng.IntN(numPreds), neg: rng.IntN(2) == 0, x: rng.IntN(numRegs)}
		switch rng.IntN(6) {
		case 0:
			end.guard = -1
			end.op, end.targets = "bra", []int{rng.IntN(len(p))}
		case 1, 2, 3:
			end.op, end.targets = "bra", []int{rng.IntN(len(p))}
		case 4:
			end.op = "brx"
			for range 4 {
				end.targets = append(end.targets, rng.IntN(len(p)))
			}
		case 5:
			end.op = "ret"
		}
		p[i] = append(p[i], end)
	}
	return p
}

// fuel is how many blocks a program runs before it ends.
const fuel = 40

// text spells the program in PTX. The registers are stored at the end.
func (p program) text() string {
	var s strings.Builder
	s.WriteString(head(4*numRegs) + ".entry k()\n{\n")
	fmt.Fprintf(&s, ".reg .u32 %%r<%d>, %%i, %%fuel;\n.reg .pred %%p<%d>, %%out;\nmov.u32 %%fuel, %d;\n", numRegs, numPreds, fuel)
	for i, steps := range p {
		fmt.Fprintf(&s, "L%d:\nsetp.eq.u32 %%out, %%fuel, 0;\n@%%out bra END;\nsub.u32 %%fuel, %%fuel, 1;\n", i)
		for _, c := range steps {
			y := fmt.Sprintf("%%r%d", c.y)
			if c.imm {
				y = fmt.Sprint(c.y)
			}
			guard := ""
			if c.guard >= 0 {
				guard = fmt.Sprintf("@%%p%d ", c.guard)
				if c.neg {
					guard = fmt.Sprintf("@!%%p%d ", c.guard)
				}
			}
			switch c.op {
			case "add", "xor":
				suffix := map[string]string{"add": "u32", "xor": "b32"}[c.op]
				fmt.Fprintf(&s, "%s%s.%s %%r%d, %%r%d, %s;\n", guard, c.op, suffix, c.d, c.x, y)
			case "mov":
				fmt.Fprintf(&s, "%smov.u32 %%r%d, %s;\n", guard, c.d, y)
			case "setp":
				fmt.Fprintf(&s, "%ssetp.lt.u32 %%p%d, %%r%d, %s;\n", guard, c.d, c.x, y)
			case "bra":
				fmt.Fprintf(&s, "%sbra L%d;\n", guard, c.targets[0])
			case "brx":
				fmt.Fprintf(&s, "and.b32 %%i, %%r%d, 3;\nT%d: .branchtargets L%d, L%d, L%d, L%d;\n%sbrx.idx %%i, T%d;\n",
					c.x, i, c.targets[0], c.targets[1], c.targets[2], c.targets[3], guard, i)
			case "ret":
				fmt.Fprintf(&s, "%sbra END;\n", guard)
			}
		}
	}
	s.WriteString("END:\n")
	for i := range numRegs {
		fmt.Fprintf(&s, "st.global.u32 [out+%d], %%r%d;\n", 4*i, i)
	}
	s.WriteString("ret;\n}\n")
	return s.String()
}

// run executes the program as it is written.
func (p program) run() [numRegs]uint32 {
	var r [numRegs]uint32
	var q [numPreds]bool
	at := 0
	for range fuel {
		if at == len(p) {
			break
		}
		next := at + 1
		for _, c := range p[at] {
			if c.guard >= 0 && q[c.guard] == c.neg {
				continue
			}
			y := r[c.y]
			if c.imm {
				y = uint32(c.y)
			}
			switch c.op {
			case "add":
				r[c.d] = r[c.x] + y
			case "xor":
				r[c.d] = r[c.x] ^ y
			case "mov":
				r[c.d] = y
			case "setp":
				q[c.d] = r[c.x] < y
			case "bra":
				next = c.targets[0]
			case "brx":
				next = c.targets[r[c.x]&3]
			case "ret":
				next = len(p)
			}
		}
		at = next
	}
	return r
}

// TestRandomPrograms compares random programs, with loops that no structured
// language has, to a direct execution of their registers.
func TestRandomPrograms(t *testing.T) {
	n := 400
	if testmode.Long() {
		n = 20000
	}
	rng := rand.New(rand.NewPCG(7, 3))
	for range n {
		p := randomProgram(rng)
		out := execute(t, p.text())
		for i, want := range p.run() {
			if got := binary.LittleEndian.Uint32(out[4*i:]); got != want {
				t.Fatalf("register %d is %d, want %d\n%s", i, got, want, p.text())
			}
		}
	}
}

// TestComparisons tries every operator on special values of every type, with both
// destinations and a boolean operator.
func TestComparisons(t *testing.T) {
	ints := []uint64{0, 1, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 63, ^uint64(0)}
	floats := []float64{math.NaN(), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1)}
	var s strings.Builder
	var want []byte
	var what []string
	emit := func(op, typ, x, y string, truth bool) {
		c := len(want)%3 == 0
		b := []string{"and", "or", "xor"}[len(want)/2%3]
		apply := func(v bool) byte {
			r := false
			switch b {
			case "and":
				r = v && !c
			case "or":
				r = v || !c
			case "xor":
				r = v != !c
			}
			if r {
				return 1
			}
			return 0
		}
		k := 0
		if c {
			k = 1
		}
		reg := map[byte]string{'f': "%f", 's': "%r", 'u': "%r", 'b': "%r"}[typ[0]] + typ[1:]
		fmt.Fprintf(&s, "mov.b%s %s_0, %s;\nmov.b%s %s_1, %s;\nmov.pred %%c, %d;\n", typ[1:], reg, x, typ[1:], reg, y, k)
		fmt.Fprintf(&s, "setp.%s.%s.%s %%p|%%q, %s_0, %s_1, !%%c;\nselp.u32 %%u, 1, 0, %%p;\nselp.u32 %%v, 1, 0, %%q;\nst.global.v2.u8 [out+%d], {%%u, %%v};\n",
			op, b, typ, reg, reg, len(want))
		want = append(want, apply(truth), apply(!truth))
		what = append(what, fmt.Sprintf("setp.%s.%s.%s of %s and %s with !%d", op, b, typ, x, y, k))
	}
	for _, typ := range []string{"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"} {
		var w int
		_, _ = fmt.Sscanf(typ[1:], "%d", &w)
		for _, x := range ints {
			for _, y := range ints {
				a, b := x&ir.Ones(w), y&ir.Ones(w)
				less := a < b
				if typ[0] == 's' {
					less = int64(a<<(64-w)) < int64(b<<(64-w))
				}
				truth := map[string]bool{"eq": a == b, "ne": a != b}
				if typ[0] != 'b' {
					truth["lt"], truth["le"], truth["gt"], truth["ge"] = less, less || a == b, !less && a != b, !less
				}
				if typ[0] == 'u' {
					truth["lo"], truth["ls"], truth["hi"], truth["hs"] = less, less || a == b, !less && a != b, !less
				}
				for _, op := range []string{"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"} {
					if v, ok := truth[op]; ok {
						emit(op, typ, fmt.Sprint(a), fmt.Sprint(b), v)
					}
				}
			}
		}
	}
	for _, typ := range []string{"f32", "f64"} {
		spell := func(f float64) string {
			if typ == "f32" {
				return fmt.Sprintf("0f%08x", math.Float32bits(float32(f)))
			}
			return fmt.Sprintf("0d%016x", math.Float64bits(f))
		}
		for _, x := range floats {
			for _, y := range floats {
				num := x == x && y == y
				ordered := map[string]bool{"eq": x == y, "ne": x < y || x > y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}
				for _, op := range []string{"eq", "ne", "lt", "le", "gt", "ge"} {
					emit(op, typ, spell(x), spell(y), ordered[op])
					emit(op+"u", typ, spell(x), spell(y), ordered[op] || !num)
				}
				emit("num", typ, spell(x), spell(y), num)
				emit("nan", typ, spell(x), spell(y), !num)
			}
		}
	}
	src := head(len(want)) + ".entry k()\n{\n.reg .pred %p, %q, %c;\n.reg .b16 %r16_<2>;\n.reg .b32 %r32_<2>, %u, %v;\n.reg .b64 %r64_<2>;\n.reg .f32 %f32_<2>;\n.reg .f64 %f64_<2>;\n" + s.String() + "ret;\n}\n"
	out := execute(t, src)
	bad := 0
	for i := range what {
		if out[2*i] != want[2*i] || out[2*i+1] != want[2*i+1] {
			if bad++; bad < 20 {
				t.Errorf("%s gives %d|%d, want %d|%d", what[i], out[2*i], out[2*i+1], want[2*i], want[2*i+1])
			}
		}
	}
}
