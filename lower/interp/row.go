package interp

// row is an operation for lanes of a warp: it goes over the columns of its operands and of its
// results in the registers r of a frame, for the lanes that are on.
type row func(r []uint64, p *places, on []uint8)

// places say where a row finds its columns: the first registers of each. k is that of a scalar
// function.
type places struct {
	dst  int
	args [maxOperands]int
	k    uint
}

// maxOperands is how many operands an operation has at most that computes.
const maxOperands = 8

// column returns the values of a register in all lanes of a warp.
func column(r []uint64, at int) []uint64 { return r[at : at+warpSize : at+warpSize] }

// call is an intrinsic function: for one thread, and for lanes of a warp.
type call struct {
	do  func(a []uint64) (r0, r1 uint64)
	row row
}
