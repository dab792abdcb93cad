package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestBitFacts computes random integers and asks whether they are what bitFacts say,
// and what the forms say of the 64-bit addresses that they become.
func TestBitFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	known, widened := 0, 0
	for range 3000 {
		x := newFn()
		list := []*ir.Value{x.sreg("tid.x"), x.sreg("laneid"), x.sreg("clock"), x.c32(int32(rng.Uint32N(100)))}
		input := map[*ir.Value]uint64{list[0]: rng.Uint64N(1024), list[1]: rng.Uint64N(32), list[2]: rng.Uint64N(1 << 32)}
		pick := func() *ir.Value { return list[rng.IntN(len(list))] }
		konst := func() *ir.Value { return x.c32(int32(rng.Uint32() >> rng.UintN(32))) }
		for range 8 {
			a, b := pick(), pick()
			var v *ir.Value
			switch rng.IntN(8) {
			case 0, 1:
				v = x.add(a, b)
			case 2:
				v = x.op(ir.OpMul, ir.I32, a, konst())
			case 3:
				v = x.shl(a, rng.Int32N(8))
			case 4:
				ops := []ir.Op{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpSub, ir.OpMul, ir.OpMinU, ir.OpMaxU}
				v = x.op(ops[rng.IntN(len(ops))], ir.I32, a, b)
			case 5:
				v = x.op(ir.OpShrU, ir.I32, a, x.c32(rng.Int32N(40)))
			case 6:
				v = x.op([]ir.Op{ir.OpDivU, ir.OpRemU, ir.OpAnd}[rng.IntN(3)], ir.I32, a, konst())
			case 7:
				v = x.add(x.shl(a, 2), x.c32(rng.Int32N(64)))
			}
			list = append(list, v)
		}
		for _, v := range list {
			list = append(list, x.zext(v), x.sext(v))
		}
		x.b.SetTerm(ir.Ret, 0)
		fs := newForms(x.f)
		value := func(v *ir.Value) uint64 { return evaluate(v, input) }
		for _, v := range x.b.Values {
			n := value(v)
			if low := uint64(fs.bits.low[v.ID]); n%low != 0 {
				t.Fatalf("%d is not a multiple of %d: %v", n, low, v)
			}
			if high := fs.bits.high[v.ID]; n > high {
				t.Fatalf("%d is more than %d: %v", n, high, v)
			} else if high < ir.Ones(v.Type.Bits()) && v.Op != ir.OpConst && v.Op != ir.OpSReg {
				known++
			}
			if v.Type != ir.I64 {
				continue
			}
			l := fs.of(v)
			sum := uint64(l.off)
			for _, u := range l.terms {
				w := value(u.Value)
				if u.Ext == ExtSigned {
					w = uint64(int64(int32(w)))
				}
				sum += w * uint64(u.Scale)
			}
			if sum != n {
				t.Fatalf("the form of %v is %d, the value %d", v, sum, n)
			}
			if v.Op == ir.OpZext && len(l.terms) > 0 && l.terms[0].Value != v.Args[0] {
				widened++
			}
		}
	}
	if known < 1000 || widened < 1000 {
		t.Errorf("only %d bounds and %d widened forms", known, widened)
	}
}

// evaluate computes a value; input has the special registers.
func evaluate(v *ir.Value, input map[*ir.Value]uint64) uint64 {
	if n, ok := input[v]; ok {
		return n
	}
	arg := func(i int) uint64 { return evaluate(v.Args[i], input) }
	n := uint64(0)
	switch v.Op {
	case ir.OpConst:
		n = v.Attr.Bits
	case ir.OpAdd:
		n = arg(0) + arg(1)
	case ir.OpSub:
		n = arg(0) - arg(1)
	case ir.OpMul:
		n = arg(0) * arg(1)
	case ir.OpAnd:
		n = arg(0) & arg(1)
	case ir.OpOr:
		n = arg(0) | arg(1)
	case ir.OpXor:
		n = arg(0) ^ arg(1)
	case ir.OpMinU:
		n = min(arg(0), arg(1))
	case ir.OpMaxU:
		n = max(arg(0), arg(1))
	case ir.OpShl:
		n = arg(0) << arg(1)
	case ir.OpShrU:
		n = arg(0) >> arg(1)
	case ir.OpDivU, ir.OpRemU:
		a, b := arg(0), arg(1)
		switch {
		case b == 0 && v.Op == ir.OpDivU:
			n = ir.Ones(v.Type.Bits())
		case b == 0:
			n = a
		case v.Op == ir.OpDivU:
			n = a / b
		default:
			n = a % b
		}
	case ir.OpZext:
		n = arg(0)
	case ir.OpSext:
		n = uint64(int64(int32(arg(0))))
	default:
		panic(v.Op.String())
	}
	return n & ir.Ones(v.Type.Bits())
}
