package tensor_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// elementOf is the row and the column of half e of lane l in a matrix of 8x8.
func elementOf(l, e int, trans bool) (row, column int) {
	row, column = l>>2, 2*(l&3)+e
	if trans {
		return column, row
	}
	return row, column
}

// Lane l of register m has the elements of row l/4 of matrix m; the address of row
// i of matrix m is that of lane 8m+i. With .trans rows and columns change places.
// Where rows of stmatrix overlap the matrix with the higher number wins.
func TestMoves(t *testing.T) {
	n := 0
	for _, r := range files(t)["moves"] {
		n++
		trans := strings.Contains(r.Inst, ".trans")
		for tile := range r.Tiles {
			data, addresses := r.Move(tile)
			got := r.Tile(tile)
			var want []byte
			switch {
			case strings.HasPrefix(r.Inst, "ldmatrix"):
				for m := range r.Matrices() {
					for l := range 32 {
						for e := range 2 {
							row, column := elementOf(l, e, trans)
							at := int(addresses[8*m+row])/2 + column
							want = binary.LittleEndian.AppendUint16(want, uint16(data[at/2]>>(at%2*16)))
						}
					}
				}
			case strings.HasPrefix(r.Inst, "stmatrix"):
				want = make([]byte, len(got))
				for m := range r.Matrices() {
					for l := range 32 {
						for e := range 2 {
							row, column := elementOf(l, e, trans)
							binary.LittleEndian.PutUint16(want[int(addresses[8*m+row])+2*column:], uint16(data[m*32+l]>>(e*16)))
						}
					}
				}
			default: // movmatrix
				for l := range 32 {
					for e := range 2 {
						row, column := elementOf(l, e, true)
						want = binary.LittleEndian.AppendUint16(want, uint16(data[4*row+column/2]>>(column%2*16)))
					}
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s, tile %d: differs", r.Inst, tile)
			}
		}
	}
	if n != 13 {
		t.Errorf("%d forms", n)
	}
}
