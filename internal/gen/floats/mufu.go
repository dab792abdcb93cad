package floats

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// mufuTables are the tables of the multifunction unit: coefficients as published by ptx-math
// (see mufu_tables.LICENSE).
//
//go:embed mufu_tables.json
var mufuTables []byte

// mufuTanh is the table of tanh, which is in no publication: see the file.
//
//go:embed mufu_tanh.json
var mufuTanh []byte

// mufuFunction is one function of the unit. Its value at the fraction x of a
// segment is
//
//	±(c0 << C0) ± (c1*x << C1) ± (c2*square(x) << C2) + (bias >> (64-weight+23))
//
// with a segment's row of coefficients; weight is the bit that stands for 1.
type mufuFunction struct {
	C0     uint       `json:"c0_shift"`
	C1     uint       `json:"c1_shift"`
	C2     uint       `json:"c2_shift"`
	Weight uint       `json:"sum_weight"`
	Bias   string     `json:"bias64"`
	Signs  string     `json:"term_signs"`
	Rows   [][3]int64 `json:"coefficients"`
}

// mufuSquare is the number of low bits of a square that are zero. The squarer
// leaves them out; see squareTables.
const mufuSquare = 19

// mufu writes the rows of the tables in the form that package mufu has them.
func mufu(o *out) {
	var all struct {
		Functions map[string]*mufuFunction `json:"functions"`
	}
	if err := json.Unmarshal(mufuTables, &all); err != nil {
		o.err = fmt.Errorf("internal/gen/floats/mufu_tables.json: %w", err)
		return
	}
	fmt.Fprint(&o.body, `// The coefficients are those of ptx-math (https://github.com/bcarlet/ptx-math),
// Copyright (c) 2020 Benjamin Carleton, under the MIT licence, whose text is in
// internal/gen/floats/mufu_tables.LICENSE.

`)
	for _, name := range []string{"rcp", "rsqrt", "sqrt", "ex2", "lg2", "sin"} {
		f := all.Functions[name]
		if f == nil {
			o.err = fmt.Errorf("internal/gen/floats/mufu_tables.json: no function %s", name)
			return
		}
		f.write(o, name)
	}
	tanhRows(o)
}

// tanhRows writes the rows of tanh. Its fractions have more rows the larger the exponent is, up
// to 16: here all exponents have 16, of which several are the same, so that exponent and upper
// bits of the fraction are an index. What is left of the fraction is cut to 17 bits.
func tanhRows(o *out) {
	var f struct {
		First   uint       `json:"first_exponent"`
		Weight  uint       `json:"sum_weight"`
		C0      uint       `json:"c0_shift"`
		RowBits []uint     `json:"row_bits"` // for each exponent
		Rows    [][3]int64 `json:"coefficients"`
	}
	if err := json.Unmarshal(mufuTanh, &f); err != nil {
		o.err = fmt.Errorf("internal/gen/floats/mufu_tanh.json: %w", err)
		return
	}
	least := uint(23 - 17 - 4)
	var shifts uint64
	for e, n := range f.RowBits {
		shifts |= uint64(23-17-n-least) << (3 * e)
	}
	if shifts != uint64(uint32(shifts)) {
		o.err = fmt.Errorf("internal/gen/floats/mufu_tanh.json: what the exponents cut off does not fit into 32 bits")
		return
	}
	fmt.Fprintf(&o.body, `// The rows of tanh are in no publication. They were fitted to all results of an H100, which they meet.

// TanhFirst is the exponent field of the first numbers that Tanh has rows for, 16 for each exponent.
// TanhShifts has three bits for each, from the lowest on: how many bits of the fraction are cut off
// besides TanhCut.
const (
	TanhFirst, TanhExponents = %d, %d
	TanhWeight = %d
	TanhCut, TanhShifts = %d, %#x
)

// Tanh are the rows of tanh, and one more.
var Tanh = [16 * TanhExponents + 1]Row{
`, f.First, len(f.RowBits), f.Weight, least, shifts)
	at := 0
	for _, n := range f.RowBits {
		for i := range 16 {
			row := f.Rows[at+i>>(4-n)]
			fmt.Fprintf(&o.body, "{%#x, %d, %d},", row[0]<<f.C0, row[1], row[2])
			if i%4 == 3 {
				o.body.WriteByte('\n')
			}
		}
		at += 1 << n
	}
	o.body.WriteString("}\n\n")
}

// write prints a function's rows: bias and signs included, divided by the power
// of two that all terms have in common.
func (f *mufuFunction) write(o *out, name string) {
	zeros := uint(mufuSquare)
	flip := 0
	switch name {
	case "rcp": // its squarer gets 2x, and the square is divided by 4
		zeros -= 2
	case "rsqrt", "sqrt": // the upper half of the rows is for odd exponents, which have an even field
		flip = len(f.Rows) / 2
	}
	zeros += f.C2
	bias, err := strconv.ParseUint(f.Bias, 0, 64)
	if err != nil {
		o.err = fmt.Errorf("internal/gen/floats/mufu_tables.json: %s: %w", name, err)
		return
	}
	constant := int64(bias >> (64 - f.Weight + 23))
	unit := min(zeros, f.C1)
	sum := make([]int64, len(f.Rows))
	for i, row := range f.Rows {
		sum[i] = f.signed(0, row)<<f.C0 + constant
		unit = min(unit, uint(bits.TrailingZeros64(uint64(sum[i]))))
	}
	name = title(name)
	fmt.Fprintf(&o.body, "// %sWeight is the bit that stands for 1 in a sum of %[1]s.\nconst %[1]sWeight = %d\n\n", name, f.Weight-unit)
	fmt.Fprintf(&o.body, "// %s are the rows of %s, and one more.\nvar %[1]s = [%[3]d + 1]Row{", name, strings.ToLower(name), len(f.Rows))
	for i := range f.Rows {
		if i%4 == 0 {
			o.body.WriteByte('\n')
		}
		row := f.Rows[i^flip]
		fmt.Fprintf(&o.body, "{%#x, %d, %d},", sum[i^flip]>>unit, f.signed(1, row)<<(f.C1-unit), f.signed(2, row)<<(zeros-unit))
	}
	o.body.WriteString("\n}\n\n")
}

// signed is a coefficient with the sign of its term.
func (f *mufuFunction) signed(term int, row [3]int64) int64 {
	if f.Signs[term] == '-' {
		return -row[term]
	}
	return row[term]
}

// squareTables writes the squarer. It leaves out the partial products below 2^19
// of the square of a number of 17 bits: with h its bits from 10 up, what it has
// above is
//
//	2*h*h + 2*h*bit(9) + h*bit(8) + (h>>1)*bit(7) + (h>>2)*bit(6) + .. + (h>>6)*bit(2)
//
// The terms down to bit 6 are in one table, by the bits from 6 up, the others in
// one by h>>3 and the bits from 5 down to 2.
func squareTables(o *out) {
	var high, low []int
	for i := range 1 << 11 {
		h := i >> 4
		high = append(high, 2*h*h+2*h*(i>>3&1)+h*(i>>2&1)+h>>1*(i>>1&1)+h>>2*(i&1))
	}
	for i := range 1 << 8 {
		h := i >> 4 // h>>3
		low = append(low, h*(i>>3&1)+h>>1*(i>>2&1)+h>>2*(i>>1&1)+h>>3*(i&1))
	}
	writeTable(o, "squareHigh", "uint16", high)
	writeTable(o, "squareLow", "uint8", low)
}

func writeTable(o *out, name, typ string, values []int) {
	fmt.Fprintf(&o.body, "var %s = [%d]%s{", name, len(values), typ)
	for i, v := range values {
		if i%32 == 0 {
			o.body.WriteByte('\n')
		}
		fmt.Fprintf(&o.body, "%d,", v)
	}
	o.body.WriteString("\n}\n\n")
}
