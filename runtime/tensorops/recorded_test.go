package tensorops_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// head is the instruction of a record as package tensorops names it: without what all have.
func head(inst string) string {
	var parts []string
	for _, p := range strings.Split(inst, ".") {
		if p == "sp::ordered_metadata" {
			p = "sp"
		}
		if p != "sync" && p != "aligned" && p != "rn" && (p != "row" && p != "col" || strings.Contains(inst, "f16.f16") && strings.Contains(inst, "m8n8k4")) {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ".")
}

func columns32(b []byte) (list [][]uint32) {
	for ; len(b) > 0; b = b[128:] {
		var r []uint32
		for l := range 32 {
			r = append(r, binary.LittleEndian.Uint32(b[4*l:]))
		}
		list = append(list, r)
	}
	return list
}

func columns64(b []byte) (list [][]uint64) {
	for ; len(b) > 0; b = b[256:] {
		var r []uint64
		for l := range 32 {
			r = append(r, binary.LittleEndian.Uint64(b[8*l:]))
		}
		list = append(list, r)
	}
	return list
}

var fmas = map[string]func(a, b, c float64) float64{
	"rn": fpops.FmaRnF64, "rz": fpops.FmaRzF64, "rm": fpops.FmaRmF64, "rp": fpops.FmaRpF64,
}

// compute returns D of a tile as the files have it.
func compute(p *tensorops.Product, r *tensor.Record, tile int) (out []byte) {
	in := r.Input(tile)
	if r.A == "f64" {
		d := columns64(make([]byte, 256*r.Registers))
		p.Compute64(d, 1<<32-1, columns64(in), fmas[p.Rounding()])
		for _, x := range slices.Concat(d...) {
			out = binary.LittleEndian.AppendUint64(out, x)
		}
		return out
	}
	d := columns32(make([]byte, 128*r.Registers))
	operands := columns32(in)
	if r.Sparse() {
		operands = append(operands, []uint32{uint32(*r.Selector)})
	}
	p.Compute(d, 1<<32-1, operands)
	for _, x := range slices.Concat(d...) {
		out = binary.LittleEndian.AppendUint32(out, x)
	}
	return out
}

// The bits of an H100, of whole fragments.
func TestRecorded(t *testing.T) {
	names, err := filepath.Glob("../../internal/cuda/golden/tensor/testdata/*.rec.gz")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	forms := map[string]bool{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := tensor.Read(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Kind != tensor.Mma && r.Kind != tensor.Mma884 && r.Kind != tensor.MmaSp || r.A == "tf32" && strings.HasPrefix(r.Family, "meta") {
				continue // of tf32 other metadata than two are undefined
			}
			p := &tensorops.Product{Head: head(r.Inst), Since: 90}
			forms[p.Head] = true
			for tile := range r.Tiles {
				if got, want := compute(p, r, tile), r.Tile(tile); !bytes.Equal(got, want) {
					t.Errorf("%s, %s, tile %d: differs", p.Head, r.Family, tile)
					break
				}
			}
		}
	}
	if len(forms) < 150 {
		t.Errorf("only %d forms", len(forms))
	}
}

// The moves of an H100.
func TestRecordedMoves(t *testing.T) {
	f, err := os.Open("../../internal/cuda/golden/tensor/testdata/moves.rec.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := tensor.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range records {
		if strings.HasPrefix(r.Inst, "movmatrix") {
			continue
		}
		n++
		v := &tensorops.Move{Head: strings.ReplaceAll(head(r.Inst), ".shared", "")}
		for tile := range r.Tiles {
			data, addresses := r.Move(tile)
			var got []byte
			if rows := columns32(make([]byte, 4*128)); strings.HasPrefix(r.Inst, "ldmatrix") {
				for lane := range 8 * r.Matrices() {
					for i := range rows {
						rows[i][lane] = data[int(addresses[lane])/4+i]
					}
				}
				d := columns32(make([]byte, 128*r.Matrices()))
				v.Gather(d, 1<<32-1, rows)
				for _, x := range slices.Concat(d...) {
					got = binary.LittleEndian.AppendUint32(got, x)
				}
			} else {
				var operands [][]uint32
				for m := range r.Matrices() {
					operands = append(operands, data[32*m:32*m+32])
				}
				v.Scatter(rows, 1<<32-1, operands)
				got = make([]byte, len(r.Tile(tile)))
				for lane := range 8 * r.Matrices() {
					for i := range rows {
						binary.LittleEndian.PutUint32(got[int(addresses[lane])+4*i:], rows[i][lane])
					}
				}
			}
			if !bytes.Equal(got, r.Tile(tile)) {
				t.Errorf("%s, tile %d: differs", v.Head, tile)
			}
		}
	}
	if n != 12 {
		t.Errorf("%d forms", n)
	}
}
