package codegen

import (
	"fmt"
	"go/ast"
	goconst "go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// text is a jennifer statement as source.
func text(s *jen.Statement) string { return fmt.Sprintf("%#v", s) }

// tree is an expression over uint32 that random tests print in two ways.
type tree struct {
	op    string // "" is a leaf
	l, r  *tree
	leaf  string // name, "" is the constant
	value uint32
}

var treeOps = []string{"+", "-", "*", "&", "|", "^", "&^", "<<", ">>"}

func randomTree(rng *rand.Rand, depth int) *tree {
	if depth == 0 || rng.IntN(5) == 0 {
		if rng.IntN(2) == 0 {
			return &tree{leaf: string(rune('a' + rng.IntN(4)))}
		}
		consts := []uint32{0, 1, 7, 8, 31, 1 << 31, math.MaxUint32, math.MaxUint32 - 7, 0xfff00001, 1000, 65536}
		return &tree{value: consts[rng.IntN(len(consts))]}
	}
	if rng.IntN(6) == 0 {
		return &tree{op: []string{"u-", "u^"}[rng.IntN(2)], l: randomTree(rng, depth-1)}
	}
	return &tree{op: treeOps[rng.IntN(len(treeOps))], l: randomTree(rng, depth-1), r: randomTree(rng, depth-1)}
}

func (x *tree) expr() expr {
	switch {
	case x.op == "" && x.leaf != "":
		return name(x.leaf, kU32)
	case x.op == "":
		return constant32(x.value)
	case x.op[0] == 'u':
		return unary(x.op[1:], x.l.expr(), kU32)
	}
	return binary(x.l.expr(), x.op, x.r.expr(), kU32)
}

func constant32(v uint32) expr {
	return expr{prec: precPrimary, kind: kU32, isConst: true, bits: uint64(v), atom: true}
}

func (x *tree) eval(env map[string]uint32) uint32 {
	switch {
	case x.op == "" && x.leaf != "":
		return env[x.leaf]
	case x.op == "":
		return x.value
	case x.op == "u-":
		return -x.l.eval(env)
	case x.op == "u^":
		return ^x.l.eval(env)
	}
	return apply(x.op, x.l.eval(env), x.r.eval(env))
}

func apply(op string, a, b uint32) uint32 {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "&":
		return a & b
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&^":
		return a &^ b
	case "<<":
		return a << b
	case ">>":
		return a >> b
	}
	panic(op)
}

// evalGo evaluates Go source as the language defines it, but for constants,
// which it takes modulo 2^32.
func evalGo(e ast.Expr, env map[string]uint32) uint32 {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return evalGo(e.X, env)
	case *ast.Ident:
		return env[e.Name]
	case *ast.BasicLit:
		v, err := strconv.ParseUint(e.Value, 0, 32)
		if err != nil {
			panic(err)
		}
		return uint32(v)
	case *ast.UnaryExpr:
		x := evalGo(e.X, env)
		if e.Op == token.SUB {
			return -x
		}
		return ^x
	case *ast.BinaryExpr:
		return apply(e.Op.String(), evalGo(e.X, env), evalGo(e.Y, env))
	case *ast.CallExpr: // uint32(x)
		return evalGo(e.Args[0], env)
	}
	panic(fmt.Sprintf("%T", e))
}

// TestPrecedence prints random expressions with as few parentheses as the
// printer thinks right; the parser must read the same expression.
func TestPrecedence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		x := randomTree(rng, 4)
		src := text(x.expr().jen())
		e, err := parser.ParseExpr(src)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		env := map[string]uint32{"a": rng.Uint32(), "b": rng.Uint32N(40), "c": math.MaxUint32, "d": 3}
		if got, want := evalGo(e, env), x.eval(env); got != want {
			t.Fatalf("%s is %#x, want %#x", src, got, want)
		}
	}
}

func TestFewParentheses(t *testing.T) {
	a, b, c := name("a", kU32), name("b", kU32), name("c", kU32)
	for _, test := range []struct {
		x    expr
		want string
	}{
		{binary(binary(a, "+", b, kU32), "+", c, kU32), "a + b + c"},
		{binary(a, "+", binary(b, "+", c, kU32), kU32), "a + (b + c)"},
		{binary(binary(a, "*", b, kU32), "+", c, kU32), "a*b + c"},
		{binary(binary(a, "+", b, kU32), "*", c, kU32), "(a + b) * c"},
		{binary(a, "-", binary(b, "-", c, kU32), kU32), "a - (b - c)"},
		{binary(binary(a, "<<", b, kU32), "|", c, kU32), "a<<b | c"},
		{binary(a, "+", constant32(math.MaxUint32-7), kU32), "a - 8"},
		{binary(a, "-", constant32(math.MaxUint32), kU32), "a + 1"},
		{binary(a, "+", constant32(1<<31), kU32), "a + 0x80000000"},
		{unary("-", binary(a, "+", b, kU32), kU32), "-(a + b)"},
		{unary("^", unary("-", a, kU32), kU32), "^-a"},
		{not(binary(a, "<", b, kBool)), "!(a < b)"},
		{not(constant(1, kBool)), "false"},
		{convert(binary(a, "+", b, kU32), kI64), "int64(a + b)"},
		{convert(a, kU32), "a"},
		{binary(constant(uint64(0xfffffffe), kI32), "-", name("i", kI32), kI32), "-2 - i"},
		{index(jen.Id("s"), binary(a, "+", b, kU32), kF32), "s[a+b]"},
		// Bits and arithmetic do not mix without parentheses.
		{binary(binary(a, "&", b, kU32), "+", c, kU32), "(a & b) + c"},
		{binary(binary(a, "<<", b, kU32), "+", c, kU32), "(a << b) + c"},
		{binary(binary(a, "<<", constant32(8), kU32), "+", c, kU32), "a*256 + c"},
		{binary(a, "-", binary(binary(b, "+", c, kU32), "<<", constant32(16), kU32), kU32), "a - (b+c)*0x10000"},
		{binary(binary(a, "<<", constant32(17), kU32), "+", c, kU32), "(a << 17) + c"},
		{binary(binary(a, "*", b, kU32), "&", c, kU32), "(a * b) & c"},
		{binary(binary(a, "+", b, kU32), "|", c, kU32), "(a + b) | c"},
		{binary(binary(a, "&", b, kU32), "<<", c, kU32), "(a & b) << c"},
		{binary(binary(a, ">>", b, kU32), "&", c, kU32), "a >> b & c"},
		{binary(binary(a, "|", b, kU32), "^", c, kU32), "(a | b) ^ c"},
		{binary(binary(a, "&", b, kU32), "|", c, kU32), "a&b | c"},
		{binary(binary(a, "&", b, kU32), "!=", c, kBool), "a&b != c"},
		{binary(binary(a, "<", b, kBool), "!=", name("p", kBool), kBool), "(a < b) != p"},
		// What adds nothing is not said.
		{binary(constant32(0), "+", a, kU32), "a"},
		{binary(a, "-", constant32(0), kU32), "a"},
		{binary(constant32(0), "-", a, kU32), "0 - a"},
		{binary(name("f", kF32), "+", constant(0xbf800000, kF32), kF32), "f - 1"},
		{binary(name("d", kF64), "-", constant(0xbff0000000000000, kF64), kF64), "d + 1"},
		{binary(name("f", kF32), "*", constant(0xbf800000, kF32), kF32), "f * -1"},
		{binary(name("f", kF32), "+", constant(0x80000000, kF32), kF32), "f + math.Float32frombits(0x80000000)"},
		{binary(name("f", kF32), "-", constant(0xff800000, kF32), kF32), "f + math.Float32frombits(0x7f800000)"},
		{binary(name("f", kF32), "+", constant(0, kF32), kF32), "f + 0"}, // -0
		{convert(convert(a, kI32), kU32), "a"},
		{convert(convert(a, kU64), kI64), "int64(a)"},
		{convert(convert(a, kI64), kI32), "int32(a)"},
		{convert(convert(a, kI32), kI64), "int64(int32(a))"},
		{convert(binary(convert(convert(a, kI32), kI64), "<<", constant32(3), kI64), kU64), "uint64(int32(a)) << 3"},
		{convert(binary(name("i", kI64), "<<", constant32(3), kI64), kU64), "uint64(i << 3)"},
		{convert(convert(name("i", kI32), kU64), kInt), "int(i)"},
		{convert(convert(name("i", kI8), kU16), kU32), "uint32(uint16(i))"},
		{convert(convert(name("l", kU64), kU32), kU64), "uint64(uint32(l))"},
		{convert(convert(name("l", kU64), kF64), kU64), "uint64(float64(l))"},
	} {
		got := test.x.jen()
		e, err := parser.ParseExpr(text(got))
		if err != nil {
			t.Errorf("%s: %v", test.want, err)
			continue
		}
		if s := types.ExprString(e); s != types.ExprString(mustParse(t, test.want)) {
			t.Errorf("got %s, want %s", s, test.want)
		}
	}
}

func mustParse(t *testing.T, s string) ast.Expr {
	t.Helper()
	e, err := parser.ParseExpr(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestConvertConstants: a constant keeps its value, modulo the width, when its
// carrier changes.
func TestConvertConstants(t *testing.T) {
	for _, test := range []struct {
		bits uint64
		from kind
		to   kind
		want string
	}{
		{0xff, kI8, kU32, "0xffffffff"},
		{0xff, kU8, kI32, "255"},
		{0xff, kU8, kI8, "-1"},
		{0x80000000, kU32, kI32, "-2147483648"},
		{0x80000000, kI32, kU64, "0xffffffff80000000"},
		{0x80000000, kU32, kU64, "0x80000000"},
		{math.MaxUint64, kI64, kU16, "65535"},
		{1 << 40, kU64, kU32, "0"},
		{65536, kU32, kU64, "0x10000"},
		{3000000, kU32, kU32, "3000000"},
	} {
		if got := text(convert(constant(test.bits, test.from), test.to).jen()); got != test.want {
			t.Errorf("%#x as %v to %v: %s, want %s", test.bits, test.from, test.to, got, test.want)
		}
	}
}

// TestPassingConversions: a conversion by way of a third carrier is left out only where
// it changes no value.
func TestPassingConversions(t *testing.T) {
	number := func(bits uint64, k kind) uint64 { // of a carrier as 64 bits
		if k.signed() {
			return uint64(signExtend(truncate(bits, k.bits()), k.bits()))
		}
		return truncate(bits, k.bits())
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for from := kI8; from <= kU64; from++ {
		for by := kI8; by <= kU64; by++ {
			for to := kI8; to <= kU64; to++ {
				same := true
				for i := range 2000 {
					v := number(rng.Uint64()>>(i%64), from)
					same = same && number(number(v, by), to) == number(v, to)
				}
				if got := passes(from, by, to); got != same {
					t.Errorf("%v by way of %v to %v: %v, want %v", from, by, to, got, same)
				}
			}
		}
	}
}

// floatOf evaluates what a float is spelled as, the way the compiler does.
func floatOf(t *testing.T, src string, k kind) uint64 {
	t.Helper()
	if hex, ok := strings.CutPrefix(src, "math.Float32frombits("); ok {
		v, err := strconv.ParseUint(strings.TrimSuffix(hex, ")"), 0, 32)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		return v
	}
	if hex, ok := strings.CutPrefix(src, "math.Float64frombits("); ok {
		v, err := strconv.ParseUint(strings.TrimSuffix(hex, ")"), 0, 64)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		return v
	}
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, k.String()+"("+src+")")
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	if k == kF32 {
		f, _ := goconst.Float32Val(tv.Value)
		return uint64(math.Float32bits(f))
	}
	f, _ := goconst.Float64Val(tv.Value)
	return math.Float64bits(f)
}

// TestFloatSpelling: Go reads every float as the bits it stands for.
func TestFloatSpelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	special := []uint64{0, 1 << 31, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7fffffff, 0x80000001,
		1 << 63, 0x7ff0000000000000, 0xfff8000000000001, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x3fb999999999999a, 0x3dcccccd}
	for i := range 4000 {
		bits := rng.Uint64()
		if i < len(special) {
			bits = special[i]
		}
		if i%3 == 0 && i >= len(special) {
			bits = math.Float64bits(float64(rng.IntN(100000)) / 16)
		}
		for _, k := range []kind{kF32, kF64} {
			b := bits
			if k == kF32 {
				b &= math.MaxUint32
			}
			src := text(spell(b, k))
			if got := floatOf(t, src, k); got != b {
				t.Errorf("%v %#x is spelled %s, which is %#x", k, b, src, got)
			}
		}
	}
}

// TestIntegerSpelling: Go reads every integer as itself, in its type.
func TestIntegerSpelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		bits := rng.Uint64() >> rng.IntN(64)
		for k := kI8; k <= kU64; k++ {
			v := truncate(bits, k.bits())
			tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, k.String()+"("+text(spell(v, k))+")")
			if err != nil {
				t.Fatal(err)
			}
			var got uint64
			if k.signed() {
				x, _ := goconst.Int64Val(tv.Value)
				got = truncate(uint64(x), k.bits())
			} else {
				got, _ = goconst.Uint64Val(tv.Value)
			}
			if got != v {
				t.Errorf("%v %#x is spelled %s", k, v, text(spell(v, k)))
			}
		}
	}
}
