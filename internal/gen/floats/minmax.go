package floats

import (
	"fmt"
	"strings"
)

// minmax writes the forms of f32 min and max that minmax.go does not have.
func minmax(o *out) {
	for _, op := range []string{"min", "max"} {
		for _, ftz := range flags {
			for _, nan := range flags {
				base := op + opt(ftz, ".ftz") + opt(nan, ".NaN")
				core := goName(op + opt(nan, ".NaN") + ".f32")
				flush := func(s string) string {
					if ftz {
						return "FtzF32(" + s + ")"
					}
					return s
				}
				if ftz {
					o.fn(base+".f32", "a, b float32", "float32", "%s", flush(core+"(a, b)"))
				}
				o.fn(base+".xorsign.abs.f32", "a, b float32", "float32", "%s",
					flush("xorsignF32("+core+"(magF32(a), magF32(b)), a, b)"))
				for _, abs := range flags {
					x := []string{"a", "b", "c"}
					if abs {
						x = each("magF32", x)
					}
					head := base + opt(abs, ".abs") + ".f32"
					o.named(strings.Replace(goName(head), title(op), title(op)+"3", 1), head+" with three inputs",
						"a, b, c float32", "float32", "%s",
						flush(fmt.Sprintf("%s(%s(%s, %s), %s)", core, core, x[0], x[1], x[2])))
				}
			}
		}
	}
}

// half writes f16, bf16 and their pairs.
func half(o *out) {
	for _, typ := range []string{"f16", "bf16"} {
		T := title(typ)
		// both writes the scalar form and the pair. head lacks the type; core
		// is an expression over the parameters with one verb per operand.
		both := func(head string, params []string, core string) {
			args := func(split string) []any {
				v := make([]any, 0, strings.Count(core, "%s"))
				for len(v) < cap(v) {
					p := params[len(v)%len(params)]
					if split != "" {
						p = split + "(" + p + ")"
					}
					v = append(v, p)
				}
				return v
			}
			list := strings.Join(params, ", ")
			o.fn(head+"."+typ, list+" uint16", "uint16", "%s", fmt.Sprintf(core, args("")...))
			o.fn(head+"."+typ+"x2", list+" uint32", "uint32",
				"pack16(%s, %s)", fmt.Sprintf(core, args("lo16")...), fmt.Sprintf(core, args("hi16")...))
		}
		ftzs := flags
		if typ == "bf16" {
			ftzs = flags[:1]
			for _, r := range directed {
				both("fma."+r, fmaOp.params, "fmaDirectedBf16(%s, %s, %s, "+r+")")
			}
		}
		for _, ftz := range ftzs {
			dot, cap := opt(ftz, ".ftz"), opt(ftz, "Ftz")
			for _, op := range []operation{addOp, subOp, mulOp, fmaOp} {
				verbs := strings.Repeat(", %s", len(op.params))[2:]
				core := op.name + cap + T + "(" + verbs + ")"
				both(op.name+".rn"+dot, op.params, core)
				if typ == "f16" {
					both(op.name+".rn"+dot+".sat", op.params, "SatF16("+core+")")
				}
				if op.name == "fma" {
					both(op.name+".rn"+dot+".relu", op.params, "relu"+T+"("+core+")")
				}
			}
			operand := "%s"
			if ftz {
				operand = "FtzF16(%s)"
			}
			for _, op := range []string{"neg", "abs"} {
				both(op+dot, []string{"a"}, op+T+"("+operand+")")
			}
			for _, op := range []string{"min", "max"} {
				for _, nan := range flags {
					f := op + opt(nan, "NaN") + T
					plain := f + "(%s, %s)"
					signed := "xorsign" + T + "(" + f + "(%s&0x7fff, %s&0x7fff), %s, %s)"
					if ftz { // flushing is monotonic: it may follow the choice
						plain, signed = "FtzF16("+plain+")", "FtzF16("+signed+")"
					}
					both(op+dot+opt(nan, ".NaN"), []string{"a", "b"}, plain)
					both(op+dot+opt(nan, ".NaN")+".xorsign.abs", []string{"a", "b"}, signed)
				}
			}
		}
	}
}
