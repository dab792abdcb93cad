// Package mufu has the tables of the multifunction unit, which executes the approximate
// instructions on f32. What they mean is said in fpops/mufu.go; the functions are there,
// and for eight lanes in package gang8.
package mufu

// Row is a row of a table: bias and signs are in the coefficients, and what is a power of
// two in all three terms is divided out. A table ends in a row of zeros, so that one can
// load the 32 bytes that begin with any row.
type Row struct {
	C0     int64
	C1, C2 int32
}
