package analysis

import (
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Flushed says which F32 values of a function are never subnormal, by ID: what .ftz need
// not flush. arg says it of the arguments; nil for none.
//
// It begins with all values, so that it sees through the phis of a loop.
func Flushed(f *ir.Func, arg func(i int) bool) []bool {
	of := make([]bool, f.NumValues())
	for i := range of {
		of[i] = true
	}
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if of[v.ID] && !flushed(v, of, arg) {
					of[v.ID], changed = false, true
				}
			}
		}
	}
	return of
}

func flushed(v *ir.Value, of []bool, arg func(i int) bool) bool {
	if v.Type != ir.F32 {
		return false
	}
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits&0x7f800000 != 0 || v.Attr.Bits&0x7fffff == 0
	case ir.OpArg:
		return arg != nil && arg(v.Attr.Index)
	case ir.OpPhi:
		return all(v.Args, of)
	case ir.OpSelect:
		return all(v.Args[1:], of)
	case ir.OpCanon, ir.OpFNeg, ir.OpFAbs:
		return of[v.Args[0].ID]
	case ir.OpIntrin:
		return flushes(v.Attr.Name)
	}
	return false
}

func all(args []*ir.Value, of []bool) bool {
	for _, a := range args {
		if !of[a.ID] {
			return false
		}
	}
	return true
}

// flushes reports whether a function returns no subnormal f32: arithmetic with .ftz, rounded
// to nearest, and conversions from integers.
func flushes(name string) bool {
	verb, rest, ok := strings.Cut(name, "Ftz")
	switch {
	case !ok:
		return strings.HasPrefix(name, "CvtRnF32S") || strings.HasPrefix(name, "CvtRnF32U")
	case rest != "F32" && rest != "SatF32":
		return false
	}
	switch verb {
	case "", "Neg", "Abs", "Min", "Max", "AddRn", "SubRn", "MulRn", "FmaRn", "DivRn", "RcpRn":
		return true
	}
	return false
}
