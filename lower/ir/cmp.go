package ir

// related gives for each comparison the one that is true exactly where it is false, and
// the one of the same two values in the other order.
var related = [numCmps]struct{ negated, mirrored Cmp }{
	Eq: {Ne, Eq}, Ne: {Eq, Ne},
	LtS: {GeS, GtS}, LeS: {GtS, GeS}, GtS: {LeS, LtS}, GeS: {LtS, LeS},
	LtU: {GeU, GtU}, LeU: {GtU, GeU}, GtU: {LeU, LtU}, GeU: {LtU, LeU},
	EqF: {NeuF, EqF}, NeF: {EquF, NeF}, EquF: {NeF, EquF}, NeuF: {EqF, NeuF},
	LtF: {GeuF, GtF}, LeF: {GtuF, GeF}, GtF: {LeuF, LtF}, GeF: {LtuF, LeF},
	LtuF: {GeF, GtuF}, LeuF: {GtF, GeuF}, GtuF: {LeF, LtuF}, GeuF: {LtF, LeuF},
	NumF: {NanF, NumF}, NanF: {NumF, NanF},
}

// Negated returns the comparison that is true exactly where c is false.
func (c Cmp) Negated() Cmp { return related[c].negated }

// Mirrored returns the comparison that says of y and x what c says of x and y.
func (c Cmp) Mirrored() Cmp { return related[c].mirrored }

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
