package ir

// Integers of up to 64 bits are uint64 with zeros above their width, in constants and
// wherever values are computed.

// Ones returns n ones, at most 64.
func Ones(n int) uint64 { return 1<<min(n, 64) - 1 }

// Signed reads the low n bits as a number with a sign.
func Signed(x uint64, n int) int64 {
	up := max(64-n, 0)
	return int64(x<<up) >> up
}
