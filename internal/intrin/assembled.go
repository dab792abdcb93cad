package intrin

import "strings"

// Assembled returns the function that an assembler computes in place of what the naming rule
// calls name, where the operand is a constant: the approximate f32 instructions correctly rounded,
// by the library of the machine that it runs on, not by the unit. It is "" for all other functions.
// An H100's driver does so (September 2025); what it makes of tanh, of halves and of f64 is what
// the unit does. It takes a subnormal operand of sin for zero.
func Assembled(name string) string {
	before, after, ok := strings.Cut(name, "Approx")
	switch {
	case !ok, after != "F32" && after != "FtzF32", before == "Tanh", before == "Div":
		return ""
	case before == "Sin":
		after = "FtzF32"
	}
	return Accurate.existing("", before+"Accurate"+after)
}
