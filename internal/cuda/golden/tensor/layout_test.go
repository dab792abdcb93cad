package tensor_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// sharedByte is where wgmma reads an element of 16 bits: mn is its row in A, or its
// column in B. The base offset is subtracted from the number of the 128 bytes before
// these bits are added to the address.
func sharedByte(mn, k int, transposed bool, start, lbo, sbo, baseOffset, swizzle int) int {
	wide := [4]int{1, 8, 4, 2}[swizzle] // 16 bytes in the span
	at := start
	switch {
	case !transposed && swizzle == 0:
		at += mn%8*16 + mn/8*sbo + k/8*lbo + k%8*2
	case !transposed:
		at += mn%8*16*wide + mn/8*sbo + k/8*16 + k%8*2
	case swizzle == 0:
		at += mn%8*2 + mn/8*sbo + k%8*16 + k/8*lbo
	default:
		at += mn%8*2 + mn/8%wide*16 + mn/(8*wide)*lbo + k%8*16*wide + k/8*sbo
	}
	return at ^ ((at>>7-baseOffset)&(wide-1))<<4
}

// Descriptors: half n of shared memory is n, D says what the elements were.
func TestDescriptors(t *testing.T) {
	n := 0
	for _, r := range files(t)["wgmma_desc"] {
		var sets [][5]int
		if err := json.Unmarshal(r.Sets, &sets); err != nil {
			t.Fatal(err)
		}
		transposed := strings.HasSuffix(r.Form, "1")
		for tile, s := range sets {
			for reg := range r.Registers {
				for l := range r.Lanes {
					row := l>>2&7 + 8*(reg>>1&1) + l>>5*16
					column := reg>>2*8 + l&3*2 + reg&1
					mn, k := row, column
					if strings.Contains(r.Form, " B ") {
						mn, k = column, row
					}
					n++
					want := sharedByte(mn, k, transposed, s[0], s[1], s[2], s[3], s[4]) / 2
					if got := int(binary.LittleEndian.Uint16(r.Tile(tile)[2*(reg*r.Lanes+l):])); got != want {
						t.Fatalf("%s %v: mn %d, k %d is half %d, computed %d", r.Form, s, mn, k, got, want)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no descriptors")
	}
}

// fragments are the layouts of wmma on sm_90: the row and the column that each bit
// of the lane, of the register and of the element in it adds. 0,0 means that the
// bit makes no difference: two registers hold the same elements. Layouts .row and
// .col have the same fragments, and so do f32 and s32, and s8 and u8.
var fragments = map[string]string{
	"m16n16k16 a f16":  "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 0,8 0,0 element 0,1",
	"m16n16k16 b f16":  "lane 2,0 4,0 0,1 0,2 0,4 register 8,0 0,8 0,0 element 1,0",
	"m16n16k16 c f16":  "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 0,8 element 0,1",
	"m16n16k16 c f32":  "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 8,0 0,8 element",
	"m16n16k16 a bf16": "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 0,8 element 0,1",
	"m16n16k16 b bf16": "lane 2,0 4,0 0,1 0,2 0,4 register 8,0 0,8 element 1,0",
	"m16n16k16 a s8":   "lane 0,4 0,8 1,0 2,0 4,0 register 8,0 element 0,1 0,2",
	"m16n16k16 b s8":   "lane 4,0 8,0 0,1 0,2 0,4 register 0,8 element 1,0 2,0",
	"m8n32k16 a f16":   "lane 0,2 0,4 1,0 2,0 4,0 register 0,8 0,0 0,0 element 0,1",
	"m8n32k16 b f16":   "lane 2,0 4,0 0,1 0,2 0,4 register 0,8 8,0 0,16 element 1,0",
	"m8n32k16 c f16":   "lane 2,0 4,0 0,1 0,2 0,4 register 0,8 0,16 element 1,0",
	"m8n32k16 c f32":   "lane 2,0 4,0 0,1 0,2 0,4 register 1,0 0,8 0,16 element",
	"m8n32k16 a bf16":  "lane 0,2 0,4 1,0 2,0 4,0 register 0,8 element 0,1",
	"m8n32k16 b bf16":  "lane 2,0 4,0 0,1 0,2 0,4 register 0,8 8,0 0,16 element 1,0",
	"m8n32k16 a s8":    "lane 0,4 0,8 1,0 2,0 4,0 register element 0,1 0,2",
	"m8n32k16 b s8":    "lane 4,0 8,0 0,1 0,2 0,4 register 0,8 0,16 element 1,0 2,0",
	"m32n8k16 a f16":   "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 0,8 16,0 element 0,1",
	"m32n8k16 b f16":   "lane 2,0 4,0 0,1 0,2 0,4 register 8,0 0,0 0,0 element 1,0",
	"m32n8k16 c f16":   "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 16,0 element 0,1",
	"m32n8k16 c f32":   "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 8,0 16,0 element",
	"m32n8k16 a bf16":  "lane 0,2 0,4 1,0 2,0 4,0 register 8,0 0,8 16,0 element 0,1",
	"m32n8k16 b bf16":  "lane 2,0 4,0 0,1 0,2 0,4 register 8,0 element 1,0",
	"m32n8k16 a s8":    "lane 0,4 0,8 1,0 2,0 4,0 register 8,0 16,0 element 0,1 0,2",
	"m32n8k16 b s8":    "lane 4,0 8,0 0,1 0,2 0,4 register element 1,0 2,0",
	"m16n16k8 a tf32":  "lane 0,1 0,2 1,0 2,0 4,0 register 8,0 0,4 element",
	"m16n16k8 b tf32":  "lane 1,0 2,0 0,1 0,2 0,4 register 4,0 0,8 element",
	"m16n16k8 c f32":   "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 8,0 0,8 element",
	"m8n8k32 a s4":     "lane 0,8 0,16 1,0 2,0 4,0 register element 0,1 0,2 0,4",
	"m8n8k32 b s4":     "lane 8,0 16,0 0,1 0,2 0,4 register element 1,0 2,0 4,0",
	"m8n8k32 c f32":    "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 element",
	"m8n8k128 a b1":    "lane 0,32 0,64 1,0 2,0 4,0 register element 0,1 0,2 0,4 0,8 0,16",
	"m8n8k128 b b1":    "lane 32,0 64,0 0,1 0,2 0,4 register element 1,0 2,0 4,0 8,0 16,0",
	"m8n8k128 c f32":   "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 element",
	"m8n8k4 a f64":     "lane 0,1 0,2 1,0 2,0 4,0 register element",
	"m8n8k4 b f64":     "lane 1,0 2,0 0,1 0,2 0,4 register element",
	"m8n8k4 c f64":     "lane 0,2 0,4 1,0 2,0 4,0 register 0,1 element",
}

// wmma.load of a matrix whose element n is n, in tile i its bits from i times the
// width on.
func TestFragments(t *testing.T) {
	n := 0
	for _, r := range files(t)["wmma_frags"] {
		p := strings.Split(r.Inst, ".")
		if p[1] != "load" {
			continue
		}
		// wmma.load.a.sync.aligned.row.m16n16k16.global.f16
		matrix, layout, shape, typ := p[2], p[5], p[6], p[8]
		key := typ
		if typ == "s32" {
			key = "f32"
		}
		steps, ok := fragments[fmt.Sprintf("%s %s %s", shape, matrix, key)]
		if !ok {
			t.Errorf("no fragment for %s", r.Inst)
			continue
		}
		n++
		var m, nn, k int
		if _, err := fmt.Sscanf(shape, "m%dn%dk%d", &m, &nn, &k); err != nil {
			t.Fatal(err)
		}
		size := map[string][2]int{"a": {m, k}, "b": {k, nn}, "c": {m, nn}}[matrix]
		bits := map[string]int{"f16": 16, "bf16": 16, "s8": 8, "s4": 4, "b1": 1, "f64": 64}[typ]
		if bits == 0 {
			bits = 32
		}
		for lane := range 32 {
			for reg := range r.Registers {
				for e := range max(1, 32/bits) {
					row, column := place(steps, map[string]int{"lane": lane, "register": reg, "element": e})
					want := row*size[1] + column
					if layout == "col" {
						want = column*size[0] + row
					}
					if got := element(r, lane, reg, e, bits); got != want {
						t.Fatalf("%s: lane %d, register %d, element %d is %d, computed %d", r.Inst, lane, reg, e, got, want)
					}
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("%d loads", n)
	}
}

// element is the number of an element, from all tiles.
func element(r *tensor.Record, lane, reg, e, bits int) int {
	size := max(4, bits/8)
	v := 0
	for tile := range r.Tiles {
		at := (reg*32+lane)*size*8 + e*bits
		w := binary.LittleEndian.Uint32(r.Tile(tile)[at/32*4:]) >> (at % 32)
		v |= int(w&(1<<min(bits, 31)-1)) << (tile * bits)
	}
	return v
}

// place adds up the steps of a fragment.
func place(steps string, at map[string]int) (row, column int) {
	index := 0
	for _, s := range strings.Fields(steps) {
		if v, ok := at[s]; ok {
			index = v
			continue
		}
		var r, c int
		fmt.Sscanf(s, "%d,%d", &r, &c)
		row, column = row+index&1*r, column+index&1*c
		index >>= 1
	}
	return row, column
}

// wmma.mma of registers computes what the fragments say. Where two registers hold the
// same elements the first counts.
func TestRegisters(t *testing.T) {
	n := 0
	for _, r := range files(t)["wmma_raw"] {
		// wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
		shape := strings.Split(r.Inst, ".")[6]
		elements := func(matrix int, typ string) map[[2]int]uint64 {
			per := 1
			if matrix < 2 || typ == "f16" {
				per = int(max(1, 32/tensor.Formats[typ].Width))
			}
			all := map[[2]int]uint64{}
			for lane := range 32 {
				for x := r.Regs[matrix]*per - 1; x >= 0; x-- {
					row, column := place(fragments[fmt.Sprintf("%s %c %s", shape, "abc"[matrix], typ)],
						map[string]int{"lane": lane, "register": x / per, "element": x % per})
					all[[2]int{row, column}] = r.Register(0, matrix, lane, x)
				}
			}
			return all
		}
		a, b, c := elements(0, r.A), elements(1, r.B), elements(2, r.C)
		m := multiplierOf(r)
		bits := int(tensor.Formats[r.D].Width)
		for lane := range 32 {
			for reg := range r.Registers {
				for e := range 32 / bits {
					row, column := place(fragments[shape+" c "+r.D], map[string]int{"lane": lane, "register": reg, "element": e})
					d := tensor.Dot{C: c[[2]int{row, column}]}
					for k := range r.K {
						d.A, d.B = append(d.A, a[[2]int{row, k}]), append(d.B, b[[2]int{k, column}])
					}
					n++
					want := m.dot(d)
					got := uint64(binary.LittleEndian.Uint32(r.Data[4*(reg*32+lane):])>>(e*bits)) & (1<<bits - 1)
					if got != want {
						t.Fatalf("%s: row %d, column %d is %#x, computed %#x", r.Inst, row, column, got, want)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no registers")
	}
}
