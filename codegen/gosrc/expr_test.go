package gosrc

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

func (x *tree) expr() Expr {
	switch {
	case x.op == "" && x.leaf != "":
		return Name(x.leaf, U32)
	case x.op == "":
		return constant32(x.value)
	case x.op[0] == 'u':
		return Unary(x.op[1:], x.l.expr(), U32)
	}
	return Binary(x.l.expr(), x.op, x.r.expr(), U32)
}

func constant32(v uint32) Expr {
	return Expr{prec: precPrimary, Kind: U32, IsConst: true, Bits: uint64(v), Atom: true}
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
		src := text(x.expr().Code())
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
	a, b, c := Name("a", U32), Name("b", U32), Name("c", U32)
	for _, test := range []struct {
		x    Expr
		want string
	}{
		{Binary(Binary(a, "+", b, U32), "+", c, U32), "a + b + c"},
		{Binary(a, "+", Binary(b, "+", c, U32), U32), "a + (b + c)"},
		{Binary(Binary(a, "*", b, U32), "+", c, U32), "a*b + c"},
		{Binary(Binary(a, "+", b, U32), "*", c, U32), "(a + b) * c"},
		{Binary(a, "-", Binary(b, "-", c, U32), U32), "a - (b - c)"},
		{Binary(Binary(a, "<<", b, U32), "|", c, U32), "a<<b | c"},
		{Binary(a, "+", constant32(math.MaxUint32-7), U32), "a - 8"},
		{Binary(a, "-", constant32(math.MaxUint32), U32), "a + 1"},
		{Binary(a, "+", constant32(1<<31), U32), "a + 0x80000000"},
		{Unary("-", Binary(a, "+", b, U32), U32), "-(a + b)"},
		{Unary("^", Unary("-", a, U32), U32), "^-a"},
		{Not(Binary(a, "<", b, Bool)), "!(a < b)"},
		{Not(Constant(1, Bool)), "false"},
		{Convert(Binary(a, "+", b, U32), I64), "int64(a + b)"},
		{Convert(a, U32), "a"},
		{Binary(Constant(uint64(0xfffffffe), I32), "-", Name("i", I32), I32), "-2 - i"},
		{Index(jen.Id("s"), Binary(a, "+", b, U32), F32), "s[a+b]"},
		// Bits and arithmetic do not mix without parentheses.
		{Binary(Binary(a, "&", b, U32), "+", c, U32), "(a & b) + c"},
		{Binary(Binary(a, "<<", b, U32), "+", c, U32), "(a << b) + c"},
		{Binary(Binary(a, "<<", constant32(8), U32), "+", c, U32), "a*256 + c"},
		{Binary(a, "-", Binary(Binary(b, "+", c, U32), "<<", constant32(16), U32), U32), "a - (b+c)*0x10000"},
		{Binary(Binary(a, "<<", constant32(17), U32), "+", c, U32), "(a << 17) + c"},
		{Binary(Binary(a, "*", b, U32), "&", c, U32), "(a * b) & c"},
		{Binary(Binary(a, "+", b, U32), "|", c, U32), "(a + b) | c"},
		{Binary(Binary(a, "&", b, U32), "<<", c, U32), "(a & b) << c"},
		{Binary(Binary(a, ">>", b, U32), "&", c, U32), "a >> b & c"},
		{Binary(Binary(a, "|", b, U32), "^", c, U32), "(a | b) ^ c"},
		{Binary(Binary(a, "&", b, U32), "|", c, U32), "a&b | c"},
		{Binary(Binary(a, "&", b, U32), "!=", c, Bool), "a&b != c"},
		{Binary(Binary(a, "<", b, Bool), "!=", Name("p", Bool), Bool), "(a < b) != p"},
		// What adds nothing is not said.
		{Binary(constant32(0), "+", a, U32), "a"},
		{Binary(a, "-", constant32(0), U32), "a"},
		{Binary(constant32(0), "-", a, U32), "0 - a"},
		{Binary(Name("f", F32), "+", Constant(0xbf800000, F32), F32), "f - 1"},
		{Binary(Name("d", F64), "-", Constant(0xbff0000000000000, F64), F64), "d + 1"},
		{Binary(Name("f", F32), "*", Constant(0xbf800000, F32), F32), "f * -1"},
		{Binary(Name("f", F32), "+", Constant(0x80000000, F32), F32), "f + math.Float32frombits(0x80000000)"},
		{Binary(Name("f", F32), "-", Constant(0xff800000, F32), F32), "f + math.Float32frombits(0x7f800000)"},
		{Binary(Name("f", F32), "+", Constant(0, F32), F32), "f + 0"}, // -0
		{Convert(Convert(a, I32), U32), "a"},
		{Convert(Convert(a, U64), I64), "int64(a)"},
		{Convert(Convert(a, I64), I32), "int32(a)"},
		{Convert(Convert(a, I32), I64), "int64(int32(a))"},
		{Convert(Binary(Convert(Convert(a, I32), I64), "<<", constant32(3), I64), U64), "uint64(int32(a)) << 3"},
		{Convert(Binary(Name("i", I64), "<<", constant32(3), I64), U64), "uint64(i << 3)"},
		{Convert(Convert(Name("i", I32), U64), Int), "int(i)"},
		{Convert(Convert(Name("i", I8), U16), U32), "uint32(uint16(i))"},
		{Convert(Convert(Name("l", U64), U32), U64), "uint64(uint32(l))"},
		{Convert(Convert(Name("l", U64), F64), U64), "uint64(float64(l))"},
	} {
		got := test.x.Code()
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
		from Kind
		to   Kind
		want string
	}{
		{0xff, I8, U32, "0xffffffff"},
		{0xff, U8, I32, "255"},
		{0xff, U8, I8, "-1"},
		{0x80000000, U32, I32, "-2147483648"},
		{0x80000000, I32, U64, "0xffffffff80000000"},
		{0x80000000, U32, U64, "0x80000000"},
		{math.MaxUint64, I64, U16, "65535"},
		{1 << 40, U64, U32, "0"},
		{65536, U32, U64, "0x10000"},
		{3000000, U32, U32, "3000000"},
	} {
		if got := text(Convert(Constant(test.bits, test.from), test.to).Code()); got != test.want {
			t.Errorf("%#x as %v to %v: %s, want %s", test.bits, test.from, test.to, got, test.want)
		}
	}
}

// TestPassingConversions: a conversion by way of a third carrier is left out only where
// it changes no value.
func TestPassingConversions(t *testing.T) {
	number := func(bits uint64, k Kind) uint64 { // of a carrier as 64 bits
		if k.Signed() {
			return uint64(SignExtend(Truncate(bits, k.Bits()), k.Bits()))
		}
		return Truncate(bits, k.Bits())
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for from := I8; from <= U64; from++ {
		for by := I8; by <= U64; by++ {
			for to := I8; to <= U64; to++ {
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
func floatOf(t *testing.T, src string, k Kind) uint64 {
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
	if k == F32 {
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
		for _, k := range []Kind{F32, F64} {
			b := bits
			if k == F32 {
				b &= math.MaxUint32
			}
			src := text(Spell(b, k))
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
		for k := I8; k <= U64; k++ {
			v := Truncate(bits, k.Bits())
			tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, k.String()+"("+text(Spell(v, k))+")")
			if err != nil {
				t.Fatal(err)
			}
			var got uint64
			if k.Signed() {
				x, _ := goconst.Int64Val(tv.Value)
				got = Truncate(uint64(x), k.Bits())
			} else {
				got, _ = goconst.Uint64Val(tv.Value)
			}
			if got != v {
				t.Errorf("%v %#x is spelled %s", k, v, text(Spell(v, k)))
			}
		}
	}
}
