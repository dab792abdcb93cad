package fpops_test

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
)

// exactOps are the operations that are rounded once, with what they give before that.
var exactOps = map[string]struct {
	operands int
	of       func(x, y, z softfloat.Number) softfloat.Number
}{
	"Add":  {2, func(x, y, _ softfloat.Number) softfloat.Number { return softfloat.Sum(x, y) }},
	"Sub":  {2, func(x, y, _ softfloat.Number) softfloat.Number { return softfloat.Sum(x, negated(y)) }},
	"Mul":  {2, func(x, y, _ softfloat.Number) softfloat.Number { return softfloat.Product(x, y) }},
	"Div":  {2, func(x, y, _ softfloat.Number) softfloat.Number { return softfloat.Quotient(x, y) }},
	"Fma":  {3, func(x, y, z softfloat.Number) softfloat.Number { return softfloat.Sum(softfloat.Product(x, y), z) }},
	"Rcp":  {1, func(x, _, _ softfloat.Number) softfloat.Number { return softfloat.Quotient(softfloat.Int(false, 1), x) }},
	"Sqrt": {1, func(x, _, _ softfloat.Number) softfloat.Number { return softfloat.Root(x) }},
}

func negated(x softfloat.Number) softfloat.Number {
	x.Neg = !x.Neg
	return x
}

// arities of the operations on floats: those, and others.
var arities = func() map[string]int {
	all := map[string]int{"Mad": 3, "Neg": 1, "Abs": 1, "Copysign": 2, "Min": 2, "Max": 2, "Min3": 3, "Max3": 3, "Canon": 1, "Ftz": 1, "Sat": 1}
	for op, o := range exactOps {
		all[op] = o.operands
	}
	return all
}()

// plainOps are the operations that names may begin with.
var plainOps = append(slices.Collect(maps.Keys(arities)), "Testp", "Cvt")

// exactly returns what an operation on numbers of a format gives before it is
// rounded. Of mixed precision, the last operand is an f32 in place 2, and the second factor one
// in place 1 if wide.
func (b *block) exactly(op string, from *softfloat.Format, mixed, wide, ftz bool) []softfloat.Number {
	return b.getExact(memoKey{what: op, f: from, ftz: ftz}, func(out []softfloat.Number) {
		o := exactOps[op]
		var in [3][]softfloat.Number
		for i := range in {
			switch {
			case i >= o.operands:
				in[i] = in[0]
			case mixed && i == o.operands-1:
				in[i] = b.unpacked(2, softfloat.F32, ftz)
			case wide && i == 1:
				in[i] = b.unpacked(1, softfloat.F32, ftz)
			default:
				in[i] = b.unpacked(i, from, ftz)
			}
		}
		for i := range out {
			out[i] = o.of(in[0][i], in[1][i], in[2][i])
		}
	})
}
