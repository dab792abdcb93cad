package lanes

import "unsafe"

// Squares: four vectors, of each of which lane l's element is at the distance by from lane l-1's,
// as of four columns of a matrix, and those of one lane are side by side. by is a constant above
// zero. They are loaded and stored lane by lane, four elements at a time, and turned in registers.

// corner returns what a square accesses.
func corner[T any](s []T, i, by int) unsafe.Pointer {
	return unsafe.Pointer(&s[i : i+(Width-1)*by+4][0])
}

// LoadSquareF32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareF32(s []float32, i, by int) (F32, F32, F32, F32) {
	a, b, c, d := square32(U32{}, corner(s, i, by), 4*by)
	return a.AsF32(), b.AsF32(), c.AsF32(), d.AsF32()
}

// LoadSquareI32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareI32(s []int32, i, by int) (I32, I32, I32, I32) {
	a, b, c, d := square32(U32{}, corner(s, i, by), 4*by)
	return a.AsI32(), b.AsI32(), c.AsI32(), d.AsI32()
}

// LoadSquareU32 returns s[i+by*l] to s[i+by*l+3].
func LoadSquareU32(s []uint32, i, by int) (U32, U32, U32, U32) {
	return square32(U32{}, corner(s, i, by), 4*by)
}

// StoreSquareF32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareF32(s []float32, i, by int, a, b, c, d F32) {
	setSquare32(corner(s, i, by), 4*by, a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32())
}

// StoreSquareI32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareI32(s []int32, i, by int, a, b, c, d I32) {
	setSquare32(corner(s, i, by), 4*by, a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32())
}

// StoreSquareU32 sets s[i+by*l] to s[i+by*l+3].
func StoreSquareU32(s []uint32, i, by int, a, b, c, d U32) {
	setSquare32(corner(s, i, by), 4*by, a, b, c, d)
}
