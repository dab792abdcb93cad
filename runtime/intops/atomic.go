package intops

// What atomic operations store that no operation computes: of the old value a and the operand b.

// AtomIncU32 is atom.inc.u32.
func AtomIncU32(a, b uint32) uint32 {
	if a >= b {
		return 0
	}
	return a + 1
}

// AtomDecU32 is atom.dec.u32.
func AtomDecU32(a, b uint32) uint32 {
	if a == 0 || a > b {
		return b
	}
	return a - 1
}
