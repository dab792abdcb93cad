package intrinsics

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

var header = tree.Header("runtime/fpops and runtime/intops")

// kind returns the name of a carrier's constant in package intrin.
func kind(typ string) string { return strings.ToUpper(typ[:1]) + typ[1:] }

// writeList returns zintrin.go.
func writeList(funcs []function) []byte {
	var b bytes.Buffer
	b.WriteString(header + "package intrin\n\nvar funcs = [...]Func{\n")
	for _, f := range funcs {
		fmt.Fprintf(&b, "{%q, %q, %s, %s, %t, %t},\n", f.name, f.pkg, kinds(f.params), kinds(f.results), f.gang, f.lanewise)
	}
	b.WriteString("}\n\nvar operators = map[string][2]string{\n")
	for _, f := range funcs {
		if f.operators[0] != "" {
			fmt.Fprintf(&b, "%q: {%q, %q},\n", f.name, f.operators[0], f.operators[1])
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func kinds(types []string) string {
	if len(types) == 0 {
		return "nil"
	}
	var k []string
	for _, t := range types {
		k = append(k, kind(t))
	}
	return "[]Kind{" + strings.Join(k, ", ") + "}"
}

// writeCalls returns zcalls.go. A value travels as its bits, zero-extended.
func writeCalls(funcs []function) []byte {
	var b bytes.Buffer
	b.WriteString(header + `package interp

import (
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/intops"
)

// calls holds the intrinsic functions by name. Arguments and results are the
// bits of the values, zero-extended to 64.
var calls = map[string]call{
`)
	for _, f := range funcs {
		fmt.Fprintf(&b, "%q: {func(a []uint64) (uint64, uint64) { %s }, func(r []uint64, p *places, on []uint8) {\n%s}},\n", f.name, scalarCall(f), rowCall(f))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// scalarCall returns the statements that call a function for one thread.
func scalarCall(f function) string {
	call := callOf(f, func(i int) string { return fmt.Sprintf("a[%d]", i) })
	if len(f.results) == 1 {
		return fmt.Sprintf("return %s, 0", toBits(f.results[0], call))
	}
	return fmt.Sprintf("r0, r1 := %s\nreturn %s, %s", call, toBits(f.results[0], "r0"), toBits(f.results[1], "r1"))
}

// rowCall returns the statements that call a function for lanes of a warp.
func rowCall(f function) string {
	var b strings.Builder
	for i := range f.params {
		fmt.Fprintf(&b, "a%d := column(r, p.args[%d])\n", i, i)
	}
	for i := range f.results {
		fmt.Fprintf(&b, "d%d := column(r, p.dst+%d*warpSize)\n", i, i)
	}
	b.WriteString("for _, i := range on {\ni &= warpSize-1\n")
	call := callOf(f, func(i int) string { return fmt.Sprintf("a%d[i]", i) })
	if len(f.results) == 1 {
		fmt.Fprintf(&b, "d0[i] = %s\n}\n", toBits(f.results[0], call))
	} else {
		fmt.Fprintf(&b, "r0, r1 := %s\nd0[i], d1[i] = %s, %s\n}\n", call, toBits(f.results[0], "r0"), toBits(f.results[1], "r1"))
	}
	return b.String()
}

func callOf(f function, arg func(i int) string) string {
	var args []string
	for i, t := range f.params {
		args = append(args, fromBits(t, arg(i)))
	}
	return fmt.Sprintf("%s.%s(%s)", f.pkg, f.name, strings.Join(args, ", "))
}

// fromBits returns the expression of a carrier made of 64 bits.
func fromBits(typ, x string) string {
	switch typ {
	case "bool":
		return x + "&1 != 0"
	case "float32":
		return "f32(" + x + ")"
	case "float64":
		return "f64(" + x + ")"
	case "uint64":
		return x
	}
	return typ + "(" + x + ")"
}

// toBits returns the expression of a carrier's bits.
func toBits(typ, x string) string {
	switch typ {
	case "bool":
		return "bit(" + x + ")"
	case "float32":
		return "bits32(" + x + ")"
	case "float64":
		return "bits64(" + x + ")"
	case "uint64":
		return x
	case "int8", "int16", "int32":
		return "uint64(u" + typ + "(" + x + "))"
	}
	return "uint64(" + x + ")"
}
