package lanes

// SplatM returns x in every lane.
func SplatM(x bool) M {
	var none I32
	if x {
		return none.Equal(none)
	}
	return none.Greater(none)
}

// FirstN returns the mask of the lanes below n; n is less than 2^31.
func FirstN(n int) M { return SplatI32(int32(n)).Greater(loadI32(&lanes32)) }

// Any reports whether some lane is set.
func Any(m M) bool { return m.ToBits() != 0 }

// All reports whether every lane is set.
func All(m M) bool { return m.ToBits() == allLanes }

// None reports whether no lane is set.
func None(m M) bool { return m.ToBits() == 0 }

// AndM returns m and n.
func AndM(m, n M) M { return m.And(n) }

// OrM returns m or n.
func OrM(m, n M) M { return m.Or(n) }

// XorM returns the lanes in which m and n differ.
func XorM(m, n M) M { return NotM(EqualM(m, n)) }

// AndNotM returns m without the lanes of n.
func AndNotM(m, n M) M { return n.ToI32().Greater(m.ToI32()) }

// NotM returns the lanes that are not set in m.
func NotM(m M) M { return m.ToI32().Equal(I32{}) }

// EqualM returns the lanes in which m and n are the same.
func EqualM(m, n M) M { return m.ToI32().Equal(n.ToI32()) }

// MergeM returns x where m is set and y elsewhere.
func MergeM(x, y, m M) M { return maskI32(x.ToI32().Merge(y.ToI32(), m)) }

// PermuteM returns m with lane l as lane from[l] of m.
func PermuteM(m M, from U32) M { return maskI32(m.ToI32().Permute(from)) }

// maskI32 returns the mask of the negative lanes: one comparison, where ToMask is
// three instructions.
func maskI32(x I32) M { return I32{}.Greater(x) }
