package intrin

// Quotient is a division that ends in a product, of the scaled dividend and the reciprocal of
// the divisor, which is scaled with it; see fpops.DivApproxF32. Assemblers expand it early.
type Quotient struct {
	Product string // the product, as the naming rule spells it after the rounding: FtzF32
	Full    bool   // divisors above 2^126 are scaled, too
}

// quotients are all of them. (Those that are exact to the last bit but one, for -approx=accurate, are
// no products.)
var quotients = map[string]Quotient{
	"DivApproxF32":       {"F32", false},
	"DivApproxFtzF32":    {"FtzF32", false},
	"DivApproxFtzSatF32": {"FtzSatF32", false},
	"DivFullF32":         {"F32", true},
	"DivFullFtzF32":      {"FtzF32", true},
}

// LookupQuotient returns the division that a function is.
func LookupQuotient(name string) (Quotient, bool) {
	q, ok := quotients[name]
	return q, ok
}
