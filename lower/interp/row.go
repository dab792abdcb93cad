package interp

// Rows: how the lanes of a warp that stand at one point execute a value together
// (Options.Rows). The registers of a function lie in columns, one for each register with
// its value in every lane, and a value is computed by going over columns: what it takes to
// find out what to do is paid once for all lanes. Turns, points, what waits for what, and the
// order of lanes inside of an instruction are those of the reference, which also executes,
// lane by lane, whatever has no form here or goes wrong: a quick form that finds anything
// unusual does nothing, or what may be done again, and says so.
//
//	rowcode.go    which columns a function has, and what computes each value
//	rowframe.go   frames that lanes share
//	rowrun.go     the loop over instructions, and branches
//	rowmemory.go  loads and stores
//	rowatomic.go  atomic operations
//	rowsync.go    barriers and warp operations

// row is an operation for lanes of a warp: it goes over the columns of its operands and of its
// results in the registers r of a frame, for the lanes that are on.
type row func(r []uint64, p *places, on []uint8)

// places say where a row finds its columns: the first registers of each. k is what a scalar
// function gets.
type places struct {
	dst  int
	args [maxOperands]int
	k    width
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

// quick executes an instruction for lanes that stand at it. It reports whether it has: if not,
// the lanes do it one after another, as if nothing had happened.
type quick func(w *warp, r []uint64, in *inst, group uint32, on []uint8) bool

// rows is what a warp needs to execute rows.
type rows struct {
	root      *rowFrame // of the kernel
	whole     whole
	on, other [warpSize]uint8
	scratch   []uint64
	args      []column32
	results   []column32
}

// list writes down the lanes of a mask.
func list(to *[warpSize]uint8, lanes uint32) []uint8 {
	n := 0
	for i := range warpSize { // without a branch, as masks are anything
		to[n&(warpSize-1)] = uint8(i)
		n += int(lanes >> i & 1)
	}
	return to[:n]
}

// spread gives what the first of some lanes has to the others.
func spread(r []uint64, at, words int, on []uint8) {
	for k := range words {
		c := column(r, at+k*warpSize)
		x := c[on[0]&(warpSize-1)]
		for _, i := range on {
			c[i&(warpSize-1)] = x
		}
	}
}

func selectRow(r []uint64, p *places, on []uint8) {
	d, c, a, b := column(r, p.dst), column(r, p.args[0]), column(r, p.args[1]), column(r, p.args[2])
	for _, i := range on {
		i &= warpSize - 1
		x := b[i]
		if c[i] != 0 {
			x = a[i]
		}
		d[i] = x
	}
}
