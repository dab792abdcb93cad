package gen

// Bit returns 1 for true and 0 for false: a predicate as an integer.
func Bit(p bool) uint32 {
	var b uint32
	if p {
		b = 1
	}
	return b
}

// Opaque returns x. It keeps the Go compiler from evaluating an expression of
// constants in its own arithmetic, which is exact and refuses to overflow.
func Opaque[T any](x T) T { return x }
