package ieee

import "strings"

// Of returns the format of a PTX type's elements, by the type's name: F16 of "f16" and
// of "f16x2". It reports false where that is none of F16, BF16, F32 and F64.
func Of(ptxType string) (Format, bool) {
	name := strings.TrimSuffix(ptxType, "x2")
	for _, f := range []Format{F16, BF16, F32, F64} {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Arith is the result of an arithmetic instruction on bits, without .sat
// and .relu, for results that are not F64 NaNs.
func Arith(f Format, op, mode string, ftz bool, u []uint64) uint64 {
	x := make([]Number, len(u))
	for i, v := range u {
		if ftz && f.IsSubnormal(v) {
			v &= f.SignBit()
		}
		x[i] = Decode(f, v)
	}
	var r Number
	switch op {
	case "add":
		r = Add(x[0], x[1], mode)
	case "sub":
		r = Add(x[0], Negate(x[1]), mode)
	case "mul":
		r = Mul(x[0], x[1])
	case "div":
		r = Div(x[0], x[1])
	case "fma":
		r = Add(Mul(x[0], x[1]), x[2], mode)
	case "rcp":
		r = Div(Decode(f, f.One()), x[0])
	case "sqrt":
		r = Sqrt(x[0])
	default:
		panic(op)
	}
	return Encode(f, r, mode, ftz)
}

// Sat clamps to [+0, 1].
func Sat(f Format, u uint64) uint64 {
	switch {
	case f.IsNaN(u) || u&f.SignBit() != 0:
		return 0
	case Compare(Decode(f, u), Decode(f, f.One())) > 0:
		return f.One()
	}
	return u
}

// Relu clamps negative results to +0.
func Relu(f Format, u uint64) uint64 {
	switch {
	case f.IsNaN(u):
		return f.NaN()
	case u&f.SignBit() != 0:
		return 0
	}
	return u
}
