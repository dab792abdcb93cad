package ir

// compared is what a comparison takes its operands for.
type compared uint8

const (
	nothing compared = iota
	anyBits
	signed
	unsigned
	floats
)

// cmps is the table of comparisons: what each compares, the one that is true exactly where
// it is false, and the one of the same two values in the other order.
var cmps = [numCmps]struct {
	of                compared
	negated, mirrored Cmp
}{
	Eq: {anyBits, Ne, Eq}, Ne: {anyBits, Eq, Ne},
	LtS: {signed, GeS, GtS}, LeS: {signed, GtS, GeS}, GtS: {signed, LeS, LtS}, GeS: {signed, LtS, LeS},
	LtU: {unsigned, GeU, GtU}, LeU: {unsigned, GtU, GeU}, GtU: {unsigned, LeU, LtU}, GeU: {unsigned, LtU, LeU},
	EqF: {floats, NeuF, EqF}, NeF: {floats, EquF, NeF}, EquF: {floats, NeF, EquF}, NeuF: {floats, EqF, NeuF},
	LtF: {floats, GeuF, GtF}, LeF: {floats, GtuF, GeF}, GtF: {floats, LeuF, LtF}, GeF: {floats, LtuF, LeF},
	LtuF: {floats, GeF, GtuF}, LeuF: {floats, GtF, GeuF}, GtuF: {floats, LeF, LtuF}, GeuF: {floats, LtF, LeuF},
	NumF: {floats, NanF, NumF}, NanF: {floats, NumF, NanF},
}

// Negated returns the comparison that is true exactly where c is false.
func (c Cmp) Negated() Cmp { return cmps[c].negated }

// Mirrored returns the comparison that says of y and x what c says of x and y.
func (c Cmp) Mirrored() Cmp { return cmps[c].mirrored }

// Signed reports whether c compares integers with a sign.
func (c Cmp) Signed() bool { return cmps[c].of == signed }

// Unsigned reports whether c compares integers without a sign, and the sign matters.
func (c Cmp) Unsigned() bool { return cmps[c].of == unsigned }

// OfInts reports whether c compares integers.
func (c Cmp) OfInts() bool { return cmps[c].of == anyBits || c.Signed() || c.Unsigned() }

// OfFloats reports whether c compares floats.
func (c Cmp) OfFloats() bool { return cmps[c].of == floats }

// Ints compares two integers of up to 64 bits, whose other bits do not matter. The
// comparison is one of OpICmp.
func (c Cmp) Ints(bits int, x, y uint64) bool {
	up := uint(64 - bits)
	x, y = x<<up, y<<up
	s, t := int64(x), int64(y)
	switch c {
	case Eq:
		return x == y
	case Ne:
		return x != y
	case LtS:
		return s < t
	case LeS:
		return s <= t
	case GtS:
		return s > t
	case GeS:
		return s >= t
	case LtU:
		return x < y
	case LeU:
		return x <= y
	case GtU:
		return x > y
	case GeU:
		return x >= y
	}
	panic("ir: " + c.String() + " does not compare integers")
}
