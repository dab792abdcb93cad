package tensorops

// shape is the sizes of a product of matrices, and where the elements of the registers of
// each lane lie in them.
type shape struct {
	op, name string // "mma", "m16n8k16"
	types    string // of the factors
	m, n, k  int    // b1: k counts 32 bits
	a, b, c  layout

	// Instructions of sm_70 had registers that held the same elements twice: where it is not
	// zero, A and B have so many.
	registers int
	chunk     int // columns of a sparse A of which half are kept, as four bits of metadata say
	products  int // how many products of this shape the lanes compute, 0 is one

	packed bool // elements of 4 bits share bytes
}

// shapes has a line for each shape.
var shapes = []shape{
	{op: "mma", name: "m8n8k4", types: "f16", m: 8, n: 8, k: 4, a: pairRows, b: pairColumns, c: pairSums, products: 4},
	{op: "mma", name: "m8n8k4", types: "f64", m: 8, n: 8, k: 4, a: rows, b: columns, c: sums},
	{op: "mma", name: "m8n8k16", types: "s8 u8", m: 8, n: 8, k: 16, a: rows, b: columns, c: sums},
	{op: "mma", name: "m8n8k32", types: "s4 u4", m: 8, n: 8, k: 32, a: rows, b: columns, c: sums},
	{op: "mma", name: "m8n8k128", types: "b1", m: 8, n: 8, k: 4, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k4", types: "tf32 f64", m: 16, n: 8, k: 4, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k8", types: "f16 bf16 tf32 f64", m: 16, n: 8, k: 8, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k16", types: "f16 bf16 f64 s8 u8 e4m3 e5m2", m: 16, n: 8, k: 16, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k32", types: "s8 u8 s4 u4 e4m3 e5m2 e3m2 e2m3 e2m1", m: 16, n: 8, k: 32, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k64", types: "s4 u4", m: 16, n: 8, k: 64, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k64", types: "e2m1", m: 16, n: 8, k: 64, a: rows, b: columns, c: sums, packed: true},
	{op: "mma", name: "m16n8k128", types: "b1", m: 16, n: 8, k: 4, a: rows, b: columns, c: sums},
	{op: "mma", name: "m16n8k256", types: "b1", m: 16, n: 8, k: 8, a: rows, b: columns, c: sums},
	{op: "mma.sp", name: "m16n8k8", types: "tf32", m: 16, n: 8, k: 8, a: rows, b: columns, c: sums, chunk: 2},
	{op: "mma.sp", name: "m16n8k16", types: "tf32", m: 16, n: 8, k: 16, a: rows, b: columns, c: sums, chunk: 2},
	{op: "mma.sp", name: "m16n8k16", types: "f16 bf16", m: 16, n: 8, k: 16, a: rows, b: columns, c: sums, chunk: 4},
	{op: "mma.sp", name: "m16n8k32", types: "f16 bf16 s8 u8", m: 16, n: 8, k: 32, a: rows, b: columns, c: sums, chunk: 4},
	{op: "mma.sp", name: "m16n8k64", types: "s8 u8 e4m3 e5m2 e3m2 e2m3 e2m1", m: 16, n: 8, k: 64, a: rows, b: columns, c: sums, chunk: 4},
	{op: "mma.sp", name: "m16n8k64", types: "s4 u4", m: 16, n: 8, k: 64, a: rows, b: columns, c: sums, chunk: 8},
	{op: "mma.sp", name: "m16n8k128", types: "s4 u4", m: 16, n: 8, k: 128, a: rows, b: columns, c: sums, chunk: 8},
	{op: "mma.sp", name: "m16n8k128", types: "e2m1", m: 16, n: 8, k: 128, a: rows, b: columns, c: sums, chunk: 8, packed: true},
	{op: "wmma.mma", name: "m16n16k16", types: "f16", m: 16, n: 16, k: 16, a: rows, b: columns, c: sums, registers: 8},
	{op: "wmma.mma", name: "m32n8k16", types: "f16", m: 32, n: 8, k: 16, a: rows, b: columns, c: sums, registers: 8},
	{op: "wmma.mma", name: "m8n32k16", types: "f16", m: 8, n: 32, k: 16, a: transposed(columns), b: transposed(rows), c: transposed(sums), registers: 8},
	{op: "wmma.mma", name: "m16n16k16", types: "bf16 s8 u8", m: 16, n: 16, k: 16, a: rows, b: columns, c: sums},
	{op: "wmma.mma", name: "m32n8k16", types: "bf16 s8 u8", m: 32, n: 8, k: 16, a: rows, b: columns, c: sums},
	{op: "wmma.mma", name: "m8n32k16", types: "bf16 s8 u8", m: 8, n: 32, k: 16, a: transposed(columns), b: transposed(rows), c: transposed(sums)},
	{op: "wmma.mma", name: "m16n16k8", types: "tf32", m: 16, n: 16, k: 8, a: rows, b: columns, c: sums},
	{op: "wmma.mma", name: "m8n8k4", types: "f64", m: 8, n: 8, k: 4, a: rows, b: columns, c: sums},
	{op: "wmma.mma", name: "m8n8k32", types: "s4 u4", m: 8, n: 8, k: 32, a: rows, b: columns, c: sums},
	{op: "wmma.mma", name: "m8n8k128", types: "b1", m: 8, n: 8, k: 4, a: rows, b: columns, c: sums},
}

// place is an element of the registers: element e, from the low end, of register r in a lane.
type place struct{ lane, r, e int }

// g and t are the number of a lane's group of four, and its number in it.
func (x place) g() int { return x.lane >> 2 }
func (x place) t() int { return x.lane & 3 }

// grid is the matrix that a layout is asked about.
type grid struct {
	rows, columns int
	per           int  // elements in a register
	columnMajor   bool // what the instruction says; only pairs of quads look at it
}

// layout says where an element lies: in which of several products, row and column.
type layout func(m grid, x place) (product, row, column int)

// rows is A. Four neighbouring lanes have a row. Then registers are 8 rows further down, for
// 16 rows; then to the right; then again 16 rows down.
func rows(m grid, x place) (product, row, column int) {
	down := min(2, m.rows/8)
	right := max(1, m.columns/(4*m.per))
	row = x.g() + 8*(x.r%down) + 8*down*(x.r/(down*right))
	return 0, row, 4*m.per*(x.r/down%right) + m.per*x.t() + x.e
}

// columns is B: four neighbouring lanes have a column, registers are further down, then 8
// columns to the right.
func columns(m grid, x place) (product, row, column int) {
	down := max(1, m.rows/(4*m.per))
	return 0, 4*m.per*(x.r%down) + m.per*x.t() + x.e, x.g() + 8*(x.r/down)
}

// sums is C and D: four neighbouring lanes have a row of 8 columns, two each, in a register or
// in two.
func sums(m grid, x place) (product, row, column int) {
	tile, e := x.r, x.e
	if m.per == 1 {
		tile, e = x.r/2, x.r%2
	}
	down := m.rows / 8
	return 0, x.g() + 8*(tile%down), 8*(tile/down) + 2*x.t() + e
}

// transposed is a layout with rows for columns: a product of which both factors are transposed and
// change places has the transposed result.
func transposed(of layout) layout {
	return func(m grid, x place) (product, row, column int) {
		m.rows, m.columns = m.columns, m.rows
		product, column, row = of(m, x)
		return product, row, column
	}
}

// The pairs of quads of the first tensor core: lanes 4p to 4p+3 and 16 after them compute
// product p.

func pairOf(lane int) int { return lane & 15 >> 2 }
func halfOf(lane int) int { return lane >> 4 * 4 }
func pairIn(x place) int  { return 2*x.r + x.e }

func pairRows(m grid, x place) (product, row, column int) {
	if m.columnMajor {
		return pairOf(x.lane), pairIn(x)%4 + halfOf(x.lane), x.t()
	}
	return pairOf(x.lane), x.t() + halfOf(x.lane), pairIn(x)
}

func pairColumns(m grid, x place) (product, row, column int) {
	if m.columnMajor {
		return pairOf(x.lane), pairIn(x), x.t() + halfOf(x.lane)
	}
	return pairOf(x.lane), x.t(), pairIn(x)%4 + halfOf(x.lane)
}

func pairSums(m grid, x place) (product, row, column int) {
	if m.per == 2 {
		return pairOf(x.lane), x.t() + halfOf(x.lane), pairIn(x)
	}
	return pairOf(x.lane), x.lane&1 + x.r&2 + halfOf(x.lane), x.r&4 + x.lane&2 + x.r&1
}
