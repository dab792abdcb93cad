package tensorops_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
	"github.com/ptx2go/ptx2go/runtime/tensorops"
)

// eachElement calls f with each element of a fragment: its lane, register, and bit there, and its bit in
// memory.
func eachElement(e tensorops.Elements, word int, f func(lane, register, bit, at int)) {
	per := word / e.Bits
	for lane := range 32 {
		for i, p := range e.At {
			line := p.Line + lane/4*e.Group.Line + lane%4*e.Lane.Line
			bit := p.Bit + lane/4*e.Group.Bit + lane%4*e.Lane.Bit
			f(lane, i/per, i%per*e.Bits, line*e.Line*8+bit)
		}
	}
}

func bitsAt(b []byte, at, n int) (v uint64) {
	for i := range n {
		v |= uint64(b[(at+i)/8]>>((at+i)%8)&1) << i
	}
	return v
}

// What an H100 loaded, multiplied and stored.
func TestRecordedElements(t *testing.T) {
	forms := map[string]bool{}
	for _, name := range []string{"wmma_f", "wmma_i", "wmma_raw"} {
		f, err := os.Open("../../internal/cuda/golden/tensor/testdata/" + name + ".rec.gz")
		if err != nil {
			t.Fatal(err)
		}
		records, err := tensor.Read(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			p := &tensorops.Product{Head: strings.ReplaceAll(strings.ReplaceAll(head(r.Inst), ".row", ""), ".col", ""), Since: 90}
			if !strings.Contains(r.Inst, "s32") {
				p.Head = strings.TrimSuffix(p.Head, ".satfinite")
			}
			forms[r.Inst] = true
			for tile := range r.Tiles {
				got := stored(t, p, r, tile)
				if r.Kind == tensor.WmmaRaw {
					got = compute(p, r, tile)
				}
				if !bytes.Equal(got, r.Tile(tile)) {
					t.Errorf("%s, %s, tile %d: differs", r.Form, r.Family, tile)
				}
			}
		}
	}
	if len(forms) < 60 {
		t.Errorf("only %d forms", len(forms))
	}
}

// stored loads the matrices of a record, multiplies them, and stores D in rows.
func stored(t *testing.T, p *tensorops.Product, r *tensor.Record, tile int) []byte {
	if r.Kind != tensor.Wmma {
		return nil
	}
	la, lb, _ := strings.Cut(r.Layout, ".")
	shape := strings.Split(p.Head, ".")[2]
	if strings.Contains(p.Head, "popc") {
		shape = strings.Split(p.Head, ".")[4]
	}
	word := 32
	if r.A == "f64" {
		word = 64
	}
	memory := r.Input(tile)
	var registers []byte
	for i, typ := range []string{r.A, r.B, r.C} {
		order := []string{la, lb, "row"}[i]
		e, size := elementsOf(t, "abc"[i:i+1], order, shape, typ, r)
		fragment := make([]uint64, e.Registers*32)
		eachElement(e, word, func(lane, register, bit, at int) {
			fragment[register*32+lane] |= bitsAt(memory, at, e.Bits) << bit
		})
		for _, v := range fragment {
			if registers = binary.LittleEndian.AppendUint32(registers, uint32(v)); word == 64 {
				registers = binary.LittleEndian.AppendUint32(registers, uint32(v>>32))
			}
		}
		memory = memory[size:]
	}
	e, size := elementsOf(t, "c", "row", shape, r.D, r)
	var d []byte
	if word == 64 {
		out := columns64(make([]byte, 256*e.Registers))
		p.Compute64(out, 1<<32-1, columns64(registers), fmas[p.Rounding()])
		for _, x := range out {
			for _, v := range x {
				d = binary.LittleEndian.AppendUint64(d, v)
			}
		}
	} else {
		out := columns32(make([]byte, 128*e.Registers))
		p.Compute(out, 1<<32-1, columns32(registers))
		for _, x := range out {
			for _, v := range x {
				d = binary.LittleEndian.AppendUint32(d, v)
			}
		}
	}
	result := make([]byte, size)
	eachElement(e, word, func(lane, register, bit, at int) {
		for i := range e.Bits / 8 {
			result[at/8+i] = byte(bitsAt(d, (register*32+lane)*word+bit+8*i, 8))
		}
	})
	return result
}

// elementsOf returns where the elements of a matrix are, and its size in memory.
func elementsOf(t *testing.T, matrix, order, shape, typ string, r *tensor.Record) (tensorops.Elements, int) {
	if typ == "w32" {
		typ = "b1"
	}
	e, err := tensorops.ElementsOf(strings.Join([]string{"wmma", "load", matrix, order, shape, typ}, "."))
	if err != nil {
		t.Fatal(err)
	}
	size := map[string]int{"a": r.M * r.K, "b": r.K * r.N, "c": r.M * r.N}[matrix] * e.Bits / 8
	return e, size
}
