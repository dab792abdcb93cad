package ir

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
