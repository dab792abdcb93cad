package lanes

// Division of 64 bits: AVX2 has none, and f64 has not all of these numbers. It goes lane by
// lane, through general registers.

// DivU64 is div.u64; x/0 is 0xffffffffffffffff.
func DivU64(a, b U64) U64 { return U64{divU64(a.Lo, b.Lo), divU64(a.Hi, b.Hi)} }

// DivS64 is div.s64; x/0 is -1.
func DivS64(a, b I64) I64 { return I64{divS64(a.Lo, b.Lo), divS64(a.Hi, b.Hi)} }

// RemU64 is rem.u64; x%0 is 0xffffffffffffffff.
func RemU64(a, b U64) U64 { return U64{remU64(a.Lo, b.Lo), remU64(a.Hi, b.Hi)} }

// RemS64 is rem.s64; x%0 is -1.
func RemS64(a, b I64) I64 { return I64{remS64(a.Lo, b.Lo), remS64(a.Hi, b.Hi)} }
