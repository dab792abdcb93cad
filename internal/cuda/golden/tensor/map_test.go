package tensor_test

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"testing"
)

// mapParameters are the arguments of cuTensorMapEncodeTiled and
// cuTensorMapEncodeIm2col, and of cuTensorMapEncodeIm2colWide without its mode.
type mapParameters struct {
	F            string
	DT           int
	Rank         int
	Addr         uint64
	Dim, Stride  []uint64
	Box, ES      []uint32
	IL, SW       uint32
	L2, OOB      uint32
	Lower, Upper []int32
	CPP, PPC     uint32
}

// elementTypes are the fields of CUtensorMapDataType in a map: the numbers of
// tensormap.replace, and a bit for what is rounded to tf32.
var elementTypes = [13]uint32{0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 8, 7 | 1<<9, 8 | 1<<9}

var elementSizes = [13]uint32{1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4}

// encode is the 128 bytes of a tensor map, as words.
//
//	0, 1   address
//	2      0: im2col; 4-6: rank less 1; 7-10: type; 11-12: interleave;
//	       13-14: swizzle; 15: fill with NaN; 16: tf32; 17-18: L2 promotion
//	3-6    strides of dimensions 1 to 4 in 16 bytes, bits 0-31
//	7      bits 32-35 of these, four bits each
//	8-12   sizes less 1
//	13     0-14: element strides less 1, three bits each;
//	       24-31: box of dimension 0 or channels per pixel, less 1
//	14     boxes of dimensions 1 to 4 less 1, or the corners
//	15     pixels per column less 1
//	16     bytes of a box, where element strides divide, rounded down
//	18     alignment in shared memory: 16, or eight times the span of the swizzle
func encode(p mapParameters) (w [32]uint32) {
	w[0], w[1] = uint32(p.Addr), uint32(p.Addr>>32)
	w[2] = uint32(p.Rank-1)<<4 | elementTypes[p.DT]<<7 | p.IL<<11 | p.SW<<13 | p.OOB<<15 | p.L2<<17
	for i := range p.Rank - 1 {
		s := p.Stride[i] >> 4
		w[3+i] = uint32(s)
		w[7] |= uint32(s>>32&15) << (4 * i)
	}
	for i := range p.Rank {
		w[8+i] = uint32(p.Dim[i] - 1)
		w[13] |= (p.ES[i] - 1) << (3 * i)
	}
	w[16] = elementSizes[p.DT]
	if p.F != "tiled" {
		w[2] |= 1
		w[13] |= (p.CPP - 1) << 24
		width := [6]int{3: 16, 4: 8, 5: 5}[p.Rank]
		for i := range p.Rank - 2 {
			if p.F == "im2colwide" && i > 0 {
				break // has corners in the first dimension only
			}
			mask := uint32(1<<width - 1)
			w[14] |= uint32(p.Lower[i])&mask<<(i*width) | uint32(p.Upper[i])&mask<<(16+i*width)
		}
		w[15] = p.PPC - 1
		w[16] *= p.CPP * p.PPC
	} else {
		w[13] |= (p.Box[0] - 1) << 24
		for i := range p.Rank {
			if i > 0 {
				w[14] |= (p.Box[i] - 1) << (8 * (i - 1))
			}
			w[16] *= p.Box[i] / p.ES[i]
		}
	}
	w[18] = 16
	if p.SW != 0 {
		w[18] = 8 * 16 << p.SW
	}
	return w
}

// The driver encodes tensor maps as encode does.
func TestMaps(t *testing.T) {
	made := 0
	for _, r := range files(t)["tmap"] {
		var sets []mapParameters
		if err := json.Unmarshal(r.Sets, &sets); err != nil {
			t.Fatal(err)
		}
		for i, p := range sets {
			data := r.Data[i*132:][:132]
			if binary.LittleEndian.Uint32(data) != 0 {
				continue // refused
			}
			made++
			want := encode(p)
			for k := range want {
				if got := binary.LittleEndian.Uint32(data[4+4*k:]); got != want[k] {
					t.Errorf("%+v: word %d is %#x, computed %#x", p, k, got, want[k])
				}
			}
		}
	}
	if made < 1000 {
		t.Errorf("%d maps", made)
	}
}

// tensormap.replace writes the same fields, in maps of zeros and of ones.
func TestReplace(t *testing.T) {
	fields := map[string]func(i int, v uint64) []field{
		"global_address": func(_ int, v uint64) []field {
			return []field{{0, 0, 32, uint32(v)}, {1, 0, 32, uint32(v >> 32)}}
		},
		"rank":           func(_ int, v uint64) []field { return []field{{2, 4, 3, uint32(v)}} },
		"global_dim":     func(i int, v uint64) []field { return []field{{8 + i, 0, 32, uint32(v - 1)}} },
		"element_stride": func(i int, v uint64) []field { return []field{{13, 3 * i, 3, uint32(v - 1)}} },
		"global_stride": func(i int, v uint64) []field {
			return []field{{3 + i, 0, 32, uint32(v >> 4)}, {7, 4 * i, 4, uint32(v >> 36)}}
		},
		"box_dim": func(i int, v uint64) []field {
			if i == 0 {
				return []field{{13, 24, 8, uint32(v - 1)}}
			}
			return []field{{14, 8 * (i - 1), 8, uint32(v - 1)}}
		},
		"elemtype": func(_ int, v uint64) []field {
			if v > 10 { // tf32 is f32 with a bit, which other types leave as it is
				return []field{{2, 7, 4, uint32(v - 4)}, {2, 16, 1, 1}}
			}
			return []field{{2, 7, 4, uint32(v)}}
		},
		"interleave_layout": func(_ int, v uint64) []field { return []field{{2, 11, 2, uint32(v)}} },
		"swizzle_mode":      func(_ int, v uint64) []field { return []field{{2, 13, 2, uint32(v)}, {2, 22, 1, 0}} },
		"fill_mode":         func(_ int, v uint64) []field { return []field{{2, 15, 1, uint32(v)}} },
	}
	n := 0
	for _, r := range files(t)["tmap_replace"] {
		var h struct {
			Field        string
			Ordinal, Imm int
			Values       []uint64
		}
		if err := json.Unmarshal(r.Head, &h); err != nil {
			t.Fatal(err)
		}
		for tile := range r.Tiles {
			v := h.Values[tile/2]
			if h.Imm != 0 {
				v = uint64(h.Imm)
			}
			var want [32]uint32
			if tile%2 == 1 {
				for i := range want {
					want[i] = 0xffffffff
				}
			}
			for _, f := range fields[h.Field](h.Ordinal, v) {
				mask := uint32(1<<f.bits - 1)
				want[f.word] = want[f.word]&^(mask<<f.at) | f.v&mask<<f.at
			}
			n++
			for i := range want {
				if got := binary.LittleEndian.Uint32(r.Tile(tile)[4*i:]); got != want[i] {
					t.Errorf("%s, %#x: word %d is %#x, computed %#x (%d bits)", r.Inst, v, i, got, want[i], bits.OnesCount32(got^want[i]))
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d maps", n)
	}
}

// field is bits of a word of a tensor map.
type field struct {
	word, at, bits int
	v              uint32
}
