package ptxtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// TestRandomContraction compares kernels of random float arithmetic with a second
// implementation of the rule of contraction, on the list of instructions, and of the
// arithmetic, on big integers.
func TestRandomContraction(t *testing.T) {
	settings := []pass.Contract{{Off: true}, {}}
	products, ties, seeds := 0, 0, uint64(400)
	if testmode.Long() {
		seeds = 10_000
	}
	for seed := range seeds {
		p := newFloatProgram(rand.New(rand.NewPCG(seed, testmode.Seed())))
		for _, s := range settings {
			k := compile(t, p.text(), interp.Options{})
			var count pass.Contracted
			pass.Run(k.mod, pass.Standard, pass.Options{Verify: true, Contract: s, Contracted: func(_ *ir.Func, n pass.Contracted) { count = n }})
			k = ready(t, k.mod, interp.Options{}).block(1)
			got := p.memory()
			if err := k.launch(got); err != nil {
				t.Fatal(err)
			}
			want, n, met := p.run(s)
			if n != count.Products {
				t.Fatalf("seed %d, %+v: %d products are contracted, want %d\n%s", seed, s, count.Products, n, p.text())
			}
			for i, w := range want {
				g := uint64(got[2*i]) | uint64(got[2*i+1])<<32
				if p.list[0].typ == 2 && ieee.F64.IsNaN(g) {
					g = ieee.F64.NaN() // any will do
				}
				if g != w {
					t.Fatalf("seed %d, %+v: result %d is %#x, want %#x\n%s", seed, s, i, g, w, p.text())
				}
			}
			products += count.Products
			ties += met
		}
	}
	if products < int(seeds)*3/4 || ties < int(seeds)/8 {
		t.Errorf("only %d products and %d ties: the programs say little", products, ties)
	}
}

// floatType is a type of floatProgram with its modifiers.
type floatType struct {
	name, reg, bits string
	format          ieee.Format
	ftz             bool
}

var floatTypes = []floatType{
	{"f32", "%f", "32", ieee.F32, false},
	{"ftz.f32", "%f", "32", ieee.F32, true},
	{"f64", "%g", "64", ieee.F64, false},
	{"f16", "%h", "16", ieee.F16, false},
	{"bf16", "%h", "16", ieee.BF16, false},
}

// floatInst is an instruction of a floatProgram. Its result is register number i, where
// i is its place.
type floatInst struct {
	op    string // mul, add, sub, neg, fma, mov; ld; st; block
	typ   int
	rn    bool
	sat   bool
	args  []int
	value uint64
	block int
	guard bool // of an st
	used  bool
}

type floatProgram struct {
	rng  *rand.Rand
	list []floatInst
}

func newFloatProgram(rng *rand.Rand) *floatProgram {
	p := &floatProgram{rng: rng}
	block := 0
	main := rng.IntN(len(floatTypes))
	for range 5 {
		f := floatTypes[main].format
		man := rng.Uint64() & (1<<f.Man - 1)
		exp := uint64(f.Bias() + rng.IntN(7) - 3)
		if rng.IntN(6) == 0 {
			exp = uint64(f.Bias() / 2) // products are subnormal
		}
		p.list = append(p.list, floatInst{op: "ld", typ: main, value: exp<<f.Man | man | uint64(rng.IntN(2))<<(f.Exp+f.Man)})
	}
	for range 6 + rng.IntN(20) {
		in := floatInst{typ: main, rn: rng.IntN(8) == 0}
		if main < 2 && rng.IntN(12) == 0 {
			in.typ = 1 - main // with or without .ftz
		}
		n := 2
		switch k := rng.IntN(25); {
		case k < 9:
			in.op = "mul"
		case k < 13:
			in.op = "add"
		case k < 18:
			in.op = "sub"
		case k < 20:
			in.op, n, in.rn = "neg", 1, false
		case k < 21:
			in.op, n, in.rn = "fma", 3, true
		case k < 22:
			in.op, n, in.rn = "mov", 1, false
		case k < 23:
			in.op, n, in.rn = "st", 1, false
			if in.guard = rng.IntN(2) == 0; in.guard {
				block++
			}
		case k < 24:
			in.op, n = "block", 0
			block++
		default: // the same as before
			if old := p.list[len(p.list)-1]; old.op == "mul" || old.op == "add" {
				in, n = old, 0
			} else {
				continue
			}
		}
		in.sat = in.sat || in.typ == 0 && (in.op == "add" || in.op == "mul") && n > 0 && rng.IntN(15) == 0
		for range n {
			in.args = append(in.args, p.pick(in.op))
		}
		in.block = block
		p.list = append(p.list, in)
	}
	// Results that nothing uses.
	for i := len(p.list) - 1; i >= 0 && i > len(p.list)-4; i-- {
		if p.list[i].op != "st" && p.list[i].op != "block" {
			p.list = append(p.list, floatInst{op: "st", typ: main, args: []int{i}, block: block})
		}
	}
	return p
}

// pick returns a register: for a sum mostly a product that is not used yet.
func (p *floatProgram) pick(op string) int {
	sum := op == "add" || op == "sub" || op == "neg"
	for range 20 {
		i := len(p.list) - 1 - min(p.rng.IntN(len(p.list)), p.rng.IntN(len(p.list)))
		in := &p.list[i]
		switch {
		case in.op == "st" || in.op == "block":
		case sum && (in.op != "mul" && in.op != "neg" || in.used) && p.rng.IntN(4) > 0:
		case (in.op == "mul" || in.op == "neg") && !sum && p.rng.IntN(8) > 0:
		default:
			in.used = true
			return i
		}
	}
	return p.rng.IntN(5)
}

func (p *floatProgram) reg(i int) string {
	return fmt.Sprintf("%s%d", floatTypes[p.list[i].typ].reg, i)
}

// memory is the buffer: room for the results, then the operands.
func (p *floatProgram) memory() []uint32 {
	mem := make([]uint32, 4*len(p.list))
	for i, in := range p.list {
		at := 2 * (len(p.list) + i)
		mem[at], mem[at+1] = uint32(in.value), uint32(in.value>>32)
	}
	return mem
}

// text is the PTX. What is stored lies at 8 bytes times the number of the st.
func (p *floatProgram) text() string {
	var b strings.Builder
	b.WriteString(".visible .entry k(.param .u64 out) {\n\t.reg .b64 %out;\n\t.reg .b32 %t;\n\t.reg .pred %p;\n\t.reg .f32 %f<60>;\n\t.reg .f64 %g<60>;\n\t.reg .b16 %h<60>;\n" +
		"\tld.param.u64 %out, [out];\n\tmov.u32 %t, %tid.x;\n\tsetp.eq.u32 %p, %t, 0;\n")
	for i, in := range p.list {
		typ := floatTypes[in.typ]
		args := make([]string, len(in.args))
		for k, a := range in.args {
			args[k] = p.reg(a)
		}
		list := strings.Join(append([]string{""}, args...), ", ")
		switch in.op {
		case "ld":
			fmt.Fprintf(&b, "\tld.global.b%s %s, [%%out+%d];\n", typ.bits, p.reg(i), 8*(len(p.list)+i))
		case "st":
			guard := ""
			if in.guard {
				guard = "@%p "
			}
			fmt.Fprintf(&b, "\t%sst.global.b%s [%%out+%d], %s;\n", guard, typ.bits, 8*i, args[0])
		case "block":
			fmt.Fprintf(&b, "\t@%%p bra L%d;\n\tst.global.u32 [%%out], %%t;\nL%d:\n", i, i)
		case "mov":
			fmt.Fprintf(&b, "\tmov.b%s %s%s;\n", typ.bits, p.reg(i), list)
		default:
			op := in.op
			if in.rn {
				op += ".rn"
			}
			name := typ.name
			if in.sat {
				name = strings.Replace("sat."+name, "sat.ftz", "ftz.sat", 1)
			}
			fmt.Fprintf(&b, "\t%s.%s %s%s;\n", op, name, p.reg(i), list)
		}
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// floatUse is argument arg of instruction by.
type floatUse struct{ by, arg int }

// run computes what is stored, how many products are contracted, and how many sums could
// have been contracted with either operand.
func (p *floatProgram) run(s pass.Contract) (out []uint64, contracted, ties int) {
	// Copies stand for what they copy.
	same := make([]int, len(p.list))
	args := make([][]int, len(p.list))
	for i, in := range p.list {
		for _, a := range in.args {
			args[i] = append(args[i], same[a])
		}
		same[i] = i
		if in.op == "mov" {
			same[i] = args[i][0]
		}
	}
	live := make([]bool, len(p.list))
	for i, in := range slices.Backward(p.list) {
		if live[i] = live[i] || in.op == "st"; live[i] && same[i] == i {
			for _, a := range args[i] {
				live[a] = true
			}
		}
	}
	uses := make([][]floatUse, len(p.list))
	for i := range p.list {
		if live[i] && same[i] == i {
			for k, a := range args[i] {
				uses[a] = append(uses[a], floatUse{i, k})
			}
		}
	}
	// fused[u] is the product in sum u, and which argument it is, negated or not.
	type fusion struct {
		product, arg int
		neg          bool
	}
	fused := map[int]fusion{}
	// What is left of the uses of a product: sums, and whether there are others.
	type left struct {
		sums  map[int]fusion
		uses  int
		other bool
	}
	var look func(m, v int, neg, flushed bool, l *left)
	look = func(m, v int, neg, flushed bool, l *left) {
		product := p.list[m]
		for _, u := range uses[v] {
			in := p.list[u.by]
			ftz := floatTypes[in.typ].ftz
			_, twice := l.sums[u.by]
			switch {
			case in.block != product.block:
				l.other = true
			case in.op == "neg" && !flushed && (in.typ == product.typ || !ftz):
				look(m, u.by, !neg, ftz, l)
			case (in.op == "add" || in.op == "sub") && !in.rn && in.typ == product.typ && !twice && !(flushed && in.op == "sub" && u.arg == 1):
				l.sums[u.by] = fusion{m, u.arg, neg}
			case flushed && len(uses[m]) == 1:
			default:
				l.other = true
			}
		}
	}
	products := map[int]*left{}
	for m, in := range p.list {
		if in.op == "mul" && !in.rn && !in.sat && live[m] {
			l := &left{sums: map[int]fusion{}}
			look(m, m, false, false, l)
			l.uses = len(l.sums)
			products[m] = l
		}
	}
	origin := func(i int) int {
		for p.list[i].op == "neg" {
			i = args[i][0]
		}
		return i
	}
	for round := 0; round < 2 && !s.Off; round++ {
		for u := range p.list {
			if _, done := fused[u]; done || p.list[u].op != "add" && p.list[u].op != "sub" {
				continue
			}
			var best *left
			var with fusion
			met := 0
			for _, a := range args[u] {
				l := products[origin(a)]
				if l == nil || l.other || round == 0 && l.uses > 1 {
					continue
				}
				if f, ok := l.sums[u]; ok {
					if met++; best == nil || l.uses < best.uses {
						best, with = l, f
					}
				}
			}
			if best == nil {
				continue
			}
			if met > 1 {
				ties++
			}
			fused[u] = with
			if len(best.sums) == best.uses {
				contracted++
			}
			delete(best.sums, u)
			addend := args[u][1-with.arg]
			m, flushed := origin(addend), false
			for i := addend; p.list[i].op == "neg"; i = args[i][0] {
				flushed = flushed || floatTypes[p.list[i].typ].ftz
			}
			if l := products[m]; l != nil && !(flushed && len(uses[m]) == 1) {
				l.other = true
			}
		}
	}
	out = make([]uint64, len(p.list))
	value := make([]uint64, len(p.list))
	for i, in := range p.list {
		typ := floatTypes[in.typ]
		f := typ.format
		number := func(i int) ieee.Number {
			x := value[same[i]]
			if typ.ftz && f.IsSubnormal(x) {
				x &= f.SignBit()
			}
			return ieee.Decode(f, x)
		}
		sum := func(x, y ieee.Number) uint64 { return ieee.Encode(f, ieee.Add(x, y, "rn"), "rn", typ.ftz) }
		u := uint64(0)
		switch in.op {
		case "ld":
			u = in.value
		case "mov":
			u = value[same[in.args[0]]]
		case "neg":
			u = ieee.Encode(f, ieee.Negate(number(in.args[0])), "rn", typ.ftz)
		case "mul":
			u = ieee.Encode(f, ieee.Mul(number(in.args[0]), number(in.args[1])), "rn", typ.ftz)
		case "fma":
			u = sum(ieee.Mul(number(in.args[0]), number(in.args[1])), number(in.args[2]))
		case "add", "sub":
			x, y := number(in.args[0]), number(in.args[1])
			if c, ok := fused[same[i]]; ok {
				m := p.list[c.product]
				z := ieee.Mul(number(m.args[0]), number(m.args[1]))
				if c.neg {
					z = ieee.Negate(z)
				}
				if c.arg == 0 {
					x = z
				} else {
					y = z
				}
			}
			if in.op == "sub" {
				y = ieee.Negate(y)
			}
			u = sum(x, y)
		case "st":
			out[i] = value[same[in.args[0]]]
			continue
		}
		if in.sat {
			switch x := ieee.Decode(f, u); {
			case x.Kind == ieee.NaN || u&f.SignBit() != 0:
				u = 0
			case u > f.One():
				u = f.One()
			}
		}
		if f.IsNaN(u) {
			u = f.NaN()
		}
		value[i] = u
	}
	return out, contracted, ties
}
