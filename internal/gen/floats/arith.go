package floats

import (
	"fmt"
	"strings"
)

// operation is an arithmetic instruction with one to three operands.
type operation struct {
	name   string
	params []string
}

func (op operation) list(typ string) string { return strings.Join(op.params, ", ") + " " + typ }

var (
	addOp  = operation{"add", []string{"a", "b"}}
	subOp  = operation{"sub", []string{"a", "b"}}
	mulOp  = operation{"mul", []string{"a", "b"}}
	divOp  = operation{"div", []string{"a", "b"}}
	fmaOp  = operation{"fma", []string{"a", "b", "c"}}
	rcpOp  = operation{"rcp", []string{"a"}}
	sqrtOp = operation{"sqrt", []string{"a"}}
)

var (
	roundings = []string{"rn", "rz", "rm", "rp"}
	directed  = roundings[1:]
	flags     = []bool{false, true}
)

// opt returns s if on.
func opt(on bool, s string) string {
	if on {
		return s
	}
	return ""
}

// each applies f, a function's name, to every parameter.
func each(f string, params []string) []string {
	calls := make([]string, len(params))
	for i, p := range params {
		calls[i] = f + "(" + p + ")"
	}
	return calls
}

// arith32 writes the directed f32 forms; arith32.go and fma32.go have .rn.
func arith32(o *out) {
	for _, op := range []operation{addOp, subOp, mulOp, divOp, fmaOp, rcpOp, sqrtOp} {
		for _, r := range directed {
			for _, ftz := range flags {
				for _, sat := range flags {
					switch op.name {
					case "div", "rcp", "sqrt":
						if sat {
							continue
						}
					}
					head := op.name + "." + r + opt(ftz, ".ftz") + opt(sat, ".sat") + ".f32"
					last := "CanonF32"
					if sat {
						last = "SatF32"
					}
					o.fn(head, op.list("float32"), "float32", "%s(%s%sF32(%s))", last, r, opt(ftz, "Ftz"), wide(op, r, ftz))
				}
			}
		}
	}
}

// wide is the float64 expression that stands for the exact result of an f32
// operation.
func wide(op operation, r string, ftz bool) string {
	x := op.params
	if ftz {
		x = each("FtzF32", x)
	}
	if op.name == "sub" {
		x = []string{x[0], "-" + x[1]}
	}
	x = each("float64", x)
	sum := "oddSum"
	if r == "rm" {
		sum = "oddSumRm"
	}
	switch op.name {
	case "add", "sub":
		return fmt.Sprintf("%s(%s, %s)", sum, x[0], x[1])
	case "fma":
		return fmt.Sprintf("%s(float64(%s*%s), %s)", sum, x[0], x[1], x[2])
	case "mul":
		return fmt.Sprintf("float64(%s*%s)", x[0], x[1])
	case "div":
		return x[0] + "/" + x[1]
	case "rcp":
		return "1/" + x[0]
	}
	return "math.Sqrt(" + x[0] + ")"
}

// arith64 writes the directed f64 forms; arith64.go has .rn and the cores.
func arith64(o *out) {
	for _, op := range []operation{addOp, subOp, mulOp, divOp, fmaOp, rcpOp, sqrtOp} {
		for _, r := range directed {
			o.fn(op.name+"."+r+".f64", op.list("float64"), "float64",
				"%s64(%s, %s)", op.name, strings.Join(op.params, ", "), r)
		}
	}
}

// packed32 writes the f32x2 forms.
func packed32(o *out) {
	for _, op := range []operation{addOp, subOp, mulOp, fmaOp} {
		for _, r := range roundings {
			for _, ftz := range flags {
				base := op.name + "." + r + opt(ftz, ".ftz")
				f := goName(base + ".f32")
				o.fn(base+".f32x2", op.list("uint64"), "uint64", "pack32(%s(%s), %s(%s))",
					f, strings.Join(each("lo32", op.params), ", "),
					f, strings.Join(each("hi32", op.params), ", "))
			}
		}
	}
}

// mixed writes add, sub and fma of f32 with f16 or bf16 operands: the narrow
// operands widen exactly, the f32 operation rounds. Of pairs, only a factor is narrow.
func mixed(o *out) {
	for _, half := range []string{"f16", "bf16"} {
		widen := "widen" + title(half)
		for _, r := range roundings {
			for _, sat := range flags {
				base := "." + r + opt(sat, ".sat") + ".f32"
				for _, name := range []string{"add", "sub"} {
					o.fn(name+base+"."+half, "a uint16, c float32", "float32",
						"%s(%s(a), c)", goName(name+base), widen)
				}
				o.fn("fma"+base+"."+half, "a, b uint16, c float32", "float32",
					"%s(%s(a), %s(b), c)", goName("fma"+base), widen, widen)
			}
			base, pair := "."+r+".f32", "."+r+".f32x2."+half+"x2.f32x2"
			for _, name := range []string{"add", "sub"} {
				f := goName(name + base)
				o.fn(name+pair, "a uint32, c uint64", "uint64",
					"pack32(%s(%s(lo16(a)), lo32(c)), %s(%s(hi16(a)), hi32(c)))", f, widen, f, widen)
			}
			f := goName("fma" + base)
			o.fn("fma"+pair+".f32x2", "a uint32, b, c uint64", "uint64",
				"pack32(%s(%s(lo16(a)), lo32(b), lo32(c)), %s(%s(hi16(a)), hi32(b), hi32(c)))", f, widen, f, widen)
		}
	}
}
