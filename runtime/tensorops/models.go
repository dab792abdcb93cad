package tensorops

import "strings"

// model is how the tensor cores of some GPUs add products.
type model struct {
	since int    // the first architecture: 80 is sm_80
	op    string // of these instructions, "" all
	shape string // of these shapes, "" all
	in    string // types of A
	out   string // of the sum, "" all
	with  string // a modifier that must be there
	kind  string // of one of these kinds, "" of none

	unit  unit
	group int  // so many products at a time, each with the result before as its addend; 0 all
	pick  bool // two groups: the first two of every four products, and the others

	// Of a fused sum.
	bits  int  // fraction bits below the largest exponent
	floor int  // the largest exponent counts as this at least
	keep  int  // fraction bits of the result
	late  bool // the sum begins at 0, and C is added to the result, rounded to nearest even

	// So many products are added exactly, with their scales, and are one term: its exponent is that of
	// the scales alone. 0: each product is a term, and scales add to its exponent.
	exactly int
}

type unit uint8

const (
	fused unit = iota // fused sums; f32 results are cut, others rounded to nearest even
	exact             // integers; with .satfinite each group clamps
	chain             // an fma in the type of the sum for each product, rounded as the instruction says
	after             // the same from +0 on, and C is added at the end
	pairs             // products of two, with C, then the next two, in f32; then rounded to f16
	once              // the exact sum of all products and C, rounded to nearest even, or as the instruction says
)

// noFloor is below all exponents but that of zero.
const noFloor = -1 << 16

// Types of factors.
const (
	wide  = "f16 bf16 tf32"
	bytes = "e4m3 e5m2"
	small = "e4m3 e5m2 e3m2 e2m3 e2m1"
	ints  = "s8 u8 s4 u4 b1"
)

// models has a line for each way. Of those that hold, the last counts: what is special stands
// below. The GPUs after sm_80 that are not named compute as the one before.
var models = []model{
	{since: 70, shape: "m8n8k4", in: "f16", out: "f32", group: 4, bits: 23, floor: noFloor, keep: 23},
	{since: 70, shape: "m8n8k4", in: "f16", out: "f16", group: 4, bits: 23, floor: -19, keep: 10},
	{since: 70, op: "wmma.mma", in: "f16", out: "f32", group: 4, bits: 23, floor: noFloor, keep: 23},
	{since: 70, op: "wmma.mma", in: "f16", out: "f16", group: 4, bits: 23, floor: -19, keep: 10},
	{since: 75, in: "f16 bf16", out: "f32", group: 8, bits: 24, floor: -132, keep: 23},
	{since: 75, in: "f16", out: "f16", group: 8, bits: 24, floor: -20, keep: 10},
	{since: 80, in: "tf32", out: "f32", group: 4, bits: 24, floor: -132, keep: 23},
	{since: 90, in: wide, out: "f32", bits: 25, floor: -133, keep: 23},
	{since: 90, in: "f16", out: "f16", bits: 25, floor: -21, keep: 10},
	{since: 90, op: "wmma.mma", in: "tf32", out: "f32", group: 4, bits: 25, floor: -133, keep: 23},

	{since: 89, in: bytes, out: "f32", group: 16, bits: 13, floor: noFloor, keep: 13},
	{since: 89, in: bytes, out: "f16", group: 16, bits: 13, floor: noFloor, keep: 10},
	{since: 90, in: bytes, out: "f32", pick: true, bits: 25, floor: noFloor, keep: 23, late: true},
	{since: 90, in: bytes, out: "f16", pick: true, bits: 25, floor: noFloor, keep: 10, late: true},
	{since: 120, in: bytes, out: "f32", bits: 25, floor: noFloor, keep: 23},
	{since: 120, in: bytes, out: "f16", bits: 25, floor: noFloor, keep: 10},

	{since: 120, kind: "f8f6f4 mxf8f6f4", in: small, out: "f32", bits: 25, floor: noFloor, keep: 23},
	{since: 120, kind: "f8f6f4", in: small, out: "f16", bits: 25, floor: noFloor, keep: 10},
	{since: 120, kind: "mxf4 mxf4nvf4", in: "e2m1x8", out: "f32", exactly: 16, bits: 35, floor: noFloor, keep: 23},

	// From sm_75 on there is no unit for this shape.
	{since: 75, op: "mma", shape: "m8n8k4", in: "f16", out: "f32", unit: after},
	{since: 75, op: "mma", shape: "m8n8k4", in: "f16", out: "f16", unit: pairs},

	{since: 80, in: "f64", unit: chain},

	{since: 70, in: ints, unit: exact},
	{since: 80, op: "mma", shape: "m16n8k32", in: "s8 u8", with: "satfinite", unit: exact, group: 16},
	{since: 90, op: "mma", shape: "m16n8k32", in: "s8 u8", with: "satfinite", unit: exact},
}

// modelFor returns the line for an instruction on an architecture, nil if there is none.
func modelFor(i *instruction, arch int) *model {
	if arch == Exact {
		return &roundedOnce
	}
	for n := len(models) - 1; n >= 0; n-- {
		if m := &models[n]; m.since <= arch && m.holds(i) {
			return m
		}
	}
	return nil
}

func (m *model) holds(i *instruction) bool {
	return (m.op == "" || m.op == i.op) && (m.shape == "" || m.shape == i.shape.name) && among(m.in, i.a.name) &&
		(m.out == "" || m.out == i.sum().name) && (m.with == "" || i.has(m.with)) &&
		(i.kind == "" && m.kind == "" || i.kind != "" && among(m.kind, i.kind))
}

// among reports whether a word is one of a list.
func among(list, word string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }
