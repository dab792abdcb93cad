// Package tensor reads what a GPU computed for matrix instructions, for the moves
// of matrices and for tensor maps: the files of testdata, whose README says what
// they hold. It also makes the inputs, which the files leave out, since these are
// functions of a seed.
package tensor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
)

// The kinds of records whose inputs are elements of matrices.
const (
	Mma    = "mma"
	Mma884 = "mma884" // m8n8k4 of f16: four products, of quad pairs
	MmaSp  = "mma.sp"
	Wgmma  = "wgmma"
	Wmma   = "wmma" // load, multiply and store: D is a matrix in rows

	// The multiplication alone. Element x of a lane, of all its registers, is column
	// x of row "lane" of A and of C, and row x of column "lane" of B: the inputs do
	// not depend on what the instruction makes of the registers.
	WmmaRaw = "wmma_raw"
)

// Kinds of instructions that are not of a matrix product.
const (
	Raw  = "raw"  // inputs are words: ldmatrix, layouts of fragments, descriptors, tensormap.replace
	Map  = "tmap" // tensor maps that the driver made
	Copy = "copy" // tensor copies
)

// Record is what one instruction gave for the inputs of one family.
type Record struct {
	Form    string // unique in a file
	Inst    string
	Kind    string
	M, N, K int    // K in registers for b1
	A, B    string // types of the factors; w32 is 32 elements of b1
	C, D    string
	Layout  string // "row.col"
	Regs    []int  // of wmma_raw: registers of A, B and C

	// Of wgmma: where A is, what follows scale-d, and scale-d. K is that of A with
	// its zeros in a sparse form.
	AIn      string `json:"a_in"`
	Tail     string
	ScaleD   int `json:"scale_d"`
	Selector *int

	Family    string
	Seed      uint32
	Tiles     int
	Lanes     int
	Registers int    `json:"dregs"`     // of D in a lane
	Inputs    string `json:"in_sha256"` // the first 8 bytes of the hash of all inputs

	Sets  json.RawMessage // parameters of tensor maps, descriptors
	Bytes int

	Head []byte `json:"-"` // the line of JSON
	Data []byte `json:"-"` // results: tile, register, lane
}

// Read reads a file.
func Read(r io.Reader) (all []*Record, err error) {
	err = golden.Records(r, func(head []byte, body io.Reader) error {
		rec := &Record{Head: bytes.TrimSuffix(head, []byte("\n")), ScaleD: 1}
		if err := json.Unmarshal(head, rec); err != nil {
			return err
		}
		rec.Data = make([]byte, rec.Bytes)
		if _, err := io.ReadFull(body, rec.Data); err != nil {
			return fmt.Errorf("%s: %w", rec.Form, err)
		}
		all = append(all, rec)
		return nil
	})
	return all, err
}

// Products reports whether the record holds products of matrices that Expected and
// Results know.
func (r *Record) Products() bool {
	return slices.Contains([]string{Mma, Mma884, MmaSp, Wgmma, Wmma}, r.Kind)
}

// Sparse reports whether half of A is left out.
func (r *Record) Sparse() bool { return r.Selector != nil }

// Tile is the bytes of the results of a tile.
func (r *Record) Tile(tile int) []byte {
	n := len(r.Data) / r.Tiles
	return r.Data[tile*n : (tile+1)*n]
}

// family is the name of the family without "meta", which says that the metadata
// are any four bits, also those that the manual does not have.
func (r *Record) family() (name string, anyMeta bool) {
	name, anyMeta = strings.CutPrefix(r.Family, "meta")
	return name, anyMeta
}
