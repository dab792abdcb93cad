package tensorops

import (
	"fmt"
	"strings"
)

// Elements says where in memory the elements of a fragment lie that each lane loads or stores on
// its own, by wmma.load or wmma.store. The matrix is lines one after another: its rows, or with .col
// its columns. A lane's elements are at the places of those of lane 0, and further on by so much for
// each group of four lanes before its own, and for each lane before it in the group.
type Elements struct {
	Bits        int // of an element, in a register and in memory
	Unit        int // bits of what the distance between lines is counted in
	Line        int // bytes of a line
	Registers   int
	Group, Lane Place
	At          []Place // element by element from the low end of each register
}

// Place is a line, and a bit of it.
type Place struct{ Line, Bit int }

// ElementsOf returns the elements of a head without what all have, "wmma.load.a.row.m16n16k16.f16",
// or an error where the tables have no such matrix.
func ElementsOf(head string) (Elements, error) {
	parts := strings.Split(head, ".")
	if len(parts) != 6 || formatOf(parts[5]) == nil {
		return Elements{}, fmt.Errorf("%s: no fragment", head)
	}
	matrix, order, name, f := parts[2], parts[3], parts[4], formatOf(parts[5])
	for i := range shapes {
		s := &shapes[i]
		factor := matrix == "a" || matrix == "b"
		if s.op != parts[0]+".mma" || s.name != name || factor && !among(s.types, f.name) {
			continue
		}
		in := instruction{shape: s}
		rows, columns, of := s.m, s.n, s.c
		switch matrix {
		case "a":
			columns, of = s.k, s.a
		case "b":
			rows, of = s.k, s.b
		}
		distinct := in.registers(rows, columns, f)
		e := Elements{Bits: int(f.bits), Unit: int(f.bits), Line: columns, Registers: distinct}
		if factor {
			e.Registers = in.factors(rows, columns, f)
		}
		if order == "col" {
			e.Line = rows
		}
		e.Line = e.Line * e.Bits / 8
		if f.kind == logical {
			e.Unit = 1
		}
		at := func(lane, r, element int) Place {
			_, row, column := of(grid{rows: rows, columns: columns, per: f.perRegister()}, place{lane, r, element})
			if order == "col" {
				row, column = column, row
			}
			return Place{row, column * e.Bits}
		}
		e.Group, e.Lane = at(4, 0, 0), at(1, 0, 0)
		for r := range e.Registers {
			for element := range f.perRegister() {
				e.At = append(e.At, at(0, r%distinct, element))
			}
		}
		return e, nil
	}
	return Elements{}, fmt.Errorf("%s: no shape", head)
}
